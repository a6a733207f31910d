// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// \file
/// Numbers as Kafka writes them: big-endian integers, unsigned varints (7 bits a byte, low bits first, at most 5 bytes)
/// and zig-zag varints of 32 and 64 bits. The callers check that there is room.

namespace connscope::wire {

inline constexpr std::size_t kMaxVarint32 = 5;
inline constexpr std::size_t kMaxVarint64 = 10;

/// Big-endian integer of \a width bytes (1 to 8), without sign.
inline std::uint64_t loadUnsigned(const std::uint8_t* at, std::size_t width)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value = (value << 8) | at[i];
    return value;
}
inline std::int16_t load16(const std::uint8_t* at) { return static_cast<std::int16_t>(loadUnsigned(at, 2)); }
inline std::int32_t load32(const std::uint8_t* at) { return static_cast<std::int32_t>(loadUnsigned(at, 4)); }
inline std::int64_t load64(const std::uint8_t* at) { return static_cast<std::int64_t>(loadUnsigned(at, 8)); }

/// The low \a width bytes of \a value, big-endian.
inline void storeUnsigned(std::uint8_t* at, std::uint64_t value, std::size_t width)
{
    for (std::size_t i = width; i-- > 0;) {
        at[i] = static_cast<std::uint8_t>(value);
        value >>= 8;
    }
}
inline void store16(std::uint8_t* at, std::int16_t value) { storeUnsigned(at, static_cast<std::uint16_t>(value), 2); }
inline void store32(std::uint8_t* at, std::int32_t value) { storeUnsigned(at, static_cast<std::uint32_t>(value), 4); }
inline void store64(std::uint8_t* at, std::int64_t value) { storeUnsigned(at, static_cast<std::uint64_t>(value), 8); }

constexpr std::size_t varintSize(std::uint64_t value)
{
    std::size_t size = 1;
    while (value >= 0x80) {
        value >>= 7;
        ++size;
    }
    return size;
}
/// Writes varintSize(value) bytes and returns how many.
inline std::size_t storeVarint(std::uint8_t* at, std::uint64_t value)
{
    std::size_t size = 0;
    while (value >= 0x80) {
        at[size++] = static_cast<std::uint8_t>(value | 0x80);
        value >>= 7;
    }
    at[size++] = static_cast<std::uint8_t>(value);
    return size;
}
/// Reads a varint from [at, end). Returns the bytes it takes; 0 if it does not end before \a end, is longer than
/// \a maxBytes, or says more than fits (32 bits for kMaxVarint32, 64 for kMaxVarint64).
inline std::size_t loadVarint(
    const std::uint8_t* at, const std::uint8_t* end, std::size_t maxBytes, std::uint64_t& value)
{
    value = 0;
    for (std::size_t i = 0; i < maxBytes && at + i != end; ++i) {
        const std::uint64_t bits = at[i] & 0x7fU;
        const std::uint64_t room = i + 1 < maxBytes ? 0x7f : maxBytes == kMaxVarint32 ? 0x0f : 0x01;
        if (bits > room)
            return 0;
        value |= bits << (7 * i);
        if (at[i] < 0x80)
            return i + 1;
    }
    return 0;
}

constexpr std::uint64_t zigZag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ (value < 0 ? ~std::uint64_t {0} : 0);
}
constexpr std::int64_t unZigZag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

} // namespace connscope::wire
