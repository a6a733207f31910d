// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that are no message: an error that says where and what, never a crash, never more memory than the bytes justify.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/filler.h"
#include "wire/spans.h"
#include "wire/vectors.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

std::string messageOf(const Result<AnyRequest>& result) { return result ? std::string() : result.error().message; }

} // namespace

class TestMalformed : public QObject {
    Q_OBJECT

private slots:
    void aMessageCutAtAnyByteIsAnError()
    {
        Rng rng(20260101);
        std::string wrong;
        forEveryMessage([&](const MessageRef& message, std::int16_t version) {
            const MessageInfo& info = *message.info;
            Bytes bytes;
            for (int i = 0; i < 20 && (bytes.size() < 20 || bytes.size() > 2000); ++i) {
                Filler filler(version, info.isFlexible(version), rng);
                message.body.describe(filler);
                bytes = *encode(message, version);
            }
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                AnyRequest request;
                AnyResponse response;
                const Result<void> read
                    = decode(fresh(info, request, response), version, std::span(bytes).first(size));
                if (read)
                    wrong += label(info, version) + " is whole after " + std::to_string(size) + " of "
                        + std::to_string(bytes.size()) + " bytes\n";
                else if (read.error().offset > size || read.error().message.empty())
                    wrong += label(info, version) + ": " + read.error().message + "\n";
            }
        });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void aByteTooManyIsAnErrorWithItsPlace()
    {
        std::string wrong;
        for (const auto& line : dataLines("kafka-3.9.1.txt", 5)) {
            if (line[0] != "bytes" || line[1].find("Consumer") == 0 || line[1].find("Header") != std::string::npos)
                continue;
            const std::string api = line[1].substr(0, line[1].rfind("Re"));
            Bytes bytes = fromHex(line[4]);
            const std::size_t whole = bytes.size();
            bytes.push_back(0);
            for (const MessageInfo* info : allRequests()) {
                for (const Direction direction : {Direction::Request, Direction::Response}) {
                    const MessageInfo& like = *findMessage(info->api, direction);
                    if (like.name != line[1])
                        continue;
                    AnyRequest request;
                    AnyResponse response;
                    const auto version = static_cast<std::int16_t>(std::stoi(line[2]));
                    const Result<void> read = decode(fresh(like, request, response), version, bytes);
                    if (read || read.error().offset != whole
                        || read.error().message.find("1 byte is left over") == std::string::npos)
                        wrong += line[1] + " " + line[2] + ": " + (read ? "no error" : read.error().message) + "\n";
                }
            }
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void chanceBytesAreAnErrorOrAMessage()
    {
        RC_QVERIFY("what is accepted can be written again", [](std::uint64_t seed) {
            Rng rng(seed);
            forEveryMessage([&](const MessageRef& message, std::int16_t version) {
                Bytes bytes(rng.below(40));
                for (std::uint8_t& byte : bytes)
                    byte = rng.below(2) == 0 ? 0 : static_cast<std::uint8_t>(rng.below(rng.below(2) == 0 ? 4 : 256));
                const Result<void> read = decode(message, version, bytes);
                if (read)
                    RC_ASSERT(encode(message, version).has_value());
                else
                    RC_ASSERT(read.error().offset <= bytes.size());
            });
        });
    }

    void aValidMessageWithOneByteChangedIsAnErrorOrAMessage()
    {
        RC_QVERIFY("a changed byte does no harm", [](std::uint64_t seed) {
            Rng rng(seed);
            forEveryMessage([&](const MessageRef& message, std::int16_t version) {
                const MessageInfo& info = *message.info;
                Filler filler(version, info.isFlexible(version), rng);
                message.body.describe(filler);
                Bytes bytes = *encode(message, version);
                if (bytes.empty())
                    return;
                bytes[rng.below(bytes.size())] = static_cast<std::uint8_t>(rng.below(256));
                AnyRequest request;
                AnyResponse response;
                const MessageRef back = fresh(info, request, response);
                if (const Result<void> read = decode(back, version, bytes); read)
                    RC_ASSERT(encode(back, version).has_value());
            });
        });
    }

    void errorsSayWhereAndWhat_data()
    {
        QTest::addColumn<int>("api");
        QTest::addColumn<int>("version");
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, ApiKey api, int version, const char* hex, const char* says) {
            QTest::newRow(name) << static_cast<int>(api) << version << QByteArray(hex) << QString::fromUtf8(says);
        };
        row("an array longer than the bytes", ApiKey::OffsetFetch, 1,
            "000167 00000001 000174 77359400 0000000000000000",
            "at byte 10, topics[0].partitionIndexes: array of 2000000000 elements, but 8 bytes are left");
        row("an array of structs", ApiKey::Metadata, 1, "00000002 000000",
            "at byte 0, topics: array of 2 elements, but 3 bytes are left");
        row("a string longer than the bytes", ApiKey::Heartbeat, 0, "0005 6161",
            "at byte 2, groupId: a string of that length needs 5 bytes, but 2 bytes are left");
        row("nothing at all", ApiKey::Heartbeat, 0, "",
            "at byte 0, groupId: the length of the string needs 2 bytes, but 0 bytes are left");
        row("a null where there is none", ApiKey::Heartbeat, 0, "ffff",
            "at byte 0, groupId: null, but version 0 allows none here");
        row("a null where there is none, compact", ApiKey::Heartbeat, 4, "00",
            "at byte 0, groupId: null, but version 4 allows none here");
        row("a null where there is none yet", ApiKey::Metadata, 0, "ffffffff",
            "at byte 0, topics: null, but version 0 allows none here");
        row("a length below null", ApiKey::Heartbeat, 0, "fffe", "at byte 0, groupId: string of length -2");
        row("an array's length below null", ApiKey::Metadata, 1, "fffffffe", "at byte 0, topics: array of length -2");
        row("an endless varint", ApiKey::Heartbeat, 4, "ffffffffffff",
            "at byte 0, groupId: string: a varint of more than 32 bits");
        row("a varint cut", ApiKey::Heartbeat, 4, "80", "at byte 0, groupId: string: the bytes end inside a varint");
        row("a compact string above the limit", ApiKey::Heartbeat, 4, "818002",
            "at byte 0, groupId: string of 32768 bytes; 32767 is the limit");
        row("tags that do not ascend", ApiKey::ApiVersions, 3, "0261 0262 02 0600 0500",
            "at byte 7: tag 5 behind tag 6; tags must ascend");
        row("tags twice", ApiKey::ApiVersions, 3, "0261 0262 02 0500 0500",
            "at byte 7: tag 5 behind tag 5; tags must ascend");
        row("more tags than bytes", ApiKey::ApiVersions, 3, "0261 0262 7f",
            "at byte 4: 127 tagged fields, but 0 bytes are left");
        row("a tagged field beyond the end", ApiKey::ApiVersions, 3, "0261 0262 01 0509",
            "at byte 7: tagged field 5 needs 9 bytes, but 0 bytes are left");
        row("a tagged field of another size", ApiKey::Fetch, 15,
            "00000000 00000000 00000000 00 00000000 00000000 01 01 01 01 00 04 02610000",
            "at byte 29, clusterId: the tagged field says 4 bytes, but its value takes 2");
        row("a version that is not known", ApiKey::Heartbeat, 5, "",
            "HeartbeatRequest has no version 5; known are 0 to 4");
        row("a negative version", ApiKey::Heartbeat, -1, "", "HeartbeatRequest has no version -1; known are 0 to 4");
        row("a request that is not spoken", ApiKey::PushTelemetry, 0, "",
            "there is no codec for api key 72 (PUSH_TELEMETRY)");
        row("bytes left over", ApiKey::SaslHandshake, 0, "0001 61 0000",
            "at byte 3: 2 bytes are left over behind the SaslHandshakeRequest");
    }
    void errorsSayWhereAndWhat()
    {
        QFETCH(int, api);
        QFETCH(int, version);
        QFETCH(QByteArray, hex);
        QFETCH(QString, says);
        const Bytes bytes = fromHex(QByteArray(hex).replace(' ', "").toStdString());
        const std::string message
            = messageOf(decodeRequest(static_cast<ApiKey>(api), static_cast<std::int16_t>(version), bytes));
        QCOMPARE(QString::fromStdString(message), says);
    }

    void whatCannotBeWrittenIsSaidSo()
    {
        HeartbeatRequest heartbeat;
        heartbeat.groupId = std::string(40000, 'g');
        Result<Bytes> bytes = encode(heartbeat, 4);
        QVERIFY(!bytes);
        QCOMPARE(QString::fromStdString(bytes.error().message),
            QStringLiteral("HeartbeatRequest: groupId has 40000 bytes or elements; 32767 is the limit"));
        MetadataRequest metadata;
        metadata.topics.reset();
        QVERIFY(encode(metadata, 1));
        bytes = encode(metadata, 0);
        QVERIFY(!bytes);
        QCOMPARE(QString::fromStdString(bytes.error().message),
            QStringLiteral("MetadataRequest: topics is null, which version 0 has no way to say"));
        QVERIFY(!encode(metadata, 14));
        metadata.unknownTaggedFields = {{7, {}}, {7, {}}};
        QVERIFY(!encode(metadata, 12));
        QVERIFY(encode(metadata, 8)); // no tagged fields yet
    }

    void aFieldOutsideItsVersionIsNotWritten()
    {
        MetadataRequest metadata;
        metadata.allowAutoTopicCreation = false;
        QCOMPARE(toHex(*encode(metadata, 3)), std::string("00000000"));
        QVERIFY(decode<MetadataRequest>(3, *encode(metadata, 3))->allowAutoTopicCreation);
    }

    void anApiVersionsRequestOfTheFutureIsAnsweredInVersion0()
    {
        // What a broker reads of it: the header is flexible, as of every version from 3 on (KIP-511).
        const Bytes future = fromHex("00120063000000070002633100");
        const Result<RequestHeader> header = decodeRequestHeader(future);
        QVERIFY(header);
        QCOMPARE(header->requestApiVersion, std::int16_t {99});
        QCOMPARE(*header->clientId, std::string("c1"));
        QVERIFY(!decodeRequestFrame(future));

        const Bytes answer = *encodeUnsupportedApiVersions(7, 0, 4);
        QCOMPARE(toHex(answer),
            std::string("00000010"
                        "00000007"
                        "0023"
                        "00000001"
                        "001200000004"));
        for (const std::int16_t version : {std::int16_t {3}, std::int16_t {4}}) {
            const Result<ResponseFrame> heard
                = decodeResponseFrame(ApiKey::ApiVersions, version, std::span(answer).subspan(4));
            QVERIFY2(heard, heard ? "" : heard.error().message.c_str());
            const auto& body = std::get<ApiVersionsResponse>(heard->body);
            QCOMPARE(body.errorCode, std::int16_t {35});
            QCOMPARE(body.apiKeys.size(), std::size_t {1});
            QCOMPARE(body.apiKeys[0].maxVersion, std::int16_t {4});
            QVERIFY(!inspectResponse(ApiKey::ApiVersions, version, answer).error);
        }
    }

    void anApiVersionsResponseHasNoTagsInItsHeader()
    {
        QCOMPARE(requestHeaderVersion(ApiKey::ApiVersions, 3), std::int16_t {2});
        QCOMPARE(responseHeaderVersion(ApiKey::ApiVersions, 3), std::int16_t {0});
        QCOMPARE(responseHeaderVersion(ApiKey::Metadata, 8), std::int16_t {0});
        QCOMPARE(responseHeaderVersion(ApiKey::Metadata, 9), std::int16_t {1});
        const Bytes frame = *encodeFrame(ResponseFrame {{7, {}}, ApiVersionsResponse {}}, 3);
        QCOMPARE(toHex(frame),
            std::string("0000000c"
                        "00000007"
                        "0000"
                        "01"
                        "00000000"
                        "00"));
    }

    void aUuidIsPrintedAsKafkaPrintsIt()
    {
        QCOMPARE(toString(Uuid {}), std::string("AAAAAAAAAAAAAAAAAAAAAA"));
        Uuid id;
        for (std::size_t i = 0; i < id.bytes.size(); ++i)
            id.bytes[i] = static_cast<std::uint8_t>(0xff - i);
        QCOMPARE(toString(id), std::string("__79_Pv6-fj39vX08_Lx8A"));
    }
};

QTEST_GUILESS_MAIN(TestMalformed)
#include "tst_malformed.moc"
