// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/layout.h"

#include <algorithm>

namespace connscope::sequence {

std::vector<Page> pagesOf(const Layout& layout, double height)
{
    std::vector<Page> pages;
    double from = layout.headHeight;
    while (true) {
        if (layout.height - from <= height) {
            pages.push_back({from, layout.height});
            return pages;
        }
        // The last place to break that fits; where a row is higher than a page, the next one.
        auto next = std::upper_bound(layout.breaks.begin(), layout.breaks.end(), from + height);
        double to = next == layout.breaks.begin() ? layout.height : *(next - 1);
        if (to <= from)
            to = next == layout.breaks.end() ? layout.height : *next;
        pages.push_back({from, to});
        if (to >= layout.height)
            return pages;
        from = to;
    }
}

} // namespace connscope::sequence
