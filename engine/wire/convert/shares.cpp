// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/shares.h"

#include "wire/consumerprotocol.h"
#include "wire/convert/values.h"

#include <utility>

namespace connscope::wire::convert {

// Clients write the newest version of their release (ConsumerProtocol.java). JOIN_GROUP: v5 is 2.3's, v6 2.4's, v7 2.5's to
// 3.0's, v9 3.2's and later. SYNC_GROUP: v3 is 2.3's, v4 2.4's, v5 everybody's since.
std::int16_t subscriptionVersion(std::int16_t joinGroupVersion)
{
    return static_cast<std::int16_t>(joinGroupVersion <= 5 ? 0 : joinGroupVersion <= 8 ? 1 : 3);
}

std::int16_t assignmentVersion(std::int16_t syncGroupVersion)
{
    return static_cast<std::int16_t>(syncGroupVersion <= 3 ? 0 : syncGroupVersion == 4 ? 1 : 3);
}

Result<Bytes> subscriptionBytes(const std::vector<std::string>& topics, const std::string& rack, std::int16_t version)
{
    ConsumerProtocolSubscription subscription;
    subscription.topics = topics;
    subscription.rackId = nullable(rack);
    return encodeSubscription(subscription, version);
}

Result<Bytes> assignmentBytes(const std::vector<protocol::TopicPartition>& partitions, std::int16_t version)
{
    using Entry = ConsumerProtocolAssignment::TopicPartition;
    ConsumerProtocolAssignment assignment;
    for (const protocol::TopicPartition& partition : partitions)
        entryOf<&Entry::topic>(assignment.assignedPartitions, partition.topic)
            .partitions.push_back(partition.partition);
    return encodeAssignment(assignment, version);
}

std::optional<std::vector<std::string>> topicsOf(const Bytes& subscription)
{
    Result<ConsumerProtocolSubscription> read = decodeSubscription(subscription);
    if (!read)
        return std::nullopt;
    return std::move(read->topics);
}

std::optional<std::vector<protocol::TopicPartition>> partitionsOf(const Bytes& assignment)
{
    const Result<ConsumerProtocolAssignment> read = decodeAssignment(assignment);
    if (!read)
        return std::nullopt;
    std::vector<protocol::TopicPartition> partitions;
    for (const ConsumerProtocolAssignment::TopicPartition& topic : read->assignedPartitions) {
        for (const std::int32_t partition : topic.partitions)
            partitions.push_back({topic.topic, partition});
    }
    return partitions;
}

} // namespace connscope::wire::convert
