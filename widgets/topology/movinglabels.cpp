// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/labels.h"
#include "topology/takenroom.h"
#include "topology/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace connscope::topology {

using theme::Type;

namespace {

class MovingLabels {
public:
    MovingLabels(Scene& scene, const Stage& stage)
        : m_scene(scene)
        , m_m(stage.metrics)
        , m_stage(stage)
    {
        for (const PlacedNode& node : stage.placement.nodes)
            m_taken.add(node.rect);
        for (const BadgePicture& badge : scene.badges)
            m_taken.add(badge.rect);
        for (std::size_t i = scene.nodeLabels; i < scene.still.size(); ++i)
            m_taken.add(scene.still[i].rect);
    }

    void countdowns()
    {
        for (std::size_t i = 0; i < m_scene.links.size(); ++i) {
            const PlacedLink& link = m_stage.placement.links[i];
            const LinkPicture& picture = m_scene.links[i];
            if (!picture.isVisible() || picture.dimmed)
                continue;
            if (link.clientChips && picture.client.countdown)
                countdown(*picture.client.countdown, link, true);
            if (link.endChips && picture.broker.countdown)
                countdown(*picture.broker.countdown, link, false);
            if (link.clientChips && picture.backoff)
                backoff(*picture.backoff, link);
        }
    }

    void streams()
    {
        for (const Stream& stream : m_scene.traffic.streams) {
            const PlacedLink& link = m_stage.placement.links[stream.link];
            const auto perSecond = static_cast<std::int64_t>(std::llround(stream.perSecond));
            const QString rate = perSecond < 1 ? Words::tr("< 1/s")
                                               : Words::tr("%1/s").arg(m_stage.look.format().shortNumber(perSecond));
            const std::string_view api = apiName(stream.api);
            const QString text
                = rate + QStringLiteral(" ") + QString::fromLatin1(api.data(), static_cast<qsizetype>(api.size()));
            place(text, link.curve.at(0.55), stream.role, 7);
        }
    }

    void dots(view::Item selected, view::Item hovered)
    {
        // No name lies on another's dot.
        const qreal radius = m_m.small * 0.4;
        for (const Dot& dot : m_scene.traffic.dots) {
            const QPointF at = dotPlace(dot, m_stage.placement.links[dot.link], m_m);
            m_taken.add({at.x() - radius, at.y() - radius, 2 * radius, 2 * radius});
        }
        std::vector<std::size_t> order(m_scene.traffic.dots.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        const auto rank = [&](std::size_t i) {
            const Dot& dot = m_scene.traffic.dots[i];
            const ConnectionId c = m_scene.links[dot.link].connection;
            const bool first = (selected.connection().isValid() && selected.connection() == c)
                || (hovered.connection().isValid() && hovered.connection() == c);
            return first ? 0 : dot.echo ? 2 : 1;
        };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        constexpr std::size_t kMost = 60; // more names than this are not read
        if (order.size() > kMost)
            order.resize(kMost);
        for (std::size_t i : order)
            dot(m_scene.traffic.dots[i]);
    }

private:
    void countdown(const theme::Countdown& countdown, const PlacedLink& link, bool client)
    {
        Label label;
        label.shape = Label::Shape::Countdown;
        label.countdown = countdown;
        label.text = theme::countdownText(countdown, m_stage.look);
        label.ink = Label::Ink::Ink;
        label.side = countdown.who;
        const qreal width = std::min(m_m.smallWidth(label.text) + m_m.chip * 1.5, m_stage.placement.chipWidth - 4);
        label.rect = client ? QRectF(link.clientChip.x(), link.clientChip.y() - m_m.chip / 2, width, m_m.chip)
                            : QRectF(link.endChip.x() - width, link.endChip.y() - m_m.chip / 2, width, m_m.chip);
        m_taken.add(label.rect);
        m_scene.moving.push_back(std::move(label));
    }

    void backoff(Duration left, const PlacedLink& link)
    {
        Label label;
        label.text = Words::tr("tries again in %1").arg(m_stage.look.format().shortDuration(left));
        label.ink = Label::Ink::Secondary;
        label.shape = Label::Shape::Halo;
        label.rect
            = QRectF(link.curve.lead, link.curve.from.y() - m_m.small / 2, m_m.smallWidth(label.text) + 2, m_m.small);
        // What still stands there says why it failed; this comes behind it.
        for (std::size_t i = m_scene.nodeLabels; i < m_scene.still.size(); ++i) {
            const QRectF& other = m_scene.still[i].rect;
            if (other.intersects(label.rect))
                label.rect.moveLeft(other.right() + 6);
        }
        m_taken.add(label.rect);
        m_scene.moving.push_back(std::move(label));
    }

    void dot(const Dot& dot)
    {
        const PlacedLink& link = m_stage.placement.links[dot.link];
        const std::string_view api = apiName(dot.api);
        QString text = QString::fromLatin1(api.data(), static_cast<qsizetype>(api.size()));
        if (dot.correlation >= 0)
            text += QStringLiteral(" %1").arg(dot.correlation);
        if (dot.phase == Dot::Phase::Queued || dot.phase == Dot::Phase::AtBroker)
            text = Words::tr("%1 waits").arg(text);
        else if (dot.unread)
            text = Words::tr("%1 not read yet").arg(text);
        place(text, dotPlace(dot, link, m_m), dot.role, m_m.small * 0.42);
    }

    /// Above the point, below it, or beside it, wherever nothing lies yet.
    void place(const QString& text, QPointF at, Role role, qreal radius)
    {
        const qreal width = m_m.monoSmallWidth(text) + 2;
        const qreal above = at.y() - radius - 2 - m_m.small;
        const qreal below = at.y() + radius + 2;
        const std::array<QPointF, 6> tries {{
            {at.x() - width / 2, above},
            {at.x() - width / 2, below},
            {at.x() - width + radius, above},
            {at.x() - width + radius, below},
            {at.x() - radius, above},
            {at.x() - radius, below},
        }};
        for (const QPointF& corner : tries) {
            const QRectF rect(corner, QSizeF(width, m_m.small));
            if (!m_taken.isFree(rect) || !m_stage.placement.bounds.contains(rect))
                continue;
            Label label;
            label.text = text;
            label.rect = rect;
            label.mono = true;
            label.shape = Label::Shape::Halo;
            label.role = role;
            label.align = Qt::AlignCenter;
            m_taken.add(rect);
            m_scene.moving.push_back(std::move(label));
            return;
        }
    }

    Scene& m_scene;
    const Metrics& m_m;
    const Stage& m_stage;
    TakenRoom m_taken;
};

} // namespace

void addMovingLabels(Scene& scene, const Stage& stage, view::Item selected, view::Item hovered)
{
    MovingLabels labels(scene, stage);
    labels.countdowns();
    labels.streams();
    labels.dots(selected, hovered);
}

} // namespace connscope::topology
