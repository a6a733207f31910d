// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/runmark.h"
#include "topology/labels.h"
#include "topology/linefield.h"
#include "topology/takenroom.h"
#include "topology/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace connscope::topology {

using theme::Type;

namespace {

/// Of more links than these the names' places are not chosen by where lines are.
constexpr std::size_t kMostLines = 60;
constexpr int kOnEnds = 100; // worse than any line that bends
constexpr int kAcross = 2; // its own line through a name from side to side: as bad as one of another behind it

class MovingLabels {
public:
    MovingLabels(Scene& scene, const Stage& stage)
        : m_scene(scene)
        , m_m(stage.metrics)
        , m_stage(stage)
        , m_lines(scene, stage.placement, kMostLines)
    {
        for (const PlacedNode& node : stage.placement.nodes)
            m_taken.add(node.rect);
        // The level ends of lines: a name that lies on one seems to be its.
        for (std::size_t i = 0; i < scene.links.size() && scene.links.size() <= kMostLines; ++i) {
            if (!scene.links[i].isVisible())
                continue;
            const Curve& c = stage.placement.links[i].curve;
            m_ends.add({c.from.x(), c.from.y() - 1, std::max(1.0, c.lead - c.from.x()), 2});
            m_ends.add({c.trail, c.to.y() - 1, std::max(1.0, c.to.x() - c.trail), 2});
        }
        for (const BadgePicture& badge : scene.badges)
            m_taken.add(badge.rect);
        for (std::size_t i = scene.nodeLabels; i < scene.still.size(); ++i)
            m_taken.add(scene.still[i].rect);
        for (std::size_t i = 0; i < scene.links.size(); ++i) {
            if (const auto cap = capOf(stage.placement.links[i], scene.links[i], m_m))
                m_taken.add(cap->rect());
        }
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
        }
        // These give way to any of those.
        for (std::size_t i = 0; i < m_scene.links.size(); ++i) {
            const LinkPicture& picture = m_scene.links[i];
            const PlacedLink& link = m_stage.placement.links[i];
            if (picture.isVisible() && !picture.dimmed && link.clientChips && picture.backoff)
                backoff(*picture.backoff, link, picture);
        }
    }

    /// The answer of a host where nobody listens, until the client has it.
    void resets()
    {
        for (std::size_t i = 0; i < m_scene.links.size(); ++i) {
            const PlacedLink& link = m_stage.placement.links[i];
            const LinkPicture& picture = m_scene.links[i];
            if (!picture.isVisible() || !picture.reset)
                continue;
            Label label;
            label.link = static_cast<std::uint32_t>(i);
            label.text = QStringLiteral("RST");
            label.mono = true;
            label.shape = Label::Shape::StateChip;
            label.ink = Label::Ink::OfCloser;
            label.side = trace::Side::Network;
            label.align = Qt::AlignCenter;
            label.dimmed = picture.dimmed;
            // Between the word at the client's end and the broker, so that both can be read.
            qreal first = wayFrom(link, m_m);
            for (std::size_t l = m_scene.nodeLabels; l < m_scene.still.size(); ++l) {
                const QRectF& other = m_scene.still[l].rect;
                if (link.clientChips && std::abs(other.center().y() - link.clientChip.y()) < 1
                    && other.left() >= link.clientChip.x() - 1 && other.right() < link.curve.to.x())
                    first = std::max(first, link.curve.u(other.right() + 4));
            }
            const qreal width = m_m.monoSmallWidth(label.text) + m_m.chip * 0.6;
            const QPointF at = link.curve.at(first + (1 - first) * *picture.reset);
            const qreal left = std::min(at.x() - width / 2, link.curve.to.x() - width - 2);
            const qreal height = std::min(chipHeight(link, true, m_m), chipHeight(link, false, m_m));
            label.rect = QRectF(left, at.y() - height / 2, width, height);
            m_taken.add(label.rect);
            m_scene.moving.push_back(std::move(label));
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
            Dot whole;
            whole.link = stream.link;
            whole.role = stream.role;
            whole.dimmed = m_scene.links[stream.link].dimmed;
            place(text, link.curve.at(0.55), 7, whole);
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
            // What stands still keeps its name where it is; what travels past it finds another place.
            const bool stands = dot.lost || dot.phase == Dot::Phase::Queued || dot.phase == Dot::Phase::AtBroker;
            return first ? 0 : dot.echo ? 3 : stands ? 1 : 2;
        };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        constexpr std::size_t kMost = 60; // more names than this are not read
        if (order.size() > kMost)
            order.resize(kMost);
        for (std::size_t i : order)
            dot(m_scene.traffic.dots[i]);
    }

private:
    /// Of a name: anywhere near its dot; there, but not on a line's end; right behind the dot before any other place.
    enum class Where : std::uint8_t { Anywhere, OffEnds, BehindFirst };

    std::uint32_t indexOf(const PlacedLink& link) const
    {
        return static_cast<std::uint32_t>(&link - m_stage.placement.links.data());
    }

    void countdown(const theme::Countdown& countdown, const PlacedLink& link, bool client)
    {
        Label label;
        label.link = indexOf(link);
        label.shape = Label::Shape::Countdown;
        label.countdown = countdown;
        // The client looks at its limit when it polls, the broker when its processor comes round.
        const bool due = countdown.left.count() <= 0;
        label.text = !due                          ? theme::countdownText(countdown, m_stage.look)
            : countdown.who == trace::Side::Client ? Words::tr("next poll")
                                                   : Words::tr("due");
        label.ink = Label::Ink::Ink;
        label.side = countdown.who;
        qreal width = m_m.smallWidth(label.text) + m_m.chip * 1.5;
        if (const qreal room = m_stage.placement.chipWidth - 4; width > room) {
            // A little less air; then the ring alone tells.
            if (due)
                label.text = Words::tr("due");
            width = m_m.smallWidth(label.text) + m_m.chip * 1.15;
            if (width > room + 4) {
                label.text.clear();
                width = m_m.chip;
            }
        }
        const qreal height = chipHeight(link, client, m_m);
        label.rect = client ? QRectF(link.clientChip.x(), link.clientChip.y() - height / 2, width, height)
                            : QRectF(link.endChip.x() - width, link.endChip.y() - height / 2, width, height);
        if (!client && link.endPitch < height && !m_taken.isFree(label.rect))
            return;
        m_taken.add(label.rect);
        m_scene.moving.push_back(std::move(label));
    }

    void backoff(Duration left, const PlacedLink& link, const LinkPicture& picture)
    {
        Label label;
        label.link = indexOf(link);
        label.text = Words::tr("may try again in %1").arg(m_stage.look.format().shortDuration(left));
        label.ink = Label::Ink::Secondary;
        label.shape = Label::Shape::Halo;
        label.rect
            = QRectF(link.curve.lead, link.curve.from.y() - m_m.small / 2, m_m.smallWidth(label.text) + 2, m_m.small);
        // The mark of who ended it is in the way, and what still stands there says why it failed; this comes behind them.
        if (const auto cap = capOf(link, picture, m_m); cap && cap->rect().intersects(label.rect))
            label.rect.moveLeft(cap->rect().right() + 4);
        for (std::size_t i = m_scene.nodeLabels; i < m_scene.still.size(); ++i) {
            const QRectF& other = m_scene.still[i].rect;
            if (other.intersects(label.rect))
                label.rect.moveLeft(other.right() + 6);
        }
        // On its line, where that is behind the bend: its plate is wider than the words, so that no stroke runs into them.
        label.rect.adjust(0, 0, 6, 0);
        label.align = Qt::AlignCenter;
        std::optional<QRectF> best;
        int fewest = std::numeric_limits<int>::max();
        constexpr qreal kStep = 6;
        for (QRectF rect = label.rect; rect.right() <= link.curve.to.x() - 4 && fewest > 0;
             rect.translate(kStep, 0)) {
            rect.moveTop(link.curve.y(rect.center().x()) - m_m.small / 2);
            const int crossed = m_lines.crossed(rect, label.link);
            if (crossed >= fewest || !m_taken.isFree(rect))
                continue;
            fewest = crossed;
            best = rect;
        }
        if (!best)
            return; // the pointer tells it
        label.rect = *best;
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
        else if (dot.lost)
            text = dot.phase == Dot::Phase::Request ? Words::tr("%1 lost").arg(text)
                                                    : Words::tr("answer to %1 lost").arg(text);
        else if (dot.unread)
            text = Words::tr("%1 not read yet").arg(text);
        // Where ends lie close together a name beside one would seem to be the neighbour's; the pointer tells it.
        const bool crowded = dot.phase == Dot::Phase::AtBroker ? link.endPitch < 2 * m_m.small
            : dot.phase == Dot::Phase::Queued                  ? link.pitch < 2 * m_m.small
                                                               : false;
        // What nobody reads lies at the ends of several links, and is told alike: on its line, where that has room.
        const Where where = dot.unread ? Where::BehindFirst : crowded ? Where::OffEnds : Where::Anywhere;
        place(text, dotPlace(dot, link, m_m), m_m.small * 0.42, dot, where);
    }

    /// Above the point, below it, or beside it, wherever nothing lies yet.
    /// What one of two runs alone sends has its letter before the name; where no name finds room, the letter.
    void place(const QString& text, QPointF at, qreal radius, const Dot& dot, Where where = Where::Anywhere)
    {
        const qreal side = dot.run == trace::Origin::Both ? 0 : theme::runMarkSize(m_stage.look, Type::Small).width();
        const qreal letter = side > 0 ? side + 4 : 0;
        const std::optional<QRectF> rect = room(m_m.monoSmallWidth(text) + 2 + letter, at, radius, where, dot.link);
        if (rect) {
            Label label;
            label.link = dot.link;
            label.text = text;
            label.rect = rect->adjusted(letter, 0, 0, 0);
            label.mono = true;
            label.shape = Label::Shape::Halo;
            label.role = dot.role;
            label.align = Qt::AlignCenter;
            label.dimmed = dot.dimmed;
            m_scene.moving.push_back(std::move(label));
        }
        if (side <= 0)
            return;
        const QRectF above(at.x() - side / 2, at.y() - radius - 2 - m_m.small, side, m_m.small);
        letterOf(dot, rect ? *rect : room(side, at, radius, Where::Anywhere, dot.link).value_or(above), side);
    }

    void letterOf(const Dot& dot, const QRectF& rect, qreal side)
    {
        Label label;
        label.link = dot.link;
        label.shape = Label::Shape::Run;
        label.rect = {rect.left(), rect.center().y() - side / 2, side, side};
        label.run = dot.run;
        label.text = theme::runLetter(dot.run);
        label.align = Qt::AlignCenter;
        label.dimmed = dot.dimmed;
        m_scene.moving.push_back(std::move(label));
    }

    /// A line's height of room that is taken by it; none where all is taken.
    std::optional<QRectF> room(qreal width, QPointF at, qreal radius, Where where, std::uint32_t own)
    {
        const qreal above = at.y() - radius - 2 - m_m.small;
        const qreal below = at.y() + radius + 2;
        const qreal level = at.y() - m_m.small / 2;
        const qreal further = 2 * radius + 2; // beyond another dot
        const std::array<QPointF, 12> tries {{
            {at.x() - width / 2, above},
            {at.x() - width / 2, below},
            {at.x() - width + radius, above},
            {at.x() - width + radius, below},
            {at.x() - radius, above},
            {at.x() - radius, below},
            {at.x() - width - radius - 4, level}, // on its own line, which ends before the words
            {at.x() + radius + 4, level},
            {at.x() - width - radius - 4 - further, level},
            {at.x() + radius + 4 + further, level},
            {at.x() - width - radius, above}, // short of a line that bends where the dot is
            {at.x() - width - radius, below},
        }};
        constexpr std::size_t kFirstOnLine = 6;
        constexpr std::size_t kLastOnLine = 9;
        constexpr std::size_t kBehind = 7;
        // Where no line passes; else where it is its own; else where the fewest do.
        std::optional<QRectF> best;
        int fewest = std::numeric_limits<int>::max();
        const Curve& line = m_stage.placement.links[own].curve;
        for (std::size_t n = 0; n < tries.size(); ++n) {
            const std::size_t i = where != Where::BehindFirst || n > kBehind ? n : n == 0 ? kBehind : n - 1;
            const bool isOnLine = i >= kFirstOnLine && i <= kLastOnLine;
            const bool isBefore = isOnLine && (i - kFirstOnLine) % 2 == 0;
            const qreal air = isOnLine ? 4 : 0;
            const QRectF rect(tries[i].x() - (isBefore ? 2 * air : 0), tries[i].y(), width + 2 * air, m_m.small);
            // Lines may be just as far apart as lines of text: those touch.
            const qreal touch = isOnLine ? 0.5 : 0;
            if (!m_taken.isFree(rect.adjusted(0, touch, 0, -touch)) || !m_stage.placement.bounds.contains(rect))
                continue;
            if (where == Where::OffEnds && !m_ends.isFree(rect))
                continue;
            const int others = m_lines.crossed(rect, own);
            const bool isOnOwn = m_lines.crossed(rect, kNoLink) > others;
            const bool isAcross = isOnOwn && std::abs(line.y(rect.left()) - line.y(rect.right())) > m_m.small * 0.25;
            const int crossed = (m_lines.isOnLevel(rect, own) ? kOnEnds : 0) + 2 * others
                + (i > kLastOnLine ? 1 : 0) // so far from the dot, close to another line
                + (isAcross       ? kAcross
                        : isOnOwn ? 1
                                  : 0);
            if (where == Where::BehindFirst && n == 0 && others == 0 && !isAcross) {
                best = rect;
                break;
            }
            if (crossed >= fewest)
                continue;
            fewest = crossed;
            best = rect;
            if (crossed == 0)
                break;
        }
        if (best)
            m_taken.add(*best);
        return best;
    }

    Scene& m_scene;
    const Metrics& m_m;
    const Stage& m_stage;
    TakenRoom m_taken;
    TakenRoom m_ends; // the level ends of lines
    LineField m_lines;
};

} // namespace

void addMovingLabels(Scene& scene, const Stage& stage, view::Item selected, view::Item hovered)
{
    MovingLabels labels(scene, stage);
    labels.countdowns();
    labels.resets();
    labels.streams();
    labels.dots(selected, hovered);
}

} // namespace connscope::topology
