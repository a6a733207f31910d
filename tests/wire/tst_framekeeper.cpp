// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/codec.h"
#include "wire/framekeeper.h"
#include "wire/spans.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace connscope;
using namespace connscope::wire;

namespace {

constexpr std::string_view kSecret = "hunter2";

/// A frame without its length prefix.
template <typename Body>
Bytes payloadOf(std::int16_t version, std::int32_t correlation, Body body)
{
    RequestFrame frame;
    frame.header.requestApiKey = static_cast<std::int16_t>(Body::kInfo.api);
    frame.header.requestApiVersion = version;
    frame.header.correlationId = correlation;
    frame.header.clientId = "c-1";
    frame.body = std::move(body);
    auto bytes = encodeFrame(frame);
    if (!bytes)
        qFatal("%s", bytes.error().message.c_str());
    bytes->erase(bytes->begin(), bytes->begin() + 4);
    return *bytes;
}

SaslAuthenticateRequest token()
{
    SaslAuthenticateRequest body;
    body.authBytes.assign({0, 'a', 'l', 'i', 'c', 'e', 0});
    body.authBytes.insert(body.authBytes.end(), kSecret.begin(), kSecret.end());
    return body;
}

bool holds(const Bytes& bytes, std::string_view text)
{
    return std::search(bytes.begin(), bytes.end(), text.begin(), text.end()) != bytes.end();
}

} // namespace

class TestFrameKeeper : public QObject {
    Q_OBJECT

private slots:
    void aFrameIsGivenBackAsItWent()
    {
        FrameKeeper keeper;
        HeartbeatRequest body;
        body.groupId = "test";
        const Bytes payload = payloadOf(3, 7, body);
        keeper.keepRequest(ConnectionId {2}, payload);
        QVERIFY(!keeper.request(ConnectionId {2}, 8) && !keeper.request(ConnectionId {1}, 7));
        QVERIFY(!keeper.response(ConnectionId {2}, 7));
        const auto kept = keeper.request(ConnectionId {2}, 7);
        QVERIFY(kept && kept->api == ApiKey::Heartbeat && kept->version == 3);
        QVERIFY(!kept->isMasked && !kept->isCut());
        QCOMPARE(kept->length, payload.size() + 4);
        QVERIFY(std::equal(payload.begin(), payload.end(), kept->bytes.begin() + 4, kept->bytes.end()));
        QVERIFY(!inspectRequest(kept->bytes).error);
    }

    void aNumberThatIsGivenAgainMeansTheNewestFrame()
    {
        FrameKeeper keeper;
        for (const char* group : {"first", "second"}) {
            HeartbeatRequest body;
            body.groupId = group;
            keeper.keepRequest(ConnectionId {0}, payloadOf(0, 7, body));
        }
        QVERIFY(holds(keeper.request(ConnectionId {0}, 7)->bytes, "second"));
    }

    void tokensAreOverwrittenInEveryVersionAndDirection()
    {
        for (std::int16_t version = 0; version <= 2; ++version) {
            FrameKeeper keeper;
            const Bytes asked = payloadOf(version, 1, token());
            QVERIFY(holds(asked, kSecret));
            keeper.keepRequest(ConnectionId {0}, asked);
            const auto request = keeper.request(ConnectionId {0}, 1);
            QVERIFY(request && request->isMasked && request->length == asked.size() + 4);
            QVERIFY(!holds(request->bytes, kSecret) && !holds(request->bytes, "alice"));
            QVERIFY(!inspectRequest(request->bytes).error);

            ResponseFrame answer;
            answer.header.correlationId = 1;
            SaslAuthenticateResponse body;
            body.authBytes.assign(kSecret.begin(), kSecret.end());
            answer.body = body;
            auto bytes = encodeFrame(answer, version);
            QVERIFY(bytes && holds(*bytes, kSecret));
            keeper.keepResponse(ConnectionId {0}, ApiKey::SaslAuthenticate, version, std::span(*bytes).subspan(4));
            const auto response = keeper.response(ConnectionId {0}, 1);
            QVERIFY(response && response->isMasked && !holds(response->bytes, kSecret));
            QVERIFY(!inspectResponse(ApiKey::SaslAuthenticate, version, response->bytes).error);
        }
    }

    void whatCannotBeReadIsNotKept()
    {
        FrameKeeper keeper;
        Bytes cut = payloadOf(2, 1, token());
        cut.pop_back(); // where its token lies is not known any more
        keeper.keepRequest(ConnectionId {0}, cut);
        Bytes unknown = payloadOf(0, 1, HeartbeatRequest());
        unknown[0] = 0x7f; // an api key that nobody has
        keeper.keepRequest(ConnectionId {0}, unknown);
        const std::string bare = std::string("\0alice\0", 7) + std::string(kSecret); // a token without a header
        keeper.keepRequest(ConnectionId {0}, {reinterpret_cast<const std::uint8_t*>(bare.data()), bare.size()});
        keeper.keepRequest(ConnectionId {0}, {});
        keeper.keepResponse(ConnectionId {0}, ApiKey::Heartbeat, 0, {});
        QCOMPARE(keeper.count(), std::size_t(0));
    }

    void anAnswerInPiecesIsKeptAsIfItWereInOne_data()
    {
        QTest::addColumn<int>("most");
        for (const int most : {10, 12, 20, 1000})
            QTest::addRow("at most %d bytes of it", most) << most;
    }
    void anAnswerInPiecesIsKeptAsIfItWereInOne()
    {
        QFETCH(int, most);
        OutgoingFrame frame(Bytes {0, 0, 0, 14, 0, 0, 0, 5, 1, 2, 9});
        frame.pieces.push_back({10, protocol::SharedBytes(std::string("records"))});
        const Bytes whole = frame.toBytes();
        QCOMPARE(whole.size(), std::size_t(18));
        FrameKeeper inPieces(1 << 20, static_cast<std::size_t>(most));
        FrameKeeper inOne(1 << 20, static_cast<std::size_t>(most));
        inPieces.keepResponseInPieces(ConnectionId {0}, ApiKey::Fetch, 11, frame);
        inOne.keepResponse(ConnectionId {0}, ApiKey::Fetch, 11, std::span(whole).subspan(4));
        const auto a = inPieces.response(ConnectionId {0}, 5);
        const auto b = inOne.response(ConnectionId {0}, 5);
        QVERIFY(a && b);
        QCOMPARE(a->bytes, b->bytes);
        QCOMPARE(a->length, b->length);
        QCOMPARE(a->isCut(), most < 18);
    }

    void memoryIsBoundedAndTheOldestGoFirst()
    {
        constexpr std::size_t kMost = 20'000;
        FrameKeeper keeper(kMost, 1000);
        HeartbeatRequest body;
        body.groupId = std::string(300, 'g');
        for (int i = 0; i < 500; ++i) {
            keeper.keepRequest(ConnectionId {0}, payloadOf(0, i, body));
            QVERIFY(keeper.bytes() <= kMost);
        }
        QVERIFY(keeper.count() > 10 && keeper.count() < 100);
        QVERIFY(!keeper.request(ConnectionId {0}, 0));
        QVERIFY(keeper.request(ConnectionId {0}, 499));
    }

    void ofALongFrameTheBeginningIsKept()
    {
        FrameKeeper keeper(FrameKeeper::kMostBytes, 100);
        HeartbeatRequest body;
        body.groupId = std::string(5000, 'g');
        const Bytes payload = payloadOf(0, 1, body);
        keeper.keepRequest(ConnectionId {0}, payload);
        const auto kept = keeper.request(ConnectionId {0}, 1);
        QVERIFY(kept && kept->isCut());
        QCOMPARE(kept->bytes.size(), std::size_t(100));
        QCOMPARE(kept->length, payload.size() + 4);
    }
};

QTEST_GUILESS_MAIN(TestFrameKeeper)
#include "tst_framekeeper.moc"
