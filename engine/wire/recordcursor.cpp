// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/recordcursor.h"

#include <limits>

namespace connscope::wire {

namespace {

/// Length, attributes, two deltas, lengths of key and value, number of headers.
constexpr std::size_t kSmallestRecord = 7;
constexpr std::size_t kSmallestHeader = 2;

/// a + b, or a - b, as two's complement: the bytes of a peer may hold any numbers.
std::int64_t plus(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t minus(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

void putVarint(Bytes& out, std::int64_t value)
{
    std::uint8_t buffer[kMaxVarint64];
    const std::size_t size = storeVarint(buffer, zigZag(value));
    out.insert(out.end(), buffer, buffer + size);
}

std::size_t varintBytes(std::int64_t value) { return varintSize(zigZag(value)); }

std::size_t blobBytes(const std::optional<Bytes>& blob)
{
    return blob ? varintBytes(static_cast<std::int64_t>(blob->size())) + blob->size() : 1;
}

void putBlob(Bytes& out, const std::optional<Bytes>& blob)
{
    putVarint(out, blob ? static_cast<std::int64_t>(blob->size()) : -1);
    if (blob)
        out.insert(out.end(), blob->begin(), blob->end());
}

} // namespace

void RecordCursor::fail(const std::uint8_t* at, std::string what)
{
    if (m_error)
        return;
    Error error;
    error.offset = m_base + static_cast<std::size_t>(at - m_begin);
    error.message = "at " + std::string(m_unit) + std::to_string(error.offset) + " of the batch, record "
        + std::to_string(m_index) + ": " + std::move(what);
    m_error = std::move(error);
}

std::int64_t RecordCursor::longVarint(std::size_t maxBytes, const char* what)
{
    if (m_error)
        return 0;
    std::uint64_t value = 0;
    const std::size_t size = loadVarint(m_at, m_end, maxBytes, value);
    if (size == 0)
        fail(m_at, std::string(what) + " is no varint that ends within the record");
    m_at += size;
    return unZigZag(value);
}

std::int64_t RecordCursor::length(bool mayBeNull, const char* what)
{
    const std::uint8_t* const at = m_at;
    const std::int64_t size = varint(kMaxVarint32, what);
    if (m_error)
        return 0;
    if (size < (mayBeNull ? -1 : 0))
        fail(at, std::string(what) + " of length " + std::to_string(size));
    else if (size > 0 && static_cast<std::size_t>(size) > left())
        fail(at,
            std::string(what) + " of " + std::to_string(size) + " bytes, but " + std::to_string(left())
                + " are left");
    return m_error ? 0 : size;
}

std::span<const std::uint8_t> RecordCursor::blob(const char* what, bool& isNull)
{
    const std::int64_t size = length(true, what);
    isNull = m_error || size < 0;
    if (isNull)
        return {};
    const std::uint8_t* const at = m_at;
    m_at += size;
    return {at, m_at};
}

std::optional<Bytes> RecordCursor::keptBlob(const char* what)
{
    bool isNull = false;
    const auto bytes = blob(what, isNull);
    return isNull ? std::nullopt : std::optional<Bytes>(std::in_place, bytes.begin(), bytes.end());
}

void RecordCursor::record(const BatchHeader& header, Record* record)
{
    bool isNull = false;
    const std::int64_t size = length(false, "a record");
    if (m_error)
        return;
    const std::uint8_t* const end = m_end;
    m_end = m_at + size;
    if (size == 0)
        return fail(m_at, "a record without a byte");
    ++m_at; // attributes: none are defined
    const std::int64_t timestampDelta = varint(kMaxVarint64, "the timestamp");
    const std::int64_t offsetDelta = varint(kMaxVarint32, "the offset");
    if (record) {
        record->timestamp
            = header.isLogAppendTime() ? header.maxTimestamp : plus(header.baseTimestamp, timestampDelta);
        record->offset = plus(header.baseOffset, offsetDelta);
        record->key = keptBlob("the key");
        record->value = keptBlob("the value");
    } else {
        blob("the key", isNull);
        blob("the value", isNull);
    }
    const std::uint8_t* const countAt = m_at;
    const std::int64_t headers = varint(kMaxVarint32, "the number of headers");
    if (m_error)
        return;
    if (headers < 0 || static_cast<std::size_t>(headers) > left() / kSmallestHeader)
        return fail(countAt, std::to_string(headers) + " headers, but " + std::to_string(left()) + " bytes are left");
    if (static_cast<std::size_t>(headers) > m_budget)
        return fail(countAt, "more than " + std::to_string(m_maxRecords) + " records and headers; that is the limit");
    m_budget -= static_cast<std::size_t>(headers);
    if (record)
        record->headers.resize(static_cast<std::size_t>(headers));
    for (std::size_t i = 0; i < static_cast<std::size_t>(headers); ++i) {
        const std::int64_t keySize = length(false, "the key of a header");
        if (m_error)
            return;
        if (record) {
            record->headers[i].key.assign(m_at, m_at + keySize);
            m_at += keySize;
            record->headers[i].value = keptBlob("the value of a header");
        } else {
            m_at += keySize;
            blob("the value of a header", isNull);
        }
    }
    if (!m_error && left() > 0)
        return fail(m_at, std::to_string(left()) + " bytes are left over");
    m_end = end;
}

Result<void> RecordCursor::readAll(const BatchHeader& header, std::size_t maxRecords, std::vector<Record>& records)
{
    return walk(header, maxRecords, &records);
}

Result<void> RecordCursor::checkAll(const BatchHeader& header, std::size_t maxRecords)
{
    return walk(header, maxRecords, nullptr);
}

Result<void> RecordCursor::walk(const BatchHeader& header, std::size_t maxRecords, std::vector<Record>* records)
{
    const auto count = static_cast<std::size_t>(header.recordCount);
    m_maxRecords = maxRecords;
    if (count > left() / kSmallestRecord)
        fail(m_at,
            "the batch tells of " + std::to_string(count) + " records, but " + std::to_string(left())
                + " bytes are left");
    else if (count > maxRecords)
        fail(m_at, std::to_string(count) + " records; the limit is " + std::to_string(maxRecords));
    if (m_error)
        return connscope::fail(*m_error);
    m_budget = maxRecords - count;
    if (records) {
        records->clear();
        records->reserve(count);
    }
    for (m_index = 0; m_index < count && !m_error; ++m_index)
        record(header, records ? &records->emplace_back() : nullptr);
    if (!m_error && left() > 0)
        fail(m_at, std::to_string(left()) + " bytes are left over behind the last record");
    if (m_error)
        return connscope::fail(*m_error);
    return {};
}

void appendRecord(Bytes& out, const Record& record, std::int64_t baseTimestamp, std::int32_t offsetDelta)
{
    const std::int64_t timestampDelta = minus(record.timestamp, baseTimestamp);
    std::size_t size = 1 + varintBytes(timestampDelta) + varintBytes(offsetDelta) + blobBytes(record.key)
        + blobBytes(record.value) + varintBytes(static_cast<std::int64_t>(record.headers.size()));
    for (const RecordHeader& header : record.headers)
        size += varintBytes(static_cast<std::int64_t>(header.key.size())) + header.key.size()
            + blobBytes(header.value);
    putVarint(out, static_cast<std::int64_t>(size));
    out.push_back(0);
    putVarint(out, timestampDelta);
    putVarint(out, offsetDelta);
    putBlob(out, record.key);
    putBlob(out, record.value);
    putVarint(out, static_cast<std::int64_t>(record.headers.size()));
    for (const RecordHeader& header : record.headers) {
        putVarint(out, static_cast<std::int64_t>(header.key.size()));
        out.insert(out.end(), header.key.begin(), header.key.end());
        putBlob(out, header.value);
    }
}

} // namespace connscope::wire
