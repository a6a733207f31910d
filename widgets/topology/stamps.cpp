// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/stamps.h"

#include "theme/badge.h"
#include "topology/paint.h"

#include <QPainter>

#include <algorithm>
#include <tuple>
#include <utility>

namespace connscope::topology {

namespace {

/// An image of the device pixels around \a rect with what \a draw draws there.
template <typename Draw>
std::pair<QImage, QPoint> made(const QRectF& rect, const QTransform& view, Draw draw)
{
    // Strokes reach beyond what they go round, and a text may be a little wider than it was measured.
    const QRect pixels = view.mapRect(rect).toAlignedRect().adjusted(-12, -4, 12, 4);
    QImage image(pixels.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setTransform(view * QTransform::fromTranslate(-pixels.left(), -pixels.top()));
    draw(painter);
    return {image, pixels.topLeft()};
}

/// What counts down is never still.
bool isAlike(const Label& a, const Label& b)
{
    const auto fields = [](const Label& l) {
        return std::tie(l.rect, l.text, l.type, l.mono, l.ink, l.shape, l.align, l.role, l.side, l.dimmed);
    };
    return !a.countdown && !b.countdown && fields(a) == fields(b);
}

} // namespace

void Stamps::clear()
{
    m_badges.clear();
    m_texts.clear();
}

void Stamps::paint(QPainter& painter, const Stage& stage, const Scene& scene, const QTransform& view)
{
    painter.save();
    painter.setTransform({});
    m_badges.resize(std::max(m_badges.size(), scene.badges.size()));
    for (std::size_t i = 0; i < scene.badges.size(); ++i) {
        const BadgePicture& badge = scene.badges[i];
        Badge& stamp = m_badges[i];
        if (stamp.image.isNull() || stamp.picture != badge) {
            std::tie(stamp.image, stamp.at) = made(badge.rect, view, [&](QPainter& on) {
                theme::paintBadge(on, badge.rect.center(), badgeOf(badge), stage.look, theme::Type::Body);
            });
            stamp.picture = badge;
        }
        painter.drawImage(stamp.at, stamp.image);
    }
    const std::size_t texts = scene.still.size() - scene.nodeLabels;
    m_texts.resize(std::max(m_texts.size(), texts));
    for (std::size_t i = 0; i < texts; ++i) {
        const Label& label = scene.still[scene.nodeLabels + i];
        Text& stamp = m_texts[i];
        if (stamp.image.isNull() || !isAlike(stamp.label, label)) {
            std::tie(stamp.image, stamp.at)
                = made(label.rect, view, [&](QPainter& on) { paintLabel(on, label, stage.look); });
            stamp.label = label;
        }
        painter.drawImage(stamp.at, stamp.image);
    }
    painter.restore();
}

} // namespace connscope::topology
