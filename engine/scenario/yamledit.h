// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/yamldocument.h"
#include "scenario/yamltext.h"

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// \file
/// Changing one value of a YAML text and leaving the rest of the text alone: its comments, its order, the way in which it is
/// written. Every change is made in the text and in the tree; the text is read again, and where the two do not agree the
/// smallest list or map around the place is written anew, so that what comes out always reads as was meant.

namespace connscope::scenario {

/// Where a value stands: keys and places in lists from the root on.
class YamlPath {
public:
    using Step = std::variant<std::string, std::size_t>;

    YamlPath() = default;
    YamlPath operator/(std::string_view key) const;
    YamlPath operator/(std::size_t index) const;

    bool isRoot() const { return m_steps.empty(); }
    std::size_t size() const { return m_steps.size(); }
    const Step& operator[](std::size_t i) const { return m_steps[i]; }
    const Step& last() const { return m_steps.back(); }
    /// The last step where that is a key; "" otherwise.
    std::string_view key() const;
    YamlPath parent() const;
    /// Whether this is \a other, or something inside of it.
    bool isIn(const YamlPath& other) const;
    /// "/clients/0/config/group.id", for messages and as a name of the place.
    std::string toString() const;

    bool operator==(const YamlPath&) const = default;
    auto operator<=>(const YamlPath&) const = default;

private:
    std::vector<Step> m_steps;
};

/// nullptr where there is nothing.
const YamlNode* nodeAt(const YamlNode& root, const YamlPath& path);
/// What stands at a byte of the text: the value of a key for a place in key or value.
YamlPath pathAt(const YamlNode& root, std::size_t offset);
/// A tree as a value to be written.
YamlValue valueOf(const YamlNode& node);

struct EditedYaml {
    std::string text;
    bool commentsLost = false; ///< a list or map with comments inside was written anew
};

/// Puts \a value at \a path, in the place of what is there or as something new; maps on the way to it come into being, and a
/// list takes an item behind its last. A new key stands where \a order has it, else at the end.
/// Errors: a step through something that is neither map nor list.
Result<EditedYaml> setValue(const YamlDocument& document, const YamlPath& path, const YamlValue& value,
    std::span<const std::string_view> order = {});
/// Takes away what is at \a path, key and all. A map inside of \a keep that becomes empty goes too; every other map or list
/// becomes `{}` or `[]`. Nothing happens where there is nothing.
Result<EditedYaml> removeValue(const YamlDocument& document, const YamlPath& path, const YamlPath& keep);
/// Another key for the value at \a path. An error where the map has it already.
Result<EditedYaml> renameKey(const YamlDocument& document, const YamlPath& path, std::string_view key);
/// Before the item at \a index, or behind the last one.
Result<EditedYaml> insertItem(
    const YamlDocument& document, const YamlPath& list, std::size_t index, const YamlValue& value);
/// The item at \a from is at \a to afterwards; comments above it go with it.
Result<EditedYaml> moveItem(const YamlDocument& document, const YamlPath& list, std::size_t from, std::size_t to);

} // namespace connscope::scenario
