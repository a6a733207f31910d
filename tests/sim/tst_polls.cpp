// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/playing.h"

#include <QTest>

#include <atomic>
#include <set>
#include <string>

using namespace connscope;
using trace::EventKind;

namespace {

trace::Trace play(const std::string& yaml, const std::string& profile, sim::Statistics& statistics)
{
    sim::Options options;
    options.profile = profile;
    return test::play(test::scenarioOf(yaml), options, &statistics);
}

/// Consumers of one group, of which one has something to read.
trace::Trace run(int count, const std::string& until, const std::string& profile, sim::Statistics& statistics)
{
    return play("connscope: 1\nuntil: " + until
            + "\ncluster: {topics: {t4: 1}}\nclients:\n  - {name: c, kind: consumer, count: " + std::to_string(count)
            + ", stagger: 1ms, config: {group.id: test, connections.max.idle.ms: 20000}}\n",
        profile, statistics);
}

} // namespace

class TestPolls : public QObject {
    Q_OBJECT

private slots:
    void allOfThemAreInOneGeneration()
    {
        sim::Statistics statistics;
        const trace::Trace trace = run(500, "20s", "java-3.9", statistics);
        std::set<std::int64_t> generations;
        int joined = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind != EventKind::GroupJoined)
                continue;
            generations.insert(trace[i].value);
            ++joined;
        }
        QCOMPARE(joined, 500);
        QCOMPARE(generations, std::set<std::int64_t> {1});
    }
    // send() in a loop without pauses, where each call comes back at the same instant, in Java spins as well; here it must
    // be possible to end it.
    void aLoopInWhichNoTimePassesEndsAtTheLimits_data()
    {
        QTest::addColumn<QString>("client");
        QTest::newRow("acks=0 is done when it is written") << "{kind: producer, config: {acks: 0, linger.ms: 0, "
                                                              "enable.idempotence: false}, script: [{send: {rounds: "
                                                              "forever, sync: true}}]}";
        QTest::newRow("no metadata, and no patience for them")
            << "{kind: producer, config: {bootstrap.servers: \"localhost:1\", max.block.ms: 0}, script: [{send: "
               "{rounds: "
               "forever, sync: true}}]}";
        QTest::newRow("no backoff between two attempts")
            << "{kind: consumer, config: {group.id: g, retry.backoff.ms: 0, reconnect.backoff.ms: 0, "
               "bootstrap.servers: "
               "\"localhost:1\"}}";
        QTest::newRow("an admin client without a backoff")
            << "{kind: admin, config: {retry.backoff.ms: 0, reconnect.backoff.ms: 0, bootstrap.servers: "
               "\"localhost:1\"}, "
               "script: [describe-cluster]}";
    }
    void aLoopInWhichNoTimePassesEndsAtTheLimits()
    {
        QFETCH(QString, client);
        const std::string yaml
            = "connscope: 1\nuntil: 100d\nmax-events: 1000\nclients: [" + client.toStdString() + "]\n";
        for (const char* profile : {"java-2.1", "java-2.8", "java-3.9"}) {
            sim::Statistics statistics;
            const trace::Trace trace = play(yaml, profile, statistics);
            QVERIFY(statistics.stoppedEarly);
            QVERIFY(trace.size() < 1'000 + 100'000);
        }
        // Where max-events is far away, a person's wish to end it is heard.
        const std::atomic<bool> cancel = true;
        sim::Options options;
        options.cancel = &cancel;
        options.maxEvents = 1'000'000'000;
        const trace::Trace trace = test::play(test::scenarioOf(yaml), options);
        QVERIFY(trace.text(trace[trace.size() - 1].text).starts_with("stopped by request"));
    }
    // A member without partitions has a heartbeat every three seconds and a commit every five, each with an answer.
    void aMemberWithNothingToReadIsPolledForItsHeartbeatsAlone()
    {
        sim::Statistics early;
        sim::Statistics late;
        run(100, "20s", "java-3.9", early);
        run(100, "80s", "java-3.9", late);
        const std::uint64_t each = (late.polls - early.polls) / 100;
        QVERIFY2(each >= 20 && each < 200, std::to_string(each).c_str());
    }
    void itsIdleConnectionIsClosedByTheRoundAfterTheLimit_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.8", "java-4.0"})
            QTest::newRow(profile) << profile;
    }
    void itsIdleConnectionIsClosedByTheRoundAfterTheLimit()
    {
        QFETCH(QString, profile);
        sim::Statistics statistics;
        const trace::Trace trace = run(20, "60s", profile.toStdString(), statistics);
        int expired = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind != EventKind::IdleExpired || !trace[i].node.isBootstrap())
                continue;
            ++expired;
            const Duration idle {trace[i].value};
            QVERIFY2(idle > ms(20'000) && idle <= ms(20'100), formatDuration(idle).c_str());
        }
        QCOMPARE(expired, 20);
    }

    // The connection is dead and nobody says so; the Sender sleeps in its select.
    void aRequestWithoutAnswerIsGivenUpAfterRequestTimeout_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.2", "java-2.8", "java-3.9", "java-4.0"})
            QTest::newRow(profile) << profile;
    }
    void aRequestWithoutAnswerIsGivenUpAfterRequestTimeout()
    {
        QFETCH(QString, profile);
        sim::Statistics statistics;
        const trace::Trace trace = play("connscope: 1\n"
                                        "until: 10m\n"
                                        "cluster: {topics: {t4: 1}}\n"
                                        "network: {middlebox: {idle: 60s, answers: silence}}\n"
                                        "clients:\n"
                                        "  - kind: producer\n"
                                        "    config: {metadata.max.age.ms: 3600000}\n"
                                        "    script: [{send: {topic: t4, every: 2m, rounds: 4, sync: true}}]\n",
            profile.toStdString(), statistics);
        int timedOut = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            // Others went out while the select was under way already, and are looked at when the next one ends.
            if (trace[i].kind != EventKind::RequestTimedOut || trace[i].api != ApiKey::Produce)
                continue;
            ++timedOut;
            const Duration waited {trace[i].value};
            QVERIFY2(waited > ms(30'000) && waited <= ms(30'010), formatDuration(waited).c_str());
        }
        QVERIFY(timedOut >= 2);
    }

    // Longer than every limit that a member has: session, poll interval, delivery, metadata.
    void aClusterThatIsGoneIsAskedForWithPauses_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.2", "java-2.8", "java-3.9", "java-4.0"})
            QTest::newRow(profile) << profile;
    }
    void aClusterThatIsGoneIsAskedForWithPauses()
    {
        QFETCH(QString, profile);
        sim::Statistics statistics;
        play("connscope: 1\n"
             "until: 15m\n"
             "clients:\n"
             "  - {kind: producer, script: [{send: {topic: t4, every: 10s, rounds: forever}}]}\n"
             "  - {kind: consumer, config: {group.id: g}}\n"
             "  - {name: slow, kind: consumer, config: {group.id: g}, script: [{subscribe: t4}, "
             "{poll: {timeout: 1s, processing: 400s}}]}\n"
             "actions:\n"
             "  - {at: 10s, do: kill-broker, broker: 1}\n"
             "  - {at: 20s, do: kill-broker, broker: 0}\n"
             "  - {at: 40s, do: kill-broker, broker: 2}\n",
            profile.toStdString(), statistics);
        // Three clients, fifteen minutes, a turn every fifty milliseconds at most, and what each brings about.
        QVERIFY2(
            !statistics.stoppedEarly && statistics.polls < 3 * 900 * 40, std::to_string(statistics.polls).c_str());
    }
};

QTEST_APPLESS_MAIN(TestPolls)
#include "tst_polls.moc"
