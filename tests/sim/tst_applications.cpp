// SPDX-License-Identifier: GPL-3.0-or-later
// What an application does beside its calls, or refuses to decide, is the client's own story: a heartbeat thread that polls
// while the application is busy, a send that wants no answer, a position that nobody sets, a subscription that is large.
#include "analysis/clientlog.h"
#include "client/subscriptions.h"
#include "support/playing.h"
#include "trace/causes.h"
#include "trace/index.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace connscope;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

namespace {

trace::Trace play(const std::string& yaml, const std::string& profile = "java-3.9", std::uint64_t seed = 1)
{
    sim::Options options;
    options.profile = profile;
    options.seed = seed;
    return test::play(test::scenarioOf(yaml), options);
}

template <typename Predicate>
std::size_t count(const trace::Trace& trace, Predicate&& predicate)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < trace.size(); ++i)
        n += predicate(trace[EventId {static_cast<std::uint32_t>(i)}]) ? 1U : 0U;
    return n;
}

std::size_t count(const trace::Trace& trace, EventKind kind, ApiKey api)
{
    return count(trace, [&](const Event& e) { return e.kind == kind && e.api == api; });
}

const std::string kBusyMembers = R"(
until: 250s
cluster: {brokers: 6, topics: {t4: 6}, config: {connections.max.idle.ms: 30000}}
clients:
  - kind: consumer
    count: 3
    bootstrap: all
    config: {group.id: test}
    script: [{subscribe: t4}, {poll: 10s}, {wait: 230s}, {poll: 5s}]
)";

/// Sent without an answer: ten records in ten seconds.
const std::string kSilent = R"(
until: 20s
clients:
  - kind: producer
    config: {acks: 0, enable.idempotence: false}
    script: [{wait: 1s}, {send: {topic: t4, every: 1s, rounds: 10}}]
)";

} // namespace

class TestApplications : public QObject {
    Q_OBJECT

private slots:
    void aBusyMemberLosesNothing_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("seed");
        for (const char* profile : {"java-2.1", "java-2.2", "java-2.8", "java-3.9"}) {
            for (const int seed : {1, 3})
                QTest::addRow("%s, seed %d", profile, seed) << QString::fromLatin1(profile) << seed;
        }
    }
    /// Idle connections go, metadata are asked for and answered, and not one heartbeat waits for the next heartbeat's time.
    void aBusyMemberLosesNothing()
    {
        QFETCH(QString, profile);
        QFETCH(int, seed);
        const trace::Trace trace = play(kBusyMembers, profile.toStdString(), static_cast<std::uint64_t>(seed));
        QCOMPARE(count(trace, [](const Event& e) { return e.rule == RuleId::SessionTimeout; }), 0U);
        QVERIFY(count(trace, EventKind::RequestSent, ApiKey::Heartbeat) > 100);
        // The thread polls every 100 ms: what waits in the client goes with the next poll, or the one after the answer to it.
        std::map<std::uint32_t, Instant> connected;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[EventId {static_cast<std::uint32_t>(i)}];
            if (e.kind == EventKind::Connected)
                connected[e.connection.value] = e.at;
            if (e.kind != EventKind::RequestSent || e.api != ApiKey::ApiVersions)
                continue;
            const Duration waited = e.at - connected.at(e.connection.value);
            QVERIFY2(waited <= ms(101), std::to_string(toMs(waited)).c_str());
        }
    }

    /// AbstractCoordinator.HeartbeatThread#run waits retry.backoff.ms between two looks: what is due in between is late. A
    /// poll() wakes it (#pollHeartbeat), and every beat is on time.
    void aBusyMembersHeartbeatsAreOnTheThreadsRounds()
    {
        const std::string yaml = R"(
until: 60s
cluster: {groups: {g: 0}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, heartbeat.interval.ms: 250, session.timeout.ms: 10000}, script: [{subscribe: t4}, {poll: 10s}, {wait: 20s}, {poll: 10s}]}
)";
        const trace::Trace trace = play(yaml);
        std::vector<Instant> beats;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[EventId {static_cast<std::uint32_t>(i)}];
            if (e.kind == EventKind::RequestSent && e.api == ApiKey::Heartbeat)
                beats.push_back(e.at);
        }
        int polling = 0;
        int busy = 0;
        for (std::size_t i = 1; i < beats.size(); ++i) {
            const Duration gap = beats[i] - beats[i - 1];
            const Duration since = beats[i] - kStart;
            if (since > std::chrono::seconds(5) && since < std::chrono::seconds(9)) {
                ++polling;
                QVERIFY2(gap >= ms(250) && gap < ms(252), std::to_string(toMs(gap)).c_str());
            } else if (since > std::chrono::seconds(12) && since < std::chrono::seconds(28)) {
                ++busy;
                QCOMPARE(toMs(gap), 300.0);
            }
        }
        QVERIFY(polling >= 14);
        QVERIFY(busy >= 50);
    }

    /// wait(0) has no end: a busy member with retry.backoff.ms=0 sends no heartbeat and is removed.
    void withoutAPauseTheHeartbeatThreadSleepsForEver()
    {
        const std::string yaml = R"(
until: 60s
cluster: {groups: {g: 0}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, retry.backoff.ms: 0, heartbeat.interval.ms: 1000, session.timeout.ms: 10000}, script: [{subscribe: t4}, {poll: 10s}, {wait: 30s}, {poll: 10s}]}
)";
        const trace::Trace trace = play(yaml);
        const auto during = [](std::int64_t from, std::int64_t to) {
            return [=](const Event& e) {
                return e.kind == EventKind::RequestSent && e.api == ApiKey::Heartbeat
                    && e.at > kStart + std::chrono::seconds(from) && e.at < kStart + std::chrono::seconds(to);
            };
        };
        QVERIFY(count(trace, during(0, 10)) >= 6U);
        QCOMPARE(count(trace, during(10, 40)), 0U);
        QCOMPARE(count(trace,
                     [](const Event& e) {
                         return e.kind == EventKind::MemberRemoved && e.at < kStart + std::chrono::seconds(40);
                     }),
            1U);
    }

    /// AbstractCoordinator#ensureCoordinatorReady waits for metadata no longer than the poll() lasts; the next one asks again.
    void aLookupThatFailedIsRepeatedInTheNextPoll()
    {
        const std::string yaml = R"(
until: 110s
cluster: {brokers: 3, topics: {t4: 3}, groups: {g: 2}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, start: 5s, config: {group.id: g}}
actions:
  - {at: 1s, do: pause-broker, broker: 0, for: 79s}
)";
        for (const char* profile : {"java-2.1", "java-2.8", "java-3.9"}) {
            const trace::Trace trace = play(yaml, profile);
            const std::size_t queued = count(trace, [](const Event& e) {
                return e.api == ApiKey::FindCoordinator
                    && (e.kind == EventKind::RequestQueued || e.kind == EventKind::RequestSent)
                    && e.at < kStart + std::chrono::seconds(78);
            });
            QVERIFY2(queued >= 2U, profile);
        }
    }

    void aRequestWithoutAnswerIsDoneWhenItIsWritten()
    {
        for (const char* profile : {"course", "java-2.1", "java-3.9"}) {
            const trace::Trace trace = play(kSilent, profile);
            std::size_t produced = 0;
            for (std::size_t i = 0; i < trace.size(); ++i) {
                const Event& e = trace[EventId {static_cast<std::uint32_t>(i)}];
                if (e.kind == EventKind::RequestSent && e.api == ApiKey::Produce) {
                    ++produced;
                    QCOMPARE(e.rule, RuleId::SilentRequest);
                } else if (e.kind == EventKind::RecordsDelivered) {
                    QCOMPARE(e.rule, RuleId::SilentRequest);
                }
            }
            QCOMPARE(produced, 30U); // three partitions, ten rounds
            const trace::Index index(trace);
            index.at(kStart + std::chrono::seconds(15))
                .forEachConnection(
                    [](ConnectionId, const trace::ConnectionState& c) { QCOMPARE(c.inFlight, std::uint16_t {0}); });
        }
    }

    void commitSyncEndsWithItsTime()
    {
        const std::string yaml = R"(
until: 120s
cluster: {groups: {g: 0}, config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {name: c, kind: consumer, config: {group.id: g, default.api.timeout.ms: 7000}, script: [{subscribe: t4}, {poll: 10s}, commit-sync, {close: {timeout: 5s}}]}
actions:
  - {at: 9s, do: pause-broker, broker: 0}
)";
        const trace::Trace trace = play(yaml);
        bool returned = false;
        bool closed = false;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[EventId {static_cast<std::uint32_t>(i)}];
            if (e.kind == EventKind::AppReturn && trace.text(e.text) == "commitSync()") {
                returned = true;
                QCOMPARE(toMs(e.at - kStart), std::int64_t {17'000});
                QCOMPARE(e.value, static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
            }
            closed = closed || e.kind == EventKind::ClientClosed;
        }
        QVERIFY(returned && closed);
    }

    /// A call that waited comes back because of what came: Why? leads through that answer to who asked.
    void aCallThatWaitedReturnsBecauseOfTheAnswer()
    {
        constexpr const char* kCommit = R"(
until: 30s
cluster: {groups: {g: 0}}
clients: [{name: c, kind: consumer, config: {group.id: g}, script: [{subscribe: t4}, {poll: 10s}, commit-sync]}]
)";
        std::size_t waited = 0;
        std::set<std::string> calls;
        for (const std::string& yaml : {std::string(), std::string(kCommit)}) {
            const trace::Trace trace
                = yaml.empty() ? test::play(test::shippedScenario("28-transactional-producer")) : play(yaml);
            std::map<std::string, Instant> called;
            for (std::size_t i = 0; i < trace.size(); ++i) {
                const EventId id {static_cast<std::uint32_t>(i)};
                const Event& e = trace[id];
                const std::string text(trace.text(e.text));
                if (e.kind == EventKind::AppCall)
                    called[text] = e.at;
                if (e.kind != EventKind::AppReturn || e.value != 0)
                    continue;
                const std::vector<EventId> chain = trace::causeChain(trace, id);
                QVERIFY(trace::isRootRule(trace[chain.back()].rule));
                if (called.contains(text) && called[text] == e.at) // it had not to wait
                    continue;
                ++waited;
                calls.insert(text);
                QVERIFY2(std::any_of(chain.begin(), chain.end(),
                             [&](EventId c) {
                                 return trace[c].kind == EventKind::ResponseReceived && trace[c].at == e.at;
                             }),
                    text.c_str());
                QVERIFY(e.rule != RuleId::ApplicationCall);
            }
        }
        QVERIFY(waited > 4);
        for (const char* call : {"initTransactions()", "commitTransaction()", "flush()", "commitSync()"})
            QVERIFY2(calls.contains(call), call);
    }

    void heartbeatsWithoutAnIntervalEnd()
    {
        const trace::Trace trace = play(R"(
until: 2s
cluster: {config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {kind: consumer, config: {group.id: g, heartbeat.interval.ms: 0}}
)");
        const std::size_t beats = count(trace, EventKind::RequestSent, ApiKey::Heartbeat);
        QVERIFY2(beats > 100 && beats <= 2000, std::to_string(beats).c_str());
    }

    void withoutAResetPolicyPollThrows()
    {
        const std::string yaml = R"(
until: 10s
cluster: {config: {group.initial.rebalance.delay.ms: 0}}
clients:
  - {kind: consumer, config: {group.id: g, auto.offset.reset: none}}
)";
        const trace::Trace trace = play(yaml);
        QCOMPARE(count(trace, EventKind::RequestSent, ApiKey::OffsetFetch), 1U);
        QCOMPARE(count(trace, EventKind::RequestSent, ApiKey::ListOffsets), 0U);
        QCOMPARE(count(trace, EventKind::RequestSent, ApiKey::Fetch), 0U);
        std::string text;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[EventId {static_cast<std::uint32_t>(i)}];
            if (e.kind == EventKind::AppReturn && e.rule == RuleId::NoResetPolicy) {
                QVERIFY(text.empty());
                text = trace.text(e.text);
                QVERIFY(trace[e.cause].kind == EventKind::ResponseReceived);
                QVERIFY(trace[e.cause].api == ApiKey::OffsetFetch);
            }
        }
        QCOMPARE(text, std::string("NoOffsetForPartitionException from poll(200ms)"));
    }

    /// NetworkClient#handleTimedOutConnections and #handleTimedOutRequests tell the metadata updater, which warns.
    void everyEndOfABootstrapConnectionIsWarnedOf()
    {
        const std::string unreachable = R"(
until: 200s
clients:
  - {kind: producer, script: [{wait: 1s}, {send: {topic: t4, every: 2s, rounds: forever}}]}
actions:
  - {at: 0s, do: drop-syn, broker: 0}
)";
        const std::string frozen = R"(
until: 100s
clients:
  - {kind: producer, script: [{wait: 1s}, {send: {topic: t4, every: 2s, rounds: forever}}]}
actions:
  - {at: 0s, do: pause-broker, broker: 0}
)";
        for (const char* profile : {"java-2.8", "java-3.9"}) {
            for (const std::string& yaml : {unreachable, frozen}) {
                const trace::Trace trace = play(yaml, profile);
                const std::size_t ends = count(trace, [](const Event& e) {
                    return (e.kind == EventKind::ConnectFailed || e.kind == EventKind::Disconnected)
                        && e.node.isBootstrap()
                        && (e.rule == RuleId::ConnectionSetupTimeout || e.rule == RuleId::RequestTimeout);
                });
                QVERIFY(ends > 0);
                std::string log;
                analysis::TextSink sink([&log](std::string_view piece) {
                    log += piece;
                    return true;
                });
                QVERIFY(analysis::writeClientLog(trace, sink));
                sink.flush();
                std::size_t warned = 0;
                for (std::size_t at = log.find("Bootstrap broker"); at != std::string::npos;
                     at = log.find("Bootstrap broker", at + 1))
                    ++warned;
                QCOMPARE(warned, ends);
            }
        }
    }

    /// Ten thousand partitions take ten times the events of a thousand, and each is looked up at once.
    void aLargeSubscriptionIsFoundAtOnce()
    {
        client::Subscriptions subscriptions;
        std::vector<protocol::TopicPartition> ids;
        ids.reserve(20'000);
        for (int i = 0; i < 20'000; ++i)
            ids.push_back({"t4", i});
        subscriptions.assign(ids, false, EventId {0});
        for (int i = 0; i < 20'000; ++i)
            QCOMPARE(subscriptions.find({"t4", i})->id.partition, i);
        QVERIFY(subscriptions.find({"t4", 20'000}) == nullptr);
        QVERIFY(subscriptions.find({"t5", 0}) == nullptr);
        subscriptions.find({"t4", 7})->offset = 42;
        ids.resize(100);
        subscriptions.assign(ids, true, EventId {0});
        QCOMPARE(subscriptions.find({"t4", 7})->offset, std::int64_t {42});
        QVERIFY(subscriptions.find({"t4", 100}) == nullptr);
        subscriptions.clearPartitions();
        QVERIFY(subscriptions.find({"t4", 7}) == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestApplications)
#include "tst_applications.moc"
