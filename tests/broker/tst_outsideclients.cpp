// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

#include <algorithm>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {

ClusterSpec carrying(std::vector<protocol::ApiVersionRange> ranges)
{
    ClusterSpec spec = clusterOf(1);
    spec.carried = std::move(ranges);
    return spec;
}

const protocol::ApiVersionRange* find(const std::vector<protocol::ApiVersionRange>& ranges, ApiKey api)
{
    const auto it = std::find_if(
        ranges.begin(), ranges.end(), [api](const protocol::ApiVersionRange& r) { return r.api == api; });
    return it == ranges.end() ? nullptr : &*it;
}

protocol::JoinGroupRequest oldJoin()
{
    protocol::JoinGroupRequest request;
    request.groupId = "g";
    request.sessionTimeout = ms(10'000);
    request.rebalanceTimeout = ms(10'000);
    request.topics = {"t4"};
    return request;
}

} // namespace

/// Who comes from outside: what it is offered, what becomes of requests that make no sense, and who it is.
class TestOutsideClients : public QObject {
    Q_OBJECT
private slots:
    void onlyWhatTheWireCarriesIsOffered()
    {
        OutsideDriver d(carrying({{ApiKey::Produce, 3, 9}, {ApiKey::Fetch, 4, 99}, {ApiKey::Metadata, 50, 60},
            {ApiKey::ApiVersions, 0, 3}, {ApiKey::ConsumerGroupHeartbeat, 0, 1}}));
        const auto response = d.ask<protocol::ApiVersionsResponse>(
            d.open(0), ApiKey::ApiVersions, 3, protocol::ApiVersionsRequest {"librdkafka", "2.0.2"});
        const auto& ranges = *response.versions;
        QCOMPARE(ranges.size(), std::size_t {3});
        QCOMPARE(find(ranges, ApiKey::Produce)->max, std::int16_t {9});
        QCOMPARE(find(ranges, ApiKey::Produce)->min, std::int16_t {0}); // claimed, as 4.0 does
        QCOMPARE(find(ranges, ApiKey::Fetch)->min, std::int16_t {4});
        QCOMPARE(find(ranges, ApiKey::Fetch)->max, std::int16_t {17}); // the release's own
        QVERIFY(find(ranges, ApiKey::Metadata) == nullptr); // the ranges do not meet
        QVERIFY(find(ranges, ApiKey::ConsumerGroupHeartbeat) == nullptr); // the brain does not serve it
        QCOMPARE(d.cluster->offeredVersions().size(), std::size_t {3});
    }

    void aSimulationListsWhatItsReleaseHas()
    {
        OutsideDriver d;
        QVERIFY(find(d.cluster->offeredVersions(), ApiKey::ConsumerGroupHeartbeat) != nullptr);
    }

    void anUnknownVersionOfApiVersionsIsAnsweredInTheLowestForm()
    {
        OutsideDriver d(carrying({{ApiKey::ApiVersions, 0, 3}}));
        const std::int32_t asked = d.send(d.open(0), ApiKey::ApiVersions, 9, protocol::ApiVersionsRequest {});
        d.pass(ms(1));
        QCOMPARE(d.answer<protocol::ApiVersionsResponse>(asked)->error, ErrorCode::UnsupportedVersion);
        QCOMPARE(d.answers.at(asked).response.version, std::int16_t {0});
        QCOMPARE(d.answer<protocol::ApiVersionsResponse>(asked)->versions->size(), std::size_t {1});
    }

    void aSoftwareNameOfOddCharactersIsInvalid()
    {
        OutsideDriver d;
        const auto error = [&](const std::string& name) {
            return d
                .ask<protocol::ApiVersionsResponse>(
                    d.open(0), ApiKey::ApiVersions, 3, protocol::ApiVersionsRequest {name, "1.0"})
                .error;
        };
        QCOMPARE(error("apache-kafka-java"), ErrorCode::None);
        QCOMPARE(error("a b"), ErrorCode::InvalidRequest);
        QCOMPARE(error("-a"), ErrorCode::InvalidRequest);
    }

    void aVersionThatIsNotOfferedEndsTheConnection()
    {
        OutsideDriver d(carrying({{ApiKey::Fetch, 4, 11}}));
        const ConnectionId c = d.open(0);
        d.send(c, ApiKey::Fetch, 12, OutsideDriver::fetchRequest({}, {{"t4", 0}}));
        d.pass(ms(1));
        QVERIFY(d.closed(c).has_value());
        QCOMPARE(d.closed(c)->rule, RuleId::RequestNotUnderstood);
        const auto received = d.events(EventKind::RequestReceived);
        QCOMPARE(d.closed(c)->cause.value, static_cast<std::uint32_t>(d.trace.size() - 1));
        QCOMPARE(d.trace.text(received.back().text),
            std::string_view("FETCH version 12 is not offered: the broker has 4 to 11"));
    }

    void whatCannotBeReadEndsTheConnectionAfterTheAnswersBeforeIt()
    {
        OutsideDriver d;
        const ConnectionId c = d.open(0);
        const std::int32_t good = d.send(c, ApiKey::Metadata, 9, protocol::MetadataRequest {});
        d.send(c, ApiKey::None, 0, protocol::UnreadableRequest {"API key 999 is not known"});
        d.pass(ms(10));
        QVERIFY(d.answer<protocol::MetadataResponse>(good) != nullptr);
        QCOMPARE(d.closed(c)->rule, RuleId::RequestNotUnderstood);
        QCOMPARE(d.trace.text(d.events(EventKind::RequestReceived).back().text),
            std::string_view("API key 999 is not known"));
    }

    void saslHasNothingToDoOnAPlaintextListener()
    {
        OutsideDriver d;
        const ConnectionId c = d.open(0);
        QCOMPARE(d.ask<protocol::SaslHandshakeResponse>(
                      c, ApiKey::SaslHandshake, 1, protocol::SaslHandshakeRequest {"PLAIN"})
                     .error,
            ErrorCode::IllegalSaslState);
        QCOMPARE(d.ask<protocol::SaslAuthenticateResponse>(
                      c, ApiKey::SaslAuthenticate, 2, protocol::SaslAuthenticateRequest {})
                     .error,
            ErrorCode::IllegalSaslState);
        QVERIFY(!d.closed(c).has_value());
    }

    void whoAConnectionIsOfIsKnownFromItsFirstRequestOn()
    {
        ClusterSpec spec = clusterOf(1);
        spec.throttle["slow"] = ms(50);
        OutsideDriver d(std::move(spec));
        const ConnectionId first = d.open(0, "127.0.0.1", {}, ClientId {});
        const ConnectionId second = d.open(0, "127.0.0.1", {}, ClientId {});
        const ClientId client = d.trace.newClient();
        d.cluster->identify(first, client, "slow");
        d.cluster->identify(second, client, "slow"); // of the same client
        const std::int32_t a = d.send(first, ApiKey::Metadata, 9, protocol::MetadataRequest {});
        const std::int32_t b = d.send(second, ApiKey::Metadata, 9, protocol::MetadataRequest {});
        d.pass(ms(1));
        QCOMPARE(d.answers.at(a).response.throttle, Duration(ms(50)));
        QCOMPARE(d.answers.at(b).response.throttle, Duration(ms(50)));
        for (const trace::Event& e : d.events(EventKind::RequestReceived))
            QCOMPARE(e.client, client);
        // From now on it calls itself something else: another quota, another client.
        d.pass(ms(100));
        const ClientId other = d.trace.newClient();
        d.cluster->identify(first, other, "fast");
        const std::int32_t c = d.send(first, ApiKey::JoinGroup, 3, oldJoin());
        d.pass(ms(5000));
        QCOMPARE(d.answers.at(c).response.throttle, Duration {});
        QVERIFY(d.answer<protocol::JoinGroupResponse>(c)->memberId.starts_with("fast-"));
    }

    void aConnectionThatNeverSaysWhoItIsIsServed()
    {
        OutsideDriver d;
        const ConnectionId c = d.open(0, "127.0.0.1", {}, ClientId {});
        const std::int32_t asked = d.send(c, ApiKey::JoinGroup, 3, oldJoin());
        d.pass(ms(5000));
        QVERIFY(d.answer<protocol::JoinGroupResponse>(asked)->memberId.starts_with("client-"));
    }

    // Selector#pollSelectionKeys: idleExpiryManager.update() for each key that is readable, whatever it yields.
    void halfARequestIsAUse()
    {
        ClusterSpec spec = clusterOf(1);
        QVERIFY(spec.brokers[0].config.set("connections.max.idle.ms", "2000"));
        OutsideDriver d(std::move(spec));
        const ConnectionId slow = d.open(0);
        const ConnectionId silent = d.open(0);
        for (int i = 0; i < 20; ++i) { // a byte every 250 ms
            d.pass(ms(250));
            d.used(slow, d.now);
        }
        QCOMPARE(d.closed(silent)->rule, RuleId::BrokerIdleExpiry);
        QVERIFY(!d.closed(slow).has_value());
        d.pass(ms(3000));
        QCOMPARE(d.closed(slow)->rule, RuleId::BrokerIdleExpiry);
    }

    void aConnectionThatIsToldLateIsIdleSinceItWasAccepted()
    {
        ClusterSpec spec = clusterOf(1);
        QVERIFY(spec.brokers[0].config.set("connections.max.idle.ms", "4000"));
        OutsideDriver d(std::move(spec));
        const Instant accepted = d.now;
        d.pass(ms(2500));
        const ConnectionId c = d.open(0, "127.0.0.1", {}, ClientId {});
        d.used(c, accepted);
        d.pass(ms(1400));
        QVERIFY(!d.closed(c).has_value());
        d.pass(ms(600)); // the limit, and a poll
        QCOMPARE(d.closed(c)->rule, RuleId::BrokerIdleExpiry);
        for (const trace::Event& e : d.events(EventKind::IdleExpired))
            QVERIFY2(e.value >= 4'000'000'000 && e.value <= 4'400'000'000, std::to_string(e.value).c_str());
    }

    void theSizeOfAnAnswerIsWhatItsBytesAre()
    {
        OutsideDriver d;
        Hooks hooks;
        hooks.sizeOf = [](ConnectionId, const protocol::Response&) { return 4711U; };
        d.cluster->setHooks(std::move(hooks));
        const std::int32_t asked = d.send(d.open(0), ApiKey::Metadata, 9, protocol::MetadataRequest {});
        d.pass(ms(1));
        QCOMPARE(d.answers.at(asked).response.size, 4711U);
        QCOMPARE(d.events(EventKind::ResponseSent).back().size, 4711U);
    }

    void severalCoordinatorsAreFoundInOneRequest()
    {
        OutsideDriver d(clusterOf(3));
        protocol::FindCoordinatorRequest request;
        request.keys = {"a", "b"};
        const auto response
            = d.ask<protocol::FindCoordinatorResponse>(d.open(0), ApiKey::FindCoordinator, 4, request);
        QCOMPARE(response.coordinators.size(), std::size_t {2});
        QCOMPARE(response.coordinators.at(1).key, std::string("b"));
        QCOMPARE(response.coordinators.at(1).coordinator.id, d.cluster->groupCoordinator("b"));
        request.type = static_cast<protocol::CoordinatorType>(2);
        QCOMPARE(d.ask<protocol::FindCoordinatorResponse>(d.open(0), ApiKey::FindCoordinator, 6, request).error,
            ErrorCode::InvalidRequest);
    }
};

QTEST_GUILESS_MAIN(TestOutsideClients)
#include "tst_outsideclients.moc"
