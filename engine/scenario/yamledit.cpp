// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/yamledit.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace connscope::scenario {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

bool same(const YamlNode& a, const YamlNode& b)
{
    if (a.kind != b.kind || a.text != b.text)
        return false;
    return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same)
        && std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
            [](const YamlEntry& x, const YamlEntry& y) { return same(x.key, y.key) && same(x.value, y.value); });
}

YamlNode scalarNode(std::string_view text)
{
    YamlNode node;
    node.kind = YamlNode::Kind::Scalar;
    node.text = text;
    return node;
}

YamlNode* childAt(YamlNode& node, const YamlPath::Step& step)
{
    if (const auto* index = std::get_if<std::size_t>(&step))
        return node.isList() && *index < node.items.size() ? &node.items[*index] : nullptr;
    for (YamlEntry& entry : node.entries) {
        if (entry.key.isScalar() && entry.key.text == std::get<std::string>(step))
            return &entry.value;
    }
    return nullptr;
}
const YamlNode* childAt(const YamlNode& node, const YamlPath::Step& step)
{
    return childAt(const_cast<YamlNode&>(node), step);
}

std::size_t placeOf(const YamlNode& map, std::string_view key)
{
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
        if (map.entries[i].key.isScalar() && map.entries[i].key.text == key)
            return i;
    }
    return kNone;
}

/// Behind the last entry that comes before \a key in \a order; the end where the order does not know it.
std::size_t placeFor(const YamlNode& map, std::string_view key, std::span<const std::string_view> order)
{
    const auto rank = [order](std::string_view word) {
        return static_cast<std::size_t>(std::find(order.begin(), order.end(), word) - order.begin());
    };
    const std::size_t own = rank(key);
    if (own == order.size())
        return map.entries.size();
    std::size_t place = 0;
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
        if (rank(map.entries[i].key.text) < own)
            place = i + 1;
    }
    return place;
}

std::string blockOf(const YamlValue& value, std::size_t indent)
{
    std::string out;
    value.write(out, static_cast<int>(indent));
    return out;
}

/// What a value reads as.
Result<YamlNode> nodeOf(const YamlValue& value)
{
    auto document = YamlDocument::parse(blockOf(YamlValue::map().add("v", value), 0), {});
    if (!document)
        return fail(document.error());
    return document->root().entries.front().value;
}

/// A text with its tree: where things begin and end, and small changes to it.
class Text {
public:
    explicit Text(const YamlDocument& document)
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
                if (first == '"' && m_text[at] == '\\')
                    ++at;
                else if (m_text[at] == first && first == '\'' && at + 1 < m_text.size() && m_text[at + 1] == first)
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

/// The change in the text if it reads as \a wanted, else the smallest part around \a path that does when it is written anew.
Result<EditedYaml> settle(
    const YamlDocument& document, std::string changed, const YamlNode& wanted, const YamlPath& path)
{
    const auto reads = [&](const std::string& text) {
        const auto again = YamlDocument::parse(text, document.fileName());
        return again && same(again->root(), wanted);
    };
    if (reads(changed))
        return EditedYaml {std::move(changed), false};
    for (YamlPath part = path; !part.isRoot(); part = part.parent()) {
        const YamlNode* old = nodeAt(document.root(), part);
        const YamlNode* parent = nodeAt(document.root(), part.parent());
        const YamlNode* meant = nodeAt(wanted, part);
        if (!old || !parent || !meant)
            continue;
        Text text(document);
        text.replaceAt(part, *parent, *old, valueOf(*meant));
        std::string anew = text.take();
        if (reads(anew))
            return EditedYaml {std::move(anew), true};
    }
    std::string anew = blockOf(valueOf(wanted), 0);
    if (reads(anew))
        return EditedYaml {std::move(anew), true};
    return fail("this cannot be put into the text so that it reads back as it is meant");
}

Result<YamlNode*> containerFor(YamlNode& root, const YamlPath& path)
{
    YamlNode* node = &root;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        node = childAt(*node, path[i]);
        if (!node)
            return fail("there is nothing at " + path.toString());
    }
    return node;
}

} // namespace

YamlPath YamlPath::operator/(std::string_view key) const
{
    YamlPath out = *this;
    out.m_steps.emplace_back(std::string(key));
    return out;
}

YamlPath YamlPath::operator/(std::size_t index) const
{
    YamlPath out = *this;
    out.m_steps.emplace_back(index);
    return out;
}

std::string_view YamlPath::key() const
{
    const auto* key = m_steps.empty() ? nullptr : std::get_if<std::string>(&m_steps.back());
    return key ? std::string_view(*key) : std::string_view();
}

YamlPath YamlPath::parent() const
{
    YamlPath out = *this;
    if (!out.m_steps.empty())
        out.m_steps.pop_back();
    return out;
}

bool YamlPath::isIn(const YamlPath& other) const
{
    return other.size() <= size() && std::equal(other.m_steps.begin(), other.m_steps.end(), m_steps.begin());
}

std::string YamlPath::toString() const
{
    std::string out;
    for (const Step& step : m_steps) {
        const auto* index = std::get_if<std::size_t>(&step);
        out += '/' + (index ? std::to_string(*index) : std::get<std::string>(step));
    }
    return out;
}

const YamlNode* nodeAt(const YamlNode& root, const YamlPath& path)
{
    const YamlNode* node = &root;
    for (std::size_t i = 0; i < path.size() && node; ++i)
        node = childAt(*node, path[i]);
    return node;
}

YamlPath pathAt(const YamlNode& root, std::size_t offset)
{
    YamlPath path;
    const YamlNode* node = &root;
    while (true) {
        const YamlNode* next = nullptr;
        YamlPath::Step step;
        for (std::size_t i = 0; i < node->items.size() && node->items[i].offset <= offset; ++i) {
            next = &node->items[i];
            step = i;
        }
        for (const YamlEntry& entry : node->entries) {
            if (entry.key.offset > offset || !entry.key.isScalar())
                break;
            next = &entry.value;
            step = entry.key.text;
        }
        if (!next)
            return path;
        path = std::holds_alternative<std::size_t>(step) ? path / std::get<std::size_t>(step)
                                                         : path / std::get<std::string>(step);
        node = next;
    }
}

YamlValue valueOf(const YamlNode& node)
{
    switch (node.kind) {
    case YamlNode::Kind::Null:
        return YamlValue::null();
    case YamlNode::Kind::Scalar:
        return YamlValue::scalar(node.text);
    case YamlNode::Kind::List: {
        YamlValue list = YamlValue::list();
        for (const YamlNode& item : node.items)
            list.add(valueOf(item));
        return list;
    }
    case YamlNode::Kind::Map:
        break;
    }
    YamlValue map = YamlValue::map();
    for (const YamlEntry& entry : node.entries)
        map.add(entry.key.text, valueOf(entry.value));
    return map;
}

Result<EditedYaml> setValue(const YamlDocument& document, const YamlPath& path, const YamlValue& value,
    std::span<const std::string_view> order)
{
    YamlNode wanted = document.root();
    // As far as there is something; the rest comes into being with the value.
    YamlNode* node = &wanted;
    const YamlNode* parent = nullptr;
    std::size_t known = 0;
    while (known < path.size()) {
        YamlNode* next = childAt(*node, path[known]);
        if (!next)
            break;
        parent = node;
        node = next;
        ++known;
    }
    YamlValue whole = value;
    const bool isNew = known < path.size();
    for (std::size_t i = path.size(); isNew && i-- > known + 1;) {
        if (const auto* key = std::get_if<std::string>(&path[i]))
            whole = YamlValue::map().add(*key, std::move(whole));
        else
            whole = YamlValue::list().add(std::move(whole));
    }
    auto meant = nodeOf(whole);
    if (!meant)
        return fail(meant.error());
    YamlPath place;
    for (std::size_t i = 0; i < known; ++i)
        place = std::holds_alternative<std::size_t>(path[i]) ? place / std::get<std::size_t>(path[i])
                                                             : place / std::get<std::string>(path[i]);
    const YamlNode* old = nodeAt(document.root(), place);
    Text text(document);
    if (!isNew) {
        if (place.isRoot())
            return fail("the whole text is not a value of it");
        const YamlNode oldParent = *nodeAt(document.root(), place.parent());
        text.replaceAt(place, oldParent, *old, value);
        *node = std::move(*meant);
        return settle(document, text.take(), wanted, parent ? place : YamlPath());
    }
    if (const auto* index = std::get_if<std::size_t>(&path[known])) {
        if (*index == 0 && (node->isNull() || (node->isList() && node->items.empty())) && !place.isRoot())
            return setValue(document, place, YamlValue(YamlValue::list().add(std::move(whole))), order);
        if (!node->isList() || *index != node->items.size())
            return fail("there is no item " + std::to_string(*index) + " at " + place.toString());
        text.insertItem(*old, *index, whole);
        node->items.push_back(std::move(*meant));
        return settle(document, text.take(), wanted, place);
    }
    const std::string& key = std::get<std::string>(path[known]);
    if ((node->isNull() || (node->isMap() && node->entries.empty())) && !place.isRoot())
        return setValue(document, place, YamlValue(YamlValue::map().add(key, std::move(whole))), order);
    if (!node->isMap() || node->entries.empty())
        return fail("at " + place.toString() + " stands no map that could take " + key);
    const std::size_t at = placeFor(*node, key, order);
    text.insertEntry(*old, at, key, whole, text.isInFlow(place));
    node->entries.insert(
        node->entries.begin() + static_cast<std::ptrdiff_t>(at), {scalarNode(key), std::move(*meant)});
    return settle(document, text.take(), wanted, place);
}

Result<EditedYaml> removeValue(const YamlDocument& document, const YamlPath& path, const YamlPath& keep)
{
    const YamlPath place = path.parent();
    const YamlNode* old = nodeAt(document.root(), place);
    if (path.isRoot() || !old || !nodeAt(document.root(), path))
        return EditedYaml {document.text(), false};
    if (old->items.size() + old->entries.size() == 1 && !place.isRoot()) {
        if (old->isMap() && place.isIn(keep) && place != keep)
            return removeValue(document, place, keep);
        return setValue(document, place, old->isMap() ? YamlValue::map() : YamlValue::list());
    }
    YamlNode wanted = document.root();
    auto container = containerFor(wanted, path);
    if (!container)
        return fail(container.error());
    Text text(document);
    if (const auto* index = std::get_if<std::size_t>(&path.last())) {
        text.removeItem(*old, *index);
        (*container)->items.erase((*container)->items.begin() + static_cast<std::ptrdiff_t>(*index));
    } else {
        const std::size_t at = placeOf(*old, path.key());
        text.removeEntry(*old, at, text.isInFlow(place));
        (*container)->entries.erase((*container)->entries.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return settle(document, text.take(), wanted, place);
}

Result<EditedYaml> renameKey(const YamlDocument& document, const YamlPath& path, std::string_view key)
{
    const YamlNode* map = nodeAt(document.root(), path.parent());
    const std::size_t at = path.isRoot() || !map || !map->isMap() ? kNone : placeOf(*map, path.key());
    if (at == kNone)
        return fail("there is nothing at " + path.toString());
    if (path.key() == key)
        return EditedYaml {document.text(), false};
    if (placeOf(*map, key) != kNone)
        return fail("there is '" + std::string(key) + "' already; choose another name");
    YamlNode wanted = document.root();
    auto container = containerFor(wanted, path);
    if (!container)
        return fail(container.error());
    Text text(document);
    text.renameKey(map->entries[at], key);
    (*container)->entries[at].key = scalarNode(key);
    return settle(document, text.take(), wanted, path.parent());
}

Result<EditedYaml> insertItem(
    const YamlDocument& document, const YamlPath& list, std::size_t index, const YamlValue& value)
{
    const YamlNode* old = nodeAt(document.root(), list);
    if (!old || !old->isList() || old->items.empty())
        return setValue(document, list / std::size_t {0}, value);
    if (index >= old->items.size())
        return setValue(document, list / old->items.size(), value);
    auto meant = nodeOf(value);
    if (!meant)
        return fail(meant.error());
    YamlNode wanted = document.root();
    auto container = containerFor(wanted, list / index);
    if (!container)
        return fail(container.error());
    Text text(document);
    text.insertItem(*old, index, value);
    (*container)->items.insert((*container)->items.begin() + static_cast<std::ptrdiff_t>(index), std::move(*meant));
    return settle(document, text.take(), wanted, list);
}

Result<EditedYaml> moveItem(const YamlDocument& document, const YamlPath& list, std::size_t from, std::size_t to)
{
    const YamlNode* old = nodeAt(document.root(), list);
    if (!old || !old->isList() || from >= old->items.size() || to >= old->items.size())
        return fail("there is no such item at " + list.toString());
    YamlNode wanted = document.root();
    auto container = containerFor(wanted, list / from);
    if (!container)
        return fail(container.error());
    Text text(document);
    if (from != to)
        text.moveItem(*old, from, to);
    auto& items = (*container)->items;
    YamlNode moved = std::move(items[from]);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(from));
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    return settle(document, text.take(), wanted, list);
}

} // namespace connscope::scenario
