// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/yamledit.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// \file
/// Where things stand in a YAML text, and small changes to it. Not a door of the room: yamledit.h looks whether what comes
/// out reads as was meant; this does what works in texts as people write them.

namespace connscope::scenario {

inline constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

inline YamlNode* childAt(YamlNode& node, const YamlPath::Step& step)
{
    if (const auto* index = std::get_if<std::size_t>(&step))
        return node.isList() && *index < node.items.size() ? &node.items[*index] : nullptr;
    for (YamlEntry& entry : node.entries) {
        if (entry.key.isScalar() && entry.key.text == std::get<std::string>(step))
            return &entry.value;
    }
    return nullptr;
}
inline const YamlNode* childAt(const YamlNode& node, const YamlPath::Step& step)
{
    return childAt(const_cast<YamlNode&>(node), step);
}

inline std::size_t placeOf(const YamlNode& map, std::string_view key)
{
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
        if (map.entries[i].key.isScalar() && map.entries[i].key.text == key)
            return i;
    }
    return kNone;
}

inline std::string blockOf(const YamlValue& value, std::size_t indent)
{
    std::string out;
    value.write(out, static_cast<int>(indent));
    return out;
}

/// A text with its tree: where things begin and end, and small changes to it.
class TextChange {
public:
    explicit TextChange(const YamlDocument& document)
        : m_text(document.text())
        , m_root(document.root())
        , m_windows(document.text().find("\r\n") != std::string::npos)
    {
    }

    std::string take() { return std::move(m_text); }

    std::size_t lineStart(std::size_t offset) const
    {
        const std::size_t before = offset == 0 ? std::string::npos : m_text.rfind('\n', offset - 1);
        return before == std::string::npos ? 0 : before + 1;
    }
    /// Behind the line break; the end of the text where there is none.
    std::size_t lineEnd(std::size_t offset) const
    {
        const std::size_t end = m_text.find('\n', offset);
        return end == std::string::npos ? m_text.size() : end + 1;
    }
    std::size_t column(std::size_t offset) const { return offset - lineStart(offset); }
    bool isFlow(const YamlNode& node) const
    {
        return node.offset < m_text.size()
            && ((node.isMap() && m_text[node.offset] == '{') || (node.isList() && m_text[node.offset] == '['));
    }
    /// Whether a list or map of one line is around \a path.
    bool isInFlow(const YamlPath& path) const
    {
        const YamlNode* node = &m_root;
        for (std::size_t i = 0; i < path.size() && node; ++i) {
            if (isFlow(*node))
                return true;
            node = childAt(*node, path[i]);
        }
        return false;
    }

    std::size_t endOf(const YamlNode& node, std::size_t column) const
    {
        if (node.isScalar())
            return scalarEnd(node, column);
        if (node.isNull())
            return node.offset;
        std::size_t end = node.offset + (isFlow(node) ? 1 : 0);
        if (!node.items.empty())
            end = endOf(node.items.back(), isFlow(node) ? column : dashColumn(node.items.back()));
        if (!node.entries.empty())
            end = entryEnd(node.entries.back());
        return isFlow(node) ? bracketEnd(end) : end;
    }
    /// Of `key: value`, also where the value is left out.
    std::size_t entryEnd(const YamlEntry& entry) const
    {
        if (!entry.value.isNull())
            return endOf(entry.value, column(entry.key.offset));
        std::size_t end = m_text.find(':', scalarEnd(entry.key, column(entry.key.offset)));
        end = end == std::string::npos ? m_text.size() : end + 1;
        const std::size_t word = std::min(m_text.find_first_not_of(' ', end), m_text.size());
        for (const std::string_view null : {"null", "~"}) {
            if (m_text.compare(word, null.size(), null) == 0)
                return word + null.size();
        }
        return end;
    }
    /// The dash of an item of a list in lines; kNone where that is not to be found.
    std::size_t dashOf(const YamlNode& item) const
    {
        std::size_t at = std::min(item.offset, m_text.size());
        while (at > 0 && m_text[at - 1] == ' ')
            --at;
        return at > 0 && m_text[at - 1] == '-' ? at - 1 : kNone;
    }
    std::size_t dashColumn(const YamlNode& item) const
    {
        const std::size_t dash = dashOf(item);
        return dash == kNone ? 0 : column(dash);
    }

    void replace(std::size_t from, std::size_t to, std::string_view with)
    {
        std::string text;
        for (const char c : with)
            (m_windows && c == '\n') ? text += "\r\n" : text += c;
        m_text.replace(from, to - from, text);
    }

    /// \a value in the place of what is at \a path, which exists and is not the root.
    void replaceAt(const YamlPath& path, const YamlNode& parent, const YamlNode& old, const YamlValue& value)
    {
        const bool flow = isInFlow(path);
        const std::string line = value.oneLine();
        if (parent.isMap()) {
            const YamlEntry& entry = parent.entries[placeOf(parent, path.key())];
            if (old.isNull()) {
                const std::size_t colon = m_text.find(':', scalarEnd(entry.key, column(entry.key.offset)));
                if (colon != std::string::npos && (flow || value.isScalar())) {
                    replace(colon + 1, entryEnd(entry), ' ' + line);
                    return;
                }
            }
            if (flow
                || (isOneLine(old) && value.isScalar() && line.find('\n') == std::string::npos
                    && !value.isBlockText())) {
                replace(old.offset, endOf(old, column(entry.key.offset)), line);
                return;
            }
            const std::size_t indent = column(entry.key.offset);
            replaceLines(entry.key.offset, entryEnd(entry),
                blockOf(YamlValue::map().add(path.key(), value), indent).substr(indent));
            return;
        }
        if (flow || (isOneLine(old) && value.isScalar() && !value.isBlockText())) {
            replace(old.offset, endOf(old, dashColumn(old)), line);
            return;
        }
        const std::size_t dash = dashOf(old);
        if (dash == kNone)
            return; // found out, since nothing has changed
        replaceLines(dash, endOf(old, column(dash)),
            blockOf(YamlValue(YamlValue::list().add(value)), column(dash)).substr(column(dash)));
    }

    void insertEntry(const YamlNode& map, std::size_t place, std::string_view key, const YamlValue& value, bool flow)
    {
        if (flow || isFlow(map)) {
            const std::string entry = yamlScalar(key) + ": " + value.oneLine();
            if (place == 0)
                replace(map.entries.front().key.offset, map.entries.front().key.offset, entry + ", ");
            else
                insertBehind(entryEnd(map.entries[place - 1]), ", " + entry);
            return;
        }
        const std::size_t indent = column(map.entries.front().key.offset);
        const std::string lines = blockOf(YamlValue(YamlValue::map().add(key, value)), indent);
        if (place > 0) {
            insertLines(lineEndAfter(entryEnd(map.entries[place - 1])), lines);
            return;
        }
        const std::size_t first = map.entries.front().key.offset;
        if (m_text.find_first_not_of(' ', lineStart(first)) == first)
            insertLines(lineStart(first), lines);
        else // behind the dash of a list's item
            replace(first, first, lines.substr(indent) + std::string(indent, ' '));
    }

    void insertItem(const YamlNode& list, std::size_t place, const YamlValue& value)
    {
        if (isFlow(list)) {
            const std::string item = value.oneLine();
            if (place == 0)
                replace(list.items.front().offset, list.items.front().offset, item + ", ");
            else
                insertBehind(endOf(list.items[place - 1], 0), ", " + item);
            return;
        }
        const std::size_t dash = dashOf(list.items.front());
        if (dash == kNone)
            return;
        const std::string lines = blockOf(YamlValue(YamlValue::list().add(value)), column(dash));
        if (place == 0)
            insertLines(lineStart(dash), lines);
        else
            insertLines(lineEndAfter(endOf(list.items[place - 1], column(dash))), lines);
    }

    void removeEntry(const YamlNode& map, std::size_t place, bool flow)
    {
        const YamlEntry& entry = map.entries[place];
        const std::size_t start = entry.key.offset;
        const bool ownLine = m_text.find_first_not_of(' ', lineStart(start)) == start;
        if (flow || isFlow(map)) {
            removeBetween(start, entryEnd(entry),
                place + 1 < map.entries.size() ? map.entries[place + 1].key.offset : kNone,
                place > 0 ? entryEnd(map.entries[place - 1]) : kNone);
        } else if (ownLine) {
            removeLines(lineStart(start), lineEndAfter(entryEnd(entry)));
        } else if (place + 1 < map.entries.size()) {
            replace(start, map.entries[place + 1].key.offset, "");
        }
    }

    void removeItem(const YamlNode& list, std::size_t place)
    {
        const YamlNode& item = list.items[place];
        if (isFlow(list)) {
            removeBetween(item.offset, endOf(item, 0),
                place + 1 < list.items.size() ? list.items[place + 1].offset : kNone,
                place > 0 ? endOf(list.items[place - 1], 0) : kNone);
        } else if (const std::size_t dash = dashOf(item); dash != kNone) {
            removeLines(lineStart(dash), lineEndAfter(endOf(item, column(dash))));
        }
    }

    void moveItem(const YamlNode& list, std::size_t from, std::size_t to)
    {
        std::vector<std::pair<std::size_t, std::size_t>> parts; // of the text, one for each item
        if (isFlow(list)) {
            for (const YamlNode& item : list.items)
                parts.emplace_back(item.offset, endOf(item, 0));
        } else {
            for (const YamlNode& item : list.items) {
                const std::size_t dash = dashOf(item);
                if (dash == kNone)
                    return;
                // What stands between two items, comments and all, belongs to the second.
                parts.emplace_back(
                    parts.empty() ? lineStart(dash) : parts.back().second, lineEndAfter(endOf(item, column(dash))));
            }
        }
        std::vector<std::string> texts;
        for (const auto& [start, end] : parts) {
            texts.push_back(m_text.substr(start, end - start));
            if (!isFlow(list) && (texts.back().empty() || texts.back().back() != '\n'))
                texts.back() += '\n';
        }
        std::string moved = std::move(texts[from]);
        texts.erase(texts.begin() + static_cast<std::ptrdiff_t>(from));
        texts.insert(texts.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
        for (std::size_t i = parts.size(); i-- > 0;)
            m_text.replace(parts[i].first, parts[i].second - parts[i].first, texts[i]);
    }

    void renameKey(const YamlEntry& entry, std::string_view key)
    {
        replace(entry.key.offset, scalarEnd(entry.key, 0), yamlScalar(key));
    }

private:
    bool isOneLine(const YamlNode& node) const
    {
        return node.isScalar() && node.offset < m_text.size() && m_text[node.offset] != '|'
            && m_text[node.offset] != '>';
    }
    std::size_t scalarEnd(const YamlNode& node, std::size_t column) const
    {
        std::size_t at = std::min(node.offset, m_text.size());
        if (at == m_text.size())
            return at;
        const char first = m_text[at];
        if (!node.plain && (first == '"' || first == '\'')) {
            for (++at; at < m_text.size(); ++at) {
                const bool isDoubled
                    = first == '\'' && m_text[at] == first && at + 1 < m_text.size() && m_text[at + 1] == first;
                if (isDoubled || (first == '"' && m_text[at] == '\\'))
                    ++at;
                else if (m_text[at] == first)
                    return at + 1;
            }
            return m_text.size();
        }
        if (!node.plain || first == '|' || first == '>')
            return blockEnd(lineEnd(at), column);
        // Plain texts may go over several lines, which read as one blank.
        for (const char c : node.text) {
            if (c == ' ' || c == '\n') {
                while (at < m_text.size() && std::string_view(" \t\r\n").find(m_text[at]) != std::string_view::npos)
                    ++at;
            } else {
                ++at;
            }
        }
        return std::min(at, m_text.size());
    }
    /// Where lines end that are blank or stand further in than \a column.
    std::size_t blockEnd(std::size_t at, std::size_t column) const
    {
        std::size_t end = at;
        while (at < m_text.size()) {
            const std::size_t next = lineEnd(at);
            const std::string_view line = std::string_view(m_text).substr(at, next - at);
            const std::size_t indent = line.find_first_not_of(" \r\n");
            if (indent != std::string_view::npos) {
                if (indent <= column)
                    break;
                end = next;
            }
            at = next;
        }
        return end;
    }
    /// Behind the bracket that closes what ends at \a at.
    std::size_t bracketEnd(std::size_t at) const
    {
        while (at < m_text.size() && m_text[at] != ']' && m_text[at] != '}')
            at = m_text[at] == '#' ? lineEnd(at) : at + 1;
        return std::min(at + 1, m_text.size());
    }
    /// The end of the line of a thing that ends at \a end; a block of text ends with its line already.
    std::size_t lineEndAfter(std::size_t end) const
    {
        return end > 0 && end <= m_text.size() && m_text[end - 1] == '\n' ? end : lineEnd(end);
    }
    void insertBehind(std::size_t at, const std::string& text) { replace(at, at, text); }
    void insertLines(std::size_t at, std::string lines)
    {
        if (at == m_text.size() && at > 0 && m_text.back() != '\n')
            lines.insert(0, "\n");
        replace(at, at, lines);
    }
    void replaceLines(std::size_t from, std::size_t to, std::string lines)
    {
        // What stands behind on the last line, a comment, stays there.
        if ((to == from || m_text[to - 1] != '\n') && !lines.empty() && lines.back() == '\n')
            lines.pop_back();
        replace(from, to, lines);
    }
    void removeLines(std::size_t from, std::size_t to)
    {
        // Comments right above, as far in, speak of what goes.
        const std::size_t indent = m_text.find_first_not_of(' ', from) - from;
        while (from > 0) {
            const std::size_t above = lineStart(from - 1);
            const std::size_t text = m_text.find_first_not_of(' ', above);
            if (text >= from || text - above != indent || m_text[text] != '#' || indent == 0)
                break;
            from = above;
        }
        replace(from, to, "");
    }
    void removeBetween(std::size_t start, std::size_t end, std::size_t next, std::size_t before)
    {
        if (next != kNone)
            replace(start, next, "");
        else
            replace(before == kNone ? start : before, end, "");
    }

    std::string m_text;
    const YamlNode& m_root;
    bool m_windows;
};

} // namespace connscope::scenario
