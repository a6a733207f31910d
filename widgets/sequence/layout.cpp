// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/layout.h"

#include "analysis/language.h"
#include "sequence/words.h"
#include "view/marks.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace connscope::sequence {

using theme::Type;
using trace::Side;

namespace {

constexpr double kEdge = 12; // to the sides
constexpr double kGap = 6; // between the parts of a label
constexpr double kHeadOfArrow = 16; // which a label keeps clear of
constexpr double kWidest = 340; // from column to column
constexpr double kNarrowEdge = 5; // of a narrow chart
constexpr double kLeastAir = 12; // around a name in a narrow column
const QString kDot = QStringLiteral(" · ");

analysis::Language languageOf(const theme::Look& look)
{
    return look.language() == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
}

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

class Maker {
public:
    Maker(const Chart& chart, const view::Document& document, const theme::Look& look)
        : m_chart(chart)
        , m_document(document)
        , m_trace(document.trace())
        , m_look(look)
        , m_small(look.text(Type::Small))
        , m_mono(look.mono(Type::Small))
        , m_title(look.text(Type::Title))
    {
        m_line = std::ceil(std::max(m_small.height(), m_mono.height()));
        findAmbiguous();
    }

    double natural()
    {
        double widest = 0;
        for (const Message& m : m_chart.messages) {
            const ArrowLabel label = labelOf(m);
            if (!label.title.isEmpty() || label.runWidth > 0)
                widest = std::max(widest, needed(label));
        }
        double across = 0; // what stands over all columns
        for (const Row& row : m_chart.rows) {
            if (row.kind == Row::Kind::Routine)
                widest = std::max(widest, needed(labelOf(row)));
            else if (row.kind == Row::Kind::Read)
                widest = std::max(widest, needed(readLabelOf(m_chart.messages[row.end.message])));
            else if (row.kind == Row::Kind::Silence)
                across = std::max(across, m_small.horizontalAdvance(silenceText(row).join(kDot)));
        }
        for (const Host& host : m_chart.hosts)
            widest = std::max(widest, m_title.horizontalAdvance(nameOf(host)) + 24);
        const double columns = static_cast<double>(m_chart.hosts.size()) * (widest + 2 * kHeadOfArrow);
        return gutter() + 2 * m_edge + std::max(columns, across);
    }

    double least()
    {
        m_edge = kNarrowEdge;
        double spacing = 0;
        for (const Host& host : m_chart.hosts) {
            for (const QString& part : broken(nameOf(host)))
                spacing = std::max(spacing, m_small.horizontalAdvance(part) + kLeastAir);
        }
        double across = 0; // what stands over several columns
        const auto cover = [&](const ArrowLabel& label) {
            if (!label.title.isEmpty() || label.runWidth > 0)
                across = std::max(across, needed(label) + kHeadOfArrow);
        };
        for (const Message& m : m_chart.messages)
            cover(labelOf(m));
        for (const Row& row : m_chart.rows) {
            if (row.kind == Row::Kind::Routine)
                cover(labelOf(row));
            else if (row.kind == Row::Kind::Read)
                cover(readLabelOf(m_chart.messages[row.end.message]));
            else if (row.kind == Row::Kind::Silence) {
                for (const QString& part : silenceText(row))
                    across = std::max(across, m_small.horizontalAdvance(part) + kLeastAir);
            }
        }
        const auto count = static_cast<double>(m_chart.hosts.size());
        return std::ceil(gutter() + 2 * m_edge + std::max(spacing * count, across));
    }

    Layout make(double width)
    {
        m_edge = width < natural() - 1 ? kNarrowEdge : kEdge;
        m_layout.width = width;
        m_layout.line = m_line;
        m_layout.edge = m_edge;
        placeColumns();
        placeRows();
        return std::move(m_layout);
    }

private:
    // -- words --

    QString nameOf(const Host& host) const
    {
        const auto language = languageOf(m_look);
        if (host.isClient())
            return QString::fromStdString(m_document.names().client(host.client, language));
        if (host.broker.isValid())
            return Words::tr("broker %1").arg(host.broker.value);
        const QString address = fromView(m_trace.text(host.address));
        return address.isEmpty() ? Words::tr("unknown") : address.section(QLatin1Char('/'), 0, 0);
    }
    QString lineOf(const Host& host) const
    {
        if (host.isClient()) {
            for (const EventId id : m_document.landmarks().all()) {
                const trace::Event& e = m_trace[id];
                if (e.kind == trace::EventKind::ClientCreated && e.client == host.client)
                    return fromView(analysis::clientKindWord(
                        static_cast<trace::ClientKind>(std::clamp<std::int64_t>(e.value, 0, 3)), languageOf(m_look)));
            }
            return {};
        }
        if (host.broker.isValid()) {
            for (const EventId id : m_document.landmarks().all()) {
                const trace::Event& e = m_trace[id];
                if (e.kind == trace::EventKind::BrokerUp && e.broker == host.broker)
                    return fromView(m_trace.text(e.text)).section(QLatin1Char(' '), 0, 0);
            }
            return {};
        }
        return fromView(m_trace.text(host.address)).section(QLatin1Char('/'), 1);
    }

    /// In two lines, behind a mark in it, so that the longer one is as short as can be.
    QStringList broken(const QString& name) const
    {
        QStringList best {name};
        double shortest = m_small.horizontalAdvance(name);
        for (qsizetype i = 1; i < name.size(); ++i) {
            if (!QStringView(u"-._ ").contains(name[i - 1]))
                continue;
            const QStringList parts {name.left(i).trimmed(), name.mid(i)};
            const double longer = std::max(m_small.horizontalAdvance(parts[0]), m_small.horizontalAdvance(parts[1]));
            if (longer < shortest) {
                shortest = longer;
                best = parts;
            }
        }
        return best;
    }

    /// Responses that nothing but their name tells from others on their way between the same hosts.
    void findAmbiguous()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> open;
        std::map<std::tuple<ConnectionId, std::int32_t>, bool> shared;
        m_needsName.assign(m_chart.messages.size(), false);
        for (std::size_t i = 0; i < m_chart.messages.size(); ++i) {
            const Message& m = m_chart.messages[i];
            if (m.isSegment())
                continue;
            const auto pair = std::pair(m_chart.clientOf(m.connection), m_chart.brokerOf(m.connection));
            if (m.kind == Message::Kind::Request) {
                if (++open[pair] > 1) {
                    for (auto& [key, several] : shared) {
                        if (m_chart.brokerOf(std::get<0>(key)) == pair.second
                            && m_chart.clientOf(std::get<0>(key)) == pair.first)
                            several = true;
                    }
                }
                shared[{m.connection, m.correlation}] = open[pair] > 1;
                continue;
            }
            const auto found = shared.find({m.connection, m.correlation});
            m_needsName[i] = found == shared.end() || found->second;
            if (found != shared.end()) {
                shared.erase(found);
                --open[pair];
            }
        }
    }

    ArrowLabel labelOf(const Message& m) const
    {
        ArrowLabel label;
        const trace::Event& e = m_trace[m.first()];
        const trace::ConnectionLife* life = m_document.life(m.connection);
        const auto rule = [&](trace::RuleId id) {
            return id == trace::RuleId::None ? QString() : fromView(analysis::ruleName(id, languageOf(m_look)));
        };
        const auto node
            = [&] { return life && life->node.isValid() ? theme::Format::nodeId(life->node) : QString(); };
        switch (m.kind) {
        case Message::Kind::Syn:
            label.node = node();
            label.title = QStringLiteral("SYN");
            label.detail = life ? rule(life->openRule) : QString();
            break;
        case Message::Kind::SynAck:
            label.title = QStringLiteral("SYN, ACK");
            break;
        case Message::Kind::Ack:
            break;
        case Message::Kind::Request:
            label.node = node();
            label.title = fromView(apiName(m.api));
            label.detail = fromView(m_trace.text(e.text));
            break;
        case Message::Kind::Response: {
            const TextId error = m_trace[m.last()].text;
            if (error != TextId {0}) {
                label.title = fromView(apiName(m.api));
                label.detail = fromView(m_trace.text(error));
                label.isError = true;
            } else if (m_needsName[static_cast<std::size_t>(&m - m_chart.messages.data())]) {
                label.title = fromView(apiName(m.api));
            }
            break;
        }
        case Message::Kind::Fin:
        case Message::Kind::Reset:
            label.node = node();
            label.title = m.kind == Message::Kind::Fin ? QStringLiteral("FIN") : QStringLiteral("RST");
            label.detail = rule(e.rule);
            break;
        }
        // An arrow without words has none here either, but that of a message which one run alone has: its letter.
        label.run = view::runOf(m_document.twofold(), m.first());
        measure(label);
        return label;
    }
    ArrowLabel labelOf(const Row& row) const
    {
        ArrowLabel label;
        const trace::ConnectionLife* life = m_document.life(row.connection);
        if (life && life->node.isValid())
            label.node = theme::Format::nodeId(life->node);
        label.title = Words::tr("%1 × %2").arg(m_look.format().number(row.count), fromView(apiName(row.api)));
        label.detail = Words::tr("in %1").arg(m_look.format().duration(row.to - row.from));
        if (const trace::Twofold* twofold = m_document.twofold(); twofold && twofold->isAlone(row.connection))
            label.run = twofold->origin(row.connection);
        measure(label);
        return label;
    }
    ArrowLabel readLabelOf(const Message& m) const
    {
        ArrowLabel label;
        const trace::ConnectionLife* life = m_document.life(m.connection);
        if (life && life->node.isValid())
            label.node = theme::Format::nodeId(life->node);
        label.title = Words::tr("%1 read").arg(fromView(apiName(m.api)));
        label.run = view::runOf(m_document.twofold(), m.last());
        measure(label);
        return label;
    }
    /// "2.99 s without a message · JOIN_GROUP awaits its response".
    QStringList silenceText(const Row& row) const
    {
        const QString took = m_look.format().duration(row.to - row.from);
        const theme::Format& format = m_look.format();
        const bool isNamed = row.one != ApiKey::None;
        QStringList parts {row.travelling > 0 ? took : Words::tr("%1 without a message").arg(took)};
        if (row.travelling == 1 && isNamed)
            parts << Words::tr("%1 on its way").arg(fromView(apiName(row.one)));
        else if (row.travelling > 0)
            parts << Words::tr("messages on their way: %1").arg(format.number(row.travelling));
        if (row.unread > 0)
            parts << Words::tr("messages that nobody reads yet: %1").arg(format.number(row.unread));
        if (row.awaited == 1 && row.travelling == 0 && isNamed)
            parts << Words::tr("%1 awaits its response").arg(fromView(apiName(row.one)));
        else if (row.awaited > 0)
            parts << Words::tr("requests that await their response: %1").arg(format.number(row.awaited));
        return parts;
    }
    void measure(ArrowLabel& label) const
    {
        label.nodeWidth = label.node.isEmpty() ? 0 : m_mono.horizontalAdvance(label.node) + 10;
        label.titleWidth = label.title.isEmpty() ? 0 : m_mono.horizontalAdvance(label.title);
        label.runWidth = label.run == trace::Origin::Both ? 0 : std::round(m_line * 0.9);
    }
    /// Without its detail.
    static double needed(const ArrowLabel& label)
    {
        return label.runWidth + (label.runWidth > 0 ? kGap : 0) + label.nodeWidth + (label.nodeWidth > 0 ? kGap : 0)
            + label.titleWidth;
    }
    /// Beside \a x, above \a y, to the right (or left) of it; the detail goes where there is no room for it.
    void placeLabel(ArrowLabel& label, double x, double y, double room, bool rightwards) const
    {
        if (label.title.isEmpty() && label.runWidth <= 0)
            return;
        double width = needed(label);
        const double left = room - 2 * kHeadOfArrow - width - kGap;
        if (!label.detail.isEmpty()) {
            const double whole = m_small.horizontalAdvance(label.detail);
            if (whole > left)
                label.detail = left < 40 ? QString() : m_small.elidedText(label.detail, Qt::ElideRight, left);
            if (!label.detail.isEmpty())
                width += kGap + m_small.horizontalAdvance(label.detail);
        }
        // In narrow columns it lies over others, and does not leave the chart.
        const double last = std::max(m_layout.gutter + 4, m_layout.width - 4 - width);
        const double from
            = std::clamp(rightwards ? x + kHeadOfArrow : x - kHeadOfArrow - width, m_layout.gutter + 4, last);
        label.rect = QRectF(std::round(from), std::round(y - m_line - 1), std::ceil(width), m_line);
    }

    // -- places --

    QString timeText(Instant t) const
    {
        const auto ns = toNs(t);
        // The unit's word in the language of the picture, as the timeline has it.
        const auto unit = [this](Duration one) -> QString {
            return u' ' + m_look.format().duration(one).section(QChar(0x00A0), 1);
        };
        if (ns < 1'000'000'000) // in the first second, as fine as a segment
            return QString::number(static_cast<double>(ns) / 1e6, 'f', 2) + unit(std::chrono::milliseconds(1));
        return m_look.format().tick(t, 3) + (ns < 60'000'000'000 ? unit(std::chrono::seconds(1)) : QString());
    }
    double gutter() const
    {
        double widest = 0;
        for (const Row& row : m_chart.rows) {
            if (row.kind != Row::Kind::Silence)
                widest = std::max(widest, m_mono.horizontalAdvance(timeText(row.from)));
        }
        return std::ceil(widest) + 2 * m_edge;
    }

    void placeColumns()
    {
        m_layout.gutter = gutter();
        const double room = m_layout.width - m_layout.gutter - 2 * m_edge;
        const auto count = static_cast<double>(std::max<std::size_t>(m_chart.hosts.size(), 1));
        const double spacing = std::min(room / count, kWidest);
        // A chart of few hosts stands in the middle of a wide sheet.
        double x = m_layout.gutter + m_edge + (room - spacing * count) / 2 + spacing / 2;
        const double pad = std::round(m_line * 0.45);
        bool hasLines = false;
        for (const Host& host : m_chart.hosts)
            hasLines = hasLines || !lineOf(host).isEmpty();
        // In narrow columns names are small and whole rather than large and cut.
        const bool areLarge = std::all_of(m_chart.hosts.begin(), m_chart.hosts.end(),
            [&](const Host& host) { return m_title.horizontalAdvance(nameOf(host)) <= spacing - 20; });
        m_layout.headType = areLarge ? Type::Title : Type::Small;
        const QFontMetricsF& names = areLarge ? m_title : m_small;
        const double air = areLarge ? 20 : kLeastAir - 2;
        const auto linesOf = [&](const QString& name) {
            return names.horizontalAdvance(name) <= spacing - air ? QStringList {name} : broken(name);
        };
        for (const Host& host : m_chart.hosts)
            m_layout.headLines = std::max(m_layout.headLines, static_cast<int>(linesOf(nameOf(host)).size()));
        const double headHeight = std::ceil(names.height() * m_layout.headLines + (hasLines ? m_line : 0) + 2 * pad);
        for (const Host& host : m_chart.hosts) {
            Column column;
            column.x = std::round(x) + 0.5;
            QStringList lines = linesOf(nameOf(host));
            double widest = 0;
            for (QString& line : lines) {
                line = names.elidedText(line, Qt::ElideRight, spacing - air);
                widest = std::max(widest, names.horizontalAdvance(line));
            }
            column.name = lines.join(u'\n');
            // Of an address the port tells one from another.
            column.line
                = m_small.elidedText(lineOf(host), host.isClient() ? Qt::ElideRight : Qt::ElideMiddle, spacing - air);
            column.isClient = host.isClient();
            widest = std::max(widest, m_small.horizontalAdvance(column.line));
            const double width = std::min(std::max(std::ceil(widest) + 28, 96.0), spacing - (areLarge ? 8 : 4));
            column.head = QRectF(std::round(column.x - width / 2), 6, std::round(width), headHeight);
            m_layout.columns.push_back(column);
            x += spacing;
        }
        m_layout.headHeight = 6 + headHeight + std::round(m_line * 0.4);
    }

    void placeRows()
    {
        double y = m_layout.headHeight;
        m_places.assign(m_chart.messages.size(), {-1, -1});
        const auto addBreak = [this](double where, const Row& row) {
            m_layout.breaks.push_back(where);
            m_layout.breakTimes.push_back(timeText(row.from));
        };
        if (!m_chart.rows.empty())
            addBreak(y, m_chart.rows.front());
        QString lastTime;
        double lastTimeY = -1000;
        const auto tellTime = [&](Instant t, double where) {
            const QString text = timeText(t);
            if (text == lastTime || where - lastTimeY < m_line)
                return;
            lastTime = text;
            lastTimeY = where;
            m_layout.times.push_back({where, text});
        };
        for (std::uint32_t i = 0; i < m_chart.rows.size(); ++i) {
            const Row& row = m_chart.rows[i];
            if (m_layout.stops.empty() || row.from > m_layout.stops.back().from)
                m_layout.stops.push_back({row.from, std::round(y + m_line * 0.25) + 0.5});
            switch (row.kind) {
            case Row::Kind::Silence: {
                const QStringList parts = silenceText(row);
                const double room = m_layout.width - m_layout.gutter - 2 * m_edge;
                const bool isOneLine = m_small.horizontalAdvance(parts.join(kDot)) + 8 <= room;
                const auto lines = static_cast<double>(isOneLine ? 1 : parts.size());
                const double height = std::round(m_line * (0.9 + lines));
                y += std::round(m_line * 0.5);
                SilenceBand band;
                band.rect = QRectF(m_layout.gutter, y, m_layout.width - m_layout.gutter, height);
                band.text = parts.join(isOneLine ? kDot : QStringLiteral("\n"));
                double width = 0;
                for (const QString& line : isOneLine ? QStringList {band.text} : parts)
                    width = std::max(width, std::ceil(m_small.horizontalAdvance(line)) + 8);
                const double middle = m_layout.columns.empty()
                    ? band.rect.center().x()
                    : (m_layout.columns.front().head.left() + m_layout.columns.back().head.right()) / 2;
                band.words = QRectF(middle - width / 2, y + (height - lines * m_line) / 2, width, lines * m_line);
                m_layout.silences.push_back(band);
                y += height;
                break;
            }
            case Row::Kind::Routine: {
                if (i > 0)
                    addBreak(y + m_line * 0.2, row);
                y += std::round(m_line * 1.5);
                RoutineBand band;
                band.row = i;
                const double x0 = m_layout.columns[m_chart.clientOf(row.connection)].x;
                const double x1 = m_layout.columns[m_chart.brokerOf(row.connection)].x;
                band.line = QLineF(x0, y, x1, y);
                band.label = labelOf(row);
                placeLabel(band.label, x0, y - 3, std::abs(x1 - x0), x1 > x0);
                tellTime(row.from, y);
                m_layout.routines.push_back(band);
                y += std::round(m_line * 0.3);
                break;
            }
            case Row::Kind::Read: {
                if (i > 0)
                    addBreak(y + m_line * 0.2, row);
                y += std::round(m_line * 0.9);
                const Message& m = m_chart.messages[row.end.message];
                ReadMark mark {
                    row.end.message, QPointF(m_layout.columns[m_chart.hostOf(m, m.to)].x, y), readLabelOf(m)};
                const bool rightwards = m.to == Side::Client;
                placeLabel(mark.label, mark.at.x() + (rightwards ? -6 : 6), y + m_line * 0.5, kWidest, rightwards);
                m_reads[row.end.message] = y;
                m_layout.reads.push_back(std::move(mark));
                tellTime(row.from, y);
                y += std::round(m_line * 0.6);
                break;
            }
            case Row::Kind::Ends:
                if (startsWithLabel(row) && i > 0)
                    addBreak(y + 0.5, row);
                placeEnd(row, y);
                if (!row.end.arrives)
                    tellTime(row.from, y);
                break;
            }
        }
        m_layout.height = std::ceil(y + m_line * 1.2);
        placeArrows();
        placeWork();
    }

    /// Whether it is the first of its message, and a line of words stands over it.
    bool startsWithLabel(const Row& row) const
    {
        if (m_places[row.end.message].first >= 0)
            return false;
        const ArrowLabel label = labelOf(m_chart.messages[row.end.message]);
        return !label.title.isEmpty() || label.runWidth > 0;
    }

    void placeEnd(const Row& row, double& y)
    {
        auto& place = m_places[row.end.message];
        const bool isFirst = place.first < 0;
        y += std::round(m_line * (startsWithLabel(row) ? 1.25 : row.end.arrives ? 0.55 : 0.35));
        (isFirst ? place.first : place.second) = y;
    }

    void placeArrows()
    {
        for (std::uint32_t i = 0; i < m_chart.messages.size(); ++i) {
            const Message& m = m_chart.messages[i];
            const auto [first, second] = m_places[i];
            const double client = m_layout.columns[m_chart.clientOf(m.connection)].x;
            const double broker = m_layout.columns[m_chart.brokerOf(m.connection)].x;
            double x0 = m.from == Side::Client ? client : broker;
            const double x1 = m.to == Side::Client ? client : broker;
            if (m.from == Side::Network)
                x0 = (client + broker) / 2;
            Arrow arrow;
            arrow.message = i;
            arrow.lost = m.lost;
            arrow.fromNowhere = !m.sent.isValid();
            arrow.toNowhere = !m.arrived.isValid() && !m.lost;
            arrow.line = QLineF(x0, first, x1, second < 0 ? first : second);
            if (m.lost)
                arrow.line = QLineF(x0, first, x0 + (x1 - x0) * 0.62, first + m_line * 0.5);
            arrow.label = labelOf(m);
            placeLabel(arrow.label, x0, first, std::abs(x1 - x0), x1 > x0);
            m_layout.arrows.push_back(arrow);
        }
    }

    void placeWork()
    {
        std::map<std::tuple<ConnectionId, std::int32_t>, double> since;
        for (std::uint32_t i = 0; i < m_chart.messages.size(); ++i) {
            const Message& m = m_chart.messages[i];
            if (m.kind == Message::Kind::Request && m.arrived.isValid()) {
                const auto read = m_reads.find(i);
                since[{m.connection, m.correlation}] = read != m_reads.end() ? read->second
                    : m.sent.isValid()                                       ? m_places[i].second
                                                                             : m_places[i].first;
            } else if (m.kind == Message::Kind::Response && m.sent.isValid()) {
                const auto found = since.find({m.connection, m.correlation});
                if (found == since.end())
                    continue;
                m_layout.work.push_back(
                    {m_layout.columns[m_chart.brokerOf(m.connection)].x, found->second, m_places[i].first});
                since.erase(found);
            }
        }
    }

    const Chart& m_chart;
    const view::Document& m_document;
    const trace::Trace& m_trace;
    const theme::Look& m_look;
    QFontMetricsF m_small;
    QFontMetricsF m_mono;
    QFontMetricsF m_title;
    double m_line = 0;
    double m_edge = kEdge;
    std::vector<bool> m_needsName;
    std::vector<std::pair<double, double>> m_places; // by message: y of its first end and of its second
    std::map<std::uint32_t, double> m_reads; // by message that lay unread: y of its reading
    Layout m_layout;
};

} // namespace

double naturalWidth(const Chart& chart, const view::Document& document, const theme::Look& look)
{
    return Maker(chart, document, look).natural();
}

double leastWidth(const Chart& chart, const view::Document& document, const theme::Look& look)
{
    Maker maker(chart, document, look);
    return std::min(maker.least(), maker.natural());
}

Layout makeLayout(const Chart& chart, const view::Document& document, const theme::Look& look, double width)
{
    return Maker(chart, document, look).make(width);
}

double Layout::playheadAt(Instant at) const
{
    const auto next
        = std::upper_bound(stops.begin(), stops.end(), at, [](Instant t, const Stop& stop) { return t < stop.from; });
    return next == stops.end() ? -1 : next->y;
}

} // namespace connscope::sequence
