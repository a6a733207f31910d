// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// \file
/// Hints for the processor's cache. A simulation of a thousand clients meets each of them with its state long gone from the
/// caches; what will be touched soon is asked for while something else is still being done. A hint changes no result
/// and never faults, whatever the address.

namespace connscope {

/// Asks for the \a bytes from \a address on.
inline void prefetch(const void* address, std::size_t bytes = 1)
{
#if defined(__GNUC__)
    constexpr std::size_t kLine = 64;
    const auto at = reinterpret_cast<std::uintptr_t>(address); // it need not point into anything
    for (std::uintptr_t line = at & ~std::uintptr_t {kLine - 1}; line < at + bytes; line += kLine)
        __builtin_prefetch(
            reinterpret_cast<const void*>(line), 1); // NOLINT(performance-no-int-to-ptr): a line, no object
#else
    static_cast<void>(address);
    static_cast<void>(bytes);
#endif
}

} // namespace connscope
