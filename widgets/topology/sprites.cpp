// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/sprites.h"

#include "theme/contrast.h"
#include "theme/marks.h"

#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace connscope::topology {

using theme::Theme;

void Sprites::begin(QPainter& painter, const Stage& stage)
{
    m_stage = &stage;
    m_toPixels = painter.deviceTransform();
    m_vector = !painter.paintEngine() || painter.paintEngine()->type() != QPaintEngine::Raster;
    const qreal scale = m_toPixels.m11() > 0 ? m_toPixels.m11() : 1;
    const qreal radius = stage.metrics.small * 0.36;
    if (scale != m_scale || radius != m_radius)
        m_images.clear();
    m_scale = scale;
    m_radius = radius;
    painter.save();
    if (m_vector)
        return;
    painter.setWorldTransform({});
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_fromPixels = painter.deviceTransform().inverted();
    m_ratio = painter.deviceTransform().m11();
}

void Sprites::end(QPainter& painter) { painter.restore(); }

void Sprites::paint(QPainter& painter, QPointF at, const Dot& dot)
{
    const Kind kind {dot.role, dot.phase == Dot::Phase::Response, dot.echo, dot.dimmed,
        dot.phase == Dot::Phase::AtBroker || dot.phase == Dot::Phase::Queued, dot.lost};
    std::uint32_t index = static_cast<std::uint32_t>(kind.role) << 5U | (kind.response ? 1U : 0U)
        | (kind.echo ? 2U : 0U) | (kind.dimmed ? 4U : 0U) | (kind.waits ? 8U : 0U) | (kind.lost ? 16U : 0U);
    if (m_vector) {
        painter.save();
        painter.translate(at);
        paintMark(painter, kind);
        painter.restore();
        return;
    }
    const QPointF pixel = m_toPixels.map(at);
    const auto quarters = [](qreal v) { return static_cast<std::int64_t>(std::floor(v * kPhases + 0.5)); };
    const std::int64_t x = quarters(pixel.x());
    const std::int64_t y = quarters(pixel.y());
    const auto phaseX = static_cast<std::uint32_t>(x & (kPhases - 1));
    const auto phaseY = static_cast<std::uint32_t>(y & (kPhases - 1));
    index = (index * kPhases + phaseX) * kPhases + phaseY;
    QImage& image = m_images[index];
    if (image.isNull())
        image = make(kind, QPointF(phaseX, phaseY) / kPhases);
    image.setDevicePixelRatio(m_ratio);
    const int half = image.width() / 2;
    painter.drawImage(m_fromPixels.map(QPointF(static_cast<qreal>((x - phaseX) / kPhases) - half,
                          static_cast<qreal>((y - phaseY) / kPhases) - half)),
        image);
}

const QStaticText& Sprites::text(const QString& text, const QFont& font, bool mono, theme::Type type)
{
    constexpr qsizetype kMost = 2000;
    const std::pair key(text, static_cast<int>(type) * 2 + (mono ? 1 : 0));
    const auto known = m_texts.constFind(key);
    if (known != m_texts.constEnd())
        return *known;
    if (m_texts.size() >= kMost)
        m_texts.clear();
    QStaticText made(text);
    made.setTextFormat(Qt::PlainText);
    made.prepare({}, font);
    return *m_texts.insert(key, made);
}

QImage Sprites::make(const Kind& kind, QPointF offset) const
{
    const int half = static_cast<int>(std::ceil((m_radius + (kind.waits || kind.lost ? 5 : 3)) * m_scale)) + 1;
    QImage image(2 * half, 2 * half, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(half + offset.x(), half + offset.y());
    painter.scale(m_scale, m_scale);
    paintMark(painter, kind);
    return image;
}

void Sprites::paintMark(QPainter& painter, const Kind& kind) const
{
    const Theme& theme = m_stage->look.theme();
    // A rim in the card's colour keeps a dot apart from its line.
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.card);
    painter.drawEllipse(QPointF(), m_radius + 2, m_radius + 2);
    const double strength = kind.dimmed ? 0.35 : kind.echo ? 0.6 : 1.0;
    const QColor mark = theme::mixed(theme.card, theme.role(kind.role).mark, strength);
    painter.setPen(QPen(mark, m_radius * 0.4));
    painter.setBrush(kind.response || kind.lost ? theme.card : mark);
    painter.drawEllipse(QPointF(), m_radius * 0.8, m_radius * 0.8);
    if (kind.lost) { // crossed out: told without its colour
        const qreal arm = m_radius + 2;
        painter.setPen(QPen(kind.dimmed ? theme::mixed(theme.card, theme.error, 0.4) : theme.error, 1.8,
            Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(-arm, -arm), QPointF(arm, arm));
        painter.drawLine(QPointF(-arm, arm), QPointF(arm, -arm));
    }
    if (kind.waits) {
        QPen pen(theme.role(kind.role).mark, 1.3);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(), m_radius + 2.5, m_radius + 2.5);
    }
}

} // namespace connscope::topology
