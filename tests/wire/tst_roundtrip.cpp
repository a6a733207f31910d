// SPDX-License-Identifier: GPL-3.0-or-later
// Every message in every version: what is written can be read, says the same, takes the bytes that were promised, and is
// taken apart for the inspector without a gap.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/decoder.h"
#include "wire/filler.h"
#include "wire/spans.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

/// Tells whether the leaves lie side by side and every span lies within those around it. "" if so.
std::string untiled(const std::vector<Span>& spans, std::size_t size)
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        if (span.name.empty())
            return "a span at " + std::to_string(span.offset) + " has no name";
        if (isLeaf(spans, i)) {
            if (span.offset != at)
                return span.name + " begins at " + std::to_string(span.offset) + ", not " + std::to_string(at);
            at += span.length;
            continue;
        }
        std::size_t last = i;
        while (last + 1 < spans.size() && spans[last + 1].depth > span.depth)
            ++last;
        if (spans[i + 1].depth != span.depth + 1 || spans[i + 1].offset != span.offset
            || spans[last].offset + spans[last].length != span.offset + span.length)
            return span.name + " does not end where its parts end";
    }
    return at == size ? std::string() : "the spans end at " + std::to_string(at) + " of " + std::to_string(size);
}

} // namespace

class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void thereAreTwentySixRequestsAndBothTablesAgree()
    {
        QCOMPARE(allRequests().size(), std::size_t {26});
        for (const MessageInfo* info : allRequests()) {
            const MessageInfo* response = findMessage(info->api, Direction::Response);
            QVERIFY(response);
            QCOMPARE(response->api, info->api);
            QCOMPARE(response->minVersion, info->minVersion);
            QCOMPARE(response->maxVersion, info->maxVersion);
            QCOMPARE(response->flexibleFrom, info->flexibleFrom);
            QCOMPARE(makeRequest(info->api)->index(), makeResponse(info->api)->index());
        }
        QVERIFY(!findMessage(ApiKey::ConsumerGroupHeartbeat, Direction::Request));
    }

    void whatIsWrittenIsReadBackEqual()
    {
        RC_QVERIFY("decode(encode(m)) == m for every message and version", [](std::uint64_t seed) {
            Rng rng(seed);
            forEveryMessage([&](const MessageRef& message, std::int16_t version) {
                if (rng.below(3) != 0)
                    return; // each message and version in every third case: a hundred cases do
                const MessageInfo& info = *message.info;
                Filler filler(version, info.isFlexible(version), rng);
                message.body.describe(filler);
                const Result<Bytes> bytes = encode(message, version);
                if (!bytes)
                    RC_FAIL(label(info, version) + ": " + bytes.error().message);
                RC_ASSERT(*encodedSize(message, version) == bytes->size());
                AnyRequest request;
                AnyResponse response;
                const MessageRef back = fresh(info, request, response);
                const Result<void> read = decode(back, version, *bytes);
                if (!read)
                    RC_FAIL(label(info, version) + ": " + read.error().message);
                const Result<Bytes> again = encode(back, version);
                RC_ASSERT(again.has_value());
                if (*again != *bytes)
                    RC_FAIL(label(info, version) + " is written otherwise the second time");
            });
        });
    }

    void aFrameIsReadBackEqual()
    {
        RC_QVERIFY("frames keep header and body", [](std::uint64_t seed) {
            Rng rng(seed);
            for (const MessageInfo* info : allRequests()) {
                for (std::int16_t version = info->minVersion; version <= info->maxVersion; ++version) {
                    if (rng.below(3) != 0)
                        continue;
                    RequestFrame request {{}, *makeRequest(info->api)};
                    request.header.requestApiKey = static_cast<std::int16_t>(info->api);
                    request.header.requestApiVersion = version;
                    request.header.correlationId = static_cast<std::int32_t>(rng.next());
                    if (rng.below(2) == 0)
                        request.header.clientId.reset();
                    Filler filler(version, info->isFlexible(version), rng);
                    refer(request.body).body.describe(filler);
                    const Bytes bytes = *encodeFrame(request);
                    const std::span<const std::uint8_t> payload = std::span(bytes).subspan(4);
                    Result<RequestFrame> back = decodeRequestFrame(payload);
                    if (!back)
                        RC_FAIL(label(*info, version) + ": " + back.error().message);
                    if (!(*back == request))
                        RC_FAIL(label(*info, version) + " came back different");
                    const Inspection inspection = inspectRequest(bytes);
                    RC_ASSERT(!inspection.error);
                    if (const std::string gap = untiled(inspection.spans, bytes.size()); !gap.empty())
                        RC_FAIL(label(*info, version) + ": " + gap);

                    ResponseFrame response {{request.header.correlationId, {}}, *makeResponse(info->api)};
                    refer(response.body).body.describe(filler);
                    const Bytes answer = *encodeFrame(response, version);
                    Result<ResponseFrame> heard
                        = decodeResponseFrame(info->api, version, std::span(answer).subspan(4));
                    if (!heard)
                        RC_FAIL("response " + label(*info, version) + ": " + heard.error().message);
                    if (!(*heard == response))
                        RC_FAIL("response " + label(*info, version) + " came back different");
                    const Inspection seen = inspectResponse(info->api, version, answer);
                    RC_ASSERT(!seen.error);
                    if (const std::string gap = untiled(seen.spans, answer.size()); !gap.empty())
                        RC_FAIL("response " + label(*info, version) + ": " + gap);
                }
            }
        });
    }

    void aBrokenFrameIsNamedAsFarAsItGoes()
    {
        RC_QVERIFY("spans tile a frame that was cut and patched at chance places", [](std::uint64_t seed) {
            Rng rng(seed);
            for (const MessageInfo* info : allRequests()) {
                RequestFrame request {{}, *makeRequest(info->api)};
                request.header.requestApiVersion = info->maxVersion;
                Filler filler(info->maxVersion, info->isFlexible(info->maxVersion), rng);
                refer(request.body).body.describe(filler);
                Bytes bytes = *encodeFrame(request);
                bytes.resize(rng.below(bytes.size() + 1));
                if (!bytes.empty())
                    bytes[rng.below(bytes.size())] = static_cast<std::uint8_t>(rng.below(256));
                const Inspection inspection = inspectRequest(bytes);
                // A struct without one readable field stands there without bytes; leaves are told by them.
                std::size_t at = 0;
                for (std::size_t i = 0; i < inspection.spans.size(); ++i) {
                    if (!isLeaf(inspection.spans, i))
                        continue;
                    RC_ASSERT(inspection.spans[i].offset == at);
                    at += inspection.spans[i].length;
                }
                RC_ASSERT(at == bytes.size());
            }
        });
    }

    void aFrameThatWasCutOffIsNamedUpToThere()
    {
        const Bytes whole
            = *encodeFrame(RequestFrame {{12, 0, 7, "c1", {}}, HeartbeatRequest {"group", 4, "m1", {}, {}}});
        const Inspection cut = inspectRequest(std::span(whole).first(whole.size() - 1));
        QVERIFY(cut.error);
        QCOMPARE(cut.spans[cut.spans.size() - 2].name, std::string("generationId"));
        QCOMPARE(cut.spans.back().name, std::string("?"));
        QCOMPARE(cut.spans.back().length, 3U);

        Bytes more = whole;
        more.insert(more.end(), {1, 2});
        const Inspection behind = inspectRequest(more);
        QVERIFY(behind.error);
        QCOMPARE(behind.spans[behind.spans.size() - 2].name, std::string("memberId"));
        QCOMPARE(behind.spans.back().length, 2U);
    }

    void spansSayWhatTheBytesMean()
    {
        RequestFrame frame {{3, 9, 7, "c1", {}}, MetadataRequest {}};
        auto& body = std::get<MetadataRequest>(frame.body);
        body.topics->push_back({{}, "t4", {{5, {1, 2}}}});
        const Inspection inspection = inspectRequest(*encodeFrame(frame));
        QVERIFY(!inspection.error);
        std::string text;
        for (const Span& span : inspection.spans)
            text += std::to_string(span.offset) + "+" + std::to_string(span.length) + " "
                + std::string(std::size_t(span.depth), '>') + span.name + "=" + span.value + "\n";
        QCOMPARE(QString::fromStdString(text),
            QStringLiteral("0+4 length=26\n"
                           "4+13 header=version 2\n"
                           "4+2 >header.requestApiKey=3 (METADATA)\n"
                           "6+2 >header.requestApiVersion=9\n"
                           "8+4 >header.correlationId=7\n"
                           "12+4 >header.clientId=c1\n"
                           "16+1 >header.taggedFields=none\n"
                           "17+13 MetadataRequest=version 9\n"
                           "17+9 >topics=1 element\n"
                           "17+1 >>topics.count=1\n"
                           "18+8 >>topics[0]=\n"
                           "18+3 >>>topics[0].name=t4\n"
                           "21+5 >>>topics[0].taggedFields=1 field\n"
                           "21+1 >>>>topics[0].taggedFields.count=1\n"
                           "22+4 >>>>topics[0].tag5=unknown, 2 bytes\n"
                           "26+1 >allowAutoTopicCreation=true\n"
                           "27+1 >includeClusterAuthorizedOperations=false\n"
                           "28+1 >includeTopicAuthorizedOperations=false\n"
                           "29+1 >taggedFields=none\n"));
    }
};

QTEST_GUILESS_MAIN(TestRoundTrip)
#include "tst_roundtrip.moc"
