// SPDX-License-Identifier: GPL-3.0-or-later
// Clients whose world refuses them, on every profile: none asks again before its pause is over.
#include "support/playing.h"
#include "support/requestrates.h"

#include <QTest>

#include <string>

using namespace connscope;
using test::play;
using trace::EventKind;

namespace {

struct Row {
    const char* name;
    const char* yaml;
};

constexpr Row kRows[] {
    {"the coordinator's connection is reset", R"(
until: 15s
cluster: {config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: test}}
actions:
  - {at: 10s, do: reset-connection, connection: "role = coordinator"}
)"},
    {"the coordinator is dead and the cluster does not know it", R"(
until: 60s
cluster: {brokers: 3, config: {group.initial.rebalance.delay.ms: 0}, groups: {g: 2}, topics: {t4: {partitions: 2, leaders: [0, 1]}}, failure-detection: 20s}
clients:
  - {name: c, kind: consumer, config: {group.id: g}}
actions:
  - {at: 10s, do: kill-broker, broker: 2}
)"},
    {"every connection is idle at once", R"(
until: 5s
cluster: {config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: test, connections.max.idle.ms: 0}}
)"},
    {"the session timeout is refused", R"(
until: 5s
clients:
  - {name: c, kind: consumer, config: {group.id: g, session.timeout.ms: 1000, heartbeat.interval.ms: 300}}
)"},
    {"a broker dies under everyone", R"(
until: 90s
cluster: {brokers: 3, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g}}
  - {name: a, kind: consumer, script: [{assign: [t4-0, t4-1, t4-2]}, poll]}
  - {name: p, kind: producer, script: [{send: {topic: t4, every: 500ms, rounds: forever}}]}
actions:
  - {at: 20s, do: kill-broker, broker: 1}
  - {at: 60s, do: start-broker, broker: 1}
)"},
    {"nobody listens", R"(
until: 30s
cluster: {brokers: 3}
clients:
  - {name: c, kind: consumer, config: {group.id: g}}
  - {name: a, kind: consumer, script: [{assign: [t4-0]}, poll]}
  - {name: i, kind: producer, config: {enable.idempotence: true}, script: [{send: {topic: t4, partition: 0}}]}
actions:
  - {at: 0, do: kill-broker, broker: 0}
  - {at: 0, do: kill-broker, broker: 1}
  - {at: 0, do: kill-broker, broker: 2}
)"},
    {"a member is back after max.poll.interval.ms", R"(
until: 20m
cluster: {config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - kind: consumer
    config: {group.id: g}
    script: [{subscribe: t4}, {poll: 5s}, {wait: 15m}, poll]
)"},
};

} // namespace

class TestRetries : public QObject {
    Q_OBJECT

    static void profileRows()
    {
        QTest::addColumn<QString>("profile");
        for (const client::Profile& profile : client::profiles())
            QTest::newRow(profile.name.c_str()) << QString::fromStdString(profile.name);
    }

private slots:
    void nobodyForgetsItsPause_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("profile");
        for (const Row& row : kRows) {
            for (const client::Profile& profile : client::profiles())
                QTest::newRow((std::string(row.name) + ", " + profile.name).c_str())
                    << QString(row.yaml) << QString::fromStdString(profile.name);
        }
    }
    void nobodyForgetsItsPause()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, profile);
        const trace::Trace trace = play(yaml.toStdString(), profile.toStdString());
        const std::string storm = test::tooManyInASecond(trace);
        QVERIFY2(storm.empty(), storm.c_str());
    }

    // The leader names a replica that a client's old metadata lack: from 3.3.2 on the client asks for new ones at once.
    void aFollowerThatCameBackIsFetchedFromAgain_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::newRow("3.9") << "java-3.9";
        QTest::newRow("4.0") << "java-4.0";
    }
    void aFollowerThatCameBackIsFetchedFromAgain()
    {
        QFETCH(QString, profile);
        const trace::Trace trace = play(R"(
until: 2m
cluster:
  brokers: {count: 3, racks: [a, b, c]}
  config: {replica.selector.class: org.apache.kafka.common.replica.RackAwareReplicaSelector, group.initial.rebalance.delay.ms: 0}
  topics: {t4: {partitions: 3, replication: 3}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, client.rack: b}}
actions:
  - {at: 30s, do: kill-broker, broker: 1}
  - {at: 60s, do: start-broker, broker: 1}
)",
            profile.toStdString());
        int late = 0;
        int fromFollower = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.kind != EventKind::RequestSent || e.api != ApiKey::Fetch || e.at < kStart + ms(70'000))
                continue;
            ++late;
            fromFollower += e.broker == BrokerId {1} ? 1 : 0;
        }
        QVERIFY2(fromFollower > 50, std::to_string(fromFollower).c_str());
        QVERIFY2(
            late < 400, std::to_string(late).c_str()); // 50 s of long polls of 500 ms, from three brokers at the most
    }
};

QTEST_GUILESS_MAIN(TestRetries)
#include "tst_retries.moc"
