// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/marks.h"
#include "topology/hit.h"
#include "topology/labels.h"
#include "topology/paint.h"
#include "topology/strokes.h"

#include <QPainter>

#include <algorithm>

namespace connscope::topology {

using theme::LinkState;
using theme::Theme;

namespace {

bool isThin(const Placement& placement) { return placement.links.size() >= kManyLinks; }

/// Who began to close, half way; the cross of what was cut off.
void paintEnd(QPainter& painter, const PlacedLink& link, const LinkPicture& picture, const Stage& stage)
{
    const auto cap = capOf(link, picture, stage.metrics);
    if (!cap)
        return;
    const qreal opacity = painter.opacity();
    if (picture.dimmed)
        painter.setOpacity(opacity * 0.4);
    theme::paintCap(painter, cap->at, cap->size, cap->side, stage.look);
    painter.setOpacity(opacity);
}

void paintPorts(QPainter& painter, const PlacedLink& link, const LinkPicture& picture, const Stage& stage, bool thin)
{
    if (picture.shown == LinkPicture::Shown::Nothing)
        return;
    const Theme& theme = stage.look.theme();
    const bool open = picture.open > 0;
    const qreal radius = thin || link.pitch < 9 ? 2 : open ? 4 : 3;
    const QColor mark = open ? theme.role(picture.role).mark : theme.outline;
    painter.setPen(QPen(picture.dimmed ? theme::mixed(theme.card, mark, 0.4) : mark, thin ? 1 : 1.7));
    painter.setBrush(theme.card);
    painter.drawEllipse(link.curve.from, radius, radius);
    // Nothing is at the broker's end before the broker's kernel has answered, and nothing is left there afterwards.
    if (open && picture.state != LinkState::Connecting)
        painter.drawEllipse(link.curve.to, radius, radius);
    else if (picture.isVisible() && picture.broker.tcp != trace::TcpState::None
        && picture.broker.tcp != trace::TcpState::Closed)
        painter.drawEllipse(link.curve.to, radius, radius);
}

/// Of several open connections a cell shows the one that carries records.
int cellRank(Role role)
{
    return role == Role::Data || role == Role::Transaction ? 2 : role == Role::Coordinator ? 1 : 0;
}

/// Cells and tiles of groups: a bar in the colour of what is open there.
void paintOpenCells(QPainter& painter, const Stage& stage, const Scene& scene)
{
    const Theme& theme = stage.look.theme();
    for (std::size_t n = 0; n < stage.placement.nodes.size(); ++n) {
        const PlacedNode& node = stage.placement.nodes[n];
        if (!node.isGroup())
            continue;
        for (std::size_t i = 0; i < node.members.size(); ++i) {
            const auto& places = node.isClientSide() ? stage.cast.clients[node.members[i]].places
                                                     : stage.cast.ends[node.members[i]].places;
            const SlotState* best = nullptr;
            bool idle = true;
            for (std::uint32_t p : places) {
                const SlotState& slot = scene.slotStates[p];
                idle = idle && (slot.idle || !slot.open);
                if (slot.open && (!best || cellRank(slot.role) > cellRank(best->role)))
                    best = &slot;
            }
            if (!best)
                continue;
            QRectF cell = node.cellOf(i);
            const QColor mark = theme.role(best->role).mark;
            if (node.detail == Detail::Tiles)
                cell.setTop(cell.bottom() - 2);
            painter.fillRect(cell, idle ? theme::faded(theme.raised, mark, 0.5) : mark);
        }
    }
}

} // namespace

std::optional<Cap> capOf(const PlacedLink& link, const LinkPicture& picture, const Metrics& metrics)
{
    if (!picture.isVisible() || link.isBundle())
        return std::nullopt;
    const qreal size = metrics.small * 0.95;
    switch (picture.state) {
    case LinkState::ClosingByClient:
    case LinkState::ClosingByBroker:
    case LinkState::BrokerCloseWait:
    case LinkState::TimeWait:
    case LinkState::Ghost:
        if (picture.closer != trace::Side::None && picture.ghost < 0.9)
            return Cap {halfWay(link), size, picture.closer};
        break;
    case LinkState::Reset:
        if (picture.ghost < 0.9)
            return Cap {halfWay(link) - QPointF(size * 0.35, 0), size * 1.2, trace::Side::Network};
        break;
    case LinkState::Refused:
    case LinkState::BackingOff: {
        if (!link.clientChips)
            return Cap {link.curve.at(0.16), size, trace::Side::Network};
        // Behind the word that tells of it.
        const qreal word = picture.state == LinkState::Refused
            ? metrics.smallWidth(refusedWords(picture.closer)) + metrics.chip * 0.8
            : 0;
        const qreal x = link.clientChip.x() + word + size * 0.8;
        return Cap {{x, link.curve.y(x)}, size, trace::Side::Network};
    }
    default:
        // Neither end knows that something between them has let go of it.
        if (picture.forgotten > 0)
            return Cap {halfWay(link) - QPointF(size * 0.35, 0), size * 1.2, trace::Side::Network};
        break;
    }
    return std::nullopt;
}

void paintStrokes(QPainter& painter, const Curve& curve, const std::vector<Stroke>& strokes)
{
    painter.setBrush(Qt::NoBrush);
    for (const Stroke& s : strokes) {
        QPen pen(s.colour, s.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        if (!s.dash.isEmpty())
            pen.setDashPattern(s.dash);
        else if (s.width > 4)
            pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawPath(curve.path(s.u0, s.u1).translated(0, s.offset));
    }
}

void paintLines(QPainter& painter, const Stage& stage, const Scene& scene)
{
    const bool thin = isThin(stage.placement);
    for (std::size_t i = 0; i < scene.links.size(); ++i) {
        const PlacedLink& link = stage.placement.links[i];
        paintStrokes(
            painter, link.curve, strokesOf(scene.links[i], link.isBundle(), stage.look.theme(), thin, gapOf(link)));
    }
}

void paintLinkEnds(QPainter& painter, const Stage& stage, const Scene& scene)
{
    const bool thin = isThin(stage.placement);
    paintOpenCells(painter, stage, scene);
    for (std::size_t i = 0; i < scene.links.size(); ++i) {
        const PlacedLink& link = stage.placement.links[i];
        if (link.pitch >= 5)
            paintPorts(painter, link, scene.links[i], stage, thin);
        if (!thin && scene.links[i].isVisible() && !link.isBundle())
            paintEnd(painter, link, scene.links[i], stage);
    }
}

void paintLinkMarks(QPainter& painter, const Stage& stage, const Scene& scene)
{
    paintLinkEnds(painter, stage, scene);
    for (const BadgePicture& badge : scene.badges) {
        theme::paintBadge(painter, badge.rect.center(), badgeOf(badge), stage.look, theme::Type::Body);
    }
    for (std::size_t i = scene.nodeLabels; i < scene.still.size(); ++i)
        paintLabel(painter, scene.still[i], stage.look);
}

void paintLinks(QPainter& painter, const Stage& stage, const Scene& scene)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintLines(painter, stage, scene);
    paintLinkMarks(painter, stage, scene);
    painter.restore();
}

namespace {

void paintLinkHighlight(QPainter& painter, const Stage& stage, const Scene& scene, std::uint32_t i, bool selected)
{
    const Theme& theme = stage.look.theme();
    const PlacedLink& link = stage.placement.links[i];
    const LinkPicture& picture = scene.links[i];
    QPainterPath glow;
    if (picture.isVisible()) {
        const qreal width = (link.isBundle() ? ribbonWidth(picture.open) : 0) + (selected ? 12 : 9);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(selected ? theme.selection : theme.hover, width, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(link.curve.path());
        glow = QPainterPathStroker(painter.pen()).createStroke(link.curve.path());
        std::vector<Stroke> strokes = strokesOf(picture, link.isBundle(), theme, false, gapOf(link));
        for (Stroke& s : strokes)
            s.width += selected ? 0.5 : 0.2;
        paintStrokes(painter, link.curve, strokes);
        if (!link.isBundle())
            paintEnd(painter, link, picture, stage);
    }
    paintPorts(painter, link, picture, stage, false);
    for (const BadgePicture& badge : scene.badges) {
        if (badge.link == i) {
            theme::paintBadge(
                painter, badge.rect.center(), badgeOf(badge, selected, !selected), stage.look, theme::Type::Body);
        }
    }
    // Texts that the glow went over, there and nowhere else: what is painted twice gets bolder.
    painter.save();
    painter.setClipPath(glow, Qt::IntersectClip);
    for (std::size_t l = scene.nodeLabels; l < scene.still.size(); ++l) {
        if (glow.intersects(scene.still[l].rect))
            paintLabel(painter, scene.still[l], stage.look);
    }
    painter.restore();
}

void paintNodeHighlight(
    QPainter& painter, const Stage& stage, const PlacedNode& node, const QColor& colour, qreal width)
{
    Q_UNUSED(stage);
    painter.setPen(QPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    const qreal radius = node.detail == Detail::Compact ? 7 : 10;
    painter.drawRoundedRect(node.rect.adjusted(-1, -1, 1, 1), radius, radius);
}

/// A frame around a tile or a cell, with paper between, so that it is told from its neighbours however small it is.
void paintMemberHighlight(QPainter& painter, const Stage& stage, const PlacedNode& node, std::uint32_t member,
    const QColor& colour, qreal width)
{
    const auto found = std::find(node.members.begin(), node.members.end(), member);
    if (found == node.members.end())
        return;
    const QRectF frame = memberFrame(node, static_cast<std::size_t>(found - node.members.begin()));
    const qreal radius = node.detail == Detail::Tiles ? 3 : 2;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(stage.look.theme().card, width + 3));
    painter.drawRoundedRect(frame, radius, radius);
    painter.setPen(QPen(colour, width));
    painter.drawRoundedRect(frame, radius, radius);
}

void paintItem(QPainter& painter, const Stage& stage, const Scene& scene, view::Item item, bool selected)
{
    const Theme& theme = stage.look.theme();
    if (item.connection().isValid()) {
        const std::uint32_t slot = stage.cast.slotOf(item.connection());
        if (slot != Cast::kNone)
            paintLinkHighlight(painter, stage, scene, stage.placement.linkOfSlot[slot], selected);
        return;
    }
    if (item.event().isValid() && item.event().value < stage.document.trace().size()) {
        const ConnectionId c = stage.document.trace()[item.event()].connection;
        if (c.isValid())
            paintItem(painter, stage, scene, view::Item::of(c), selected);
        return;
    }
    const std::uint32_t client = item.client().isValid() ? stage.cast.clientAt(item.client()) : Cast::kNone;
    const std::uint32_t end = item.broker().isValid() ? stage.cast.endAt(item.broker()) : Cast::kNone;
    const std::uint32_t node = client != Cast::kNone ? stage.placement.nodeOfClient[client]
        : end != Cast::kNone                         ? stage.placement.nodeOfEnd[end]
                                                     : Cast::kNone;
    if (node == Cast::kNone)
        return;
    const PlacedNode& placed = stage.placement.nodes[node];
    const QColor& colour = selected ? theme.ink : theme.outline;
    const qreal width = selected ? 2 : 1.4;
    if (!placed.isGroup()) {
        paintNodeHighlight(painter, stage, placed, colour, width);
        return;
    }
    // One of a group: its own square, and where to look for it.
    paintNodeHighlight(painter, stage, placed, theme.outline, 1.4);
    paintMemberHighlight(painter, stage, placed, client != Cast::kNone ? client : end, colour, width);
}

void paintGroup(QPainter& painter, const Stage& stage, const Scene& scene, const view::Group& group)
{
    if (group.kind == view::Group::Kind::Connections) {
        for (const std::uint32_t link : linksOf(stage, group))
            paintLinkHighlight(painter, stage, scene, link, true);
        return;
    }
    for (const std::uint32_t node : nodesOf(stage, group))
        paintNodeHighlight(painter, stage, stage.placement.nodes[node], stage.look.theme().ink, 2);
}

} // namespace

void paintHighlight(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (highlight.hovered != highlight.selected)
        paintItem(painter, stage, scene, highlight.hovered, false);
    paintItem(painter, stage, scene, highlight.selected, true);
    if (highlight.group)
        paintGroup(painter, stage, scene, *highlight.group);
    painter.restore();
}

void paintScene(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight, bool ground)
{
    if (ground)
        painter.fillRect(stage.placement.bounds, stage.look.theme().card);
    paintNodes(painter, stage, scene);
    paintLinks(painter, stage, scene);
    paintHighlight(painter, stage, scene, highlight);
    paintMoving(painter, stage, scene);
}

} // namespace connscope::topology
