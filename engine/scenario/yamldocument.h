// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// A YAML text as a small tree of our own, in which every key and value knows where it stands. The tree is built from the
/// parser's events, so that a hostile text is refused while it is being read: too large, too deep, too many values,
/// not UTF-8. Anchors and aliases are refused altogether: nobody needs them in a scenario, and a text of a few lines can
/// stand for billions of values with them.

namespace connscope::scenario {

/// What a text may cost. The limits are far above what a person writes.
struct YamlLimits {
    std::size_t bytes = std::size_t {1} << 20; ///< size of the text
    std::size_t nodes = 200'000; ///< keys and values
    int depth = 32; ///< maps and lists inside each other
    int openBrackets = 1'000; ///< '[' and '{' without their ends, counted before the text is parsed
};

struct YamlEntry;

/// One value with its place.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };
    Kind kind = Kind::Null;
    bool plain = true; ///< Scalar: written without quotes, not as a block of text
    std::size_t offset = 0; ///< byte of its first character in the text
    std::string text; ///< Scalar
    std::vector<YamlNode> items; ///< List
    std::vector<YamlEntry> entries; ///< Map, in the order of the file; repeated keys are still there

    bool isNull() const { return kind == Kind::Null; }
    bool isScalar() const { return kind == Kind::Scalar; }
    bool isList() const { return kind == Kind::List; }
    bool isMap() const { return kind == Kind::Map; }
};

struct YamlEntry {
    YamlNode key;
    YamlNode value;
};

class YamlDocument {
public:
    /// Reads one document. The error says where the text stops being YAML, or which limit it breaks.
    static Result<YamlDocument> parse(std::string text, std::string fileName, const YamlLimits& limits = {});

    /// What is said of a text that is larger than the limit.
    static Error tooLarge(std::string fileName, std::uintmax_t bytes, const YamlLimits& limits = {});

    const YamlNode& root() const { return m_root; }
    const std::string& fileName() const { return m_fileName; }
    const std::string& text() const { return m_text; }

    /// \a message with file, line, column and offset of a byte of the text.
    Error errorAt(std::size_t offset, std::string message) const;
    /// The same for a byte inside a scalar's value: exact where the value stands in the file as it is, else its start.
    Error errorInside(const YamlNode& scalar, std::size_t offsetInValue, std::string message) const;
    /// Line of a byte, from 1.
    int lineOf(std::size_t offset) const;

private:
    YamlDocument(std::string text, std::string fileName);
    /// A tab in the indentation of the line of \a offset, before it.
    std::optional<std::size_t> tabBefore(std::size_t offset) const;

    std::string m_text;
    std::string m_fileName;
    std::vector<std::size_t> m_lineStarts;
    YamlNode m_root;
};

} // namespace connscope::scenario
