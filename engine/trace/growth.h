// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace connscope::trace {

/// Makes room for one more element. A vector doubles by itself, which leaves up to half of it empty: too much for a table
/// that counts against a memory budget. This one grows by an eighth, and moves an element eight times on the average.
template <typename T>
void growGently(std::vector<T>& items)
{
    if (items.size() == items.capacity())
        items.reserve(items.size() + items.size() / 8 + 16);
}

} // namespace connscope::trace
