// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/uuid.h"

#include <cstddef>

namespace connscope::protocol {

namespace {

std::uint64_t mixed(std::uint64_t x) // the finalizer of splitmix64
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

std::uint64_t hashed(std::uint64_t hash, std::string_view text)
{
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return (hash ^ 0xff) * 0x100000001b3ULL; // where one text ends and the next begins counts
}

} // namespace

Uuid topicIdOf(std::string_view clusterId, std::string_view topic, std::uint32_t incarnation)
{
    const std::uint64_t hash = hashed(hashed(0xcbf29ce484222325ULL, clusterId), topic) + incarnation;
    const std::uint64_t halves[2] = {mixed(hash), mixed(hash ^ 0x9e3779b97f4a7c15ULL)};
    Uuid id;
    for (std::size_t i = 0; i < id.bytes.size(); ++i)
        id.bytes[i] = static_cast<std::uint8_t>(halves[i / 8] >> (56 - 8 * (i % 8)));
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0f) | 0x40);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
    return id;
}

} // namespace connscope::protocol
