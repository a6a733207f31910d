// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a picture and where they stand.
#include "timeline/layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

using theme::Type;

namespace {

constexpr double kTextLeft = 42; // of names, right of the disc

bool isVisible(const RowPlace& row, const Layout& l)
{
    return row.top + row.height > l.lanes.top() + 0.5 && row.top < l.lanes.bottom() - 0.5;
}

/// Whether the rectangle is wholly within the view of the rows: half a line of text is not shown.
bool isWhole(const QRectF& rect, const Layout& l)
{
    return rect.top() >= l.lanes.top() - 0.5 && rect.bottom() <= l.lanes.bottom() + 0.5;
}

QString elided(const QFont& font, const QString& text, double width)
{
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

/// The end of a connection's life in words: beside its cap, as far as the next thing of its lane.
void addEnds(const Frame& frame, const Layout& l, std::size_t row, std::vector<Label>& labels)
{
    const LaneTrack& track = frame.data->segments().track(frame.rows[row].lane);
    const theme::Look& look = *frame.look;
    const QFont font = look.text(Type::Small);
    const QFontMetricsF metrics(font);
    const double capWidth = std::max(2.5, l.rows[row].strip.height() * 0.6) + 11;
    const auto from = std::partition_point(track.ends.begin(), track.ends.end(),
        [&](const End& end) { return frame.axis->ofEvent(EventId {end.event}) < frame.range.from; });
    int tried = 0;
    for (auto end = from; end != track.ends.end() && tried < 400; ++end, ++tried) {
        const double place = frame.axis->ofEvent(EventId {end->event});
        const double x = l.scale.toPixel(place) + capWidth;
        if (x > l.lanes.right())
            break;
        const trace::ConnectionLife* life = frame.data->document().life(ConnectionId {end->connection});
        if (!life)
            continue;
        const QString text = endWords(life->closer, life->closeRule);
        const double width = metrics.horizontalAdvance(text);
        double room = l.lanes.right();
        if (end + 1 != track.ends.end())
            room = std::min(room, l.scale.toPixel(frame.axis->ofEvent(EventId {(end + 1)->event})));
        // The next connection of the lane begins with the first of its segments after this end.
        const auto next = std::upper_bound(track.segments.begin(), track.segments.end(), end->event + 1,
            [](std::uint32_t applied, const Segment& s) { return applied < s.applied; });
        for (auto s = next; s != track.segments.end() && s - next < 12; ++s) {
            if (s->connection != end->connection) {
                room = std::min(room, l.scale.toPixel(frame.axis->toAxis(s->position())) - 4);
                break;
            }
        }
        for (const Fold& fold : frame.axis->folds()) {
            const double foldFrom = l.scale.toPixel(frame.axis->placesOf(fold).first);
            if (foldFrom > x - capWidth) {
                room = std::min(room, foldFrom - 6);
                break;
            }
        }
        if (text.isEmpty() || x + width > room)
            continue;
        const QRectF rect(x, l.rows[row].strip.center().y() - metrics.height() / 2, width, metrics.height());
        if (isWhole(rect, l) && (labels.empty() || labels.back().row != row || labels.back().rect.right() + 4 < x))
            labels.push_back({Label::Part::End, rect, text, font, look.closer(life->closer).hue.text,
                Qt::AlignLeft | Qt::AlignVCenter, false, static_cast<std::uint32_t>(row)});
    }
}

void addFold(const Frame& frame, const Layout& l, const Fold& fold, std::vector<Label>& labels)
{
    const theme::Look& look = *frame.look;
    const auto [a, b] = frame.axis->placesOf(fold);
    const double left = std::max(l.scale.toPixel(a), l.lanes.left());
    const double right = std::min(l.scale.toPixel(b), l.lanes.right());
    const double height = std::min(l.lanes.height(), l.rowsHeight);
    if (right - left < 8 || height <= 0)
        return;
    const QString length = look.format().duration(fold.length());
    const QString folded = QCoreApplication::translate("Timeline", "folded");
    const QString events = fold.events() == 0
        ? QString()
        : QCoreApplication::translate("Timeline", "%1 events")
              .arg(look.format().shortNumber(static_cast<std::int64_t>(fold.events())));
    const QFont strong = look.text(Type::Strong);
    const QFont small = look.text(Type::Small);
    const QFontMetricsF strongMetrics(strong);
    const QFontMetricsF smallMetrics(small);
    const double width = std::max({strongMetrics.horizontalAdvance(length), smallMetrics.horizontalAdvance(folded),
        smallMetrics.horizontalAdvance(events)});
    const QPointF centre((left + right) / 2, l.lanes.top() + height / 2);
    const auto add
        = [&](const QRectF& rect, const QString& text, const QFont& font, const QColor& colour, bool vertical) {
              labels.push_back({Label::Part::Fold, rect, text, font, colour, Qt::AlignCenter, vertical, 0});
          };
    if (right - left >= width + 14) {
        const double lines = strongMetrics.height() + smallMetrics.height() * (events.isEmpty() ? 1 : 2);
        if (lines > height)
            return;
        double y = centre.y() - lines / 2;
        const auto line = [&](const QString& text, const QFont& font, const QColor& colour) {
            const QFontMetricsF m(font);
            const double w = m.horizontalAdvance(text);
            add(QRectF(centre.x() - w / 2, y, w, m.height()), text, font, colour, false);
            y += m.height();
        };
        line(length, strong, look.theme().ink);
        line(folded, small, look.theme().secondary);
        if (!events.isEmpty())
            line(events, small, look.theme().secondary);
        return;
    }
    // A narrow break is read from below.
    const QString text = length + QChar(0x00A0) + folded;
    for (const QString& candidate : {text, length}) {
        const double w = smallMetrics.horizontalAdvance(candidate);
        if (right - left < smallMetrics.height() + 2 || w > height - 8)
            continue;
        add(QRectF(centre.x() - smallMetrics.height() / 2, centre.y() - w / 2, smallMetrics.height(), w), candidate,
            small, look.theme().ink, true);
        return;
    }
}

} // namespace

std::vector<Label> nameLabels(const Frame& frame, const Layout& l)
{
    const theme::Look& look = *frame.look;
    const theme::Theme& t = look.theme();
    QFont node = look.mono(Type::Body);
    node.setWeight(QFont::DemiBold);
    const QFont small = look.text(Type::Small);
    const QFont strong = look.text(Type::Strong);
    const QFontMetricsF nodes(node);
    const QFontMetricsF smalls(small);
    const QFontMetricsF strongs(strong);
    const double right = l.names.right();
    std::vector<Label> labels;
    const auto add = [&](Label::Part part, const QRectF& rect, const QString& text, const QFont& font,
                         const QColor& colour, std::size_t row) {
        if (isWhole(rect, l) && !text.isEmpty())
            labels.push_back({part, rect, text, font, colour, Qt::AlignLeft | Qt::AlignVCenter, false,
                static_cast<std::uint32_t>(row)});
    };
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        const Row& row = frame.rows[i];
        const RowPlace& place = l.rows[i];
        if (!isVisible(place, l))
            continue;
        const double centre = place.top + place.height / 2;
        if (row.kind == Row::Kind::Group) {
            const QString count = row.lanes == 1
                ? QCoreApplication::translate("Timeline", "1 lane")
                : QCoreApplication::translate("Timeline", "%1 lanes").arg(look.format().number(row.lanes));
            const double countWidth = smalls.horizontalAdvance(count);
            const double left = 30;
            const double roomForName = right - left - countWidth - 10;
            const QString name = groupName(row.group, frame.groupBy, frame.data->document());
            const bool hasCount = strongs.horizontalAdvance(name) <= roomForName;
            const QString shown = elided(strong, name, hasCount ? roomForName : right - left);
            const double w = strongs.horizontalAdvance(shown);
            add(Label::Part::Group, {left, centre - strongs.height() / 2, w, strongs.height()}, shown, strong, t.ink,
                i);
            if (hasCount)
                add(Label::Part::GroupCount,
                    {right - countWidth, centre - smalls.height() / 2, countWidth, smalls.height()}, count, small,
                    t.secondary, i);
            continue;
        }
        if (place.height < nodes.height() - 2)
            continue; // an overview: names come with the pointer
        const Lane& lane = frame.data->lanes()[row.lane];
        const QString id = laneNode(lane);
        const double idWidth = nodes.horizontalAdvance(id);
        const QString name = laneName(lane, frame.data->document(), row.pinned ? GroupBy::Role : frame.groupBy);
        if (l.twoLines) {
            const double top = centre - (nodes.height() + smalls.height()) / 2 + 0.5;
            add(Label::Part::LaneNode, {kTextLeft, top, idWidth, nodes.height()}, id, node, t.ink, i);
            const QString shown = elided(small, name, right - kTextLeft);
            add(Label::Part::LaneName,
                {kTextLeft, top + nodes.height(), smalls.horizontalAdvance(shown), smalls.height()}, shown, small,
                t.secondary, i);
        } else {
            add(Label::Part::LaneNode, {kTextLeft, centre - nodes.height() / 2, idWidth, nodes.height()}, id, node,
                t.ink, i);
            const double left = kTextLeft + idWidth + 8;
            if (right - left > 50) {
                const QString shown = elided(small, name, right - left);
                add(Label::Part::LaneName,
                    {left, centre - smalls.height() / 2, smalls.horizontalAdvance(shown), smalls.height()}, shown,
                    small, t.secondary, i);
            }
        }
    }
    // Strips of single brokers.
    for (std::size_t i = 1; i < l.strips.size(); ++i) {
        const QString text = QCoreApplication::translate("Timeline", "broker %1").arg(l.strips[i].broker.value);
        const double w = smalls.horizontalAdvance(text);
        labels.push_back(
            {Label::Part::Strip, {right - w, l.strips[i].rect.center().y() - smalls.height() / 2, w, smalls.height()},
                text, small, t.secondary, Qt::AlignRight | Qt::AlignVCenter, false, 0});
    }
    return labels;
}

std::vector<Label> axisLabels(const Frame& frame, const Layout& l)
{
    const theme::Look& look = *frame.look;
    const QFont font = look.mono(Type::Small);
    const QFontMetricsF metrics(font);
    std::vector<Label> labels;
    const Tick* last = nullptr; // that has a label
    for (const Tick& tick : l.ticks) {
        if (tick.label.isEmpty())
            continue;
        // Where an axis is stretched, two ticks may lie closer in time than their labels tell: once is enough.
        if (last && last->label == tick.label && last->second == tick.second)
            continue;
        last = &tick;
        QRectF rect(tick.labelLeft, l.axis.top() + 7, tick.labelWidth, metrics.height());
        const auto add = [&](Label::Part part, const QString& text, const QColor& colour) {
            const double w = metrics.horizontalAdvance(text);
            // Under its tick, as far as the label's room lets it.
            QRectF own = rect;
            own.setWidth(w);
            own.moveLeft(std::clamp(tick.x - w / 2, rect.left(), std::max(rect.left(), rect.right() - w)));
            labels.push_back({part, own, text, font, colour, Qt::AlignHCenter | Qt::AlignVCenter, false, 0});
            rect.translate(0, metrics.height());
        };
        const bool both = !tick.second.isEmpty();
        add(Label::Part::Tick, tick.label, both ? look.theme().ink : look.theme().secondary);
        if (both)
            add(Label::Part::TickSecond, tick.second, look.theme().secondary);
    }
    return labels;
}

std::vector<Label> contentLabels(const Frame& frame, const Layout& l)
{
    std::vector<Label> labels;
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        if (frame.rows[i].kind == Row::Kind::Lane && isVisible(l.rows[i], l) && l.rows[i].height >= 15)
            addEnds(frame, l, i, labels);
    }
    std::vector<Label> folds;
    for (const Fold& fold : frame.axis->folds()) {
        const auto [from, to] = frame.axis->placesOf(fold);
        if (to >= frame.range.from && from <= frame.range.to)
            addFold(frame, l, fold, folds);
    }
    labels.insert(labels.end(), folds.begin(), folds.end());
    return labels;
}

std::vector<Label> overlayLabels(const Frame& frame, const Layout& l)
{
    const theme::Look& look = *frame.look;
    const theme::Format& format = look.format();
    std::vector<Label> labels;
    std::uint32_t open = 0;
    for (const std::uint32_t n : frame.data->open().at(frame.playhead))
        open += n;
    const double right = l.names.right();
    const QRectF strip = l.strips.front().rect;
    const QFont small = look.text(Type::Small);
    const QFont number = look.text(Type::Strong);
    const QFontMetricsF smalls(small);
    const QFontMetricsF numbers(number);
    const QString word = QCoreApplication::translate("Timeline", "open", "connections");
    const double wordWidth = smalls.horizontalAdvance(word);
    const QString count = format.number(open);
    const double countWidth = numbers.horizontalAdvance(count);
    labels.push_back({Label::Part::Strip,
        {right - wordWidth, strip.center().y() - smalls.height() / 2, wordWidth, smalls.height()}, word, small,
        look.theme().secondary, Qt::AlignRight | Qt::AlignVCenter, false, 0});
    labels.push_back({Label::Part::Strip,
        {right - wordWidth - 6 - countWidth, strip.center().y() - numbers.height() / 2, countWidth, numbers.height()},
        count, number, look.theme().ink, Qt::AlignRight | Qt::AlignVCenter, false, 0});

    if (frame.selectedRange) {
        const trace::Trace& trace = frame.data->document().trace();
        const RangeStatistics s = frame.data->totals().between(
            trace, trace.lowerBound(frame.selectedRange->from), trace.upperBound(frame.selectedRange->to));
        const auto n = [&](std::uint64_t value) { return format.shortNumber(static_cast<std::int64_t>(value)); };
        const QStringList parts {QStringLiteral("Δt ") + format.duration(frame.selectedRange->length()),
            QCoreApplication::translate("Timeline", "%1 requests").arg(n(s.requests)),
            QCoreApplication::translate("Timeline", "%1 sent").arg(format.bytes(s.sentBytes)),
            QCoreApplication::translate("Timeline", "%1 received").arg(format.bytes(s.receivedBytes)),
            QCoreApplication::translate("Timeline", "%1 opened").arg(n(s.opened)),
            QCoreApplication::translate("Timeline", "%1 closed").arg(n(s.closed))};
        const double room = l.header.width() * 0.6;
        const QString text = elided(small, parts.join(QStringLiteral(" · ")), room);
        const double w = smalls.horizontalAdvance(text);
        labels.push_back({Label::Part::Statistics,
            {l.lanes.right() - w, l.header.center().y() - smalls.height() / 2, w, smalls.height()}, text, small,
            look.theme().ink, Qt::AlignRight | Qt::AlignVCenter, false, 0});
    }
    return labels;
}

} // namespace connscope::timeline
