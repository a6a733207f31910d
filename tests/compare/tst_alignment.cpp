// SPDX-License-Identifier: GPL-3.0-or-later
// Which event of one run is which of the other.
#include "compare/alignment.h"
#include "compare/comparison.h"
#include "support/playing.h"

#include <QTest>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace connscope;
using compare::Alignment;
using compare::Run;
using trace::Event;
using trace::EventKind;
using trace::Trace;

namespace {

Trace play(scenario::Scenario scenario, const std::vector<std::string>& settings = {}, Duration until = {})
{
    sim::Options options;
    if (until != Duration::zero())
        options.until = std::min(until, scenario.until);
    return test::play(test::withSettings(std::move(scenario), settings), options);
}

const char* producerThatStartsAt(const char* start)
{
    static std::string text;
    text = std::string("connscope: 1\nuntil: 10m\ncluster: {brokers: 3, topics: {t: 3}}\n"
                       "network: {latency: 1ms}\n"
                       "clients:\n  - kind: producer\n    start: ")
        + start + "\n    script: [{send: {topic: t, rounds: 5, every: 2s}}, close]\n";
    return text.c_str();
}

/// Those that have no counterpart, but for settings.
std::vector<EventId> alone(const Alignment& alignment, Run run)
{
    std::vector<EventId> out;
    const Trace& trace = alignment.trace(run);
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        if (!alignment.counterpart(run, EventId {i}).isValid() && trace[i].kind != EventKind::ConfigChanged)
            out.push_back(EventId {i});
    }
    return out;
}

/// True if a rule that reads \a key is on the way from \a event back to its root.
bool comesFrom(const Trace& trace, EventId event, std::string_view key)
{
    for (int steps = 0; event.isValid() && steps < 100'000; ++steps) {
        if (trace::rule(trace[event].rule).configKeys.find(key) != std::string_view::npos)
            return true;
        event = trace[event].cause;
    }
    return false;
}

} // namespace

class TestAlignment : public QObject {
    Q_OBJECT

private slots:
    /// Of TCP's states sockets tell what is sampled of them: runs do not part where one side could not see more.
    void aStateThatNobodyCouldSeeIsNoParting()
    {
        for (const bool isReal : {false, true}) {
            Trace first = test::play(test::shippedScenario("13-three-kinds"));
            Trace second = test::play(test::shippedScenario("13-three-kinds"));
            if (isReal)
                second.header().vantage = trace::Vantage::Observed;
            trace::Event state = first[first.size() - 1];
            state.kind = trace::EventKind::TcpState;
            state.cause = EventId {static_cast<std::uint32_t>(first.size() - 1)};
            state.state = trace::TcpState::TimeWait;
            first.append(state);
            const Alignment alignment(first, second);
            QCOMPARE(alignment.aloneCount(Run::First), std::size_t {1});
            QCOMPARE(alignment.parting().has_value(), !isReal);
        }
    }
    void aRunHasAllOfItselfBesideItself_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::filesystem::directory_iterator(test::sourcePath("resources/scenarios"))) {
            if (entry.path().extension() == ".yaml")
                QTest::addRow("%s", entry.path().stem().c_str())
                    << QString::fromStdString(entry.path().stem().string());
        }
    }
    void aRunHasAllOfItselfBesideItself()
    {
        QFETCH(QString, name);
        const scenario::Scenario scenario = test::shippedScenario(name.toStdString());
        const Trace first = play(scenario, {}, std::chrono::minutes(2));
        const Trace second = play(scenario, {}, std::chrono::minutes(2));
        const compare::Comparison comparison(first, second);
        QVERIFY(comparison.isSame());
        QVERIFY(!comparison.connections().empty());
        for (std::uint32_t i = 0; i < first.size(); ++i)
            QCOMPARE(comparison.alignment().counterpart(Run::First, EventId {i}), EventId {i});
    }

    void aRunThatIsAMinuteLaterHasTheSameEvents()
    {
        const Trace early = play(test::scenarioOf(producerThatStartsAt("1s")));
        const Trace late = play(test::scenarioOf(producerThatStartsAt("61s")));
        const Alignment alignment(early, late);
        QVERIFY(early.size() > 100);
        QVERIFY(alone(alignment, Run::First).empty());
        QVERIFY(alone(alignment, Run::Second).empty());
        QVERIFY(!alignment.parting());
        for (std::uint32_t i = 0; i < early.size(); ++i) {
            const Event& e = early[i];
            const EventId there = alignment.counterpart(Run::First, EventId {i});
            if (e.kind == EventKind::RequestSent)
                QCOMPARE(late[there].at - e.at, Duration(std::chrono::minutes(1)));
        }
    }

    void counterpartsAreEachOthers()
    {
        const scenario::Scenario scenario = test::shippedScenario("10-broker-closes-first");
        const Trace first = play(scenario);
        const Trace second = play(scenario, {"cluster.connections.max.idle.ms=120000"});
        const Alignment alignment(first, second);
        std::set<std::uint32_t> taken;
        for (std::uint32_t i = 0; i < first.size(); ++i) {
            const EventId there = alignment.counterpart(Run::First, EventId {i});
            if (!there.isValid())
                continue;
            QVERIFY(taken.insert(there.value).second);
            QCOMPARE(alignment.counterpart(Run::Second, there), EventId {i});
            QCOMPARE(second[there].kind, first[i].kind);
            QCOMPARE(second[there].rule, first[i].rule);
            QCOMPARE(second[there].node, first[i].node);
            if (first[i].connection.isValid())
                QCOMPARE(alignment.counterpart(Run::First, first[i].connection), second[there].connection);
        }
        QVERIFY(!taken.empty());
        QCOMPARE(alignment.aloneCount(Run::First), first.size() - taken.size());
        QCOMPARE(alignment.aloneCount(Run::Second), second.size() - taken.size());
    }

    void oneSettingChangesOnlyWhatFollowsFromIt_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("key");
        QTest::addRow("the broker's idle limit") << "10-broker-closes-first"
                                                 << "cluster.connections.max.idle.ms=600000"
                                                 << "connections.max.idle.ms";
        QTest::addRow("nine minutes become five") << "09-nine-minutes-of-silence"
                                                  << "cluster.connections.max.idle.ms=300000"
                                                  << "connections.max.idle.ms";
        QTest::addRow("the client's idle limit") << "15-first-kind-abandoned"
                                                 << "*.connections.max.idle.ms=60000"
                                                 << "connections.max.idle.ms";
        QTest::addRow("metadata age") << "06-metadata-refresh"
                                      << "*.metadata.max.age.ms=60000"
                                      << "metadata.max.age.ms";
        QTest::addRow("heartbeats") << "13-three-kinds"
                                    << "*.heartbeat.interval.ms=1000"
                                    << "heartbeat.interval.ms";
    }
    void oneSettingChangesOnlyWhatFollowsFromIt()
    {
        QFETCH(QString, name);
        QFETCH(QString, setting);
        QFETCH(QString, key);
        const scenario::Scenario scenario = test::shippedScenario(name.toStdString());
        const Trace traces[2] {play(scenario), play(scenario, {setting.toStdString()})};
        const Alignment alignment(traces[0], traces[1]);
        // Of each client, in either run, what comes first of all that only one run has.
        std::map<ClientId, Alignment::Parting> partings;
        for (const Run run : {Run::First, Run::Second}) {
            const Trace& trace = alignment.trace(run);
            for (const EventId id : alone(alignment, run)) {
                const Event& e = trace[id];
                const ClientId client
                    = run == Run::First || !e.client.isValid() ? e.client : alignment.counterpart(run, e.client);
                const auto [place, isNew] = partings.try_emplace(client, Alignment::Parting {run, id});
                if (!isNew && e.at < alignment.trace(place->second.run)[place->second.event].at)
                    place->second = {run, id};
            }
        }
        QVERIFY(!partings.empty());
        for (const auto& [client, parting] : partings) {
            const Trace& trace = alignment.trace(parting.run);
            const Event& e = trace[parting.event];
            QVERIFY2(comesFrom(trace, parting.event, key.toStdString()),
                qPrintable(QStringLiteral("client %1: %2 at %3 ns (%4)")
                               .arg(client.value)
                               .arg(QString::fromUtf8(trace::kindName(e.kind).data()))
                               .arg(toNs(e.at))
                               .arg(QString::fromUtf8(trace::ruleName(e.rule).data()))));
        }
    }

    void aClientThatIsNotTouchedHasNothingOfItsOwn()
    {
        const scenario::Scenario scenario = test::shippedScenario("10-broker-closes-first");
        const Trace first = play(scenario);
        const Trace second = play(scenario, {"producer.connections.max.idle.ms=30000"});
        const Alignment alignment(first, second);
        bool producerDiffers = false;
        for (const Run run : {Run::First, Run::Second}) {
            for (const EventId id : alone(alignment, run)) {
                const Event& e = alignment.trace(run)[id];
                QVERIFY2(!e.client.isValid() || e.client == ClientId {0},
                    qPrintable(QStringLiteral("event %1").arg(id.value)));
                producerDiffers = producerDiffers || e.client == ClientId {0};
            }
        }
        QVERIFY(producerDiffers);
    }

    void clientsGoTogetherByTheirNameWhateverTheirOrder()
    {
        const std::string head = "connscope: 1\nuntil: 5s\nclients:\n";
        const std::string a = "  - {name: reader, kind: consumer}\n";
        const std::string b = "  - {name: writer, kind: producer, start: 1ms}\n";
        const std::string b0 = "  - {name: writer, kind: producer}\n";
        const std::string a1 = "  - {name: reader, kind: consumer, start: 1ms}\n";
        const Trace first = play(test::scenarioOf(head + a + b));
        const Trace second = play(test::scenarioOf(head + b0 + a1));
        const Alignment alignment(first, second);
        QCOMPARE(alignment.counterpart(Run::First, ClientId {0}), ClientId {1});
        QCOMPARE(alignment.counterpart(Run::First, ClientId {1}), ClientId {0});
        QCOMPARE(alignment.clients().size(), std::size_t {2});
    }

    void clientsThatWereThereBeforeTheTraceBeganAreKeptApart()
    {
        // As somebody else's clients are seen: nobody saw them being made.
        const auto evidence = [](int clients) {
            Trace trace;
            for (int c = 0; c < clients; ++c) {
                Event e;
                e.at = kStart + ms(c);
                e.kind = EventKind::ConnectStarted;
                e.client = trace.newClient();
                e.connection = trace.newConnection();
                e.node = NodeId {1};
                trace.append(e);
            }
            return trace;
        };
        const Trace first = evidence(2);
        const Trace second = evidence(3);
        const compare::Comparison comparison(first, second);
        QCOMPARE(comparison.clients().size(), std::size_t {3});
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(comparison.clients()[i].opened[0], std::uint64_t {i < 2 ? 1U : 0U});
            QCOMPARE(comparison.clients()[i].opened[1], std::uint64_t {1});
            QCOMPARE(comparison.clients()[i].reopened[1], std::uint64_t {0});
        }
        QVERIFY(!comparison.connections().back().first);
    }

    void connectionsOfOneRunStandWhereTheyWereOpened()
    {
        const scenario::Scenario scenario = test::shippedScenario("10-broker-closes-first");
        const Trace first = play(scenario, {"cluster.connections.max.idle.ms=600000"});
        const Trace second = play(scenario); // reconnects
        const Alignment alignment(first, second);
        std::size_t extra = 0;
        Instant last {};
        for (const auto& pair : alignment.connections()) {
            extra += pair.first.isValid() ? 0U : 1U;
            if (!pair.second.isValid())
                continue;
            for (std::size_t i = 0; i < second.size(); ++i) {
                if (second[i].kind == EventKind::ConnectStarted && second[i].connection == pair.second) {
                    QVERIFY(second[i].at >= last);
                    last = second[i].at;
                }
            }
        }
        QCOMPARE(alignment.connections().size(), std::size_t {second.connectionCount()});
        QCOMPARE(extra, std::size_t {second.connectionCount() - first.connectionCount()});
    }
};

QTEST_GUILESS_MAIN(TestAlignment)
#include "tst_alignment.moc"
