// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/picture.h"

#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/marks.h"
#include "theme/runmark.h"
#include "timeline/lanepainter.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>

namespace connscope::timeline {

using theme::Type;

namespace {

class Saved {
public:
    explicit Saved(QPainter& painter)
        : m_painter(painter)
    {
        m_painter.save();
    }
    ~Saved() { m_painter.restore(); }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

private:
    QPainter& m_painter;
};

/// On the middle of a device pixel, so that a line of one pixel is one.
double crisp(double v, double ratio) { return (std::floor(v * ratio) + 0.5) / ratio; }

void paintLabel(QPainter& painter, const Label& label, const theme::Look& look)
{
    if (label.part == Label::Part::Run) {
        theme::paintRunMark(painter, label.rect.center(), label.rect.width(), label.run, look);
        return;
    }
    painter.setFont(label.font);
    if (label.part == Label::Part::Fold) // it may be wider than its break
        painter.fillRect(label.rect.adjusted(0, -2, 0, 2), label.behind);
    painter.setPen(label.colour);
    if (!label.vertical) {
        // A little more than was measured: hinting may need it, and nothing is cut.
        painter.drawText(
            label.rect.adjusted(-2, -2, 2, 2), label.alignment | Qt::TextDontClip | Qt::TextSingleLine, label.text);
        return;
    }
    const Saved saved(painter);
    painter.translate(label.rect.center());
    painter.rotate(-90);
    const QRectF turned(-label.rect.height() / 2, -label.rect.width() / 2, label.rect.height(), label.rect.width());
    painter.drawText(turned, Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine, label.text);
}

/// The ground of a picture but for \a covered, which something opaque will lie on: to fill it twice is a tenth of a frame.
void fillAround(QPainter& painter, const QRectF& whole, const QRectF& covered, const QColor& colour)
{
    if (covered.width() <= 0 || covered.height() <= 0) {
        painter.fillRect(whole, colour);
        return;
    }
    const QRect inner(QPoint(static_cast<int>(std::ceil(covered.left())), static_cast<int>(std::ceil(covered.top()))),
        QPoint(
            static_cast<int>(std::floor(covered.right())) - 1, static_cast<int>(std::floor(covered.bottom())) - 1));
    const double bottom = inner.bottom() + 1;
    const double right = inner.right() + 1;
    painter.fillRect(QRectF(whole.left(), whole.top(), whole.width(), inner.top() - whole.top()), colour);
    painter.fillRect(QRectF(whole.left(), bottom, whole.width(), whole.bottom() - bottom), colour);
    painter.fillRect(QRectF(whole.left(), inner.top(), inner.left() - whole.left(), inner.height()), colour);
    painter.fillRect(QRectF(right, inner.top(), whole.right() - right, inner.height()), colour);
}

/// The row of a selected or hovered lane, from edge to edge.
void paintRowBackgrounds(QPainter& painter, const Frame& frame, const Layout& l)
{
    const theme::Theme& t = frame.look->theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        if (frame.rows[i].kind != Row::Kind::Lane)
            continue;
        const RowPlace& place = l.rows[i];
        if (place.top + place.height <= l.lanes.top() || place.top >= l.lanes.bottom())
            continue;
        if (concerns(frame, frame.selected, frame.rows[i].lane))
            painter.setBrush(t.selection);
        else if (concerns(frame, frame.hovered, frame.rows[i].lane))
            painter.setBrush(t.hover);
        else
            continue;
        painter.drawRoundedRect(QRectF(6, place.top, frame.size.width() - 12 - 8, place.height), 5, 5);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// A torn edge, \a height long, as a picture of device pixels; to stroke one costs half a millisecond, and there are two to
/// each break. \a shift: of its middle beyond a whole pixel.
struct Tear {
    double height;
    double tooth;
    double shift;
    double ratio;
    QRgb card;
    QRgb edge;
    auto operator<=>(const Tear&) const = default;

    static constexpr double kMiddle = 6;
    QImage image() const
    {
        QImage out(static_cast<int>(std::ceil(2 * kMiddle * ratio)),
            static_cast<int>(std::ceil((height + 8) * ratio)), QImage::Format_ARGB32_Premultiplied);
        out.fill(Qt::transparent);
        out.setDevicePixelRatio(ratio);
        QPainter painter(&out);
        paint(painter, kMiddle + shift, 4);
        return out;
    }
    /// Its middle at \a x, from \a top.
    void paint(QPainter& painter, double x, double top) const
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        QPainterPath path;
        bool right = false;
        path.moveTo(x - tooth, top);
        for (double y = top + 5; y <= top + height; y += 5) {
            right = !right;
            path.lineTo(x + (right ? tooth : -tooth), y);
        }
        painter.setPen(QPen(QColor(card), 3));
        painter.drawPath(path);
        painter.setPen(QPen(QColor(edge), 1));
        painter.drawPath(path);
    }
};

bool hasPixels(const QPainter& painter)
{
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

bool hasMarks(const Frame& frame)
{
    return frame.data->document().twofold() || (frame.marks && !frame.marks->isEmpty());
}
view::Mark markOf(const Frame& frame, ConnectionId c)
{
    return view::markOf(frame.data->document().twofold(), frame.marks, c);
}

/// Of a lane: filled where the other run has none of its connections, hollow where something on it is otherwise there.
theme::Badge::Mark markOf(const Frame& frame, const Lane& lane)
{
    if (!hasMarks(frame))
        return theme::Badge::Mark::None;
    const auto alone = [&](ConnectionId c) { return markOf(frame, c) == view::Mark::Alone; };
    const auto same = [&](ConnectionId c) { return markOf(frame, c) == view::Mark::None; };
    return std::all_of(lane.connections.begin(), lane.connections.end(), same) ? theme::Badge::Mark::None
        : std::all_of(lane.connections.begin(), lane.connections.end(), alone) ? theme::Badge::Mark::Filled
                                                                               : theme::Badge::Mark::Hollow;
}

/// A diamond stands where a connection begins that the other run does not have, or has otherwise.
void paintMarks(QPainter& painter, const Frame& frame, const Layout& l)
{
    if (!hasMarks(frame))
        return;
    constexpr std::size_t kMostInARow = 200; // more would be a line
    for (std::size_t i = 0; i < l.rows.size() && i < frame.rows.size(); ++i) {
        const Row& row = frame.rows[i];
        if (row.kind != Row::Kind::Lane || l.rows[i].strip.height() < 6)
            continue;
        const Lane& lane = frame.data->lanes()[row.lane];
        std::size_t drawn = 0;
        for (const ConnectionId c : lane.connections) {
            const view::Mark mark = markOf(frame, c);
            const trace::ConnectionLife* life = frame.data->document().life(c);
            if (mark == view::Mark::None || !life || ++drawn > kMostInARow)
                continue;
            const double x = l.scale.toPixel(frame.axis->toAxis(life->opened));
            if (x < l.lanes.left() - 0.5 || x > l.lanes.right() + 0.5)
                continue;
            theme::paintMark(painter, {x, l.rows[i].strip.top()}, std::min(4.5, l.rows[i].strip.height() * 0.36),
                mark == view::Mark::Alone ? theme::Badge::Mark::Filled : theme::Badge::Mark::Hollow, *frame.look);
        }
    }
}

/// A break has torn edges.
void paintTears(QPainter& painter, const Frame& frame, const Layout& l)
{
    const double top = l.open.top() + 2;
    const double bottom = std::min(l.lanes.bottom(), l.lanes.top() - frame.scroll + l.rowsHeight + 8);
    if (bottom <= top)
        return;
    const QColor edge = theme::mixed(frame.look->theme().card, frame.look->theme().outline, 0.75);
    std::map<Tear, QImage> drawn;
    for (const Fold& fold : frame.axis->folds()) {
        const auto [from, to] = frame.axis->placesOf(fold);
        const double a = l.scale.toPixel(from);
        const double b = l.scale.toPixel(to);
        if (b < l.lanes.left() || a > l.lanes.right() || b - a < 3)
            continue;
        for (const double x : {a, b}) {
            if (x < l.lanes.left() || x > l.lanes.right())
                continue;
            // On quarters of a device pixel, so that few have to be drawn.
            const double quarters = std::floor(x * frame.pixelRatio * 4 + 0.5);
            const double whole = std::floor(quarters / 4);
            const Tear tear {bottom - top, std::round(std::min(3.0, (b - a) / 5) * 8) / 8,
                (quarters / 4 - whole) / frame.pixelRatio, frame.pixelRatio, frame.look->theme().card.rgb(),
                edge.rgb()};
            if (!hasPixels(painter)) {
                tear.paint(painter, x, top);
                continue;
            }
            QImage& image = drawn[tear];
            if (image.isNull())
                image = tear.image();
            painter.drawImage(QPointF(whole / frame.pixelRatio - Tear::kMiddle, top - 4), image);
        }
    }
}

void paintAxis(QPainter& painter, const Frame& frame, const Layout& l)
{
    const theme::Theme& t = frame.look->theme();
    const double y = crisp(l.axis.top(), frame.pixelRatio);
    painter.setPen(QPen(t.hairline, 1 / frame.pixelRatio));
    double from = l.axis.left();
    for (const Fold& fold : frame.axis->folds()) { // the axis is torn as well
        const auto [a, b] = frame.axis->placesOf(fold);
        const double to = std::clamp(l.scale.toPixel(a), l.axis.left(), l.axis.right());
        if (to > from)
            painter.drawLine(QPointF(from, y), QPointF(to, y));
        from = std::max(from, std::clamp(l.scale.toPixel(b), l.axis.left(), l.axis.right()));
    }
    if (from < l.axis.right())
        painter.drawLine(QPointF(from, y), QPointF(l.axis.right(), y));
    for (const Tick& tick : l.ticks) {
        const double x = crisp(std::min(tick.x, l.axis.right() - 0.5), frame.pixelRatio);
        painter.setPen(QPen(tick.label.isEmpty() ? t.hairline : t.outline, 1 / frame.pixelRatio));
        painter.drawLine(QPointF(x, y), QPointF(x, y + (tick.label.isEmpty() ? 3 : 5)));
    }
    // Two strokes through the axis: from here on a finger's breadth is another time.
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double x : scaleChanges(*frame.axis, l.scale)) {
        painter.setPen(QPen(t.card, 4));
        painter.drawLine(QPointF(x - 1, y), QPointF(x + 1, y));
        painter.setPen(QPen(t.secondary, 1.2));
        for (const double dx : {-2.0, 2.0})
            painter.drawLine(QPointF(x + dx - 1.5, y + 4), QPointF(x + dx + 1.5, y - 4));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Between the groups.
void paintSeparators(QPainter& painter, const Frame& frame, const Layout& l)
{
    painter.setPen(QPen(frame.look->theme().hairline, 1 / frame.pixelRatio));
    for (std::size_t i = 1; i < frame.rows.size(); ++i) {
        const double top = l.rows[i].top;
        if (frame.rows[i].kind != Row::Kind::Group || top + l.rows[i].height <= l.lanes.top()
            || top >= l.lanes.bottom())
            continue;
        const double y = crisp(top, frame.pixelRatio);
        painter.drawLine(QPointF(12, y), QPointF(l.lanes.right(), y));
    }
}

void paintLabels(QPainter& painter, const std::vector<Label>& labels, const theme::Look& look)
{
    for (const Label& label : labels)
        paintLabel(painter, label, look);
}

} // namespace

void paintContent(QPainter& painter, const Frame& frame, const Layout& l)
{
    const Saved saved(painter);
    const theme::Theme& t = frame.look->theme();
    if (frame.ground && hasPixels(painter))
        fillAround(painter, QRectF({}, frame.size), l.lanes.adjusted(1, 1, -1, -1), t.card);
    else if (frame.ground)
        painter.fillRect(QRectF({}, frame.size), t.card);

    painter.setClipRect(QRectF(0, l.lanes.top(), frame.size.width(), l.lanes.height()));
    paintRowBackgrounds(painter, frame, l);
    LanePainter lanes(frame, l);
    const bool shapes = !hasPixels(painter) || !frame.ground;
    const double ratio = frame.pixelRatio;
    const auto onPixel
        = [ratio](QPointF p) { return QPointF(std::round(p.x() * ratio), std::round(p.y() * ratio)) / ratio; };
    if (shapes)
        lanes.paintLanes(painter);
    else
        painter.drawImage(onPixel(l.lanes.topLeft()), lanes.lanes());
    for (const LanePainter::Cap& cap : lanes.caps()) {
        const QRectF strip = l.rows[cap.row].strip;
        theme::paintCap(painter, {cap.x, strip.center().y()}, strip.height() + 4, cap.closer, *frame.look);
    }
    paintMarks(painter, frame, l);
    painter.setClipping(false);
    if (shapes)
        lanes.paintOpen(painter);
    else
        painter.drawImage(onPixel(l.open.topLeft()), lanes.open());
    paintTears(painter, frame, l);
    paintAxis(painter, frame, l);
    paintLabels(painter, axisLabels(frame, l), *frame.look);
    painter.setClipRect(l.lanes);
    for (const Label& label : contentLabels(frame, l)) {
        if (label.part == Label::Part::End) {
            const LaneId lane = frame.rows[label.row].lane;
            const bool chosen = concerns(frame, frame.selected, lane);
            const bool hovered = !chosen && concerns(frame, frame.hovered, lane);
            const QRectF plate = label.rect.adjusted(-5, 0, 4, 0);
            painter.fillRect(plate, chosen ? t.selection : hovered ? t.hover : t.card);
            if (label.behind.isValid()) {
                // The box is shut at both sides of the words and not cut by them.
                const QRectF strip = l.rows[label.row].strip;
                const double half = strip.height() * theme::stateLook(theme::LinkState::TimeWait).height / 2;
                painter.setPen(QPen(label.behind, 1));
                for (const double x : {crisp(plate.left(), ratio), crisp(plate.right(), ratio)})
                    painter.drawLine(QPointF(x, strip.center().y() - half), QPointF(x, strip.center().y() + half));
            }
        }
        paintLabel(painter, label, *frame.look);
    }
    painter.setClipRect(QRectF(0, l.lanes.top(), frame.size.width(), l.lanes.height()));
    paintSeparators(painter, frame, l);
}

void paintNames(QPainter& painter, const Frame& frame, const Layout& l)
{
    const Saved saved(painter);
    const theme::Theme& t = frame.look->theme();
    painter.setClipRect(QRectF(0, l.lanes.top(), frame.size.width(), l.lanes.height()));
    const std::vector<Label> names = nameLabels(frame, l);
    for (std::size_t i = 0; i < frame.rows.size(); ++i) {
        const Row& row = frame.rows[i];
        const RowPlace& place = l.rows[i];
        if (place.top + place.height <= l.lanes.top() || place.top >= l.lanes.bottom())
            continue;
        const bool isCut = place.top < l.lanes.top() - 0.5 || place.top + place.height > l.lanes.bottom() + 0.5;
        if (isCut && row.kind == Row::Kind::Lane && std::none_of(names.begin(), names.end(), [i](const Label& label) {
                return label.part == Label::Part::LaneNode && label.row == i;
            }))
            continue; // a role's letter alone would be taken for a name
        const double centre = place.top + place.height / 2;
        if (row.kind == Row::Kind::Group) {
            if (centre - 8 < l.lanes.top() || centre + 8 > l.lanes.bottom())
                continue; // its name is not shown either
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(t.secondary);
            const QPointF c(19, centre);
            painter.drawPolygon(row.collapsed
                    ? QPolygonF {{c + QPointF(-2.5, -4), c + QPointF(3.5, 0), c + QPointF(-2.5, 4)}}
                    : QPolygonF {{c + QPointF(-4, -2.5), c + QPointF(4, -2.5), c + QPointF(0, 3.5)}});
            painter.setRenderHint(QPainter::Antialiasing, false);
            continue;
        }
        const Lane& lane = frame.data->lanes()[row.lane];
        const double radius = std::clamp(place.height / 2 - 1.5, 2.0, 10.0);
        const bool faded
            = frame.matches && std::none_of(lane.connections.begin(), lane.connections.end(), frame.matches);
        if (radius >= 5) {
            theme::paintRoleLetter(painter, {24, centre}, radius, lane.role, *frame.look, faded);
        } else {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(t.role(lane.role).mark);
            painter.drawEllipse(QPointF(24, centre), radius, radius);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        const theme::Badge::Mark mark = markOf(frame, lane);
        // Where each run has a lane of its own, its letter tells that they differ.
        if (radius >= 5 && (lane.run == trace::Origin::Both || mark == theme::Badge::Mark::Filled))
            theme::paintMark(
                painter, QPointF(24 + radius * 0.85, centre - radius * 0.85), radius * 0.5, mark, *frame.look);
        if (row.pinned) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(t.accent);
            painter.drawEllipse(QPointF(10, centre), 2, 2);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }
    painter.setClipping(false); // the strips of single brokers have names too; what is shown of lanes is whole
    paintLabels(painter, names, *frame.look);
}

std::vector<BookmarkFlag> bookmarkFlags(const Frame& frame, const Layout& l)
{
    constexpr double kOnePlace = 4; // px: nearer poles are one
    constexpr double kBehind = 7; // what is seen of a flag behind another
    constexpr int kMostBehind = 4;
    std::vector<BookmarkFlag> out;
    out.reserve(frame.bookmarks.size());
    int behind = 0;
    double first = 0;
    for (const Bookmark& bookmark : frame.bookmarks) {
        const double x = l.scale.toPixel(frame.axis->toAxis(bookmark.position));
        if (out.empty() || x - first >= kOnePlace) {
            behind = 0;
            first = x;
        } else {
            behind = std::min(behind + 1, kMostBehind);
        }
        out.push_back({x, QRectF(first + behind * kBehind, l.open.top() + 5, 11, 9)});
    }
    return out;
}

QRectF hoverBox(const Frame& frame, const Layout& l, const Hover& hover)
{
    const QFontMetricsF metrics(frame.look->text(Type::Small));
    const double most = frame.size.width() - 16;
    const double width = std::min(metrics.horizontalAdvance(hover.text) + 20, most);
    const double height = metrics.height() + 10;
    double x = hover.x + 14;
    if (x + width > frame.size.width() - 8)
        x = std::max(8.0, std::min(hover.x - 14 - width, frame.size.width() - 8 - width));
    if (x < 8)
        x = 8;
    double y = hover.y - height - 12;
    if (y < l.header.top() + 2)
        y = hover.y + 18;
    return {std::round(x), std::round(std::clamp(y, 2.0, std::max(2.0, frame.size.height() - height - 2))), width,
        height};
}

void paintOverlay(QPainter& painter, const Frame& frame, const Layout& l, const Hover* hover)
{
    const Saved saved(painter);
    const theme::Theme& t = frame.look->theme();
    const double ratio = frame.pixelRatio;
    const double top = l.open.top();
    const double bottom = l.axis.top();
    paintLabels(painter, overlayLabels(frame, l), *frame.look);

    if (frame.selectedRange) {
        const double a = std::clamp(
            l.scale.toPixel(frame.axis->toAxis(frame.selectedRange->from)), l.lanes.left(), l.lanes.right());
        const double b = std::clamp(
            l.scale.toPixel(frame.axis->toAxis(frame.selectedRange->to)), l.lanes.left(), l.lanes.right());
        QColor veil = t.accent;
        veil.setAlphaF(0.09F);
        painter.fillRect(QRectF(a, top, b - a, bottom - top), veil);
        painter.setPen(QPen(t.accent, 1 / ratio, Qt::DashLine));
        for (const double x : {a, b})
            painter.drawLine(QPointF(crisp(x, ratio), top), QPointF(crisp(x, ratio), bottom));
    }

    painter.setRenderHint(QPainter::Antialiasing);
    const auto isInView = [&l](double x) { return x >= l.lanes.left() - 1 && x <= l.lanes.right() + 1; };
    const std::vector<BookmarkFlag> flags = bookmarkFlags(frame, l);
    for (const BookmarkFlag& flag : flags) {
        if (!isInView(flag.x))
            continue;
        painter.setPen(QPen(t.positive, 1, Qt::DotLine));
        painter.drawLine(QPointF(crisp(flag.x, ratio), flag.cloth.bottom()), QPointF(crisp(flag.x, ratio), bottom));
    }

    // The selected request or event, on its lane.
    if (const EventId event = frame.selected.event();
        event.isValid() && event.value < frame.data->document().trace().size()) {
        const double x = l.scale.toPixel(frame.axis->ofEvent(event));
        for (std::size_t i = 0; i < frame.rows.size(); ++i) {
            if (frame.rows[i].kind != Row::Kind::Lane || !concerns(frame, frame.selected, frame.rows[i].lane))
                continue;
            const QRectF strip = l.rows[i].strip;
            if (x < l.lanes.left() || x > l.lanes.right() || strip.top() < l.lanes.top()
                || strip.bottom() > l.lanes.bottom())
                continue;
            painter.setPen(QPen(t.accent, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(x - 4, strip.top() - 3.5, 9, strip.height() + 7), 2, 2);
        }
    }

    const double x = l.scale.toPixel(frame.axis->toAxis(frame.playhead));
    if (isInView(x)) {
        const double at = crisp(x, ratio);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(t.accent, std::max(1.0, std::round(1.5 * ratio)) / ratio));
        painter.drawLine(QPointF(at, top), QPointF(at, bottom));
        // In a break the line goes behind the words.
        for (const Label& fold : foldLabels(frame, l)) {
            if (fold.rect.left() <= at + 1 && fold.rect.right() >= at - 1)
                paintLabel(painter, fold, *frame.look);
        }
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawPolygon(QPolygonF {{QPointF(at - 6, top - 5), QPointF(at + 6, top - 5), QPointF(at, top + 4)}});
    }
    paintActionFlags(painter, frame, l);
    // Flags fly before the playhead's line and below its head: where both are at one place both are seen. The first one is
    // before those behind it.
    for (auto one = flags.rbegin(); one != flags.rend(); ++one) {
        if (!isInView(one->x))
            continue;
        const QRectF& flag = one->cloth;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(t.card, 2.5)); // apart from what lies behind it
        painter.setBrush(t.positive);
        const QPolygonF cloth {
            {flag.topLeft(), flag.topRight(), flag.center() + QPointF(1, 0), flag.bottomRight(), flag.bottomLeft()}};
        painter.drawPolygon(cloth);
        painter.setPen(QPen(t.positive, 1));
        painter.drawPolygon(cloth);
    }

    if (const auto marks = marksOf(frame, l); !marks.empty())
        annotation::paintMarks(painter, marks, *frame.look, frame.pickedAnnotation);

    if (frame.focused) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(t.accent, 2, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF({}, frame.size).adjusted(2, 2, -2, -2), 6, 6);
    }

    if (hover && hover->x >= l.lanes.left() && hover->x <= l.lanes.right()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(t.secondary, 1 / ratio, Qt::DotLine));
        const double at = crisp(hover->x, ratio);
        painter.drawLine(QPointF(at, top), QPointF(at, bottom));
        painter.setRenderHint(QPainter::Antialiasing);
        const QFont mono = frame.look->mono(Type::Small);
        const QFontMetricsF metrics(mono);
        const double w = metrics.horizontalAdvance(hover->instant) + 12;
        const QRectF clock(
            std::clamp(at - w / 2, 2.0, frame.size.width() - w - 2), l.axis.top() + 3, w, metrics.height() + 5);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawRoundedRect(clock, 3, 3);
        painter.setFont(mono);
        painter.setPen(t.onAccent);
        painter.drawText(clock, Qt::AlignCenter, hover->instant);
    }
    if (hover && !hover->text.isEmpty()) {
        const QFont font = frame.look->text(Type::Small);
        const QRectF box = hoverBox(frame, l, *hover);
        painter.setPen(QPen(t.outline, 1));
        painter.setBrush(t.raised);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setFont(font);
        painter.setPen(t.ink);
        painter.drawText(box.adjusted(10, 0, -10, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            QFontMetricsF(font).elidedText(hover->text, Qt::ElideRight, box.width() - 20));
    }
}

void paintTimeline(QPainter& painter, const Frame& frame, const Hover* hover)
{
    const Layout layout = makeLayout(frame);
    paintContent(painter, frame, layout);
    paintNames(painter, frame, layout);
    paintOverlay(painter, frame, layout, hover);
}

} // namespace connscope::timeline
