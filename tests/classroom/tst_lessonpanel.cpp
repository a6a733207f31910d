// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of lessons by keys and buttons, in both languages.
#undef QT_NO_CAST_FROM_ASCII // a test is full of short texts
#include "classroom/choicebutton.h"
#include "classroom/lessonpanel.h"
#include "classroom/results.h"
#include "classroom/steppage.h"
#include "lesson/lessontext.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;
using classroom::ChoiceButton;
using classroom::LessonSession;
using Phase = LessonSession::Phase;

namespace {

struct Stage {
    QTemporaryDir folder;
    QSettings settings {folder.filePath("s.ini"), QSettings::IniFormat};
    theme::Look look;
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    view::Context context {document, playback, selection, filter, look};
    LessonSession session;
    classroom::Results results {settings};
    classroom::LessonPanel panel {context, session, results};

    explicit Stage(const std::string& more = {})
    {
        panel.resize(380, 700);
        panel.show();
        session.start(std::shared_ptr<const lesson::PreparedLesson>(test::ready(
                          test::lessonAround(test::goodStep() + "\n      hint: {en: Think, zh: 想}" + more))
                                                                        .prepared.release()),
            "x");
    }
};

} // namespace

class tst_LessonPanel : public QObject {
    Q_OBJECT
private slots:
    void digitsChooseAndEnterChecks()
    {
        Stage stage;
        stage.panel.setFocus();
        QVERIFY(!stage.panel.primary().isEnabled());
        QTest::keyClick(&stage.panel, Qt::Key_2);
        QCOMPARE(stage.panel.page().choices()[1]->mark(), ChoiceButton::Mark::Chosen);
        QVERIFY(stage.panel.page().feedbackText().isEmpty()); // hidden until revealed
        QTest::keyClick(&stage.panel, Qt::Key_Return);
        QCOMPARE(stage.session.phase(), Phase::Playing);
        QVERIFY(stage.panel.page().feedbackText().isEmpty());
        stage.session.arrive();
        QCOMPARE(stage.panel.page().choices()[0]->mark(), ChoiceButton::Mark::Right);
        QCOMPARE(stage.panel.page().choices()[1]->mark(), ChoiceButton::Mark::Wrong);
        QCOMPARE(stage.panel.page().choices()[2]->mark(), ChoiceButton::Mark::Faded);
        QVERIFY(stage.panel.page().feedbackText().contains("One less"));
        QVERIFY(stage.panel.page().feedbackText().contains("consumer-1 starts to connect to node 2"));
    }

    void theLanguageMayChangeWhileItRuns()
    {
        Stage stage;
        stage.session.choose(2);
        stage.session.check();
        stage.session.arrive();
        stage.look.setLanguage(theme::Language::Chinese);
        QVERIFY(stage.panel.page().feedbackText().contains("少两个"));
        QVERIFY(!stage.panel.page().feedbackText().contains("starts to connect"));
        QCOMPARE(stage.panel.page().choices()[2]->mark(), ChoiceButton::Mark::Wrong);
    }

    void aClickerRevealsInALectureHallAndNowhereElse()
    {
        Stage stage;
        stage.panel.goOn();
        QCOMPARE(stage.session.phase(), Phase::Asking);
        stage.panel.setPresenting(true);
        stage.panel.goOn();
        QCOMPARE(stage.session.phase(), Phase::Playing);
        stage.session.arrive();
        QCOMPARE(stage.session.phase(), Phase::Revealed);
        QSignalSpy finished(&stage.panel, &classroom::LessonPanel::finished);
        stage.panel.goOn();
        QCOMPARE(finished.size(), 1);
    }

    void theWayToTheAnswerCanBeCutShort()
    {
        Stage stage;
        QSignalSpy hurried(&stage.session, &LessonSession::hurried);
        stage.session.choose(0);
        stage.panel.setFocus();
        QTest::keyClick(&stage.panel, Qt::Key_Return);
        QCOMPARE(stage.session.phase(), Phase::Playing);
        QVERIFY(stage.panel.primary().isEnabled());
        QCOMPARE(stage.panel.primary().text(), QString("To the Answer"));
        QVERIFY(!stage.panel.revealButton().isVisible());
        QTest::keyClick(&stage.panel, Qt::Key_Return);
        stage.panel.goOn(); // as Page Down does
        stage.panel.primary().click();
        QCOMPARE(hurried.size(), 3);
    }

    void aHintIsThereOnlyWhenItIsAskedFor()
    {
        Stage stage;
        QVERIFY(stage.panel.hint().isVisible());
        stage.panel.hint().click();
        QVERIFY(stage.session.showsHint());
        QVERIFY(!stage.panel.hint().isEnabled());
    }

    void aNumberIsTyped()
    {
        Stage stage("\n  - text: {en: C, zh: 三}\n    pause: end\n    let: {key: {value: node, where: role = "
                    "bootstrap}}\n    question:\n      text: {en: Q, zh: 问}\n"
                    "      why: {opened: role = data}\n      kind: number\n      answer: key\n      wrong:\n"
                    "        - {is: 0, because: {en: N, zh: 不}}\n        - {is: 1, because: {en: N, zh: 不}}");
        stage.session.choose(0);
        stage.session.check();
        stage.session.arrive();
        stage.session.next();
        QLineEdit* field = stage.panel.page().numberField();
        QVERIFY(field->isVisible());
        QVERIFY(stage.panel.page().choices().empty()); // the choices would give it away
        QTest::keyClicks(field, "x-1");
        QCOMPARE(field->text(), QString("-1"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(stage.session.wasRight(), std::optional(true));
    }

    void textsThatAreLongAreNotCut()
    {
        Stage stage;
        ChoiceButton button(1, stage.look);
        button.setText("A statement that is so long that it needs at least three lines in a panel that is as narrow "
                       "as this one is here");
        QVERIFY(button.heightForWidth(220) > button.heightForWidth(500));
    }
};

QTEST_MAIN(tst_LessonPanel)
#include "tst_lessonpanel.moc"
