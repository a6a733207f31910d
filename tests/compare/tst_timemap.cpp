// SPDX-License-Identifier: GPL-3.0-or-later
// Which instant of one run is which of the other.
#include "compare/timemap.h"
#include "support/playing.h"

#include <QTest>

#include <string>

using namespace connscope;
using compare::Alignment;
using compare::Run;
using compare::TimeMap;
using test::play;
using trace::Trace;

namespace {

scenario::Scenario producerThatStartsAt(const std::string& start)
{
    return test::scenarioOf("until: 10m\ncluster: {brokers: 3, topics: {t: 3}}\n"
                            "clients:\n  - kind: producer\n    start: "
        + start + "\n    script: [{send: {topic: t, rounds: 5, every: 2s}}, close]\n");
}

bool neverGoesBack(const TimeMap& map, Run run, Instant end)
{
    Instant last = map.toOther(run, kStart);
    for (Instant t = kStart; t <= end; t += ms(137)) {
        const Instant now = map.toOther(run, t);
        if (now < last)
            return false;
        last = now;
    }
    return true;
}

} // namespace

class TestTimeMap : public QObject {
    Q_OBJECT

private slots:
    void aRunBesideItselfHasOneClock()
    {
        const Trace first = play(test::shippedScenario("13-three-kinds"));
        const Trace second = play(test::shippedScenario("13-three-kinds"));
        const Alignment alignment(first, second);
        const TimeMap map(alignment);
        QVERIFY(map.size() <= 2);
        for (std::size_t i = 0; i < first.size(); ++i)
            QCOMPARE(map.toOther(Run::First, first[i].at), first[i].at);
        QCOMPARE(
            map.toOther(Run::Second, first.end() + std::chrono::seconds(5)), first.end() + std::chrono::seconds(5));
    }

    void whatComesAMinuteLaterIsMetAMinuteLater()
    {
        const Trace first = play(producerThatStartsAt("1s"));
        const Trace second = play(producerThatStartsAt("61s"));
        const Alignment alignment(first, second);
        const TimeMap map(alignment);
        std::size_t met = 0;
        for (std::uint32_t i = 0; i < first.size(); ++i) {
            const EventId other = alignment.counterpart(Run::First, EventId {i});
            if (!other.isValid() || first[std::size_t {i}].at < kStart + std::chrono::seconds(1))
                continue;
            ++met;
            QCOMPARE(map.toOther(Run::First, first[std::size_t {i}].at), second[other].at);
            QCOMPARE(map.toOther(Run::Second, second[other].at), first[std::size_t {i}].at);
        }
        QVERIFY(met > 50);
        // Half a second before the start of one is as much of its way before the start of the other.
        QCOMPARE(map.toOther(Run::First, kStart + ms(500)), kStart + ms(30'500));
    }

    void theClocksMeetWhereACloseComesSooner()
    {
        const Trace first = play(test::shippedScenario("09-nine-minutes-of-silence"));
        const Trace second
            = play(test::shippedScenario("09-nine-minutes-of-silence", {"producer.connections.max.idle.ms=60000"}));
        const Alignment alignment(first, second);
        const TimeMap map(alignment);
        QVERIFY(neverGoesBack(map, Run::First, first.end()));
        QVERIFY(neverGoesBack(map, Run::Second, second.end()));
        std::size_t sooner = 0;
        for (std::uint32_t i = 0; i < first.size(); ++i) {
            const trace::Event& e = first[std::size_t {i}];
            const EventId other = alignment.counterpart(Run::First, EventId {i});
            if (e.kind != trace::EventKind::IdleExpired || !other.isValid())
                continue;
            if (second[other].at < e.at - std::chrono::seconds(60)) {
                ++sooner;
                QCOMPARE(map.toOther(Run::First, e.at), second[other].at);
            }
        }
        QVERIFY(sooner > 0);
    }
};

QTEST_GUILESS_MAIN(TestTimeMap)
#include "tst_timemap.moc"
