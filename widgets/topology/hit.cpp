// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/hit.h"

#include <QLineF>

#include <algorithm>

namespace connscope::topology {

view::Item itemOf(const Cast& cast, const PlacedNode& node, std::uint32_t member)
{
    if (member == Cast::kNone) {
        if (node.isGroup())
            return {};
        member = node.members.front();
    }
    return node.isClientSide() ? view::Item::of(cast.clients[member].id) : view::Item::of(cast.ends[member].broker);
}

Hit hitTest(const Stage& stage, const Scene& scene, QPointF at, qreal tolerance)
{
    Hit hit;
    const Placement& placement = stage.placement;
    const qreal dotRadius = stage.metrics.small * 0.45 + tolerance / 2;
    for (std::size_t i = scene.traffic.dots.size(); i-- > 0;) {
        const Dot& dot = scene.traffic.dots[i];
        if (QLineF(dotPlace(dot, placement.links[dot.link], stage.metrics), at).length() > dotRadius)
            continue;
        hit.dot = i;
        hit.link = dot.link;
        hit.item = view::Item::request(dot.request);
        return hit;
    }
    for (const BadgePicture& badge : scene.badges) {
        if (!badge.rect.contains(at))
            continue;
        hit.link = badge.link;
        hit.onBadge = true;
        hit.item = view::Item::of(scene.links[badge.link].connection);
        return hit;
    }
    for (std::uint32_t n = 0; n < placement.nodes.size(); ++n) {
        const PlacedNode& node = placement.nodes[n];
        if (!node.rect.contains(at))
            continue;
        hit.node = n;
        // The node ids in a card's column stand for their links.
        for (std::uint32_t l : node.links) {
            if (scene.links[l].shown != LinkPicture::Shown::Nothing && node.isClientSide() && !node.isGroup()
                && std::abs(placement.links[l].curve.from.y() - at.y())
                    <= std::min(placement.links[l].pitch, 24.0) / 2
                && at.x() > node.rect.right() - stage.metrics.widestBadge * 0.8) {
                hit.link = l;
                hit.node = Cast::kNone;
                hit.onBadge = true;
                hit.item = view::Item::of(scene.links[l].connection);
                return hit;
            }
        }
        for (std::size_t i = 0; node.isGroup() && i < node.members.size(); ++i) {
            if (node.cellOf(i).contains(at))
                hit.member = node.members[i];
        }
        hit.item = itemOf(stage.cast, node, hit.member);
        return hit;
    }
    qreal best = tolerance;
    for (std::uint32_t l = 0; l < placement.links.size(); ++l) {
        const Curve& curve = placement.links[l].curve;
        if (!scene.links[l].isVisible()
            || !QRectF(curve.from, curve.to).normalized().adjusted(-best, -best, best, best).contains(at))
            continue;
        if (const qreal distance = curve.distance(at); distance <= best) {
            best = distance;
            hit.link = l;
        }
    }
    if (hit.link != Cast::kNone && !placement.links[hit.link].isBundle())
        hit.item = view::Item::of(scene.links[hit.link].connection);
    return hit;
}

namespace {

void addConnections(view::Group& group, const Cast& cast, const std::vector<std::uint32_t>& places)
{
    for (const std::uint32_t slot : places) {
        const auto& of = cast.places[slot].connections;
        group.connections.insert(group.connections.end(), of.begin(), of.end());
    }
}

template <typename T>
void makeAscending(std::vector<T>& ids)
{
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

} // namespace

view::Group groupOf(const Cast& cast, const PlacedNode& node)
{
    view::Group group;
    group.kind = node.isClientSide() ? view::Group::Kind::Clients : view::Group::Kind::Addresses;
    for (const std::uint32_t member : node.members) {
        if (node.isClientSide()) {
            group.clients.push_back(cast.clients[member].id);
            addConnections(group, cast, cast.clients[member].places);
            continue;
        }
        addConnections(group, cast, cast.ends[member].places);
        if (cast.ends[member].broker.isValid()) {
            group.kind = view::Group::Kind::Brokers;
            group.brokers.push_back(cast.ends[member].broker);
        }
    }
    makeAscending(group.clients);
    makeAscending(group.brokers);
    makeAscending(group.connections);
    return group;
}

view::Group groupOf(const Cast& cast, const PlacedLink& link)
{
    view::Group group;
    addConnections(group, cast, link.places);
    makeAscending(group.connections);
    return group;
}

std::vector<std::uint32_t> nodesOf(const Stage& stage, const view::Group& group)
{
    std::vector<std::uint32_t> out;
    for (const ClientId id : group.clients) {
        if (const std::uint32_t at = stage.cast.clientAt(id); at != Cast::kNone)
            out.push_back(stage.placement.nodeOfClient[at]);
    }
    for (const BrokerId id : group.brokers) {
        if (const std::uint32_t at = stage.cast.endAt(id); at != Cast::kNone)
            out.push_back(stage.placement.nodeOfEnd[at]);
    }
    if (group.kind == view::Group::Kind::Addresses) {
        for (const std::uint32_t link : linksOf(stage, group))
            out.push_back(stage.placement.links[link].end);
    }
    makeAscending(out);
    return out;
}

std::vector<std::uint32_t> linksOf(const Stage& stage, const view::Group& group)
{
    std::vector<std::uint32_t> out;
    for (const ConnectionId id : group.connections) {
        if (const std::uint32_t slot = stage.cast.slotOf(id); slot != Cast::kNone)
            out.push_back(stage.placement.linkOfSlot[slot]);
    }
    makeAscending(out);
    return out;
}

QRectF rectOf(const Stage& stage, view::Item item, const view::Group* group)
{
    const Placement& placement = stage.placement;
    if (group) {
        QRectF out;
        for (const std::uint32_t node : nodesOf(stage, *group))
            out = out.united(placement.nodes[node].rect);
        if (group->kind != view::Group::Kind::Connections)
            return out;
        for (const std::uint32_t link : linksOf(stage, *group)) {
            const Curve& curve = placement.links[link].curve;
            out = out.united(QRectF(curve.from, curve.to).normalized().adjusted(-1, -1, 1, 1));
        }
        return out;
    }
    ConnectionId connection = item.connection();
    if (item.event().isValid() && item.event().value < stage.document.trace().size())
        connection = stage.document.trace()[item.event()].connection;
    if (connection.isValid()) {
        const std::uint32_t slot = stage.cast.slotOf(connection);
        if (slot == Cast::kNone)
            return {};
        const Curve& curve = placement.links[placement.linkOfSlot[slot]].curve;
        return QRectF(curve.from, curve.to).normalized().adjusted(-1, -1, 1, 1);
    }
    const std::uint32_t client = item.client().isValid() ? stage.cast.clientAt(item.client()) : Cast::kNone;
    const std::uint32_t end = item.broker().isValid() ? stage.cast.endAt(item.broker()) : Cast::kNone;
    if (client == Cast::kNone && end == Cast::kNone)
        return {};
    const std::uint32_t member = client != Cast::kNone ? client : end;
    const PlacedNode& node
        = placement.nodes[client != Cast::kNone ? placement.nodeOfClient[client] : placement.nodeOfEnd[end]];
    for (std::size_t i = 0; node.isGroup() && i < node.members.size(); ++i) {
        if (node.members[i] == member)
            return node.cellOf(i);
    }
    return node.rect;
}

} // namespace connscope::topology
