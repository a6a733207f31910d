// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/javahash.h"

#include <algorithm>
#include <numeric>

namespace connscope::client {

std::vector<std::size_t> javaHashMapOrder(const std::vector<std::int32_t>& hashes, JavaInsert insert)
{
    std::uint32_t capacity = 16;
    while (static_cast<double>(hashes.size()) > 0.75 * capacity)
        capacity *= 2;
    const auto bucket = [&](std::size_t i) {
        const auto h = static_cast<std::uint32_t>(hashes[i]);
        return (h ^ (h >> 16)) & (capacity - 1);
    };
    std::vector<std::size_t> order(hashes.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    if (insert == JavaInsert::ComputeIfAbsent)
        std::reverse(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bucket(a) < bucket(b); });
    return order;
}

} // namespace connscope::client
