// SPDX-License-Identifier: GPL-3.0-or-later
// What a finding advises is set, the same thing is played again for twice as long, and the finding is gone; where nothing can be
// set that helps, nothing is advised.
#include "findings/findings.h"
#include "findings/words.h"
#include "support/playing.h"
#include "trace/entryname.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using findings::Finding;
using findings::Kind;
using scenario::Scenario;
using trace::Side;

namespace {

struct Played {
    trace::Trace trace;
    Instant end {};
    std::vector<Finding> found;

    /// What the scenario calls the clients of a finding.
    std::set<std::string> entriesOf(const Finding& finding) const
    {
        std::set<std::string> out;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const auto& clients = finding.clients;
            if (trace[i].kind == trace::EventKind::ClientCreated
                && std::find(clients.begin(), clients.end(), trace[i].client) != clients.end()) {
                const std::string_view name = trace::entryName(trace, trace[i]);
                out.emplace(name.substr(0, name.find('[')));
            }
        }
        return out;
    }
    const Finding* find(Kind kind, const std::string& entry) const
    {
        for (const Finding& f : found) {
            if (f.kind == kind && entriesOf(f).contains(entry))
                return &f;
        }
        return nullptr;
    }
};

Played play(Scenario scenario, Duration until)
{
    sim::Options options;
    options.until = until;
    sim::Statistics statistics;
    Played played {test::play(scenario, options, &statistics), {}, {}};
    played.end = statistics.end;
    played.found = findings::findings(played.trace, played.end);
    return played;
}

void set(Scenario& scenario, const findings::Remedy& remedy, const std::set<std::string>& entries)
{
    const std::string setting = '.' + std::string(remedy.key) + '=' + remedy.value;
    if (remedy.side == Side::None)
        scenario.network.middlebox.idle = ms(std::stoll(remedy.value));
    else if (remedy.side == Side::Broker)
        scenario = test::withSettings(std::move(scenario), {"cluster" + setting});
    else {
        for (const std::string& entry : entries)
            scenario = test::withSettings(std::move(scenario), {entry + setting});
    }
}

/// What is left of the findings with a value to set, once that is set: "" where each is gone.
std::string left(const Scenario& scenario, const Played& before)
{
    for (const Finding& f : before.found) {
        if (!f.remedy || f.remedy->value.empty() || f.remedy->key == "reconnect.backoff.max.ms")
            continue;
        const std::set<std::string> entries = before.entriesOf(f);
        Scenario changed = scenario;
        set(changed, *f.remedy, entries);
        if (f.also)
            set(changed, *f.also, entries);
        const Played after = play(changed, 2 * before.end.time_since_epoch());
        for (const std::string& entry : entries) {
            if (after.find(f.kind, entry))
                return entry + " after " + findings::remedy(f, analysis::Language::English) + " still: "
                    + findings::text(
                        analysis::Names(after.trace), *after.find(f.kind, entry), analysis::Language::English);
        }
    }
    return {};
}

/// A consumer that is polled for five seconds again and again, with \a pause in between.
std::string pausing(const std::string& rest, const std::string& pause)
{
    std::string text = "cluster: {brokers: 3" + rest
        + "clients:\n  - name: reader\n    kind: consumer\n    script:\n"
          "      - assign: t4\n";
    for (int i = 0; i < 20; ++i)
        text += "      - poll: 5s\n      - wait: " + pause + "\n";
    return text + "      - poll: 10h\n";
}

} // namespace

class TestRemedies : public QObject {
    Q_OBJECT

private slots:
    void theBrokersLimitIsLow_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<int>("broker"); // s
        QTest::addColumn<int>("client"); // ms; 0: the default
        for (const char* scenario :
            {"09-nine-minutes-of-silence", "10-broker-closes-first", "16-poll-loop-keeps-alive"}) {
            for (const int broker : {2, 10, 20, 31, 32, 38, 41, 50, 60, 90, 200}) {
                for (const int client : {0, -1, 15'000})
                    QTest::addRow("%s, broker %d s, client %d ms", scenario, broker, client)
                        << QString::fromLatin1(scenario) << broker << client;
            }
        }
    }
    void theBrokersLimitIsLow()
    {
        QFETCH(QString, scenario);
        QFETCH(int, broker);
        QFETCH(int, client);
        std::vector<std::string> settings {"cluster.connections.max.idle.ms=" + std::to_string(broker * 1000)};
        if (client != 0)
            settings.push_back("*.connections.max.idle.ms=" + std::to_string(client));
        const Scenario with = test::shippedScenario(scenario.toStdString(), settings);
        const Played before = play(with, std::chrono::minutes(25));
        if (client <= 0 && !scenario.startsWith(QLatin1String("16")))
            QVERIFY(before.find(Kind::ClientLimitAboveBroker, "producer"));
        const std::string what = left(with, before);
        QVERIFY2(what.empty(), what.c_str());
    }

    /// A poll closes one connection: with many the last one is late.
    void manyAreIdleAtOnce_data()
    {
        QTest::addColumn<int>("broker"); // s
        for (const int broker : {20, 45, 60, 90, 200})
            QTest::addRow("%d s", broker) << broker;
    }
    void manyAreIdleAtOnce()
    {
        QFETCH(int, broker);
        const Scenario with
            = test::scenarioOf("cluster: {brokers: 12, topics: {t: 12}, config: {connections.max.idle.ms: "
                + std::to_string(broker * 1000)
                + "}}\nclients:\n  - name: producer\n    kind: producer\n    script:\n      - send: {topic: t}\n");
        const Played before = play(with, std::chrono::minutes(20));
        QVERIFY(before.find(Kind::ClientLimitAboveBroker, "producer"));
        const std::string what = left(with, before);
        QVERIFY2(what.empty(), what.c_str());
    }

    void theMiddleboxForgetsSoon_data()
    {
        QTest::addColumn<int>("idle"); // s
        QTest::addColumn<int>("client"); // ms
        for (const int idle : {5, 20, 31, 38, 45, 60, 120, 350}) {
            for (const int client : {-1, 15'000, 540'000})
                QTest::addRow("%d s, client %d ms", idle, client) << idle << client;
        }
    }
    void theMiddleboxForgetsSoon()
    {
        QFETCH(int, idle);
        QFETCH(int, client);
        Scenario with
            = test::shippedScenario("24-nat-forgets", {"*.connections.max.idle.ms=" + std::to_string(client)});
        with.network.middlebox.idle = std::chrono::seconds(idle);
        const Played before = play(with, std::chrono::minutes(40));
        const Finding* finding = before.find(Kind::ClientLimitAboveMiddlebox, "suffers");
        QCOMPARE(finding != nullptr, client < 0 || client > idle * 1000);
        if (finding)
            QVERIFY(finding->remedy);
        const std::string what = left(with, before);
        QVERIFY2(what.empty(), what.c_str());
    }

    void whatIsAdvisedEndsAZombie_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::newRow("a producer's") << QStringLiteral("11-producer-zombie");
        QTest::newRow("a consumer's") << QStringLiteral("17-consumer-zombie");
    }
    void whatIsAdvisedEndsAZombie()
    {
        QFETCH(QString, scenario);
        const Scenario with = test::shippedScenario(scenario.toStdString());
        const Played before = play(with, std::chrono::minutes(40));
        QVERIFY(std::any_of(before.found.begin(), before.found.end(),
            [](const Finding& f) { return f.kind == Kind::ZombieConnection; }));
        const std::string what = left(with, before);
        QVERIFY2(what.empty(), what.c_str());
    }

    /// Nobody polls: the client's own limit is not looked at, so none is advised.
    void whoDoesNotPollIsNotToldToSetItsLimit_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::newRow("the broker closes")
            << QString::fromStdString(pausing(", config: {connections.max.idle.ms: 60000}}\n", "5m"));
        QTest::newRow("a middlebox forgets")
            << QString::fromStdString(pausing("}\nnetwork: {middlebox: {idle: 350s, answers: silence}}\n", "7m"));
    }
    void whoDoesNotPollIsNotToldToSetItsLimit()
    {
        QFETCH(QString, yaml);
        const Scenario with = test::scenarioOf(yaml.toStdString());
        const Played before = play(with, std::chrono::minutes(40));
        QVERIFY(
            before.find(Kind::CloseWaitStanding, "reader") || before.find(Kind::ClientLimitAboveMiddlebox, "reader"));
        for (const Finding& f : before.found)
            QVERIFY2(!f.remedy || f.remedy->side != Side::Client || f.remedy->value.empty(),
                findings::remedy(f, analysis::Language::English).c_str());
        // And rightly so.
        for (const char* limit : {"10000", "54000", "300000"}) {
            const Played low
                = play(test::withSettings(with, {std::string("reader.connections.max.idle.ms=") + limit}),
                    std::chrono::minutes(40));
            QVERIFY(
                low.find(Kind::CloseWaitStanding, "reader") || low.find(Kind::ClientLimitAboveMiddlebox, "reader"));
        }
        const std::string what = left(with, before);
        QVERIFY2(what.empty(), what.c_str());
    }

    /// The silence has no end that anybody saw: no limit of the broker's outlasts it.
    void noLimitOutlastsASilenceWithoutEnd()
    {
        const Scenario with = test::shippedScenario("10-broker-closes-first");
        for (const int minutes : {3, 7, 30}) {
            const Played before = play(with, std::chrono::minutes(minutes));
            const Finding* standing = before.find(Kind::CloseWaitStanding, "consumer");
            QVERIFY(standing && !standing->remedy);
            QVERIFY(!before.find(Kind::ClientLimitAboveBroker, "consumer"));
            QVERIFY(before.find(Kind::ClientLimitAboveBroker, "producer"));
            for (const Finding& f : before.found) // nor is it told as if it were in order
                QVERIFY(
                    f.kind != Kind::IdleClose || f.connections.empty() || !before.entriesOf(f).contains("consumer"));
        }
    }
};

QTEST_APPLESS_MAIN(TestRemedies)
#include "tst_remedies.moc"
