// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/linefield.h"

#include <algorithm>

namespace connscope::topology {

LineField::LineField(const Scene& scene, const Placement& placement, std::size_t most)
{
    if (scene.links.size() > most)
        return;
    m_lines.reserve(scene.links.size());
    for (std::uint32_t i = 0; i < scene.links.size(); ++i) {
        if (!scene.links[i].isVisible())
            continue;
        const Curve& c = placement.links[i].curve;
        const auto [left, right] = std::minmax({c.from.x(), c.to.x(), c.lead, c.trail});
        m_lines.push_back({i, &c, left, right});
    }
}

int LineField::crossed(const QRectF& rect, std::uint32_t own) const
{
    int out = 0;
    for (const Line& line : m_lines) {
        if (line.link == own || line.right < rect.left() || line.left > rect.right())
            continue;
        const auto [top, bottom] = std::minmax({line.curve->from.y(), line.curve->to.y()});
        if (bottom < rect.top() || top > rect.bottom())
            continue;
        // Over x its height only rises or only falls.
        const auto [one, other] = std::minmax(
            {line.curve->y(std::max(rect.left(), line.left)), line.curve->y(std::min(rect.right(), line.right))});
        if (other >= rect.top() && one <= rect.bottom())
            ++out;
    }
    return out;
}

bool LineField::isOnLevel(const QRectF& rect, std::uint32_t own) const
{
    const auto lies = [&rect](qreal a, qreal b, qreal y) {
        return y >= rect.top() && y <= rect.bottom() && std::max(a, b) >= rect.left()
            && std::min(a, b) <= rect.right();
    };
    return std::any_of(m_lines.begin(), m_lines.end(), [&](const Line& line) {
        const Curve& c = *line.curve;
        return line.link != own && (lies(c.from.x(), c.lead, c.from.y()) || lies(c.trail, c.to.x(), c.to.y()));
    });
}

} // namespace connscope::topology
