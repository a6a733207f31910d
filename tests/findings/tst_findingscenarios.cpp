// SPDX-License-Identifier: GPL-3.0-or-later
// Each finding where a shipped scenario is about it, and silence where it is not.
#include "findings/findings.h"
#include "findings/report.h"
#include "findings/words.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "trace/entryname.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace connscope;
using findings::Finding;
using findings::Kind;
using findings::Weight;

namespace {

struct Played {
    trace::Trace trace;
    Instant end {};
    std::vector<Finding> found;

    const Finding* find(Kind kind, std::string_view client = {}) const
    {
        for (const Finding& f : found) {
            const bool isOf = client.empty() || std::any_of(f.clients.begin(), f.clients.end(), [&](ClientId id) {
                return entryOf(id).substr(0, client.size()) == client;
            });
            if (f.kind == kind && isOf)
                return &f;
        }
        return nullptr;
    }
    /// What the scenario calls it.
    std::string_view entryOf(ClientId id) const
    {
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind == trace::EventKind::ClientCreated && trace[i].client == id)
                return trace::entryName(trace, trace[i]);
        }
        return {};
    }
    Weight worst() const { return found.empty() ? Weight::Note : found.front().weight; }
};

const Played& play(const std::string& name, const std::string& profile = {}, std::optional<Duration> until = {})
{
    static std::map<std::pair<std::string, std::string>, Played> done; // some are asked for twice
    const auto it = done.find({name, profile});
    if (it != done.end())
        return it->second;
    const auto scenario = scenario::readScenarioFile(test::sourcePath("resources/scenarios/" + name + ".yaml"));
    if (!scenario)
        qFatal("%s", scenario.error().toString().c_str());
    sim::Options options;
    options.profile = profile;
    options.until = until;
    sim::Statistics statistics;
    auto trace = sim::run(*scenario, options, &statistics);
    if (!trace)
        qFatal("%s", trace.error().toString().c_str());
    Played played {std::move(*trace), statistics.end, {}};
    played.found = findings::findings(played.trace, played.end);
    return done.emplace(std::pair {name, profile}, std::move(played)).first->second;
}

QByteArray kinds(const Played& played)
{
    QByteArray out;
    for (const Finding& f : played.found)
        out += QByteArray(findings::kindName(f.kind).data()) + ' ';
    return out;
}

} // namespace

class TestFindingScenarios : public QObject {
    Q_OBJECT

private slots:
    void eachIsFoundWhereAScenarioIsAboutIt_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("client"); // who has it
        QTest::addColumn<QByteArray>("other"); // who has not
        const auto row = [](const char* scenario, const char* profile, const char* kind, const char* client = "",
                             const char* other = "") {
            QTest::addRow("%s in %s", kind, scenario) << QByteArray(scenario) << QByteArray(profile)
                                                      << QByteArray(kind) << QByteArray(client) << QByteArray(other);
        };
        row("11-producer-zombie", "", "zombie-connection", "no-limit", "default-limit");
        row("17-consumer-zombie", "", "zombie-connection", "zombie", "mortal");
        row("10-broker-closes-first", "", "client-limit-above-broker", "producer");
        row("10-broker-closes-first", "", "close-wait-standing", "consumer", "producer");
        row("24-nat-forgets", "", "client-limit-above-middlebox", "suffers", "closes-first");
        row("25-producer-per-message", "", "leak", "leaks", "shares");
        row("23-wrong-advertised-listener", "", "advertised-unreachable");
        row("23-wrong-advertised-listener", "", "reconnect-storm");
        row("30-shared-client-id", "", "shared-client-id");
        row("13-three-kinds", "", "two-sockets-to-one-host");
        row("13-three-kinds", "", "connections-of-a-client");
        row("09-nine-minutes-of-silence", "", "idle-close");
        row("07-thousand-brokers", "course", "never-used");
        row("26-frozen-bootstrap", "java-3.9", "setup-timeout");
    }
    void eachIsFoundWhereAScenarioIsAboutIt()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(QByteArray, profile);
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, client);
        QFETCH(QByteArray, other);
        const Played& played = play(scenario.toStdString(), profile.toStdString());
        const auto wanted = findings::kindFromName(kind.toStdString());
        QVERIFY(wanted);
        const Finding* found = played.find(*wanted, client.toStdString());
        QVERIFY2(found, kinds(played));
        QVERIFY(!found->events.empty());
        QCOMPARE(found->certainty, findings::Certainty::Certain); // a simulation knows everything
        if (!other.isEmpty())
            QVERIFY2(!played.find(*wanted, other.toStdString()), kinds(played));
    }

    /// SYNs to a broker are dropped, and bootstrap.servers names the very address that it advertises.
    void anAddressThatIsRightIsNotBlamed()
    {
        const Played& played = play("26-frozen-bootstrap", "java-3.9");
        QVERIFY2(!played.find(*findings::kindFromName("advertised-unreachable"), ""), kinds(played));
    }

    /// Ordinary life raises no alarm.
    void whereNothingIsWrongNothingIsSaid_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        for (const char* name : {"01-producer-start", "03-first-metadata", "04-send-opens-connection",
                 "06-metadata-refresh", "09-nine-minutes-of-silence", "12-consumer-start", "13-three-kinds",
                 "14-five-partitions-four-brokers", "15-first-kind-abandoned", "16-poll-loop-keeps-alive",
                 "18-reuse-by-address", "19-least-loaded", "20-multiplexing", "27-fetch-from-follower",
                 "28-transactional-producer"})
            QTest::newRow(name) << QByteArray(name);
    }
    void whereNothingIsWrongNothingIsSaid()
    {
        QFETCH(QByteArray, scenario);
        const Played& played = play(scenario.toStdString());
        QVERIFY2(played.worst() == Weight::Note, kinds(played));
    }

    void twoHundredConsumersAreNoLeak()
    {
        const Played& played = play("29-two-hundred-consumers", {}, std::chrono::seconds(90));
        QVERIFY2(!played.find(Kind::Leak), kinds(played));
        QVERIFY2(!played.find(Kind::ReconnectStorm), kinds(played));
        const Finding* sum = played.find(Kind::ConnectionsOfAClient);
        QVERIFY(sum);
        QCOMPARE(sum->clients.size(), std::size_t {200});
    }

    void aBrokerThatIsKilledIsNoWrongAddress()
    {
        QVERIFY(!play("21-coordinator-fails").find(Kind::AdvertisedUnreachable));
        QVERIFY(!play("22-rolling-restart").find(Kind::AdvertisedUnreachable));
        QVERIFY(!play("22-rolling-restart").find(Kind::ClientLimitAboveMiddlebox));
    }

    /// Every scenario gives findings whose evidence is in the trace, in both languages, and the same ones each time.
    void everyFindingHasItsEvidenceInTheTrace()
    {
        const QDir folder(QString::fromStdString(test::sourcePath("resources/scenarios")));
        std::set<Kind> seen;
        for (const QString& file : folder.entryList({QStringLiteral("*.yaml")})) {
            if (file.startsWith(QLatin1String("02")) || file.startsWith(QLatin1String("29")))
                continue; // large, and of the same kinds
            const Played& played = play(file.chopped(5).toStdString());
            QVERIFY(played.found == findings::findings(played.trace, played.end));
            const analysis::Names names(played.trace);
            for (const Finding& f : played.found) {
                seen.insert(f.kind);
                QVERIFY(!f.events.empty());
                for (const EventId id : f.events)
                    QVERIFY(id.value < played.trace.size());
                for (const ConnectionId id : f.connections)
                    QVERIFY(id.value < played.trace.connectionCount());
                for (const auto language : {analysis::Language::English, analysis::Language::Chinese}) {
                    const std::string words = findings::text(names, f, language) + findings::remedy(f, language);
                    QVERIFY2(words.find('{') == std::string::npos && words.find("()") == std::string::npos
                            && words.find("（）") == std::string::npos,
                        words.c_str());
                }
            }
        }
        QVERIFY(seen.size() >= 12);
    }
};

QTEST_GUILESS_MAIN(TestFindingScenarios)
#include "tst_findingscenarios.moc"
