// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// A small writer of YAML: block maps and lists, one line for what is short. It writes only what the reader of this room
/// reads back as the same text.

namespace connscope::scenario {

/// \a text as a scalar of one line: plain where nothing can be misread, double-quoted otherwise.
std::string yamlScalar(std::string_view text);

/// A value that is being put together: a scalar, a list or a map.
class YamlValue {
public:
    static YamlValue scalar(std::string_view text);
    static YamlValue null(); ///< "~"
    static YamlValue list();
    static YamlValue map();

    YamlValue& add(YamlValue item); ///< to a list; returns *this
    YamlValue& add(std::string_view key, YamlValue value); ///< to a map; returns *this
    YamlValue& add(std::string_view key, std::string_view text) { return add(key, scalar(text)); }
    bool isEmpty() const { return m_parts.empty(); }
    bool isScalar() const { return m_kind == Kind::Scalar || m_kind == Kind::Null; }
    /// A text of several lines that a literal block gives back exactly.
    bool isBlockText() const;
    /// All of it as it stands inside of a list or map of one line.
    std::string oneLine() const;

    /// As a block that begins at \a indent; each line ends with a line break.
    void write(std::string& out, int indent) const;

private:
    enum class Kind { Null, Scalar, List, Map };
    explicit YamlValue(Kind kind)
        : m_kind(kind)
    {
    }
    /// Gives up in between where it becomes longer than \a most bytes.
    std::string oneLine(std::size_t most) const;
    void writeAfterKey(std::string& out, int indent) const;
    void writeEntries(std::string& out, int indent, bool firstIndented) const;

    Kind m_kind;
    std::string m_text;
    std::vector<std::pair<std::string, YamlValue>> m_parts; // keys are empty in a list
};

} // namespace connscope::scenario
