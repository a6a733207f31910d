// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"
#include "protocol/version.h"

#include <cstdint>
#include <optional>
#include <span>

/// \file
/// Which versions of each request a release speaks: clients/.../common/message/*Request.json (2.1 to 2.3: the SCHEMAS
/// arrays of the request classes), as far as a released broker offers them and a client builds them.
/// Rows exist for 2.1, 2.2, 2.3, 2.8, 3.9 and 4.0; a version in between behaves like the row below it, one before 2.1 like 2.1.
/// Maxima of a 4.0 client are those of the recorded 4.0.0-SNAPSHOT.

namespace connscope::protocol {

/// What a client of that version can send; nothing if it does not know the request. The lower end is what its request
/// builder allows, not what the schema knows: a producer of record batches starts at PRODUCE 3, a consumer that validates
/// leader epochs at OFFSET_FOR_LEADER_EPOCH 3.
std::optional<ApiVersionRange> clientApiVersions(KafkaVersion version, ApiKey api);

/// What a broker of that version lists in its API_VERSIONS answer, ascending by key, as far as ApiKey names it. The
/// telemetry requests are not in it: a broker lists them only with a metrics receiver plugged in (KIP-714).
std::span<const ApiVersionRange> brokerApiVersions(KafkaVersion version);
std::optional<ApiVersionRange> brokerApiVersions(KafkaVersion version, ApiKey api);

/// The highest version that both know; nothing if the ranges do not meet (NodeApiVersions#latestUsableVersion).
std::optional<std::int16_t> negotiate(const ApiVersionRange& client, const ApiVersionRange& broker);
/// The same for an API of two releases; also nothing if either does not know it.
std::optional<std::int16_t> negotiate(ApiKey api, KafkaVersion client, KafkaVersion broker);

/// The version of the first API_VERSIONS request of a client: its highest, whatever the broker knows.
std::int16_t firstApiVersionsVersion(KafkaVersion client);

/// "FindCoordinator": the name that Kafka's logs use beside the number (ApiKeys#name of the schema).
std::string_view apiSchemaName(ApiKey api);

} // namespace connscope::protocol
