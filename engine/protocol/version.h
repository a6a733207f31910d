// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace connscope::protocol {

/// A release line of Kafka, "2.3" or "3.9": what defaults, API versions and log texts depend on.
struct KafkaVersion {
    int major = 0;
    int minor = 0;
    constexpr auto operator<=>(const KafkaVersion&) const = default;
    std::string toString() const { return std::to_string(major) + '.' + std::to_string(minor); }
};

inline constexpr KafkaVersion kV2_1 {2, 1};
inline constexpr KafkaVersion kV2_2 {2, 2};
inline constexpr KafkaVersion kV2_3 {2, 3};
inline constexpr KafkaVersion kV2_8 {2, 8};
inline constexpr KafkaVersion kV3_0 {3, 0}; ///< not a profile, but many defaults changed there
inline constexpr KafkaVersion kV3_9 {3, 9};
inline constexpr KafkaVersion kV4_0 {4, 0};

} // namespace connscope::protocol
