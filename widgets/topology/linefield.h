// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace connscope::topology {

/// Where the lines of links are, so that words do not lie on those of others: a line behind words seems to be what they tell of.
class LineField {
public:
    /// Of the links that are seen; of none where there are more links than \a most. Scene and placement outlive it and do not
    /// change meanwhile.
    LineField(const Scene& scene, const Placement& placement, std::size_t most);

    /// How many lines of other links than \a own (kNoLink: of any) pass through \a rect. O(links), but cheap for those that are
    /// nowhere near.
    int crossed(const QRectF& rect, std::uint32_t own) const;
    /// Whether \a rect lies on the level end of one of those: what stands there seems to be its.
    bool isOnLevel(const QRectF& rect, std::uint32_t own) const;

private:
    struct Line {
        std::uint32_t link = 0;
        const Curve* curve = nullptr;
        qreal left = 0;
        qreal right = 0;
    };
    std::vector<Line> m_lines;
};

} // namespace connscope::topology
