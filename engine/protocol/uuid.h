// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace connscope::protocol {

/// A topic's id (KIP-516): 16 bytes as they stand on the wire. All zero = none (Uuid.ZERO_UUID).
struct Uuid {
    std::array<std::uint8_t, 16> bytes {};
    constexpr auto operator<=>(const Uuid&) const = default;
    constexpr bool isZero() const { return bytes == std::array<std::uint8_t, 16> {}; }
};

/// The id of the \a incarnation-th topic (from 0) of that name in a cluster: the same in every run, so that traces and
/// clients that keep ids agree. A UUID of version 4 by its bits; never zero.
Uuid topicIdOf(std::string_view clusterId, std::string_view topic, std::uint32_t incarnation = 0);

} // namespace connscope::protocol
