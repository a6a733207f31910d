// SPDX-License-Identifier: GPL-3.0-or-later
// A session on somebody else's cluster: nothing is written there unless that was said, and its group does not wait for members
// that are gone. The cluster is a second session of this process.
#include "livesession.h"
#include "real/outsidescenario.h"
#include "scenario/reader.h"
#include "trace/life.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace connscope;
using test::LiveSession;
using trace::Event;
using trace::EventKind;

namespace {

const char* const kTheirs = R"(connscope: 1
title: theirs
until: 1h
cluster:
  brokers:
    - {id: 0, host: 127.0.0.1, port: 9092}
    - {id: 1, host: 127.0.0.1, port: 9093}
  topics: {t: {leaders: [0, 1], records: 5}}
  groups: {g: 1}
  config: {group.initial.rebalance.delay.ms: 0}
clients: [{name: idle, kind: admin, script: [wait: 1h]}]
)";

std::string consumer(const std::string& topic, const std::string& profile, const std::string& config = {},
    const std::string& steps = {})
{
    return "connscope: 1\ntitle: ours\nuntil: 1h\nprofile: " + profile + "\ncluster: {topics: {" + topic
        + ": {partitions: 2}}}\nclients:\n  - name: c\n    kind: consumer\n    config: {group.id: g, "
          "auto.commit.interval.ms: 20, "
          "fetch.max.wait.ms: 50"
        + config + "}\n    script: [{subscribe: " + topic + "}" + steps + ", {poll: {timeout: 50ms}}]\n";
}

/// The cluster, on any ports that are free.
class Theirs : public LiveSession {
public:
    Theirs()
        : LiveSession(kTheirs, {}, {}, {}, [](scenario::Scenario& scenario) {
            for (broker::BrokerSpec& broker : scenario.cluster.brokers)
                broker.port = 0;
        })
    {
    }
};

/// A session on the cluster of another one.
class Visit {
public:
    Visit(LiveSession& theirs, const std::string& yaml, bool mayWrite = false,
        const std::vector<real::NamedGroup>& groupsAsWritten = {})
    {
        auto scenario = scenario::readScenario(yaml, "ours.yaml");
        if (!scenario)
            qFatal("%s", scenario.error().toString().c_str());
        real::RealOptions options;
        options.bootstrapServers = theirs.session().listeners().front().second.text();
        options.mayWrite = mayWrite;
        options.groupsAsWritten = groupsAsWritten;
        auto made = real::RealSession::make(*scenario, options);
        if (!made)
            qFatal("%s", made.error().toString().c_str());
        m_session = std::move(*made);
        m_session->start();
    }
    real::RealSession& session() { return *m_session; }
    const trace::Trace& trace() const { return m_session->trace(); }
    std::size_t sent(ApiKey api) const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < trace().size(); ++i)
            count += trace()[i].kind == EventKind::RequestSent && trace()[i].api == api ? 1U : 0U;
        return count;
    }
    bool says(EventKind kind, std::string_view words) const
    {
        for (std::size_t i = 0; i < trace().size(); ++i) {
            if (trace()[i].kind == kind && trace().text(trace()[i].text).find(words) != std::string_view::npos)
                return true;
        }
        return false;
    }

private:
    std::unique_ptr<real::RealSession> m_session;
};

bool hasTopic(const LiveSession& theirs, std::string_view name)
{
    const auto& trace = theirs.trace();
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == EventKind::TopicCreated && trace.text(trace[i].text).starts_with(name))
            return true;
    }
    return false;
}

} // namespace

class TestOutsideCluster : public QObject {
    Q_OBJECT

private slots:
    void offsetsAreNotCommittedThereUnlessThatWasSaid()
    {
        Theirs theirs;
        for (const bool mayWrite : {false, true}) {
            Visit visit(theirs, consumer("t", "java-3.9"), mayWrite);
            // It has records, and would have committed after 20 ms.
            QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::Fetch) >= 20, 20'000);
            if (mayWrite)
                QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::OffsetCommit) > 0, 20'000);
            else
                QCOMPARE(visit.sent(ApiKey::OffsetCommit), std::size_t {0});
            QCOMPARE(visit.says(EventKind::ConfigChanged, "enable.auto.commit = false"), !mayWrite);
            QCOMPARE(visit.says(EventKind::Mark, "client c: switched off: enable.auto.commit"), !mayWrite);
            visit.session().stop();
            QTRY_VERIFY_WITH_TIMEOUT(visit.session().isOver(), 20'000);
            QCOMPARE(visit.sent(ApiKey::OffsetCommit) == 0, !mayWrite); // nor when it closes
        }
    }

    /// A member more in a group of somebody's is a rebalance for all who work in it.
    void groupsOfOthersAreNotJoinedUnlessThatWasSaid_data()
    {
        QTest::addColumn<bool>("mayWrite");
        QTest::addColumn<QString>("namedFor"); // the client for whom a person named group g
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("joined");
        QTest::newRow("the scenario's") << false << QString() << QStringLiteral("g") << QStringLiteral("connscope-g");
        QTest::newRow("another client's")
            << false << QStringLiteral("d") << QStringLiteral("g") << QStringLiteral("connscope-g");
        QTest::newRow("a person's, for all")
            << false << QStringLiteral("*") << QStringLiteral("g") << QStringLiteral("g");
        QTest::newRow("a person's") << false << QStringLiteral("c") << QStringLiteral("g") << QStringLiteral("g");
        QTest::newRow("it has the prefix")
            << false << QString() << QStringLiteral("connscope-x") << QStringLiteral("connscope-x");
        QTest::newRow("who may write, may") << true << QString() << QStringLiteral("g") << QStringLiteral("g");
    }
    void groupsOfOthersAreNotJoinedUnlessThatWasSaid()
    {
        QFETCH(bool, mayWrite);
        QFETCH(QString, namedFor);
        QFETCH(QString, written);
        QFETCH(QString, joined);
        Theirs theirs;
        std::string yaml = consumer("t", "java-3.9");
        yaml.replace(yaml.find("group.id: g"), 11, "group.id: " + written.toStdString());
        Visit visit(theirs, yaml, mayWrite, {{namedFor.toStdString(), "g"}});
        QTRY_VERIFY_WITH_TIMEOUT(visit.says(EventKind::CoordinatorFound, "group " + joined.toStdString()), 20'000);
        QVERIFY(joined == QLatin1String("g") || !visit.says(EventKind::CoordinatorFound, "group g"));
        QCOMPARE(visit.says(EventKind::Mark, "client c: group g is connscope-g there"), joined == "connscope-g");
        // Nor when it is created anew with another group.
        scenario::Action action;
        action.kind = scenario::Action::Kind::RecreateClient;
        action.client = "c";
        action.config = {{"group.id", "h"}};
        QVERIFY(visit.session().act(action));
        QTRY_VERIFY_WITH_TIMEOUT(
            visit.says(EventKind::CoordinatorFound, mayWrite ? "group h" : "group connscope-h"), 20'000);
    }

    /// A simulation beside it plays the same group, and has its coordinator where it was found.
    void whatIsSimulatedBesideItIsThatGroup()
    {
        Theirs theirs;
        const std::string yaml = consumer("t", "java-3.9");
        Visit visit(theirs, yaml);
        QTRY_VERIFY_WITH_TIMEOUT(visit.says(EventKind::CoordinatorFound, "group connscope-g"), 20'000);
        auto scenario = scenario::readScenario(yaml, "ours.yaml");
        QVERIFY(scenario);
        QVERIFY(real::keepFromWriting(*scenario, {}));
        QVERIFY(real::groupsToRename(*scenario, {}, {}).empty());
        real::takeNames(*scenario, visit.trace());
        for (std::size_t i = 0; i < visit.trace().size(); ++i) {
            if (visit.trace()[i].kind == EventKind::CoordinatorFound)
                QCOMPARE(scenario->cluster.groupCoordinators.at("connscope-g"), visit.trace()[i].broker);
        }
    }

    void aCommitOfTheApplicationIsRefusedWithAnEvent()
    {
        Theirs theirs;
        Visit visit(theirs,
            consumer("t", "java-3.9", {}, ", {poll: {timeout: 50ms, for: 300ms}}, commit-sync, commit-async"));
        QTRY_VERIFY_WITH_TIMEOUT(visit.says(EventKind::Mark, "commit-async was refused"), 20'000);
        QVERIFY(visit.says(EventKind::Mark, "commit-sync was refused: this cluster is not ours"));
        scenario::Action action; // what a person wants meanwhile
        action.kind = scenario::Action::Kind::RunSteps;
        action.client = "c";
        action.steps.resize(1);
        action.steps.front().kind = client::Step::Kind::CommitSync;
        const std::size_t before = visit.trace().size();
        QVERIFY(visit.session().act(action));
        QTRY_VERIFY_WITH_TIMEOUT(visit.trace().size() > before + 1, 20'000);
        QCOMPARE(visit.sent(ApiKey::OffsetCommit), std::size_t {0});
    }

    void topicsAreNotCreatedThere_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("config");
        for (const char* profile : {"java-2.1", "java-2.2", "course", "java-3.9"})
            QTest::newRow(profile) << profile << QString();
        QTest::newRow("whatever the client's config says") << "java-3.9"
                                                           << ", allow.auto.create.topics: true";
    }
    void topicsAreNotCreatedThere()
    {
        QFETCH(QString, profile);
        QFETCH(QString, config);
        Theirs theirs;
        for (const bool mayWrite : {false, true}) {
            Visit visit(theirs, consumer("made", profile.toStdString(), config.toStdString()), mayWrite);
            QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::Metadata) >= 3 || hasTopic(theirs, "made"), 20'000);
            QCOMPARE(hasTopic(theirs, "made"), mayWrite);
        }
    }

    /// A member that says nothing is waited for, for session.timeout.ms: 45 s of every other member.
    void theGroupIsLeft_data()
    {
        QTest::addColumn<bool>("bySomebody");
        QTest::newRow("its time is up") << false;
        QTest::newRow("it is stopped") << true;
    }
    void theGroupIsLeft()
    {
        QFETCH(bool, bySomebody);
        Theirs theirs;
        std::string yaml = consumer("t", "java-3.9");
        if (!bySomebody)
            yaml.replace(yaml.find("until: 1h"), 9, "until: 1s");
        Visit visit(theirs, yaml);
        if (bySomebody) {
            QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::Fetch) >= 2, 20'000);
            visit.session().stop("enough");
        }
        QTRY_VERIFY_WITH_TIMEOUT(visit.session().isOver(), 20'000);
        QCOMPARE(visit.sent(ApiKey::LeaveGroup), std::size_t {1});
        QVERIFY(visit.says(EventKind::Action, session::Session::kEndOfClients));
        QCOMPARE(visit.says(EventKind::Stopped, "enough"), bySomebody);
        QVERIFY(visit.session().now() < kStart + std::chrono::minutes(1));
        // The next one does not wait for it.
        Visit next(theirs, consumer("t", "java-3.9"));
        QTRY_VERIFY_WITH_TIMEOUT(next.sent(ApiKey::Fetch) >= 2, 5000);
    }

    void aLeaveTakingIsBounded()
    {
        auto theirs = std::make_unique<Theirs>();
        Visit visit(*theirs, consumer("t", "java-3.9"));
        QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::Fetch) >= 2, 20'000);
        scenario::Action pause;
        pause.kind = scenario::Action::Kind::PauseBroker;
        for (const int broker : {0, 1}) {
            pause.broker = BrokerId {broker};
            QVERIFY(theirs->session().act(pause));
        }
        visit.session().stop();
        QVERIFY(!visit.session().isOver());
        QTRY_VERIFY_WITH_TIMEOUT(visit.session().isOver(), 10'000);
    }

    void aScenarioCanNameTheCluster_data()
    {
        QTest::addColumn<QString>("clients");
        QTest::addColumn<QString>("cluster");
        const auto row = [](const char* name, const char* clients, const char* cluster) {
            QTest::newRow(name) << QString::fromLatin1(clients) << QString::fromLatin1(cluster);
        };
        row("somebody else's",
            "- {kind: consumer, name: c, config: {bootstrap.servers: '127.0.0.1:25060', group.id: g}}",
            "127.0.0.1:25060");
        row("several addresses",
            "- {kind: consumer, name: c, config: {bootstrap.servers: 'a.example:1, b.example:2', group.id: g}}",
            "a.example:1, b.example:2");
        row("its own", "- {kind: consumer, name: c, config: {bootstrap.servers: 'localhost:9092', group.id: g}}", "");
        row("one of its own among them",
            "- {kind: consumer, name: c, config: {bootstrap.servers: 'localhost:9092,a.example:1', group.id: g}}",
            "");
        row("nothing said", "- {kind: consumer, name: c, config: {group.id: g}}", "");
        row("one client of two",
            "- {kind: consumer, name: c, config: {bootstrap.servers: 'a.example:1', group.id: g}}\n  - {kind: "
            "producer, name: p}",
            "");
    }
    void aScenarioCanNameTheCluster()
    {
        QFETCH(QString, clients);
        QFETCH(QString, cluster);
        const auto scenario
            = scenario::readScenario("connscope: 1\nclients:\n  " + clients.toStdString() + "\n", "s.yaml");
        QVERIFY2(scenario, scenario ? "" : scenario.error().toString().c_str());
        const auto named = real::outsideClusterOf(*scenario, {});
        QVERIFY(named);
        QCOMPARE(QString::fromStdString(*named), cluster);
        const auto nobody = real::addressesOfNobody(*scenario, {});
        QCOMPARE(nobody.empty(), !clients.contains(u"a.example") && cluster.isEmpty());
    }

    void whatAScenarioKnowsIsNoOutsideCluster()
    {
        const auto scenario
            = scenario::readScenario("connscope: 1\nnetwork: {unresolvable: [gone.example]}\nclients:\n"
                                     "  - {kind: producer, config: {bootstrap.servers: 'gone.example:9092'}}\n",
                "s.yaml");
        QVERIFY(scenario);
        QCOMPARE(real::outsideClusterOf(*scenario, {}).value(), std::string());
    }

    void twoClustersAreOneTooMany()
    {
        const auto scenario
            = scenario::readScenario("connscope: 1\nclients:\n"
                                     "  - {kind: producer, name: p, config: {bootstrap.servers: 'a.example:1'}}\n"
                                     "  - {kind: producer, name: q, config: {bootstrap.servers: 'b.example:1'}}\n",
                "s.yaml");
        QVERIFY(scenario);
        const auto named = real::outsideClusterOf(*scenario, {});
        QVERIFY(!named);
        QVERIFY(named.error().message.find("'p' and 'q' name different clusters") != std::string::npos);
    }

    void aSimulationTakesTheNamesOfTheRealBrokers()
    {
        Theirs theirs;
        Visit visit(theirs, consumer("t", "java-3.9"));
        QTRY_VERIFY_WITH_TIMEOUT(visit.sent(ApiKey::Fetch) >= 20, 20'000);
        auto scenario = scenario::readScenario(kTheirs, "s.yaml");
        QVERIFY(scenario);
        real::takeNames(*scenario, visit.trace());
        const auto at = theirs.session().listeners();
        for (std::size_t i = 0; i < at.size(); ++i) {
            QCOMPARE(scenario->cluster.brokers[i].host, std::string("127.0.0.1"));
            QCOMPARE(scenario->cluster.brokers[i].port, at[i].second.port);
        }
    }
};

QTEST_GUILESS_MAIN(TestOutsideCluster)
#include "tst_outsidecluster.moc"
