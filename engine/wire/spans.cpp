// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/spans.h"

#include "wire/codec.h"
#include "wire/decoder.h"
#include "wire/primitives.h"

#include <algorithm>

namespace connscope::wire {

namespace {

std::string versionText(std::int16_t version) { return "version " + std::to_string(version); }

/// The rest of a frame behind its header.
void body(Decoder& decoder, const MessageRef& message, std::int16_t version)
{
    const MessageInfo& info = *message.info;
    if (!info.knows(version)) {
        decoder.fail(std::string(info.name) + " has no version " + std::to_string(version) + "; known are "
            + std::to_string(info.minVersion) + " to " + std::to_string(info.maxVersion));
        return;
    }
    decoder.message(message.body, version, info.isFlexible(version), std::string(info.name), versionText(version));
    decoder.finish(info.name);
}

/// The bytes of a frame, or as many as there are: more may lie behind it, and the last of a capture may be cut off.
std::span<const std::uint8_t> withinLength(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() < 4 || load32(bytes.data()) < 0)
        return bytes;
    return bytes.first(std::min(bytes.size(), 4 + static_cast<std::size_t>(load32(bytes.data()))));
}

void readLength(Decoder& decoder)
{
    const std::int32_t length = decoder.frameLength();
    if (!decoder.failed() && length < 0)
        decoder.fail("the length of the frame is negative");
}

/// Judges the length once the rest was read as far as it goes, and covers what has no name.
void finish(Inspection& result, Decoder& decoder, std::span<const std::uint8_t> bytes)
{
    if (!decoder.failed() && bytes.size() - 4 != static_cast<std::size_t>(load32(bytes.data())))
        decoder.fail("the length says " + std::to_string(load32(bytes.data())) + " bytes, but "
            + std::to_string(bytes.size() - 4) + " follow");
    if (!decoder.failed())
        return;
    result.error = decoder.error();
    const std::size_t from = decoder.namedEnd();
    if (from < bytes.size())
        result.spans.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(bytes.size() - from), 0,
            "?", decoder.error().message});
}

} // namespace

Inspection inspectRequest(std::span<const std::uint8_t> bytes)
{
    const std::span<const std::uint8_t> frame = withinLength(bytes);
    Inspection result;
    Decoder decoder(frame, &result.spans);
    readLength(decoder);
    RequestHeader header;
    const std::int16_t headerVersion = frame.size() >= 8
        ? requestHeaderVersion(static_cast<ApiKey>(load16(frame.data() + 4)), load16(frame.data() + 6))
        : std::int16_t {1};
    decoder.setPrefix("header.");
    decoder.message(MessageRef(header).body, headerVersion, RequestHeader::kInfo.isFlexible(headerVersion), "header",
        versionText(headerVersion));
    decoder.setPrefix({});
    if (!decoder.failed()) {
        if (std::optional<AnyRequest> message = makeRequest(header.api()))
            body(decoder, refer(*message), header.requestApiVersion);
        else
            decoder.fail("there is no codec for api key " + std::to_string(header.requestApiKey));
    }
    finish(result, decoder, bytes);
    return result;
}

Inspection inspectResponse(ApiKey api, std::int16_t version, std::span<const std::uint8_t> bytes)
{
    const std::span<const std::uint8_t> frame = withinLength(bytes);
    Inspection result;
    Decoder decoder(frame, &result.spans);
    readLength(decoder);
    ResponseHeader header;
    const std::int16_t headerVersion = responseHeaderVersion(api, version);
    decoder.setPrefix("header.");
    decoder.message(MessageRef(header).body, headerVersion, ResponseHeader::kInfo.isFlexible(headerVersion), "header",
        versionText(headerVersion));
    decoder.setPrefix({});
    if (!decoder.failed()) {
        if (api == ApiKey::ApiVersions)
            version = apiVersionsResponseVersion(version, frame.subspan(decoder.offset()));
        if (std::optional<AnyResponse> message = makeResponse(api))
            body(decoder, refer(*message), version);
        else
            decoder.fail("there is no codec for api key " + std::to_string(static_cast<int>(api)));
    }
    finish(result, decoder, bytes);
    return result;
}

bool isLeaf(const std::vector<Span>& spans, std::size_t index)
{
    return index + 1 >= spans.size() || spans[index + 1].depth <= spans[index].depth;
}

} // namespace connscope::wire
