// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a lesson's file is said with its place, before anything is run.
#include "lesson/lessontext.h"
#include "scenario/reader.h"

#include <QTest>

using namespace connscope;
using test::goodStep;
using test::lessonAround;
using test::mistakes;

namespace {

/// The good step with one text of it replaced.
std::string changed(const std::string& what, const std::string& by)
{
    std::string step = goodStep();
    const std::size_t at = step.find(what);
    if (at == std::string::npos)
        throw std::runtime_error("the step has no " + what);
    return lessonAround(step.replace(at, what.size(), by));
}

} // namespace

class tst_LessonErrors : public QObject {
    Q_OBJECT
private slots:
    void aGoodLessonHasNoMistake() { QCOMPARE(mistakes(lessonAround(goodStep())), std::string()); }

    void aLessonIsToldFromAScenarioByItsContent()
    {
        QVERIFY(lesson::isLesson("connscope-lesson: 1\n"));
        QVERIFY(lesson::isLesson("# a comment\n\n---\nconnscope-lesson: 1\n"));
        QVERIFY(lesson::isLesson("\xEF\xBB\xBF"
                                 "connscope-lesson: 1"));
        QVERIFY(!lesson::isLesson("connscope: 1\nclients: []\nconnscope-lesson: 1\n"));
        QVERIFY(!lesson::isLesson(""));
        QVERIFY(!lesson::isLesson("{\"connscope-trace\":1}\n"));
    }

    void aLessonIsNoScenario()
    {
        const auto read = scenario::tryScenario(lessonAround(goodStep()), "lesson.yaml");
        QCOMPARE(read.errors.size(), std::size_t {1});
        QVERIFY(read.errors.front().message.starts_with("this is a lesson, not a scenario"));
        QCOMPARE(read.errors.front().line, 1);
    }

    void aMissingTranslationIsNamed()
    {
        QCOMPARE(mistakes(changed("{en: Count, zh: 数一数}", "{en: Count}")),
            std::string("5:11: text: the Chinese text (zh:) is missing\n"));
        QCOMPARE(mistakes(changed("{en: Count, zh: 数一数}", "{zh: 数一数}")),
            std::string("5:11: text: the English text (en:) is missing\n"));
        QCOMPARE(mistakes(changed("{en: Count, zh: 数一数}", "Count")),
            std::string("5:11: text: expected {en: …, zh: …}, or {both: …} for what is the same in both languages, "
                        "found 'Count'\n"));
        QCOMPARE(mistakes(changed("because: {en: Two less, zh: 少两个}", "because: {en: Two less, zh: ''}")),
            std::string("15:54: because: the text is empty\n"));
        QCOMPARE(mistakes(changed("{en: Count, zh: 数一数}", "{both: METADATA}")), std::string());
    }

    void anAnswerThatIsWrittenDownIsRefused()
    {
        const std::string expected = "12:15: answer: it has to come from the trace: use a name that let: measures "
                                     "with count: or value:, not what is set up or written here\n";
        QCOMPARE(mistakes(changed("answer: data", "answer: 3")), expected);
        QCOMPARE(mistakes(changed("answer: data", "answer: 1 + 2")), expected);
    }

    void whatIsSetUpIsNoAnswer()
    {
        std::string step = changed("answer: data", "answer: brokers");
        step.replace(step.find("data: {count"), 4, "brokers: {setup: brokers}\n      data");
        QVERIFY2(QByteArray::fromStdString(mistakes(step)).contains("it has to come from the trace"),
            mistakes(step).c_str());
    }

    void namesThatAreNotKnownAreNamed()
    {
        QCOMPARE(mistakes(changed("answer: data", "answer: dta")),
            std::string("12:15: 'dta' is not known here; did you mean 'data'?\n"
                        "12:15: answer: it has to come from the trace: use a name that let: measures with count: or "
                        "value:, not what is set up or written here\n"));
        QCOMPARE(mistakes(changed("en: Count", "en: \"So {leaders} of them\"")),
            std::string("5:21: 'leaders' is not known here; names here are data\n"));
        const std::string cut = mistakes(changed("answer: data", "answer: data +"));
        QVERIFY2(cut.starts_with("12:21: answer: expected a number or a name"), cut.c_str());
    }

    void queriesAreReadWhereTheyStand()
    {
        QVERIFY2(mistakes(changed("where: role = data", "where: role = dta"))
                     .starts_with("8:48: where: 'role' is never 'dta'"),
            mistakes(changed("where: role = data", "where: role = dta")).c_str());
        QVERIFY(mistakes(changed("where: role = data", "where: kind = ready")).find("say count: events")
            != std::string::npos);
    }

    void unknownKeysAndKindsAreNamed()
    {
        QVERIFY(mistakes(changed("pause: start", "pausse: start"))
                    .starts_with("6:5: a step has no 'pausse'; did you mean 'pause'?"));
        QVERIFY(mistakes(changed("kind: count", "kind: cuont"))
                    .starts_with("10:13: kind: expected count, number, choice, pick, order or closer"));
        QVERIFY(mistakes(changed("kind: count", "kind: pick")).find("a question of kind pick has no answer:")
            != std::string::npos);
        QCOMPARE(mistakes(changed("pause: start", "pause: strat")),
            std::string("6:12: pause: expected an instant such as 3s, start, end or {when: QUERY}, found 'strat'; "
                        "did you mean 'start'?\n"));
        QVERIFY(
            mistakes(changed("pause: start", "view: topolgy")).find("did you mean 'topology'?") != std::string::npos);
        QVERIFY(mistakes(changed("pause: start", "controls: [play, sek]")).find("did you mean 'seek'?")
            != std::string::npos);
        QVERIFY(mistakes(changed("pause: start", "run: other")).find("the lesson has no run 'other'")
            != std::string::npos);
    }

    void everyQuestionSaysWhy()
    {
        QVERIFY(mistakes(changed("      why: {opened: role = data}", "")).find("a question needs why:")
            != std::string::npos);
    }

    void atLeastTwoWrongAnswersAreOffered()
    {
        QVERIFY(mistakes(changed("        - {is: data + 2, because: {en: Two less, zh: 少两个}}\n", ""))
                    .find("wrong: expected a list of 2 to 8, found a list of ")
            != std::string::npos);
    }

    void theTopSaysWhatItIs()
    {
        QCOMPARE(mistakes("connscope-lesson: 2\n"),
            std::string(
                "1:19: this lesson is of format version 2; this program reads version 1. Use a newer Connscope\n"));
        QVERIFY(mistakes("steps: []\n").starts_with("1:1: the first line of a lesson is its format's version"));
        QVERIFY(mistakes("[]").starts_with("1:1: expected a lesson"));
        const std::string bare = mistakes("connscope-lesson: 1\n");
        QVERIFY(bare.find("the lesson's scenario is missing") != std::string::npos);
        QVERIFY(bare.find("title is missing") != std::string::npos);
        QVERIFY(bare.find("steps: expected a list of 1 to 200 steps") != std::string::npos);
    }

    void manyMistakesAreReportedAtOnceAndNotWithoutEnd()
    {
        std::string text = "connscope-lesson: 1\ntitle: {en: A, zh: 一}\nscenario: 13-three-kinds\nsteps:\n";
        for (int i = 0; i < 150; ++i)
            text += "  - {text: none, pause: never}\n";
        QCOMPARE(test::errorsOf(text).size(), std::size_t {50});
    }

    void oneTextForBothStandsAlone()
    {
        QVERIFY(mistakes(changed("{en: Count, zh: 数一数}", "{both: A, en: B}")).find("both: stands alone")
            != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(tst_LessonErrors)
#include "tst_lessonerrors.moc"
