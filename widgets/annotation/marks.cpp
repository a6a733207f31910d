// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/marks.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace connscope::annotation {

using scenario::Annotation;
using theme::Type;

namespace {

constexpr double kNear = 12; // px between words and what they are about
constexpr double kArrow = 34; // of an arrow, so that it is one
constexpr double kBoxGap = 5; // between a frame and what it is around
constexpr double kPadX = 8;
constexpr double kPadY = 4;
constexpr double kWidest = 230; // px of a line of words, at a text scale of 1
constexpr double kShortest = 7; // of a line that is worth drawing
constexpr double kTip = 2; // between an arrow and what it points at
// What each px costs that a line runs over something, as a share of the words' area; and the most of it: to lie on something is
// worse, to stand farther away is better.
constexpr double kCrossed = 0.01;
constexpr double kMostCrossed = 0.8;
constexpr double kCrossing = 8; // px, for two lines that cross

QPointF nearest(const QRectF& rect, QPointF to)
{
    return {std::clamp(to.x(), rect.left(), std::max(rect.left(), rect.right())),
        std::clamp(to.y(), rect.top(), std::max(rect.top(), rect.bottom()))};
}

QRectF united(const std::vector<QRectF>& rects)
{
    // QRectF::united passes over rectangles without a width, which instants are.
    double left = rects.front().left();
    double top = rects.front().top();
    double right = rects.front().right();
    double bottom = rects.front().bottom();
    for (const QRectF& rect : rects) {
        left = std::min(left, rect.left());
        top = std::min(top, rect.top());
        right = std::max(right, rect.right());
        bottom = std::max(bottom, rect.bottom());
    }
    return {left, top, right - left, bottom - top};
}

double overlap(const QRectF& a, const QRectF& b)
{
    const QRectF both = a.intersected(b);
    return both.width() * both.height();
}

/// How much of a line lies in a rectangle, px.
double lengthIn(const QLineF& line, const QRectF& rect)
{
    double from = 0;
    double to = 1;
    const QPointF way = line.p2() - line.p1();
    const auto cut = [&](double start, double step, double low, double high) {
        if (std::abs(step) < 1e-9) {
            if (start < low || start > high)
                to = -1;
            return;
        }
        const double a = (low - start) / step;
        const double b = (high - start) / step;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    };
    cut(line.x1(), way.x(), rect.left(), rect.right());
    cut(line.y1(), way.y(), rect.top(), rect.bottom());
    return to > from ? (to - from) * line.length() : 0;
}

bool doCross(const QLineF& a, const QLineF& b) { return a.intersects(b, nullptr) == QLineF::BoundedIntersection; }

QRectF movedInto(QRectF rect, const QRectF& room)
{
    if (rect.right() > room.right())
        rect.moveRight(room.right());
    if (rect.left() < room.left())
        rect.moveLeft(room.left());
    if (rect.bottom() > room.bottom())
        rect.moveBottom(room.bottom());
    if (rect.top() < room.top())
        rect.moveTop(room.top());
    return rect;
}

class Arranger {
public:
    Arranger(const Room& room, const theme::Look& look)
        : m_room(room)
        , m_look(look)
        , m_metrics(look.text(Type::Body))
    {
    }

    Mark make(const Annotation& annotation, const Place& place)
    {
        Mark mark;
        mark.kind = annotation.kind;
        mark.text = textOf(annotation, m_look.language());
        const QRectF target = united(place.rects);
        mark.middle = target.center();
        mark.guide = place.guide;
        if (annotation.kind == Annotation::Kind::Box)
            mark.box = frameAround(target, place.clip);
        if (annotation.kind == Annotation::Kind::Number)
            mark.number = QString::number(annotation.number);
        const QSizeF size = sizeOf(mark);
        if (!size.isEmpty())
            addLabel(mark, annotation, place, size);
        if (!mark.box.isNull())
            addEdges(mark.box);
        return mark;
    }

private:
    void addLabel(Mark& mark, const Annotation& annotation, const Place& place, QSizeF size)
    {
        const QRectF target = united(place.rects);
        if (annotation.offset) {
            QRectF label(QPointF(), size);
            label.moveCenter(mark.middle + QPointF(annotation.offset->x, annotation.offset->y));
            mark.label = movedInto(label, m_room.rect);
        } else {
            mark.label = best(mark, mark.box.isNull() ? target : mark.box, size, place);
        }
        mark.label.moveTopLeft({std::round(mark.label.x()), std::round(mark.label.y())});
        mark.words = mark.number.isEmpty() ? mark.label.adjusted(kPadX, kPadY, -kPadX, -kPadY) : mark.label;
        connect(mark, place);
        m_labels.push_back(mark.label);
    }

    /// Words that come later do not lie on the frame's lines.
    void addEdges(const QRectF& box)
    {
        constexpr double kEdge = 6; // px, of a line and its surroundings
        for (const double y : {box.top(), box.bottom()})
            m_edges.emplace_back(box.left() - kEdge / 2, y - kEdge / 2, box.width() + kEdge, kEdge);
        for (const double x : {box.left(), box.right()})
            m_edges.emplace_back(x - kEdge / 2, box.top() - kEdge / 2, kEdge, box.height() + kEdge);
    }

    static QRectF frameAround(const QRectF& target, const QRectF& clip)
    {
        const QRectF frame = target.adjusted(-kBoxGap, -kBoxGap, kBoxGap, kBoxGap);
        return clip.isNull() ? frame : frame.intersected(clip);
    }

    QSizeF sizeOf(const Mark& mark) const
    {
        if (!mark.number.isEmpty()) {
            const double height = std::round(m_metrics.height() * 1.3);
            return {discWidth(mark.number, height, m_look), height};
        }
        if (mark.text.isEmpty()) // an arrow still needs a tail
            return mark.kind == Annotation::Kind::Arrow ? QSizeF(8, 8) : QSizeF();
        const double widest = std::min(kWidest * m_look.textScale(), m_room.rect.width() - 2 * kPadX);
        const QRectF words
            = m_metrics.boundingRect(QRectF(0, 0, widest, 1e5), Qt::AlignLeft | Qt::TextWordWrap, mark.text);
        return {std::ceil(words.width()) + 2 * kPadX + 1, std::ceil(words.height()) + 2 * kPadY};
    }

    /// Where the words cover least. Places are tried from the nearest on.
    QRectF best(const Mark& mark, const QRectF& target, QSizeF size, const Place& place) const
    {
        const bool isBox = !mark.box.isNull();
        const double gap = isBox                   ? 5
            : mark.kind == Annotation::Kind::Arrow ? kArrow
            : mark.number.isEmpty()                ? kNear
                                                   : 4;
        QRectF found;
        double least = 0;
        double away = 0; // what a farther place costs
        const auto offer = [&](const QPointF& centre, bool onLine = false) {
            QRectF label(QPointF(), size);
            label.moveCenter(centre);
            label = movedInto(label, m_room.rect);
            double cost = costOf(label, place, isBox) + away;
            if (!isBox) {
                double px = 0;
                for (const QRectF& own : place.rects)
                    px += crossed(leader(label, own), own);
                for (const QLineF& line : m_leaders)
                    px += lengthIn(line, label.adjusted(-2, -2, 2, 2));
                cost += size.width() * size.height() * std::min(kCrossed * px, kMostCrossed);
            }
            for (const QRectF& own : place.rects)
                cost -= onLine ? overlap(label, own.adjusted(-2, -2, 2, 2)) : 0; // of these it covers a rim
            if (found.isNull() || cost < least - 1e-9) {
                found = label;
                least = cost;
            }
        };
        if (isBox) { // a frame has its words on its line, where it has room for them
            const double inset = 10 + size.width() / 2;
            for (const double y : {target.top(), target.bottom()}) {
                for (const double x : {target.left() + inset, target.right() - inset})
                    offer({x, y}, true);
            }
        }
        for (const double more : {0.0, 22.0, 48.0, 80.0, 120.0, 170.0}) {
            for (const QPointF& centre : around(target, size, gap + more))
                offer(centre);
            if (least < away + 1e-9)
                break; // nothing farther is better
            away += 0.02 * size.width() * size.height();
        }
        return found;
    }
    static std::array<QPointF, 12> around(const QRectF& t, QSizeF size, double gap)
    {
        const double w = size.width() / 2;
        const double h = size.height() / 2;
        const QPointF c = t.center();
        const double above = t.top() - gap - h;
        const double below = t.bottom() + gap + h;
        const double left = t.left() - gap - w;
        const double right = t.right() + gap + w;
        return {{{c.x(), above}, {c.x(), below}, {t.left() + w, above}, {t.left() + w, below}, {t.right() - w, above},
            {t.right() - w, below}, {right, c.y()}, {left, c.y()}, {right, above}, {left, above}, {right, below},
            {left, below}}};
    }
    double costOf(const QRectF& label, const Place& place, bool isBox) const
    {
        double cost = 0;
        for (const QRectF& own : place.rects) {
            if (!isBox) // a frame's words may stand in it
                cost += 8 * overlap(label, own.adjusted(-2, -2, 2, 2));
        }
        for (const QRectF& taken : m_room.taken)
            cost += overlap(label, taken.adjusted(-2, -2, 2, 2));
        if (!isBox && cost > 1)
            cost += label.width() * label.height();
        for (const QRectF& other : m_labels)
            cost += 4 * overlap(label, other.adjusted(-4, -4, 4, 4));
        for (const QRectF& edge : m_edges)
            cost += 4 * overlap(label, edge);
        for (const QPointF& point : m_room.lines) {
            if (label.contains(point))
                cost += 12;
        }
        return cost;
    }

    /// The shortest line from words to a thing.
    static QLineF leader(const QRectF& label, const QRectF& target)
    {
        const QPointF to = nearest(target, label.center());
        return {nearest(label, to), to};
    }
    /// What a line to \a target runs over: badges, cards, other words (px of it) and other lines.
    double crossed(const QLineF& line, const QRectF& target) const
    {
        double sum = 0;
        const QRectF own = target.adjusted(-1, -1, 1, 1);
        for (const QRectF& taken : m_room.taken) {
            // A thing that lies on a card cannot be reached without it.
            if (!taken.intersects(own) && !taken.contains(target.center()))
                sum += lengthIn(line, taken);
        }
        for (const QRectF& other : m_labels)
            sum += 2 * lengthIn(line, other);
        for (const QLineF& other : m_leaders)
            sum += doCross(line, other) ? kCrossing : 0;
        return sum;
    }
    /// The shortest line, or one from another place of the words to another of the thing where that runs over less.
    QLineF route(const QRectF& label, const QRectF& target) const
    {
        QLineF found = leader(label, target);
        double least = crossed(found, target);
        if (least <= 0)
            return found;
        const auto rim = [](const QRectF& r) {
            const QPointF c = r.center();
            return std::array<QPointF, 8> {{{c.x(), r.top()}, {c.x(), r.bottom()}, {r.left(), c.y()},
                {r.right(), c.y()}, r.topLeft(), r.topRight(), r.bottomLeft(), r.bottomRight()}};
        };
        const double shortest = found.length();
        for (const QPointF& to : rim(target)) {
            for (const QPointF& from : rim(label)) {
                const QLineF line(from, to);
                // Not through the words or the thing itself to get there.
                if (lengthIn(line, label.adjusted(1, 1, -1, -1)) > 0
                    || lengthIn(line, target.adjusted(1, 1, -1, -1)) > 0)
                    continue;
                const double cost = crossed(line, target) + 0.1 * std::max(0.0, line.length() - shortest);
                if (cost < least - 1e-9) {
                    found = line;
                    least = cost;
                }
            }
        }
        return found;
    }

    void connect(Mark& mark, const Place& place)
    {
        mark.head = mark.kind == Annotation::Kind::Arrow;
        const auto lineTo = [this, &mark](const QRectF& target) {
            const QLineF whole = route(mark.label, target);
            const double length = whole.length();
            if (length < kShortest)
                return;
            mark.lines.emplace_back(whole.p1(), whole.pointAt(1 - kTip / length));
            m_leaders.push_back(mark.lines.back());
        };
        if (!mark.box.isNull()) {
            if (!mark.box.adjusted(-12, -12, 12, 12).intersects(mark.label))
                lineTo(mark.box);
            return;
        }
        for (const QRectF& target : place.rects)
            lineTo(target);
    }

    const Room& m_room;
    const theme::Look& m_look;
    QFontMetricsF m_metrics;
    std::vector<QRectF> m_labels;
    std::vector<QLineF> m_leaders; // of words that have their place
    std::vector<QRectF> m_edges; // of frames
};

double distanceTo(const QLineF& line, QPointF at)
{
    const QPointF way = line.p2() - line.p1();
    const double square = QPointF::dotProduct(way, way);
    const double share = square > 0 ? std::clamp(QPointF::dotProduct(at - line.p1(), way) / square, 0.0, 1.0) : 0.0;
    return QLineF(line.pointAt(share), at).length();
}

} // namespace

QRectF Mark::bounds() const
{
    QRectF all = box.united(label);
    for (const QLineF& line : lines)
        all = all.united(QRectF(line.p1(), line.p2()).normalized().adjusted(-5, -5, 5, 5));
    return all;
}

QString textOf(const Annotation& annotation, theme::Language language)
{
    const bool chinese = language == theme::Language::Chinese;
    const std::string& own = chinese ? annotation.text.zh : annotation.text.en;
    return QString::fromStdString(!own.empty() ? own : chinese ? annotation.text.en : annotation.text.zh);
}

std::vector<Mark> layOutMarks(
    std::span<const Annotation> annotations, std::span<const Place> places, const Room& room, const theme::Look& look)
{
    std::vector<Mark> out(annotations.size());
    std::vector<bool> isThere(annotations.size());
    Arranger arranger(room, look);
    // What has its place comes first, then frames, so that the rest goes around them.
    for (const int turn : {0, 1, 2, 3}) {
        for (std::size_t i = 0; i < annotations.size() && i < places.size(); ++i) {
            const bool isFrame = annotations[i].kind == Annotation::Kind::Box;
            const int own = (annotations[i].offset ? 0 : 2) + (isFrame ? 0 : 1);
            if (places[i].rects.empty() || own != turn)
                continue;
            out[i] = arranger.make(annotations[i], places[i]);
            out[i].index = i;
            isThere[i] = true;
        }
    }
    std::vector<Mark> seen;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (isThere[i])
            seen.push_back(std::move(out[i]));
    }
    return seen;
}

const Mark* markAt(std::span<const Mark> marks, QPointF at, double slack)
{
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
        if (mark->label.adjusted(-slack / 2, -slack / 2, slack / 2, slack / 2).contains(at))
            return &*mark;
    }
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
        const QRectF& box = mark->box;
        if (!box.isNull() && box.adjusted(-slack, -slack, slack, slack).contains(at)
            && !box.adjusted(slack, slack, -slack, -slack).contains(at))
            return &*mark;
        for (const QLineF& line : mark->lines) {
            if (distanceTo(line, at) <= slack)
                return &*mark;
        }
    }
    return nullptr;
}

double discWidth(const QString& number, double height, const theme::Look& look)
{
    return std::max(
        height, std::ceil(QFontMetricsF(look.text(Type::Strong)).horizontalAdvance(number) + height * 0.55));
}

} // namespace connscope::annotation
