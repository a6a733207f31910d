// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/parts.h"

#include "figures/words.h"
#include "sequence/legend.h"
#include "sequence/picture.h"
#include "timeline/legend.h"
#include "timeline/picture.h"
#include "topology/legend.h"
#include "topology/paint.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

constexpr double kSide = 16; // of a legend, px
constexpr double kLargestZoom = 1.4; // of a sequence

double smallHeight(const theme::Look& look) { return QFontMetricsF(look.text(theme::Type::Small)).height(); }

bool hasPixels(const QPainter& painter)
{
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// Room of a legend at the foot of a view: \a lines of it and a little above and below.
double heightOf(int lines, const theme::Look& look)
{
    return lines == 0 ? 0 : std::ceil(smallHeight(look) * 1.6 + (lines - 1) * theme::Legend::lineHeight(look));
}

} // namespace

// -- topology --

Figure::TopologyPart::TopologyPart(const Given& given)
    : Part(given)
    , m_cast(given.document)
{
    m_exchanges.extend(given.document.trace());
}

/// Of a sheet on which its type has room. In a column of a page that is narrow things stand closer together rather than that
/// labels become too small.
double Figure::TopologyPart::leastWidth(double width) const
{
    constexpr double kClosest = 0.85;
    const double usual = smallestSheet(1).width() * m_given.look.textScale();
    const double least = m_given.options.smallestText / m_given.look.text(theme::Type::Small).pointSizeF();
    // A little less wide than would do: frames of racks may jut out.
    return std::clamp(width / std::min(least * 1.02, 1.0), kClosest * usual, usual);
}

void Figure::TopologyPart::placeIn(QSizeF size)
{
    // A sheet on which its type would have no room is a larger one that is shrunk: nothing lies on anything else.
    const QSizeF least(leastWidth(size.width()), smallestSheet(1).height() * m_given.look.textScale());
    const double shrunk = std::min({1.0, size.width() / least.width(), size.height() / least.height()});
    m_enlargement = topology::enlargement(m_cast, *m_metrics, size / shrunk) * shrunk;
    m_placement = topology::place(m_cast, *m_metrics, size / m_enlargement, m_given.options.arrangement);
    const QRectF& bounds = m_placement.bounds;
    m_zoom = std::min({m_enlargement, size.width() / bounds.width(), size.height() / bounds.height()});
}

void Figure::TopologyPart::layOut(QSizeF size)
{
    m_size = size;
    m_metrics = std::make_unique<topology::Metrics>(m_given.look);
    placeIn(size);
    // A smaller picture may leave room for more lines, no picture for fewer than it was given.
    double given = 0;
    for (int i = 0; i < 3; ++i) {
        const double needed = legendRoom(size.width(), m_enlargement, m_placement.shortChips);
        if (needed <= given + 0.5)
            break;
        given = needed;
        placeIn({size.width(), std::max(size.height() - given, size.height() / 2)});
    }
    m_legend = legend();
    const double reserved = m_legend.isEmpty() ? 0 : (m_metrics->small * 1.6 + 8) * m_enlargement / m_zoom;
    m_annotated.layOut(stage(), m_given.options.annotations, reserved);
}

/// What the lines of its legend take beyond the one for which every placement leaves room. Of all that the trace has, so that
/// nothing moves from instant to instant because there is more or less to explain.
double Figure::TopologyPart::legendRoom(double width, double enlargement, bool shortChips) const
{
    if (!m_given.options.legend)
        return 0;
    topology::Occurring all;
    for (const trace::ConnectionLife& life : m_given.document.lives()) {
        all.roles[static_cast<std::size_t>(life.role)] = true;
        all.closers[static_cast<std::size_t>(life.closer)] |= life.closed.has_value();
        all.request |= life.traffic.total() > 0;
    }
    all.response = all.waiting = all.request;
    const bool canBeIdle = m_given.document.end() - kStart > theme::kIdleAfter;
    for (const trace::Side side : {trace::Side::Client, trace::Side::Broker})
        all.countdowns[static_cast<std::size_t>(side)] = canBeIdle;
    using trace::TcpState; // those that last
    for (const TcpState state : {TcpState::FinWait2, TcpState::CloseWait, TcpState::TimeWait}) {
        const bool closes = std::find(all.closers.begin(), all.closers.end(), true) != all.closers.end();
        all.shortened[static_cast<std::size_t>(state)] = shortChips && closes;
    }
    all.inferred = !m_given.document.source().simulated;
    const int lines = topology::legendOf(all, m_given.look).lines(m_given.look, (width - 2 * kSide) / enlargement);
    return std::max(0, lines - 1) * theme::Legend::lineHeight(m_given.look) * enlargement;
}

/// Of the instant, or of what an animation shows: what is seen in it at some instants, and every role of its range.
theme::Legend Figure::TopologyPart::legend() const
{
    const FigureOptions& options = m_given.options;
    if (!options.legend)
        return {};
    const topology::Stage stage = this->stage();
    topology::Occurring occurring;
    const auto look = [&](Instant at) {
        occurring.add(stage, topology::makeScene(stage, m_given.document.at(at), options.tempo, options.selected));
    };
    if (!options.clock) { // it stands still
        look(options.at);
        return topology::legendOf(occurring, m_given.look);
    }
    constexpr int kLooks = 24;
    const Span range = options.range.value_or(Span {kStart, m_given.document.end()});
    for (int i = 0; i <= kLooks; ++i)
        look(range.from + (range.to - range.from) * i / kLooks);
    for (const trace::ConnectionLife& life : m_given.document.lives()) {
        if (life.opened > range.to || (life.gone && *life.gone < range.from))
            continue;
        occurring.roles[static_cast<std::size_t>(life.role)] = true;
        if (life.closed && *life.closed >= range.from && *life.closed <= range.to)
            occurring.closers[static_cast<std::size_t>(life.closer)] = true;
        const bool travels = life.traffic.total() > 0;
        occurring.request |= travels;
        occurring.response |= travels;
    }
    return topology::legendOf(occurring, m_given.look);
}

/// All on their own where that is no taller than wide, at the size of type that a sheet of such a width has.
double Figure::TopologyPart::naturalHeight(double width)
{
    m_metrics = std::make_unique<topology::Metrics>(m_given.look);
    // A narrow sheet is a wider one that is shrunk; see placeIn().
    const double shrunk = std::min(1.0, width / leastWidth(width));
    const double least = smallestSheet(1).height() * shrunk;
    const double usual = std::max(width * 0.625, least);
    // In a column of a page that is narrow, as tall as it must be for all to have room, though not all on their own.
    const bool isColumn = width < smallestSheet(1).width();
    double fitting = 0;
    for (const double share : {0.36, 0.42, 0.5, 0.56, 0.625, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0}) {
        if (share > 0.8 && !isColumn)
            break;
        const QSizeF size = QSizeF(width, std::max(width * share, least)) / shrunk;
        const double enlargement = topology::enlargement(m_cast, *m_metrics, size);
        const topology::Placement placement
            = topology::place(m_cast, *m_metrics, size / enlargement, m_given.options.arrangement);
        const bool isWhole = std::all_of(placement.nodes.begin(), placement.nodes.end(),
            [](const topology::PlacedNode& node) { return node.detail == topology::Detail::Full; });
        const bool fits = enlargement >= 1 && placement.bounds.height() <= size.height() / enlargement + 1;
        const double height
            = std::ceil(size.height() * shrunk + legendRoom(width, enlargement * shrunk, placement.shortChips));
        if (fits && isWhole)
            return height;
        if (fits && fitting == 0)
            fitting = height;
    }
    return std::max(std::ceil(usual), isColumn ? fitting : 0);
}

topology::Stage Figure::TopologyPart::stage() const
{
    return {m_cast, m_exchanges, m_placement, *m_metrics, m_given.document, m_given.filter, m_given.look};
}

void Figure::TopologyPart::paint(QPainter& painter, std::size_t) const
{
    const FigureOptions& options = m_given.options;
    const topology::Stage stage = this->stage();
    const topology::Scene scene
        = topology::makeScene(stage, m_given.document.at(options.at), options.tempo, options.selected);
    topology::Highlight highlight;
    highlight.selected = options.selected;
    painter.save();
    painter.scale(m_zoom, m_zoom);
    painter.translate(-m_placement.bounds.topLeft());
    topology::paintScene(painter, stage, scene, highlight, !options.transparent);
    annotation::paintMarks(painter, m_annotated.seen(stage, scene), m_given.look);
    painter.restore();
    painter.save();
    painter.scale(m_enlargement, m_enlargement);
    const double side = kSide / m_enlargement;
    m_legend.paint(painter, m_given.look, QRectF(QPointF(), m_size / m_enlargement).adjusted(side, 0, -side, -8));
    painter.restore();
}

// -- timeline --

Figure::TimelinePart::TimelinePart(const Given& given)
    : Part(given)
    , m_data(given.document)
{
    m_data.restart();
    while (!m_data.extend(1'000'000)) { }
    const std::optional<Span>& range = given.options.range;
    m_axis = range && !given.options.isCutOut ? m_data.axis(given.options.axis, {}, range->from, range->to)
                                              : m_data.axis(given.options.axis, {});
    m_annotated = timeline::Annotated(m_data, given.options.annotations);
}

double Figure::TimelinePart::legendHeight(double width) const
{
    return heightOf(m_legend.lines(m_given.look, width - 2 * kSide), m_given.look);
}

/// All that depends on no height.
void Figure::TimelinePart::prepare(double width)
{
    const FigureOptions& options = m_given.options;
    timeline::Frame& frame = m_frame;
    frame = {};
    frame.data = &m_data;
    frame.axis = &m_axis;
    frame.look = &m_given.look;
    frame.size = QSizeF(width, 0);
    frame.pixelRatio = std::max(options.scale, 1.0);
    frame.ground = !options.transparent;
    if (options.range) {
        frame.range = m_axis.ofStretch(options.range->from, options.range->to);
    } else {
        const double length = std::max(m_axis.length(), 1e-9);
        frame.range = {-0.015 * length, 1.03 * length};
    }
    frame.rows = timeline::arrange(m_data.lanes(), {});
    frame.selected = options.selected;
    frame.bookmarks = options.bookmarks;
    frame.annotated = &m_annotated;
    if (m_given.filter.isActive())
        frame.matches = [this](ConnectionId c) { return m_given.filter.matchesEver(c); };
    const Span range = options.range.value_or(Span {kStart, m_given.document.end()});
    m_legend = options.legend ? timeline::legendOf(frame, range.from, range.to) : theme::Legend();
}

double Figure::TimelinePart::naturalHeight(double width)
{
    prepare(width);
    return timeline::naturalHeight(m_frame) + legendHeight(width);
}

void Figure::TimelinePart::layOut(QSizeF size)
{
    m_size = size;
    prepare(size.width());
    m_frame.size.setHeight(size.height() - legendHeight(size.width()));
    m_frame.names = timeline::measureNames(m_frame);
    m_lanes = static_cast<std::size_t>(std::count_if(m_frame.rows.begin(), m_frame.rows.end(),
        [](const timeline::Row& row) { return row.kind == timeline::Row::Kind::Lane; }));
    m_more = 0;
    const timeline::Layout layout = timeline::makeLayout(m_frame);
    if (layout.rowsHeight <= layout.lanes.height() + 1)
        return;
    leaveOut(layout);
    if (m_more > 0 && m_given.options.legend) {
        const Span range = m_given.options.range.value_or(Span {kStart, m_given.document.end()});
        m_legend = timeline::legendOf(m_frame, range.from, range.to);
    }
}

/// Whether it has something in the range that the filter does not dim.
bool Figure::TimelinePart::isOfInterest(const timeline::Lane& lane) const
{
    const Span range = m_given.options.range.value_or(Span {kStart, m_given.document.end()});
    return std::any_of(lane.connections.begin(), lane.connections.end(), [&](ConnectionId c) {
        const trace::ConnectionLife* life = m_given.document.life(c);
        return life && life->opened <= range.to && (!life->gone || *life->gone >= range.from)
            && (!m_frame.matches || m_frame.matches(c));
    });
}

/// On paper nothing scrolls: lanes are as low as can be read, those without anything to see go first, then the last ones, and
/// a line in their place says how many they are.
void Figure::TimelinePart::leaveOut(const timeline::Layout& layout)
{
    using Kind = timeline::Row::Kind;
    timeline::Frame& frame = m_frame;
    frame.laneHeight = std::min(layout.laneHeight, timeline::leastLaneHeight(m_given.look));
    const double line = std::ceil(smallHeight(m_given.look) * 1.2);
    const auto isTooTall = [&] {
        const timeline::Layout now = timeline::makeLayout(frame);
        return now.rowsHeight + (m_more > 0 ? line : 0) > now.lanes.height() + 1;
    };
    if (!isTooTall())
        return;
    // Groups that have lost all their lanes go with them.
    const auto tidy = [&frame] {
        std::vector<timeline::Row> rows;
        for (std::size_t i = 0; i < frame.rows.size(); ++i) {
            const bool isEmpty = frame.rows[i].kind == Kind::Group && frame.rows[i].lanes > 0
                && (i + 1 == frame.rows.size() || frame.rows[i + 1].kind == Kind::Group);
            if (!isEmpty)
                rows.push_back(frame.rows[i]);
        }
        frame.rows = std::move(rows);
    };
    m_more = std::erase_if(frame.rows, [this](const timeline::Row& row) {
        return row.kind == Kind::Lane && !isOfInterest(m_data.lanes()[row.lane]);
    });
    if (m_more == m_lanes) { // then one is as good as another
        frame.rows = timeline::arrange(m_data.lanes(), {});
        m_more = 0;
    }
    tidy();
    if (isTooTall()) {
        m_more = std::max<std::size_t>(m_more, 1); // so that the line is counted
        const timeline::Layout now = timeline::makeLayout(frame);
        const double bottom = now.lanes.bottom() - line + 1;
        const auto fits = [&](const timeline::RowPlace& place) { return place.top + place.height <= bottom; };
        const auto kept = static_cast<std::size_t>(
            std::partition_point(now.rows.begin(), now.rows.end(), fits) - now.rows.begin());
        frame.rows.resize(kept);
        tidy();
    }
    m_more = m_lanes
        - static_cast<std::size_t>(std::count_if(
            frame.rows.begin(), frame.rows.end(), [](const timeline::Row& row) { return row.kind == Kind::Lane; }));
}

void Figure::TimelinePart::paint(QPainter& painter, std::size_t) const
{
    timeline::Frame frame = m_frame;
    frame.playhead = m_given.document.positionAt(m_given.options.at);
    // Without pixels strips have a grain of their own: finer than the eye, coarser where there are so many that a file of
    // them would be large.
    if (!hasPixels(painter))
        frame.pixelRatio = frame.rows.size() > 100 ? 1 : 4;
    timeline::paintTimeline(painter, frame);
    if (m_more > 0) {
        const timeline::Layout layout = timeline::makeLayout(frame);
        const double height = std::ceil(smallHeight(m_given.look) * 1.2);
        const double top
            = layout.rows.empty() ? layout.lanes.top() : layout.rows.back().top + layout.rows.back().height;
        painter.save();
        painter.setFont(m_given.look.text(theme::Type::Small));
        painter.setPen(m_given.look.theme().secondary);
        painter.drawText(QRectF(kSide, top, m_size.width() - 2 * kSide, height),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
            m_more == 1
                ? Words::tr("+1 more lane")
                : Words::tr("+%1 more lanes").arg(m_given.look.format().number(static_cast<std::int64_t>(m_more))));
        painter.restore();
    }
    m_legend.paint(painter, m_given.look, QRectF(QPointF(), m_size).adjusted(kSide, 0, -kSide, -6));
}

QString Figure::TimelinePart::crowdedOut() const
{
    if (m_more == 0)
        return {};
    return Words::tr("%1 of %2 lanes of the timeline find no room")
        .arg(m_given.look.format().number(static_cast<std::int64_t>(m_more)),
            m_given.look.format().number(static_cast<std::int64_t>(m_lanes)));
}

// -- sequence --

Figure::SequencePart::SequencePart(const Given& given)
    : Part(given)
{
    sequence::ChartOptions options;
    if (given.options.range) {
        options.from = given.options.range->from;
        options.to = given.options.range->to;
    }
    options.gather = given.options.gather;
    options.silence = given.options.silence;
    if (given.filter.isActive()) {
        options.takes = [&given](ConnectionId c) { return given.filter.matchesEver(c); };
        for (const trace::ConnectionLife& life : given.document.lives())
            m_hidden += given.filter.matchesEver(life.id) ? 0U : 1U;
    }
    m_chart = sequence::makeChart(given.document, options);
}

/// A chart that is shrunk has its legend shrink along, as far as that may be.
double Figure::SequencePart::legendZoom() const { return std::clamp(m_zoom, leastZoom(), 1.0); }

double Figure::SequencePart::legendHeight(double width) const
{
    const double zoom = legendZoom();
    return heightOf(m_legend.lines(m_given.look, (width - 2 * kSide) / zoom), m_given.look) * zoom;
}

/// At which the smallest labels are as small as they may be.
double Figure::SequencePart::leastZoom() const
{
    return std::min(1.0, m_given.options.smallestText / m_given.look.text(theme::Type::Small).pointSizeF());
}

/// In a narrow sheet columns stand closer together rather than that labels become too small.
double Figure::SequencePart::zoomOf(double width) const
{
    const double natural = width / sequence::naturalWidth(m_chart, m_given.document, m_given.look);
    if (natural >= leastZoom())
        return std::min(kLargestZoom, natural);
    return std::max(
        natural, std::min(leastZoom(), width / sequence::leastWidth(m_chart, m_given.document, m_given.look)));
}

double Figure::SequencePart::naturalHeight(double width)
{
    m_zoom = zoomOf(width);
    m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, width / m_zoom);
    m_legend = m_given.options.legend ? sequence::legendOf(m_chart, m_layout, m_given.look) : theme::Legend();
    return std::ceil(m_layout.height * m_zoom + legendHeight(width)) + 1;
}

std::optional<Instant> Figure::SequencePart::playhead() const
{
    const Instant at = m_given.options.at;
    return at < m_given.document.end() ? std::optional(at) : std::optional<Instant>();
}

void Figure::SequencePart::layOut(QSizeF size)
{
    m_size = size;
    const FigureOptions& options = m_given.options;
    // A little larger where there is room; shrunk as far as labels stay large enough; then cut into sheets.
    const double least = leastZoom();
    m_zoom = zoomOf(size.width());
    m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, size.width() / m_zoom);
    m_legend = options.legend ? sequence::legendOf(m_chart, m_layout, m_given.look) : theme::Legend();
    const double height = size.height() - legendHeight(size.width());
    for (int i = 0; i < 3;
         ++i) { // a smaller zoom makes the chart wider, which changes no height but that of few labels
        m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, size.width() / m_zoom);
        const double fitting = height / m_layout.height;
        if (fitting >= m_zoom || m_zoom <= least)
            break;
        m_zoom = std::max(fitting, std::min(least, m_zoom));
    }
    m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, size.width() / m_zoom);
    m_sheets = sequence::pagesOf(m_layout, std::max(height / m_zoom - m_layout.headHeight, 60.0) + 0.5);
}

QString Figure::SequencePart::refusal() const
{
    const FigureOptions& options = m_given.options;
    if (m_chart.rows.empty())
        return m_hidden > 0 ? Words::tr("no message of the connections that the filter leaves lies in this range")
                            : Words::tr("no message lies in this range");
    const double small = m_given.look.text(theme::Type::Small).pointSizeF() * m_zoom;
    if (small < options.smallestText * 0.5) {
        return Words::tr("%1 hosts do not fit beside each other: choose a wider sheet, or a filter such as client = "
                         "\"consumer-1\"")
            .arg(m_chart.hosts.size());
    }
    if (options.page > m_sheets.size())
        return Words::tr("sheets of this size that the sequence has: %1").arg(m_sheets.size());
    return {};
}

QString Figure::SequencePart::leftOut() const
{
    if (m_hidden == 0)
        return {};
    return Words::tr("connections that the filter leaves out: %1").arg(m_hidden);
}

/// Of what moves it is the one on which the playhead stands: the sheets turn with it. Once nothing more comes it is the last.
std::size_t Figure::SequencePart::sheetOf(std::size_t page) const
{
    if (!m_given.options.clock || m_given.options.page > 0)
        return std::min(std::max<std::size_t>(page, 1), m_sheets.size()) - 1;
    const double y = playhead() ? m_layout.playheadAt(*playhead()) : -1;
    if (y < 0)
        return m_sheets.size() - 1;
    const auto it
        = std::find_if(m_sheets.begin(), m_sheets.end(), [y](const sequence::Page& sheet) { return y < sheet.to; });
    return it == m_sheets.end() ? m_sheets.size() - 1 : static_cast<std::size_t>(it - m_sheets.begin());
}

void Figure::SequencePart::paint(QPainter& painter, std::size_t page) const
{
    painter.save();
    painter.scale(m_zoom, m_zoom);
    sequence::paintSequence(
        painter, m_chart, m_layout, m_sheets[sheetOf(page)], m_given.document, m_given.look, playhead());
    painter.restore();
    painter.save();
    const double zoom = legendZoom();
    painter.scale(zoom, zoom);
    m_legend.paint(
        painter, m_given.look, QRectF(QPointF(), m_size / zoom).adjusted(kSide / zoom, 0, -kSide / zoom, -8));
    painter.restore();
}

} // namespace connscope::figures
