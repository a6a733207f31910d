// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/smallvector.h"
#include "client/javahash.h"
#include "client/nodelist.h"
#include "protocol/messages.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

/// \file
/// The partitions of a consumer and where it is in each (consumer.internals.SubscriptionState).

namespace connscope::client {

struct PartitionPosition {
    enum class State : std::uint8_t {
        Initializing, ///< no position: committed offsets are needed
        AwaitingReset, ///< no committed offset: LIST_OFFSETS is needed
        Validating, ///< the leader's epoch is to be checked first (KIP-320)
        Fetching,
    };
    // By size: a thousand members hold one each, and each is looked at in every poll.
    protocol::TopicPartition id;
    TextId text {0}; ///< its name, once it was interned
    EventId cause; ///< what brought it into its state, or answered its last request: why the next one goes out
    std::int64_t offset = -1;
    Instant preferredUntil {};
    Instant notBefore {}; ///< next LIST_OFFSETS or validation
    const Node* leader = nullptr; ///< as of `leadership`
    std::uint64_t leadership = 0; ///< Metadata::leadership() when it was looked up; 0 = never
    BrokerId knownLeader; ///< the last one that was known
    BrokerId preferredReplica; ///< KIP-392
    BrokerId lastLeader; ///< where it was last fetched from
    State state = State::Initializing;
    bool hasEpoch
        = false; ///< `offset` is behind a record that was read, or committed so: its leader's epoch is known (KIP-320)
    bool moved = false; ///< its leader is another one than when it was last fetched
    bool pending = false; ///< a LIST_OFFSETS or validation is under way
    bool fetching = false; ///< a FETCH for it is under way
    bool buffered = false; ///< fetched data wait for the application
};

struct Subscriptions {
    bool automatic = false; ///< subscribe(): the group assigns
    bool manual = false; ///< assign()
    using Partitions = SmallVector<PartitionPosition, 1>;
    Partitions partitions; ///< in the order of Java's HashSet<TopicPartition>
    std::vector<std::string> topics;

    PartitionPosition* find(const protocol::TopicPartition& id)
    {
        if (places) {
            const auto it = places->find(id);
            return it == places->end() ? nullptr : &partitions[it->second];
        }
        const auto it = std::find_if(
            partitions.begin(), partitions.end(), [&](const PartitionPosition& p) { return p.id == id; });
        return it == partitions.end() ? nullptr : &*it;
    }
    void clearPartitions()
    {
        partitions.clear();
        places.reset();
    }
    bool hasAllPositions() const
    {
        return std::all_of(partitions.begin(), partitions.end(), [](const PartitionPosition& p) {
            return p.state == PartitionPosition::State::Fetching || p.state == PartitionPosition::State::Validating;
        });
    }
    /// Replaces the partitions because of \a cause; \a keep positions of those that stay (assign() does, an eager rebalance
    /// does not).
    void assign(const std::vector<protocol::TopicPartition>& ids, bool keep, EventId cause)
    {
        std::vector<std::int32_t> hashes;
        hashes.reserve(ids.size());
        for (const protocol::TopicPartition& id : ids)
            hashes.push_back(javaTopicPartitionHash(id.topic, id.partition));
        Partitions next;
        for (const std::size_t i : javaHashMapOrder(hashes)) {
            const PartitionPosition* old = keep ? find(ids[i]) : nullptr;
            PartitionPosition& p = next.emplace_back(old ? *old : PartitionPosition {});
            p.id = ids[i];
            if (!old)
                p.cause = cause;
        }
        partitions = std::move(next);
        places.reset();
        if (partitions.size() < kManyPartitions)
            return;
        places = std::make_unique<Places>(partitions.size());
        for (std::uint32_t i = 0; i < partitions.size(); ++i)
            places->emplace(partitions[i].id, i);
    }

private:
    /// From here on each answer's partitions are looked up in a table: one by one they would take quadratic time.
    static constexpr std::size_t kManyPartitions = 16;
    struct Hash {
        std::size_t operator()(const protocol::TopicPartition& id) const
        {
            return std::hash<std::string> {}(id.topic)
                ^ (static_cast<std::size_t>(id.partition) * 0x9e3779b97f4a7c15U);
        }
    };
    using Places = std::unordered_map<protocol::TopicPartition, std::uint32_t, Hash>;
    std::unique_ptr<Places> places;
};

} // namespace connscope::client
