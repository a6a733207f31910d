// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/paint.h"
#include "topology/sprites.h"

#include <QPainter>

#include <cmath>

namespace connscope::topology {

using theme::Theme;

namespace {

/// Bars across the link whose height is the number of messages in that piece of it.
void paintStream(QPainter& painter, const Stage& stage, const Stream& stream)
{
    const Theme& theme = stage.look.theme();
    const PlacedLink& link = stage.placement.links[stream.link];
    const Curve& curve = link.curve;
    const qreal start = wayFrom(link, stage.metrics);
    const QColor mark = theme.role(stream.role).mark;
    constexpr auto kBins = static_cast<double>(Stream::kBins);
    for (std::size_t b = 0; b < Stream::kBins; ++b) {
        const QPointF at = curve.at(start + (1 - start) * (static_cast<double>(b) + 0.5) / kBins);
        const auto height = [](std::uint16_t count) { return std::min(2.0 + 2.2 * std::log2(1.0 + count), 12.0); };
        if (stream.requests[b] > 0)
            painter.fillRect(
                QRectF(at.x() - 2, at.y() - height(stream.requests[b]), 4, height(stream.requests[b])), mark);
        if (stream.responses[b] > 0) {
            painter.setPen(QPen(mark, 1.2));
            painter.setBrush(theme.card);
            painter.drawRect(QRectF(at.x() - 2, at.y() + 1, 4, height(stream.responses[b])));
        }
    }
}

} // namespace

void paintMoving(QPainter& painter, const Stage& stage, const Scene& scene, Sprites* kept)
{
    Sprites own;
    Sprites& sprites = kept ? *kept : own;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const Stream& stream : scene.traffic.streams)
        paintStream(painter, stage, stream);
    sprites.begin(painter, stage);
    for (const Dot& dot : scene.traffic.dots)
        sprites.paint(painter, dotPlace(dot, stage.placement.links[dot.link], stage.metrics), dot);
    sprites.end(painter);
    for (const Label& label : scene.moving)
        paintLabel(painter, label, stage.look, &sprites);
    painter.restore();
}

} // namespace connscope::topology
