// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/codec.h"

#include "wire/decoder.h"
#include "wire/primitives.h"

#include <algorithm>
#include <array>

namespace connscope::wire {

namespace {

constexpr std::size_t kLengthPrefix = 4;
constexpr std::int16_t kUnsupportedVersion = 35;

/// What is known of each alternative of a variant, in its order, and how to make one.
template <typename Any>
struct Table;
template <typename... M>
struct Table<std::variant<M...>> {
    static constexpr std::array<const MessageInfo*, sizeof...(M)> kInfos {&M::kInfo...};
    using Make = std::variant<M...> (*)();
    static constexpr std::array<Make, sizeof...(M)> kMakers {
        +[]() -> std::variant<M...> { return std::variant<M...>(std::in_place_type<M>); }...};
};

template <typename Any>
std::size_t indexOf(ApiKey api)
{
    const auto& infos = Table<Any>::kInfos;
    const auto it = std::lower_bound(
        infos.begin(), infos.end(), api, [](const MessageInfo* info, ApiKey key) { return info->api < key; });
    return it != infos.end() && (*it)->api == api ? static_cast<std::size_t>(it - infos.begin()) : infos.size();
}

template <typename Any>
std::optional<Any> make(ApiKey api)
{
    const std::size_t index = indexOf<Any>(api);
    if (index == Table<Any>::kInfos.size())
        return std::nullopt;
    return Table<Any>::kMakers[index]();
}

Error notSpoken(ApiKey api)
{
    Error error;
    error.message = "there is no codec for api key " + std::to_string(static_cast<int>(api));
    if (apiName(api) != "UNKNOWN")
        error.message += " (" + std::string(apiName(api)) + ")";
    return error;
}

std::optional<Error> unknownVersion(const MessageInfo& info, std::int16_t version)
{
    if (info.knows(version))
        return std::nullopt;
    Error error;
    error.message = std::string(info.name) + " has no version " + std::to_string(version) + "; known are "
        + std::to_string(info.minVersion) + " to " + std::to_string(info.maxVersion);
    return error;
}

/// What one of the parts of a frame would take, or why it cannot be written.
Result<std::size_t> measure(const MessageRef& message, std::int16_t version,
    std::vector<OutgoingFrame::Piece>* pieces = nullptr, std::size_t* leftOut = nullptr)
{
    if (std::optional<Error> error = unknownVersion(*message.info, version))
        return fail(std::move(*error));
    Encoder sizes(version, message.info->isFlexible(version));
    sizes.setPieces(pieces);
    sizes.message(message.body);
    if (leftOut != nullptr)
        *leftOut = sizes.leftOut();
    if (!sizes.error().empty())
        return fail(std::string(message.info->name) + ": " + sizes.error());
    if (sizes.size() > 0x7fffffff)
        return fail(std::string(message.info->name) + " would take " + std::to_string(sizes.size())
            + " bytes; 2147483647 is the limit");
    return sizes.size();
}

void write(const MessageRef& message, std::int16_t version, std::span<std::uint8_t> out,
    std::vector<OutgoingFrame::Piece>* pieces = nullptr)
{
    Encoder encoder(version, message.info->isFlexible(version), out);
    encoder.setPieces(pieces);
    encoder.message(message.body);
}

/// \a shares: record batches of some size stay where they are.
Result<OutgoingFrame> frame(
    const MessageRef& header, std::int16_t headerVersion, const MessageRef& body, std::int16_t version, bool shares)
{
    const Result<std::size_t> headerSize = measure(header, headerVersion);
    if (!headerSize)
        return fail(headerSize.error());
    OutgoingFrame out;
    std::size_t leftOut = 0;
    const Result<std::size_t> bodySize = measure(body, version, shares ? &out.pieces : nullptr, &leftOut);
    if (!bodySize)
        return fail(bodySize.error());
    const std::size_t length = *headerSize + *bodySize;
    if (length > 0x7fffffff)
        return fail("the frame would take " + std::to_string(length) + " bytes; 2147483647 is the limit");
    out.bytes.resize(kLengthPrefix + length - leftOut);
    store32(out.bytes.data(), static_cast<std::int32_t>(length));
    const std::span<std::uint8_t> bytes(out.bytes);
    const std::size_t bodyAt = kLengthPrefix + *headerSize;
    write(header, headerVersion, bytes.subspan(kLengthPrefix, *headerSize));
    write(body, version, bytes.subspan(bodyAt), shares ? &out.pieces : nullptr);
    for (OutgoingFrame::Piece& piece : out.pieces)
        piece.at += bodyAt;
    return out;
}

/// Reads the body at the decoder's place to the end of its bytes.
Result<void> readBody(Decoder& decoder, const MessageRef& message, std::int16_t version)
{
    decoder.message(message.body, version, message.info->isFlexible(version), {}, {});
    decoder.finish(message.info->name);
    if (decoder.failed())
        return fail(decoder.error());
    return {};
}

template <typename Any>
Result<Any> decodeAny(Decoder& decoder, ApiKey api, std::int16_t version)
{
    std::optional<Any> message = make<Any>(api);
    if (!message)
        return fail(notSpoken(api));
    const MessageRef ref = refer(*message);
    if (std::optional<Error> error = unknownVersion(*ref.info, version)) {
        error->offset = decoder.offset();
        return fail(std::move(*error));
    }
    if (Result<void> done = readBody(decoder, ref, version); !done)
        return fail(std::move(done.error()));
    return std::move(*message);
}

} // namespace

const MessageInfo* findMessage(ApiKey api, Direction direction)
{
    const auto& infos = direction == Direction::Request ? Table<AnyRequest>::kInfos : Table<AnyResponse>::kInfos;
    const std::size_t index = indexOf<AnyRequest>(api); // both variants have the same order
    return index < infos.size() && direction != Direction::Payload ? infos[index] : nullptr;
}

std::span<const MessageInfo* const> allRequests() { return Table<AnyRequest>::kInfos; }

Result<void> decode(const MessageRef& message, std::int16_t version, std::span<const std::uint8_t> bytes)
{
    if (std::optional<Error> error = unknownVersion(*message.info, version))
        return fail(std::move(*error));
    Decoder decoder(bytes);
    return readBody(decoder, message, version);
}

Result<Bytes> encode(const MessageRef& message, std::int16_t version)
{
    const Result<std::size_t> size = measure(message, version);
    if (!size)
        return fail(size.error());
    Bytes bytes(*size);
    write(message, version, bytes);
    return bytes;
}

Result<std::size_t> encodedSize(const MessageRef& message, std::int16_t version) { return measure(message, version); }

std::optional<AnyRequest> makeRequest(ApiKey api) { return make<AnyRequest>(api); }
std::optional<AnyResponse> makeResponse(ApiKey api) { return make<AnyResponse>(api); }

MessageRef refer(AnyRequest& message)
{
    return std::visit([](auto& m) { return MessageRef(m); }, message);
}
MessageRef refer(AnyResponse& message)
{
    return std::visit([](auto& m) { return MessageRef(m); }, message);
}

Result<AnyRequest> decodeRequest(ApiKey api, std::int16_t version, std::span<const std::uint8_t> body)
{
    Decoder decoder(body);
    return decodeAny<AnyRequest>(decoder, api, version);
}

Result<AnyResponse> decodeResponse(ApiKey api, std::int16_t version, std::span<const std::uint8_t> body)
{
    if (api == ApiKey::ApiVersions)
        version = apiVersionsResponseVersion(version, body);
    Decoder decoder(body);
    return decodeAny<AnyResponse>(decoder, api, version);
}

std::int16_t apiVersionsResponseVersion(std::int16_t version, std::span<const std::uint8_t> body)
{
    const bool unsupported = body.size() >= 2 && load16(body.data()) == kUnsupportedVersion;
    if (version == 0 || !unsupported || decode<ApiVersionsResponse>(version, body))
        return version;
    return decode<ApiVersionsResponse>(0, body) ? std::int16_t {0} : version;
}

Result<Bytes> encodeRequest(const AnyRequest& message, std::int16_t version)
{
    return encode(refer(const_cast<AnyRequest&>(message)), version); // an encoder changes nothing
}
Result<Bytes> encodeResponse(const AnyResponse& message, std::int16_t version)
{
    return encode(refer(const_cast<AnyResponse&>(message)), version);
}

Result<RequestHeader> decodeRequestHeader(std::span<const std::uint8_t> payload, std::size_t* size)
{
    RequestHeader header;
    std::int16_t version = 1;
    if (payload.size() >= 4)
        version = requestHeaderVersion(static_cast<ApiKey>(load16(payload.data())), load16(payload.data() + 2));
    Decoder decoder(payload);
    decoder.setPrefix("header.");
    decoder.message(MessageRef(header).body, version, RequestHeader::kInfo.isFlexible(version), {}, {});
    if (decoder.failed())
        return fail(decoder.error());
    if (size)
        *size = decoder.offset();
    return header;
}

Result<RequestFrame> decodeRequestFrame(std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner)
{
    std::size_t size = 0;
    Result<RequestHeader> header = decodeRequestHeader(payload, &size);
    if (!header)
        return fail(std::move(header.error()));
    Decoder decoder(payload);
    decoder.setOwner(std::move(owner));
    decoder.skip(size);
    Result<AnyRequest> body = decodeAny<AnyRequest>(decoder, header->api(), header->requestApiVersion);
    if (!body)
        return fail(std::move(body.error()));
    return RequestFrame {std::move(*header), std::move(*body)};
}

Result<ResponseFrame> decodeResponseFrame(ApiKey api, std::int16_t version, std::span<const std::uint8_t> payload)
{
    ResponseFrame frame;
    const std::int16_t headerVersion = responseHeaderVersion(api, version);
    Decoder decoder(payload);
    decoder.setPrefix("header.");
    decoder.message(
        MessageRef(frame.header).body, headerVersion, ResponseHeader::kInfo.isFlexible(headerVersion), {}, {});
    if (decoder.failed())
        return fail(decoder.error());
    decoder.setPrefix({});
    if (api == ApiKey::ApiVersions)
        version = apiVersionsResponseVersion(version, payload.subspan(decoder.offset()));
    Result<AnyResponse> body = decodeAny<AnyResponse>(decoder, api, version);
    if (!body)
        return fail(std::move(body.error()));
    frame.body = std::move(*body);
    return frame;
}

Result<std::int32_t> correlationIdOf(std::span<const std::uint8_t> payload)
{
    if (payload.size() < 4)
        return fail("a response of " + std::to_string(payload.size()) + " bytes has no correlation id; it takes 4");
    return load32(payload.data());
}

Result<Bytes> encodeFrame(const RequestFrame& frame)
{
    const MessageRef body = refer(const_cast<AnyRequest&>(frame.body)); // an encoder changes nothing
    RequestHeader header = frame.header;
    header.requestApiKey = static_cast<std::int16_t>(body.info->api);
    Result<OutgoingFrame> whole = wire::frame(MessageRef(header),
        requestHeaderVersion(body.info->api, header.requestApiVersion), body, header.requestApiVersion, false);
    if (!whole)
        return fail(std::move(whole.error()));
    return std::move(whole->bytes);
}

Result<Bytes> encodeFrame(const ResponseFrame& frame, std::int16_t version)
{
    const MessageRef body = refer(const_cast<AnyResponse&>(frame.body));
    Result<OutgoingFrame> whole = wire::frame(MessageRef(const_cast<ResponseHeader&>(frame.header)),
        responseHeaderVersion(body.info->api, version), body, version, false);
    if (!whole)
        return fail(std::move(whole.error()));
    return std::move(whole->bytes);
}

Result<OutgoingFrame> encodeInPieces(const ResponseFrame& frame, std::int16_t version)
{
    const MessageRef body = refer(const_cast<AnyResponse&>(frame.body));
    return wire::frame(MessageRef(const_cast<ResponseHeader&>(frame.header)),
        responseHeaderVersion(body.info->api, version), body, version, true);
}

Result<Bytes> encodeUnsupportedApiVersions(
    std::int32_t correlationId, std::int16_t minVersion, std::int16_t maxVersion)
{
    ApiVersionsResponse body;
    body.errorCode = kUnsupportedVersion;
    body.apiKeys.push_back({static_cast<std::int16_t>(ApiKey::ApiVersions), minVersion, maxVersion, {}});
    return encodeFrame(ResponseFrame {{correlationId, {}}, std::move(body)}, 0);
}

} // namespace connscope::wire
