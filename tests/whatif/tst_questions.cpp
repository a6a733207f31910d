// SPDX-License-Identifier: GPL-3.0-or-later
// Every question leads somewhere: its scenario comes with the program, its query holds for an event of it, its finding is
// found there, in both languages.
#include "findings/findings.h"
#include "findings/words.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "trace/query.h"
#include "whatif/questions.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using whatif::Question;

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
        QTest::addColumn<int>("place");
        const QList<Question> all = whatif::questions();
        for (int i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].id)) << i;
    }
    void eachLeadsToWhatItSpeaksOf()
    {
        QFETCH(int, place);
        const Question q = whatif::questions().at(place);
        const std::string file = test::sourcePath("resources/scenarios/" + q.scenario.toStdString() + ".yaml");
        const auto scenario = scenario::readScenarioFile(file);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().toString().c_str());
        sim::Options options;
        options.profile = q.profile.toStdString();
        sim::Statistics statistics;
        const auto trace = sim::run(*scenario, options, &statistics);
        QVERIFY(trace.has_value());
        if (!q.query.isEmpty()) {
            const auto query = trace::Query::parse(q.query.toStdString());
            QVERIFY2(query.has_value(), query ? "" : query.error().message.c_str());
            const trace::Index index(*trace);
            QVERIFY2(!trace::findEvents(index, *query, kStart, kNever, 1).empty(), qPrintable(q.query));
        }
        if (!q.finding.isEmpty()) {
            const auto kind = findings::kindFromName(q.finding.toStdString());
            QVERIFY2(kind.has_value(), qPrintable(q.finding));
            const auto found = findings::findings(*trace, statistics.end);
            QVERIFY2(std::any_of(found.begin(), found.end(), [&](const auto& f) { return f.kind == *kind; }),
                qPrintable(q.finding));
        }
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
