// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/rasterlines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace connscope::topology {

namespace {

/// Where a dash pattern is inked, as a function of the way along the line in pixels.
class Dashes {
public:
    Dashes(const QVector<qreal>& pattern, double width)
    {
        if (pattern.isEmpty())
            return;
        // Round caps make a dash half a width longer at both ends.
        for (qsizetype i = 0; i + 1 < pattern.size() && m_count < m_on.size(); i += 2) {
            m_on[m_count] = {m_period, m_period + (pattern[i] + 0.7) * width};
            m_period += (pattern[i] + pattern[i + 1]) * width;
            ++m_count;
        }
    }

    /// 0 to 1, with edges of a pixel.
    double ink(double way) const
    {
        if (m_count == 0)
            return 1;
        const double at = way - std::floor(way / m_period) * m_period;
        double ink = 0;
        for (std::size_t i = 0; i < m_count; ++i) {
            // The dash before the period's begin reaches into it.
            for (const double shift : {0.0, m_period}) {
                const double inside = std::min(at + shift - m_on[i].first, m_on[i].second - at - shift) + 0.5;
                ink = std::max(ink, std::clamp(inside, 0.0, 1.0));
            }
        }
        return ink;
    }

private:
    std::array<std::pair<double, double>, 4> m_on {};
    std::size_t m_count = 0;
    double m_period = 0;
};

inline void blend(QRgb& pixel, std::uint32_t colour, std::uint32_t alpha)
{
    // Both pairs of channels at once; alpha 0 to 256.
    const std::uint32_t rb = pixel & 0xff00ffU;
    const std::uint32_t g = pixel >> 8U & 0xffU;
    const std::uint32_t crb = colour & 0xff00ffU;
    const std::uint32_t cg = colour >> 8U & 0xffU;
    const std::uint32_t inverse = 256 - alpha;
    pixel = 0xff000000U | (((rb * inverse + crb * alpha) >> 8U) & 0xff00ffU) | ((g * inverse + cg * alpha) & 0xff00U);
}

/// A curve in pixels of the image.
struct PixelCurve {
    PixelCurve(const Curve& curve, const QTransform& toPixels)
        : from(toPixels.map(curve.from))
        , to(toPixels.map(curve.to))
        , lead(toPixels.map(QPointF(curve.lead, 0)).x())
        , bend(toPixels.map(QPointF(curve.trail, 0)).x() - lead)
        , rise(to.y() - from.y())
    {
    }
    bool isFunction() const { return to.x() > from.x() && bend >= 0; }
    double share(double x) const { return bend <= 0 ? (x < lead ? 0 : 1) : std::clamp((x - lead) / bend, 0.0, 1.0); }
    double y(double t) const { return from.y() + rise * t * t * (3 - 2 * t); }
    double slope(double t) const { return bend <= 0 ? 0 : rise * 6 * t * (1 - t) / bend; }

    QPointF from;
    QPointF to;
    double lead;
    double bend;
    double rise;
};

/// Where a stroke lies in one column.
struct Column {
    double y;
    double reach; // half of its height there; the column of a steep line is longer,
    double soft; // and so are its soft ends
    double ink;
    int top;
    int bottom;
};

/// Goes over the columns of a stroke. \a wants is asked for each block of columns (the first of them, and the rows that the
/// stroke may touch there); \a draw gets a column and its number.
template <typename Wants, typename Draw>
void walk(const PixelCurve& c, const Stroke& s, double scale, QSize size, Wants wants, Draw draw)
{
    const double length = c.to.x() - c.from.x();
    const double left = c.from.x() + s.u0 * length;
    const double right = c.from.x() + s.u1 * length;
    const int first = std::max(0, static_cast<int>(std::floor(left)));
    const int last = std::min(size.width() - 1, static_cast<int>(std::ceil(right)) - 1);
    const double half = std::max(0.5, s.width * scale / 2);
    const double faint = std::min(1.0, s.width * scale);
    const double offset = s.offset * scale;
    const Dashes dashes(s.dash, s.width * scale);
    const bool dashed = !s.dash.isEmpty();
    double way = 0;
    for (int x = first; x <= last;) {
        const int block = x / DirtyPixels::kBlock * DirtyPixels::kBlock;
        const int end = std::min(last + 1, block + DirtyPixels::kBlock);
        // Heights go one way only, and between the ends of a block no slope is more than the steepest of the curve.
        const double ya = c.y(c.share(x + 0.5)) + offset;
        const double yb = c.y(c.share(end - 0.5)) + offset;
        const double steepest = c.bend <= 0 ? 0 : std::abs(c.rise) * 1.5 / c.bend;
        const double margin = half * std::sqrt(1 + steepest * steepest) + std::max(1.0, steepest) / 2 + 1;
        const bool wanted = wants(block, static_cast<int>(std::floor(std::min(ya, yb) - margin)),
            static_cast<int>(std::ceil(std::max(ya, yb) + margin)));
        if (!wanted && !dashed) {
            x = end;
            continue;
        }
        for (; x < end; ++x) {
            const double at = x + 0.5;
            const double t = c.share(at);
            const double slope = c.slope(t);
            const double stretch = slope == 0 ? 1 : std::sqrt(1 + slope * slope);
            way += stretch;
            if (!wanted)
                continue;
            Column column;
            column.ink = faint;
            if (at - left < 0.5 || right - at < 0.5)
                column.ink *= std::min({at - left + 0.5, right - at + 0.5, 1.0});
            if (dashed)
                column.ink *= dashes.ink(way);
            if (column.ink <= 0.01)
                continue;
            column.y = c.y(t) + offset;
            column.reach = half * stretch;
            column.soft = std::max(1.0, std::abs(slope));
            const double far = column.reach + column.soft / 2;
            column.top = std::max(0, static_cast<int>(std::floor(column.y - far)));
            column.bottom = std::min(size.height() - 1, static_cast<int>(std::floor(column.y + far)));
            if (column.top <= column.bottom)
                draw(x, column);
        }
    }
}

} // namespace

DirtyPixels::DirtyPixels(QSize size)
    : m_width(size.width())
    , m_height(size.height())
    , m_words(static_cast<std::size_t>(size.height() + 63) / 64)
    , m_coarseWords((static_cast<std::size_t>(size.height() >> kCoarse) + 64) / 64)
    , m_bits(static_cast<std::size_t>(size.width()) * m_words)
    , m_blocks((static_cast<std::size_t>(size.width()) / kBlock + 1) * m_coarseWords)
{
}

void DirtyPixels::mark(int x, int top, int bottom)
{
    std::uint64_t* column = m_bits.data() + static_cast<std::size_t>(x) * m_words;
    std::uint64_t* block = m_blocks.data() + static_cast<std::size_t>(x / kBlock) * m_coarseWords;
    for (int y = top; y <= bottom; ++y) {
        const auto row = static_cast<unsigned>(y);
        column[row >> 6U] |= std::uint64_t {1} << (row & 63U);
        const unsigned group = row >> kCoarse;
        block[group >> 6U] |= std::uint64_t {1} << (group & 63U);
    }
}

bool DirtyPixels::mayTouch(int x, int top, int bottom) const
{
    const std::uint64_t* block = m_blocks.data() + static_cast<std::size_t>(x / kBlock) * m_coarseWords;
    const auto first = static_cast<unsigned>(std::max(top, 0)) >> kCoarse;
    const int end = std::min(bottom, m_height - 1);
    for (unsigned group = first; static_cast<int>(group << kCoarse) <= end; ++group) {
        if ((block[group >> 6U] >> (group & 63U) & 1U) != 0)
            return true;
    }
    return false;
}

void DirtyPixels::restore(QImage& image, const QImage& below) const
{
    auto* to = reinterpret_cast<QRgb*>(image.bits());
    const auto* from = reinterpret_cast<const QRgb*>(below.constBits());
    const auto stride = static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb);
    for (std::size_t x = 0; x < static_cast<std::size_t>(m_width); ++x) {
        for (std::size_t w = 0; w < m_words; ++w) {
            for (std::uint64_t bits = m_bits[x * m_words + w]; bits != 0; bits &= bits - 1) {
                const std::size_t y = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
                to[y * stride + x] = from[y * stride + x];
            }
        }
    }
}

bool rasterLines(QImage& image, const QTransform& toPixels, const Curve& curve, const std::vector<Stroke>& strokes,
    const DirtyPixels* only)
{
    const PixelCurve c(curve, toPixels);
    if (!c.isFunction())
        return false;
    auto* bits = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    for (const Stroke& s : strokes) {
        const std::uint32_t colour = s.colour.rgb() & 0xffffffU;
        const auto paint = [&](int x, const Column& column, auto isWanted) {
            QRgb* pixel = bits + column.top * stride + x;
            const double soft = 1 / column.soft;
            for (int row = column.top; row <= column.bottom; ++row, pixel += stride) {
                if (!isWanted(row))
                    continue;
                const double inside = (column.reach - std::abs(row + 0.5 - column.y)) * soft + 0.5;
                const double cover = std::clamp(inside, 0.0, 1.0) * column.ink;
                blend(*pixel, colour, static_cast<std::uint32_t>(static_cast<int>(cover * 256)));
            }
        };
        if (!only) {
            walk(
                c, s, toPixels.m11(), image.size(), [](int, int, int) { return true; },
                [&](int x, const Column& column) { paint(x, column, [](int) { return true; }); });
            continue;
        }
        walk(
            c, s, toPixels.m11(), image.size(),
            [&](int x, int top, int bottom) { return only->mayTouch(x, top, bottom); },
            [&](int x, const Column& column) { paint(x, column, [&](int row) { return only->contains(x, row); }); });
    }
    return true;
}

bool markLines(DirtyPixels& dirty, QSize size, const QTransform& toPixels, const Curve& curve,
    const std::vector<Stroke>& strokes)
{
    const PixelCurve c(curve, toPixels);
    if (!c.isFunction())
        return false;
    for (const Stroke& s : strokes) {
        walk(
            c, s, toPixels.m11(), size, [](int, int, int) { return true; },
            [&](int x, const Column& column) { dirty.mark(x, column.top, column.bottom); });
    }
    return true;
}

} // namespace connscope::topology
