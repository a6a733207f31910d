// SPDX-License-Identifier: GPL-3.0-or-later
// A request's header and body: any bytes give a message or an error with a place. What is accepted can be written, and read
// again equal; the inspector names every byte of it, and of what is refused too.
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
    const std::span<const std::uint8_t> payload(data, size);
    const Result<RequestFrame> frame = decodeRequestFrame(payload);
    if (frame) {
        const Result<Bytes> written = encodeFrame(*frame);
        require(written.has_value());
        const Result<RequestFrame> again = decodeRequestFrame(std::span(*written).subspan(4));
        require(again.has_value() && *again == *frame);
    } else {
        require(!frame.error().message.empty() && frame.error().offset <= size);
    }

    Bytes whole(4 + size);
    store32(whole.data(), static_cast<std::int32_t>(size));
    std::copy(payload.begin(), payload.end(), whole.begin() + 4);
    const Inspection inspection = inspectRequest(whole);
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
