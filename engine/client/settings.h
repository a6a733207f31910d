// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "client/profile.h"
#include "protocol/configkeys.h"
#include "trace/event.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The config values that a brain reads, copied once from the validated ConfigSet so that no poll looks up a name.

namespace connscope::client {

/// One address of bootstrap.servers.
struct Address {
    std::string host;
    std::uint16_t port = 0;
    bool operator==(const Address&) const = default;
};
/// "host:port", "[v6]:port"; the error names what is wrong (ClientUtils#parseAndValidateAddresses).
Result<Address> parseAddress(std::string_view text);

struct Settings {
    // every client
    std::vector<Address> bootstrapServers;
    Duration connectionsMaxIdle {ms(540'000)}; ///< negative: never
    Duration reconnectBackoff {ms(50)};
    Duration reconnectBackoffMax {ms(1000)};
    Duration retryBackoff {ms(100)};
    Duration retryBackoffMax {ms(1000)};
    Duration requestTimeout {ms(30'000)};
    Duration setupTimeout {ms(10'000)};
    Duration setupTimeoutMax {ms(30'000)};
    Duration metadataMaxAge {ms(300'000)};
    bool rebootstrap = false; ///< metadata.recovery.strategy
    bool useAllDnsIps = true; ///< client.dns.lookup
    bool canonicalBootstrap = false; ///< client.dns.lookup=resolve_canonical_bootstrap_servers_only (KIP-235)
    std::int32_t maxInFlight = 5; ///< consumer and admin: fixed by the client's code

    // producer
    Duration metadataMaxIdle {ms(300'000)};
    Duration linger {};
    std::int32_t batchSize = 16384;
    std::int32_t maxRequestSize = 1'048'576;
    Duration maxBlock {ms(60'000)};
    Duration deliveryTimeout {ms(120'000)};
    std::int64_t retries = 2147483647;
    std::int16_t acks = 1;
    bool idempotent = false;
    std::string transactionalId;
    Duration transactionTimeout {ms(60'000)};

    // consumer
    std::string groupId;
    bool hasGroupId
        = false; ///< group.id was given, if only as the empty text (KafkaConsumer#<init>: null has no coordinator)
    std::string groupInstanceId;
    std::string clientRack;
    Duration sessionTimeout {ms(45'000)};
    Duration heartbeatInterval {ms(3000)};
    Duration maxPollInterval {ms(300'000)};
    bool autoCommit = true;
    Duration autoCommitInterval {ms(5000)};
    Duration fetchMaxWait {ms(500)};
    std::int32_t fetchMinBytes = 1;
    std::int32_t maxPollRecords = 500;
    Duration defaultApiTimeout {ms(60'000)};
    std::string autoOffsetReset = "latest";
    bool allowAutoCreateTopics = true;
    std::string assignor = "range";

    bool operator==(const Settings&) const = default;
};

/// Reads them for a client of \a kind; defaults are those of the ConfigSet's version.
Settings makeSettings(const protocol::ConfigSet& config, trace::ClientKind kind);

} // namespace connscope::client
