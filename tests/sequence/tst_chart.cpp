// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/reader.h"
#include "sequence/chart.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "support/playing.h"

#include <QFile>
#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::sequence;

namespace {

struct World {
    explicit World(const char* scenario, const char* setting = nullptr)
    {
        auto read = setting ? test::shippedScenario(scenario, {setting}) : test::shippedScenario(scenario);
        auto trace = test::play(read);
        document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace), std::move(read)));
    }
    view::Document document;
};

std::size_t count(const Chart& chart, Row::Kind kind)
{
    return static_cast<std::size_t>(
        std::count_if(chart.rows.begin(), chart.rows.end(), [kind](const Row& row) { return row.kind == kind; }));
}

} // namespace

class TestChart : public QObject {
    Q_OBJECT

private slots:
    void hostsAreClientsThenBrokers()
    {
        const World world("13-three-kinds.yaml");
        const Chart chart = makeChart(world.document, {});
        QCOMPARE(chart.hosts.size(), std::size_t(4));
        QVERIFY(chart.hosts[0].isClient());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(chart.hosts[static_cast<std::size_t>(i) + 1].broker.value, i);
    }

    void routineIsCountedAndNothingIsLost()
    {
        const World world("13-three-kinds.yaml");
        ChartOptions every;
        every.gather = 0;
        const Chart all = makeChart(world.document, every);
        const Chart chart = makeChart(world.document, {});
        QCOMPARE(all.gathered, std::size_t(0));
        QCOMPARE(count(all, Row::Kind::Routine), std::size_t(0));
        QVERIFY(count(chart, Row::Kind::Routine) > 0);
        QCOMPARE(chart.messages.size() + chart.gathered, all.messages.size());
        std::size_t counted = 0;
        for (const Row& row : chart.rows) {
            if (row.kind != Row::Kind::Routine)
                continue;
            QVERIFY(row.count >= 3);
            counted += 2 * row.count;
        }
        QCOMPARE(counted, chart.gathered);
        QVERIFY(chart.rows.size() * 2 < all.rows.size());
    }

    void theFirstOfEachKindIsAlwaysSeen()
    {
        const World world("13-three-kinds.yaml");
        const Chart chart = makeChart(world.document, {});
        const trace::Trace& trace = world.document.trace();
        std::set<std::pair<ConnectionId, ApiKey>> drawn;
        for (const Message& m : chart.messages) {
            if (m.kind == Message::Kind::Request)
                drawn.insert({m.connection, m.api});
        }
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind == trace::EventKind::RequestSent)
                QVERIFY(drawn.contains({trace[i].connection, trace[i].api}));
        }
    }

    void timeNeverRunsUpwards()
    {
        for (const char* name : {"13-three-kinds.yaml", "10-broker-closes-first.yaml", "22-rolling-restart.yaml"}) {
            const World world(name);
            const Chart chart = makeChart(world.document, {});
            Instant last {};
            for (const Row& row : chart.rows) {
                if (row.kind == Row::Kind::Silence)
                    continue;
                QVERIFY(row.from >= last);
                last = row.from;
            }
        }
    }

    void silenceIsToldAndIsReallySilent()
    {
        const World world("10-broker-closes-first.yaml");
        const Chart chart = makeChart(world.document, {});
        QVERIFY(count(chart, Row::Kind::Silence) > 0);
        const trace::Trace& trace = world.document.trace();
        for (const Row& row : chart.rows) {
            if (row.kind != Row::Kind::Silence)
                continue;
            QVERIFY(row.to - row.from > std::chrono::seconds(1));
            for (std::size_t i = trace.upperBound(row.from); i < trace.size() && trace[i].at < row.to; ++i)
                QVERIFY(trace[i].kind != trace::EventKind::RequestSent && trace[i].kind != trace::EventKind::FinSent);
        }
        ChartOptions options;
        options.silence.reset();
        QCOMPARE(count(makeChart(world.document, options), Row::Kind::Silence), std::size_t(0));
    }

    void aSilenceSaysWhatIsInFlight()
    {
        // The coordinator holds JOIN_GROUP for three seconds: nothing travels, and yet the consumer is not idle.
        const World world("13-three-kinds.yaml", "cluster.group.initial.rebalance.delay.ms=3000");
        const Chart chart = makeChart(world.document, {});
        const auto held = std::find_if(chart.rows.begin(), chart.rows.end(),
            [](const Row& row) { return row.kind == Row::Kind::Silence && row.awaited > 0; });
        QVERIFY(held != chart.rows.end());
        QCOMPARE(held->awaited, 1U);
        QCOMPARE(held->travelling, 0U);
        QCOMPARE(held->one, ApiKey::JoinGroup);
        QVERIFY(held->to - held->from > std::chrono::milliseconds(2900));

        const World idle("10-broker-closes-first.yaml"); // minutes in which nobody waits for anything
        for (const Row& row : makeChart(idle.document, {}).rows)
            QCOMPARE(row.awaited + row.travelling, 0U);
    }

    void whatTravelsForLongIsFoldedAndNamed()
    {
        QFile file(QString::fromStdString(test::sourcePath("resources/scenarios/13-three-kinds.yaml")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        auto slow
            = scenario::readScenario(file.readAll().toStdString() + "\nnetwork: {latency: 1500ms}\n", "slow.yaml");
        QVERIFY(slow);
        auto trace = sim::run(*slow);
        World world("13-three-kinds.yaml");
        world.document.replace(std::make_unique<view::Content>(view::Source {}, std::move(*trace), std::move(*slow)));
        const Chart chart = makeChart(world.document, {});
        std::size_t folded = 0;
        for (const Row& row : chart.rows) {
            if (row.kind != Row::Kind::Silence)
                continue;
            QVERIFY2(row.travelling > 0 || row.awaited > 0, qPrintable(QString::number(toNs(row.from))));
            folded += row.travelling > 0 ? 1U : 0U;
        }
        QVERIFY(folded > 0);
    }

    /// Ten fetches of half a second; the last one's answer is read minutes later. It is not counted with them, and all the
    /// minutes in which nothing begins or ends are told.
    void anAnswerReadMinutesLaterIsNoRoutine()
    {
        const World world("10-broker-closes-first.yaml");
        const Chart chart = makeChart(world.document, {});
        for (const Row& row : chart.rows) {
            if (row.kind == Row::Kind::Routine)
                QVERIFY(row.to - row.from < std::chrono::minutes(1));
        }
        std::optional<Instant> last;
        for (const Row& row : chart.rows) {
            QVERIFY(!last || row.from - *last <= std::chrono::seconds(1));
            last = std::max(last.value_or(row.to), row.to);
        }
        QVERIFY(count(chart, Row::Kind::Silence) >= 7);
        // The three answers have arrived before the FINs that come after them, and lie there until they are read.
        QCOMPARE(count(chart, Row::Kind::Read), std::size_t(3));
        std::uint32_t unread = 0;
        for (std::size_t i = 0; i < chart.rows.size(); ++i) {
            const Row& row = chart.rows[i];
            const bool isEnd = row.kind == Row::Kind::Ends && row.end.arrives;
            if (isEnd && chart.lies(row.end.message))
                ++unread;
            if (row.kind == Row::Kind::Read)
                --unread;
            if (row.kind == Row::Kind::Silence) {
                QCOMPARE(row.unread, unread);
                QCOMPARE(row.travelling, 0U);
            }
            if (isEnd && chart.messages[row.end.message].closes() && row.from > kStart + std::chrono::seconds(60)
                && row.from < kStart + std::chrono::seconds(70) && unread > 0)
                QCOMPARE(unread, 3U);
        }
        QCOMPARE(unread, 0U);
    }

    void onlyHostsThatTakePartHaveAColumn()
    {
        const World world("13-three-kinds.yaml");
        ChartOptions options;
        options.takes = [](ConnectionId c) { return c == ConnectionId {0}; };
        const Chart chart = makeChart(world.document, options);
        QCOMPARE(chart.hosts.size(), std::size_t(2));
    }

    void anEmptyRangeIsAnEmptyChart()
    {
        const World world("13-three-kinds.yaml");
        ChartOptions options;
        options.takes = [](ConnectionId) { return false; };
        const Chart chart = makeChart(world.document, options);
        QVERIFY(chart.rows.empty() && chart.hosts.empty());
    }
};

QTEST_GUILESS_MAIN(TestChart)
#include "tst_chart.moc"
