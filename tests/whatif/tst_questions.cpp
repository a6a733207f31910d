// SPDX-License-Identifier: GPL-3.0-or-later
// Every question leads somewhere: its scenario comes with the program, its query holds for an event of it, its finding is
// found there, in both languages.
#include "findings/findings.h"
#include "findings/words.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "trace/life.h"
#include "trace/query.h"
#include "whatif/questions.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace connscope;
using whatif::Question;

namespace {

/// Whether what a finding says is to be seen right after an event, which is one of its own.
bool isSeenAt(const trace::Trace& trace, const findings::Finding& finding, EventId place)
{
    using findings::Kind;
    const trace::Event& e = trace[place];
    std::map<ClientId, std::uint32_t> open; // connections
    std::map<ClientId, std::uint32_t> toBroker; // those to the broker of the event
    for (const trace::ConnectionLife& life : trace::connectionLives(trace)) {
        if (life.opened > e.at || (life.closed && *life.closed <= e.at))
            continue;
        ++open[life.client];
        toBroker[life.client] += life.broker == e.broker ? 1U : 0U;
    }
    const bool isOne = std::find(finding.events.begin(), finding.events.end(), place) != finding.events.end();
    switch (finding.kind) {
    case Kind::ConnectionsOfAClient:
        return open[e.client] == finding.most;
    case Kind::TwoSocketsToOneHost:
        return e.broker.isValid() && toBroker[e.client] >= 2;
    case Kind::Leak:
        return isOne && open.size() >= findings::kLeakInstances;
    case Kind::SharedClientId:
        return std::all_of(finding.clients.begin(), finding.clients.end(), [&](ClientId id) { return open[id] > 1; });
    case Kind::SetupTimeout:
    case Kind::AdvertisedUnreachable:
        return isOne && (e.kind == trace::EventKind::ConnectFailed || e.kind == trace::EventKind::ResetReceived);
    case Kind::ClientLimitAboveMiddlebox:
        return isOne && e.kind == trace::EventKind::RequestTimedOut;
    case Kind::IdleClose:
        return isOne && e.side == finding.side;
    case Kind::ClientLimitAboveBroker:
        return isOne && e.side == trace::Side::Broker;
    default:
        return false; // a kind to which no question has led
    }
}

/// What the question has in its own words.
bool isAskedAt(const QString& id, const trace::Event& e)
{
    if (id == QLatin1String("disconnected-every-few-minutes"))
        return e.node.value == -1 && e.kind == trace::EventKind::IdleExpired
            && e.at - kStart < std::chrono::minutes(10);
    if (id == QLatin1String("after-600000-ms"))
        return e.side == trace::Side::Broker && Duration(e.value) / ms(1) / 1000 == 600;
    if (id == QLatin1String("request-timeout-after-idle"))
        return e.kind == trace::EventKind::RequestTimedOut;
    if (id == QLatin1String("node-minus-one") || id == QLatin1String("completed-is-not-ready"))
        return e.node.value == -1;
    if (id == QLatin1String("old-address"))
        return e.kind == trace::EventKind::MetadataUpdated;
    if (id == QLatin1String("timeout-9125-ms"))
        return e.kind == trace::EventKind::ConnectFailed;
    return true;
}

} // namespace

class TestQuestions : public QObject {
    Q_OBJECT

private slots:
    void thereAreAsManyAsPeopleAsk()
    {
        const QList<Question> all = whatif::questions();
        QVERIFY(all.size() >= 13);
        std::set<QString> ids;
        for (const Question& q : all)
            QVERIFY2(ids.insert(q.id).second, qPrintable(q.id));
    }
    void eachLeadsToWhatItSpeaksOf_data()
    {
        QTest::addColumn<int>("number");
        const QList<Question> all = whatif::questions();
        for (int i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].id)) << i;
    }
    void eachLeadsToWhatItSpeaksOf()
    {
        QFETCH(int, number);
        const Question q = whatif::questions().at(number);
        const std::string file = test::sourcePath("resources/scenarios/" + q.scenario.toStdString() + ".yaml");
        const auto scenario = scenario::readScenarioFile(file);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().toString().c_str());
        sim::Options options;
        options.profile = q.profile.toStdString();
        sim::Statistics statistics;
        const auto trace = sim::run(*scenario, options, &statistics);
        QVERIFY(trace.has_value());
        EventId place; // where the window goes
        const trace::Index index(*trace);
        if (!q.query.isEmpty()) {
            const auto query = trace::Query::parse(q.query.toStdString());
            QVERIFY2(query.has_value(), query ? "" : query.error().message.c_str());
            const auto events = trace::findEvents(index, *query, kStart, kNever, 1);
            QVERIFY2(!events.empty(), qPrintable(q.query));
            place = events.front();
        }
        if (!q.finding.isEmpty()) {
            const auto kind = findings::kindFromName(q.finding.toStdString());
            QVERIFY2(kind.has_value(), qPrintable(q.finding));
            const auto found = findings::findings(*trace, statistics.end);
            const auto first
                = std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.kind == *kind; });
            QVERIFY2(first != found.end(), qPrintable(q.finding));
            if (!place.isValid())
                place = first->events.front();
            QVERIFY2(isSeenAt(*trace, *first, place), qPrintable(q.id));
        }
        QVERIFY2(isAskedAt(q.id, (*trace)[place]), qPrintable(q.id));
    }
    void bothLanguagesAreInTheirOwnScript()
    {
        static const QRegularExpression kHan(QStringLiteral("\\p{Han}"));
        for (const Question& q : whatif::questions()) {
            QVERIFY2(!q.question[0].contains(kHan) && !q.answer[0].contains(kHan), qPrintable(q.id));
            QVERIFY2(q.question[1].contains(kHan) && q.answer[1].contains(kHan), qPrintable(q.id));
        }
    }
    void wordsAreLookedForInQuestionAndAnswer()
    {
        const QList<Question> all = whatif::questions();
        const auto count = [&](const char* words, theme::Language language) {
            return std::count_if(all.begin(), all.end(),
                [&](const Question& q) { return q.matches(QString::fromUtf8(words), language); });
        };
        QCOMPARE(count("", theme::Language::English), all.size());
        QCOMPARE(count("kafkajs PODS", theme::Language::English), 1);
        QVERIFY(count("advertised.listeners", theme::Language::English) >= 1);
        QVERIFY(count("引导地址", theme::Language::Chinese) >= 1);
        QCOMPARE(count("no such words", theme::Language::English), 0);
    }
    void aFileWithAMistakeSaysWhich_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{") << QStringLiteral("offset");
        QTest::newRow("another file") << QByteArray("{}") << QStringLiteral("connscope-questions");
        QTest::newRow("a question without Chinese") << QByteArray(
            R"({"connscope-questions":1,"questions":[{"id":"x","question":{"en":"a"},"answer":{"en":"b","zh":"c"},)"
            R"("target":{"scenario":"s","query":"q"}}]})")
                                                    << QStringLiteral("question 1 (x)");
    }
    void aFileWithAMistakeSaysWhich()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        QString error;
        QVERIFY(whatif::readQuestions(json, &error).isEmpty());
        QVERIFY2(error.contains(says), qPrintable(error));
    }
};

QTEST_MAIN(TestQuestions)
#include "tst_questions.moc"
