// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

/// \file
/// CRC-32C (Castagnoli), which guards record batches: reflected polynomial 0x82f63b78, initial value and final inversion
/// all ones (RFC 3720 B.4 has test values). Debian 12 packages no library for it alone.

namespace connscope::wire {

/// With the processor's instruction where it has one (SSE 4.2), from tables elsewhere; the result is the same.
/// To go on where another call ended, give its result as \a before.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);
/// From tables on any processor.
std::uint32_t crc32cByTable(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

} // namespace connscope::wire
