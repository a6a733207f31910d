// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of bytes into frames: in one piece and in many it is the same, memory follows the bytes that came, and the scanner
// agrees with the reader about every frame that it passes.
#include "wire/framing.h"

#include <algorithm>
#include <cstdlib>

using namespace connscope;
using namespace connscope::wire;

namespace {

constexpr std::size_t kMax = 1000;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

struct Outcome {
    std::vector<Bytes> frames;
    std::size_t pending = 0;
    std::string error;
    bool operator==(const Outcome&) const = default;
};

Outcome read(std::span<const std::uint8_t> stream, std::size_t piece)
{
    FrameReader reader(kMax);
    Outcome out;
    for (std::size_t at = 0; at < stream.size() && !reader.error(); at += piece) {
        const Bytes fed(stream.begin() + static_cast<std::ptrdiff_t>(at),
            stream.begin() + static_cast<std::ptrdiff_t>(std::min(stream.size(), at + piece)));
        reader.feed(fed);
        while (const auto payload = reader.next())
            out.frames.emplace_back(payload->begin(), payload->end());
        require(reader.memory() <= FrameReader::kPromise * (at + piece) + 64);
    }
    if (reader.error()) {
        out.error = reader.error()->message;
        require(reader.error()->offset <= stream.size());
    } else {
        out.pending = reader.pending();
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::span<const std::uint8_t> stream(data, size);
    const Outcome whole = read(stream, std::max<std::size_t>(size, 1));
    require(whole == read(stream, 1));
    require(whole == read(stream, 7));

    RequestScanner scanner(stream, kMax);
    ScannedRequest request;
    std::size_t count = 0;
    while (scanner.next(request)) {
        require(count < whole.frames.size() && whole.frames[count].size() == request.length);
        require(request.clientId.size() <= request.length);
        ++count;
    }
    require(scanner.offset() <= size);
    if (scanner.ended() == RequestScanner::End::Whole)
        require(whole.error.empty() && whole.pending == 0 && count == whole.frames.size());
    return 0;
}
