// SPDX-License-Identifier: GPL-3.0-or-later
// From a lesson to what is shown: moments, measures, choices, answers, feedback.
#include "lesson/feedback.h"
#include "lesson/lessontext.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using analysis::Language;
using lesson::Given;
using test::goodStep;
using test::lessonAround;
using test::ready;

namespace {

const lesson::PreparedQuestion& questionOf(const test::Ready& lesson, std::size_t step = 0)
{
    return *lesson.prepared->steps.at(step).question;
}

test::Ready asking(const std::string& rest, std::uint64_t seed = 1)
{
    return ready(lessonAround("text: {en: A, zh: 一}\n    pause: 5s\n    let: {data: {count: connections, where: "
                              "role = data}}\n    question:\n"
                              "      text: {en: Q, zh: 问}\n      why: {opened: role = data}\n      "
                     + rest),
        "lesson.yaml", seed);
}

std::string measured(const std::string& measure)
{
    const auto lesson
        = ready(lessonAround("text: {en: \"{m}\", zh: \"{m}\"}\n    pause: end\n    let: {m: " + measure + "}"));
    return lesson.prepared->steps.front().text.en;
}

} // namespace

class tst_Prepare : public QObject {
    Q_OBJECT
private slots:
    void measuresComeFromTheTrace_data()
    {
        QTest::addColumn<QByteArray>("measure");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* measure, const char* expected) {
            QTest::newRow(measure) << QByteArray(measure) << QByteArray(expected);
        };
        row("{count: connections, where: open}", "5");
        row("{count: connections, where: open, at: 500us}", "1");
        row("{count: connections, where: role = data, distinct: broker}", "3");
        row("{count: connections, where: open, distinct: broker}", "3");
        row("{count: connections, where: open, from: {when: kind = \"coordinator found\"}}", "4");
        row("{count: events, where: kind = \"request sent\" and api = FIND_COORDINATOR}", "1");
        row("{count: events, where: kind = ready, from: 1500us, at: 3s}", "4");
        row("{value: node, where: role = coordinator}", "2147483645");
        row("{value: node, where: role = data, nth: 1}", "2");
        row("{value: node, where: role = data, nth: -1}", "1");
        row("{value: broker, of: events, where: kind = \"coordinator found\"}", "2");
        row("{value: correlation, of: events, where: kind = \"request sent\" and api = JOIN_GROUP, nth: 1}", "3");
        row("{value: size, of: events, where: kind = \"metadata updated\"}", "3");
        row("{value: opened, where: role = coordinator, unit: 1us}", "1085");
        row("{value: age, where: node = -1, unit: 1s}", "10");
        row("{value: time, of: events, where: kind = ready, nth: 1, unit: 1us}", "640");
        row("{setup: brokers}", "3");
        row("{setup: partitions}", "3");
        row("{setup: addresses}", "1");
        row("{setup: clients}", "1");
        row("{setup: idle-limit}", "540000");
        row("{setup: idle-limit, unit: 1m}", "9");
    }
    void measuresComeFromTheTrace()
    {
        QFETCH(QByteArray, measure);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(measured(measure.toStdString())), expected);
    }

    void aQueryMayComeTrueByTimeAlone()
    {
        const auto lesson
            = ready(lessonAround("text: {en: A, zh: 一}\n    pause: {when: role = bootstrap and idle > 4s}"));
        const lesson::Moment pause = lesson.prepared->steps.front().pause;
        QVERIFY(pause.at > kStart + 4s && pause.at < kStart + 4002ms);
        const auto& trace = lesson.prepared->run("").trace;
        QCOMPARE(pause.applied, trace.upperBound(pause.at));
    }

    void choicesAreNumbersInOrderWithOneThatIsRight()
    {
        const auto lesson = ready(lessonAround(goodStep()));
        const auto& question = questionOf(lesson);
        QCOMPARE(question.choices.size(), std::size_t {3});
        QCOMPARE(question.choices[0].text.en, std::string("3"));
        QCOMPARE(question.choices[2].text.zh, std::string("5"));
        QCOMPARE(question.rightChoice(), std::optional<std::size_t>(0));
        QCOMPARE(question.answer, std::int64_t {3});
        QVERIFY(lesson::isRight(question, Given {{0}, {}, {}}));
        QVERIFY(!lesson::isRight(question, Given {{1}, {}, {}}));
        QVERIFY(lesson::isRight(question, Given {{}, 3, {}}));
        QVERIFY(!lesson::isRight(question, Given {}));
        QVERIFY(!lesson::isRight(question, Given {{77}, {}, {}}));
        QCOMPARE(lesson::remark(question, Given {{1}, {}, {}}, Language::English), std::string("One less"));
        QCOMPARE(lesson::remark(question, Given {{}, 5, {}}, Language::Chinese), std::string("少两个"));
        QCOMPARE(lesson::remark(question, Given {{0}, {}, {}}, Language::Chinese), std::string());
    }

    void statementsAreShuffledByTheSeed()
    {
        const std::string options
            = "kind: choice\n      options:\n        - {en: A, zh: 一, when: data = 3}\n        - {en: B, zh: 二, "
              "when: data = 4}\n"
              "        - {en: C, zh: 三, when: data = 5}\n        - {en: D, zh: 四, when: data = 6}";
        std::set<std::size_t> places;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto lesson = asking(options, seed);
            const auto right = questionOf(lesson).rightChoice();
            QVERIFY(right.has_value());
            QCOMPARE(questionOf(lesson).choices[*right].text.en, std::string("A"));
            places.insert(*right);
        }
        QCOMPARE(places.size(), std::size_t {4});
    }

    void happeningsAreNeverOfferedInTheirOrder()
    {
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const auto lesson = asking(
                "kind: order\n      items:\n        - {en: F, zh: 三, when: api = FETCH}\n"
                "        - {en: M, zh: 一, when: api = METADATA}\n        - {en: J, zh: 二, when: api = JOIN_GROUP}",
                seed);
            const auto& question = questionOf(lesson);
            std::string order;
            for (const std::size_t place : question.order)
                order += question.choices[place].text.en;
            QCOMPARE(order, std::string("MJF"));
            QVERIFY(!std::is_sorted(question.order.begin(), question.order.end()));
            QVERIFY(lesson::isRight(question, Given {question.order, {}, {}}));
            QVERIFY(!lesson::isRight(question, Given {{0, 1, 2}, {}, {}}));
        }
    }

    void aCloserIsWhoSendsTheFirstFin()
    {
        const auto lesson = asking("kind: closer\n      connection: node = 0");
        const auto& question = questionOf(lesson);
        QCOMPARE(question.choices.size(), std::size_t {4});
        QCOMPARE(lesson::answerText(lesson.prepared->run(""), question, Language::English),
            std::string("Nobody: it stays open"));
    }

    void aPickIsAThingOfThePicture()
    {
        const auto lesson = asking("kind: pick\n      pick: {connection: role = coordinator}");
        const auto& question = questionOf(lesson);
        QCOMPARE(question.picks, (std::vector<lesson::Thing> {{lesson::Thing::Kind::Connection, 1}}));
        QVERIFY(lesson::isRight(question, Given {{}, {}, lesson::Thing {lesson::Thing::Kind::Connection, 1}}));
        QVERIFY(!lesson::isRight(question, Given {{}, {}, lesson::Thing {lesson::Thing::Kind::Broker, 1}}));
        QCOMPARE(lesson::answerText(lesson.prepared->run(""), question, Language::English),
            std::string("node 2147483645 (localhost:9094)"));
    }

    void feedbackIsTheChainOfCausesInBothLanguages()
    {
        const auto lesson = asking("kind: pick\n      pick: {connection: role = coordinator}\n      explain: {en: "
                                   "\"{data} data\", zh: \"{data} 个\"}");
        const auto& played = lesson.prepared->run("");
        const auto en = lesson::causes(played, questionOf(lesson), Language::English);
        const auto zh = lesson::causes(played, questionOf(lesson), Language::Chinese);
        QVERIFY(en.size() > 3);
        QCOMPARE(en.size(), zh.size());
        QCOMPARE(en.front().text, std::string("consumer-1 starts to connect to node 2 (localhost:9094)"));
        QVERIFY(en.front().rule.starts_with("offsets to list: "));
        QVERIFY(zh.front().text != en.front().text);
        QCOMPARE(en.back().event.value, 0U);
        QCOMPARE(questionOf(lesson).explain.zh, std::string("3 个"));
    }

    void anotherRunIsAnotherTrace()
    {
        const auto lesson = ready(
            lessonAround("text: {en: \"{here} {there}\", zh: \"{here} {there}\"}\n    pause: end\n    let: {here: "
                         "{count: events, where: kind = \"request sent\" and api = JOIN_GROUP}, "
                         "there: {count: events, where: kind = \"request sent\" and api = JOIN_GROUP, run: old}}",
                "runs: {old: {profile: java-2.1}}\n"));
        QCOMPARE(lesson.prepared->steps.front().text.en, std::string("2 1"));
    }

    void aForcedProfileIsThatOfTheLessonsOwnRun()
    {
        const std::string yaml
            = lessonAround("text: {en: \"{m}\", zh: \"{m}\"}\n    pause: end\n    let: {m: {count: events, where: "
                           "kind = \"request sent\" and api = JOIN_GROUP}}");
        QCOMPARE(ready(yaml).prepared->steps.front().text.en, std::string("2"));
        QCOMPARE(ready(yaml, "lesson.yaml", 1, "java-2.1").prepared->steps.front().text.en, std::string("1"));
    }

    void aStepWithoutPauseIsWhereTheLastOneEnded()
    {
        const auto lesson = ready(lessonAround(goodStep() + "\n  - text: {en: B, zh: 二}"));
        QCOMPARE(lesson.prepared->steps[1].pause, lesson.prepared->steps[0].question->reveal);
        QCOMPARE(lesson.prepared->steps[0].pause, lesson::Moment {});
    }

    void whatWasDrawnMayMakeMisconceptionsCoincide()
    {
        const std::string text = "parameters: {n: 1..1}\n";
        std::string step = goodStep();
        step.replace(step.find("data + 1"), 8, "data");
        const auto lesson = ready(lessonAround(step, text));
        std::set<std::string> choices;
        for (const lesson::Choice& choice : questionOf(lesson).choices)
            choices.insert(choice.text.en);
        QCOMPARE(choices, (std::set<std::string> {"3", "4", "5"}));
    }
};

QTEST_APPLESS_MAIN(tst_Prepare)
#include "tst_prepare.moc"
