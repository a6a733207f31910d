// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace connscope::topology {

/// Rectangles that are taken, by bands of height, so that to ask whether there is room does not take longer for a thousand
/// of them elsewhere.
class TakenRoom {
public:
    void add(const QRectF& rect)
    {
        const std::size_t last = bandOf(rect.bottom());
        for (std::size_t band = bandOf(rect.top()); band <= last; ++band)
            m_bands[band].push_back(rect);
    }
    bool isFree(const QRectF& rect) const
    {
        const std::size_t last = bandOf(rect.bottom());
        for (std::size_t band = bandOf(rect.top()); band <= last; ++band) {
            const std::vector<QRectF>& taken = m_bands[band];
            if (std::any_of(
                    taken.begin(), taken.end(), [&rect](const QRectF& other) { return other.intersects(rect); }))
                return false;
        }
        return true;
    }

private:
    static constexpr double kHeight = 32;
    static constexpr std::size_t kBands = 128; // what is still further below shares the last one
    static std::size_t bandOf(double y)
    {
        return static_cast<std::size_t>(std::clamp(y / kHeight, 0.0, static_cast<double>(kBands - 1)));
    }
    std::array<std::vector<QRectF>, kBands> m_bands;
};

} // namespace connscope::topology
