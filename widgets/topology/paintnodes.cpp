// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/contrast.h"
#include "topology/labels.h"
#include "topology/paint.h"

#include <QPainter>

#include <cmath>

namespace connscope::topology {

using theme::Theme;

namespace {

QPen dashed(const QColor& colour, qreal width)
{
    QPen pen(colour, width);
    pen.setDashPattern({4, 3});
    return pen;
}

/// A sign in the corner for each mood, so that none is told by colour or words alone.
void paintSign(QPainter& painter, QPointF at, qreal size, Mood mood, const Theme& theme)
{
    painter.setBrush(Qt::NoBrush);
    switch (mood) {
    case Mood::Paused:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ink);
        painter.drawRect(QRectF(at.x() - size * 0.5, at.y() - size / 2, size * 0.32, size));
        painter.drawRect(QRectF(at.x() + size * 0.18, at.y() - size / 2, size * 0.32, size));
        break;
    case Mood::Slow:
        painter.setPen(QPen(theme.ink, 1.6));
        painter.drawEllipse(at, size / 2, size / 2);
        painter.drawLine(at, at + QPointF(0, -size * 0.34));
        painter.drawLine(at, at + QPointF(size * 0.26, 0));
        break;
    case Mood::Down:
    case Mood::Killed:
        painter.setPen(QPen(theme.error, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(at + QPointF(-size, -size) * 0.45, at + QPointF(size, size) * 0.45);
        painter.drawLine(at + QPointF(-size, size) * 0.45, at + QPointF(size, -size) * 0.45);
        break;
    case Mood::Closed:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.closer(trace::Side::Client).mark);
        painter.drawRoundedRect(QRectF(at.x() - 1.5, at.y() - size / 2, 3, size), 1.5, 1.5);
        break;
    default:
        break;
    }
}

void paintCard(QPainter& painter, const Stage& stage, const PlacedNode& node, const NodePicture& picture)
{
    const Theme& theme = stage.look.theme();
    const qreal radius = node.detail == Detail::Compact ? 6 : 9;
    const QRectF rect = node.rect.adjusted(0.5, 0.5, -0.5, -0.5);
    QPen pen(theme.hairline, 1.2);
    QBrush brush(theme.raised);
    switch (picture.mood) {
    case Mood::NotYet:
        pen = dashed(theme.outline, 1.2);
        brush = theme.card;
        break;
    case Mood::Address:
        pen = dashed(theme.role(Role::Bootstrap).mark, 1.5);
        break;
    case Mood::Down:
        pen = dashed(theme.outline, 1.2);
        brush = theme.card;
        break;
    case Mood::Closed:
    case Mood::Killed:
        brush = theme.card;
        break;
    default:
        break;
    }
    painter.setPen(pen);
    painter.setBrush(brush);
    painter.drawRoundedRect(rect, radius, radius);
    if (picture.mood == Mood::Down) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(theme.hairline, Qt::BDiagPattern));
        painter.drawRoundedRect(rect, radius, radius);
    }
    if (picture.reveal > 0) {
        // The address has just turned out to be this broker.
        QColor glow = theme.role(Role::Bootstrap).mark;
        glow.setAlphaF(static_cast<float>(picture.reveal));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(glow, 1.5 + 3 * picture.reveal));
        painter.drawRoundedRect(rect, radius, radius);
    }
    const qreal size = stage.metrics.small * 0.7;
    if (!signOf(picture.mood))
        return;
    // Beside a compact card's name: at its right stand node ids.
    if (node.detail == Detail::Compact)
        return paintSign(painter, compactRows(node, stage.placement, stage.metrics, true).sign.center(), size,
            picture.mood, theme);
    paintSign(painter,
        {node.rect.right() - stage.metrics.pad - size / 2,
            node.rect.top() + stage.metrics.pad * 0.8 + stage.metrics.title / 2},
        size, picture.mood, theme);
}

/// The square of a member that is there and has nothing open: smaller than one that has.
QRectF restingCell(const QRectF& cell)
{
    const qreal inset = cell.width() >= 6 ? std::round(cell.width() / 4) : 0;
    return cell.adjusted(inset, inset, -inset, -inset);
}

/// Cells tell a member's state by their form: a small square, a frame, crossed out; a large square is painted over it where
/// something is open.
void paintCells(QPainter& painter, const Stage& stage, const PlacedNode& node, const NodePicture& picture)
{
    const Theme& theme = stage.look.theme();
    const bool tiles = node.detail == Detail::Tiles;
    const bool wasSmooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false); // squares on whole pixels
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < node.members.size(); ++i) {
        const QRectF cell = node.cellOf(i);
        switch (picture.cells[i]) {
        case Mood::Normal:
        case Mood::Slow:
        case Mood::Paused:
            if (tiles)
                painter.fillRect(cell, theme.card);
            else
                painter.fillRect(restingCell(cell), theme.outline);
            break;
        case Mood::Down:
        case Mood::Killed:
            painter.fillRect(cell, QBrush(theme.outline, Qt::DiagCrossPattern));
            break;
        case Mood::Address:
        case Mood::NotYet:
        case Mood::Closed:
            painter.setPen(
                QPen(picture.cells[i] == Mood::Address ? theme.role(Role::Bootstrap).mark : theme.outline, 0));
            painter.drawRect((tiles ? cell : restingCell(cell)).adjusted(0, 0, -1, -1));
            break;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, wasSmooth);
}

} // namespace

void paintNodes(QPainter& painter, const Stage& stage, const Scene& scene)
{
    const Theme& theme = stage.look.theme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const RackFrame& rack : stage.placement.racks) {
        painter.setPen(QPen(theme.hairline, 1));
        painter.setBrush(theme::mixed(theme.card, theme.paper, 0.6));
        painter.drawRoundedRect(rack.rect.adjusted(0.5, 0.5, -0.5, -0.5), 12, 12);
    }
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
        const PlacedNode& node = stage.placement.nodes[i];
        paintCard(painter, stage, node, scene.nodes[i]);
        if (node.isGroup())
            paintCells(painter, stage, node, scene.nodes[i]);
    }
    for (std::size_t i = 0; i < scene.nodeLabels; ++i)
        paintLabel(painter, scene.still[i], stage.look);
    painter.restore();
}

} // namespace connscope::topology
