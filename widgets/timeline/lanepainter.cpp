// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lanepainter.h"

#include "theme/contrast.h"
#include "theme/marks.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace connscope::timeline {

using theme::LinkState;
using theme::StateLook;

namespace {

constexpr double kFaded = 0.78; // towards the card, of what the filter leaves out
constexpr unsigned kFold = 218; // of 256 towards the card, of what is folded

/// std::log, which a picture asks for tens of thousands of times, mostly of small numbers.
double logOf(std::uint32_t n)
{
    static const std::vector<double> kSmall = [] {
        std::vector<double> out(1024);
        for (std::size_t i = 1; i < out.size(); ++i)
            out[i] = std::log(i);
        return out;
    }();
    return n < kSmall.size() ? kSmall[n] : std::log(n);
}

// What lies over what, where shapes are kept instead of pixels.
enum Coat : int { kGround, kRuns, kEdges, kPale, kDense, kStrokes, kWaits, kEnds, kFolds };

} // namespace

LanePainter::LanePainter(const Frame& frame, const Layout& layout)
    : m_frame(frame)
    , m_layout(layout)
    , m_unit(std::max(1, static_cast<int>(std::lround(frame.pixelRatio))))
{
    mixColours();
    const int columns = std::max(1, device(layout.lanes.right()) - device(layout.lanes.left()));
    m_cuts = makeCuts(*frame.data, *frame.axis, frame.range, static_cast<std::size_t>(columns));
    // Nothing is drawn beyond the end: it has not been seen.
    m_end
        = static_cast<int>(std::lround(std::clamp(column(frame.axis->length()), 0.0, static_cast<double>(columns))));
}

/// The column at which a run is over: of two that lie over each other the shorter one ends before the trace.
int LanePainter::endOf(trace::Origin run) const
{
    const trace::Twofold* twofold = m_frame.data->document().twofold();
    if (!twofold || !twofold->isOver(run, m_frame.data->document().end()))
        return m_end;
    const Instant end = twofold->end[run == trace::Origin::First ? 0 : 1];
    return static_cast<int>(
        std::lround(std::clamp(column(m_frame.axis->toAxis(end)), 0.0, static_cast<double>(m_end))));
}

/// Where it ends before the trace does: a bar that nothing follows.
void LanePainter::paintOver(Canvas& canvas, int at, int top, int bottom)
{
    if (at >= m_end || at >= static_cast<int>(m_cuts.columns()))
        return;
    const theme::Theme& t = m_frame.look->theme();
    canvas.setCoat(kWaits);
    canvas.pattern(at, top, m_end, bottom, StateLook::Fill::Hatch, t.hairline.rgb(), m_unit);
    canvas.fill(at, top, at + 2 * m_unit, bottom, t.secondary.rgb());
    canvas.setCoat(kRuns);
}

double LanePainter::column(double place) const
{
    return (place - m_frame.range.from) / m_frame.range.length() * static_cast<double>(m_cuts.columns());
}

bool LanePainter::matches(std::uint32_t connection) const
{
    return !m_frame.matches || m_frame.matches(ConnectionId {connection});
}

void LanePainter::mixColours()
{
    const theme::Theme& t = m_frame.look->theme();
    const auto faded = [&](const QColor& colour) { return theme::mixed(colour, t.card, kFaded); };
    for (std::size_t state = 0; state < m_looks.size(); ++state)
        m_looks[state] = theme::stateLook(static_cast<LinkState>(state));
    for (std::size_t role = 0; role < kRoleCount; ++role) {
        for (std::size_t state = 0; state < m_looks.size(); ++state) {
            for (std::size_t closer = 0; closer < 4; ++closer) {
                const QColor colour = theme::stateColour(
                    static_cast<LinkState>(state), static_cast<Role>(role), static_cast<trace::Side>(closer), t);
                m_colours[role][state][closer] = {colour.rgb(), faded(colour).rgb()};
            }
        }
        const QColor mark = t.roles[role].mark;
        m_dense[role] = {mark.rgb(), faded(mark).rgb()};
        m_pale[role] = {theme::mixed(mark, t.card, 0.38).rgb(), theme::mixed(faded(mark), t.card, 0.38).rgb()};
    }
}

QRgb LanePainter::colourOf(const Run& run, Role role) const
{
    const bool needsCloser
        = !m_looks[static_cast<std::size_t>(run.state)].ofRole && run.state != LinkState::Connecting;
    const trace::Side closer
        = needsCloser ? m_frame.data->closerOf(ConnectionId {run.connection}) : trace::Side::None;
    return m_colours[static_cast<std::size_t>(role)][static_cast<std::size_t>(run.state)]
                    [static_cast<std::size_t>(closer)][matches(run.connection) ? 0 : 1];
}

void LanePainter::paintRuns(Canvas& canvas, const Strip& strip, Role role)
{
    const theme::Theme& t = m_frame.look->theme();
    const int height = strip.bottom - strip.top;
    for (const Run& run : m_runs) {
        const StateLook& look = m_looks[static_cast<std::size_t>(run.state)];
        if (look.fill == StateLook::Fill::None)
            continue;
        const int share = std::max(m_unit, static_cast<int>(std::lround(height * look.height)));
        const int top = strip.top + (height - share) / 2;
        const int bottom = top + share;
        const auto from = static_cast<int>(run.from);
        const auto to = std::min(static_cast<int>(run.to), m_laneEnd);
        if (from >= to)
            continue;
        const QRgb colour = colourOf(run, role);
        if (look.fill == StateLook::Fill::Solid || share <= 2 * m_unit || to - from <= 2 * m_unit) {
            canvas.fill(from, top, to, bottom, colour);
            continue;
        }
        if (look.fill == StateLook::Fill::Pale || run.state == LinkState::Connecting) {
            const theme::StripFill fill = theme::handshakeFill(run.state, role, t, QColor(strip.background));
            const auto shown = [&, fades = !matches(run.connection)](const QColor& c) {
                return (fades ? theme::mixed(c, QColor(strip.background), kFaded) : c).rgb();
            };
            canvas.fill(from, top, to, bottom, shown(fill.ground));
            canvas.pattern(from, top, to, bottom, look.fill, shown(fill.pattern), m_unit); // nothing where it is pale
            canvas.setCoat(kEdges);
            canvas.frame(from, top, to, bottom, shown(fill.edge), m_unit);
            canvas.setCoat(kRuns);
            continue;
        }
        canvas.pattern(from, top, to, bottom, look.fill, colour, m_unit);
        canvas.frame(from, top, to, bottom, colour, m_unit);
    }
}

void LanePainter::paintRequests(Canvas& canvas, const Strip& strip, const LaneTrack& track, Role role)
{
    countRequests(track, m_cuts, m_counts);
    if (m_counts.empty())
        return;
    const int height = strip.bottom - strip.top;
    // How many columns with requests lie within reach: where there are too many for strokes, their number becomes height.
    const auto reach = static_cast<std::uint32_t>(16 * m_unit);
    m_nearby.resize(m_counts.size());
    std::size_t low = 0;
    std::size_t high = 0;
    std::uint32_t most = 1;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        while (m_counts[low].column + reach < m_counts[i].column)
            ++low;
        while (high < m_counts.size() && m_counts[high].column <= m_counts[i].column + reach)
            ++high;
        m_nearby[i] = static_cast<std::uint32_t>(high - low);
        most = std::max(most, m_counts[i].n);
    }
    const double scale = most <= 1 ? 0 : 0.6 / std::log(most);
    std::size_t run = 0;
    // Neighbouring columns have one pale ground: filled when it ends, and the bars that stand on it then.
    int paleFrom = 0;
    int paleTo = 0;
    QRgb paleColour = 0;
    m_bars.clear();
    const auto flush = [&] {
        canvas.setCoat(kPale);
        canvas.fill(paleFrom, strip.top, paleTo, strip.bottom, paleColour);
        canvas.setCoat(kDense);
        for (const Bar& bar : m_bars)
            canvas.fill(bar.x, strip.bottom - bar.height, bar.x + 1, strip.bottom, bar.colour);
        m_bars.clear();
    };
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const auto x = static_cast<int>(m_counts[i].column);
        while (run < m_runs.size() && m_runs[run].to <= m_counts[i].column)
            ++run;
        if (run == m_runs.size() || m_runs[run].from > m_counts[i].column)
            continue;
        const Run& at = m_runs[run];
        if (at.state != LinkState::Ready && at.state != LinkState::CheckingVersions
            && at.state != LinkState::Authenticating)
            continue;
        const bool faded = !matches(at.connection);
        const auto from = static_cast<int>(at.from);
        const auto to = static_cast<int>(at.to);
        if (m_nearby[i] * 5 > 2 * 16 || m_counts[i].n > 3) {
            // Dense: the strip is pale and fills up with the number of requests.
            int until = x + 1;
            if (i + 1 < m_counts.size() && m_nearby[i + 1] * 5 > 2 * 16)
                until = std::min(static_cast<int>(m_counts[i + 1].column), to);
            const QRgb pale = m_pale[static_cast<std::size_t>(role)][faded ? 1 : 0];
            const int left = std::max(x, from);
            if (left != paleTo || pale != paleColour) {
                flush();
                paleFrom = left;
                paleColour = pale;
            }
            paleTo = until;
            const double share = most <= 1 ? 1 : 0.4 + scale * logOf(m_counts[i].n);
            const int full = std::max(m_unit, static_cast<int>(std::lround(height * share)));
            m_bars.push_back({x, full, m_dense[static_cast<std::size_t>(role)][faded ? 1 : 0]});
            continue;
        }
        if (x - from < 2 * m_unit || to - x < 3 * m_unit)
            continue; // a stroke there would take the strip away
        canvas.setCoat(kStrokes);
        canvas.fill(x, strip.top, x + m_unit, strip.bottom, strip.background);
    }
    flush();
}

void LanePainter::paintWaits(Canvas& canvas, const Strip& strip, const LaneTrack& track, QRgb colour)
{
    std::size_t total = 0;
    for (const Count& count : m_counts)
        total += count.n;
    const int room = (strip.rowBottom - strip.bottom) / m_unit;
    if (total == 0 || room < 4 || total * 6 > m_cuts.columns())
        return;
    const std::size_t first = m_counts.front().first - std::min<std::size_t>(m_counts.front().first, 8);
    const std::size_t last = m_counts.back().first + m_counts.back().n;
    constexpr int kSlots = 3;
    std::array<double, kSlots> busyUntil {-1e18, -1e18, -1e18};
    const int levels = std::clamp((room - 2) / 3, 1, kSlots);
    for (std::size_t i = first; i < last; ++i) {
        const RequestSpan& request = track.requests[i];
        const double from = column(m_frame.axis->ofEvent(EventId {request.sent}));
        const double to = request.done == RequestSpan::kOpen
            ? std::min(column(m_frame.axis->length()), static_cast<double>(m_laneEnd))
            : column(m_frame.axis->ofEvent(EventId {request.done}));
        if (to - from < 2 * m_unit || to < 0)
            continue;
        int slot = 0;
        while (slot + 1 < levels && busyUntil[static_cast<std::size_t>(slot)] > from + 0.5)
            ++slot;
        busyUntil[static_cast<std::size_t>(slot)] = to;
        const int y = strip.bottom + (2 + slot * 3) * m_unit;
        const auto x0 = static_cast<int>(std::lround(std::clamp(from, -4.0, 1e6)));
        const auto x1 = static_cast<int>(std::lround(std::clamp(to, -4.0, 1e6)));
        canvas.fill(x0, y, std::max(x0 + m_unit, x1 - m_unit), y + 2 * m_unit, colour);
        canvas.fill(x0, strip.bottom, x0 + m_unit, y, colour);
    }
}

void LanePainter::paintEnds(Canvas& canvas, const Strip& strip, const LaneTrack& track, std::size_t row)
{
    countEnds(track, m_cuts, m_counts);
    const theme::Theme& t = m_frame.look->theme();
    const double left = m_layout.lanes.left();
    int last = -1000 * m_unit;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const Count& count = m_counts[i];
        const auto x = static_cast<int>(count.column);
        const int next = i + 1 < m_counts.size() ? static_cast<int>(m_counts[i + 1].column) : x + 1000 * m_unit;
        const bool apart = x - last >= 7 * m_unit && next - x >= 7 * m_unit;
        last = x;
        if (apart && count.n == 1 && m_caps.size() < 1500) {
            const ConnectionId connection {track.ends[count.first].connection};
            m_caps.push_back(
                {left + x / m_frame.pixelRatio, static_cast<std::uint32_t>(row), m_frame.data->closerOf(connection)});
            continue;
        }
        const trace::Side closer = dominantCloser(track.closers.over(count.first, count.first + count.n));
        const QColor colour = closer == trace::Side::None ? t.handshake : t.closer(closer).mark;
        canvas.fill(x, strip.top - 2 * m_unit, x + std::max(1, m_unit), strip.bottom + 2 * m_unit, colour.rgb());
    }
}

void LanePainter::paintTroubles(Canvas& canvas, const Strip& strip, const LaneTrack& track)
{
    if (track.troubles.empty())
        return;
    countTroubles(track, m_cuts, m_counts);
    const QRgb error = m_frame.look->theme().error.rgb();
    const int arm = std::min(2, std::max(1, (strip.top - strip.rowTop) / m_unit / 3));
    for (const Count& count : m_counts) {
        // A small wedge that stands on the strip: its shape is nobody else's.
        const auto x = static_cast<int>(count.column);
        for (int i = 0; i <= 2 * arm * m_unit; ++i) {
            const int half = std::max(0, i / 2);
            canvas.fill(x - half, strip.top - m_unit - (i + 1), x + half + m_unit, strip.top - m_unit - i, error);
        }
    }
}

void LanePainter::paintLane(Canvas& canvas, std::size_t row, const Strip& strip)
{
    const Row& r = m_frame.rows[row];
    const LaneTrack& track = m_frame.data->segments().track(r.lane);
    const Role role = m_frame.data->lanes()[r.lane].role;
    const trace::Origin run = m_frame.data->lanes()[r.lane].run;
    m_laneEnd = endOf(run);
    makeRuns(track, m_cuts, m_runs);
    canvas.setCoat(kRuns);
    paintRuns(canvas, strip, role);
    paintRequests(canvas, strip, track, role);
    paintOver(canvas, m_laneEnd, strip.top, strip.bottom);
    canvas.setCoat(kWaits);
    paintWaits(canvas, strip, track,
        theme::mixed(QColor(strip.background), m_frame.look->theme().role(role).mark, 0.75).rgb());
    canvas.setCoat(kEnds);
    paintEnds(canvas, strip, track, row);
    paintTroubles(canvas, strip, track);
}

void LanePainter::washFolds(Canvas& canvas)
{
    const QRgb card = m_frame.look->theme().card.rgb();
    canvas.setCoat(kFolds);
    for (const Fold& fold : m_frame.axis->folds()) {
        const auto [from, to] = m_frame.axis->placesOf(fold);
        if (to < m_frame.range.from || from > m_frame.range.to)
            continue;
        canvas.wash(static_cast<int>(std::lround(std::clamp(column(from), -1.0, 1e6))), 0,
            static_cast<int>(std::lround(std::clamp(column(to), -1.0, 1e6))), canvas.height(), card, kFold);
    }
}

QImage LanePainter::lanes()
{
    const QRectF area = m_layout.lanes;
    const int top = device(area.top());
    QImage image(static_cast<int>(m_cuts.columns()), std::max(1, device(area.bottom()) - top), QImage::Format_RGB32);
    const theme::Theme& t = m_frame.look->theme();
    image.fill(t.card);
    Canvas canvas(image);
    fillLanes(canvas);
    image.setDevicePixelRatio(m_frame.pixelRatio);
    return image;
}

void LanePainter::fillLanes(Canvas& canvas)
{
    const QRectF area = m_layout.lanes;
    const int top = device(area.top());
    const theme::Theme& t = m_frame.look->theme();
    m_caps.clear();
    for (std::size_t i = 0; i < m_frame.rows.size(); ++i) {
        const RowPlace& place = m_layout.rows[i];
        if (place.top + place.height <= area.top() || place.top >= area.bottom())
            continue;
        Strip strip {device(place.strip.top()) - top, device(place.strip.bottom()) - top, device(place.top) - top,
            device(place.top + place.height) - top, t.card.rgb()};
        if (m_frame.rows[i].kind == Row::Kind::Group) {
            if (m_frame.rows[i].collapsed) {
                const OpenSeries& series = m_frame.data->openOf(m_frame.rows[i].group, m_frame.groupBy);
                m_laneEnd = m_end;
                canvas.setCoat(kRuns);
                paintOpen(canvas, series, strip.top, strip.bottom, series.most());
            }
            continue;
        }
        const LaneId lane = m_frame.rows[i].lane;
        if (concerns(m_frame, m_frame.selected, lane))
            strip.background = t.selection.rgb();
        else if (concerns(m_frame, m_frame.hovered, lane))
            strip.background = t.hover.rgb();
        canvas.setCoat(kGround);
        if (strip.background != t.card.rgb())
            canvas.fill(0, strip.rowTop, canvas.width(), strip.rowBottom, strip.background);
        paintLane(canvas, i, strip);
    }
    washFolds(canvas);
}

/// Roles are not told by colour alone: along its middle a band has the dashes that links of its role have; data is whole.
void LanePainter::dash(Canvas& canvas, Role role, int left, int top, int right, int bottom)
{
    const QVector<qreal> pattern = theme::roleDash(role);
    const int height = bottom - top;
    // In pixels of the picture: at a scale of 1.5 a unit is two of the device's, and a band that has dashes at 1 has them too.
    if (pattern.isEmpty() || height < device(4))
        return;
    const int thick = height < device(10) ? m_unit : 2 * m_unit;
    const int y = top + (height - thick) / 2;
    const auto pixels = [&](qreal penWidths) { return std::max(m_unit, qRound(penWidths * 2 * m_unit)); };
    // The caps of a link's dots are round: they take from the gaps.
    std::vector<int> lengths;
    int whole = 0;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool isDot = pattern[i - i % 2] < 1;
        lengths.push_back(pixels(pattern[i] + (!isDot ? 0 : i % 2 == 0 ? 0.5 : -0.5)));
        whole += lengths.back();
    }
    canvas.setCoat(kStrokes);
    const QRgb colour = m_frame.look->theme().card.rgb();
    // In step with the picture, not with the band: a band that grows keeps its dashes where they are.
    for (int x = left / whole * whole; x < right;) {
        for (std::size_t i = 0; i < lengths.size(); x += lengths[i++]) {
            if (i % 2 == 0 && std::max(x, left) < std::min(x + lengths[i], right))
                canvas.fill(std::max(x, left), y, std::min(x + lengths[i], right), y + thick, colour);
        }
    }
    canvas.setCoat(kRuns);
}

void LanePainter::paintOpen(Canvas& canvas, const OpenSeries& series, int top, int bottom, std::uint32_t most)
{
    if (most == 0)
        return;
    const theme::Theme& t = m_frame.look->theme();
    // From below: data, transaction, coordinator, bootstrap, unknown; as a stack they keep their places.
    static constexpr std::array kOrder {
        Role::Data, Role::Transaction, Role::Coordinator, Role::Bootstrap, Role::Unknown};
    std::array<QRgb, kRoleCount> colours {};
    for (std::size_t role = 0; role < kRoleCount; ++role)
        colours[role] = theme::mixed(t.card, t.roles[role].mark, 0.88).rgb();
    const double height = bottom - top;
    std::size_t hint = 0;
    const OpenSeries::Step* last = nullptr;
    std::size_t from = 0;
    const auto flush = [&](std::size_t to) {
        to = std::min(to, static_cast<std::size_t>(std::max(m_laneEnd, 0)));
        if (!last || from >= to)
            return;
        double sum = 0;
        for (const Role role : kOrder) {
            const std::uint32_t n = last->open[static_cast<std::size_t>(role)];
            if (n == 0)
                continue;
            const int low = bottom - static_cast<int>(std::lround(sum / most * height));
            sum += n;
            const int high = bottom - static_cast<int>(std::lround(sum / most * height));
            canvas.fill(static_cast<int>(from), std::min(high, low - 1), static_cast<int>(to), low,
                colours[static_cast<std::size_t>(role)]);
            dash(canvas, role, static_cast<int>(from), high, static_cast<int>(to), low);
        }
    };
    for (std::size_t x = 0; x < m_cuts.columns(); ++x) {
        const OpenSeries::Step* step = series.highest(m_cuts.at[x], m_cuts.at[x + 1], hint);
        if (step != last) {
            flush(x);
            last = step;
            from = x;
        }
    }
    flush(m_cuts.columns());
}

QImage LanePainter::open()
{
    const QRectF area = m_layout.open;
    const int top = device(area.top());
    QImage image(static_cast<int>(m_cuts.columns()), std::max(1, device(area.bottom()) - top), QImage::Format_RGB32);
    const theme::Theme& t = m_frame.look->theme();
    image.fill(t.card);
    Canvas canvas(image);
    fillOpen(canvas);
    image.setDevicePixelRatio(m_frame.pixelRatio);
    return image;
}

void LanePainter::fillOpen(Canvas& canvas)
{
    const int top = device(m_layout.open.top());
    const theme::Theme& t = m_frame.look->theme();
    canvas.setCoat(kRuns);
    const std::uint32_t mostOfRuns = std::max(
        m_frame.data->openOf(trace::Origin::First).most(), m_frame.data->openOf(trace::Origin::Second).most());
    for (const OpenStrip& strip : m_layout.strips) {
        const int bottom = device(strip.rect.bottom()) - top;
        const OpenSeries& series = strip.broker.isValid()
            ? m_frame.data->openOf(static_cast<std::uint32_t>(strip.broker.value), GroupBy::Broker)
            : m_frame.data->openOf(strip.run);
        // Of two runs on one scale, or they could not be compared.
        const std::uint32_t most = strip.run == trace::Origin::Both ? series.most() : mostOfRuns;
        m_laneEnd = endOf(strip.run);
        paintOpen(canvas, series, device(strip.rect.top()) - top, bottom, most);
        paintOver(canvas, m_laneEnd, device(strip.rect.top()) - top, bottom);
        canvas.setCoat(kStrokes);
        canvas.fill(0, bottom - m_unit, canvas.width(), bottom, t.hairline.rgb());
        canvas.setCoat(kRuns);
    }
    washFolds(canvas);
}

void LanePainter::paint(QPainter& painter, const QRectF& area, void (LanePainter::*fill)(Canvas&))
{
    Filled filled;
    const QSize size(static_cast<int>(m_cuts.columns()), std::max(1, device(area.bottom()) - device(area.top())));
    Canvas canvas(filled, size);
    (this->*fill)(canvas);
    painter.save();
    painter.translate(device(area.left()) / m_frame.pixelRatio, device(area.top()) / m_frame.pixelRatio);
    painter.scale(1 / m_frame.pixelRatio, 1 / m_frame.pixelRatio);
    filled.paint(painter);
    painter.restore();
}

void LanePainter::paintLanes(QPainter& painter) { paint(painter, m_layout.lanes, &LanePainter::fillLanes); }
void LanePainter::paintOpen(QPainter& painter) { paint(painter, m_layout.open, &LanePainter::fillOpen); }

} // namespace connscope::timeline
