// SPDX-License-Identifier: GPL-3.0-or-later
// What the brains say survives the way through bytes, in every version; what cannot be said or read says why.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/convert/convert.h"
#include "wire/convert/versions.h"
#include "wire/typed.h"
#include "wire/vectors.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire::convert;

namespace {

std::string label(ApiKey api, std::int16_t version)
{
    return std::string(apiName(api)) + " v" + std::to_string(version);
}

bool isIn(const std::vector<protocol::ApiVersionRange>& ranges, ApiKey api, std::int16_t version)
{
    return std::any_of(ranges.begin(), ranges.end(), [&](const protocol::ApiVersionRange& range) {
        return range.api == api && version >= range.min && version <= range.max;
    });
}

std::span<const std::uint8_t> payloadOf(const wire::Bytes& frame) { return std::span(frame).subspan(4); }

const protocol::UnreadableRequest* unreadable(const ReceivedRequest& received)
{
    return std::get_if<protocol::UnreadableRequest>(&received.request.body);
}

protocol::Request requestOf(ApiKey api, std::int16_t version, protocol::RequestBody body)
{
    protocol::Request request;
    request.api = api;
    request.version = version;
    request.correlationId = 7;
    request.body = std::move(body);
    return request;
}

} // namespace

class TestConvertRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void requestsSurviveTheWayInEveryVersion()
    {
        RC_QVERIFY(
            "decode(encode(request)) is the request, as far as the version has its fields", [](std::uint64_t seed) {
                Rng rng(seed);
                for (const auto& [api, empty] : emptyRequests()) {
                    const wire::MessageInfo& info = *wire::findMessage(api, wire::Direction::Request);
                    for (std::int16_t v = info.minVersion; v <= info.maxVersion; ++v) {
                        protocol::RequestBody body = empty;
                        fill(body, v, rng);
                        const std::string said = text(body, v);
                        protocol::Request request = requestOf(api, v, std::move(body));
                        request.correlationId = static_cast<std::int32_t>(rng.next());
                        const Result<wire::Bytes> frame = encodeRequestFrame(request, {"client 1"});
                        if (!frame) {
                            if (isIn(carriedVersions(), api, v))
                                RC_FAIL(label(api, v) + ": " + frame.error().message);
                            RC_ASSERT(!frame.error().message.empty());
                            continue;
                        }
                        const ReceivedRequest back = decodeRequestFrame(payloadOf(*frame));
                        if (const auto* why = unreadable(back))
                            RC_FAIL(label(api, v) + ": " + why->why);
                        RC_ASSERT(back.clientId == "client 1");
                        RC_ASSERT(back.request.api == api);
                        RC_ASSERT(back.request.version == v);
                        RC_ASSERT(back.request.correlationId == request.correlationId);
                        RC_ASSERT(back.request.size == frame->size());
                        if (const std::string heard = text(back.request.body, v); heard != said)
                            RC_FAIL(label(api, v) + ":\n" + said + "\nbecame\n" + heard);
                    }
                }
            });
    }

    void answersSurviveTheWayInEveryVersion()
    {
        RC_QVERIFY(
            "decode(encode(answer)) is the answer, as far as the version has its fields", [](std::uint64_t seed) {
                Rng rng(seed);
                for (const auto& [api, empty] : emptyResponses()) {
                    const wire::MessageInfo& info = *wire::findMessage(api, wire::Direction::Response);
                    for (std::int16_t v = info.minVersion; v <= info.maxVersion; ++v) {
                        protocol::Response response;
                        response.api = api;
                        response.version = v;
                        response.correlationId = static_cast<std::int32_t>(rng.next());
                        response.throttle = ms(static_cast<std::int64_t>(rng.below(100'000)));
                        response.body = empty;
                        fill(response.body, api, v, rng);
                        const std::string said = text(response.body, api, v);
                        const Result<wire::Bytes> frame = encodeResponseFrame(response);
                        if (!frame) {
                            if (isIn(carriedVersions(), api, v))
                                RC_FAIL(label(api, v) + ": " + frame.error().message);
                            RC_ASSERT(!frame.error().message.empty());
                            continue;
                        }
                        const Result<protocol::Response> back = decodeResponseFrame(api, v, payloadOf(*frame));
                        if (!back)
                            RC_FAIL(label(api, v) + ": " + back.error().message);
                        RC_ASSERT(back->api == api);
                        RC_ASSERT(back->version == v);
                        RC_ASSERT(back->correlationId == response.correlationId);
                        RC_ASSERT(back->size == frame->size());
                        RC_ASSERT(back->throttle == response.throttle || back->throttle == Duration::zero());
                        if (const std::string heard = text(back->body, api, v); heard != said)
                            RC_FAIL(label(api, v) + ":\n" + said + "\nbecame\n" + heard);
                    }
                }
            });
    }

    void theTimeToKeepQuietIsWhereTheVersionHasIt()
    {
        protocol::Response response;
        response.api = ApiKey::Heartbeat;
        response.throttle = ms(250);
        response.body = protocol::HeartbeatResponse {};
        for (const std::int16_t version : std::initializer_list<std::int16_t> {0, 1, 4}) {
            response.version = version;
            const auto back
                = decodeResponseFrame(ApiKey::Heartbeat, version, payloadOf(*encodeResponseFrame(response)));
            QCOMPARE(back->throttle, version == 0 ? Duration::zero() : ms(250));
        }
    }

    void whatKafkasOwnClassesWriteIsReadable()
    {
        int requests = 0;
        for (const char* file : {"kafka-3.9.1.txt", "kafka-4.1.1.txt"}) {
            for (const std::vector<std::string>& line : dataLines(file, 5)) {
                const std::string& name = line[1];
                if (line[0] != "bytes" || name.find("Request") == std::string::npos || name == "RequestHeader")
                    continue;
                const auto info = std::find_if(wire::allRequests().begin(), wire::allRequests().end(),
                    [&](const wire::MessageInfo* m) { return m->name == name; });
                if (info == wire::allRequests().end())
                    continue;
                const auto version = static_cast<std::int16_t>(std::stoi(line[2]));
                Result<wire::AnyRequest> body = wire::decodeRequest((*info)->api, version, fromHex(line[4]));
                QVERIFY2(body.has_value(), name.c_str());
                speakable(*body);
                const wire::Bytes frame = *wire::encodeFrame(wire::RequestFrame {
                    {static_cast<std::int16_t>((*info)->api), version, 5, std::nullopt, {}}, std::move(*body)});
                const ReceivedRequest received = decodeRequestFrame(payloadOf(frame));
                const auto* why = unreadable(received);
                const std::string told = label((*info)->api, version) + " " + line[3] + ": " + (why ? why->why : "");
                if (isIn(carriedVersions(), (*info)->api, version))
                    QVERIFY2(!why, told.c_str());
                else if (why)
                    QVERIFY2(!why->why.empty(), told.c_str());
                QCOMPARE(received.request.version, version);
                ++requests;
            }
        }
        QVERIFY2(requests > 200, std::to_string(requests).c_str());
    }

    void bytesThatAreNoRequestSayWhyAndWhoTheyAreAsFarAsTheyCan()
    {
        const wire::Bytes whole = *encodeRequestFrame(
            requestOf(ApiKey::Heartbeat, 2, protocol::HeartbeatRequest {"g", "m", 3, {}}), {"c"});
        const std::span<const std::uint8_t> payload = payloadOf(whole);
        for (std::size_t size = 0; size < payload.size(); ++size) {
            const ReceivedRequest cut = decodeRequestFrame(payload.first(size));
            const auto* why = unreadable(cut);
            QVERIFY2(why && !why->why.empty(), std::to_string(size).c_str());
            QCOMPARE(cut.request.api, size >= 2 ? ApiKey::Heartbeat : ApiKey::None);
            QCOMPARE(cut.request.version, std::int16_t(size >= 4 ? 2 : 0));
            QCOMPARE(cut.request.correlationId, size >= 8 ? 7 : 0);
            QCOMPARE(cut.request.size, static_cast<std::uint32_t>(size + 4));
        }
        wire::Bytes longer(payload.begin(), payload.end());
        longer.push_back(0);
        QVERIFY(unreadable(decodeRequestFrame(longer)));
    }

    void brokenFramesAreUnreadableOrReadableButNeverACrash()
    {
        RC_QVERIFY("any bytes give a request; any answer bytes an answer or a reason", [](std::uint64_t seed) {
            Rng rng(seed);
            const auto damage = [&rng](wire::Bytes frame) {
                frame.erase(frame.begin(), frame.begin() + 4);
                if (rng.below(2) == 0)
                    frame.resize(rng.below(frame.size() + 1));
                for (std::uint64_t i = rng.below(4); i > 0 && frame.size() > 8; --i)
                    frame[8 + rng.below(frame.size() - 8)] = static_cast<std::uint8_t>(rng.below(256));
                return frame;
            };
            for (const protocol::ApiVersionRange& range : carriedVersions()) {
                const auto at = [&](const auto& list) {
                    return std::find_if(
                        list.begin(), list.end(), [&](const auto& e) { return e.first == range.api; });
                };
                const auto v = static_cast<std::int16_t>(
                    range.min + static_cast<int>(rng.below(static_cast<std::uint64_t>(range.max - range.min + 1))));
                protocol::Request request = requestOf(range.api, v, at(emptyRequests())->second);
                fill(request.body, v, rng);
                const ReceivedRequest received = decodeRequestFrame(damage(*encodeRequestFrame(request)));
                if (const auto* why = unreadable(received))
                    RC_ASSERT(!why->why.empty());
                protocol::Response response;
                response.api = range.api;
                response.version = v;
                response.body = at(emptyResponses())->second;
                fill(response.body, range.api, v, rng);
                const auto back = decodeResponseFrame(range.api, v, damage(*encodeResponseFrame(response)));
                RC_ASSERT(back.has_value() || !back.error().message.empty());
            }
        });
    }

    void anUnknownApiOrVersionIsUnreadableButItsHeaderIsThere()
    {
        const wire::Bytes telemetry {0, 71, 0, 0, 0, 0, 0, 9, 0, 1, 'c'};
        const ReceivedRequest unknown = decodeRequestFrame(telemetry);
        QCOMPARE(unreadable(unknown)->why, std::string("GET_TELEMETRY_SUBSCRIPTIONS (71) is not spoken here"));
        QCOMPARE(unknown.request.correlationId, 9);
        QCOMPARE(unknown.clientId.value(), std::string("c"));

        const wire::Bytes fetch {0, 1, 0, 99, 0, 0, 0, 9, 0, 1, 'c', 0};
        QCOMPARE(unreadable(decodeRequestFrame(fetch))->why,
            std::string("FETCH version 99 is not known; known are 0 to 18"));
    }

    void apiVersionsOfAVersionOfTomorrowIsReadableAndIsAnsweredInVersionZero()
    {
        const wire::Bytes tomorrow {0, 18, 0, 77, 0, 0, 0, 9, 0, 1, 'c', 0, 42, 42, 42};
        const ReceivedRequest received = decodeRequestFrame(tomorrow);
        QVERIFY(std::holds_alternative<protocol::ApiVersionsRequest>(received.request.body));
        QCOMPARE(received.request.version, std::int16_t(77));

        protocol::Response response;
        response.api = ApiKey::ApiVersions;
        response.version = 77;
        response.correlationId = 9;
        response.body = protocol::ApiVersionsResponse {protocol::ErrorCode::UnsupportedVersion,
            std::make_shared<const std::vector<protocol::ApiVersionRange>>(
                std::vector<protocol::ApiVersionRange> {{ApiKey::ApiVersions, 0, 4}})};
        const wire::Bytes frame = *encodeResponseFrame(response);
        QCOMPARE(frame, *wire::encodeUnsupportedApiVersions(9, 0, 4));
        const auto back = decodeResponseFrame(ApiKey::ApiVersions, 4, payloadOf(frame));
        QCOMPARE(std::get<protocol::ApiVersionsResponse>(back->body).versions->front().max, std::int16_t(4));
    }

    /// The list of librdkafka's mock broker says that it has no entry, and then there is one: neither version 4 nor 0.
    void aRefusedApiVersionsOfNoVersionCountsForItsError()
    {
        const wire::Bytes mock {0, 0, 0, 7, 0, 35, 1, 0, 18, 0, 0, 0, 2, 0, 0, 0, 0};
        const auto back = decodeResponseFrame(ApiKey::ApiVersions, 4, mock);
        QVERIFY(back);
        QCOMPARE(back->correlationId, 7);
        QCOMPARE(back->size, 21U);
        const auto& body = std::get<protocol::ApiVersionsResponse>(back->body);
        QCOMPARE(body.error, protocol::ErrorCode::UnsupportedVersion);
        QVERIFY(!body.versions);
        wire::Bytes accepted = mock;
        accepted[5] = 0; // of one that is no refusal every byte counts
        QVERIFY(!decodeResponseFrame(ApiKey::ApiVersions, 4, accepted));
        QVERIFY(!decodeResponseFrame(ApiKey::Metadata, 4, mock));
        QVERIFY(!decodeResponseFrame(ApiKey::ApiVersions, 4, std::span(mock).first(5)));
    }

    void whatHasNoWordsHereIsUnreadable()
    {
        wire::FetchRequest follower;
        follower.replicaId = 2;
        wire::AddPartitionsToTxnRequest several;
        several.transactions.resize(2);
        wire::FindCoordinatorRequest share;
        share.keyType = 2;
        wire::DescribeClusterRequest controllers;
        controllers.endpointType = 2;
        wire::OffsetCommitRequest byId;
        wire::InitProducerIdRequest twoPhase;
        twoPhase.enable2Pc = true;
        wire::MetadataRequest nameless;
        nameless.topics->push_back({{}, std::nullopt, {}});
        wire::ListOffsetsRequest isolated;
        isolated.isolationLevel = 5;
        const std::vector<std::pair<wire::AnyRequest, std::int16_t>> cases {{follower, 11}, {several, 4}, {share, 6},
            {controllers, 1}, {byId, 10}, {twoPhase, 6}, {nameless, 12}, {isolated, 7}};
        for (const auto& [body, version] : cases) {
            wire::RequestFrame frame {{}, body};
            frame.header.requestApiVersion = version;
            const ReceivedRequest received = decodeRequestFrame(payloadOf(*wire::encodeFrame(frame)));
            QVERIFY2(unreadable(received), std::string(apiName(received.request.api)).c_str());
            QVERIFY(!unreadable(received)->why.empty());
        }
    }

    void whatAVersionCannotSayIsAnError()
    {
        const auto refused = [](ApiKey api, std::int16_t version, protocol::RequestBody body) {
            const auto frame = encodeRequestFrame(requestOf(api, version, std::move(body)));
            return !frame && !frame.error().message.empty();
        };
        QVERIFY(refused(ApiKey::Produce, 2, protocol::ProduceRequest {}));
        QVERIFY(refused(ApiKey::Fetch, 13, protocol::FetchRequest {}));
        QVERIFY(refused(ApiKey::Metadata, 0, protocol::MetadataRequest {}));
        QVERIFY(refused(ApiKey::FindCoordinator, 3,
            protocol::FindCoordinatorRequest {"", protocol::CoordinatorType::Group, {"a", "b"}}));
        QVERIFY(refused(ApiKey::FindCoordinator, 0,
            protocol::FindCoordinatorRequest {"t", protocol::CoordinatorType::Transaction}));
        QVERIFY(refused(ApiKey::LeaveGroup, 2, protocol::LeaveGroupRequest {"g", "", {{"a", ""}, {"b", ""}}}));
        QVERIFY(refused(ApiKey::OffsetFetch, 1, protocol::OffsetFetchRequest {"g", {}, true}));
        QVERIFY(refused(ApiKey::DescribeConfigs, 2, protocol::DescribeConfigsRequest {"nothing of that kind"}));
        QVERIFY(refused(ApiKey::Heartbeat, 2, protocol::UnreadableRequest {"?"}));
        QVERIFY(refused(ApiKey::Fetch, 2, protocol::HeartbeatRequest {})); // the header says something else
        QVERIFY(refused(ApiKey::Heartbeat, 99, protocol::HeartbeatRequest {}));
    }

    void ourClientsSpeakLessThanIsCarriedAndTheCodecKnowsMore()
    {
        QCOMPARE(carriedVersions().size(), wire::allRequests().size());
        for (const protocol::ApiVersionRange& range : carriedVersions()) {
            const wire::MessageInfo& info = *wire::findMessage(range.api, wire::Direction::Request);
            QVERIFY(range.min >= info.minVersion && range.max <= info.maxVersion && range.min <= range.max);
        }
        for (const protocol::ApiVersionRange& range : spokenByOurClients())
            QVERIFY(isIn(carriedVersions(), range.api, range.min) && isIn(carriedVersions(), range.api, range.max));
        const std::vector<protocol::ApiVersionRange> offered {
            {ApiKey::Produce, 0, 2}, {ApiKey::Fetch, 4, 17}, {static_cast<ApiKey>(99), 0, 1}};
        const std::vector<protocol::ApiVersionRange> both = spokenOf(offered);
        QCOMPARE(both.size(), std::size_t(1));
        QCOMPARE(both.front().min, std::int16_t(4));
        QCOMPARE(both.front().max, std::int16_t(12));
    }

private:
    /// The vectors have numbers in every field; those that decide who is asking are set to what a client says.
    static void speakable(wire::AnyRequest& any)
    {
        if (auto* fetch = std::get_if<wire::FetchRequest>(&any)) {
            fetch->replicaId = -1;
            fetch->replicaState.replicaId = -1;
            fetch->isolationLevel = 1;
        } else if (auto* list = std::get_if<wire::ListOffsetsRequest>(&any)) {
            list->replicaId = -1;
            list->isolationLevel = 1;
        } else if (auto* epochs = std::get_if<wire::OffsetForLeaderEpochRequest>(&any)) {
            epochs->replicaId = -1;
        } else if (auto* find = std::get_if<wire::FindCoordinatorRequest>(&any)) {
            find->keyType = 1;
        } else if (auto* describe = std::get_if<wire::DescribeClusterRequest>(&any)) {
            describe->endpointType = 1;
        } else if (auto* remove = std::get_if<wire::DeleteTopicsRequest>(&any)) {
            for (auto& topic : remove->topics)
                topic.topicId = {};
        } else if (auto* metadata = std::get_if<wire::MetadataRequest>(&any)) {
            for (std::size_t i = 0; metadata->topics && i < metadata->topics->size(); ++i) {
                if (!(*metadata->topics)[i].name)
                    (*metadata->topics)[i].name = "t";
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestConvertRoundTrip)
#include "tst_convertroundtrip.moc"
