// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convertparts.h"

#include "wire/consumerprotocol.h"

#include <algorithm>

namespace connscope::wire {

namespace {

/// The id that toString() wrote; nothing if the text is none.
std::optional<Uuid> uuidOf(std::string_view text)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    if (text.size() != 22)
        return std::nullopt;
    Uuid id;
    std::uint32_t bits = 0;
    int have = 0;
    std::size_t at = 0;
    for (const char c : text) {
        const std::size_t value = alphabet.find(c);
        if (value == std::string_view::npos)
            return std::nullopt;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        have += 6;
        if (have >= 8 && at < id.bytes.size()) {
            have -= 8;
            id.bytes[at++] = static_cast<std::uint8_t>(bits >> have);
        }
    }
    return toString(id) == text ? std::optional(id) : std::nullopt;
}

} // namespace

void TopicIds::learn(const std::string& name, const Uuid& id)
{
    m_ids[name] = id;
    m_names[id.bytes] = name;
}

void TopicIds::learn(const MetadataResponse& response)
{
    for (const auto& topic : response.topics) {
        if (topic.name && topic.topicId != Uuid {})
            learn(*topic.name, topic.topicId);
    }
}

Uuid TopicIds::idOf(const std::string& name) const
{
    const auto it = m_ids.find(name);
    return it != m_ids.end() ? it->second : uuidOf(name).value_or(Uuid {});
}

std::string TopicIds::nameOf(const Uuid& id) const
{
    const auto it = m_names.find(id.bytes);
    return it != m_names.end() ? it->second : toString(id);
}

namespace parts {

std::optional<std::string> orNull(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

std::int32_t millis(Duration d)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(toMs(d), 0, 0x7fffffff));
}
std::int16_t code(protocol::ErrorCode error) { return static_cast<std::int16_t>(error); }
protocol::ErrorCode error(std::int16_t code) { return static_cast<protocol::ErrorCode>(code); }

Uuid idOf(const Conversion& with, const std::string& name)
{
    return with.topicIds ? with.topicIds->idOf(name) : TopicIds().idOf(name);
}
std::string nameOf(const Conversion& with, const Uuid& id)
{
    return with.topicIds ? with.topicIds->nameOf(id) : TopicIds().nameOf(id);
}

Bytes batchOf(std::int32_t records, std::int32_t bytes, const BatchOptions& options)
{
    if (records <= 0)
        return {};
    const auto count = static_cast<std::size_t>(records);
    std::vector<Record> list(count);
    constexpr std::size_t kAroundValue = 8; // of one record without a key
    const std::size_t needed = kBatchHeaderBytes + count * kAroundValue;
    const std::size_t wanted = static_cast<std::size_t>(std::max(bytes, 0));
    const std::size_t value = wanted > needed ? (wanted - needed) / count : 0;
    for (Record& record : list)
        record.value = Bytes(value, 'x');
    return buildBatch(list, options).value_or(Bytes());
}

Result<BatchSum> sumOf(const std::optional<Bytes>& records)
{
    BatchSum sum;
    if (!records)
        return sum;
    const Result<BatchList> list = findBatches(*records);
    if (!list)
        return fail(list.error());
    for (const BatchPlace& place : list->batches) {
        if (!sum.first)
            sum.first = place.header;
        if (!place.header.isControl())
            sum.records += place.header.recordCount;
    }
    sum.bytes = static_cast<std::int32_t>(records->size() - list->cutBytes);
    return sum;
}

Bytes subscriptionOf(const std::vector<std::string>& topics, const std::string& rack)
{
    ConsumerProtocolSubscription subscription;
    subscription.topics = topics;
    subscription.rackId = orNull(rack);
    return encodeSubscription(subscription, rack.empty() ? 1 : 3).value_or(Bytes());
}

Bytes assignmentOf(const std::vector<protocol::TopicPartition>& partitions)
{
    using Entry = ConsumerProtocolAssignment::TopicPartition;
    ConsumerProtocolAssignment assignment;
    for (const protocol::TopicPartition& tp : partitions)
        entryOf(assignment.assignedPartitions, &Entry::topic, tp.topic).partitions.push_back(tp.partition);
    return encodeAssignment(assignment, 1).value_or(Bytes());
}

Result<std::vector<protocol::TopicPartition>> partitionsOf(const Bytes& assignment)
{
    std::vector<protocol::TopicPartition> partitions;
    if (assignment.empty())
        return partitions;
    const Result<ConsumerProtocolAssignment> decoded = decodeAssignment(assignment);
    if (!decoded)
        return fail(decoded.error());
    for (const auto& topic : decoded->assignedPartitions) {
        for (const std::int32_t partition : topic.partitions)
            partitions.push_back({topic.topic, partition});
    }
    return partitions;
}

tl::unexpected<Error> noTypedForm(std::string_view name)
{
    return fail(std::string(name) + " is not among the messages that clients and brokers of a session exchange");
}

} // namespace parts

} // namespace connscope::wire
