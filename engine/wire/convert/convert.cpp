// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/convert.h"

#include "wire/codec.h"
#include "wire/convert/parts.h"
#include "wire/convert/values.h"
#include "wire/primitives.h"

#include <type_traits>
#include <utility>
#include <variant>

namespace connscope::wire::convert {

namespace {

constexpr std::uint32_t kLengthPrefix = 4;

std::uint32_t frameSize(std::span<const std::uint8_t> payload)
{
    return static_cast<std::uint32_t>(payload.size()) + kLengthPrefix;
}

/// "FETCH (1)"
std::string named(ApiKey api)
{
    return std::string(apiName(api)) + " (" + std::to_string(static_cast<int>(api)) + ")";
}

Error otherBody(ApiKey header, ApiKey body)
{
    Error error;
    error.message = "the header says " + named(header) + ", the body is one of " + named(body);
    return error;
}

/// An API_VERSIONS answer of which no more can be relied on than that the version was refused.
bool isRefusedApiVersions(ApiKey api, std::span<const std::uint8_t> payload)
{
    constexpr std::size_t kCorrelation = 4;
    return api == ApiKey::ApiVersions && payload.size() >= kCorrelation + 2
        && load16(payload.data() + kCorrelation)
        == static_cast<std::int16_t>(protocol::ErrorCode::UnsupportedVersion);
}

/// Why there is no body to be read for this header; "" if there is one.
std::string unknown(const RequestHeader& header)
{
    const MessageInfo* info = findMessage(header.api(), Direction::Request);
    if (!info)
        return apiName(header.api()) == "UNKNOWN"
            ? "there is no API with the key " + std::to_string(header.requestApiKey) + " here"
            : named(header.api()) + " is not spoken here";
    if (info->knows(header.requestApiVersion))
        return {};
    return std::string(apiName(header.api())) + " version " + std::to_string(header.requestApiVersion)
        + " is not known; known are " + std::to_string(info->minVersion) + " to " + std::to_string(info->maxVersion);
}

std::string at(const Error& error) { return "at byte " + std::to_string(error.offset) + ": " + error.message; }

/// Codec errors say where already; those of the conversion say what.
std::string reason(const Error& error) { return error.message.starts_with("at byte") ? error.message : at(error); }

template <typename Message>
concept Throttling = requires(Message& m)
{
    m.throttleTimeMs;
};

} // namespace

ToWire toWire(const protocol::UnreadableRequest& r, const Asked&)
{
    return fail("what could not be read cannot be written either: " + r.why);
}

Result<Bytes> encodeRequestFrame(const protocol::Request& request, const ClientFacts& client)
{
    const Asked asked {request.version, client.timestamp};
    ToWire body = std::visit([&](const auto& b) { return toWire(b, asked); }, request.body);
    if (!body)
        return fail(std::move(body.error()));
    if (const ApiKey api = refer(*body).info->api; api != request.api)
        return fail(otherBody(request.api, api));
    RequestFrame frame {{}, std::move(*body)};
    frame.header.requestApiKey = static_cast<std::int16_t>(request.api);
    frame.header.requestApiVersion = request.version;
    frame.header.correlationId = request.correlationId;
    frame.header.clientId = client.clientId ? std::optional(std::string(*client.clientId)) : std::nullopt;
    return encodeFrame(frame);
}

ReceivedRequest decodeRequestFrame(std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner)
{
    ReceivedRequest received;
    protocol::Request& request = received.request;
    request.size = frameSize(payload);
    if (payload.size() >= 2)
        request.api = static_cast<ApiKey>(load16(payload.data()));
    if (payload.size() >= 4)
        request.version = load16(payload.data() + 2);
    if (payload.size() >= 8)
        request.correlationId = load32(payload.data() + 4);
    const auto unreadable
        = [&request](std::string why) { request.body = protocol::UnreadableRequest {std::move(why)}; };
    Result<RequestHeader> header = decodeRequestHeader(payload);
    if (!header) {
        unreadable(reason(header.error()));
        return received;
    }
    received.clientId = header->clientId;
    if (std::string why = unknown(*header); !why.empty()) {
        if (header->api() == ApiKey::ApiVersions) // its body is not looked at (RequestContext#parseRequest)
            request.body = protocol::ApiVersionsRequest {};
        else
            unreadable(std::move(why));
        return received;
    }
    const Result<RequestFrame> frame = wire::decodeRequestFrame(payload, std::move(owner));
    if (!frame) {
        unreadable(reason(frame.error()));
        return received;
    }
    FromWire body = std::visit([&](const auto& b) { return fromWire(b, request.version); }, frame->body);
    if (!body) {
        unreadable(std::move(body.error().message));
        return received;
    }
    request.body = std::move(*body);
    if (const auto* produce = std::get_if<protocol::ProduceRequest>(&request.body))
        request.expectResponse = produce->acks != 0;
    return received;
}

Result<Bytes> encodeResponseFrame(const protocol::Response& response, const EndpointOf& endpointOf)
{
    Result<OutgoingFrame> frame = encodeResponseInPieces(response, endpointOf);
    if (!frame)
        return fail(std::move(frame.error()));
    return frame->pieces.empty() ? std::move(frame->bytes) : frame->toBytes();
}

Result<OutgoingFrame> encodeResponseInPieces(const protocol::Response& response, const EndpointOf& endpointOf)
{
    std::int16_t version = response.version;
    if (const auto* versions = std::get_if<protocol::ApiVersionsResponse>(&response.body);
        versions && versions->error == protocol::ErrorCode::UnsupportedVersion)
        version = 0;
    const Answer answer {version, endpointOf};
    AnswerToWire body = std::visit(
        [&](const auto& b) {
            if constexpr (std::is_same_v<std::decay_t<decltype(b)>, protocol::ErrorOnlyResponse>)
                return toWire(b, response.api, answer);
            else
                return toWire(b, answer);
        },
        response.body);
    if (!body)
        return fail(std::move(body.error()));
    if (const ApiKey api = refer(*body).info->api; api != response.api)
        return fail(otherBody(response.api, api));
    std::visit(
        [&]<typename Message>(Message& message) {
            if constexpr (Throttling<Message>)
                message.throttleTimeMs = millis(response.throttle);
        },
        *body);
    return encodeInPieces(ResponseFrame {{response.correlationId, {}}, std::move(*body)}, version);
}

Result<protocol::Response> decodeResponseFrame(ApiKey api, std::int16_t version,
    std::span<const std::uint8_t> payload, std::span<const protocol::FetchPartition> fetched)
{
    Result<ResponseFrame> frame = wire::decodeResponseFrame(api, version, payload);
    if (!frame && isRefusedApiVersions(api, payload)) {
        protocol::Response refused;
        refused.api = api;
        refused.version = version;
        refused.correlationId = load32(payload.data());
        refused.size = frameSize(payload);
        refused.body = protocol::ApiVersionsResponse {protocol::ErrorCode::UnsupportedVersion, nullptr};
        return refused;
    }
    if (!frame)
        return fail(std::move(frame.error()));
    const Context context {version, fetched};
    AnswerFromWire body = std::visit([&](const auto& b) { return fromWire(b, context); }, frame->body);
    if (!body)
        return fail(std::move(body.error()));
    protocol::Response response;
    response.api = api;
    response.version = version;
    response.correlationId = frame->header.correlationId;
    response.size = frameSize(payload);
    response.body = std::move(*body);
    std::visit(
        [&]<typename Message>(const Message& message) {
            if constexpr (Throttling<const Message>)
                response.throttle = duration(message.throttleTimeMs);
        },
        frame->body);
    return response;
}

} // namespace connscope::wire::convert
