// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/topics.h"
#include "broker/world.h"

#include <memory>
#include <unordered_map>
#include <vector>

/// \file
/// Answers to METADATA. An answer is immutable and shared by all who ask the same while nothing changes: a thousand brokers
/// described to a hundred thousand requests cost one description.

namespace connscope::broker {

/// The broker as it advertises itself.
protocol::BrokerEndpoint endpointOf(const BrokerSpec& spec);

/// An answer with what is the same for all who get it.
struct SharedMetadata {
    std::shared_ptr<const protocol::ClusterMetadata> cluster;
    std::uint32_t size = 0; ///< bytes on the wire
    protocol::ErrorCode error = protocol::ErrorCode::None; ///< the first one in it
};

class MetadataCache {
public:
    MetadataCache(const World& world, const Topics& topics)
        : m_world(world)
        , m_topics(topics)
    {
    }
    /// The cluster as this request asks for it. A topic that does not exist gets UNKNOWN_TOPIC_OR_PARTITION, or
    /// INVALID_TOPIC_EXCEPTION where no topic can have that name, UNKNOWN_TOPIC_ID where it is asked for by id. The answer
    /// stays until the next call.
    const SharedMetadata& answer(const protocol::MetadataRequest& request);
    /// The same, but topics from number \a created on, which did not exist before, have no leader yet as far as this answer
    /// knows (AutoTopicCreationManager: LEADER_NOT_AVAILABLE). Not shared.
    SharedMetadata answerAfterCreation(const protocol::MetadataRequest& request, std::uint32_t created) const;

private:
    struct Entry {
        bool allTopics = false;
        std::vector<std::string> topics;
        SharedMetadata answer;
    };
    std::shared_ptr<protocol::ClusterMetadata> describe(const protocol::MetadataRequest& request) const;
    protocol::TopicMetadata describeTopic(std::uint32_t index) const;

    static constexpr std::size_t kMaxEntries = 4096; // then all are forgotten
    static constexpr std::size_t kMaxTopics = 100'000; // named in all of them: the same
    static constexpr std::size_t kMaxShared = 10'000; // who asks for more does so for himself
    const World& m_world;
    const Topics& m_topics;
    std::uint64_t m_version = 0;
    std::size_t m_named = 0; // topics in all entries
    SharedMetadata m_unshared; // the last answer to a request by topic ids
    std::unordered_map<std::uint64_t, Entry> m_entries; // of m_version, by hash of what was asked
};

} // namespace connscope::broker
