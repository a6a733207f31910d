// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a picture and where they stand.
#include "theme/contrast.h"
#include "theme/marks.h"
#include "theme/runmark.h"
#include "timeline/layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

using theme::Type;

namespace {

constexpr double kTextLeft = 42; // of names, right of the disc
constexpr double kNear = 140; // so far from its cap a text still belongs to it
constexpr double kLeftOut = 0.45; // of its ink a text keeps that the filter leaves out

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
        double x = l.scale.toPixel(place) + capWidth;
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
        // What is left of the socket is a box of its own; the words stand behind it, or in it where it goes on too long.
        bool inBox = false;
        for (auto s = std::lower_bound(track.segments.begin(), track.segments.end(), end->event,
                 [](const Segment&one, std::uint32_t event) { return one.applied < event; });
             s != track.segments.end() && s->connection == end->connection; ++s) {
            if (s->state != theme::LinkState::TimeWait)
                continue;
            const bool last = s + 1 == track.segments.end();
            const double behind
                = last ? l.lanes.right() : l.scale.toPixel(frame.axis->toAxis((s + 1)->position())) + 5;
            inBox = behind > x && x + width > l.scale.toPixel(frame.axis->toAxis(s->position()));
            if (inBox && behind - x < kNear && behind + width <= room) {
                x = behind;
                inBox = false;
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
        const bool left = frame.matches && !frame.matches(ConnectionId {end->connection});
        const QColor full = look.closer(life->closer).hue.text;
        const QColor colour = left ? theme::mixed(look.theme().card, full, kLeftOut) : full;
        const QColor box = theme::stateColour(
            theme::LinkState::TimeWait, frame.data->lanes()[frame.rows[row].lane].role, life->closer, look.theme());
        const QColor edge = left ? theme::mixed(look.theme().card, box, kLeftOut) : box;
        if (isWhole(rect, l) && (labels.empty() || labels.back().row != row || labels.back().rect.right() + 4 < x))
            labels.push_back({Label::Part::End, rect, text, font, colour, Qt::AlignLeft | Qt::AlignVCenter, false,
                static_cast<std::uint32_t>(row), inBox ? edge : QColor()});
    }
}

/// What a break says of itself, from all of it to the least.
class FoldLabel {
public:
    FoldLabel(const Frame& frame, const Layout& l, const Fold& fold)
        : m_look(*frame.look)
        , m_strong(m_look.text(Type::Strong))
        , m_small(m_look.text(Type::Small))
        , m_strongs(m_strong)
        , m_smalls(m_small)
        , m_lanes(l.lanes)
        , m_length(m_look.format().duration(fold.length()))
        , m_short(m_look.format().shortDuration(fold.length()))
        , m_folded(QCoreApplication::translate("Timeline", "folded"))
    {
        const auto [a, b] = frame.axis->placesOf(fold);
        m_left = std::max(l.scale.toPixel(a), l.lanes.left());
        m_right = std::min(l.scale.toPixel(b), l.lanes.right());
        m_height = std::min(l.lanes.height(), l.rowsHeight);
        if (fold.events() > 0)
            m_events = QCoreApplication::translate("Timeline", "%1 events")
                           .arg(m_look.format().shortNumber(static_cast<std::int64_t>(fold.events())));
    }

    void add(std::vector<Label>& labels) const
    {
        if (m_right - m_left < 1 || m_lanes.height() <= 0)
            return; // of a break that is cut by the view's end hardly anything is seen
        if (addLines(labels))
            return;
        // A narrow break is read from below, if need be over its edges and beyond the last row.
        for (const double height : {m_height, m_lanes.height()}) {
            for (const QString& text : {QString(m_length + QChar(0x00A0) + m_folded), m_length, m_short}) {
                if (m_smalls.horizontalAdvance(text) <= height - 4)
                    return addTurned(labels, text, height);
            }
        }
        // Hardly a row: what is shortest, lying.
        const double w = m_smalls.horizontalAdvance(m_short);
        const double x = std::clamp(centre() - w / 2, m_lanes.left(), m_lanes.right() - w);
        if (m_lanes.height() >= m_smalls.height() && w <= m_lanes.width())
            labels.push_back({Label::Part::Fold,
                {x, m_lanes.top() + (std::max(m_height, m_smalls.height()) - m_smalls.height()) / 2, w,
                    m_smalls.height()},
                m_short, m_small, m_look.theme().ink, Qt::AlignCenter, false, 0});
    }

private:
    double centre() const { return (m_left + m_right) / 2; }

    bool addLines(std::vector<Label>& labels) const
    {
        const double width = std::max({m_strongs.horizontalAdvance(m_length), m_smalls.horizontalAdvance(m_folded),
            m_smalls.horizontalAdvance(m_events)});
        const double lines = m_strongs.height() + m_smalls.height() * (m_events.isEmpty() ? 1 : 2);
        if (m_right - m_left < width + 14 || lines > m_height)
            return false;
        double y = m_lanes.top() + (m_height - lines) / 2;
        const auto line = [&](const QString& text, const QFont& font, const QColor& colour) {
            const QFontMetricsF m(font);
            const double w = m.horizontalAdvance(text);
            labels.push_back({Label::Part::Fold, {centre() - w / 2, y, w, m.height()}, text, font, colour,
                Qt::AlignCenter, false, 0});
            y += m.height();
        };
        line(m_length, m_strong, m_look.theme().ink);
        line(m_folded, m_small, m_look.theme().secondary);
        if (!m_events.isEmpty())
            line(m_events, m_small, m_look.theme().secondary);
        return true;
    }

    void addTurned(std::vector<Label>& labels, const QString& text, double height) const
    {
        const double w = m_smalls.horizontalAdvance(text);
        const double x
            = std::clamp(centre() - m_smalls.height() / 2, m_lanes.left(), m_lanes.right() - m_smalls.height());
        labels.push_back({Label::Part::Fold, {x, m_lanes.top() + (height - w) / 2, m_smalls.height(), w}, text,
            m_small, m_look.theme().ink, Qt::AlignCenter, true, 0});
    }

    const theme::Look& m_look;
    QFont m_strong;
    QFont m_small;
    QFontMetricsF m_strongs;
    QFontMetricsF m_smalls;
    QRectF m_lanes;
    QString m_length;
    QString m_short;
    QString m_folded;
    QString m_events;
    double m_left = 0;
    double m_right = 0;
    double m_height = 0; // of the rows
};

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
        if (!isWhole(rect, l) || text.isEmpty())
            return false;
        labels.push_back({part, rect, text, font, colour, Qt::AlignLeft | Qt::AlignVCenter, false,
            static_cast<std::uint32_t>(row)});
        return true;
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
        const double idTop
            = l.twoLines ? centre - (nodes.height() + smalls.height()) / 2 + 0.5 : centre - nodes.height() / 2;
        if (!isWhole({kTextLeft, idTop, idWidth, nodes.height()}, l))
            continue; // without its node id nothing of it is said
        const QString name = laneName(lane, frame.data->document(), row.pinned ? GroupBy::Role : frame.groupBy);
        const auto addRun = [&](double middle) {
            if (lane.run == trace::Origin::Both)
                return 0.0;
            const double side = std::min(theme::runMarkSize(look, Type::Small).width(), place.height - 1);
            if (add(Label::Part::Run, {kTextLeft + idWidth + 7, middle - side / 2, side, side},
                    theme::runLetter(lane.run), small, t.ink, i))
                labels.back().run = lane.run;
            return side + 7;
        };
        if (l.twoLines) {
            add(Label::Part::LaneNode, {kTextLeft, idTop, idWidth, nodes.height()}, id, node, t.ink, i);
            addRun(idTop + nodes.height() / 2);
            const QString shown = elided(small, name, right - kTextLeft);
            add(Label::Part::LaneName,
                {kTextLeft, idTop + nodes.height(), smalls.horizontalAdvance(shown), smalls.height()}, shown, small,
                t.secondary, i);
        } else {
            add(Label::Part::LaneNode, {kTextLeft, idTop, idWidth, nodes.height()}, id, node, t.ink, i);
            const double left = kTextLeft + idWidth + addRun(centre) + 8;
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
        if (l.strips[i].run != trace::Origin::Both)
            continue;
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

std::vector<Label> foldLabels(const Frame& frame, const Layout& l)
{
    std::vector<Label> folds;
    for (const Fold& fold : frame.axis->folds()) {
        const auto [from, to] = frame.axis->placesOf(fold);
        if (to >= frame.range.from && from <= frame.range.to)
            FoldLabel(frame, l, fold).add(folds);
    }
    for (Label& fold : folds)
        fold.behind = frame.look->theme().card;
    return folds;
}

std::vector<Label> contentLabels(const Frame& frame, const Layout& l)
{
    const std::vector<Label> folds = foldLabels(frame, l);
    std::vector<Label> labels;
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        if (frame.rows[i].kind == Row::Kind::Lane && isVisible(l.rows[i], l) && l.rows[i].height >= 15)
            addEnds(frame, l, i, labels);
    }
    // A break has one label, ends have many: they give way.
    std::erase_if(labels, [&folds](const Label& end) {
        return std::any_of(folds.begin(), folds.end(),
            [&end](const Label& fold) { return fold.rect.adjusted(-2, 0, 2, 0).intersects(end.rect); });
    });
    labels.insert(labels.end(), folds.begin(), folds.end());
    return labels;
}

QString foldWords(const Fold& fold, const theme::Format& format)
{
    const QString length = format.duration(fold.length());
    return fold.events() == 0
        ? QCoreApplication::translate("Timeline", "%1 folded: nothing happens in it").arg(length)
        : QCoreApplication::translate("Timeline", "%1 folded, with %2 events of routine")
              .arg(length, format.number(static_cast<std::int64_t>(fold.events())));
}

std::vector<Label> overlayLabels(const Frame& frame, const Layout& l)
{
    const theme::Look& look = *frame.look;
    const theme::Format& format = look.format();
    std::vector<Label> labels;
    const double right = l.names.right();
    const QFont small = look.text(Type::Small);
    const QFont number = look.text(Type::Strong);
    const QFontMetricsF smalls(small);
    const QFontMetricsF numbers(number);
    const QString word = QCoreApplication::translate("Timeline", "open", "connections");
    const double wordWidth = smalls.horizontalAdvance(word);
    for (const OpenStrip& of : l.strips) {
        if (of.broker.isValid())
            continue;
        std::uint32_t open = 0;
        for (const std::uint32_t n : frame.data->openOf(of.run).at(frame.playhead))
            open += n;
        const trace::Twofold* twofold = frame.data->document().twofold();
        const bool isOver = twofold && twofold->isOver(of.run, frame.playhead.at);
        const double middle = of.rect.center().y();
        const QString count
            = isOver ? QStringLiteral("–") : format.number(open); // nothing is open where its run is over
        const double countWidth = numbers.horizontalAdvance(count);
        labels.push_back(
            {Label::Part::Strip, {right - wordWidth, middle - smalls.height() / 2, wordWidth, smalls.height()}, word,
                small, look.theme().secondary, Qt::AlignRight | Qt::AlignVCenter, false, 0});
        labels.push_back({Label::Part::Strip,
            {right - wordWidth - 6 - countWidth, middle - numbers.height() / 2, countWidth, numbers.height()}, count,
            number, look.theme().ink, Qt::AlignRight | Qt::AlignVCenter, false, 0});
        if (of.run == trace::Origin::Both)
            continue;
        const double side = theme::runMarkSize(look, Type::Small).width();
        labels.push_back(
            {Label::Part::Run, {right - wordWidth - 6 - countWidth - 7 - side, middle - side / 2, side, side},
                theme::runLetter(of.run), small, look.theme().ink, Qt::AlignCenter, false, 0});
        labels.back().run = of.run;
    }

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
        const double room
            = std::max(0.0, std::min(l.header.width() * 0.6, l.lanes.right() - frame.headerTaken - smalls.height()));
        const QString text = elided(small, parts.join(QStringLiteral(" · ")), room);
        const double w = smalls.horizontalAdvance(text);
        labels.push_back({Label::Part::Statistics,
            {l.lanes.right() - w, l.header.center().y() - smalls.height() / 2, w, smalls.height()}, text, small,
            look.theme().ink, Qt::AlignRight | Qt::AlignVCenter, false, 0});
    }
    return labels;
}

} // namespace connscope::timeline
