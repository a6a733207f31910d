// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/contrast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace connscope::theme {

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double encoded(double c)
{
    c = std::clamp(c, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

Vector linearOf(const QColor& c) { return {linear(c.redF()), linear(c.greenF()), linear(c.blueF())}; }
QColor colourOf(const Vector& v)
{
    const auto channel = [](double c) { return static_cast<int>(std::lround(255 * encoded(c))); };
    return QColor(channel(v[0]), channel(v[1]), channel(v[2]));
}

Vector times(const Matrix& m, const Vector& v)
{
    Vector out {};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

double luminance(const Vector& v) { return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; }

// Linear sRGB to linear sRGB as a dichromat sees it; each row sums to 1, so greys stay as they are.
constexpr Matrix kProtan {{{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}};
constexpr Matrix kDeutan {{{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}}};
// Brettel's two half planes are close together for tritans; one plane is enough to tell colours apart.
constexpr Matrix kTritan {{{1.01277, 0.13548, -0.14826}, {-0.01243, 0.86812, 0.14431}, {0.07589, 0.80500, 0.11911}}};

Vector okLab(const QColor& colour)
{
    constexpr Matrix toLms {{{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566},
        {0.0883024619, 0.2817188376, 0.6299787005}}};
    constexpr Matrix toLab {{{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660}}};
    Vector lms = times(toLms, linearOf(colour));
    for (double& c : lms)
        c = std::cbrt(c);
    return times(toLab, lms);
}

} // namespace

double relativeLuminance(const QColor& colour) { return luminance(linearOf(colour)); }

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({relativeLuminance(a), relativeLuminance(b)});
    return (high + 0.05) / (low + 0.05);
}

QColor seenBy(Vision vision, const QColor& colour)
{
    const Vector rgb = linearOf(colour);
    switch (vision) {
    case Vision::Protan:
        return colourOf(times(kProtan, rgb));
    case Vision::Deutan:
        return colourOf(times(kDeutan, rgb));
    case Vision::Tritan:
        return colourOf(times(kTritan, rgb));
    case Vision::Grey: {
        const double y = luminance(rgb);
        return colourOf({y, y, y});
    }
    case Vision::Full:
        break;
    }
    return colour;
}

double colourDistance(const QColor& a, const QColor& b)
{
    const Vector x = okLab(a);
    const Vector y = okLab(b);
    return 100 * std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

QColor mixed(const QColor& bottom, const QColor& top, double share)
{
    const auto channel
        = [share](int low, int high) { return static_cast<int>(std::lround(low + share * (high - low))); };
    return QColor(
        channel(bottom.red(), top.red()), channel(bottom.green(), top.green()), channel(bottom.blue(), top.blue()));
}

QColor faded(const QColor& surface, const QColor& mark, double share)
{
    constexpr double kSeen = 3.02; // a little more than 3, for the rounding of colours
    struct Asked {
        QRgb surface;
        QRgb mark;
        double share;
        QColor answer;
    };
    thread_local std::vector<Asked> known; // a few colours of a theme
    for (const Asked& asked : known) {
        if (asked.surface == surface.rgb() && asked.mark == mark.rgb() && asked.share == share)
            return asked.answer;
    }
    double step = share;
    QColor out = mixed(surface, mark, step);
    while (step < 1 && contrastRatio(surface, out) < kSeen) {
        step = std::min(1.0, step + 0.02);
        out = mixed(surface, mark, step);
    }
    if (known.size() > 200)
        known.clear();
    known.push_back({surface.rgb(), mark.rgb(), share, out});
    return out;
}

QColor moreReadable(const QColor& background, const QColor& a, const QColor& b)
{
    return contrastRatio(background, a) >= contrastRatio(background, b) ? a : b;
}

} // namespace connscope::theme
