// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/anymessage.h"
#include "wire/encoder.h"
#include "wire/header.h"

#include <memory>
#include <span>

/// \file
/// Kafka messages into bytes and back: one message of a known type, any message by api key, or a whole frame.
///
/// Versions: every one that Kafka 3.9.1 or 4.1 describes (MessageInfo::minVersion to maxVersion), which is more than any
/// one release speaks; protocol/apiversions.h knows what a release speaks.
///
/// Decoding errors say where and what was expected: "at byte 37, topics[0].partitions: array of 2000000000 elements, but
/// 12 bytes are left"; `Error::offset` has the place as a number, from the first byte given. They are: bytes that end too
/// early, lengths below -1, null where the version has none, varints of more than 32 bits, tags that do not ascend,
/// tagged fields of another size than they say, bytes left over, and versions that are not known.
/// Text is not checked to be UTF-8. Values are not judged: an error code may be any number.
///
/// Encoding errors: a null where the version has none, strings above 32767 bytes, frames above 2 GiB, unknown versions. A
/// field that the version does not have is left out silently, whatever its value (Kafka refuses that for some fields).

namespace connscope::wire {

/// What is known of a request or response; null for one that is not spoken here.
const MessageInfo* findMessage(ApiKey api, Direction direction);
/// The requests spoken here, by ascending api key.
std::span<const MessageInfo* const> allRequests();

// ---- one message ----

Result<void> decode(const MessageRef& message, std::int16_t version, std::span<const std::uint8_t> bytes);
Result<Bytes> encode(const MessageRef& message, std::int16_t version);
/// Bytes that encode() gives.
Result<std::size_t> encodedSize(const MessageRef& message, std::int16_t version);

/// Reads a message that fills \a bytes.
template <typename M>
Result<M> decode(std::int16_t version, std::span<const std::uint8_t> bytes)
{
    M message;
    if (Result<void> done = decode(MessageRef(message), version, bytes); !done)
        return fail(std::move(done.error()));
    return message;
}
/// The message without header or length prefix.
template <typename M>
Result<Bytes> encode(const M& message, std::int16_t version)
{
    return encode(MessageRef(const_cast<M&>(message)), version); // an encoder changes nothing
}
template <typename M>
Result<std::size_t> encodedSize(const M& message, std::int16_t version)
{
    return encodedSize(MessageRef(const_cast<M&>(message)), version);
}

// ---- any message, by api key ----

/// A request with default values; nothing for one that is not spoken here.
std::optional<AnyRequest> makeRequest(ApiKey api);
std::optional<AnyResponse> makeResponse(ApiKey api);
MessageRef refer(AnyRequest& message);
MessageRef refer(AnyResponse& message);

/// The body of a request, without header.
Result<AnyRequest> decodeRequest(ApiKey api, std::int16_t version, std::span<const std::uint8_t> body);
/// The body of a response, without header. An ApiVersionsResponse with error 35 (UNSUPPORTED_VERSION) is read in version 0
/// if it is none of \a version: that is how a broker answers a version that it does not know (KIP-511).
Result<AnyResponse> decodeResponse(ApiKey api, std::int16_t version, std::span<const std::uint8_t> body);
/// The version in which the body of an ApiVersionsResponse lies: \a version, or 0 as said above.
std::int16_t apiVersionsResponseVersion(std::int16_t version, std::span<const std::uint8_t> body);
Result<Bytes> encodeRequest(const AnyRequest& message, std::int16_t version);
Result<Bytes> encodeResponse(const AnyResponse& message, std::int16_t version);

// ---- whole frames ----

struct RequestFrame {
    RequestHeader header;
    AnyRequest body;
    bool operator==(const RequestFrame&) const = default;
};
struct ResponseFrame {
    ResponseHeader header;
    AnyResponse body;
    bool operator==(const ResponseFrame&) const = default;
};

/// Header and body of a request; \a payload is a frame without its length prefix. Of a request that is not spoken here in
/// that version, decodeRequestHeader() still gives the header.
/// With an \a owner, which keeps \a payload alive and unchanged, record batches of some size are pieces of it.
Result<RequestFrame> decodeRequestFrame(
    std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner = nullptr);
/// The header alone; \a size, if given, is set to the bytes that it takes.
Result<RequestHeader> decodeRequestHeader(std::span<const std::uint8_t> payload, std::size_t* size = nullptr);
/// Which request a response answers is not in its bytes: the caller knows by correlation id.
Result<ResponseFrame> decodeResponseFrame(ApiKey api, std::int16_t version, std::span<const std::uint8_t> payload);
/// The correlation id of a response payload, before anything else is known of it; an error below 4 bytes.
Result<std::int32_t> correlationIdOf(std::span<const std::uint8_t> payload);

/// Length prefix, header and body. The api key of the header is taken from the body.
Result<Bytes> encodeFrame(const RequestFrame& frame);
/// The same of a response in that version.
Result<Bytes> encodeFrame(const ResponseFrame& frame, std::int16_t version);
/// The same bytes, but record batches of some size are not copied.
Result<OutgoingFrame> encodeInPieces(const ResponseFrame& frame, std::int16_t version);
/// How a broker answers an API_VERSIONS request of a version that it does not know: version 0, error 35, and the range
/// that it does know in the place of the list (KIP-511).
Result<Bytes> encodeUnsupportedApiVersions(
    std::int32_t correlationId, std::int16_t minVersion, std::int16_t maxVersion);

} // namespace connscope::wire
