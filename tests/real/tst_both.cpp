// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation is judged by real sockets: each of these scenarios is played over real TCP, all of them side by side in
// one event loop, and the simulation must tell what happened, with some seed.
#include "analysis/tracestory.h"
#include "app/live/both.h"
#include "real/realsession.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace connscope;

namespace {

struct Case {
    const char* file;
    Duration until;
    std::vector<const char*> settings; ///< idle limits of minutes become seconds
    std::string name() const
    {
        std::string text = file;
        for (const char* setting : settings)
            text += std::string(" with ") + setting;
        return text;
    }
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> kCases {
        {"01-producer-start", ms(7'000), {}},
        {"03-first-metadata", ms(5'000), {}},
        {"04-send-opens-connection", ms(8'000), {}},
        // Two waits of two seconds end when the first connection has been idle for four: being late decides.
        {"04-send-opens-connection", ms(8'000), {"*.connections.max.idle.ms=4000"}},
        {"08-close-or-kill", ms(30'000), {}},
        {"10-broker-closes-first", ms(16'000), {"cluster.connections.max.idle.ms=2000"}},
        {"12-consumer-start", ms(16'000), {}},
        {"13-three-kinds", ms(10'000), {}},
        // Not simulated, and no part of the story.
        {"13-three-kinds", ms(10'000),
            {"cluster.listeners=SASL_SSL://",
                "cluster.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required "
                "user_a=\"b\";",
                "*.security.protocol=SASL_SSL", "*.sasl.mechanism=PLAIN",
                "*.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" "
                "password=\"b\";"}},
        {"14-five-partitions-four-brokers", ms(8'000), {}},
        {"15-first-kind-abandoned", ms(25'000), {"*.connections.max.idle.ms=5000"}},
        {"20-multiplexing", ms(3'000), {}},
        {"21-coordinator-fails", ms(30'000), {}},
        {"28-transactional-producer", ms(10'000), {}},
    };
    return kCases;
}

} // namespace

class TestBoth : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theSimulationTellsWhatHappenedForReal_data();
    void theSimulationTellsWhatHappenedForReal();
    void anotherScenarioIsAnotherStory();
    void aKilledConsumersAnswersMeetResetsInBoth();
    void whatOnlyASimulationHasIsSaid();
    void whoSharesAGroupIsNotIndependent();
    void independentClientsMayHaveASeedEach();
    void whatWasCancelledDoesNotAgree();

private:
    struct Played {
        scenario::Scenario scenario;
        session::Options options;
        std::unique_ptr<real::RealSession> session;
        trace::Trace trace;
    };
    std::map<std::string, Played> m_played;
};

void TestBoth::initTestCase()
{
    QEventLoop loop;
    std::size_t running = 0;
    for (const Case& c : cases()) {
        Played& played = m_played[c.name()];
        auto scenario
            = scenario::readScenarioFile(test::sourcePath(std::string("resources/scenarios/") + c.file + ".yaml"));
        QVERIFY2(scenario, c.file);
        for (const char* setting : c.settings)
            QVERIFY2(scenario::applySetting(*scenario, setting, {}), setting);
        played.scenario = std::move(*scenario);
        played.options.until = c.until;
        real::RealOptions options;
        options.session = played.options;
        auto session = real::RealSession::make(played.scenario, options);
        QVERIFY2(session, c.file);
        played.session = std::move(*session);
        ++running;
        played.session->setOnFinished([&] {
            if (--running == 0)
                loop.quit();
        });
    }
    for (auto& [name, played] : m_played)
        played.session->start();
    QTimer::singleShot(std::chrono::seconds(90), &loop, &QEventLoop::quit);
    if (running > 0)
        loop.exec();
    QCOMPARE(running, std::size_t {0});
    for (auto& [name, played] : m_played) {
        played.trace = played.session->takeTrace();
        played.session.reset();
    }
}

void TestBoth::theSimulationTellsWhatHappenedForReal_data()
{
    QTest::addColumn<std::string>("file");
    for (const Case& c : cases())
        QTest::newRow(c.name().c_str()) << c.name();
}

void TestBoth::theSimulationTellsWhatHappenedForReal()
{
    QFETCH(std::string, file);
    const Played& played = m_played.at(file);
    QVERIFY(played.trace.size() > 10);
    QCOMPARE(played.trace.header().vantage, trace::Vantage::Observed);
    const auto both = app::compareWithSimulation(played.trace, played.scenario, played.options, app::kMostSeeds);
    QVERIFY2(both, both ? "" : both.error().message.c_str());
    std::printf("%-34s %s", file.c_str(), app::bothWaysText(*both).c_str());
    QVERIFY2(both->agree(), app::bothWaysText(*both).c_str());
}

void TestBoth::anotherScenarioIsAnotherStory()
{
    const auto both = app::compareWithSimulation(m_played.at("13-three-kinds").trace,
        m_played.at("14-five-partitions-four-brokers").scenario,
        m_played.at("14-five-partitions-four-brokers").options, 20);
    QVERIFY(both);
    QVERIFY(!both->agree());
}

/// The brokers answer what a killed consumer had asked for: "they agree" covers how those connections ended.
void TestBoth::aKilledConsumersAnswersMeetResetsInBoth()
{
    const Played& played = m_played.at("08-close-or-kill");
    const auto metResets = [](const trace::Trace& trace) {
        std::size_t count = 0;
        for (std::uint32_t client = 0; client < trace.clientCount(); ++client) {
            for (const auto& life : analysis::storyOf(trace, ClientId {client}, analysis::MarksFrom::Calls).lives)
                count += life.answerMetReset.value_or(false) ? 1U : 0U;
        }
        return count;
    };
    QVERIFY(metResets(played.trace) > 0);
    const auto simulated = sim::run(played.scenario, played.options);
    QVERIFY(simulated);
    QVERIFY(metResets(*simulated) > 0);
}

void TestBoth::whatOnlyASimulationHasIsSaid()
{
    const auto leftOutOf = [](const char* file) {
        const auto scenario
            = scenario::readScenarioFile(test::sourcePath(std::string("resources/scenarios/") + file + ".yaml"));
        return scenario ? app::leftOutForReal(*scenario) : std::vector<app::LeftOut> {};
    };
    QVERIFY(leftOutOf("13-three-kinds").empty());
    const auto ofNat = leftOutOf("24-nat-forgets");
    QVERIFY(!ofNat.empty() && ofNat.front() == app::LeftOut::Middlebox);
    app::BothWays both;
    both.seedsTried = 1;
    QVERIFY(app::bothWaysText(both).find("Only simulated") == std::string::npos);
    both.leftOut = {app::LeftOut::Middlebox, app::LeftOut::Loss};
    QVERIFY(
        app::bothWaysText(both).find("\nOnly simulated: the middlebox (network.middlebox), lost segments (loss). ")
        != std::string::npos);
    QVERIFY(app::bothWaysText(both, analysis::Language::Chinese)
                .find("仅在模拟中：中间设备（network.middlebox）、丢包（loss）")
        != std::string::npos);
}

void TestBoth::whoSharesAGroupIsNotIndependent()
{
    const auto isIndependent = [](const char* clients) {
        const auto scenario
            = scenario::readScenario(std::string("connscope: 1\nuntil: 1s\nclients: ") + clients + "\n", "");
        return scenario && app::areIndependent(*scenario, {});
    };
    QVERIFY(isIndependent("[{name: a, kind: producer}, {name: b, kind: producer, count: 3}]"));
    QVERIFY(isIndependent(
        "[{name: a, kind: consumer, config: {group.id: g}}, {name: b, kind: consumer, config: {group.id: h}}]"));
    QVERIFY(!isIndependent(
        "[{name: a, kind: consumer, config: {group.id: g}}, {name: b, kind: consumer, config: {group.id: g}}]"));
    QVERIFY(!isIndependent("[{name: a, kind: consumer, count: 2, config: {group.id: g}}]"));
    QVERIFY(
        !isIndependent("[{name: a, kind: producer, config: {transactional.id: t}}, {name: b, kind: producer, config: "
                       "{transactional.id: t}}]"));
}

/// Eight producers each draw whom they ask; hardly a seed has them all draw the same.
void TestBoth::independentClientsMayHaveASeedEach()
{
    const auto scenario
        = scenario::readScenario("connscope: 1\nuntil: 12m\nprofile: java-2.8\ncluster: {topics: {t: 3}}\n"
                                 "clients: [{name: p, kind: producer, count: 8, script: [{send: {topic: t, "
                                 "rounds: 3, every: 100ms}}, {wait: 20m}]}]\n",
            "");
    QVERIFY2(scenario, scenario ? "" : scenario.error().message.c_str());
    session::Options options;
    options.seed = 1'000'003; // none of those that are tried
    const auto told = sim::run(*scenario, options);
    QVERIFY(told);
    const auto both = app::compareWithSimulation(*told, *scenario, {}, 40);
    QVERIFY(both);
    QVERIFY2(both->verdict() == app::BothWays::Verdict::AgreeEach, app::bothWaysText(*both).c_str());
    QCOMPARE(both->rows.size(), std::size_t {8});
    QCOMPARE(both->simulations.size(), std::size_t {8});
    // Each with its seed, and each of them true.
    for (std::size_t i = 0; i < both->rows.size(); ++i) {
        session::Options again;
        again.seed = both->simulations[i].seed;
        again.wakeLateness = both->simulations[i].wakeLateness;
        const auto simulated = sim::run(*scenario, again);
        QVERIFY(simulated);
        QVERIFY(analysis::compareTraces(*told, *simulated, app::toleranceFor(*scenario))[i].differences.empty());
    }
    const std::string text = app::bothWaysText(*both);
    QVERIFY2(text.find("the simulation with seed ") != std::string::npos
            && text.find("each client with a seed of its own") != std::string::npos,
        text.c_str());
    QVERIFY(
        app::bothWaysText(*both, analysis::Language::Chinese).find("每个客户端各有一个种子") != std::string::npos);
}

void TestBoth::whatWasCancelledDoesNotAgree()
{
    const auto scenario = scenario::readScenarioFile(test::sourcePath("resources/scenarios/13-three-kinds.yaml"));
    QVERIFY(scenario);
    const std::atomic<bool> cancel {true};
    const auto both = app::compareWithSimulation(trace::Trace {}, *scenario, {}, 10, &cancel);
    QVERIFY(both);
    QVERIFY(!both->agree());
    QCOMPARE(app::bothWaysText(*both), std::string("Interrupted: nothing was compared\n"));
}

QTEST_GUILESS_MAIN(TestBoth)
#include "tst_both.moc"
