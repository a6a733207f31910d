// SPDX-License-Identifier: GPL-3.0-or-later
// How fast requests are found in memory, read and written. Each figure is the best of several runs, in CPU time.
#include "wire/codec.h"
#include "wire/framing.h"
#include "wire/spans.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace connscope;
using namespace connscope::wire;

namespace {

double seconds(std::clock_t from) { return static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC; }

/// Best time of one call, of nine.
template <typename Work>
double best(Work&& work)
{
    double least = 1e9;
    for (int i = 0; i < 9; ++i) {
        const std::clock_t from = std::clock();
        work();
        least = std::min(least, seconds(from));
    }
    return least;
}

Bytes repeated(const Bytes& frame, std::size_t times)
{
    Bytes out;
    out.reserve(frame.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        out.insert(out.end(), frame.begin(), frame.end());
    return out;
}

/// A heartbeat of about 100 bytes.
Bytes hundredBytes()
{
    RequestFrame frame {{12, 4, 7, "consumer-group-1-1", {}}, HeartbeatRequest {}};
    auto& body = std::get<HeartbeatRequest>(frame.body);
    body.groupId = "group-1";
    body.memberId = "consumer-group-1-1-0b5ab3b5-6b3c-4bd0-9f1a-37a7a9d2";
    Bytes bytes = *encodeFrame(frame);
    body.groupId += std::string(100 - std::min<std::size_t>(100, bytes.size()), 'g');
    return *encodeFrame(frame);
}

MetadataResponse cluster(int brokers, int topics, int partitions)
{
    MetadataResponse response;
    for (int i = 0; i < brokers; ++i)
        response.brokers.push_back({i, "broker-" + std::to_string(i) + ".example", 9092, "rack", {}});
    for (int t = 0; t < topics; ++t) {
        auto& topic = response.topics.emplace_back();
        topic.name = "topic-" + std::to_string(t);
        for (int p = 0; p < partitions; ++p)
            topic.partitions.push_back({0, p, p % brokers, 1, {0, 1, 2}, {0, 1, 2}, {}, {}});
    }
    return response;
}

void row(const char* what, std::size_t bytes, std::size_t things, double time)
{
    std::printf("%-44s %8.3f GB/s %10.1f ns each\n", what, static_cast<double>(bytes) / time / 1e9,
        time / static_cast<double>(things) * 1e9);
}

} // namespace

int main()
{
    std::uint64_t sum = 0;

    const Bytes frame = hundredBytes();
    // In the cache, as bytes fresh from a socket are; and in memory, as a capture is.
    for (const std::size_t megabytes : {std::size_t {1}, std::size_t {256}}) {
        const std::size_t times = megabytes * 1'000'000 / frame.size();
        const Bytes stream = repeated(frame, times);
        const std::size_t rounds = megabytes == 1 ? 100 : 1;
        const double time = best([&] {
            for (std::size_t i = 0; i < rounds; ++i) {
                RequestScanner scanner(stream);
                ScannedRequest request;
                while (scanner.next(request))
                    sum += static_cast<std::uint64_t>(request.apiKey)
                        + static_cast<std::uint64_t>(request.correlationId) + request.clientId.size();
            }
        });
        const std::string what
            = "scan " + std::to_string(frame.size()) + "-byte frames, " + std::to_string(megabytes) + " MB";
        row(what.c_str(), stream.size() * rounds, times * rounds, time);
    }

    const Bytes stream = repeated(frame, 10'000);
    row("cut into frames, 16 KB at a time", stream.size(), 10'000, best([&] {
        FrameReader reader;
        for (std::size_t at = 0; at < stream.size(); at += 16384) {
            reader.feed(std::span(stream).subspan(at, std::min<std::size_t>(16384, stream.size() - at)));
            while (const auto payload = reader.next())
                sum += payload->size();
        }
    }));
    row("decode a heartbeat", frame.size() * 10'000, 10'000, best([&] {
        for (int i = 0; i < 10'000; ++i)
            sum += static_cast<std::uint64_t>(decodeRequestFrame(std::span(frame).subspan(4))->header.correlationId);
    }));
    const RequestFrame heartbeat = *decodeRequestFrame(std::span(frame).subspan(4));
    row("encode a heartbeat", frame.size() * 10'000, 10'000, best([&] {
        for (int i = 0; i < 10'000; ++i)
            sum += encodeFrame(heartbeat)->size();
    }));
    row("spans of a heartbeat", frame.size() * 10'000, 10'000, best([&] {
        for (int i = 0; i < 10'000; ++i)
            sum += inspectRequest(frame).spans.size();
    }));

    const MetadataResponse response = cluster(100, 200, 50);
    const Bytes metadata = *encode(response, 12);
    row("decode metadata of 10000 partitions", metadata.size(), 10'000,
        best([&] { sum += decode<MetadataResponse>(12, metadata)->topics.size(); }));
    row("encode metadata of 10000 partitions", metadata.size(), 10'000,
        best([&] { sum += encode(response, 12)->size(); }));
    return sum == 0 ? 1 : 0;
}
