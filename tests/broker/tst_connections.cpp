// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "driver.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using trace::EventKind;
using trace::RuleId;

namespace {

std::int32_t askVersions(Driver& d, ConnectionId c)
{
    return d.send(c, ApiKey::ApiVersions, 3, protocol::ApiVersionsRequest {});
}

std::int32_t produce(Driver& d, ConnectionId c, std::int32_t partition, std::int16_t acks)
{
    protocol::ProduceRequest request;
    request.acks = acks;
    request.partitions.push_back({{"t4", partition}, 1, 70, -1});
    return d.send(c, ApiKey::Produce, 9, std::move(request), acks != 0);
}

std::int32_t fetch(Driver& d, ConnectionId c, std::int32_t partition, std::int64_t offset, Duration wait = ms(500))
{
    protocol::FetchRequest request;
    request.maxWait = wait;
    request.partitions.push_back({{"t4", partition}, offset});
    return d.send(c, ApiKey::Fetch, 4, std::move(request));
}

} // namespace

/// What SocketServer does: one request at a time, limits, closing, pausing, throttling.
class TestConnections : public QObject {
    Q_OBJECT
private slots:
    void aRequestTakesItsServiceTime();
    void requestsOfOneConnectionAreHandledOneAfterTheOther();
    void connectionsDoNotWaitForEachOther();
    void apiVersionsOfAnUnknownVersionNamesTheRange();
    void overriddenVersionsAreOffered();
    void theEventsOfARequestArePaired();
    void aPeersFinIsAnsweredAtOnce();
    void aMutedChannelDoesNotSeeTheFin();
    void whatCameBeforeTheFinIsAnswered();
    void afterAResetNothingIsSent();
    void acksZeroGetsNoAnswer();
    void acksZeroInTheWrongPlaceClosesTheConnection();
    void tooManyFromOneAddressAreClosedAtOnce();
    void anOverrideRaisesTheLimitOfOneAddress();
    void aFullBrokerLetsNewConnectionsWait();
    void loweringTheLimitClosesTheLeastRecentlyUsed();
    void aPausedBrokerTakesUpWhatArrived();
    void aThrottledConnectionIsReadLater();
    void aSlowBrokerAddsToEveryAnswer();
    void aStoppedBrokerClosesItsConnections();
    void aKilledBrokerSaysNothing();
    void aRestartedBrokerStartsWithoutConnections();
};

void TestConnections::aRequestTakesItsServiceTime()
{
    ClusterSpec spec = clusterOf(1);
    spec.brokers[0].extraServiceTime[ApiKey::ApiVersions] = ms(40);
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t asked = askVersions(d, c);
    d.runUntil(kStart + ms(41) - Duration {1});
    QVERIFY(d.answers.empty());
    d.runUntil(kStart + ms(41));
    const auto* answer = d.answer<protocol::ApiVersionsResponse>(asked);
    QVERIFY(answer != nullptr);
    QCOMPARE(answer->error, protocol::ErrorCode::None);
    QVERIFY(answer->versions->size() > 15);
}

void TestConnections::requestsOfOneConnectionAreHandledOneAfterTheOther()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::int32_t first = fetch(d, c, 0, 0, ms(500)); // waits for data
    const std::int32_t second = askVersions(d, c);
    d.pass(ms(400));
    QVERIFY(d.answers.empty());
    d.pass(ms(200));
    QCOMPARE(toNs(d.answers[first].at), toNs(kStart + ms(501)));
    QCOMPARE(toNs(d.answers[second].at), toNs(kStart + ms(502)));
    // The second one is read when the first one is answered, not before.
    const auto received = d.events(EventKind::RequestReceived);
    QCOMPARE(received.size(), std::size_t {2});
    QCOMPARE(toNs(received[1].at), toNs(kStart + ms(501)));
}

void TestConnections::connectionsDoNotWaitForEachOther()
{
    Driver d(clusterOf(1));
    const ConnectionId a = d.open(0);
    const ConnectionId b = d.open(0);
    const std::int32_t slow = fetch(d, a, 0, 0);
    const std::int32_t quick = askVersions(d, b);
    d.pass(ms(1));
    QVERIFY(d.answers.count(quick) == 1);
    QVERIFY(d.answers.count(slow) == 0);
}

void TestConnections::apiVersionsOfAnUnknownVersionNamesTheRange()
{
    ClusterSpec spec = clusterOf(1);
    spec.version = protocol::kV2_2;
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t asked = askVersions(d, c);
    d.pass(ms(1));
    const auto* answer = d.answer<protocol::ApiVersionsResponse>(asked);
    QVERIFY(answer != nullptr);
    QCOMPARE(answer->error, protocol::ErrorCode::UnsupportedVersion);
    QCOMPARE(answer->versions->size(), std::size_t {1});
    QCOMPARE(answer->versions->front().api, ApiKey::ApiVersions);
    QCOMPARE(int(answer->versions->front().max), 2);
    QCOMPARE(d.trace.text(d.events(EventKind::ResponseSent).front().text), std::string_view("UNSUPPORTED_VERSION"));
}

void TestConnections::overriddenVersionsAreOffered()
{
    ClusterSpec spec = clusterOf(1);
    spec.apiVersions[ApiKey::JoinGroup] = {0, 1};
    spec.apiVersions[ApiKey::EndTxn] = {0, -1};
    Driver d(std::move(spec));
    const std::int32_t asked = askVersions(d, d.open(0));
    d.pass(ms(1));
    const auto* answer = d.answer<protocol::ApiVersionsResponse>(asked);
    QVERIFY(answer != nullptr);
    bool join = false;
    ApiKey before = ApiKey::None;
    for (const protocol::ApiVersionRange& range : *answer->versions) {
        QVERIFY(before < range.api);
        before = range.api;
        QVERIFY(range.api != ApiKey::EndTxn);
        if (range.api == ApiKey::JoinGroup) {
            join = true;
            QCOMPARE(int(range.max), 1);
        }
    }
    QVERIFY(join);
}

void TestConnections::theEventsOfARequestArePaired()
{
    Driver d(clusterOf(2));
    const ConnectionId c = d.open(1);
    const std::int32_t asked = askVersions(d, c);
    d.pass(ms(5));
    const trace::Event received = d.events(EventKind::RequestReceived).at(0);
    const trace::Event sent = d.events(EventKind::ResponseSent).at(0);
    for (const trace::Event& e : {received, sent}) {
        QCOMPARE(e.connection, c);
        QCOMPARE(e.correlation, asked);
        QCOMPARE(e.api, ApiKey::ApiVersions);
        QCOMPARE(e.broker, BrokerId {1});
        QCOMPARE(e.side, trace::Side::Broker);
        QVERIFY(e.size > 0);
    }
    QCOMPARE(received.cause, d.root);
    QCOMPARE(d.trace[sent.cause], received);
    QCOMPARE(sent.rule, RuleId::BrokerAnswers);
    QCOMPARE(sent.value, ms(1).count());
    QCOMPARE(sent.text.value, 0U);
    QCOMPARE(d.trace[d.answers[asked].cause], sent);
    QCOMPARE(d.answers[asked].response.size, sent.size);
}

void TestConnections::aPeersFinIsAnsweredAtOnce()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    d.pass(ms(50));
    d.fin(c);
    const auto closed = d.closed(c);
    QVERIFY(closed.has_value());
    QCOMPARE(closed->rule, RuleId::PeerClosed);
    QCOMPARE(toNs(closed->at), toNs(kStart + ms(50)));
}

void TestConnections::aMutedChannelDoesNotSeeTheFin()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::int32_t asked = fetch(d, c, 0, 0, ms(500));
    d.pass(ms(100));
    d.fin(c);
    QVERIFY(!d.closed(c));
    d.pass(ms(500));
    QCOMPARE(toNs(d.closed(c)->at), toNs(kStart + ms(501)));
    QVERIFY(d.answers.count(asked) == 1);
}

void TestConnections::whatCameBeforeTheFinIsAnswered()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::int32_t first = askVersions(d, c);
    const std::int32_t second = askVersions(d, c);
    d.fin(c);
    d.pass(ms(10));
    QCOMPARE(toNs(d.answers.at(first).at), toNs(kStart + ms(1)));
    QCOMPARE(toNs(d.answers.at(second).at), toNs(kStart + ms(2)));
    QCOMPARE(toNs(d.closed(c)->at), toNs(kStart + ms(2)));
}

void TestConnections::afterAResetNothingIsSent()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    fetch(d, c, 0, 0);
    askVersions(d, c);
    d.fin(c, true);
    d.pass(ms(1000));
    QVERIFY(d.answers.empty());
    QVERIFY(!d.closed(c));
}

void TestConnections::acksZeroGetsNoAnswer()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    produce(d, c, 0, 0);
    const std::int32_t next = askVersions(d, c);
    d.pass(ms(10));
    QCOMPARE(d.answers.size(), std::size_t {1});
    QCOMPARE(toNs(d.answers.at(next).at), toNs(kStart + ms(2)));
    QVERIFY(!d.closed(c));
}

void TestConnections::acksZeroInTheWrongPlaceClosesTheConnection()
{
    Driver d(clusterOf(2));
    const ConnectionId c = d.open(0);
    const std::int32_t sent = produce(d, c, 1, 0); // led by broker 1
    d.pass(ms(10));
    const auto closed = d.closed(c);
    QVERIFY(closed.has_value());
    QCOMPARE(closed->rule, RuleId::AcksZeroError);
    QCOMPARE(d.trace[closed->cause].kind, EventKind::RequestReceived);
    QCOMPARE(d.trace[closed->cause].correlation, sent);
    QVERIFY(d.answers.empty());
}

void TestConnections::tooManyFromOneAddressAreClosedAtOnce()
{
    Driver d(clusterOf(1, {{"max.connections.per.ip", "2"}}));
    const ConnectionId a = d.open(0, "10.0.0.1");
    const ConnectionId b = d.open(0, "10.0.0.1");
    const ConnectionId other = d.open(0, "10.0.0.2");
    const ConnectionId tooMany = d.open(0, "10.0.0.1");
    QVERIFY(!d.closed(a) && !d.closed(b) && !d.closed(other));
    QCOMPARE(d.closed(tooMany)->rule, RuleId::MaxConnectionsPerIp);
    d.fin(a);
    const ConnectionId again = d.open(0, "10.0.0.1");
    QVERIFY(!d.closed(again));
}

void TestConnections::anOverrideRaisesTheLimitOfOneAddress()
{
    Driver d(clusterOf(1, {{"max.connections.per.ip", "1"}, {"max.connections.per.ip.overrides", "10.0.0.9:2"}}));
    d.open(0, "10.0.0.9");
    QVERIFY(!d.closed(d.open(0, "10.0.0.9")));
    QVERIFY(d.closed(d.open(0, "10.0.0.9")));
    d.open(0, "10.0.0.1");
    QVERIFY(d.closed(d.open(0, "10.0.0.1")));
}

void TestConnections::aFullBrokerLetsNewConnectionsWait()
{
    Driver d(clusterOf(1, {{"max.connections", "1"}}));
    const ConnectionId first = d.open(0);
    const ConnectionId waiting = d.open(0);
    const ConnectionId behind = d.open(0);
    const std::int32_t asked = askVersions(d, waiting);
    const std::int32_t askedBehind = askVersions(d, behind);
    d.pass(ms(5000));
    QVERIFY(d.answers.empty());
    QVERIFY(!d.closed(waiting) && !d.closed(behind));
    d.fin(first);
    d.pass(ms(1));
    QVERIFY(d.answers.count(asked) == 1);
    QVERIFY(d.answers.count(askedBehind) == 0);
    d.fin(waiting);
    d.pass(ms(1));
    QVERIFY(d.answers.count(askedBehind) == 1);
}

void TestConnections::loweringTheLimitClosesTheLeastRecentlyUsed()
{
    Driver d(clusterOf(1, {{"num.network.threads", "1"}}));
    const ConnectionId a = d.open(0);
    const ConnectionId b = d.open(0);
    const ConnectionId c = d.open(0);
    d.pass(ms(10));
    askVersions(d, a);
    d.pass(ms(10));
    const auto set = d.act([&](Cluster& cluster, std::vector<Action>&) {
        return cluster.setConfig(BrokerId {0}, "max.connections", "1", d.now, d.root);
    });
    QVERIFY(set.has_value());
    d.pass(ms(1000));
    QCOMPARE(d.closeOrder, (std::vector<ConnectionId> {b, c})); // one a poll
    QCOMPARE(d.closed(b)->rule, RuleId::MaxConnections);
    QCOMPARE(d.trace[d.closed(b)->cause].kind, EventKind::ConfigChanged);
    QCOMPARE((d.closed(c)->at - d.closed(b)->at).count(), ms(300).count());
    QVERIFY(!d.closed(a));
}

void TestConnections::aPausedBrokerTakesUpWhatArrived()
{
    Driver d(clusterOf(1));
    const ConnectionId old = d.open(0);
    const std::int32_t inHand = askVersions(d, old);
    d.call([&](Cluster& c, std::vector<Action>&) { c.pauseBroker(BrokerId {0}, d.now, d.root); });
    QVERIFY(d.cluster->isPaused(BrokerId {0}));
    const ConnectionId fresh = d.open(0);
    const std::int32_t asked = askVersions(d, fresh);
    const ConnectionId gone = d.open(0);
    d.fin(gone);
    d.pass(ms(700'000));
    QVERIFY(d.answers.empty());
    QVERIFY(d.closeOrder.empty());
    const Instant resumed = d.now;
    d.call([&](Cluster& c, std::vector<Action>& out) { c.resumeBroker(BrokerId {0}, d.now, d.root, out); });
    d.pass(ms(1));
    QCOMPARE(toNs(d.answers.at(inHand).at), toNs(resumed));
    QCOMPARE(toNs(d.answers.at(asked).at), toNs(resumed + ms(1)));
    QCOMPARE(d.closed(gone)->rule, RuleId::PeerClosed);
}

void TestConnections::aThrottledConnectionIsReadLater()
{
    ClusterSpec spec = clusterOf(1);
    spec.throttle["greedy"] = ms(200);
    Driver d(std::move(spec));
    const ClientId greedy = d.client("greedy");
    const ClientId modest = d.client("modest");
    const ConnectionId c = d.open(0, "10.0.0.1", {}, greedy);
    const ConnectionId m = d.open(0, "10.0.0.1", {}, modest);
    const std::int32_t first = produce(d, c, 0, 1);
    const std::int32_t second = produce(d, c, 0, 1);
    const std::int32_t other = produce(d, m, 0, 1);
    d.pass(ms(1000));
    QCOMPARE(toNs(d.answers.at(first).at), toNs(kStart + ms(1)));
    QCOMPARE(d.answers.at(first).response.throttle.count(), ms(200).count());
    QCOMPARE(d.answer<protocol::ProduceResponse>(first)->throttle.count(), ms(200).count());
    QCOMPARE(d.trace[d.answers.at(first).cause].rule, RuleId::Throttled);
    QCOMPARE(toNs(d.answers.at(second).at), toNs(kStart + ms(202)));
    QCOMPARE(d.answers.at(other).response.throttle.count(), std::int64_t {0});
}

void TestConnections::aSlowBrokerAddsToEveryAnswer()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    d.call([&](Cluster& cluster, std::vector<Action>&) { cluster.slowBroker(BrokerId {0}, ms(30), d.now, d.root); });
    const std::int32_t slow = askVersions(d, c);
    d.pass(ms(31));
    QVERIFY(d.answers.count(slow) == 1);
    d.call([&](Cluster& cluster, std::vector<Action>&) { cluster.slowBroker(BrokerId {0}, {}, d.now, d.root); });
    const std::int32_t quick = askVersions(d, c);
    d.pass(ms(1));
    QVERIFY(d.answers.count(quick) == 1);
    QCOMPARE(d.events(EventKind::BrokerSlow).size(), std::size_t {2});
}

void TestConnections::aStoppedBrokerClosesItsConnections()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions[0].replicas = {BrokerId {0}, BrokerId {1}};
    Driver d(std::move(spec));
    const ConnectionId a = d.open(0);
    const ConnectionId b = d.open(0);
    const ConnectionId other = d.open(1);
    const std::int32_t waiting = fetch(d, a, 0, 0);
    d.pass(ms(10));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.stopBroker(BrokerId {0}, d.now, d.root, out); });
    QCOMPARE(d.closeOrder, (std::vector<ConnectionId> {a, b}));
    QCOMPARE(d.closed(a)->rule, RuleId::BrokerStopped);
    QVERIFY(!d.closed(other));
    QVERIFY(!d.cluster->isUp(BrokerId {0}));
    QCOMPARE(d.cluster->leaderOf({"t4", 0}), BrokerId {1});
    // The leader has moved before the broker went, so its fetch was told.
    QCOMPARE(
        d.answer<protocol::FetchResponse>(waiting)->partitions.at(0).error, protocol::ErrorCode::NotLeaderOrFollower);
    const auto leaders = d.events(EventKind::LeaderMoved);
    const auto down = d.events(EventKind::BrokerDown);
    QCOMPARE(d.trace.text(down.at(0).text), std::string_view("stopped"));
    QCOMPARE(leaders.back().broker, BrokerId {1});
}

void TestConnections::aKilledBrokerSaysNothing()
{
    Driver d(clusterOf(2));
    const ConnectionId a = d.open(0);
    askVersions(d, a);
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, d.now, d.root, out); });
    d.pass(ms(1'000'000));
    QVERIFY(d.answers.empty());
    QVERIFY(d.closeOrder.empty());
    QCOMPARE(d.trace.text(d.events(EventKind::BrokerDown).at(0).text), std::string_view("killed"));
    QCOMPARE(d.cluster->leaderOf({"t4", 0}), BrokerId {}); // no other replica
}

void TestConnections::aRestartedBrokerStartsWithoutConnections()
{
    Driver d(clusterOf(1, {{"max.connections.per.ip", "1"}}));
    const ConnectionId before = d.open(0);
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, d.now, d.root, out); });
    d.pass(ms(100));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.startBroker(BrokerId {0}, d.now, d.root, out); });
    const ConnectionId after = d.open(0);
    const std::int32_t lost = askVersions(d, before);
    const std::int32_t asked = askVersions(d, after);
    d.pass(ms(10));
    QVERIFY(d.answers.count(lost) == 0);
    QVERIFY(d.answers.count(asked) == 1);
    QVERIFY(!d.closed(after));
    QCOMPARE(d.cluster->leaderOf({"t4", 0}), BrokerId {0});
}

QTEST_GUILESS_MAIN(TestConnections)
#include "tst_connections.moc"
