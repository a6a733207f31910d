// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"

#include <bit>

namespace connscope {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t splitMix(std::uint64_t& x)
{
    x += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

Rng::Rng(std::uint64_t seed)
    : m_seed(seed)
{
    std::uint64_t x = seed;
    for (std::uint64_t& word : m_state)
        word = splitMix(x);
}

Rng Rng::fork(std::string_view name) const
{
    // FNV-1a over the name, mixed with the seed.
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : name) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    std::uint64_t x = m_seed ^ hash;
    return Rng {splitMix(x)};
}

std::uint64_t Rng::next()
{
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t t = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= t;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

std::uint64_t Rng::below(std::uint64_t bound)
{
    if (bound == 0)
        return 0;
    // Lemire's multiply-and-reject.
    auto product = static_cast<Wide>(next()) * bound;
    auto low = static_cast<std::uint64_t>(product);
    if (low < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (low < threshold) {
            product = static_cast<Wide>(next()) * bound;
            low = static_cast<std::uint64_t>(product);
        }
    }
    return static_cast<std::uint64_t>(product >> 64);
}

double Rng::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

} // namespace connscope
