// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/pathtext.h"

#include <QPainterPath>
#include <QTransform>

#include <cmath>
#include <cstdint>

namespace connscope::vector {

namespace {

constexpr qreal kMost = 1e7; // px; what lies further out is nowhere

std::int64_t hundredths(qreal value)
{
    if (!(value > -kMost))
        return value <= -kMost ? static_cast<std::int64_t>(-kMost * 100) : 0;
    return std::llround(std::min(value, kMost) * 100);
}

/// Writes into a buffer that has room for it.
char* write(char* to, std::int64_t value)
{
    std::uint64_t left = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    if (value < 0)
        *to++ = '-';
    const std::uint64_t cents = left % 100;
    left /= 100;
    char digits[20];
    int n = 0;
    do {
        digits[n++] = static_cast<char>('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (!(n == 1 && digits[0] == '0' && cents > 0)) { // ".5" is enough
        while (n > 0)
            *to++ = digits[--n];
    }
    if (cents > 0) {
        *to++ = '.';
        *to++ = static_cast<char>('0' + cents / 10);
        if (cents % 10 > 0)
            *to++ = static_cast<char>('0' + cents % 10);
    }
    return to;
}

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool operator==(const Point&) const = default;
};

Point pointOf(QPointF p) { return {hundredths(p.x()), hundredths(p.y())}; }

/// The path as it is written: knows where the pen stands.
class Writer {
public:
    void move(Point to)
    {
        pair(m_out.isEmpty() ? 'M' : 'm', to);
        m_start = to;
    }
    void line(Point to)
    {
        if (to == m_at)
            return;
        if (to.y == m_at.y)
            single('h', to.x - m_at.x);
        else if (to.x == m_at.x)
            single('v', to.y - m_at.y);
        else
            pair('l', to);
        m_at = to;
    }
    void cubic(Point a, Point b, Point to)
    {
        const Point from = m_at;
        command('c');
        number(a.x - from.x);
        number(a.y - from.y);
        number(b.x - from.x);
        number(b.y - from.y);
        number(to.x - from.x);
        number(to.y - from.y);
        m_at = to;
    }
    void close()
    {
        command('z');
        m_at = m_start;
    }
    bool isAtStart() const { return m_at == m_start; }
    QByteArray take() { return std::move(m_out); }

private:
    void command(char c)
    {
        if (c != m_last || c == 'z') {
            m_out += c;
            m_bare = true;
        }
        m_last = c == 'm' ? 'l' : c == 'M' ? 'L' : c; // as SVG reads on
    }
    void number(std::int64_t value)
    {
        char buffer[32];
        char* end = write(buffer, value);
        if (!m_bare && buffer[0] != '-')
            m_out += ' ';
        m_out.append(buffer, end - buffer);
        m_bare = false;
    }
    void pair(char c, Point to)
    {
        command(c);
        number(to.x - m_at.x);
        number(to.y - m_at.y);
        m_at = to;
    }
    void single(char c, std::int64_t by)
    {
        command(c);
        number(by);
    }

    QByteArray m_out;
    Point m_at;
    Point m_start;
    char m_last = 0;
    bool m_bare = true; // nothing that the next number could run into
};

template <typename Rect>
QByteArray allRects(const Rect* rects, int count, const QTransform& t)
{
    QByteArray out;
    out.reserve(static_cast<qsizetype>(count) * 18 + 16);
    Point at;
    char buffer[128];
    for (int i = 0; i < count; ++i) {
        // QRect::right() is not where it ends.
        const qreal x0 = rects[i].x();
        const qreal y0 = rects[i].y();
        const Point a = pointOf(t.map(QPointF(x0, y0)));
        const Point b = pointOf(t.map(QPointF(x0 + rects[i].width(), y0 + rects[i].height())));
        if (a.x == b.x || a.y == b.y)
            continue;
        char* to = buffer;
        *to++ = out.isEmpty() ? 'M' : 'm';
        to = write(to, a.x - at.x);
        if (a.y - at.y >= 0)
            *to++ = ' ';
        to = write(to, a.y - at.y);
        *to++ = 'h';
        to = write(to, b.x - a.x);
        *to++ = 'v';
        to = write(to, b.y - a.y);
        *to++ = 'h';
        to = write(to, a.x - b.x);
        *to++ = 'z';
        out.append(buffer, to - buffer);
        at = a;
    }
    return out;
}

} // namespace

void appendNumber(QByteArray& out, qreal value)
{
    char buffer[32];
    char* end = write(buffer, hundredths(value));
    out.append(buffer, end - buffer);
}

QByteArray pathText(const QPainterPath& path, const QTransform& transform)
{
    Writer writer;
    const int count = path.elementCount();
    for (int i = 0; i < count; ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        const Point p = pointOf(transform.map(QPointF(element)));
        switch (element.type) {
        case QPainterPath::MoveToElement:
            writer.move(p);
            break;
        case QPainterPath::LineToElement: {
            // A line back to where the figure began closes it.
            const bool last = i + 1 == count || path.elementAt(i + 1).type == QPainterPath::MoveToElement;
            writer.line(p);
            if (last && writer.isAtStart() && i > 1)
                writer.close();
            break;
        }
        case QPainterPath::CurveToElement: {
            const Point b = pointOf(transform.map(QPointF(path.elementAt(i + 1))));
            const Point to = pointOf(transform.map(QPointF(path.elementAt(i + 2))));
            i += 2;
            writer.cubic(p, b, to);
            const bool last = i + 1 == count || path.elementAt(i + 1).type == QPainterPath::MoveToElement;
            if (last && writer.isAtStart())
                writer.close();
            break;
        }
        case QPainterPath::CurveToDataElement:
            break;
        }
    }
    return writer.take();
}

QByteArray rectsText(const QRect* rects, int count, const QTransform& t) { return allRects(rects, count, t); }
QByteArray rectsText(const QRectF* rects, int count, const QTransform& t) { return allRects(rects, count, t); }

} // namespace connscope::vector
