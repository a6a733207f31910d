// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/parts.h"

#include "figures/words.h"
#include "sequence/picture.h"
#include "theme/marks.h"
#include "timeline/picture.h"
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

/// What the strips of a timeline mean, along the bottom of \a room.
void paintTimelineLegend(QPainter& painter, const theme::Look& look, const QRectF& room)
{
    const QFontMetricsF metrics(look.text(theme::Type::Small));
    const double height = metrics.height();
    const double y = room.bottom() - height / 2;
    double x = room.left();
    painter.save();
    painter.setFont(look.text(theme::Type::Small));
    const auto word = [&](const QString& text, double mark, const auto& paintMark) {
        const double needed = mark + 6 + metrics.horizontalAdvance(text);
        if (x + needed > room.right())
            return;
        paintMark();
        painter.setPen(look.theme().secondary);
        painter.drawText(QRectF(x + mark + 6, y - height / 2, needed, height),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
        x += needed + 18;
    };
    using theme::LinkState;
    for (const LinkState state : {LinkState::Connecting, LinkState::Ready, LinkState::Idle, LinkState::TimeWait}) {
        word(theme::linkStateWord(state), 26, [&] {
            theme::paintSegment(
                painter, QRectF(x, std::round(y) - 5, 26, 10), state, Role::Data, trace::Side::Client, look);
        });
    }
    for (const trace::Side side : {trace::Side::Client, trace::Side::Broker, trace::Side::Network}) {
        const QString text = side == trace::Side::Client ? Words::tr("closed by the client")
            : side == trace::Side::Broker                ? Words::tr("closed by the broker")
                                                         : Words::tr("ended by the network");
        word(text, 10, [&] { theme::paintCap(painter, {x + 5, y}, height * 0.8, side, look); });
    }
    painter.restore();
}

} // namespace

// -- topology --

Figure::TopologyPart::TopologyPart(const Given& given)
    : Part(given)
    , m_cast(given.document)
{
    m_exchanges.extend(given.document.trace());
}

void Figure::TopologyPart::layOut(QSizeF size)
{
    m_size = size;
    m_metrics = std::make_unique<topology::Metrics>(m_given.look);
    // A sheet on which its type would have no room is a larger one that is shrunk: nothing lies on anything else.
    const QSizeF least = QSizeF(smallestSheet(1)) * m_given.look.textScale();
    const double shrunk = std::min({1.0, size.width() / least.width(), size.height() / least.height()});
    m_enlargement = topology::enlargement(m_cast, *m_metrics, size / shrunk) * shrunk;
    m_placement = topology::place(m_cast, *m_metrics, size / m_enlargement, m_given.options.arrangement);
    const QRectF& bounds = m_placement.bounds;
    m_zoom = std::min({m_enlargement, size.width() / bounds.width(), size.height() / bounds.height()});
    const double legend = m_given.options.legend ? (m_metrics->small * 1.6 + 8) * m_enlargement / m_zoom : 0;
    m_annotated.layOut(stage(), m_given.options.annotations, legend);
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
    if (!options.legend)
        return;
    painter.save();
    painter.scale(m_enlargement, m_enlargement);
    topology::paintLegend(painter, stage, QRectF(QPointF(), m_size / m_enlargement).adjusted(kSide, 0, -kSide, -8));
    painter.restore();
}

// -- timeline --

Figure::TimelinePart::TimelinePart(const Given& given)
    : Part(given)
    , m_data(given.document)
{
    m_data.restart();
    while (!m_data.extend(1'000'000)) { }
    m_axis = m_data.axis(given.options.axis, {});
    m_annotated = timeline::Annotated(m_data, given.options.annotations);
}

double Figure::TimelinePart::legendHeight() const
{
    return m_given.options.legend ? std::ceil(smallHeight(m_given.look) * 1.4) : 0;
}

void Figure::TimelinePart::layOut(QSizeF size)
{
    m_size = size;
    const FigureOptions& options = m_given.options;
    timeline::Frame& frame = m_frame;
    frame = {};
    frame.data = &m_data;
    frame.axis = &m_axis;
    frame.look = &m_given.look;
    frame.size = QSizeF(size.width(), size.height() - legendHeight());
    frame.pixelRatio = std::max(options.scale, 1.0);
    frame.ground = !options.transparent;
    if (options.range) {
        frame.range = {m_axis.toAxis(options.range->from), m_axis.toAxis(options.range->to)};
        const double length = std::max(frame.range.length(), 1e-9);
        frame.range = {frame.range.from - 0.015 * length, frame.range.to + 0.03 * length};
    } else {
        const double length = std::max(m_axis.length(), 1e-9);
        frame.range = {-0.015 * length, 1.03 * length};
    }
    frame.rows = timeline::arrange(m_data.lanes(), {});
    frame.names = timeline::measureNames(frame);
    frame.selected = options.selected;
    frame.bookmarks = options.bookmarks;
    frame.annotated = &m_annotated;
    if (m_given.filter.isActive())
        frame.matches = [this](ConnectionId c) { return m_given.filter.matchesEver(c); };
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
    if (m_given.options.legend)
        paintTimelineLegend(painter, m_given.look, QRectF(QPointF(), m_size).adjusted(kSide, 0, -kSide, -6));
}

QString Figure::TimelinePart::crowdedOut() const
{
    const timeline::Layout layout = timeline::makeLayout(m_frame);
    std::size_t lanes = 0;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < m_frame.rows.size(); ++i) {
        if (m_frame.rows[i].kind != timeline::Row::Kind::Lane)
            continue;
        ++lanes;
        if (layout.rows[i].top + layout.rows[i].height > layout.lanes.bottom() + 1)
            ++hidden;
    }
    if (hidden == 0)
        return {};
    return Words::tr("%1 of %2 lanes of the timeline find no room")
        .arg(m_given.look.format().number(static_cast<std::int64_t>(hidden)),
            m_given.look.format().number(static_cast<std::int64_t>(lanes)));
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

double Figure::SequencePart::legendHeight() const
{
    return m_given.options.legend ? std::ceil(smallHeight(m_given.look) * 1.6) : 0;
}

void Figure::SequencePart::layOut(QSizeF size)
{
    m_size = size;
    const FigureOptions& options = m_given.options;
    const double natural = sequence::naturalWidth(m_chart, m_given.document, m_given.look);
    const double height = size.height() - legendHeight();
    const std::optional<Instant> at
        = options.at < m_given.document.end() ? std::optional(options.at) : std::optional<Instant>();
    // A little larger where there is room; shrunk as far as labels stay large enough; then cut into sheets.
    const double small = m_given.look.text(theme::Type::Small).pointSizeF();
    const double least = std::min(1.0, options.smallestText / small);
    m_zoom = std::min(kLargestZoom, size.width() / natural);
    for (int i = 0; i < 3;
         ++i) { // a smaller zoom makes the chart wider, which changes no height but that of few labels
        m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, size.width() / m_zoom, at);
        const double fitting = height / m_layout.height;
        if (fitting >= m_zoom || m_zoom <= least)
            break;
        m_zoom = std::max(fitting, std::min(least, m_zoom));
    }
    m_layout = sequence::makeLayout(m_chart, m_given.document, m_given.look, size.width() / m_zoom, at);
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

void Figure::SequencePart::paint(QPainter& painter, std::size_t page) const
{
    painter.save();
    painter.scale(m_zoom, m_zoom);
    sequence::paintSequence(painter, m_chart, m_layout,
        m_sheets[std::min(std::max<std::size_t>(page, 1), m_sheets.size()) - 1], m_given.document, m_given.look);
    painter.restore();
    if (m_given.options.legend)
        sequence::paintSequenceLegend(
            painter, m_given.look, QRectF(QPointF(), m_size).adjusted(kSide, 0, -kSide, -8));
}

} // namespace connscope::figures
