// SPDX-License-Identifier: GPL-3.0-or-later
// Idle limits that are too near to each other: what is advised is set, and what it was to prevent is counted afterwards.
#include "findings/findings.h"
#include "findings/limit.h"
#include "findings/words.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using findings::Finding;
using findings::Kind;

namespace {

struct Played {
    std::vector<Finding> found;
    std::size_t byBroker = 0; // connections that a broker's idle check closed
    std::size_t timedOut = 0; // requests
    std::size_t byClient = 0; // connections that a client's idle check closed

    const Finding* find(Kind kind) const
    {
        const auto it = std::find_if(found.begin(), found.end(), [kind](const Finding& f) { return f.kind == kind; });
        return it == found.end() ? nullptr : &*it;
    }
};

Played play(const std::string& text, const std::string& limit = {})
{
    auto scenario = scenario::readScenario(text, "limits.yaml");
    if (!scenario)
        qFatal("%s", scenario.error().toString().c_str());
    if (!limit.empty() && !scenario::applySetting(*scenario, "*.connections.max.idle.ms=" + limit))
        qFatal("%s", limit.c_str());
    sim::Statistics statistics;
    const auto trace = sim::run(*scenario, {}, &statistics);
    if (!trace)
        qFatal("%s", trace.error().toString().c_str());
    Played played;
    played.found = findings::findings(*trace, statistics.end);
    for (const trace::ConnectionLife& life : trace::connectionLives(*trace)) {
        played.byBroker += life.closed && life.closeRule == trace::RuleId::BrokerIdleExpiry ? 1U : 0U;
        played.byClient += life.closed && life.closeRule == trace::RuleId::ClientIdleExpiry ? 1U : 0U;
    }
    for (std::size_t i = 0; i < trace->size(); ++i)
        played.timedOut += (*trace)[i].kind == trace::EventKind::RequestTimedOut ? 1U : 0U;
    return played;
}

/// Three brokers and one client that is silent for most of the time: it loads metadata, and that is all.
std::string scenarioOf(const std::string& profile, bool isProducer, const std::string& cluster,
    const std::string& network, int seconds, const std::string& config)
{
    return "connscope: 1\nuntil: " + std::to_string(seconds) + "s\nprofile: " + profile + "\ncluster: {brokers: 3, "
        + cluster + "topics: {t4: 3}}\n" + network + "clients:\n  - name: idle\n    kind: "
        + (isProducer ? "producer\n" : "consumer\n") + "    config: {" + config + "}\n    script:\n"
        + (isProducer ? "      - send: {topic: t4, partition: 0}\n      - send: {topic: t4, partition: 1}\n"
                      : "      - assign: [t4-0]\n      - poll: " + std::to_string(seconds) + "s\n");
}

std::string brokerAt(int seconds)
{
    return "config: {connections.max.idle.ms: " + std::to_string(seconds) + "000}, ";
}

} // namespace

class TestLimits : public QObject {
    Q_OBJECT

private slots:
    void whatIsAdvisedIsInTime()
    {
        using std::chrono::milliseconds;
        using std::chrono::seconds;
        const auto below = [](int other, int look) { return findings::limitBelow(seconds(other), seconds(look)); };
        QCOMPARE(below(600, 30), std::optional<Duration>(seconds(540))); // as Kafka's defaults are
        QCOMPARE(below(350, 30), std::optional<Duration>(seconds(300)));
        QCOMPARE(below(60, 30), std::optional<Duration>(seconds(29)));
        QVERIFY(!below(20, 30)); // none is in time
        QVERIFY(!below(35, 30)); // one is, and would have everything opened anew every few seconds
        QCOMPARE(findings::limitAbove(seconds(540), seconds(30)), Duration(seconds(600)));
        for (int other = 1; other < 2000; ++other) {
            for (const int look : {5, 30}) {
                if (const auto value = below(other, look)) {
                    QVERIFY(*value >= findings::kLeastLimit);
                    QVERIFY(findings::closesInTime(*value, seconds(other), seconds(look)));
                } else {
                    QVERIFY(other < 50);
                }
                const Duration above = findings::limitAbove(seconds(other), seconds(look));
                QVERIFY(findings::closesInTime(seconds(other), above, seconds(look)));
            }
        }
        QVERIFY(!findings::closesInTime(Duration(-1), seconds(600), seconds(5)));
        using trace::ClientKind;
        QCOMPARE(findings::longestLook(ClientKind::Producer, std::nullopt), Duration(seconds(30)));
        QCOMPARE(findings::longestLook(ClientKind::Producer, milliseconds(5000)), Duration(seconds(5)));
        QVERIFY(findings::longestLook(ClientKind::Consumer, seconds(30)) < Duration(seconds(30)));
    }

    void theBrokerNoLongerClosesFirst_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("isProducer");
        QTest::addColumn<int>("limit"); // the broker's, s
        for (const char* profile : {"java-2.2", "java-2.8", "java-3.9"}) {
            for (const bool isProducer : {true, false}) {
                for (const int limit : {60, 75, 200, 300, 600})
                    QTest::addRow("%s, %s, %d s", profile, isProducer ? "producer" : "consumer", limit)
                        << QString::fromLatin1(profile) << isProducer << limit;
            }
        }
    }
    void theBrokerNoLongerClosesFirst()
    {
        QFETCH(QString, profile);
        QFETCH(bool, isProducer);
        QFETCH(int, limit);
        const std::string text = scenarioOf(
            profile.toStdString(), isProducer, brokerAt(limit), {}, 8 * limit, "connections.max.idle.ms: 700000");
        const Played before = play(text);
        const Finding* finding = before.find(Kind::ClientLimitAboveBroker);
        QVERIFY(finding && finding->remedy);
        QVERIFY(before.byBroker > 0);
        QCOMPARE(finding->connections.size(), before.byBroker);
        // What is warned of is no "no fault" elsewhere.
        for (const Finding& other : before.found) {
            if (other.kind != Kind::IdleClose)
                continue;
            for (const ConnectionId id : other.connections)
                QVERIFY(std::find(finding->connections.begin(), finding->connections.end(), id)
                    == finding->connections.end());
        }
        const Played after = play(text, finding->remedy->value);
        QCOMPARE(after.byBroker, std::size_t {0});
        QVERIFY(after.byClient > 0);
        QVERIFY(!after.find(Kind::ClientLimitAboveBroker));
    }

    /// Lower, but not by enough for a producer that looks every half minute: as long as the broker is first, it is said.
    void itStaysWhileTheBrokerIsFirst_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("client"); // s
        for (const int limit : {60, 75, 200, 300})
            QTest::addRow("%d s", limit) << limit << limit * 9 / 10;
    }
    void itStaysWhileTheBrokerIsFirst()
    {
        QFETCH(int, limit);
        QFETCH(int, client);
        const Played played
            = play(scenarioOf("java-3.9", true, brokerAt(limit), {}, 20 * limit, {}), std::to_string(client * 1000));
        const Finding* finding = played.find(Kind::ClientLimitAboveBroker);
        QCOMPARE(finding != nullptr, played.byBroker > 0);
        if (finding)
            QCOMPARE(finding->connections.size(), played.byBroker);
        if (limit == 75)
            QVERIFY(finding);
    }

    void theMiddleboxNoLongerForgets_data()
    {
        QTest::addColumn<int>("silence"); // s
        QTest::addColumn<QString>("tooHigh"); // a limit below the silence that does not help
        QTest::newRow("58 s") << 58 << QStringLiteral("40000");
        QTest::newRow("89 s") << 89 << QStringLiteral("70000");
        QTest::newRow("118 s") << 118 << QStringLiteral("100000");
        QTest::newRow("350 s") << 350 << QString();
    }
    void theMiddleboxNoLongerForgets()
    {
        QFETCH(int, silence);
        QFETCH(QString, tooHigh);
        const std::string text = "connscope: 1\nuntil: 35m\nprofile: java-2.8\ncluster: {brokers: 3}\nnetwork: "
                                 "{latency: 2ms, middlebox: {idle: "
            + std::to_string(silence)
            + "s, answers: silence}}\nclients:\n  - name: p\n    kind: producer\n"
              "    config: {metadata.max.age.ms: 3600000}\n    script:\n"
              "      - send: {topic: t4, partition: 0, every: 7m, rounds: 5, sync: true}\n";
        const Played before = play(text);
        const Finding* finding = before.find(Kind::ClientLimitAboveMiddlebox);
        QVERIFY(finding && finding->remedy);
        QVERIFY(before.timedOut > 0);
        if (!tooHigh.isEmpty()) {
            const Played less = play(text, tooHigh.toStdString());
            QVERIFY(less.timedOut > 0);
            QVERIFY(less.find(Kind::ClientLimitAboveMiddlebox));
        }
        const Played after = play(text, finding->remedy->value);
        QCOMPARE(after.timedOut, std::size_t {0});
        QVERIFY(!after.find(Kind::ClientLimitAboveMiddlebox));
    }
};

QTEST_APPLESS_MAIN(TestLimits)
#include "tst_limits.moc"
