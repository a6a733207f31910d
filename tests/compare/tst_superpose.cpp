// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs in one trace: nothing is lost, nothing is of the wrong run, and nothing comes before its cause.
#include "compare/superpose.h"
#include "support/playing.h"
#include "trace/life.h"
#include "trace/worldstate.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace connscope;
using compare::Clock;
using compare::Run;
using compare::Superposed;
using trace::Origin;
using trace::Trace;
using trace::Twofold;

namespace {

Trace play(const std::string& name, const std::vector<std::string>& settings = {}, const std::string& profile = {})
{
    sim::Options options;
    options.profile = profile;
    return test::play(test::shippedScenario(name, settings), options);
}

struct Both {
    Both(Trace a, Trace b, Clock clock = Clock::ByCause)
        : first(std::move(a))
        , second(std::move(b))
        , comparison(first, second)
        , times(comparison.alignment(), comparison.end(Run::First), comparison.end(Run::Second))
        , result(compare::superpose(comparison, times, clock))
    {
    }
    const Trace& of(int run) const { return run == 0 ? first : second; }

    Trace first;
    Trace second;
    compare::Comparison comparison;
    compare::TimeMap times;
    Superposed result;
};

void addPairs()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("profile");
    const auto row
        = [](const char* name, const char* first, const char* second, const char* setting, const char* profile) {
              QTest::newRow(name) << QString::fromLatin1(first) << QString::fromLatin1(second)
                                  << QString::fromLatin1(setting) << QString::fromLatin1(profile);
          };
    row("two configs", "09-nine-minutes-of-silence", "09-nine-minutes-of-silence",
        "cluster.connections.max.idle.ms=300000", "");
    row("a client's limit", "09-nine-minutes-of-silence", "09-nine-minutes-of-silence",
        "producer.connections.max.idle.ms=60000", "");
    row("two profiles", "13-three-kinds", "13-three-kinds", "", "java-2.1");
    row("course and code", "15-first-kind-abandoned", "15-first-kind-abandoned", "", "course");
    row("two scenarios", "13-three-kinds", "14-five-partitions-four-brokers", "", "");
}

Both pairOfRow()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QString, setting);
    QFETCH(QString, profile);
    return {play(first.toStdString()),
        play(second.toStdString(),
            setting.isEmpty() ? std::vector<std::string> {} : std::vector<std::string> {setting.toStdString()},
            profile.toStdString())};
}

} // namespace

class TestSuperpose : public QObject {
    Q_OBJECT

private slots:
    void aRunOverItselfIsThatRun()
    {
        for (const Clock clock : {Clock::ByCause, Clock::ByTime}) {
            const Both both(play("13-three-kinds"), play("13-three-kinds"), clock);
            QVERIFY(trace::equal(both.result.trace, both.first));
            QVERIFY(both.result.twofold.isSame());
            for (std::uint32_t c = 0; c < both.first.connectionCount(); ++c)
                QCOMPARE(both.result.twofold.origin(ConnectionId {c}), Origin::Both);
        }
    }

    void whatDiffersIsWhatTheComparisonSays_data() { addPairs(); }
    void whatDiffersIsWhatTheComparisonSays()
    {
        const Both both = pairOfRow();
        const Twofold& t = both.result.twofold;
        const auto& rows = both.comparison.connections();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto& pair = both.comparison.alignment().connections()[i];
            const bool differs = rows[i].isBoth() && rows[i].differs();
            for (std::uint32_t c = 0; c < t.connections.size(); ++c) {
                const ConnectionId id {c};
                if ((pair.first.isValid() && t.connectionIn[0][c] == pair.first)
                    || (pair.second.isValid() && t.connectionIn[1][c] == pair.second))
                    QCOMPARE(t.isOtherwise(id), differs);
            }
        }
    }

    void eachRunIsThereWholeAndOnce_data() { addPairs(); }
    void eachRunIsThereWholeAndOnce()
    {
        const Both both = pairOfRow();
        const Twofold& t = both.result.twofold;
        for (const int run : {0, 1}) {
            const auto r = static_cast<std::size_t>(run);
            std::vector<int> seen(both.of(run).size());
            for (std::uint32_t i = 0; i < both.result.trace.size(); ++i) {
                const EventId own = t.eventIn[r][i];
                QCOMPARE(own.isValid(), t.at[r][i] != kNever);
                if (!own.isValid())
                    continue;
                QCOMPARE(t.at[r][i], both.of(run)[own].at);
                QCOMPARE(both.result.trace[EventId {i}].kind, both.of(run)[own].kind);
                // The other half tells it again; in a list it stands once.
                seen[own.value] += t.isShown(EventId {i}) ? 1 : 0;
            }
            QCOMPARE(static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 1)), seen.size());
        }
    }

    void nothingComesBeforeItsCause_data() { addPairs(); }
    void nothingComesBeforeItsCause()
    {
        const Both both = pairOfRow();
        const Twofold& t = both.result.twofold;
        for (std::uint32_t i = 0; i < both.result.trace.size(); ++i) {
            const EventId cause = both.result.trace[EventId {i}].cause;
            const int run = t.events[i] == Origin::Second ? 1 : 0;
            const EventId own = t.eventIn[static_cast<std::size_t>(run)][i];
            const EventId ownCause = both.of(run)[own].cause;
            QCOMPARE(cause.isValid(), ownCause.isValid());
            if (!cause.isValid())
                continue;
            QVERIFY(cause.value < i);
            QCOMPARE(t.eventIn[static_cast<std::size_t>(run)][cause.value], ownCause);
        }
    }

    void aHalfLivesAsInItsRun_data() { addPairs(); }
    void aHalfLivesAsInItsRun()
    {
        const Both both = pairOfRow();
        const Twofold& t = both.result.twofold;
        std::map<std::uint32_t, trace::ConnectionLife> own[2];
        for (const int run : {0, 1}) {
            for (const trace::ConnectionLife& life : trace::connectionLives(both.of(run)))
                own[run][life.id.value] = life;
        }
        std::size_t halves = 0;
        for (const trace::ConnectionLife& life : trace::connectionLives(both.result.trace)) {
            const Origin origin = t.origin(life.id);
            for (const int run : {0, 1}) {
                if (origin != Origin::Both && (origin == Origin::First) != (run == 0))
                    continue;
                const ConnectionId id = t.connectionIn[static_cast<std::size_t>(run)][life.id.value];
                QVERIFY(id.isValid());
                const trace::ConnectionLife& then = own[run].at(id.value);
                QCOMPARE(life.closer, then.closer);
                QCOMPARE(life.closeRule, then.closeRule);
                QCOMPARE(life.role, then.role);
                QCOMPARE(life.node, then.node);
                QCOMPARE(life.traffic.requests, then.traffic.requests);
                QCOMPARE(life.closed.has_value(), then.closed.has_value());
            }
            halves += t.half(life.id).isValid() ? 1U : 0U;
            if (t.half(life.id).isValid())
                QCOMPARE(t.half(t.half(life.id)), life.id);
        }
        QVERIFY(halves > 0);
    }

    void whatASettingDoesNotReachIsThereOnce()
    {
        // Nobody else's connections have anything to do with how long the producer keeps its own.
        const Both both(play("13-three-kinds"), play("13-three-kinds", {"consumer-1.connections.max.idle.ms=60000"}));
        const Twofold& t = both.result.twofold;
        const auto same = std::count(t.connections.begin(), t.connections.end(), Origin::Both);
        QVERIFY(same + std::count(t.connections.begin(), t.connections.end(), Origin::First) > 0);
        for (std::uint32_t i = 0; i < both.result.trace.size(); ++i) {
            const trace::Event& e = both.result.trace[EventId {i}];
            if (e.connection.isValid() && t.origin(e.connection) == Origin::Both)
                QCOMPARE(t.events[i], Origin::Both);
        }
    }

    void aBrokersLimitOfTheSecondIsNotTheFirsts()
    {
        const Both both(play("09-nine-minutes-of-silence"),
            play("09-nine-minutes-of-silence", {"cluster.connections.max.idle.ms=300000"}));
        trace::WorldState world(both.result.trace);
        for (std::uint32_t i = 0; i < both.result.trace.size(); ++i)
            world.apply(EventId {i});
        for (const auto& [id, broker] : world.brokers()) {
            QCOMPARE(broker.idleLimitMs.value_or(0), std::int64_t {600'000});
            QCOMPARE(both.result.twofold.secondIdleMs.at(id), std::int64_t {300'000});
        }
    }

    void byTimeEachEventStandsAtItsOwnInstant()
    {
        const Both both(play("09-nine-minutes-of-silence"),
            play("09-nine-minutes-of-silence", {"producer.connections.max.idle.ms=60000"}), Clock::ByTime);
        const Twofold& t = both.result.twofold;
        for (std::uint32_t i = 0; i < both.result.trace.size(); ++i) {
            const auto run = t.events[i] == Origin::Second ? 1U : 0U;
            QCOMPARE(both.result.trace[EventId {i}].at, t.at[run][i]);
            if (t.events[i] == Origin::Both)
                QCOMPARE(t.at[0][i], t.at[1][i]);
        }
    }

    /// What a broker closes earlier shifts what follows by cause, but ten minutes are ten minutes.
    void runsOfOneLengthEndTogether()
    {
        for (const Clock clock : {Clock::ByCause, Clock::ByTime}) {
            const Trace first = play("10-broker-closes-first");
            const Trace second = play("10-broker-closes-first", {"cluster.connections.max.idle.ms=40000"});
            const Instant end = kStart + std::chrono::seconds(390);
            compare::Options options;
            options.end[0] = options.end[1] = end;
            const compare::Comparison comparison(first, second, options);
            const compare::TimeMap times(comparison.alignment(), end, end);
            const Superposed both = compare::superpose(comparison, times, clock);
            QCOMPARE(both.until, end);
            QCOMPARE(both.twofold.toSecond(end), end);
            for (const Origin run : {Origin::First, Origin::Second})
                QVERIFY(!both.twofold.isOver(run, both.until));
        }
    }

    void theShorterRunIsOverBeforeTheOther()
    {
        for (const Clock clock : {Clock::ByCause, Clock::ByTime}) {
            const Both both(play("13-three-kinds"), play("14-five-partitions-four-brokers"), clock);
            const Twofold& t = both.result.twofold;
            QCOMPARE(both.result.until, both.comparison.end(Run::First));
            QVERIFY(t.isOver(Origin::Second, both.result.until));
            QVERIFY(!t.isOver(Origin::First, both.result.until));
            QVERIFY(!t.isOver(Origin::Both, both.result.until));
            for (std::uint32_t i = 0; i < both.result.trace.size(); ++i)
                QVERIFY(!t.isOver(t.events[i], both.result.trace[EventId {i}].at));
            if (clock == Clock::ByTime)
                QCOMPARE(t.end[1], both.comparison.end(Run::Second));
        }
    }

    void theSecondsClockMeetsWhereItsEventsStand()
    {
        const Both both(play("09-nine-minutes-of-silence"),
            play("09-nine-minutes-of-silence", {"producer.connections.max.idle.ms=60000"}));
        const Twofold& t = both.result.twofold;
        std::size_t met = 0;
        for (std::uint32_t i = 0; i < both.result.trace.size(); ++i) {
            if (t.events[i] == Origin::Second && t.half(EventId {i}).isValid())
                met += t.toSecond(both.result.trace[EventId {i}].at) == t.at[1][i] ? 1U : 0U;
        }
        QVERIFY(met > 20);
    }
};

QTEST_GUILESS_MAIN(TestSuperpose)
#include "tst_superpose.moc"
