// SPDX-License-Identifier: GPL-3.0-or-later
// Frames out of a stream that arrives in any pieces, and what is refused before a byte of memory is spent on it.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/framing.h"
#include "wire/primitives.h"

#include <QTest>

using namespace connscope;
using namespace connscope::wire;

namespace {

Bytes frameOf(const Bytes& payload)
{
    Bytes frame(4 + payload.size());
    store32(frame.data(), static_cast<std::int32_t>(payload.size()));
    std::copy(payload.begin(), payload.end(), frame.begin() + 4);
    return frame;
}

Bytes lengthOnly(std::int32_t length)
{
    Bytes bytes(4);
    store32(bytes.data(), length);
    return bytes;
}

} // namespace

class TestFraming : public QObject {
    Q_OBJECT

private slots:
    void framesDoNotDependOnThePiecesTheyCameIn()
    {
        RC_QVERIFY("any cut of the stream gives the same frames", [](std::uint64_t seed) {
            Rng rng(seed);
            std::vector<Bytes> payloads;
            Bytes stream;
            for (std::uint64_t i = rng.below(8); i > 0; --i) {
                Bytes payload(4 + rng.below(rng.below(4) == 0 ? 1000 : 20));
                for (std::uint8_t& byte : payload)
                    byte = static_cast<std::uint8_t>(rng.below(256));
                const Bytes frame = frameOf(payload);
                stream.insert(stream.end(), frame.begin(), frame.end());
                payloads.push_back(payload);
            }
            const std::size_t cutOff = rng.below(2) == 0 ? rng.below(stream.size() + 1) : 0;
            const std::size_t end = stream.size() - cutOff;

            FrameReader reader;
            std::vector<Bytes> got;
            std::size_t at = 0;
            while (at < end) {
                const std::size_t piece = std::min<std::size_t>(end - at, 1 + rng.below(rng.below(2) == 0 ? 5 : 400));
                const Bytes fed(stream.begin() + std::ptrdiff_t(at), stream.begin() + std::ptrdiff_t(at + piece));
                reader.feed(fed);
                at += piece;
                while (const auto payload = reader.next())
                    got.emplace_back(payload->begin(), payload->end());
                RC_ASSERT(!reader.error());
            }
            std::size_t whole = 0;
            std::size_t bytes = 0;
            while (whole < payloads.size() && bytes + 4 + payloads[whole].size() <= end)
                bytes += 4 + payloads[whole++].size();
            payloads.resize(whole);
            RC_ASSERT(got == payloads);
            RC_ASSERT(reader.offset() == bytes);
            RC_ASSERT(reader.pending() == end - bytes);
        });
    }

    void aFrameThatLiesWholeInWhatWasFedIsNotCopied()
    {
        const Bytes bytes = frameOf({1, 2, 3, 4, 5});
        FrameReader reader;
        reader.feed(bytes);
        const auto payload = reader.next();
        QVERIFY(payload);
        QCOMPARE(payload->data(), bytes.data() + 4);
        QCOMPARE(reader.memory(), std::size_t {0});
    }

    void aLengthIsJudgedBeforeMemoryIsTaken_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("says");
        QTest::newRow("negative") << -1 << "is negative";
        QTest::newRow("most negative") << std::numeric_limits<int>::min() << "is negative";
        QTest::newRow("zero") << 0 << "too short for a header";
        QTest::newRow("three") << 3 << "too short for a header";
        QTest::newRow("one above the limit") << 1001 << "above the limit of 1000";
        QTest::newRow("GET / of HTTP") << 0x47455420 << "above the limit of 1000";
        QTest::newRow("a TLS alert") << 0x15030300 << "above the limit of 1000";
    }
    void aLengthIsJudgedBeforeMemoryIsTaken()
    {
        QFETCH(int, length);
        QFETCH(QString, says);
        for (const bool inPieces : {false, true}) {
            FrameReader reader(1000);
            const Bytes first = frameOf({1, 2, 3, 4});
            reader.feed(first);
            QVERIFY(reader.next());
            QVERIFY(!reader.next());
            const Bytes bad = lengthOnly(length);
            if (inPieces) {
                reader.feed(std::span(bad).first(2));
                QVERIFY(!reader.next());
                QVERIFY(!reader.error());
                reader.feed(std::span(bad).subspan(2));
            } else {
                reader.feed(bad);
            }
            QVERIFY(!reader.next());
            QVERIFY(reader.error());
            QCOMPARE(reader.error()->offset, std::size_t {8});
            QVERIFY2(QString::fromStdString(reader.error()->message).contains(says), reader.error()->message.c_str());
            QVERIFY(reader.memory() <= 64);
            reader.feed(first);
            QVERIFY(!reader.next()); // there is no way back into step
        }
    }

    void thePromiseOfAHugeFrameTakesNoMemory()
    {
        FrameReader reader;
        const Bytes promise = lengthOnly(100 * 1024 * 1024);
        reader.feed(promise);
        QVERIFY(!reader.next());
        QVERIFY(!reader.error());
        const Bytes piece(1000, 7);
        for (int i = 0; i < 10; ++i) {
            reader.feed(piece);
            QVERIFY(!reader.next());
        }
        QCOMPARE(reader.pending(), std::size_t {10004});
        QVERIFY2(reader.memory() <= 40000, std::to_string(reader.memory()).c_str());
    }

    void aLargeFrameIsReadRightIntoItsOwnBuffer()
    {
        Bytes payload(300'000);
        for (std::size_t i = 0; i < payload.size(); ++i)
            payload[i] = static_cast<std::uint8_t>(i * 7 + i / 1000);
        Bytes stream = frameOf(payload);
        const Bytes second = frameOf({9, 8, 7, 6});
        stream.insert(stream.end(), second.begin(), second.end());
        FrameReader reader;
        QVERIFY(reader.room().empty());
        std::size_t at = 40'000;
        reader.feed(std::span(stream).first(at));
        QVERIFY(!reader.next());
        QVERIFY(reader.memory() >= payload.size()); // enough has come to believe in the rest
        std::shared_ptr<const void> owner;
        Bytes behind;
        while (!owner) {
            const std::span<std::uint8_t> room = reader.room();
            QVERIFY(!room.empty());
            const std::size_t came = std::min<std::size_t>(70'000, stream.size() - at); // as readv would give it
            const std::size_t inRoom = std::min(came, room.size());
            std::copy_n(stream.begin() + static_cast<std::ptrdiff_t>(at), inRoom, room.begin());
            behind.assign(stream.begin() + static_cast<std::ptrdiff_t>(at + inRoom),
                stream.begin() + static_cast<std::ptrdiff_t>(at + came));
            at += came;
            reader.filled(inRoom);
            reader.feed(behind);
            if (const auto whole = reader.next()) {
                QVERIFY(std::equal(whole->begin(), whole->end(), payload.begin(), payload.end()));
                owner = reader.owner();
                QVERIFY(owner);
                const std::span<const std::uint8_t> kept = *whole;
                const auto next = reader.next();
                QVERIFY(next && next->size() == 4 && next->front() == 9);
                QVERIFY(!reader.owner()); // a view of what was fed
                QVERIFY(std::equal(kept.begin(), kept.end(), payload.begin(), payload.end())); // it is held
                QVERIFY(!reader.next());
            }
        }
        QCOMPARE(reader.memory(), std::size_t {0}); // and is not the reader's any more
    }

    void framesMayBeTakenOneAtATimeFromABufferThatIsUsedAgain()
    {
        RC_QVERIFY("what was fed can go while frames of it wait", [](std::uint64_t seed) {
            Rng rng(seed);
            std::vector<Bytes> payloads;
            Bytes stream;
            for (std::uint64_t i = 1 + rng.below(12); i > 0; --i) {
                const Bytes frame = frameOf(payloads.emplace_back(4 + rng.below(60), std::uint8_t(rng.below(256))));
                stream.insert(stream.end(), frame.begin(), frame.end());
            }
            FrameReader reader;
            std::vector<Bytes> got;
            Bytes scratch;
            std::size_t at = 0;
            while (got.size() < payloads.size()) {
                if (!reader.hasFed()) {
                    RC_ASSERT(at < stream.size());
                    const std::size_t piece = std::min<std::size_t>(stream.size() - at, 1 + rng.below(200));
                    const auto from = stream.begin() + std::ptrdiff_t(at);
                    scratch.assign(from, from + std::ptrdiff_t(piece));
                    reader.feed(scratch);
                    at += piece;
                }
                if (const auto payload = reader.next())
                    got.emplace_back(payload->begin(), payload->end());
                reader.keepFed();
                std::fill(scratch.begin(), scratch.end(), 0xee); // somebody else's bytes
            }
            RC_ASSERT(got == payloads);
            RC_ASSERT(!reader.error());
            RC_ASSERT(!reader.next());
            RC_ASSERT(reader.pending() == 0U);
        });
    }

    void aBufferThatSomebodyHoldsIsNotWrittenToAgain()
    {
        const Bytes first = frameOf(Bytes(5000, 1));
        const Bytes second = frameOf(Bytes(5000, 2));
        FrameReader reader;
        std::vector<std::pair<std::shared_ptr<const void>, std::span<const std::uint8_t>>> held;
        for (const Bytes& frame : {first, second}) {
            reader.feed(std::span(frame).first(4000));
            QVERIFY(!reader.next());
            reader.feed(std::span(frame).subspan(4000));
            const auto payload = reader.next();
            QVERIFY(payload);
            held.emplace_back(reader.owner(), *payload);
            QVERIFY(held.back().first);
            QVERIFY(!reader.next());
        }
        QCOMPARE(held[0].second.front(), std::uint8_t {1});
        QCOMPARE(held[1].second.back(), std::uint8_t {2});
    }

    void theScannerSeesTheHeadersThatTheCodecSees()
    {
        RC_QVERIFY("scanned headers equal decoded ones", [](std::uint64_t seed) {
            Rng rng(seed);
            Bytes stream;
            std::vector<RequestHeader> headers;
            for (const MessageInfo* info : allRequests()) {
                RequestFrame frame {{}, *makeRequest(info->api)};
                frame.header.requestApiKey = static_cast<std::int16_t>(info->api);
                frame.header.requestApiVersion
                    = static_cast<std::int16_t>(rng.below(static_cast<std::uint64_t>(info->maxVersion) + 1));
                frame.header.correlationId = static_cast<std::int32_t>(rng.next());
                if (rng.below(3) == 0)
                    frame.header.clientId.reset();
                else
                    frame.header.clientId = std::string(rng.below(20), 'c');
                const Bytes bytes = *encodeFrame(frame);
                stream.insert(stream.end(), bytes.begin(), bytes.end());
                headers.push_back(frame.header);
            }
            RequestScanner scanner(stream);
            ScannedRequest scanned;
            for (const RequestHeader& header : headers) {
                RC_ASSERT(scanner.next(scanned));
                RC_ASSERT(scanned.apiKey == header.requestApiKey);
                RC_ASSERT(scanned.apiVersion == header.requestApiVersion);
                RC_ASSERT(scanned.correlationId == header.correlationId);
                RC_ASSERT(scanned.hasClientId == header.clientId.has_value());
                RC_ASSERT(scanned.clientId == header.clientId.value_or(""));
            }
            RC_ASSERT(!scanner.next(scanned));
            RC_ASSERT(scanner.ended() == RequestScanner::End::Whole);
            RC_ASSERT(scanner.offset() == stream.size());
        });
    }

    void theScannerStopsWhereSomethingIsWrong()
    {
        using End = RequestScanner::End;
        const auto end = [](const Bytes& bytes) {
            RequestScanner scanner(bytes, 1000);
            ScannedRequest request;
            while (scanner.next(request)) { }
            return scanner.ended();
        };
        QVERIFY(end({}) == End::Whole);
        QVERIFY(end({0, 0}) == End::Cut);
        QVERIFY(end(lengthOnly(-1)) == End::Length);
        QVERIFY(end(lengthOnly(9)) == End::Length);
        QVERIFY(end(lengthOnly(1001)) == End::Length);
        QVERIFY(end(lengthOnly(10)) == End::Cut);
        QVERIFY(end(frameOf({0, 3, 0, 1, 0, 0, 0, 1, 0xff, 0xff})) == End::Whole); // client.id null
        QVERIFY(end(frameOf({0, 3, 0, 1, 0, 0, 0, 1, 0xff, 0xfe})) == End::ClientId);
        QVERIFY(end(frameOf({0, 3, 0, 1, 0, 0, 0, 1, 0, 1})) == End::ClientId); // one byte, which is not there
    }
};

QTEST_GUILESS_MAIN(TestFraming)
#include "tst_framing.moc"
