// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "driver.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// \file
/// What a client from outside sends, as far as a broker can tell: batches whose bytes are a text of the right length.

namespace connscope::broker::test {

inline protocol::RecordBatch factsOf(std::int32_t records, std::size_t bytes = 100, std::int64_t timestamp = 1000)
{
    protocol::RecordBatch batch;
    batch.bytes = std::string(bytes, 'x');
    batch.records = records;
    batch.maxTimestamp = timestamp;
    return batch;
}
inline protocol::RecordBatch sequenced(std::int32_t records, std::int64_t producerId, std::int16_t epoch,
    std::int32_t sequence, bool transactional = false)
{
    protocol::RecordBatch batch = factsOf(records);
    batch.producerId = producerId;
    batch.producerEpoch = epoch;
    batch.baseSequence = sequence;
    batch.transactional = transactional;
    return batch;
}

/// A cluster with the hooks that a side with real bytes lends it.
class OutsideDriver : public Driver {
public:
    explicit OutsideDriver(ClusterSpec spec = clusterOf(1), bool withMaker = true)
        : Driver(std::move(spec))
    {
        Hooks hooks;
        if (withMaker) {
            hooks.makeBatch = [this](const BatchToMake& wanted) {
                made.push_back({wanted.kind, wanted.baseOffset, wanted.records, wanted.producerId});
                const int bytes = wanted.records * std::max(1, wanted.bytesEach);
                protocol::RecordBatch batch = factsOf(wanted.records, static_cast<std::size_t>(bytes), -1);
                batch.control = wanted.kind != BatchToMake::Kind::Records;
                return std::make_shared<const protocol::RecordBatch>(std::move(batch));
            };
        }
        cluster->setHooks(std::move(hooks));
    }
    /// Sends and waits for the broker to handle it.
    template <typename Response>
    Response ask(ConnectionId at, ApiKey api, std::int16_t version, protocol::RequestBody body)
    {
        const std::int32_t asked = send(at, api, version, std::move(body));
        pass(ms(1));
        const auto* response = answer<Response>(asked);
        return response == nullptr ? Response {} : *response;
    }

    protocol::ProducedPartition produce(
        ConnectionId at, protocol::RecordBatch batch, std::int16_t acks = 1, protocol::TopicPartition to = {"t4", 0})
    {
        protocol::ProduceRequest request;
        request.acks = acks;
        request.partitions.push_back(
            {std::move(to), 1, 0, -1, std::make_shared<const protocol::RecordBatch>(std::move(batch))});
        const auto response = ask<protocol::ProduceResponse>(at, ApiKey::Produce, 9, std::move(request));
        return response.partitions.empty() ? protocol::ProducedPartition {} : response.partitions.front();
    }

    struct FetchSpec {
        std::int64_t offset = 0;
        std::int32_t maxBytes = 1'048'576;
        protocol::IsolationLevel isolation = protocol::IsolationLevel::ReadUncommitted;
        std::int32_t leaderEpoch = -1;
        std::int32_t session = 0;
        std::int32_t epoch = -1;
        Duration wait {};
        std::int32_t totalBytes = 52'428'800;
        std::vector<protocol::TopicPartition> forgotten {};
    };
    static protocol::FetchRequest fetchRequest(
        const FetchSpec& spec, const std::vector<protocol::TopicPartition>& partitions)
    {
        protocol::FetchRequest request;
        request.maxWait = spec.wait;
        request.maxBytes = spec.totalBytes;
        request.sessionId = spec.session;
        request.sessionEpoch = spec.epoch;
        protocol::FetchDetail detail;
        detail.isolation = spec.isolation;
        detail.forgotten = spec.forgotten;
        for (const protocol::TopicPartition& tp : partitions) {
            request.partitions.push_back({tp, spec.offset});
            detail.partitions.push_back({{}, spec.maxBytes, spec.leaderEpoch});
        }
        request.detail = std::make_shared<const protocol::FetchDetail>(std::move(detail));
        return request;
    }
    protocol::FetchResponse fetch(
        ConnectionId at, const FetchSpec& spec, const std::vector<protocol::TopicPartition>& partitions = {{"t4", 0}})
    {
        return ask<protocol::FetchResponse>(at, ApiKey::Fetch, 12, fetchRequest(spec, partitions));
    }

    struct Made {
        BatchToMake::Kind kind;
        std::int64_t baseOffset;
        std::int32_t records;
        std::int64_t producerId;
    };
    std::vector<Made> made;
};

/// "0+5 5+1": the base offset and the number of records of each batch of an answer's first partition.
inline std::string batchesOf(const protocol::FetchResponse& response)
{
    std::string text;
    if (!response.detail || response.detail->partitions.empty())
        return "nothing";
    for (const protocol::FetchedBatch& batch : response.detail->partitions.front().batches) {
        text += (text.empty() ? "" : " ") + std::to_string(batch.baseOffset) + '+'
            + std::to_string(batch.batch->records);
    }
    return text;
}

} // namespace connscope::broker::test
