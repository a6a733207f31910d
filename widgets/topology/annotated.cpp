// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/annotated.h"

#include "annotation/anchors.h"
#include "topology/hit.h"

#include <algorithm>

namespace connscope::topology {

namespace {

using Kind = scenario::AnchorName::Kind;

constexpr int kPointsOnCurve = 24;
constexpr std::size_t kMostLinks = 200; // of more, words may cover any

/// The end that an address leads to: one of that key, or the broker that advertises it.
std::uint32_t endOf(const Cast& cast, const annotation::Anchor& anchor)
{
    if (anchor.kind == Kind::Broker)
        return cast.endAt(anchor.broker);
    const QString address = QString::fromStdString(anchor.address);
    for (std::uint32_t e = 0; e < cast.ends.size(); ++e) {
        if (cast.ends[e].key == "address " + anchor.address)
            return e;
    }
    for (std::uint32_t e = 0; e < cast.ends.size(); ++e) {
        if (cast.ends[e].address == address)
            return e;
    }
    return Cast::kNone;
}

/// A link is where its badge is; the whole curve would lie under all others.
QRectF placeOf(const PlacedLink& link)
{
    if (!link.badge.isNull())
        return link.badge;
    if (!link.id.isNull())
        return link.id;
    return {link.curve.at(0.5) - QPointF(3, 3), QSizeF(6, 6)};
}

QRectF memberRect(const Placement& placement, std::uint32_t node, std::uint32_t member)
{
    const PlacedNode& placed = placement.nodes[node];
    for (std::size_t i = 0; placed.isGroup() && i < placed.members.size(); ++i) {
        if (placed.members[i] == member)
            return placed.cellOf(i);
    }
    return placed.rect;
}

annotation::Room roomOf(const Stage& stage, double reserved)
{
    annotation::Room room;
    const Placement& placement = stage.placement;
    room.rect = placement.bounds.adjusted(6, 6, -6, -6 - reserved);
    for (const PlacedNode& node : placement.nodes)
        room.taken.push_back(node.rect);
    for (const PlacedLink& link : placement.links) {
        for (const QRectF& rect : {link.badge, link.id}) {
            if (!rect.isNull())
                room.taken.push_back(rect);
        }
        const qreal chip = stage.metrics.chip;
        if (link.clientChips)
            room.taken.emplace_back(link.clientChip.x(), link.clientChip.y() - chip / 2, placement.chipWidth, chip);
        if (link.endChips)
            room.taken.emplace_back(
                link.endChip.x() - placement.chipWidth, link.endChip.y() - chip / 2, placement.chipWidth, chip);
        if (placement.links.size() > kMostLinks)
            continue;
        for (int i = 0; i <= kPointsOnCurve; ++i)
            room.lines.push_back(link.curve.at(static_cast<double>(i) / kPointsOnCurve));
    }
    return room;
}

} // namespace

void Annotated::layOut(const Stage& stage, std::span<const scenario::Annotation> annotations, double reserved)
{
    m_marks.clear();
    m_when.assign(annotations.size(), {});
    if (annotations.empty())
        return;
    const annotation::Anchors anchors(stage.document);
    std::vector<annotation::Place> places(annotations.size());
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const scenario::Annotation& one = annotations[i];
        if (one.view != scenario::Annotation::View::Topology)
            continue;
        m_when[i] = {one.from, one.to, {}};
        for (const std::string& text : one.anchors) {
            const auto anchor = anchors.find(text);
            if (!anchor)
                continue;
            Thing thing;
            QRectF rect;
            if (anchor->kind == Kind::Connection) {
                for (const ConnectionId connection : anchor->connections) {
                    const std::uint32_t slot = stage.cast.slotOf(connection);
                    if (slot != Cast::kNone
                        && std::find(thing.places.begin(), thing.places.end(), slot) == thing.places.end())
                        thing.places.push_back(slot);
                }
                if (thing.places.empty())
                    continue;
                if (anchor->number > 0)
                    thing.only = anchor->connections.front();
                rect = placeOf(stage.placement.links[stage.placement.linkOfSlot[thing.places.back()]]);
            } else if (anchor->kind == Kind::Client) {
                thing.client = stage.cast.clientAt(anchor->client);
                if (thing.client == Cast::kNone)
                    continue;
                rect = memberRect(stage.placement, stage.placement.nodeOfClient[thing.client], thing.client);
            } else {
                const std::uint32_t end = endOf(stage.cast, *anchor);
                if (end == Cast::kNone)
                    continue;
                rect = memberRect(stage.placement, stage.placement.nodeOfEnd[end], end);
            }
            places[i].rects.push_back(rect);
            m_when[i].things.push_back(std::move(thing));
        }
    }
    m_marks = annotation::layOutMarks(annotations, places, roomOf(stage, reserved), stage.look);
}

bool Annotated::isThere(const Thing& thing, const Stage& stage, const Scene& scene)
{
    if (thing.client != Cast::kNone)
        return stage.cast.clients[thing.client].created <= scene.at;
    if (thing.places.empty())
        return true; // brokers and addresses always have their place
    return std::any_of(thing.places.begin(), thing.places.end(), [&](std::uint32_t slot) {
        const std::uint32_t place = stage.placement.linkOfSlot[slot];
        const LinkPicture& link = scene.links[place];
        if (stage.placement.links[place].isBundle())
            return scene.slotStates[slot].open;
        return link.isVisible() && (!thing.only.isValid() || link.connection == thing.only);
    });
}

std::vector<annotation::Mark> Annotated::seen(const Stage& stage, const Scene& scene) const
{
    std::vector<annotation::Mark> out;
    for (const annotation::Mark& mark : m_marks) {
        const When& when = m_when[mark.index];
        if ((when.from && scene.at < *when.from) || (when.to && *when.to < scene.at))
            continue;
        if (std::all_of(when.things.begin(), when.things.end(),
                [&](const Thing& thing) { return isThere(thing, stage, scene); }))
            out.push_back(mark);
    }
    return out;
}

} // namespace connscope::topology
