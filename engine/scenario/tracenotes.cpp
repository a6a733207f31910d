// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/tracenotes.h"

#include "base/text.h"
#include "scenario/sections.h"
#include "scenario/yamldocument.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace connscope::scenario {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBookmarks = 10'000; // as of a scenario
constexpr std::size_t kMostWarnings = 5; // one damaged list is not to fill the window

std::string dump(const Json& list)
{
    return list.empty() ? std::string() : list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json textJson(const Text& text)
{
    if (text.zh.empty())
        return text.en;
    Json out = Json::object();
    if (!text.en.empty())
        out["en"] = text.en;
    out["zh"] = text.zh;
    return out;
}

Json annotationJson(const Annotation& a)
{
    Json one = Json::object();
    one["view"] = viewWord(a.view);
    if (!a.anchors.empty())
        one["anchor"] = a.anchors;
    if (a.from)
        one["from"] = formatDuration(*a.from - kStart);
    if (a.to)
        one["to"] = formatDuration(*a.to - kStart);
    if (a.kind != Annotation::Kind::Text)
        one["kind"] = kindWord(a.kind);
    if (a.kind == Annotation::Kind::Number)
        one["number"] = a.number;
    // Nothing is written yet, but it is words: as the reader wants it.
    if (!a.text.isEmpty() || a.kind == Annotation::Kind::Text)
        one["text"] = textJson(a.text);
    if (a.offset)
        one["offset"] = {a.offset->x, a.offset->y};
    return one;
}

Json bookmarkJson(const Bookmark& bookmark)
{
    Json one = Json::object();
    one["at"] = formatDuration(bookmark.at - kStart);
    if (bookmark.events)
        one["events"] = *bookmark.events;
    if (!bookmark.note.empty())
        one["note"] = bookmark.note;
    return one;
}

/// As the readers of scenarios take it. JSON that came through the trace's reader is no deeper than that one's limit.
YamlNode nodeOf(const Json& value)
{
    YamlNode out;
    switch (value.type()) {
    case Json::value_t::object:
        out.kind = YamlNode::Kind::Map;
        for (const auto& [key, one] : value.items()) {
            YamlNode name;
            name.kind = YamlNode::Kind::Scalar;
            name.plain = false;
            name.text = key;
            out.entries.push_back({std::move(name), nodeOf(one)});
        }
        break;
    case Json::value_t::array:
        out.kind = YamlNode::Kind::List;
        for (const Json& one : value)
            out.items.push_back(nodeOf(one));
        break;
    case Json::value_t::string:
        out.kind = YamlNode::Kind::Scalar;
        out.plain = false;
        out.text = value.get<std::string>();
        break;
    case Json::value_t::null:
        break;
    default: // numbers, true and false
        out.kind = YamlNode::Kind::Scalar;
        out.text = value.dump();
        break;
    }
    return out;
}

/// The list under one key, item by item.
template <typename Item>
std::vector<Item> readItems(const std::string& text, const char* what, std::size_t most,
    std::optional<Item> (*read)(Reading&, const YamlNode&), const std::string& file, std::vector<Error>& warnings)
{
    std::vector<Item> out;
    if (text.empty())
        return out;
    std::size_t wrong = 0;
    const auto warn = [&](std::string message) {
        if (++wrong > kMostWarnings)
            return;
        Error warning;
        warning.file = file;
        warning.line = 1;
        warning.message = std::move(message);
        warnings.push_back(std::move(warning));
    };
    const Json list = Json::parse(text, nullptr, false);
    if (!list.is_array() || list.size() > most) {
        warn(std::string(what) + "s of the trace: expected a list of at most " + std::to_string(most)
            + "; they are left out");
        return out;
    }
    static const auto nothing = YamlDocument::parse("{}", {}); // a reading wants a text for its places
    std::size_t number = 0;
    for (const Json& one : list) {
        ++number;
        Reading reading(*nothing);
        auto item = read(reading, nodeOf(one));
        if (auto errors = reading.takeErrors(); !errors.empty())
            warn(std::string(what) + ' ' + std::to_string(number)
                + " of the trace is left out: " + errors.front().message);
        else if (item)
            out.push_back(std::move(*item));
    }
    return out;
}

} // namespace

trace::JsonlNotes toJsonl(const TraceNotes& notes)
{
    Json annotations = Json::array();
    for (const Annotation& annotation : notes.annotations)
        annotations.push_back(annotationJson(annotation));
    Json bookmarks = Json::array();
    for (const Bookmark& bookmark : notes.bookmarks)
        bookmarks.push_back(bookmarkJson(bookmark));
    return {dump(annotations), dump(bookmarks)};
}

TraceNotes fromJsonl(const trace::JsonlNotes& notes, const std::string& file, std::vector<Error>& warnings)
{
    TraceNotes out;
    out.annotations
        = readItems<Annotation>(notes.annotations, "annotation", kMostAnnotations, readAnnotation, file, warnings);
    out.bookmarks = readItems<Bookmark>(notes.bookmarks, "bookmark", kMostBookmarks, readBookmark, file, warnings);
    return out;
}

} // namespace connscope::scenario
