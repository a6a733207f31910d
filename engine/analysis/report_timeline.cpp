// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of characters. A cell stands for all that happens in its column; of several things it shows the one that matters
// most: who closed, that something was opened, that something was sent.
#include "analysis/caption.h"
#include "analysis/captionwords.h"
#include "analysis/columns.h"
#include "analysis/droppednote.h"
#include "analysis/knownhow.h"
#include "analysis/names.h"
#include "analysis/phrases.h"
#include "analysis/report.h"
#include "analysis/textaxis.h"
#include "base/text.h"
#include "trace/life.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Event;
using trace::EventKind;
using trace::Side;

namespace {

constexpr std::size_t kMostLanes = 60; // more are drawn as one for each role
constexpr std::size_t kWideEnough = 120; // cells of a line that has room for addresses
constexpr std::size_t kGap = 2;

/// In the order of what matters.
enum class Cell : unsigned char {
    Empty,
    HalfClosed,
    Open,
    Opening,
    InFlight,
    Request,
    Opened,
    ClosedByClient,
    ClosedByBroker,
    ClosedByNetwork,
};
constexpr std::array<std::array<std::string_view, 2>, 10> kGlyphs {{
    {" ", " "},
    {"╌", "~"},
    {"─", "-"},
    {"·", "."},
    {"═", "="},
    {"■", "#"},
    {"├", "["},
    {"C", "C"},
    {"B", "B"},
    {"N", "N"},
}};
constexpr std::array<std::string_view, 2> kFold {"┊", ":"};
constexpr std::array<std::string_view, 2> kTick {"┬", "+"};
constexpr std::array<std::string_view, 2> kRuler {"─", "-"};

Cell closedCell(Side side)
{
    return side == Side::Client ? Cell::ClosedByClient
        : side == Side::Broker  ? Cell::ClosedByBroker
                                : Cell::ClosedByNetwork;
}

/// A row: connections of one client and node id, or, where those are too many, of one role.
struct Lane {
    std::string heading; ///< the client; "" = that of the lane before
    std::string label;
    std::vector<Cell> cells;

    void set(std::size_t column, Cell cell) { cells[column] = std::max(cells[column], cell); }
    void set(std::size_t first, std::size_t last, Cell cell)
    {
        for (std::size_t i = first; i <= last; ++i)
            set(i, cell);
    }
};

/// Text without characters beyond ASCII: those of our own have another form, those of names become '?'.
std::string asciiOnly(std::string_view text)
{
    static constexpr std::pair<std::string_view, std::string_view> kForms[] {
        {"×", "x"}, {"µ", "u"}, {"−", "-"}, {"–", "-"}, {"…", "..."}};
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            out += text[i++];
            continue;
        }
        const auto* form = std::find_if(
            std::begin(kForms), std::end(kForms), [&](const auto& f) { return text.substr(i).starts_with(f.first); });
        if (form != std::end(kForms)) {
            out += form->second;
            i += form->first.size();
            continue;
        }
        std::size_t end = i + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            ++end;
        out.append(displayWidth(text.substr(i, end - i)), '?');
        i = end;
    }
    return out;
}

/// At most \a width cells; what is cut ends in "…".
std::string elided(std::string text, std::size_t width, std::string_view mark)
{
    if (displayWidth(text) <= width)
        return text;
    while (!text.empty() && displayWidth(text) + displayWidth(mark) > width) {
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
            text.pop_back();
        if (!text.empty())
            text.pop_back();
    }
    return text.append(mark);
}

class Picture {
public:
    Picture(const trace::Trace& trace, const ReportOptions& options)
        : m_trace(trace)
        , m_options(options)
        , m_names(trace)
        , m_from(options.first())
        , m_to(std::max(options.last(trace), options.first()))
        , m_lives(trace::connectionLives(trace))
    {
        std::erase_if(m_lives, [&](const ConnectionLife& life) { return life.opened > m_to || end(life) < m_from; });
    }
    void write(TextSink& sink);

private:
    /// What a lane is keyed by: client, role, node id; those that do not tell lanes apart are left at 0.
    using Key = std::tuple<std::uint32_t, int, std::int64_t>;

    /// The client's end has nothing left of it.
    Instant end(const ConnectionLife& life) const
    {
        if (!life.closed)
            return kNever;
        if (life.released)
            return std::max(*life.closed, *life.released);
        return life.closer == Side::Broker ? kNever : *life.closed;
    }
    std::string text(std::string_view text) const { return m_options.isAscii ? asciiOnly(text) : std::string(text); }
    std::string_view glyph(const std::array<std::string_view, 2>& forms) const { return forms[m_options.isAscii]; }
    std::string_view glyph(Cell cell) const { return glyph(kGlyphs[static_cast<std::size_t>(cell)]); }
    std::string words(Phrase phrase, std::string_view value = {}) const
    {
        return text(say(m_options.language, phrase, value));
    }
    void makeLanes();
    Key key(const ConnectionLife& life, int grouping) const;
    std::string laneLabel(const ConnectionLife& life, std::size_t connections, int grouping) const;
    std::vector<Instant> instants() const;
    void draw(const TextAxis& axis);
    void drawRequests(const TextAxis& axis);
    std::string fitted(std::string label, std::size_t width) const;
    void writeLabel(TextSink& sink, std::string label) const;
    void writeRuler(TextSink& sink, const TextAxis& axis) const;
    void writeCells(TextSink& sink, const TextAxis& axis, const std::vector<Cell>& cells) const;
    void writeOpen(TextSink& sink, const TextAxis& axis) const;
    void writeLegend(TextSink& sink, bool isFolded) const;

    const trace::Trace& m_trace;
    const ReportOptions& m_options;
    Names m_names;
    Instant m_from;
    Instant m_to;
    std::vector<ConnectionLife> m_lives;
    std::vector<Lane> m_lanes;
    std::vector<std::size_t> m_laneOf; // by place in m_lives
    std::map<ConnectionId, std::size_t> m_placeOf; // in m_lives
    std::size_t m_labelWidth = 0;
    bool m_sharedInferred = false; ///< lanes of all clients, some of which are somebody else's
};

Picture::Key Picture::key(const ConnectionLife& life, int grouping) const
{
    const auto role = static_cast<int>(life.role);
    switch (grouping) {
    case 0:
        return {life.client.value, 0, life.node.value};
    case 1:
        return {life.client.value, role, 0};
    default:
        return {0, role, 0};
    }
}

std::string Picture::laneLabel(const ConnectionLife& life, std::size_t connections, int grouping) const
{
    const std::string role(roleWord(life.role, m_options.language));
    if (grouping > 0)
        return std::to_string(connections) + " × " + role;
    std::string out = nodeText(life.node) + ' ' + role;
    if (connections > 1)
        (out += " ×") += std::to_string(connections);
    if (m_options.width >= kWideEnough) {
        if (const std::string remote = m_names.remote(life.id); !remote.empty())
            (out += ' ') += remote;
    }
    return out;
}

void Picture::makeLanes()
{
    // By client in the order of their numbers, then in the order of opening.
    std::map<Key, std::size_t> counts;
    int grouping = 0;
    for (; grouping < 3; ++grouping) {
        counts.clear();
        for (const ConnectionLife& life : m_lives)
            ++counts[key(life, grouping)];
        if (counts.size() <= kMostLanes)
            break;
    }
    grouping = std::min(grouping, 2);
    std::map<Key, std::size_t> places;
    std::vector<std::pair<std::uint32_t, std::size_t>> order; // client, lane
    m_laneOf.resize(m_lives.size());
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        const ConnectionLife& life = m_lives[i];
        const auto [it, isNew] = places.try_emplace(key(life, grouping), m_lanes.size());
        if (isNew) {
            Lane lane;
            lane.label = text(laneLabel(life, counts[it->first], grouping));
            order.emplace_back(std::get<0>(it->first), m_lanes.size());
            m_lanes.push_back(std::move(lane));
        }
        m_laneOf[i] = it->second;
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Lane> sorted;
    std::vector<std::size_t> placeOf(m_lanes.size());
    std::optional<std::uint32_t> client;
    std::set<ClientId> inferred;
    for (const ConnectionLife& life : m_lives) {
        if (isOpenedUnseen(m_trace, life))
            inferred.insert(life.client);
    }
    m_sharedInferred = grouping == 2 && !inferred.empty();
    for (const auto& [number, lane] : order) {
        placeOf[lane] = sorted.size();
        sorted.push_back(std::move(m_lanes[lane]));
        if (grouping < 2 && client != number) {
            std::string& heading = sorted.back().heading;
            heading = text(m_names.client(ClientId {number}, m_options.language));
            if (inferred.contains(ClientId {number}))
                ((heading += text(" – ")) += inferredClientWords(m_options.language));
        }
        client = number;
    }
    m_lanes = std::move(sorted);
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        m_laneOf[i] = placeOf[m_laneOf[i]];
        m_placeOf.emplace(m_lives[i].id, i);
    }
}

std::vector<Instant> Picture::instants() const
{
    std::vector<Instant> out;
    const std::size_t end = m_trace.upperBound(m_to);
    for (std::size_t i = m_trace.lowerBound(m_from); i < end; ++i) {
        const Event& e = m_trace[i];
        switch (e.kind) {
        case EventKind::ConnectStarted:
        case EventKind::Connected:
        case EventKind::Ready:
        case EventKind::ConnectFailed:
        case EventKind::Disconnected:
        case EventKind::IdleExpired:
        case EventKind::FinSent:
        case EventKind::ResetSent:
        case EventKind::RequestSent:
        case EventKind::ResponseReceived:
        case EventKind::RequestCancelled:
        case EventKind::RequestTimedOut:
            if (out.empty() || out.back() != e.at)
                out.push_back(e.at);
            break;
        default:
            break;
        }
    }
    return out;
}

void Picture::draw(const TextAxis& axis)
{
    for (Lane& lane : m_lanes)
        lane.cells.assign(axis.columns(), Cell::Empty);
    for (std::size_t i = 0; i < m_lives.size(); ++i) {
        const ConnectionLife& life = m_lives[i];
        Lane& lane = m_lanes[m_laneOf[i]];
        const auto at = [&](Instant t) { return axis.column(std::clamp(t, m_from, m_to)); };
        const Instant closed = life.closed.value_or(kNever);
        if (closed >= m_from) {
            lane.set(at(life.opened), at(closed), Cell::Open);
            const Instant ready = std::min(life.ready.value_or(closed), closed);
            if (ready >= m_from)
                lane.set(at(life.opened), at(ready), Cell::Opening);
        }
        if (closed < m_to && end(life) > closed)
            lane.set(at(closed), at(end(life)), Cell::HalfClosed);
        if (life.opened >= m_from)
            lane.set(at(life.opened), Cell::Opened);
        if (closed >= m_from && closed <= m_to)
            lane.set(at(closed), closedCell(life.closer));
    }
    drawRequests(axis);
}

void Picture::drawRequests(const TextAxis& axis)
{
    std::map<std::pair<ConnectionId, std::int32_t>, Instant> waiting;
    // A request waits no longer when the broker has closed, even if the client has not looked yet.
    const auto waits = [&](ConnectionId connection, Instant from, Instant to) {
        const auto place = m_placeOf.find(connection);
        if (place == m_placeOf.end())
            return;
        to = std::min({to, m_lives[place->second].closed.value_or(kNever), m_to});
        from = std::max(from, m_from);
        if (from <= to)
            m_lanes[m_laneOf[place->second]].set(axis.column(from), axis.column(to), Cell::InFlight);
    };
    const std::size_t end = m_trace.upperBound(m_to);
    for (std::size_t i = 0; i < end; ++i) {
        const Event& e = m_trace[i];
        const std::pair key {e.connection, e.correlation};
        if (e.kind == EventKind::RequestSent) {
            waiting[key] = e.at;
            const auto place = m_placeOf.find(e.connection);
            if (e.at >= m_from && place != m_placeOf.end())
                m_lanes[m_laneOf[place->second]].set(axis.column(e.at), Cell::Request);
        } else if (e.kind == EventKind::ResponseReceived || e.kind == EventKind::RequestCancelled
            || e.kind == EventKind::RequestTimedOut) {
            const auto sent = waiting.find(key);
            if (sent == waiting.end())
                continue;
            waits(e.connection, sent->second, e.at);
            waiting.erase(sent);
        }
    }
    for (const auto& [key, sent] : waiting)
        waits(key.first, sent, m_to);
}

std::string Picture::fitted(std::string label, std::size_t width) const
{
    return elided(std::move(label), width, m_options.isAscii ? "..." : "…");
}

void Picture::writeLabel(TextSink& sink, std::string label) const
{
    label = fitted(std::move(label), m_labelWidth);
    sink << label;
    sink.pad(m_labelWidth - displayWidth(label) + kGap);
}

/// A line without the blanks at its end.
void writeTrimmed(TextSink& sink, std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    sink << line << '\n';
}

void Picture::writeRuler(TextSink& sink, const TextAxis& axis) const
{
    const std::vector<TextAxis::Label> labels = axis.labels();
    std::string line(m_labelWidth + kGap, ' ');
    std::size_t column = 0;
    for (const TextAxis::Label& label : labels) {
        line.append(label.column - column, ' ');
        line += label.text;
        column = label.column + displayWidth(label.text);
    }
    writeTrimmed(sink, line);
    std::vector<std::string_view> cells(axis.columns(), glyph(kRuler));
    for (const TextAxis::Label& label : labels)
        cells[label.tick] = glyph(kTick);
    line.assign(m_labelWidth + kGap, ' ');
    for (const TextAxis::Segment& segment : axis.segments()) {
        if (segment.isFolded) {
            line += glyph(kFold);
            line += text(TextAxis::foldText(segment.to - segment.from));
            line += glyph(kFold);
            continue;
        }
        for (std::size_t i = 0; i < segment.width; ++i)
            line += cells[segment.column + i];
    }
    writeTrimmed(sink, line);
}

void Picture::writeCells(TextSink& sink, const TextAxis& axis, const std::vector<Cell>& cells) const
{
    std::string line;
    for (const TextAxis::Segment& segment : axis.segments()) {
        for (std::size_t i = 0; i < segment.width; ++i) {
            const bool isEdge = segment.isFolded && (i == 0 || i + 1 == segment.width);
            line += isEdge ? glyph(kFold) : glyph(cells[segment.column + i]);
        }
    }
    writeTrimmed(sink, line);
}

void Picture::writeOpen(TextSink& sink, const TextAxis& axis) const
{
    std::vector<std::int64_t> change(axis.columns() + 1);
    for (const ConnectionLife& life : m_lives) {
        ++change[axis.column(std::max(life.opened, m_from))];
        if (life.closed && *life.closed <= m_to)
            --change[axis.column(std::max(*life.closed, m_from))];
    }
    std::string line;
    std::int64_t open = 0;
    for (const TextAxis::Segment& segment : axis.segments()) {
        for (std::size_t i = 0; i < segment.width; ++i) {
            open += change[segment.column + i];
            const bool isEdge = segment.isFolded && (i == 0 || i + 1 == segment.width);
            if (isEdge)
                line += glyph(kFold);
            else
                line += open > 9 ? '+' : open > 0 ? static_cast<char>('0' + open) : ' ';
        }
    }
    writeTrimmed(sink, line);
}

void Picture::writeLegend(TextSink& sink, bool isFolded) const
{
    std::string line;
    const auto item = [&](std::string_view sign, Phrase phrase) {
        if (!line.empty())
            line += "   ";
        (line += sign) += ' ';
        line += words(phrase);
    };
    item(glyph(Cell::Opened), Phrase::LegendOpened);
    item(glyph(Cell::Opening), Phrase::LegendOpening);
    item(glyph(Cell::Open), Phrase::LegendOpen);
    item(glyph(Cell::Request), Phrase::LegendRequest);
    item(glyph(Cell::InFlight), Phrase::LegendInFlight);
    item(glyph(Cell::HalfClosed), Phrase::LegendHalfClosed);
    item("C B N", Phrase::LegendClosed);
    if (isFolded)
        item(std::string(glyph(kFold)).append(" ").append(glyph(kFold)), Phrase::LegendFolded);
    sink << '\n';
    // Broken between items, not inside them.
    std::size_t column = 0;
    while (!line.empty()) {
        const std::size_t gap = line.find("   ");
        const std::string word = line.substr(0, gap);
        line.erase(0, gap == std::string::npos ? gap : gap + 3);
        const std::size_t width = displayWidth(word);
        if (column > 0 && column + 3 + width > m_options.width) {
            sink << '\n';
            column = 0;
        } else if (column > 0) {
            sink << "   ";
            column += 3;
        }
        sink << word;
        column += width;
    }
    sink << '\n';
}

void Picture::write(TextSink& sink)
{
    makeLanes();
    if (!m_trace.header().title.empty())
        sink << fitted(text(printable(m_trace.header().title, 400)), m_options.width) << '\n';
    if (m_lives.empty()) {
        sink << words(Phrase::TimelineNothing) << '\n';
        return;
    }
    const std::string openLabel = words(Phrase::TimelineOpen);
    m_labelWidth = displayWidth(openLabel);
    for (const Lane& lane : m_lanes)
        m_labelWidth = std::max(m_labelWidth, displayWidth(lane.label) + kGap);
    m_labelWidth = std::min(m_labelWidth, m_options.width / 2);
    const TextAxis axis(m_from, m_to, instants(), m_options.width - m_labelWidth - kGap, m_options.isFolded);
    draw(axis);

    const bool isFolded = axis.segments().size() > 1;
    sink << text(say(m_options.language, Phrase::TimelineScale, [&](std::string_view slot) {
        return spokenTime(slot == "from" ? m_from.time_since_epoch()
                : slot == "to"           ? m_to.time_since_epoch()
                                         : axis.step(),
            m_options.language);
    })) << "\n\n";
    writeRuler(sink, axis);
    writeLabel(sink, openLabel);
    writeOpen(sink, axis);
    for (const Lane& lane : m_lanes) {
        if (!sink.good())
            return;
        if (!lane.heading.empty())
            sink << fitted(lane.heading, m_options.width) << '\n';
        writeLabel(sink, "  " + lane.label);
        writeCells(sink, axis, lane.cells);
    }
    writeLegend(sink, isFolded);
    if (m_sharedInferred)
        sink << text(m_options.language == Language::Chinese ? "有的客户端" : "Some clients: ")
             << text(inferredClientWords(m_options.language)) << '\n';
    if (const std::string note = droppedNote(m_trace, m_options.language); !note.empty())
        sink << text(asSentence(m_options.language, note)) << '\n';
}

} // namespace

bool writeTimeline(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    Picture(trace, options).write(sink);
    return sink.flush();
}

} // namespace connscope::analysis
