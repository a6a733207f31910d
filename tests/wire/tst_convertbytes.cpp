// SPDX-License-Identifier: GPL-3.0-or-later
// What our own clients put on the wire, held against what a Java client puts there; record batches made and counted.
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/consumerprotocol.h"
#include "wire/convert/batches.h"
#include "wire/convert/convert.h"
#include "wire/convert/fetchsession.h"
#include "wire/crc32c.h"
#include "wire/records.h"
#include "wire/vectors.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire::convert;
using protocol::ErrorCode;

namespace {

std::span<const std::uint8_t> payloadOf(const wire::Bytes& frame) { return std::span(frame).subspan(4); }

wire::Bytes frameOf(ApiKey api, std::int16_t version, protocol::RequestBody body)
{
    protocol::Request request;
    request.api = api;
    request.version = version;
    request.correlationId = 7;
    request.body = std::move(body);
    Result<wire::Bytes> frame = encodeRequestFrame(request, {"c1", 1'700'000'000'000});
    if (!frame)
        qWarning("%s", frame.error().message.c_str());
    return std::move(frame).value_or(wire::Bytes {});
}

/// The wire's own struct in a frame of ours.
template <typename Message>
Message bodyOf(const wire::Bytes& frame)
{
    return std::get<Message>(wire::decodeRequestFrame(payloadOf(frame))->body);
}

QByteArray hex(const wire::Bytes& bytes) { return QByteArray::fromStdString(toHex(bytes)); }

BatchSpec spec(std::int32_t records, std::int64_t bytes, std::int64_t baseOffset = 0)
{
    BatchSpec s;
    s.records = records;
    s.bytes = bytes;
    s.baseOffset = baseOffset;
    s.timestamp = 1'700'000'000'000;
    return s;
}

protocol::ProduceRequest produceOf(std::vector<protocol::ProducePartition> partitions)
{
    protocol::ProduceRequest request;
    request.partitions = std::move(partitions);
    return request;
}

ErrorCode errorOfProduced(const wire::Bytes& records, std::int16_t version = 9)
{
    return producedBatch(records, version)->error;
}

} // namespace

class TestConvertBytes : public QObject {
    Q_OBJECT

private slots:
    void aHeartbeatIsWrittenAsKafkaWritesIt()
    {
        QCOMPARE(hex(frameOf(ApiKey::Heartbeat, 3, protocol::HeartbeatRequest {"g", "m1", 4, ""})),
            QByteArray("00000019" // length
                       "000c0003" // HEARTBEAT v3
                       "00000007" // correlation id
                       "00026331" // "c1"
                       "000167" // "g"
                       "00000004" // generation
                       "00026d31" // "m1"
                       "ffff")); // no group.instance.id
    }

    void joinGroupFiveHoldsTheSubscriptionOfAConsumerOfItsTime()
    {
        protocol::JoinGroupRequest join;
        join.groupId = "g";
        join.sessionTimeout = ms(10'000);
        join.rebalanceTimeout = ms(300'000);
        join.topics = {"t4"};
        join.clientRack = "a";
        const wire::Bytes frame = frameOf(ApiKey::JoinGroup, 5, join);
        // Version 0: topics, no user data; nothing else.
        const std::string subscription = "0000"
                                         "00000001"
                                         "00027434"
                                         "ffffffff";
        QVERIFY(toHex(frame).find("0008"
                                  "636f6e73756d6572"
                                  "00000001"
                                  "0005"
                                  "72616e6765"
                                  "0000000e"
                    + subscription)
            != std::string::npos);

        const auto body = bodyOf<wire::JoinGroupRequest>(frameOf(ApiKey::JoinGroup, 9, join));
        QCOMPARE(body.protocolType, std::string("consumer"));
        std::int16_t version = -1;
        const auto read = wire::decodeSubscription(body.protocols.front().metadata, &version);
        QCOMPARE(version, std::int16_t(3));
        QCOMPARE(read->rackId.value(), std::string("a"));
        QCOMPARE(read->topics, std::vector<std::string> {"t4"});
    }

    void theLeadersSharesComeBackAsPartitionsAfterTheBrokerPassedThemOn()
    {
        protocol::SyncGroupRequest sync;
        sync.groupId = "g";
        sync.assignments = {{"m1", {{"a", 0}, {"a", 1}, {"b", 0}}, {}}, {"m2", {}, {}}};
        for (std::int16_t version = 0; version <= 5; ++version) {
            const ReceivedRequest received = decodeRequestFrame(payloadOf(frameOf(ApiKey::SyncGroup, version, sync)));
            const auto& heard = std::get<protocol::SyncGroupRequest>(received.request.body);
            for (std::size_t i = 0; i < 2; ++i) {
                protocol::Response response;
                response.api = ApiKey::SyncGroup;
                response.version = version;
                protocol::SyncGroupResponse body;
                body.bytes = heard.assignments[i].bytes;
                response.body = body;
                const auto back
                    = decodeResponseFrame(ApiKey::SyncGroup, version, payloadOf(*encodeResponseFrame(response)));
                QVERIFY(
                    std::get<protocol::SyncGroupResponse>(back->body).assignment == sync.assignments[i].partitions);
            }
        }
    }

    void aGroupThatIsNotOfConsumersKeepsItsBytes()
    {
        protocol::Response response;
        response.api = ApiKey::SyncGroup;
        response.version = 3;
        protocol::SyncGroupResponse body;
        body.bytes = std::make_shared<const std::string>("\x7f\x01 no assignment");
        response.body = body;
        const auto back = decodeResponseFrame(ApiKey::SyncGroup, 3, payloadOf(*encodeResponseFrame(response)));
        const auto& heard = std::get<protocol::SyncGroupResponse>(back->body);
        QVERIFY(heard.assignment.empty());
        QCOMPARE(*heard.bytes, *body.bytes);
    }

    void oneWhoLeavesIsNamedInTheListFromVersionThreeOn()
    {
        const protocol::LeaveGroupRequest leave {"g", "m1"};
        QCOMPARE(bodyOf<wire::LeaveGroupRequest>(frameOf(ApiKey::LeaveGroup, 2, leave)).memberId, std::string("m1"));
        const auto body = bodyOf<wire::LeaveGroupRequest>(frameOf(ApiKey::LeaveGroup, 5, leave));
        QVERIFY(body.memberId.empty());
        QCOMPARE(body.members.at(0).memberId, std::string("m1"));
        QVERIFY(!body.members.at(0).groupInstanceId);
    }

    void coordinatorsAreAskedForByListFromVersionFourOn()
    {
        const protocol::FindCoordinatorRequest find {"g", protocol::CoordinatorType::Group};
        QCOMPARE(
            bodyOf<wire::FindCoordinatorRequest>(frameOf(ApiKey::FindCoordinator, 3, find)).key, std::string("g"));
        QCOMPARE(bodyOf<wire::FindCoordinatorRequest>(frameOf(ApiKey::FindCoordinator, 4, find)).coordinatorKeys,
            std::vector<std::string> {"g"});
    }

    void ourFetchTwelveIsFlexibleAndAsksForAMebibyteOfEachPartition()
    {
        protocol::FetchRequest fetch;
        fetch.maxWait = ms(500);
        fetch.partitions = {{{"t4", 0}, 5}, {{"t4", 2}, 9}};
        QCOMPARE(hex(frameOf(ApiKey::Fetch, 12, fetch)),
            QByteArray("00000071"
                       "0001000c"
                       "00000007"
                       "00026331"
                       "00" // the header ends with tags
                       "ffffffff"
                       "000001f4"
                       "00000001"
                       "03200000"
                       "00" // no replica, 500 ms, 1 byte, 50 MiB, uncommitted
                       "00000000"
                       "00000000" // a session is wanted
                       "02"
                       "037434"
                       "03" // one topic of two partitions
                       "00000000"
                       "ffffffff"
                       "0000000000000005"
                       "ffffffff"
                       "ffffffffffffffff"
                       "00100000"
                       "00"
                       "00000002"
                       "ffffffff"
                       "0000000000000009"
                       "ffffffff"
                       "ffffffffffffffff"
                       "00100000"
                       "00"
                       "00" // tags of the topic
                       "01"
                       "01"
                       "00")); // nothing forgotten, no rack, no tags
    }

    void aPartitionThatIsNoLongerWantedIsTakenOutOfTheSession()
    {
        FetchSession session;
        protocol::FetchRequest full;
        full.partitions = {{{"a", 0}, 5}, {{"b", 1}, 6}};
        session.prepare(full);
        QVERIFY(!full.detail);

        protocol::FetchRequest next;
        next.sessionId = 9;
        next.sessionEpoch = 1;
        next.partitions = {{{"b", 1}, 7}, {{"c", 0}, 0}};
        session.prepare(next);
        const auto body = bodyOf<wire::FetchRequest>(frameOf(ApiKey::Fetch, 11, next));
        QCOMPARE(body.forgottenTopicsData.size(), std::size_t(1));
        QCOMPARE(body.forgottenTopicsData.front().topic, std::string("a"));
        QCOMPARE(body.topics.size(), std::size_t(2));
        QCOMPARE(body.topics.front().partitions.front().partitionMaxBytes, 1 << 20);

        protocol::FetchRequest again = next;
        again.detail = nullptr;
        again.sessionEpoch = 2;
        session.prepare(again);
        QVERIFY(!again.detail); // nothing changed since
    }

    void aProducedBatchIsRealAndSaysWhatItShould()
    {
        protocol::ProduceRequest request = produceOf({{{"t4", 1}, 10, 1000, 42}});
        request.acks = -1;
        request.producerId = 9001;
        request.producerEpoch = 2;
        request.transactionalId = "tx";
        const wire::Bytes frame = frameOf(ApiKey::Produce, 9, request);
        const auto body = bodyOf<wire::ProduceRequest>(frame);
        const wire::Bytes records = body.topicData.at(0).partitionData.at(0).records->toBytes();
        const Result<wire::RecordBatch> batch = wire::parseBatch(records); // checks the CRC
        QVERIFY2(batch.has_value(), batch ? "" : batch.error().message.c_str());
        QCOMPARE(batch->records.size(), std::size_t(10));
        QVERIFY2(records.size() > 990 && records.size() <= 1000, std::to_string(records.size()).c_str());
        QCOMPARE(batch->records.back().timestamp, 1'700'000'000'000);
        QCOMPARE(batch->header.compression(), wire::Compression::None);

        const ReceivedRequest received = decodeRequestFrame(payloadOf(frame));
        QVERIFY(received.request.expectResponse);
        const auto& heard = std::get<protocol::ProduceRequest>(received.request.body);
        QCOMPARE(heard.producerId, std::int64_t(9001));
        QCOMPARE(heard.producerEpoch, std::int16_t(2));
        const protocol::ProducePartition& partition = heard.partitions.at(0);
        QCOMPARE(partition.records, 10);
        QCOMPARE(partition.bytes, static_cast<std::int32_t>(records.size()));
        QCOMPARE(partition.baseSequence, 42);
        QVERIFY(partition.batch->transactional);
        QCOMPARE(static_cast<int>(partition.batch->error), 0);
    }

    void aProducerThatWantsNoAnswerGetsNone()
    {
        protocol::ProduceRequest request = produceOf({{{"t4", 0}, 1, 100, -1}});
        request.acks = 0;
        QVERIFY(!decodeRequestFrame(payloadOf(frameOf(ApiKey::Produce, 7, request))).request.expectResponse);
    }

    void aProducerIdWithoutSequenceNumbersIsNotWritten()
    {
        protocol::Request request;
        request.api = ApiKey::Produce;
        request.version = 9;
        protocol::ProduceRequest body = produceOf({{{"t4", 0}, 1, 100, -1}});
        body.producerId = 5;
        request.body = body;
        QVERIFY(!encodeRequestFrame(request));
    }

    void aBatchTakesTheOffsetsAndAboutTheBytesThatWereAskedFor()
    {
        RC_QVERIFY("records exactly, bytes about", []() {
            const auto records = *rc::gen::inRange(1, 500);
            const auto bytes = *rc::gen::inRange<std::int64_t>(0, 100'000);
            const protocol::SharedBatch batch = *makeBatch(spec(records, bytes));
            RC_ASSERT(batch->records == records);
            const auto size = static_cast<std::int64_t>(batch->bytes.size());
            RC_ASSERT(size <= std::max<std::int64_t>(bytes, 61 + records * 10));
            if (bytes > 61 + records * 12)
                RC_ASSERT(size >= bytes - 8);
            RC_ASSERT((*makeBatch(spec(records, bytes)))->bytes == batch->bytes);
        });
    }

    void aMarkerIsOneControlRecord()
    {
        for (const auto kind : {BatchSpec::Kind::Commit, BatchSpec::Kind::Abort}) {
            BatchSpec s = spec(5, 0, 77);
            s.kind = kind;
            s.producerId = 3;
            s.producerEpoch = 1;
            s.coordinatorEpoch = 6;
            const protocol::SharedBatch batch = *makeBatch(s);
            QVERIFY(batch->control && batch->transactional);
            QCOMPARE(batch->records, 1);
            const wire::Bytes bytes(batch->bytes.begin(), batch->bytes.end());
            const auto parsed = wire::parseBatch(bytes);
            const auto marker = wire::markerOf(parsed->records.at(0));
            QCOMPARE(marker->type == wire::ControlType::Commit, kind == BatchSpec::Kind::Commit);
            QCOMPARE(marker->coordinatorEpoch, 6);
            QCOMPARE(parsed->header.baseOffset, std::int64_t(77));
        }
    }

    void producedRecordsThatABrokerWouldRefuseSayWith()
    {
        const wire::Bytes good = *batchBytes(spec(3, 300));
        QCOMPARE(static_cast<int>(errorOfProduced(good)), 0);
        QCOMPARE(errorOfProduced({}), ErrorCode::InvalidRecord);
        QCOMPARE(producedBatch(std::nullopt, 9)->error, ErrorCode::InvalidRecord);

        wire::Bytes twice = good;
        twice.insert(twice.end(), good.begin(), good.end());
        QCOMPARE(errorOfProduced(twice), ErrorCode::InvalidRecord);

        // A right CRC over what is no record: every one is looked at, as LogValidator does.
        const auto sealed = [](wire::Bytes batch) {
            const std::uint32_t crc = wire::crc32c(std::span(batch).subspan(21));
            for (std::size_t i = 0; i < 4; ++i)
                batch[17 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
            return batch;
        };
        QCOMPARE(static_cast<int>(errorOfProduced(sealed(good))), 0);
        wire::Bytes junk = good;
        std::fill(junk.begin() + 61, junk.end(), std::uint8_t {0x5a});
        QCOMPARE(errorOfProduced(sealed(junk)), ErrorCode::InvalidRecord);
        wire::Bytes gzip = good;
        gzip[22] = 1; // attributes: what follows would be gzip
        QCOMPARE(errorOfProduced(sealed(gzip)), ErrorCode::InvalidRecord);
        wire::Bytes many = good;
        many[26] = 8; // last offset delta and count: three records that say they are nine
        many[60] = 9;
        QCOMPARE(errorOfProduced(sealed(many)), ErrorCode::InvalidRecord);
        // Nor does a client of ours count what nobody can read.
        QVERIFY(countRecords(good, 0));
        QVERIFY(!countRecords(sealed(junk), 0));
        QVERIFY(!countRecords(sealed(gzip), 0));
        QVERIFY(!countRecords(sealed(many), 0));

        wire::Bytes flipped = good;
        flipped.back() ^= 1;
        QCOMPARE(errorOfProduced(flipped), ErrorCode::CorruptMessage);

        wire::Bytes older = good;
        older[16] = 1;
        QCOMPARE(errorOfProduced(older, 3), ErrorCode::InvalidRecord);
        QCOMPARE(errorOfProduced(older, 2), ErrorCode::UnsupportedForMessageFormat);

        QCOMPARE(
            errorOfProduced(wire::Bytes(good.begin(), good.end() - 1)), ErrorCode::InvalidRecord); // no whole one
        wire::Bytes tail = good;
        tail.insert(tail.end(), {1, 2, 3});
        QCOMPARE(static_cast<int>(errorOfProduced(tail)), 0);
        QCOMPARE(producedBatch(tail, 9)->bytes.size(), good.size());

        const wire::Record record {0, 0, std::nullopt, wire::Bytes {'v'}, {}};
        wire::BatchOptions options;
        options.compression = wire::Compression::Zstd;
        const wire::Bytes zstd = *wire::buildBatch(std::span(&record, 1), options);
        QCOMPARE(errorOfProduced(zstd, 6), ErrorCode::UnsupportedCompressionType);
        QCOMPARE(static_cast<int>(errorOfProduced(zstd, 7)), 0);
    }

    void aConsumerCountsFromTheOffsetItAskedForAndSkipsMarkers()
    {
        wire::Bytes records = *batchBytes(spec(10, 500, 100)); // 100 to 109
        const std::size_t first = records.size();
        BatchSpec marker = spec(1, 0, 110);
        marker.kind = BatchSpec::Kind::Commit;
        marker.producerId = 1;
        marker.producerEpoch = 0;
        const wire::Bytes commit = *batchBytes(marker);
        records.insert(records.end(), commit.begin(), commit.end());

        const CountedRecords middle = *countRecords(records, 104);
        QCOMPARE(middle.records, 6);
        QCOMPARE(middle.firstOffset + middle.records, std::int64_t(111));
        QCOMPARE(middle.bytes, static_cast<std::int32_t>(records.size()));

        const CountedRecords all = *countRecords(records, -1);
        QCOMPARE(all.records, 10);

        const CountedRecords onlyMarker = *countRecords(commit, 110);
        QCOMPARE(onlyMarker.records, 0);
        QCOMPARE(onlyMarker.firstOffset, std::int64_t(111));

        wire::Bytes cut(records.begin(), records.end() - 3);
        QCOMPARE(countRecords(cut, 104)->bytes, static_cast<std::int32_t>(first));
        QCOMPARE(countRecords({}, 104)->firstOffset, std::int64_t(104));

        records[first - 1] ^= 1;
        QVERIFY(!countRecords(records, 104));
        wire::Bytes negative = commit;
        negative[0] = 0x80; // a base offset outside of the CRC
        QVERIFY(!countRecords(negative, 0));
    }

    void aStoredBatchGoesOutWithItsOffsetAndEpoch()
    {
        auto detail = std::make_shared<protocol::FetchResponseDetail>();
        detail->readCommitted = true;
        protocol::FetchedPartitionDetail more;
        more.lastStableOffset = 40;
        more.logStartOffset = 3;
        more.batches = {{*makeBatch(spec(4, 200)), 30, 7}};
        more.aborted = {{11, 12}};
        detail->partitions = {more};
        protocol::FetchResponse body;
        body.sessionId = 5;
        body.partitions = {{{"t4", 1}, ErrorCode::None, 44, 30, 4, 200, {}, {}}};
        body.detail = detail;
        protocol::Response response;
        response.api = ApiKey::Fetch;
        response.version = 12;
        response.body = body;
        const wire::Bytes frame = *encodeResponseFrame(response);
        const auto wireBody
            = std::get<wire::FetchResponse>(wire::decodeResponseFrame(ApiKey::Fetch, 12, payloadOf(frame))->body);
        const auto& partition = wireBody.responses.at(0).partitions.at(0);
        const auto batch = wire::parseBatch(wire::spanOf(partition.records->whole()));
        QCOMPARE(batch->header.baseOffset, std::int64_t(30));
        QCOMPARE(batch->header.partitionLeaderEpoch, 7);
        QCOMPARE(partition.lastStableOffset, std::int64_t(40));
        QCOMPARE(partition.abortedTransactions->at(0).firstOffset, std::int64_t(12));

        const std::vector<protocol::FetchPartition> asked {{{"t4", 1}, 32}};
        const auto back = decodeResponseFrame(ApiKey::Fetch, 12, payloadOf(frame), asked);
        const auto& got = std::get<protocol::FetchResponse>(back->body).partitions.at(0);
        QCOMPARE(got.records, 2);
        QCOMPARE(got.firstOffset, std::int64_t(32));
    }

    void largeBatchesGoThroughWithoutBeingCopied()
    {
        // In: the batch is a piece of the buffer that the frame was read into.
        const wire::Bytes produced = frameOf(ApiKey::Produce, 9, produceOf({{{"t4", 1}, 100, 50'000, 0}}));
        const auto buffer = std::make_shared<const wire::Bytes>(produced);
        const protocol::Request request = decodeRequestFrame(payloadOf(*buffer), buffer).request;
        const protocol::SharedBatch batch = std::get<protocol::ProduceRequest>(request.body).partitions.at(0).batch;
        QCOMPARE(batch->error, ErrorCode::None);
        const auto lies = [](const void* at, const auto& in) {
            const auto* const byte = static_cast<const std::uint8_t*>(at);
            return byte >= reinterpret_cast<const std::uint8_t*>(in.data())
                && byte < reinterpret_cast<const std::uint8_t*>(in.data()) + in.size();
        };
        QVERIFY(lies(batch->bytes.data(), *buffer));
        const protocol::Request copied = decodeRequestFrame(payloadOf(*buffer)).request;
        const auto copy = std::get<protocol::ProduceRequest>(copied.body).partitions.at(0).batch;
        QVERIFY(!lies(copy->bytes.data(), *buffer));
        QVERIFY(copy->bytes == batch->bytes);

        // A batch that is a small part of its frame would keep all of that.
        const wire::Bytes mixed
            = frameOf(ApiKey::Produce, 9, produceOf({{{"t4", 1}, 10, 5'000, 0}, {{"t4", 2}, 100, 50'000, 0}}));
        const auto large = std::make_shared<const wire::Bytes>(mixed);
        const protocol::Request two = decodeRequestFrame(payloadOf(*large), large).request;
        const auto& parts = std::get<protocol::ProduceRequest>(two.body).partitions;
        QVERIFY(!lies(parts.at(0).batch->bytes.data(), *large));
        QVERIFY(lies(parts.at(1).batch->bytes.data(), *large));

        // Out: beside small ones, with offsets and epochs of their own. The pieces are the frame.
        auto detail = std::make_shared<protocol::FetchResponseDetail>();
        protocol::FetchedPartitionDetail more;
        const protocol::SharedBatch small = *makeBatch(spec(4, 200));
        more.batches = {{small, 30, 7}, {batch, 34, 7}, {batch, 134, 8}, {small, 234, 8}};
        detail->partitions = {more};
        protocol::FetchResponse body;
        body.partitions = {{{"t4", 1}, ErrorCode::None, 300, 30, 208, 100'000, {}, {}}};
        body.detail = detail;
        protocol::Response response;
        response.api = ApiKey::Fetch;
        response.version = 12;
        response.body = body;
        const wire::OutgoingFrame pieces = *encodeResponseInPieces(response);
        QCOMPARE(pieces.pieces.size(), std::size_t {2});
        QVERIFY(lies(pieces.pieces[0].data.data(), batch->bytes));
        QVERIFY(pieces.bytes.size() < 1500);
        const wire::Bytes whole = pieces.toBytes();
        QCOMPARE(whole.size(), pieces.size());
        QCOMPARE(hex(whole), hex(*encodeResponseFrame(response)));
        const auto read
            = std::get<wire::FetchResponse>(wire::decodeResponseFrame(ApiKey::Fetch, 12, payloadOf(whole))->body);
        const wire::Bytes records = read.responses.at(0).partitions.at(0).records->toBytes();
        const auto list = wire::findBatches(records);
        QCOMPARE(list->batches.size(), std::size_t {4});
        std::vector<std::int64_t> offsets;
        for (const wire::BatchPlace& place : list->batches) {
            QVERIFY(wire::checkBatchCrc(std::span(records).subspan(place.offset, place.header.size())).has_value());
            offsets.push_back(place.header.baseOffset);
        }
        QVERIFY((offsets == std::vector<std::int64_t> {30, 34, 134, 234}));
        QCOMPARE(list->batches[2].header.partitionLeaderEpoch, 8);
    }

    void fromThirteenOnTopicsGoByIdInBothDirections()
    {
        protocol::Uuid id;
        id.bytes[3] = 9;
        auto detail = std::make_shared<protocol::FetchResponseDetail>();
        detail->partitions.resize(1);
        detail->partitions[0].topicId = id;
        detail->partitions[0].leaderEpoch = 4;
        protocol::FetchResponse body;
        body.partitions.resize(1);
        body.partitions[0].error = ErrorCode::NotLeaderOrFollower;
        body.partitions[0].currentLeader = BrokerId {1};
        body.detail = detail;
        protocol::Response response;
        response.api = ApiKey::Fetch;
        response.body = body;
        for (std::int16_t version = 13; version <= 18; ++version) {
            response.version = version;
            const wire::Bytes frame = *encodeResponseFrame(response, [](BrokerId broker) {
                return protocol::BrokerEndpoint {broker, "b1", 9093, ""};
            });
            const auto read = std::get<wire::FetchResponse>(
                wire::decodeResponseFrame(ApiKey::Fetch, version, payloadOf(frame))->body);
            QCOMPARE(read.responses.at(0).topicId.bytes, id.bytes);
            QCOMPARE(read.responses.at(0).partitions.at(0).currentLeader.leaderEpoch, 4);
            QVERIFY(!read.responses.at(0).partitions.at(0).abortedTransactions);
            QCOMPARE(read.nodeEndpoints.size(), std::size_t(version >= 16 ? 1 : 0));
        }
    }

    void theNewLeadersAddressStandsBesideItsId()
    {
        protocol::ProduceResponse body;
        body.partitions = {{{"t4", 0}, ErrorCode::NotLeaderOrFollower, -1, BrokerId {2}, 9, -1}};
        protocol::Response response;
        response.api = ApiKey::Produce;
        response.version = 10;
        response.body = body;
        const wire::Bytes frame = *encodeResponseFrame(response, [](BrokerId id) {
            return protocol::BrokerEndpoint {id, "b2", 9094, "r"};
        });
        const auto read
            = std::get<wire::ProduceResponse>(wire::decodeResponseFrame(ApiKey::Produce, 10, payloadOf(frame))->body);
        QCOMPARE(read.nodeEndpoints.at(0).host, std::string("b2"));
        QCOMPARE(read.nodeEndpoints.at(0).port, 9094);
        const auto back = decodeResponseFrame(ApiKey::Produce, 10, payloadOf(frame));
        QCOMPARE(std::get<protocol::ProduceResponse>(back->body).partitions.at(0).currentLeader, BrokerId {2});
    }

    void aPortThatIsNoneIsAnError()
    {
        wire::MetadataResponse body;
        body.brokers.push_back({0, "h", 70'000, std::nullopt, {}});
        const wire::Bytes frame = *wire::encodeFrame(wire::ResponseFrame {{1, {}}, body}, 8);
        QVERIFY(!decodeResponseFrame(ApiKey::Metadata, 8, payloadOf(frame)));
    }
};

QTEST_GUILESS_MAIN(TestConvertBytes)
#include "tst_convertbytes.moc"
