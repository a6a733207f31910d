// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/time.h"
#include "protocol/version.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// How a client decides, as data. A profile is a row of behaviours; the brain asks the row and never the version, so that
/// a what-if is one changed cell. Each behaviour names where Kafka's code has it.

namespace connscope::client {

/// When a new producer first wants metadata (KafkaProducer#<init>, Metadata#bootstrap; KAFKA-7567).
enum class FirstMetadata : std::uint8_t {
    WhenAsked, ///< 2.1: the bootstrap list counts as fresh until a send() asks
    AfterRetryBackoff, ///< 2.2 to 2.4.0: retry.backoff.ms after construction. The first producer of a Java process is slower
    ///< than that (it loads classes): the update falls into its first handshake. Clients here are like
    ///< the later ones of a process.
    AtOnce, ///< 2.4.1 and later
};
/// NetworkClient#leastLoadedNode.
enum class LeastLoaded : std::uint8_t {
    FewestInFlight, ///< up to 2.2: connected or not (KAFKA-7779)
    PreferReady, ///< 2.3 to 2.6: ready, else connecting, else the last connectable seen (KAFKA-8376)
    PreferReadyOldest, ///< 2.7 and later: as above, but the connectable node tried longest ago (KIP-601)
};
/// ClusterConnectionStates#updateReconnectBackoff.
enum class BackoffStyle : std::uint8_t {
    JitterAboveMax, ///< up to 2.6: min(init * 2^(k-1), max) * [0.8, 1.2]; first and reset value exact
    ExponentialJittered, ///< 2.7 to 3.6: ExponentialBackoff, jitter may exceed max; reset value jittered; no room, no jitter
    ExponentialCapped, ///< 3.7 and later: capped at max (KIP-580)
};

struct Profile {
    std::string name; ///< "java-2.3"
    protocol::KafkaVersion version; ///< defaults of config keys, API versions, log texts
    FirstMetadata firstMetadata = FirstMetadata::AtOnce;
    LeastLoaded leastLoaded = LeastLoaded::PreferReadyOldest;
    BackoffStyle backoff = BackoffStyle::ExponentialCapped;
    bool setupTimeout = true; ///< 2.7+: socket.connection.setup.timeout.ms (KIP-601)
    bool delayWhileConnecting
        = true; ///< 3.1+ (KAFKA-12762): a connecting node is worth waiting for its setup timeout only
    bool resetBackoffWhenConnected
        = false; ///< 2.7 to 3.2: entering CHECKING_API_VERSIONS resets the backoff (KAFKA-13879 ended it)
    bool resolveAgainAfterDisconnect = true; ///< 2.8+ (KAFKA-12193)
    bool resolveWhenExhausted = true; ///< 2.1.1+/2.2+ (KAFKA-7890)
    bool disconnectCountsAsFailedUpdate
        = true; ///< 2.4.1+: a disconnect while an update is due waits retry.backoff.ms again
    bool retryBackoffGrows = true; ///< 3.7+ (KIP-580): whoever repeats a request waits longer from try to try, up to
    ///< retry.backoff.max.ms; before, always retry.backoff.ms
    bool metadataRequestVersion = true; ///< 2.3+: topics added while a request is in flight cause another
    bool partialUpdates = true; ///< 2.6+ (KIP-526): an update for new topics only does not move the refresh clock
    bool topicExpiryInProducer = true; ///< a topic not used for metadata.max.idle.ms leaves the refresh
    bool consumerAsyncCommitBeforeJoin
        = true; ///< 3.x: the coordinator connection completes before JOIN_GROUP is created (facts 11.3)
    bool emptyGroupIdHasCoordinator
        = false; ///< 2.1: group.id "" still looks for a coordinator (null from 2.2 on, KIP-289)
    bool fetchWaitsForAnyRequest
        = false; ///< up to 2.2: any request in flight to a node holds its next FETCH back (KAFKA-8376's time)
    bool fetchesInNodeHashOrder
        = true; ///< 3.5+: fetch requests are built in the order of a HashMap<Node> (AbstractFetch)
    bool closesFetchSessions = true; ///< 3.5+ (KAFKA-13725)
    bool rebootstrap = true; ///< knows metadata.recovery.strategy (3.8+, KIP-899)
    bool apiVersionsFallbackToZero
        = false; ///< up to 2.3: UNSUPPORTED_VERSION is answered by version 0, later by the version the broker names
    bool fetchesFromFollowers = true; ///< 2.3+ protocol with client.rack (KIP-392)
    bool refreshesForMissingReplica
        = true; ///< 3.3.2+ (KAFKA-14379): a preferred replica that the metadata lack asks for them (AbstractFetch#selectReadReplica); before,
    ///< Fetcher#selectReadReplica only forgot it, and the leader named it again in its next answer
    bool abortsTransactionOnClose
        = true; ///< 2.3+: close() sends what is pending, then aborts (Sender#run, KAFKA-6635)
    bool bumpsEpoch
        = true; ///< 2.5+ (KIP-360): a transaction that failed before it was to end is followed by INIT_PRODUCER_ID, and an idempotent
    ///< producer closes a gap in its sequence numbers by an epoch of its own; before, by another producer id
    bool limitsTransactionEnd
        = true; ///< 2.3+ (KAFKA-7763): commitTransaction() and abortTransaction() wait for max.block.ms; before, for ever
    bool limitsTransactionOffsets = true; ///< 2.7+ (KAFKA-10309): sendOffsetsToTransaction() does
    bool pollsBeforeTxnLookup
        = false; ///< up to 2.3: a request that needs a coordinator first costs a poll of retry.backoff.ms, and only then is
    ///< the coordinator looked up (Sender#run against #maybeSendAndPollTransactionalRequest)
    bool leaderInErrors
        = true; ///< 3.7+ (KIP-951): what a PRODUCE or FETCH that met no leader is told of the new one is believed
    bool validatesEpochs = true; ///< 2.3+: OFFSET_FOR_LEADER_EPOCH (KIP-320)
    bool warnsBootstrapDisconnected = true; ///< 2.4.1+ (KAFKA-8933)
    bool namesItsSoftware = true; ///< 2.4+: API_VERSIONS carries name and version of the client (KIP-511)
    bool adminCallsHaveOwnLimit
        = true; ///< 2.5+: default.api.timeout.ms; before, request.timeout.ms is the limit of a call (KIP-533)
    bool adminGivesUpSlowNodes
        = true; ///< 3.9, not yet 2.8: a node that is not ready after request.timeout.ms is disconnected
    bool describesCluster = true; ///< 2.8+: DESCRIBE_CLUSTER; before, the admin client asks by METADATA (KIP-700)

    // what the course teaches
    bool connectsAllBootstrap = false; ///< at construction of a producer
    bool connectsAllBrokers = false; ///< after each metadata answer (producer)
    bool brokerClosesIdle = false; ///< the client's limit is applied by the broker
    bool metadataAfterDisconnect
        = true; ///< every real client asks for metadata after a disconnect; the course knows only new topics and age

    // what no client does, by name
    bool reuseByAddress = false; ///< what-if "reuse-by-address": connections keyed by host and port
    bool coordinatorOnData
        = false; ///< what-if "coordinator-on-data": group requests use the broker's data connection

    bool operator==(const Profile&) const = default;
};

/// Every profile: course, java-2.1, java-2.2, java-2.3, java-2.8, java-3.9, java-4.0.
std::span<const Profile> profiles();
/// "java-4.x" is read as java-4.0. The error names the nearest profile.
Result<Profile> findProfile(std::string_view name);

/// The what-if behaviours that may be switched on in any profile.
struct WhatIf {
    std::string_view name; ///< "reuse-by-address"
    std::string_view sentence;
    bool Profile::*flag;
};
std::span<const WhatIf> whatIfs();
/// Switches a behaviour on by name; the error names the nearest.
Result<void> applyWhatIf(Profile& profile, std::string_view name);

} // namespace connscope::client
