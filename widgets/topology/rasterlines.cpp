// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/rasterlines.h"

#include <algorithm>
#include <array>
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

} // namespace

void rasterLines(QImage& image, const QTransform& toPixels, const Curve& curve, const std::vector<Stroke>& strokes)
{
    const double scale = toPixels.m11();
    Curve c;
    c.from = toPixels.map(curve.from);
    c.to = toPixels.map(curve.to);
    c.lead = toPixels.map(QPointF(curve.lead, 0)).x();
    c.trail = toPixels.map(QPointF(curve.trail, 0)).x();
    // Dragged to the other side a link is no function of x any more; such ones are few and drawn by a QPainter.
    if (c.to.x() <= c.from.x() || c.trail < c.lead)
        return;
    const int width = image.width();
    const int height = image.height();
    auto* bits = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const double length = c.to.x() - c.from.x();
    const double bend = c.trail - c.lead;
    const double rise = c.to.y() - c.from.y();

    for (const Stroke& s : strokes) {
        const double left = c.from.x() + s.u0 * length;
        const double right = c.from.x() + s.u1 * length;
        const int first = std::max(0, static_cast<int>(std::floor(left)));
        const int last = std::min(width - 1, static_cast<int>(std::ceil(right)) - 1);
        const double half = std::max(0.5, s.width * scale / 2);
        const double faint = std::min(1.0, s.width * scale);
        const Dashes dashes(s.dash, s.width * scale);
        const std::uint32_t colour = s.colour.rgb() & 0xffffffU;
        double way = 0;
        for (int x = first; x <= last; ++x) {
            const double at = x + 0.5;
            const double t = bend <= 0 ? (at < c.lead ? 0 : 1) : std::clamp((at - c.lead) / bend, 0.0, 1.0);
            const double slope = bend <= 0 ? 0 : rise * 6 * t * (1 - t) / bend;
            const double stretch = std::sqrt(1 + slope * slope);
            way += stretch;
            const double ends = std::min({at - left + 0.5, right - at + 0.5, 1.0});
            const double ink = ends * faint * dashes.ink(way);
            if (ink <= 0.01)
                continue;
            const double y = c.from.y() + rise * t * t * (3 - 2 * t) + s.offset * scale;
            // The column of a steep line is longer, and so are its soft ends.
            const double reach = half * stretch;
            const double soft = std::max(1.0, std::abs(slope));
            const int top = std::max(0, static_cast<int>(std::floor(y - reach - soft / 2)));
            const int bottom = std::min(height - 1, static_cast<int>(std::floor(y + reach + soft / 2)));
            QRgb* pixel = bits + top * stride + x;
            for (int row = top; row <= bottom; ++row, pixel += stride) {
                const double inside = (reach - std::abs(row + 0.5 - y)) / soft + 0.5;
                const double cover = std::clamp(inside, 0.0, 1.0) * ink;
                blend(*pixel, colour, static_cast<std::uint32_t>(cover * 256));
            }
        }
    }
}

} // namespace connscope::topology
