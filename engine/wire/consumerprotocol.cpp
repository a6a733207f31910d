// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/consumerprotocol.h"

#include "wire/codec.h"
#include "wire/decoder.h"
#include "wire/primitives.h"

#include <algorithm>

namespace connscope::wire {

namespace {

constexpr std::size_t kVersionSize = 2;

template <typename M>
Result<Bytes> withVersion(const M& message, std::int16_t version)
{
    Result<Bytes> body = encode(message, version);
    if (!body)
        return body;
    Bytes bytes(kVersionSize + body->size());
    store16(bytes.data(), version);
    std::copy(body->begin(), body->end(), bytes.begin() + kVersionSize);
    return bytes;
}

template <typename M>
Result<M> behindVersion(std::span<const std::uint8_t> bytes, std::int16_t* said)
{
    if (bytes.size() < kVersionSize)
        return fail(std::string(M::kInfo.name) + ": " + std::to_string(bytes.size())
            + " bytes; at least the 2 of its version were expected");
    const std::int16_t version = load16(bytes.data());
    if (version < 0)
        return fail(std::string(M::kInfo.name) + " has no version " + std::to_string(version));
    if (said)
        *said = version;
    M message;
    Decoder decoder(bytes);
    decoder.skip(kVersionSize);
    decoder.message(MessageRef(message).body, std::min(version, M::kInfo.maxVersion), false, {}, {});
    if (decoder.failed())
        return fail(decoder.error());
    return message;
}

} // namespace

void ConsumerProtocolSubscription::TopicPartition::describe(Visitor& v)
{
    v.field("topic", topic);
    v.field("partitions", partitions);
}

void ConsumerProtocolSubscription::describe(Visitor& v)
{
    v.field("topics", topics);
    v.field("userData", userData, all().nullable().nullByDefault());
    v.field("ownedPartitions", ownedPartitions, since(1));
    v.field("generationId", generationId, since(2).byDefault(-1));
    v.field("rackId", rackId, since(3).nullable().nullByDefault());
}

void ConsumerProtocolAssignment::TopicPartition::describe(Visitor& v)
{
    v.field("topic", topic);
    v.field("partitions", partitions);
}

void ConsumerProtocolAssignment::describe(Visitor& v)
{
    v.field("assignedPartitions", assignedPartitions);
    v.field("userData", userData, all().nullable().nullByDefault());
}

Result<Bytes> encodeSubscription(const ConsumerProtocolSubscription& subscription, std::int16_t version)
{
    return withVersion(subscription, version);
}
Result<Bytes> encodeAssignment(const ConsumerProtocolAssignment& assignment, std::int16_t version)
{
    return withVersion(assignment, version);
}
Result<ConsumerProtocolSubscription> decodeSubscription(std::span<const std::uint8_t> bytes, std::int16_t* version)
{
    return behindVersion<ConsumerProtocolSubscription>(bytes, version);
}
Result<ConsumerProtocolAssignment> decodeAssignment(std::span<const std::uint8_t> bytes, std::int16_t* version)
{
    return behindVersion<ConsumerProtocolAssignment>(bytes, version);
}

} // namespace connscope::wire
