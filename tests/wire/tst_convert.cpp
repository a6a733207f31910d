// SPDX-License-Identifier: GPL-3.0-or-later
// What the brains say, over the wire and back: in every version that both know, nothing that decides something is lost.
#include "protocol/apiversions.h"
#include "wire/convert.h"
#include "wire/filler.h"
#include "wire/records.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

namespace p = connscope::protocol;

const p::TopicPartition kFirst {"t1", 0};
const p::TopicPartition kSecond {"t1", 2};
const p::TopicPartition kThird {"t2", 1};

std::vector<std::pair<ApiKey, p::RequestBody>> requests()
{
    p::JoinGroupRequest join {"g", "m1", "i1", ms(45000), ms(300000), {"t1", "t2"}, "range", "rack-a"};
    p::SyncGroupRequest sync {"g", "m1", "i1", 4, {{"m1", {kFirst, kSecond}}, {"m2", {kThird}}}};
    p::FetchRequest fetch {ms(500), 1, 52428800, 77, 3, "rack-a", {{kFirst, 10}, {kSecond, 20}, {kThird, 30}}};
    p::ProduceRequest produce {-1, ms(30000), "tx", 4001, 2, {{kFirst, 3, 200, 5}, {kThird, 1, 90, 9}}};
    return {
        {ApiKey::ApiVersions, p::ApiVersionsRequest {"apache-kafka-java", "3.9.1"}},
        {ApiKey::Metadata, p::MetadataRequest {true, {}, true}},
        {ApiKey::Metadata, p::MetadataRequest {false, {"t1", "t2"}, false}},
        {ApiKey::FindCoordinator, p::FindCoordinatorRequest {"g", p::CoordinatorType::Group}},
        {ApiKey::FindCoordinator, p::FindCoordinatorRequest {"tx", p::CoordinatorType::Transaction}},
        {ApiKey::JoinGroup, join},
        {ApiKey::SyncGroup, sync},
        {ApiKey::Heartbeat, p::HeartbeatRequest {"g", "m1", 4}},
        {ApiKey::LeaveGroup, p::LeaveGroupRequest {"g", "m1"}},
        {ApiKey::OffsetCommit, p::OffsetCommitRequest {"g", "m1", 4, {{kFirst, 7}, {kThird, 8}}}},
        {ApiKey::OffsetFetch, p::OffsetFetchRequest {"g", {kFirst, kThird}}},
        {ApiKey::ListOffsets, p::ListOffsetsRequest {{kFirst, kThird}, p::kEarliestTimestamp}},
        {ApiKey::OffsetForLeaderEpoch, p::OffsetForLeaderEpochRequest {{kFirst, kThird}}},
        {ApiKey::Fetch, fetch},
        {ApiKey::Produce, produce},
        {ApiKey::InitProducerId, p::InitProducerIdRequest {"tx", ms(60000)}},
        {ApiKey::AddPartitionsToTxn, p::AddPartitionsToTxnRequest {"tx", 4001, 2, {kFirst, kThird}}},
        {ApiKey::AddOffsetsToTxn, p::AddOffsetsToTxnRequest {"tx", 4001, 2, "g"}},
        {ApiKey::EndTxn, p::EndTxnRequest {"tx", 4001, 2, false}},
        {ApiKey::TxnOffsetCommit, p::TxnOffsetCommitRequest {"tx", "g", 4001, 2, {{kFirst, 7}}}},
        {ApiKey::CreateTopics, p::CreateTopicsRequest {{{"t1", 3, 2}}}},
        {ApiKey::DescribeCluster, p::DescribeClusterRequest {}},
        {ApiKey::DescribeConfigs, p::DescribeConfigsRequest {"broker 0"}},
        {ApiKey::DescribeConfigs, p::DescribeConfigsRequest {"topic t1"}},
    };
}

p::ResponseBody answerTo(const p::RequestBody& request, p::ErrorCode error)
{
    struct Answer {
        p::ErrorCode error;
        p::ResponseBody operator()(const p::ApiVersionsRequest&) const
        {
            const auto list = p::brokerApiVersions(p::kV3_9);
            return p::ApiVersionsResponse {
                error, std::make_shared<const std::vector<p::ApiVersionRange>>(list.begin(), list.end())};
        }
        p::ResponseBody operator()(const p::MetadataRequest&) const
        {
            auto cluster = std::make_shared<p::ClusterMetadata>();
            cluster->clusterId = "c-1";
            cluster->controller = BrokerId {1};
            cluster->brokers = {{BrokerId {0}, "b0", 9092, "rack-a"}, {BrokerId {1}, "b1", 9093, ""}};
            cluster->topics = {{error, "t1", {{error, 0, BrokerId {1}, 5, {BrokerId {1}, BrokerId {0}}}}}};
            return p::MetadataResponse {std::move(cluster)};
        }
        p::ResponseBody operator()(const p::FindCoordinatorRequest&) const
        {
            return p::FindCoordinatorResponse {error, {BrokerId {1}, "b1", 9093, ""}};
        }
        p::ResponseBody operator()(const p::JoinGroupRequest&) const
        {
            return p::JoinGroupResponse {
                error, 5, "range", "m1", "m1", {{"m1", "i1", {"t1"}}, {"m2", "", {"t1", "t2"}}}};
        }
        p::ResponseBody operator()(const p::SyncGroupRequest&) const
        {
            return p::SyncGroupResponse {
                error, error == p::ErrorCode::None ? std::vector {kFirst, kThird} : std::vector<p::TopicPartition>()};
        }
        p::ResponseBody operator()(const p::HeartbeatRequest&) const { return p::HeartbeatResponse {error}; }
        p::ResponseBody operator()(const p::LeaveGroupRequest&) const { return p::LeaveGroupResponse {error}; }
        p::ResponseBody operator()(const p::OffsetCommitRequest&) const { return p::OffsetCommitResponse {error}; }
        p::ResponseBody operator()(const p::OffsetFetchRequest&) const
        {
            return p::OffsetFetchResponse {error, {{kFirst, 7}, {kThird, -1}}};
        }
        p::ResponseBody operator()(const p::ListOffsetsRequest&) const
        {
            return p::ListOffsetsResponse {{{kFirst, error, error == p::ErrorCode::None ? 12 : -1}}};
        }
        p::ResponseBody operator()(const p::OffsetForLeaderEpochRequest&) const
        {
            return p::OffsetForLeaderEpochResponse {{{kFirst, error, 12}}};
        }
        p::ResponseBody operator()(const p::FetchRequest&) const
        {
            p::FetchedPartition partition {kFirst, error, 40, 30, 2, 90, {}, {}};
            return p::FetchResponse {
                p::ErrorCode::None, 77, {partition, {kThird, error, 9, 0, 0, 0, BrokerId {2}, {}}}};
        }
        p::ResponseBody operator()(const p::ProduceRequest&) const
        {
            return p::ProduceResponse {{{kFirst, error, 100, {}}, {kThird, error, -1, {}}}, ms(20)};
        }
        p::ResponseBody operator()(const p::InitProducerIdRequest&) const
        {
            return p::InitProducerIdResponse {error, 4001, 2};
        }
        p::ResponseBody operator()(const p::AddPartitionsToTxnRequest&) const { return p::ErrorOnlyResponse {error}; }
        p::ResponseBody operator()(const p::AddOffsetsToTxnRequest&) const { return p::ErrorOnlyResponse {error}; }
        p::ResponseBody operator()(const p::EndTxnRequest&) const { return p::ErrorOnlyResponse {error}; }
        p::ResponseBody operator()(const p::TxnOffsetCommitRequest&) const { return p::ErrorOnlyResponse {error}; }
        p::ResponseBody operator()(const p::CreateTopicsRequest&) const { return p::CreateTopicsResponse {error}; }
        p::ResponseBody operator()(const p::DescribeClusterRequest&) const
        {
            return p::DescribeClusterResponse {error, BrokerId {1}};
        }
        p::ResponseBody operator()(const p::DescribeConfigsRequest&) const
        {
            return p::DescribeConfigsResponse {error};
        }
    };
    return std::visit(Answer {error}, request);
}

/// Batches of a fixed size, so that a second conversion can be compared with the first.
Bytes fixedBatch(std::int64_t offset, std::int64_t producerId, std::int32_t sequence, std::int32_t records)
{
    std::vector<Record> list(static_cast<std::size_t>(records));
    BatchOptions options;
    options.baseOffset = offset;
    options.producerId = producerId;
    options.producerEpoch = 2;
    options.baseSequence = sequence;
    return list.empty() ? Bytes() : *buildBatch(list, options);
}

struct World {
    TopicIds ids;
    Conversion with;

    World()
    {
        ids.learn("t1", {{1, 2, 3}});
        ids.learn("t2", {{4, 5, 6}});
        with.topicIds = &ids;
        with.produceRecords = [](const p::ProduceRequest& r, const p::ProducePartition& item) {
            return fixedBatch(0, r.producerId, item.baseSequence, item.records);
        };
        with.fetchRecords
            = [](const p::FetchedPartition& item) { return fixedBatch(item.firstOffset, -1, -1, item.records); };
    }
};

} // namespace

class TestConvert : public QObject {
    Q_OBJECT

private slots:
    void requestsSurviveTheWireInEveryVersion()
    {
        World world;
        for (const auto& [api, body] : requests()) {
            const MessageInfo& info = *findMessage(api, Direction::Request);
            for (std::int16_t version = info.minVersion; version <= info.maxVersion; ++version) {
                if (api == ApiKey::Produce && version < 3)
                    continue; // no record batches
                const std::string name = label(info, version);
                p::Request request;
                request.api = api;
                request.version = version;
                request.correlationId = 5;
                request.body = body;
                const Result<RequestFrame> frame = toWire(request, "c1", world.with);
                QVERIFY2(frame, (name + ": " + (frame ? "" : frame.error().message)).c_str());
                const Result<Bytes> bytes = encodeFrame(*frame);
                QVERIFY2(bytes, (name + ": " + (bytes ? "" : bytes.error().message)).c_str());
                const Result<RequestFrame> heard = decodeRequestFrame(std::span(*bytes).subspan(4));
                QVERIFY2(heard, name.c_str());
                const Result<p::Request> back = fromWire(*heard, world.with);
                QVERIFY2(back, (name + ": " + (back ? "" : back.error().message)).c_str());
                QCOMPARE(back->correlationId, 5);
                QVERIFY(back->api == api && back->version == version && back->expectResponse);
                const Result<RequestFrame> again = toWire(*back, "c1", world.with);
                QVERIFY2(again && *encodeFrame(*again) == *bytes, name.c_str());
            }
        }
    }

    void answersSurviveTheWireInEveryVersion()
    {
        World world;
        for (const auto& [api, body] : requests()) {
            const MessageInfo& info = *findMessage(api, Direction::Request);
            for (std::int16_t version = info.minVersion; version <= info.maxVersion; ++version) {
                for (const p::ErrorCode error : {p::ErrorCode::None, p::ErrorCode::RebalanceInProgress}) {
                    if (api == ApiKey::OffsetFetch && version < 2 && error != p::ErrorCode::None)
                        continue; // errors were those of partitions then
                    const std::string name = label(info, version);
                    p::Request request;
                    request.api = api;
                    request.version = version;
                    request.body = body;
                    const RequestFrame asked = *toWire(request, "c1", world.with);
                    p::Response response;
                    response.api = api;
                    response.version = version;
                    response.throttle = ms(20);
                    response.body = answerTo(body, error);
                    const Result<ResponseFrame> frame = toWire(response, asked, world.with);
                    QVERIFY2(frame, (name + ": " + (frame ? "" : frame.error().message)).c_str());
                    const Result<Bytes> bytes = encodeFrame(*frame, version);
                    QVERIFY2(bytes, (name + ": " + (bytes ? "" : bytes.error().message)).c_str());
                    const Result<ResponseFrame> heard
                        = decodeResponseFrame(api, version, std::span(*bytes).subspan(4));
                    QVERIFY2(heard, (name + ": " + (heard ? "" : heard.error().message)).c_str());
                    const Result<p::Response> back = fromWire(api, version, *heard, world.with);
                    QVERIFY2(back, (name + ": " + (back ? "" : back.error().message)).c_str());
                    QCOMPARE(int(p::firstError(back->body)), int(p::firstError(response.body)));
                    const Result<ResponseFrame> again = toWire(*back, asked, world.with);
                    QVERIFY2(again && *encodeFrame(*again, version) == *bytes, name.c_str());
                }
            }
        }
    }

    void whatDecidesSomethingArrives()
    {
        World world;
        for (const auto& [api, body] : requests()) {
            p::Request request;
            request.api = api;
            request.version = findMessage(api, Direction::Request)->maxVersion;
            request.body = body;
            const p::Request back = *fromWire(*toWire(request, "c1", world.with), world.with);
            if (const auto* join = std::get_if<p::JoinGroupRequest>(&back.body)) {
                QVERIFY(join->topics == (std::vector<std::string> {"t1", "t2"}));
                QVERIFY(join->sessionTimeout == ms(45000) && join->rebalanceTimeout == ms(300000));
                QVERIFY(
                    join->groupInstanceId == "i1" && join->protocolName == "range" && join->clientRack == "rack-a");
            } else if (const auto* sync = std::get_if<p::SyncGroupRequest>(&back.body)) {
                QVERIFY(sync->generation == 4 && sync->assignments.size() == 2);
                QVERIFY(sync->assignments[0].partitions == (std::vector {kFirst, kSecond}));
            } else if (const auto* fetch = std::get_if<p::FetchRequest>(&back.body)) {
                QVERIFY(fetch->partitions.size() == 3 && fetch->partitions[2].partition == kThird);
                QVERIFY(fetch->partitions[2].offset == 30 && fetch->sessionId == 77 && fetch->sessionEpoch == 3);
                QVERIFY(fetch->maxWait == ms(500) && fetch->rack == "rack-a");
            } else if (const auto* produce = std::get_if<p::ProduceRequest>(&back.body)) {
                QVERIFY(produce->acks == -1 && produce->producerId == 4001 && produce->transactionalId == "tx");
                QVERIFY(produce->partitions[0].records == 3 && produce->partitions[0].baseSequence == 5);
                QVERIFY(produce->partitions[1].partition == kThird);
            } else if (const auto* metadata = std::get_if<p::MetadataRequest>(&back.body)) {
                QVERIFY(metadata->allTopics == metadata->topics.empty());
            }
        }
    }

    void recordsThatNobodyGaveAreMadeToSize()
    {
        World world;
        world.with.produceRecords = {};
        for (const std::int32_t bytes : {0, 100, 1000, 16384, 1000000}) {
            for (const std::int32_t records : {1, 5, 40}) {
                p::Request request;
                request.api = ApiKey::Produce;
                request.version = 9;
                request.body = p::ProduceRequest {1, ms(1), "", -1, -1, {{kFirst, records, bytes, -1}}};
                const p::Request back = *fromWire(*toWire(request, {}, world.with), world.with);
                const p::ProducePartition& partition = std::get<p::ProduceRequest>(back.body).partitions[0];
                QCOMPARE(partition.records, records);
                const std::int32_t least = 61 + 8 * records;
                QVERIFY2(partition.bytes >= std::max(bytes, least) * 9 / 10 - 10 * records
                        && partition.bytes <= std::max(bytes, least) + 10 * records,
                    (std::to_string(bytes) + " became " + std::to_string(partition.bytes)).c_str());
            }
        }
    }

    void acksNoneExpectsNoAnswer()
    {
        p::Request request;
        request.api = ApiKey::Produce;
        request.version = 9;
        request.body = p::ProduceRequest {0, ms(1), "", -1, -1, {{kFirst, 1, 90, -1}}};
        QVERIFY(!fromWire(*toWire(request, {}))->expectResponse);
    }

    void topicIdsAreLearntFromMetadata()
    {
        TopicIds ids;
        MetadataResponse response;
        response.topics.emplace_back().name = "t1";
        response.topics[0].topicId = {{9}};
        Conversion with;
        with.topicIds = &ids;
        QVERIFY(fromWire(ApiKey::Metadata, 12, ResponseFrame {{}, response}, with));
        QVERIFY(ids.idOf("t1") == (Uuid {{9}}));
        QCOMPARE(ids.nameOf({{9}}), std::string("t1"));
        // One that nobody told of goes through the brain as its text, and comes out as itself.
        QVERIFY(ids.idOf(ids.nameOf({{8, 7}})) == (Uuid {{8, 7}}));
        QVERIFY(ids.idOf("unknown") == Uuid {});
        QVERIFY(ids.idOf("a-topic-of-22-letters-") == Uuid {}
            || toString(ids.idOf("a-topic-of-22-letters-")).size() == 22);
    }

    void whatTheBrainsDoNotSpeakIsAnError()
    {
        QCOMPARE(QString::fromStdString(
                     fromWire(RequestFrame {{17, 1, 1, "c", {}}, SaslHandshakeRequest {}}).error().message),
            QStringLiteral(
                "SaslHandshakeRequest is not among the messages that clients and brokers of a session exchange"));
        QVERIFY(!fromWire(ApiKey::ListGroups, 4, ResponseFrame {{}, ListGroupsResponse {}}));
        FindCoordinatorRequest several;
        several.coordinatorKeys = {"a", "b"};
        QVERIFY(!fromWire(RequestFrame {{10, 4, 1, "c", {}}, several}));
        JoinGroupRequest join;
        join.protocols.push_back({"range", {1, 2, 3}, {}});
        QVERIFY(!fromWire(RequestFrame {{11, 5, 1, "c", {}}, join}));
        p::Request request;
        request.api = ApiKey::Heartbeat;
        request.version = 77;
        request.body = p::HeartbeatRequest {};
        QVERIFY(!toWire(request, {}));
        // An answer that is none to the request.
        p::Response response;
        response.api = ApiKey::Heartbeat;
        response.body = p::JoinGroupResponse {};
        QVERIFY(!toWire(response, RequestFrame {{12, 4, 1, "c", {}}, HeartbeatRequest {}}));
        response.body = p::LeaveGroupResponse {};
        QVERIFY(!toWire(response, RequestFrame {{12, 4, 1, "c", {}}, HeartbeatRequest {}}));
        response.api = ApiKey::LeaveGroup;
        QVERIFY(!toWire(response, RequestFrame {{12, 4, 1, "c", {}}, HeartbeatRequest {}}));
    }
};

QTEST_GUILESS_MAIN(TestConvert)
#include "tst_convert.moc"
