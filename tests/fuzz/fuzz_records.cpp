// SPDX-License-Identifier: GPL-3.0-or-later
// Record batches and what consumers put into the group protocol. So that a fuzzer comes past the CRC, every input is also
// read with the CRC that its bytes have. What is accepted can be built again and holds the same.
#include "wire/consumerprotocol.h"
#include "wire/crc32c.h"
#include "wire/primitives.h"
#include "wire/records.h"

#include <cstdlib>

using namespace connscope;
using namespace connscope::wire;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void readBatch(std::span<const std::uint8_t> bytes)
{
    BatchLimits limits;
    limits.maxBytes = 100'000;
    limits.maxRecords = 10'000;
    const Result<RecordBatch> batch = parseBatch(bytes, limits);
    if (!batch) {
        require(!batch.error().message.empty());
        return;
    }
    for (const Record& record : batch->records)
        static_cast<void>(markerOf(record));
    if (batch->records.empty())
        return;
    BatchOptions options;
    options.baseOffset = batch->header.baseOffset;
    options.compression = batch->header.compression();
    if (batch->header.isLogAppendTime())
        options.logAppendTime = batch->header.maxTimestamp;
    const Result<Bytes> built = buildBatch(batch->records, options);
    require(built.has_value());
    const Result<RecordBatch> again = parseBatch(*built, {});
    require(again.has_value() && again->records.size() == batch->records.size());
    for (std::size_t i = 0; i < again->records.size(); ++i) {
        Record expected = batch->records[i];
        expected.offset = again->records[i].offset; // a compacted batch has gaps
        require(again->records[i] == expected);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::span<const std::uint8_t> bytes(data, size);
    if (const Result<BatchList> list = findBatches(bytes)) {
        std::size_t at = 0;
        for (const BatchPlace& place : list->batches) {
            require(place.offset == at);
            at += place.header.size();
        }
        require(at + list->cutBytes == size);
    }
    readBatch(bytes);
    if (const Result<BatchHeader> header = readBatchHeader(bytes); header && header->size() <= size) {
        Bytes signedBatch(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header->size()));
        store32(signedBatch.data() + 17, static_cast<std::int32_t>(crc32c(std::span(signedBatch).subspan(21))));
        readBatch(signedBatch);
    }

    std::int16_t version = 0;
    if (const auto subscription = decodeSubscription(bytes, &version); subscription && version <= 3)
        require(decodeSubscription(*encodeSubscription(*subscription, version)) == *subscription);
    if (const auto assignment = decodeAssignment(bytes, &version); assignment && version <= 3)
        require(decodeAssignment(*encodeAssignment(*assignment, version)) == *assignment);
    return 0;
}
