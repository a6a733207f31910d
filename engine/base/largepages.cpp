// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/largepages.h"

#include <algorithm>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace connscope {

std::size_t preferLargePages(const std::vector<const void*>& things)
{
    std::size_t granted = 0;
#if defined(__linux__)
    constexpr std::uintptr_t kPiece = std::uintptr_t {1} << 21;
    constexpr int kCollapse = 25; // MADV_COLLAPSE; the C library's headers have it later than the kernel
    std::vector<std::uintptr_t> pieces;
    pieces.reserve(things.size());
    for (const void* thing : things)
        pieces.push_back(reinterpret_cast<std::uintptr_t>(thing) & ~(kPiece - 1));
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    for (const std::uintptr_t piece : pieces) {
        // A piece that is not all ours, or has no memory behind some of it, is refused and stays as it is.
        // NOLINTNEXTLINE(performance-no-int-to-ptr): a page, no object
        if (piece != 0 && madvise(reinterpret_cast<void*>(piece), kPiece, kCollapse) == 0)
            ++granted;
    }
#else
    static_cast<void>(things);
#endif
    return granted;
}

} // namespace connscope
