// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "analysis/phrases.h"
#include "base/ids.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// What sentences under a figure are put together from: numbers as words, lists, ids.

namespace connscope::analysis {

/// Slots given as a list.
using Filled = std::vector<std::pair<std::string_view, std::string>>;
Slots with(Filled values);

/// "five", from thirteen on "13"; in Chinese always digits.
std::string numberWord(Language language, std::uint64_t n);
/// "five connections": a phrase for numbers of things.
std::string numbered(Language language, Phrase phrase, std::uint64_t n);

/// With its full stop; the first letter large, unless it belongs to a name.
std::string asSentence(Language language, std::string text, bool beginsWithName = false);
/// Sentences behind each other; in Chinese without a blank between them.
std::string joined(const std::vector<std::string>& sentences, Language language);
/// Parts of a sentence that are phrases: a Chinese list of phrases has commas only.
std::string list(Language language, const std::vector<std::string>& parts);

/// Ids in the order in which they came, each once. Many are told as ranges.
class Ids {
public:
    void add(std::int64_t id)
    {
        if (m_seen.insert(id).second)
            m_order.push_back(id);
    }
    std::size_t size() const { return m_order.size(); }
    std::string text(Language language) const;
    /// "node 2", "nodes 0 and 1", however many connections there are to it.
    std::string named(Language language) const;

private:
    std::set<std::int64_t> m_seen;
    std::vector<std::int64_t> m_order;
};

/// Connections counted by what is at their other end.
struct Ends {
    Ids bootstrap;
    Ids coordinators;
    Ids brokers;
    std::array<std::uint64_t, kRoleCount> count {};

    void add(NodeId node, Role role);
    std::uint64_t of(Role role) const { return count[static_cast<std::size_t>(role)]; }
    std::string text(Language language) const;
};

/// Who closed: "the client", "the broker".
std::string closerText(trace::Side side, Language language);

} // namespace connscope::analysis
