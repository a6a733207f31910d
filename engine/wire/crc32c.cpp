// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define CONNSCOPE_CRC_INSTRUCTION 1
#include <nmmintrin.h>
#endif

namespace connscope::wire {

namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78;
constexpr std::size_t kTables = 8;

/// Table k has the CRC of each byte followed by k zero bytes, so that eight bytes take eight lookups at once.
constexpr auto kTable = [] {
    std::array<std::array<std::uint32_t, 256>, kTables> table {};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) ? kPolynomial : 0);
        table[0][byte] = crc;
    }
    for (std::size_t k = 1; k < kTables; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte)
            table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xff];
    }
    return table;
}();

#ifdef CONNSCOPE_CRC_INSTRUCTION
__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(
    std::span<const std::uint8_t> bytes, std::uint32_t before)
{
    std::uint64_t crc = before ^ 0xffffffffU;
    const std::uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        crc = _mm_crc32_u64(crc, word);
    }
    auto low = static_cast<std::uint32_t>(crc);
    for (; left > 0; --left, ++at)
        low = _mm_crc32_u8(low, *at);
    return low ^ 0xffffffffU;
}
#endif

} // namespace

std::uint32_t crc32cByTable(std::span<const std::uint8_t> bytes, std::uint32_t before)
{
    std::uint32_t crc = before ^ 0xffffffffU;
    const std::uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        const std::uint32_t first = crc
            ^ (std::uint32_t {at[0]} | std::uint32_t {at[1]} << 8 | std::uint32_t {at[2]} << 16
                | std::uint32_t {at[3]} << 24);
        crc = kTable[7][first & 0xff] ^ kTable[6][(first >> 8) & 0xff] ^ kTable[5][(first >> 16) & 0xff]
            ^ kTable[4][first >> 24] ^ kTable[3][at[4]] ^ kTable[2][at[5]] ^ kTable[1][at[6]] ^ kTable[0][at[7]];
    }
    for (; left > 0; --left, ++at)
        crc = (crc >> 8) ^ kTable[0][(crc ^ *at) & 0xff];
    return crc ^ 0xffffffffU;
}

std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before)
{
#ifdef CONNSCOPE_CRC_INSTRUCTION
    static const bool has = __builtin_cpu_supports("sse4.2") != 0;
    if (has)
        return crc32cByInstruction(bytes, before);
#endif
    return crc32cByTable(bytes, before);
}

} // namespace connscope::wire
