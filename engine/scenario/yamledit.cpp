// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/yamledit.h"

#include "scenario/textchange.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace connscope::scenario {

namespace {

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

/// What a value reads as.
Result<YamlNode> nodeOf(const YamlValue& value)
{
    auto document = YamlDocument::parse(blockOf(YamlValue::map().add("v", value), 0), {});
    if (!document)
        return fail(document.error());
    return document->root().entries.front().value;
}

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
        TextChange text(document);
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
    TextChange text(document);
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
    TextChange text(document);
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
    TextChange text(document);
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
    TextChange text(document);
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
    TextChange text(document);
    if (from != to)
        text.moveItem(*old, from, to);
    auto& items = (*container)->items;
    YamlNode moved = std::move(items[from]);
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(from));
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
    return settle(document, text.take(), wanted, list);
}

} // namespace connscope::scenario
