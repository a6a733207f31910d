// SPDX-License-Identifier: GPL-3.0-or-later
// Taking a lesson: the order of prediction and answer, and what may be used meanwhile.
#undef QT_NO_CAST_FROM_ASCII // a test is full of short texts
#include "classroom/lessonsession.h"
#include "lesson/lessontext.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using classroom::LessonSession;
using lesson::Given;
using Phase = LessonSession::Phase;

namespace {

/// A count that shows its answer at two seconds.
std::string until2s()
{
    std::string step = test::goodStep();
    return step.insert(step.find("      answer: data"), "      reveal: 2s\n");
}

/// A step that says something, a count, an order, a number, a pick.
std::shared_ptr<const lesson::PreparedLesson> aLesson()
{
    const std::string rest = "      text: {en: Q, zh: 问}\n      why: {opened: role = data}\n";
    const std::string text = test::lessonAround(
        "text: {en: A, zh: 一}\n    pause: 1s\n    controls: [play, seek]\n  - " + until2s()
        + "\n      hint: {en: H, zh: 提}\n"
          "  - text: {en: B, zh: 二}\n    pause: start\n    question:\n"
        + rest
        + "      kind: order\n      reveal: 3s\n      items:\n"
          "        - {en: F, zh: 三, when: api = FETCH}\n        - {en: M, zh: 一, when: api = METADATA}\n        - "
          "{en: J, zh: 二, when: api = JOIN_GROUP}\n"
          "  - text: {en: C, zh: 三}\n    pause: 5s\n    let: {key: {value: node, where: role = coordinator}}\n    "
          "question:\n"
        + rest
        + "      kind: number\n      reveal: 5s\n      answer: key\n      wrong:\n"
          "        - {is: 2, because: {en: N, zh: 不}}\n        - {is: 3, because: {en: N, zh: 不}}\n"
          "  - text: {en: D, zh: 四}\n    pause: 5s\n    question:\n"
        + rest + "      kind: pick\n      reveal: 6s\n      pick: {connection: role = coordinator}");
    return std::shared_ptr<const lesson::PreparedLesson>(test::ready(text).prepared.release());
}

} // namespace

class tst_LessonSession : public QObject {
    Q_OBJECT
private slots:
    void aStepThatAsksNothingIsRead()
    {
        LessonSession session;
        QVERIFY(!session.isOn());
        QCOMPARE(session.freeControls(), unsigned(lesson::ControlAll));
        session.start(aLesson(), "x");
        QCOMPARE(session.phase(), Phase::Reading);
        QCOMPARE(session.freeControls(), unsigned(lesson::ControlPlay | lesson::ControlSeek));
        QVERIFY(session.canGoNext() && !session.canGoBack());
    }

    void thePredictionComesBeforeThePlaying()
    {
        LessonSession session;
        QSignalSpy played(&session, &LessonSession::played);
        QSignalSpy answered(&session, &LessonSession::answered);
        session.start(aLesson(), "x", 1);
        QCOMPARE(session.phase(), Phase::Asking);
        QVERIFY(!session.canGoNext());
        session.next();
        QCOMPARE(session.step(), std::size_t {1});
        // Time does not belong to the student, whatever the step sets free.
        QCOMPARE(session.freeControls(), unsigned(lesson::ControlFilter));
        QCOMPARE(session.reach(), session.current().pause);
        session.check();
        QCOMPARE(played.size(), 0);
        session.choose(1);
        QVERIFY(session.canCheck());
        session.check();
        QCOMPARE(session.phase(), Phase::Playing);
        QCOMPARE(played.size(), 1);
        QCOMPARE(session.wasRight(), std::optional(false));
        QCOMPARE(session.reach(), session.question()->reveal);
        session.choose(0); // too late
        QCOMPARE(session.given().choices, std::vector<std::size_t> {1});
        session.arrive();
        QCOMPARE(session.phase(), Phase::Revealed);
        QVERIFY(session.freeControls() & lesson::ControlPlay);
        QCOMPARE(answered.size(), 1);
        QVERIFY(session.canGoNext());
    }

    void theRunEndsWhereTheLastAnswerShowed()
    {
        LessonSession session;
        session.start(aLesson(), "x");
        const auto seconds
            = [&session] { return std::chrono::duration<double>(session.horizon().at - kStart).count(); };
        QCOMPARE(seconds(), 1.0); // its own pause
        session.next();
        QCOMPARE(seconds(), 1.0); // the step before stopped later than this one
        session.choose(0);
        session.check();
        QCOMPARE(seconds(), 2.0); // to be played up to
        session.arrive();
        QCOMPARE(seconds(), 2.0);
        session.next();
        QCOMPARE(seconds(), 2.0);
        session.reveal();
        session.arrive();
        session.next(); // stops at 5 s
        QCOMPARE(seconds(), 5.0);
        session.back();
        QCOMPARE(seconds(), 3.0); // what was seen stays seen by who shows it
        session.next();
        session.reveal();
        session.arrive();
        session.next();
        QCOMPARE(seconds(), 5.0);
        session.reveal(); // the last question: nothing is left to be hidden
        QCOMPARE(session.horizon().applied, session.lesson()->run("").trace.size());
        QCOMPARE(seconds(), 10.0);
    }

    void whoDoesNotWantToWatchHurries()
    {
        LessonSession session;
        QSignalSpy hurried(&session, &LessonSession::hurried);
        session.start(aLesson(), "x", 1);
        session.hurry();
        QCOMPARE(hurried.size(), 0); // there is nothing to come to yet
        session.reveal();
        session.hurry();
        QCOMPARE(hurried.size(), 1);
        session.arrive();
        session.hurry();
        QCOMPARE(hurried.size(), 1);
    }

    void aChoiceCanBeTakenBack()
    {
        LessonSession session;
        session.start(aLesson(), "x", 1);
        session.choose(2);
        session.choose(0);
        QCOMPARE(session.given().choices, std::vector<std::size_t> {0});
        session.choose(0);
        QVERIFY(!session.canCheck());
        session.choose(77);
        QVERIFY(session.given().isEmpty());
    }

    void anOrderIsWholeOrNotChecked()
    {
        LessonSession session;
        session.start(aLesson(), "x", 2);
        session.choose(2);
        session.choose(0);
        QVERIFY(!session.canCheck());
        session.choose(1);
        QVERIFY(session.canCheck());
        session.choose(0); // takes back what came after it, too
        QCOMPARE(session.given().choices, std::vector<std::size_t> {2});
    }

    void aNumberIsGivenAndAPickIsAThing()
    {
        LessonSession session;
        session.start(aLesson(), "x", 3);
        session.choose(0);
        QVERIFY(!session.canCheck());
        session.setNumber(2147483645);
        session.check();
        QCOMPARE(session.wasRight(), std::optional(true));
        session.arrive();
        session.next();
        session.pick(lesson::Thing {lesson::Thing::Kind::Broker, 1});
        session.check();
        QCOMPARE(session.wasRight(), std::optional(false));
    }

    void anAnswerCanBeSeenWithoutAPrediction()
    {
        LessonSession session;
        QSignalSpy answered(&session, &LessonSession::answered);
        session.start(aLesson(), "x", 1);
        session.choose(1);
        session.reveal();
        session.arrive();
        QCOMPARE(session.phase(), Phase::Revealed);
        QVERIFY(!session.wasRight());
        QCOMPARE(answered.size(), 0);
    }

    void whatWasAnsweredIsThereWhenOneGoesBack()
    {
        LessonSession session;
        session.start(aLesson(), "x", 1);
        session.showHint();
        session.choose(0);
        session.check();
        session.arrive();
        session.next();
        QVERIFY(!session.showsHint());
        session.back();
        QCOMPARE(session.phase(), Phase::Revealed);
        QCOMPARE(session.wasRight(), std::optional(true));
        QVERIFY(session.showsHint());
    }

    void leavingSetsEverythingFree()
    {
        LessonSession session;
        QSignalSpy left(&session, &LessonSession::left);
        session.start(aLesson(), "x", 1);
        session.leave();
        QCOMPARE(left.size(), 1);
        QVERIFY(!session.isOn());
        QCOMPARE(session.freeControls(), unsigned(lesson::ControlAll));
        session.leave();
        QCOMPARE(left.size(), 1);
    }
};

QTEST_MAIN(tst_LessonSession)
#include "tst_lessonsession.moc"
