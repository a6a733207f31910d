// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "protocol/messages.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// What the application does with its client: a list of steps, each one call (or a loop of calls) on the client's API.
/// Steps run one after the other; a call that blocks (send() waiting for metadata, poll()) blocks the script.

namespace connscope::client {

/// Use as Step::rounds or Step::duration: no end.
inline constexpr std::int64_t kForever = -1;
inline constexpr Duration kNoLimit {-1};

struct Step {
    enum class Kind : std::uint8_t {
        Wait, ///< the application does nothing for `duration`; the client's own threads go on
        // producer
        Send, ///< see the fields below
        Flush,
        BeginTransaction,
        SendOffsetsToTransaction, ///< `group`, `topic`
        CommitTransaction,
        AbortTransaction,
        // consumer
        Subscribe, ///< `topics`
        Assign, ///< `assignment`
        Unsubscribe,
        Poll, ///< poll(`timeout`) in a loop for `duration` (kNoLimit = until something else ends it), `processing` between two polls
        CommitSync,
        CommitAsync,
        // admin
        DescribeCluster,
        DescribeConfigs, ///< `topic` or a broker: resource
        CreateTopic, ///< `topic`, `partitions`
        // all
        Close, ///< close(`timeout`); kNoLimit = the API's default (producer: no limit, consumer: 30 s)
        Mark, ///< writes a Mark event with `text`
    };
    Kind kind = Kind::Wait;
    Duration duration {};
    Duration timeout {ms(200)};
    Duration processing {};

    std::string topic;
    std::vector<std::string> topics;
    std::vector<protocol::TopicPartition> assignment;
    std::string group;
    std::string text;
    std::int32_t partitions = 1; ///< CreateTopic

    // Send: `rounds` rounds, `every` apart (start to start). In a round each partition of `toPartitions` (empty = every
    // partition of the topic) gets `records` records of `size` bytes; with roundRobin one partition per round gets them.
    // sync: send().get(), so each send waits for its acknowledgement before the next.
    std::vector<std::int32_t> toPartitions;
    bool roundRobin = false;
    bool sync = false;
    std::int64_t rounds = 1; ///< kForever = no end
    Duration every {};
    std::int32_t records = 1;
    std::int32_t size = 100;
};

} // namespace connscope::client
