// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"

#include <list>
#include <map>
#include <string>

/// \file
/// What a fetch session of a client from outside holds (FetchSession, CachedPartition): the partitions that it is about, so
/// that a request names only those that changed, and what was said of each last, so that an answer does the same (KIP-227).

namespace connscope::broker {

class SessionPartitions {
public:
    explicit SessionPartitions(bool byTopicId)
        : m_byTopicId(byTopicId)
    {
    }
    bool byTopicId() const { return m_byTopicId; }
    std::size_t size() const { return m_partitions.size(); }

    /// Takes on what a request adds, changes and forgets; its detail must be there.
    void update(const protocol::FetchRequest& request);
    /// Makes the request name every partition of the session, in the order in which they shall be read.
    void expand(protocol::FetchRequest& request) const;
    /// Whether an incremental answer has to name the partition (CachedPartition#maybeUpdateResponseData), which is taken to
    /// be said from here on. One that gave records goes to the end of the order, so that the others get their turn.
    bool isNews(const protocol::FetchedPartition& got, const protocol::FetchedPartitionDetail& detail);

private:
    struct Cached {
        protocol::FetchPartition partition;
        protocol::FetchPartitionDetail detail;
        std::int64_t highWatermark = -1; // as last said
        std::int64_t logStartOffset = -1;
    };
    protocol::TopicPartition keyOf(const protocol::TopicPartition& partition, const protocol::Uuid& topicId) const;

    bool m_byTopicId;
    std::list<Cached> m_partitions; // as they shall be read
    std::map<protocol::TopicPartition, std::list<Cached>::iterator> m_byKey;
};

} // namespace connscope::broker
