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
/// The instruction takes three cycles and may begin every cycle: three stretches at once keep it busy.
constexpr std::size_t kStretch = 1024;

/// What kStretch zero bytes make of a CRC: a linear map, so the sum over the CRC's four bytes.
class Shift {
public:
    Shift()
    {
        std::array<std::uint32_t, 32> bits {};
        for (std::size_t bit = 0; bit < bits.size(); ++bit) {
            std::uint32_t crc = std::uint32_t {1} << bit;
            for (std::size_t i = 0; i < kStretch; ++i)
                crc = (crc >> 8) ^ kTable[0][crc & 0xff];
            bits[bit] = crc;
        }
        for (std::size_t byte = 0; byte < m_table.size(); ++byte) {
            for (std::size_t value = 0; value < 256; ++value) {
                for (std::size_t bit = 0; bit < 8; ++bit) {
                    if ((value >> bit & 1) != 0)
                        m_table[byte][value] ^= bits[8 * byte + bit];
                }
            }
        }
    }
    std::uint32_t operator()(std::uint32_t crc) const
    {
        return m_table[0][crc & 0xff] ^ m_table[1][(crc >> 8) & 0xff] ^ m_table[2][(crc >> 16) & 0xff]
            ^ m_table[3][crc >> 24];
    }

private:
    std::array<std::array<std::uint32_t, 256>, 4> m_table {};
};

__attribute__((target("sse4.2"))) std::uint64_t word(const std::uint8_t* at)
{
    std::uint64_t value = 0;
    std::memcpy(&value, at, 8);
    return value;
}

__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(
    std::span<const std::uint8_t> bytes, std::uint32_t before)
{
    std::uint64_t crc = before ^ 0xffffffffU;
    const std::uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    if (left >= 3 * kStretch) {
        static const Shift shift;
        for (; left >= 3 * kStretch; left -= 3 * kStretch, at += 3 * kStretch) {
            std::uint64_t second = 0;
            std::uint64_t third = 0;
            for (std::size_t i = 0; i < kStretch; i += 8) {
                crc = _mm_crc32_u64(crc, word(at + i));
                second = _mm_crc32_u64(second, word(at + kStretch + i));
                third = _mm_crc32_u64(third, word(at + 2 * kStretch + i));
            }
            const std::uint32_t two = shift(static_cast<std::uint32_t>(crc)) ^ static_cast<std::uint32_t>(second);
            crc = shift(two) ^ static_cast<std::uint32_t>(third);
        }
    }
    for (; left >= 8; left -= 8, at += 8)
        crc = _mm_crc32_u64(crc, word(at));
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
