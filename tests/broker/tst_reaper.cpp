// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "driver.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr Duration kLimit = ms(600'000);

std::int32_t askVersions(Driver& d, ConnectionId c)
{
    return d.send(c, ApiKey::ApiVersions, 3, protocol::ApiVersionsRequest {});
}

} // namespace

/// The connection reaper: Selector.IdleExpiryManager in a Processor that polls every 300 ms.
class TestReaper : public QObject {
    Q_OBJECT
private slots:
    void anIdleConnectionIsClosedAtTheFirstPollAfterItsLimit();
    void useMovesTheExpiry();
    void oneAPollAndTheLeastRecentlyUsedFirst();
    void theyExpireInTheOrderOfTheirLastUse();
    void trafficOnTheSameThreadBringsThePollForward();
    void trafficOnAnotherThreadDoesNot();
    void belowZeroNothingExpires();
    void theWrappedProductExpiresAtOnce();
    void aLimitOfOneConnectionIsTheCourses();
    void aRequestInHandDoesNotProtect();
    void aQuietClusterIsNotWokenEvery300ms();
    void aNewLimitNeedsARestart();
    void aPausedBrokerClosesNothingAndGoesOnAfterwards();
};

void TestReaper::anIdleConnectionIsClosedAtTheFirstPollAfterItsLimit()
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Driver d(clusterOf(1), seed);
        d.pass(ms(1234));
        const ConnectionId c = d.open(0);
        const Instant lastUse = d.now;
        d.runUntil(lastUse + kLimit - ms(1));
        QVERIFY2(!d.closed(c), qPrintable(QString::number(seed)));
        d.runUntil(lastUse + kLimit);
        QVERIFY(!d.closed(c)); // exactly the limit is not more than the limit
        d.runUntil(lastUse + kLimit + ms(300));
        const auto closed = d.closed(c);
        QVERIFY(closed.has_value());
        QCOMPARE(closed->rule, RuleId::BrokerIdleExpiry);
        // The connection's registration was a poll, the next ones follow at 300 ms: 600 s is a multiple of that.
        QCOMPARE(toNs(closed->at), toNs(lastUse + kLimit + ms(300)));

        const trace::Event& expired = d.trace[closed->cause];
        QCOMPARE(expired.kind, EventKind::IdleExpired);
        QCOMPARE(expired.side, trace::Side::Broker);
        QCOMPARE(expired.value, (closed->at - lastUse).count());
        // The chain of causes ends at the config value.
        const trace::Event& config = d.trace[expired.cause];
        QCOMPARE(config.kind, EventKind::ConfigChanged);
        QCOMPARE(d.trace.text(config.text), std::string_view("connections.max.idle.ms = 600000"));
    }
}

void TestReaper::useMovesTheExpiry()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    d.pass(ms(500'000));
    askVersions(d, c);
    d.pass(ms(1)); // the answer is a use too
    const Instant answered = d.now;
    d.runUntil(answered + kLimit);
    QVERIFY(!d.closed(c));
    d.pass(ms(300));
    QVERIFY(d.closed(c).has_value());
}

void TestReaper::oneAPollAndTheLeastRecentlyUsedFirst()
{
    Driver d(clusterOf(1, {{"num.network.threads", "1"}}));
    const ConnectionId a = d.open(0);
    const ConnectionId b = d.open(0);
    const ConnectionId c = d.open(0);
    d.pass(ms(10));
    askVersions(d, a);
    d.pass(ms(1000));
    d.pass(kLimit + ms(2000));
    QCOMPARE(d.closeOrder, (std::vector<ConnectionId> {b, c, a}));
    QCOMPARE((d.closed(c)->at - d.closed(b)->at).count(), ms(300).count());
}

// Against a list as Kafka keeps it, with connections that come, are used, and go, in any order.
void TestReaper::theyExpireInTheOrderOfTheirLastUse()
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Rng rng(seed);
        Driver d(clusterOf(1, {{"num.network.threads", "1"}}), seed);
        std::vector<ConnectionId> list; // used longest ago first
        for (int step = 0; step < 400; ++step) {
            const std::size_t which = list.empty() ? 0 : rng.below(list.size());
            if (list.size() < 3 || rng.chance(0.2)) {
                list.push_back(d.open(0));
            } else if (rng.chance(0.15)) {
                d.fin(list[which], true);
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(which));
            } else {
                const ConnectionId used = list[which];
                askVersions(d, used);
                list.erase(list.begin() + static_cast<std::ptrdiff_t>(which));
                list.push_back(used);
                d.pass(ms(3)); // the answer is a use too
            }
        }
        QVERIFY(d.closeOrder.empty());
        d.pass(kLimit + ms(300) * static_cast<std::int64_t>(list.size() + 2));
        QVERIFY2(d.closeOrder == list, qPrintable(QString("seed %1").arg(seed)));
    }
}

void TestReaper::trafficOnTheSameThreadBringsThePollForward()
{
    Driver d(clusterOf(1, {{"num.network.threads", "1"}}));
    const ConnectionId idle = d.open(0);
    const ConnectionId busy = d.open(0);
    const Instant lastUse = d.now;
    d.runUntil(lastUse + kLimit - ms(50));
    askVersions(d, busy); // polls at -50 ms and with the answer at -49 ms
    d.runUntil(lastUse + kLimit + ms(20));
    QVERIFY(!d.closed(idle));
    askVersions(d, busy); // a poll just after the expiry
    const auto closed = d.closed(idle);
    QVERIFY(closed.has_value());
    QCOMPARE(toNs(closed->at), toNs(lastUse + kLimit + ms(20)));
    QVERIFY(!d.closed(busy));
}

void TestReaper::trafficOnAnotherThreadDoesNot()
{
    Driver d(clusterOf(1, {{"num.network.threads", "2"}}));
    const ConnectionId idle = d.open(0);
    const ConnectionId busy = d.open(0); // the other thread: connections are dealt out in turn
    const Instant lastUse = d.now;
    d.runUntil(lastUse + kLimit + ms(20));
    askVersions(d, busy);
    QVERIFY(!d.closed(idle));
    d.runUntil(lastUse + kLimit + ms(300));
    QVERIFY(d.closed(idle).has_value());
}

void TestReaper::belowZeroNothingExpires()
{
    Driver d(clusterOf(1, {{"connections.max.idle.ms", "-1"}}));
    const ConnectionId c = d.open(0);
    d.pass(ms(100'000'000));
    QVERIFY(!d.closed(c));
    QCOMPARE(d.next, kNever);
}

void TestReaper::theWrappedProductExpiresAtOnce()
{
    // Long.MAX_VALUE ms in ns wraps to -1 ms: the first check closes.
    Driver d(clusterOf(1, {{"connections.max.idle.ms", "9223372036854775807"}}));
    const ConnectionId c = d.open(0);
    d.pass(ms(300));
    QVERIFY(d.closed(c).has_value());
}

void TestReaper::aLimitOfOneConnectionIsTheCourses()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0, "10.0.0.1", ms(540'000));
    const ConnectionId other = d.open(0);
    d.pass(ms(540'000) + ms(300));
    const auto closed = d.closed(c);
    QVERIFY(closed.has_value());
    QCOMPARE(closed->rule, RuleId::CourseBrokerIdleExpiry);
    QCOMPARE(d.trace[closed->cause].rule, RuleId::CourseBrokerIdleExpiry);
    QVERIFY(!d.closed(other));
}

void TestReaper::aRequestInHandDoesNotProtect()
{
    ClusterSpec spec = clusterOf(1, {{"connections.max.idle.ms", "1000"}});
    spec.brokers[0].extraServiceTime[ApiKey::ApiVersions] = ms(5000);
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t asked = askVersions(d, c);
    d.pass(ms(1300));
    QVERIFY(d.closed(c).has_value());
    d.pass(ms(10'000));
    QVERIFY(d.answers.count(asked) == 0);
}

void TestReaper::aQuietClusterIsNotWokenEvery300ms()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::size_t before = d.wakes;
    d.pass(kLimit + ms(300));
    QVERIFY(d.closed(c).has_value());
    QVERIFY2(d.wakes - before < 10, qPrintable(QString::number(d.wakes - before)));
}

// The process stands still: its idle check, due meanwhile, comes when it runs again.
void TestReaper::aPausedBrokerClosesNothingAndGoesOnAfterwards()
{
    ClusterSpec spec = clusterOf(1);
    QVERIFY(spec.brokers[0].config.set("connections.max.idle.ms", "2000"));
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    d.pass(ms(1000));
    d.call([&](Cluster& cluster, std::vector<Action>&) { cluster.pauseBroker(BrokerId {0}, d.now, d.root); });
    d.pass(ms(9000));
    QVERIFY(!d.closed(c).has_value());
    d.call(
        [&](Cluster& cluster, std::vector<Action>& out) { cluster.resumeBroker(BrokerId {0}, d.now, d.root, out); });
    d.pass(ms(400));
    QVERIFY(d.closed(c).has_value());
    QCOMPARE(d.closed(c)->rule, trace::RuleId::BrokerIdleExpiry);
    // And its clock goes on: the next connection is found out, too.
    const ConnectionId next = d.open(0);
    d.pass(ms(2500));
    QVERIFY(d.closed(next).has_value());
}

void TestReaper::aNewLimitNeedsARestart()
{
    Driver d(clusterOf(1));
    const auto set = d.act([&](Cluster& cluster, std::vector<Action>&) {
        return cluster.setConfig(BrokerId {0}, "connections.max.idle.ms", "1000", d.now, d.root);
    });
    QVERIFY(set.has_value());
    const ConnectionId before = d.open(0);
    d.pass(ms(2000));
    QVERIFY(!d.closed(before));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, d.now, d.root, out); });
    d.call([&](Cluster& c, std::vector<Action>& out) { c.startBroker(BrokerId {0}, d.now, d.root, out); });
    const ConnectionId after = d.open(0);
    d.pass(ms(1300));
    QVERIFY(d.closed(after).has_value());
}

QTEST_GUILESS_MAIN(TestReaper)
#include "tst_reaper.moc"
