// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/sessionpartitions.h"

#include <memory>
#include <utility>

namespace connscope::broker {

protocol::TopicPartition SessionPartitions::keyOf(
    const protocol::TopicPartition& partition, const protocol::Uuid& topicId) const
{
    if (!m_byTopicId)
        return partition;
    return {std::string(topicId.bytes.begin(), topicId.bytes.end()), partition.partition};
}

void SessionPartitions::update(const protocol::FetchRequest& request)
{
    const protocol::FetchDetail& detail = *request.detail;
    for (std::size_t i = 0; i < request.partitions.size(); ++i) {
        const protocol::FetchPartition& partition = request.partitions[i];
        const auto [entry, isNew]
            = m_byKey.try_emplace(keyOf(partition.partition, detail.partitions[i].topicId), m_partitions.end());
        if (isNew)
            entry->second = m_partitions.insert(m_partitions.end(), Cached {});
        entry->second->partition = partition;
        entry->second->detail = detail.partitions[i];
    }
    for (std::size_t i = 0; i < detail.forgotten.size(); ++i) {
        const protocol::Uuid id = i < detail.forgottenIds.size() ? detail.forgottenIds[i] : protocol::Uuid {};
        const auto entry = m_byKey.find(keyOf(detail.forgotten[i], id));
        if (entry == m_byKey.end())
            continue;
        m_partitions.erase(entry->second);
        m_byKey.erase(entry);
    }
}

void SessionPartitions::expand(protocol::FetchRequest& request) const
{
    auto detail = std::make_shared<protocol::FetchDetail>();
    detail->isolation = request.detail->isolation;
    detail->byTopicId = m_byTopicId;
    request.partitions.clear();
    request.partitions.reserve(m_partitions.size());
    detail->partitions.reserve(m_partitions.size());
    for (const Cached& cached : m_partitions) {
        request.partitions.push_back(cached.partition);
        detail->partitions.push_back(cached.detail);
    }
    request.detail = std::move(detail);
}

bool SessionPartitions::isNews(const protocol::FetchedPartition& got, const protocol::FetchedPartitionDetail& detail)
{
    const auto entry = m_byKey.find(keyOf(got.partition, detail.topicId));
    if (entry == m_byKey.end())
        return true;
    Cached& cached = *entry->second;
    bool news = got.preferredReadReplica.isValid();
    if (got.error != protocol::ErrorCode::None) {
        // What is said after an error is news whatever it is.
        cached.highWatermark = -1;
        cached.logStartOffset = -1;
        return true;
    }
    if (!detail.batches.empty()) {
        m_partitions.splice(m_partitions.end(), m_partitions, entry->second);
        news = true;
    }
    news = news || cached.highWatermark != got.highWatermark || cached.logStartOffset != detail.logStartOffset;
    cached.highWatermark = got.highWatermark;
    cached.logStartOffset = detail.logStartOffset;
    return news;
}

} // namespace connscope::broker
