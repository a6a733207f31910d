// SPDX-License-Identifier: GPL-3.0-or-later
// A consumer whose partition gets another leader asks the new one, and not the old, whether it has the epoch of what was read
// (KIP-320; SubscriptionState#maybeValidatePositionForCurrentLeader). A position that LIST_OFFSETS gave has no epoch.
#include "support/playing.h"

#include <QTest>

#include <string>
#include <vector>

using namespace connscope;
using trace::Event;
using trace::EventKind;

namespace {

/// What is sent from the move of t4-0 (broker 0 to broker 1, at 20 s) to one second later: "API node", heartbeats aside.
std::vector<std::string> sentAfterTheMove(const std::string& profile, const char* reset, Instant* connected)
{
    const trace::Trace trace = test::play(std::string(R"(
until: 21s
cluster: {version: 2.8, brokers: 4, controller: 3, groups: {g: 3}, topics: {t4: {leaders: [0], replicas: [[0,1,2]], records: 5}}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, bootstrap.servers: "localhost:9095", auto.offset.reset: )")
            + reset + R"(}}
actions:
  - {at: 20s, do: move-leader, partition: t4-0, broker: 1}
)",
        profile);
    std::vector<std::string> sent;
    *connected = kNever;
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[EventId {i}];
        if (e.at < kStart + std::chrono::seconds(20))
            continue;
        if (e.kind == EventKind::ConnectStarted && *connected == kNever)
            *connected = e.at;
        if (e.kind != EventKind::RequestSent || e.node.brokerId().value < 0 || e.api == ApiKey::Metadata
            || e.api == ApiKey::Heartbeat || e.api == ApiKey::OffsetCommit || e.api == ApiKey::ApiVersions)
            continue;
        const std::string words = std::string(apiName(e.api)) + ' ' + std::to_string(e.node.value);
        if (sent.empty() || sent.back() != words)
            sent.push_back(words);
    }
    return sent;
}

} // namespace

class TestLeaderEpochs : public QObject {
    Q_OBJECT

private slots:
    void theNewLeaderIsAsked_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.3", "java-2.8", "java-3.9"})
            QTest::newRow(profile) << profile;
    }
    void theNewLeaderIsAsked()
    {
        QFETCH(QString, profile);
        Instant connected = kNever;
        const bool validates = profile != "java-2.1";
        const std::vector<std::string> read = sentAfterTheMove(profile.toStdString(), "earliest", &connected);
        QCOMPARE(read,
            validates ? (std::vector<std::string> {"FETCH 0", "OFFSET_FOR_LEADER_EPOCH 1", "FETCH 1"})
                      : (std::vector<std::string> {"FETCH 0", "FETCH 1"}));
        // As soon as the metadata name it.
        QVERIFY(connected < kStart + std::chrono::seconds(20) + ms(5));
        const std::vector<std::string> listed = sentAfterTheMove(profile.toStdString(), "latest", &connected);
        QCOMPARE(listed, (std::vector<std::string> {"FETCH 0", "FETCH 1"}));
        QVERIFY(connected < kStart + std::chrono::seconds(20) + ms(5));
    }
};

QTEST_APPLESS_MAIN(TestLeaderEpochs)
#include "tst_leaderepochs.moc"
