// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filelayout.h"

#include "annotation/anchors.h"
#include "app/window/savedactions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>

namespace connscope::app {

namespace {

constexpr double kUnit = 10'000; // see scenario::Spot
constexpr double kFarthest = 100;

/// Names of the picture to names of the file.
std::map<std::string, std::string> namesOf(const view::Document& document)
{
    std::map<std::string, std::string> out {{"brokers ", "brokers"}, {"brokers ?", "addresses"}};
    const annotation::ClientNames names(document);
    for (std::uint32_t c = 0; c < document.trace().clientCount(); ++c) {
        if (const std::string name = names.fileNameOf(ClientId {c}); !name.empty())
            out.emplace("client " + document.names().client(ClientId {c}), "client " + name);
    }
    return out;
}

std::int32_t toUnits(double share)
{
    return static_cast<std::int32_t>(std::lround(std::clamp(share, -kFarthest, kFarthest) * kUnit));
}

} // namespace

scenario::Layout toLayout(const topology::Arrangement& arrangement, const view::Document& document)
{
    const auto names = namesOf(document);
    const auto named = [&names](const std::string& key) {
        const auto found = names.find(key);
        return found == names.end() ? key : found->second;
    };
    scenario::Layout out;
    for (const auto& [key, place] : arrangement.moved)
        out.moved[named(key)] = {toUnits(place.x()), toUnits(place.y())};
    for (const std::string& key : arrangement.expanded)
        out.expanded.insert(named(key));
    return out;
}

topology::Arrangement toArrangement(const scenario::Layout& layout, const view::Document& document)
{
    std::map<std::string, std::string> keys;
    for (const auto& [key, name] : namesOf(document))
        keys.emplace(name, key);
    const auto keyOf = [&keys](const std::string& name) {
        const auto found = keys.find(name);
        return found == keys.end() ? name : found->second;
    };
    topology::Arrangement out;
    for (const auto& [name, spot] : layout.moved)
        out.moved[keyOf(name)] = QPointF(spot.x / kUnit, spot.y / kUnit);
    for (const std::string& name : layout.expanded)
        out.expanded.insert(keyOf(name));
    return out;
}

std::vector<scenario::Bookmark> toFile(std::span<const timeline::Bookmark> bookmarks, const view::Document& document)
{
    std::vector<scenario::Bookmark> out;
    for (const timeline::Bookmark& bookmark : bookmarks) {
        scenario::Bookmark one {bookmark.position.at, {}, bookmark.note.toStdString()};
        if (bookmark.position != document.positionAt(bookmark.position.at)) {
            const std::size_t before = bookmark.position.at > kStart
                ? document.positionAt(bookmark.position.at - Duration {1}).applied
                : 0;
            one.events = bookmark.position.applied - std::min(before, bookmark.position.applied);
        }
        out.push_back(std::move(one));
    }
    return out;
}

std::vector<scenario::Bookmark> reached(
    const std::vector<scenario::Bookmark>& bookmarks, const view::Document& document)
{
    std::vector<scenario::Bookmark> out;
    const Instant end = document.endPosition().at;
    std::copy_if(bookmarks.begin(), bookmarks.end(), std::back_inserter(out),
        [&](const scenario::Bookmark& one) { return document.source().simulated || one.at <= end; });
    return out;
}

std::vector<timeline::Bookmark> toPositions(
    const std::vector<scenario::Bookmark>& bookmarks, const view::Document& document)
{
    std::vector<timeline::Bookmark> out;
    for (const scenario::Bookmark& bookmark : bookmarks) {
        view::Position position = document.positionAt(bookmark.at);
        if (bookmark.events && position.at == bookmark.at) {
            const std::size_t before
                = bookmark.at > kStart ? document.positionAt(bookmark.at - Duration {1}).applied : 0;
            position.applied = std::min(position.applied, before + static_cast<std::size_t>(*bookmark.events));
        }
        out.push_back({position, QString::fromStdString(bookmark.note)});
    }
    return out;
}

QStringList toLines(const std::vector<scenario::Bookmark>& bookmarks)
{
    QStringList out;
    for (const scenario::Bookmark& bookmark : bookmarks) {
        const QString events = bookmark.events ? QString::number(*bookmark.events) : QStringLiteral("all");
        out << QString::number(toNs(bookmark.at)) + u' ' + events + u' ' + QString::fromStdString(bookmark.note);
    }
    return out;
}

std::vector<scenario::Bookmark> fromLines(const QStringList& lines)
{
    std::vector<scenario::Bookmark> out;
    for (const QString& line : lines) {
        bool good = false;
        scenario::Bookmark bookmark;
        bookmark.at = fromNs(line.section(u' ', 0, 0).toLongLong(&good));
        const QString events = line.section(u' ', 1, 1);
        if (!good || events.isEmpty())
            continue;
        if (events != QLatin1String("all"))
            bookmark.events = events.toULongLong();
        bookmark.note = line.section(u' ', 2).toStdString();
        out.push_back(std::move(bookmark));
    }
    return out;
}

scenario::Scenario toSave(const view::Document& document, const scenario::Layout& layout,
    const std::vector<scenario::Bookmark>& bookmarks, const std::vector<scenario::Annotation>& annotations)
{
    return toSave(
        *document.scenario(), document.source().profile, document.source().seed, layout, bookmarks, annotations);
}

scenario::Scenario toSave(scenario::Scenario scenario, const std::string& profile, std::uint64_t seed,
    const scenario::Layout& layout, const std::vector<scenario::Bookmark>& bookmarks,
    const std::vector<scenario::Annotation>& annotations)
{
    scenario.seed = seed;
    if (!profile.empty()) {
        scenario.profileName = profile;
        for (scenario::ClientEntry& client : scenario.clients) {
            if (!client.profileName.empty())
                client.profileName = profile;
        }
    }
    scenario.layout = layout;
    scenario.bookmarks = bookmarks;
    scenario.annotations = annotations;
    return scenario;
}

bool differsFromFile(const view::Document& document, const scenario::Layout& layout,
    const std::vector<scenario::Bookmark>& bookmarks, const std::vector<scenario::Annotation>& annotations)
{
    const scenario::Scenario* scenario = document.scenario();
    if (!scenario)
        return false;
    const view::Source& source = document.source();
    return !areSame(source.added, source.saved) || !source.settings.empty() || !source.profile.empty()
        || source.seed != scenario->seed || !(layout == scenario->layout) || bookmarks != scenario->bookmarks
        || annotations != scenario->annotations;
}

} // namespace connscope::app
