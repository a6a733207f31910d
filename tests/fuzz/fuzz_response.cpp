// SPDX-License-Identifier: GPL-3.0-or-later
// A response, behind four bytes that say which request it answers (api key, version): as fuzz_request.
#include "wire/codec.h"
#include "wire/primitives.h"
#include "wire/spans.h"

#include <cstdlib>

using namespace connscope;
using namespace connscope::wire;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 4)
        return 0;
    const auto api = static_cast<ApiKey>(load16(data));
    const std::int16_t version = load16(data + 2);
    const std::span<const std::uint8_t> payload(data + 4, size - 4);
    const Result<ResponseFrame> frame = decodeResponseFrame(api, version, payload);
    if (frame) {
        // The answer to an API_VERSIONS request of a version that nobody knows is one of version 0.
        const bool known = findMessage(api, Direction::Response)->knows(version);
        const std::int16_t spoken = known ? version : std::int16_t {0};
        require(known || api == ApiKey::ApiVersions);
        const Result<Bytes> written = encodeFrame(*frame, spoken);
        require(written.has_value());
        const Result<ResponseFrame> again = decodeResponseFrame(api, spoken, std::span(*written).subspan(4));
        require(again.has_value() && *again == *frame);
    } else {
        require(!frame.error().message.empty() && frame.error().offset <= payload.size());
    }

    Bytes whole(size);
    store32(whole.data(), static_cast<std::int32_t>(payload.size()));
    std::copy(payload.begin(), payload.end(), whole.begin() + 4);
    const Inspection inspection = inspectResponse(api, version, whole);
    require(inspection.error.has_value() != frame.has_value());
    std::size_t at = 0;
    for (std::size_t i = 0; i < inspection.spans.size(); ++i) {
        if (isLeaf(inspection.spans, i)) {
            require(inspection.spans[i].offset == at);
            at += inspection.spans[i].length;
        }
    }
    require(at == whole.size());
    return 0;
}
