// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/captionwords.h"
#include "trace/life.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace connscope::analysis {

inline constexpr std::size_t kMostEndings = 4;

/// Ends of connections by who closed them and by which rule.
class Endings {
public:
    struct Ended {
        trace::Side closer = trace::Side::None;
        trace::RuleId rule = trace::RuleId::None;
        std::uint64_t count = 0;
        Ids nodes;
    };
    void add(const trace::ConnectionLife& life)
    {
        auto it = std::find_if(m_all.begin(), m_all.end(),
            [&life](const Ended& e) { return e.closer == life.closer && e.rule == life.closeRule; });
        if (it == m_all.end())
            it = m_all.insert(m_all.end(), Ended {life.closer, life.closeRule, 0, {}});
        ++it->count;
        it->nodes.add(life.node.value);
    }
    /// At most kMostEndings; equal numbers in the order in which they came.
    std::vector<Ended> mostFirst() const
    {
        std::vector<Ended> out = m_all;
        std::stable_sort(out.begin(), out.end(), [](const Ended& a, const Ended& b) { return a.count > b.count; });
        if (out.size() > kMostEndings)
            out.resize(kMostEndings);
        return out;
    }

private:
    std::vector<Ended> m_all; // in the order in which they came
};

} // namespace connscope::analysis
