// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/batchmaker.h"

#include "wire/recordbytes.h"
#include "wire/records.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace connscope::real {

namespace {

/// What a record takes beside its value: lengths, deltas and the batch's share.
constexpr std::int32_t kRecordOverhead = 9;

} // namespace

broker::BatchMaker batchMaker(std::int64_t epochMs)
{
    return [epochMs](const broker::BatchToMake& wanted) -> protocol::SharedBatch {
        const std::int64_t timestamp = epochMs + toMs(wanted.at.time_since_epoch());
        auto batch = std::make_shared<protocol::RecordBatch>();
        Result<wire::Bytes> bytes = wire::Bytes {};
        if (wanted.kind == broker::BatchToMake::Kind::Records) {
            std::vector<wire::Record> records(static_cast<std::size_t>(std::max(wanted.records, 1)));
            const auto size = static_cast<std::size_t>(std::max(wanted.bytesEach - kRecordOverhead, 1));
            for (std::size_t i = 0; i < records.size(); ++i) {
                records[i].timestamp = timestamp;
                std::string text = "record " + std::to_string(wanted.baseOffset + static_cast<std::int64_t>(i));
                text.resize(size, ' ');
                records[i].value = wire::Bytes(text.begin(), text.end());
            }
            wire::BatchOptions options;
            options.baseOffset = wanted.baseOffset;
            bytes = wire::buildBatch(records, options);
        } else {
            const wire::Marker marker {wanted.kind == broker::BatchToMake::Kind::Commit ? wire::ControlType::Commit
                                                                                        : wire::ControlType::Abort,
                wanted.coordinatorEpoch};
            bytes = wire::buildMarker(marker, wanted.producerId, wanted.producerEpoch, timestamp, wanted.baseOffset);
            batch->producerId = wanted.producerId;
            batch->producerEpoch = wanted.producerEpoch;
            batch->transactional = batch->control = true;
        }
        if (!bytes)
            return nullptr;
        batch->bytes = wire::RecordBytes(std::move(*bytes)).whole();
        batch->records = std::max(wanted.records, 1);
        batch->maxTimestamp = timestamp;
        return batch;
    };
}

broker::RecordFinder recordFinder()
{
    return [](const protocol::RecordBatch& batch, std::int64_t timestamp) -> std::optional<broker::RecordPlace> {
        const auto parsed
            = wire::parseBatch({reinterpret_cast<const std::uint8_t*>(batch.bytes.data()), batch.bytes.size()});
        if (!parsed)
            return std::nullopt;
        const std::vector<wire::Record>& records = parsed->records;
        const auto found = timestamp == protocol::kMaxTimestamp
            ? std::max_element(records.begin(), records.end(),
                [](const wire::Record& a, const wire::Record& b) { return a.timestamp < b.timestamp; })
            : std::find_if(records.begin(), records.end(),
                [timestamp](const wire::Record& record) { return record.timestamp >= timestamp; });
        if (found == records.end())
            return std::nullopt;
        return broker::RecordPlace {
            static_cast<std::int32_t>(found->offset - parsed->header.baseOffset), found->timestamp};
    };
}

} // namespace connscope::real
