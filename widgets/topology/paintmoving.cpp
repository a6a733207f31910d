// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/contrast.h"
#include "theme/marks.h"
#include "topology/paint.h"

#include <QImage>
#include <QPainter>

#include <array>
#include <cmath>
#include <optional>

namespace connscope::topology {

using theme::Theme;

namespace {

/// Dots by role and kind, drawn once for a picture: an image costs a tenth of an ellipse.
class Sprites {
public:
    Sprites(const Stage& stage, qreal scale)
        : m_stage(stage)
        , m_scale(scale)
        , m_radius(stage.metrics.small * 0.36)
    {
    }

    void paint(QPainter& painter, QPointF at, Role role, bool response, bool echo, bool dimmed)
    {
        const std::size_t index
            = ((static_cast<std::size_t>(role) * 2 + (response ? 1U : 0U)) * 2 + (echo ? 1U : 0U)) * 2
            + (dimmed ? 1U : 0U);
        std::optional<QImage>& image = m_images[index];
        if (!image)
            image = make(role, response, echo, dimmed);
        const qreal side = image->width() / m_scale;
        painter.drawImage(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), *image);
    }

private:
    QImage make(Role role, bool response, bool echo, bool dimmed) const
    {
        const int side = static_cast<int>(std::ceil((2 * m_radius + 6) * m_scale));
        QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_scale, m_scale);
        const Theme& theme = m_stage.look.theme();
        const QPointF centre(side / m_scale / 2, side / m_scale / 2);
        // A rim in the card's colour keeps a dot apart from its line.
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.card);
        painter.drawEllipse(centre, m_radius + 2, m_radius + 2);
        const double strength = dimmed ? 0.35 : echo ? 0.6 : 1.0;
        const QColor mark = theme::mixed(theme.card, theme.role(role).mark, strength);
        painter.setPen(QPen(mark, m_radius * 0.4));
        painter.setBrush(response ? theme.card : mark);
        painter.drawEllipse(centre, m_radius * 0.8, m_radius * 0.8);
        return image;
    }

    const Stage& m_stage;
    qreal m_scale;
    qreal m_radius;
    std::array<std::optional<QImage>, static_cast<std::size_t>(kRoleCount) * 8> m_images;
};

/// Bars across the link whose height is the number of messages in that piece of it.
void paintStream(QPainter& painter, const Stage& stage, const Stream& stream)
{
    const Theme& theme = stage.look.theme();
    const Curve& curve = stage.placement.links[stream.link].curve;
    const QColor mark = theme.role(stream.role).mark;
    constexpr auto kBins = static_cast<double>(Stream::kBins);
    for (std::size_t b = 0; b < Stream::kBins; ++b) {
        const QPointF at = curve.at((static_cast<double>(b) + 0.5) / kBins);
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

/// The ring around what waits.
void paintWaiting(QPainter& painter, QPointF at, qreal radius, Role role, const Theme& theme)
{
    QPen pen(theme.role(role).mark, 1.3);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, radius, radius);
}

} // namespace

void paintMoving(QPainter& painter, const Stage& stage, const Scene& scene)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const Stream& stream : scene.traffic.streams)
        paintStream(painter, stage, stream);
    const qreal scale = painter.deviceTransform().m11();
    Sprites sprites(stage, scale > 0 ? scale : 1);
    for (const Dot& dot : scene.traffic.dots) {
        const QPointF at = dotPlace(dot, stage.placement.links[dot.link], stage.metrics);
        sprites.paint(painter, at, dot.role, dot.phase == Dot::Phase::Response, dot.echo, dot.dimmed);
        if (dot.phase == Dot::Phase::AtBroker || dot.phase == Dot::Phase::Queued)
            paintWaiting(painter, at, stage.metrics.small * 0.36 + 2.5, dot.role, stage.look.theme());
    }
    for (const Label& label : scene.moving)
        paintLabel(painter, label, stage.look);
    painter.restore();
}

} // namespace connscope::topology
