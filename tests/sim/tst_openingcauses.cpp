// SPDX-License-Identifier: GPL-3.0-or-later
// Why a consumer opens a connection to a leader: what gave it the partition, or sent it elsewhere, and not whichever answer
// came last.
#include "support/playing.h"
#include "trace/causes.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace connscope;
using test::play;
using trace::Event;
using trace::EventKind;

namespace {

/// The connects to brokers under their own ids, from \a from on, of clients whose name begins so.
std::vector<EventId> dataConnects(const trace::Trace& trace, Duration from, std::string_view client = {})
{
    std::vector<EventId> connects;
    std::vector<std::string> names(64);
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[EventId {i}];
        if (e.kind == EventKind::ClientCreated)
            names.at(e.client.value) = std::string(trace.text(e.text));
        if (e.kind == EventKind::ConnectStarted && e.at >= kStart + from && e.node.brokerId().isValid()
            && e.node == NodeId::broker(e.node.brokerId())
            && names.at(e.client.value).substr(0, client.size()) == client)
            connects.push_back(EventId {i});
    }
    return connects;
}

bool hasKind(const trace::Trace& trace, EventId event, EventKind kind)
{
    const auto chain = trace::causeChain(trace, event);
    return std::any_of(chain.begin(), chain.end(), [&](EventId id) { return trace[id].kind == kind; });
}

bool hasRequest(const trace::Trace& trace, EventId event, ApiKey api)
{
    const auto chain = trace::causeChain(trace, event);
    return std::any_of(chain.begin(), chain.end(), [&](EventId id) { return trace[id].api == api; });
}

void profileRows()
{
    QTest::addColumn<QString>("profile");
    for (const char* profile : {"java-2.1", "java-2.3", "java-2.8", "java-3.9"})
        QTest::newRow(profile) << profile;
}

} // namespace

class TestOpeningCauses : public QObject {
    Q_OBJECT

private slots:
    void aGroupsPartitionsComeFromItsCoordinator_data() { profileRows(); }
    void aGroupsPartitionsComeFromItsCoordinator()
    {
        QFETCH(QString, profile);
        for (const char* records : {"0", "5"}) { // positions to reset, and positions that were committed
            const trace::Trace trace = play(std::string(R"(
until: 40s
cluster: {brokers: 3, topics: {t4: {partitions: 3, records: )")
                    + records + R"(}}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, auto.offset.reset: earliest}, script: [subscribe: t4, poll: 12s, commit-sync, close]}
  - {name: d, kind: consumer, start: 20s, config: {group.id: g}, script: [subscribe: t4, poll: 5s, close]}
)",
                profile.toStdString());
            const auto connects = dataConnects(trace, ms(0));
            QVERIFY(connects.size() >= 4);
            for (const EventId connect : connects) {
                QVERIFY(hasRequest(trace, connect, ApiKey::OffsetFetch));
                QVERIFY(hasKind(trace, connect, EventKind::PartitionsAssigned));
                QVERIFY(hasKind(trace, connect, EventKind::CoordinatorFound));
            }
        }
    }

    void aRebalancedPartitionComesFromTheMemberThatLeft_data() { profileRows(); }
    void aRebalancedPartitionComesFromTheMemberThatLeft()
    {
        QFETCH(QString, profile);
        const trace::Trace trace = play(R"(
until: 120s
cluster: {brokers: 4, topics: {t4: {leaders: [0, 1, 2, 3]}}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: a, kind: consumer, config: {group.id: g}, script: [subscribe: t4, poll: 100s, close]}
  - {name: b, kind: consumer, config: {group.id: g}}
)",
            profile.toStdString());
        const auto connects = dataConnects(trace, std::chrono::seconds(100));
        QVERIFY(connects.size() >= 2);
        for (const EventId connect : connects) {
            for (const EventKind kind : {EventKind::PartitionsAssigned, EventKind::GroupRebalancing,
                     EventKind::MemberRemoved, EventKind::ClientCloseCalled})
                QVERIFY2(hasKind(trace, connect, kind), std::to_string(static_cast<int>(kind)).c_str());
        }
    }

    void aMovedLeaderIsFoundInTheMetadata_data()
    {
        QTest::addColumn<QString>("profile"); // 2.1 and 2.2 know broker 2 already: they ask any node for metadata
        for (const char* profile : {"java-2.3", "java-2.8", "java-3.9"})
            QTest::newRow(profile) << profile;
    }
    void aMovedLeaderIsFoundInTheMetadata()
    {
        QFETCH(QString, profile);
        const trace::Trace trace = play(R"(
until: 60s
cluster: {brokers: 3, topics: {t4: {leaders: [0], replication: 3}}}
clients:
  - {name: c, kind: consumer, script: [{assign: [t4-0]}, {poll: 50s}]}
actions:
  - {at: 20s, do: move-leader, partition: t4-0, broker: 2}
)",
            profile.toStdString());
        const auto connects = dataConnects(trace, std::chrono::seconds(20));
        QVERIFY(!connects.empty());
        const auto chain = trace::causeChain(trace, connects.front());
        // The refused FETCH of the old leader, then the metadata that name the new one: no fetch of before.
        const auto moved = std::find_if(
            chain.begin(), chain.end(), [&](EventId id) { return trace[id].kind == EventKind::MetadataUpdated; });
        QVERIFY(moved != chain.end());
        QVERIFY(trace[*moved].at >= kStart + std::chrono::seconds(20));
    }

    /// One partition's connection does not come from another partition's answer.
    void everyPartitionHasItsOwnStory()
    {
        const trace::Trace trace = play(R"(
until: 60s
cluster: {brokers: 3, topics: {t4: {leaders: [0, 1, 2]}}}
clients:
  - {name: c, kind: consumer, script: [{assign: [t4-0, t4-1, t4-2]}, {poll: 50s}]}
actions:
  - {at: 20s, do: reset-connection, connection: node = 1}
)",
            "java-3.9");
        const auto connects = dataConnects(trace, std::chrono::seconds(20));
        QVERIFY(!connects.empty());
        QCOMPARE(trace[connects.front()].node.value, 1);
        for (const EventId id : trace::causeChain(trace, connects.front())) {
            const Event& e = trace[id];
            if (e.api == ApiKey::Fetch)
                QCOMPARE(e.node.value, 1);
        }
        QVERIFY(hasKind(trace, connects.front(), EventKind::Action));
    }

    /// A member that subscribes anew joins because of that call.
    void aSubscriptionIsTheCauseOfItsJoin()
    {
        const trace::Trace trace = play(R"(
until: 60s
cluster: {brokers: 4, controller: 3, groups: {g: 3}, topics: {t4: {leaders: [0]}, t5: {leaders: [1]}, t6: {leaders: [2]}}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: a, kind: consumer, config: {group.id: g}, script: [subscribe: t4, poll: 10s, unsubscribe, wait: 5s, subscribe: t5, poll: 10s, subscribe: [t5, t6], poll: forever]}
)",
            "java-3.9");
        const auto calls = [&](Duration from, const char* words) {
            const auto connects = dataConnects(trace, from);
            const auto chain
                = connects.empty() ? std::vector<EventId> {} : trace::causeChain(trace, connects.front());
            return std::any_of(chain.begin(), chain.end(), [&](EventId id) {
                return trace[id].kind == EventKind::AppCall && trace.text(trace[id].text) == words;
            });
        };
        QVERIFY(calls(std::chrono::seconds(14), "subscribe(t5)"));
        QVERIFY(calls(std::chrono::seconds(24), "subscribe(t5,t6)"));
    }
};

QTEST_APPLESS_MAIN(TestOpeningCauses)
#include "tst_openingcauses.moc"
