// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What the fields of Kafka's messages are made of, beside numbers, strings and arrays
/// (clients/src/main/resources/common/message/README.md).

namespace connscope::wire {

using Bytes = std::vector<std::uint8_t>;

/// A topic id (KIP-516) or directory id (KIP-858). All zero is "none".
struct Uuid {
    std::array<std::uint8_t, 16> bytes {};
    bool operator==(const Uuid&) const = default;
};
/// As Kafka prints it: 22 characters of URL-safe base64 without padding, "AAAAAAAAAAAAAAAAAAAAAA" for none.
std::string toString(const Uuid& id);

/// A tagged field that this version of the program has no name for (KIP-482). It is kept, so that what was decoded is
/// encoded to the same bytes.
struct TaggedField {
    std::uint32_t tag = 0;
    Bytes value;
    bool operator==(const TaggedField&) const = default;
};
/// By ascending tag.
using TaggedFields = std::vector<TaggedField>;

enum class Direction : std::uint8_t {
    Request,
    Response,
    Payload, ///< travels inside a bytes field of a message
};

/// What is known of a message before any of it was read.
struct MessageInfo {
    ApiKey api = ApiKey::None;
    Direction direction = Direction::Request;
    std::string_view name; ///< that of Kafka's JSON file: "MetadataRequest"
    std::int16_t minVersion = 0; ///< the oldest version that Kafka ever published and 3.9 still described
    std::int16_t maxVersion = 0; ///< the newest, as of Kafka 4.1
    std::int16_t flexibleFrom
        = 0; ///< compact lengths and tagged fields from here on (KIP-482); above maxVersion: never

    constexpr bool knows(std::int16_t version) const { return version >= minVersion && version <= maxVersion; }
    constexpr bool isFlexible(std::int16_t version) const { return version >= flexibleFrom; }
};

} // namespace connscope::wire
