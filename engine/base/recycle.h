// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

/// \file
/// Room for lists that are filled and emptied again and again. Room for many is kept. Room for a few goes from hand to hand:
/// who empties a list leaves its room for whoever fills one next, who so works in memory that is still in the cache. A
/// thousand clients that keep such room each work in memory that is not.

namespace connscope {

namespace detail {
/// Room of this thread that nobody has at the moment.
template <typename T>
std::vector<T>& spareRoom()
{
    thread_local std::vector<T> spare;
    return spare;
}
} // namespace detail

/// Empties a list. Its room is left to others if it is small.
template <typename T>
void recycle(std::vector<T>& items)
{
    constexpr std::size_t kFew = 4;
    items.clear();
    if (items.capacity() == 0 || items.capacity() > kFew)
        return;
    if (std::vector<T>& spare = detail::spareRoom<T>(); spare.capacity() == 0)
        spare.swap(items);
    else
        std::vector<T>().swap(items);
}

/// Before the first item of a list: takes over the room that was left, if any.
template <typename T>
void takeRoom(std::vector<T>& items)
{
    if (items.capacity() == 0)
        items.swap(detail::spareRoom<T>());
}

} // namespace connscope
