// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace connscope {

/// Empties a list that is filled and emptied again and again. Room for many is kept. Room for a few is given back: the
/// allocator hands it to whoever asks next, who so works in memory that is still in the cache. A thousand clients that
/// keep such room each work in memory that is not.
template <typename T>
void recycle(std::vector<T>& items)
{
    constexpr std::size_t kFew = 4;
    if (items.capacity() > kFew)
        items.clear();
    else
        std::vector<T>().swap(items);
}

} // namespace connscope
