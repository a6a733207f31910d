// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "broker/batchlog.h"
#include "broker/producerstates.h"
#include "broker/recordlog.h"
#include "broker/socketserver.h"
#include "broker/world.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// Topics, their partitions, and who leads them. A controller that never errs: every broker knows at once what changed
/// (World::metadataVersion counts the changes).
///
/// A partition whose leader is gone is led by the first of its replicas that lives, with the next leader epoch
/// (PartitionLeaderElectionAlgorithms#offlinePartitionLeaderElection, all living replicas counting as in sync); if none
/// lives it has no leader until one comes back. A broker that comes back leads again what it is the preferred (first)
/// replica of once the controller looks for that (leader.imbalance.check.interval.seconds).

namespace connscope::broker {

/// So many partitions one request, or one person, may have created (ReplicationControlManager.MAX_PARTITIONS_PER_BATCH).
inline constexpr std::int32_t kMaxPartitions = 10'000;
/// So many the whole cluster has: about 100 MB of memory with what the trace says of them.
inline constexpr std::size_t kMaxClusterPartitions = 100'000;

/// What a partition has once real records were written to it, beside the log that counts them.
struct RealRecords {
    /// A leader epoch and the offset of the first record written in it (LeaderEpochFileCache).
    struct Epoch {
        std::int32_t epoch = 0;
        std::int64_t start = 0;
    };
    BatchLog batches;
    ProducerStates producers;
    std::vector<Epoch> epochs; ///< ascending
    std::int64_t start = 0; ///< log start offset: what was before it is gone
};

struct Partition {
    BrokerIndex leader = kNoBroker;
    std::int32_t epoch = 0;
    std::vector<BrokerIndex> replicas; ///< the preferred leader first
    bool wantsLeader = true; ///< false: the scenario left it without one
    RecordLog log;
    std::int64_t highWatermark = 0; ///< what consumers may read ends here
    std::vector<std::uint32_t> watchers; ///< connection slots whose fetches may wait for it
    std::unique_ptr<RealRecords> real; ///< null in simulations

    std::int64_t start() const { return real ? real->start : 0; }
    std::int64_t lastStableOffset() const
    {
        return real ? real->producers.lastStableOffset(highWatermark) : highWatermark;
    }
};

struct Topic {
    std::string name;
    protocol::Uuid id;
    bool deleted = false; ///< its number and partitions stay, for those who still hold them; nobody finds it
    std::vector<Partition> partitions;
    std::vector<protocol::ConfigEntry> configs; ///< as given when it was created
    std::optional<std::int64_t> maxMessageBytes; ///< max.message.bytes of these
    std::optional<std::int64_t> minInSyncReplicas; ///< min.insync.replicas of these
};

class Topics {
public:
    Topics(World& world, Rng rng)
        : m_world(world)
        , m_rng(rng)
    {
    }

    /// Adds a topic as the scenario gives it. Unknown brokers are left out of replica lists.
    void add(const TopicSpec& spec, EventId cause);
    /// Creates one as the controller does: leaders in turn over the living brokers from a random one on
    /// (AdminUtils#assignReplicasToBrokers). No more replicas than living brokers. Returns its number.
    std::uint32_t create(std::string_view name, std::int32_t partitions, std::int32_t replication, EventId cause);
    /// The same with the replicas of each partition given, the leader first; all of them must be there.
    std::uint32_t create(std::string_view name, const std::vector<std::vector<BrokerId>>& replicas, EventId cause);
    /// Takes a topic away: its partitions are left by their leaders. A new one of the same name has another id.
    void remove(std::uint32_t index, EventId cause);

    /// The number of a topic, or kNone. \a hint is tried first and updated.
    std::uint32_t find(std::string_view name, std::uint32_t& hint) const;
    std::uint32_t find(std::string_view name) const;
    /// kNone: no topic has this id.
    std::uint32_t findId(const protocol::Uuid& id) const;
    /// Where a partition is; topic kNone if there is none.
    PartitionRef find(const protocol::TopicPartition& tp, std::uint32_t& hint) const;

    Topic& topic(std::uint32_t index) { return m_topics[index]; }
    const Topic& topic(std::uint32_t index) const { return m_topics[index]; }
    Partition& partition(PartitionRef ref) { return m_topics[ref.topic].partitions[ref.partition]; }
    const Partition& partition(PartitionRef ref) const { return m_topics[ref.topic].partitions[ref.partition]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_topics.size()); }
    /// Why \a partitions more cannot be had, in Kafka's words where it has any; "" if they can.
    std::string whyNoMore(std::int64_t partitions) const;
    /// Why no partition can have so many replicas now (StripedReplicaPlacer); "" if one can.
    std::string whyNoReplicas(std::int32_t replication) const;
    /// Numbers of all topics in the order of their names.
    std::vector<std::uint32_t> byName() const;
    std::uint32_t liveReplicas(const Partition& partition) const;

    /// A broker is no longer registered: what it led is led by others. Appends what changed to \a moved.
    void brokerLost(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved);
    /// A broker is registered: what had no leader and has a replica there is led by it.
    void brokerBack(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved);
    /// The preferred leaders among \a broker's partitions lead again.
    void electPreferred(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved);
    void setLeader(PartitionRef ref, BrokerIndex leader, EventId cause);

private:
    void announce(const Topic& topic, std::uint32_t partition, EventId cause, trace::RuleId rule);
    std::uint32_t append(Topic&& topic);
    std::uint32_t announceNew(Topic&& topic, EventId cause);

    World& m_world;
    Rng m_rng;
    std::vector<Topic> m_topics;
    std::size_t m_partitions = 0; // of those that are not deleted
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view> {}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_byName;
    std::map<protocol::Uuid, std::uint32_t> m_byId;
    std::map<std::string, std::uint32_t, std::less<>> m_deletions; // how often a topic of that name was deleted
};

/// Topic.validate: 1 to 249 of the characters a-z A-Z 0-9 . _ -, and neither "." nor "..".
bool isLegalTopicName(std::string_view name);
/// Topic.isInternal: the topics in which brokers keep offsets and transactions.
bool isInternalTopic(std::string_view name);

} // namespace connscope::broker
