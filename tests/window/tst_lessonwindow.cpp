// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson in the window: what is shown, what is locked, what a click answers, what is kept.
#include "analysis/knownaddresses.h"
#include "app/window/lessondesk.h"
#include "app/window/worksheetdialog.h"
#include "classroom/curtain.h"
#include "classroom/lessonpanel.h"
#include "topology/topologywidget.h"
#include "view/playback.h"
#include "view/selection.h"
#include "window/windowstage.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QListView>
#include <QTest>

using namespace connscope;
using classroom::LessonSession;
using Phase = LessonSession::Phase;

namespace {

QString lessonFile(const char* name)
{
    return QString::fromStdString(test::sourcePath(std::string("resources/lessons/") + name + ".yaml"));
}

/// The window with a lesson begun and its run shown.
struct LessonStage : test::WindowStage {
    explicit LessonStage(const char* name)
    {
        window->show();
        context().look.setReducedMotion(true); // answers come at once
        take(name);
    }
    void take(const char* name)
    {
        QSignalSpy settled(window.get(), &app::MainWindow::settled);
        window->open(lessonFile(name));
        if (!settled.wait(60'000))
            throw std::runtime_error("the lesson's run did not come");
        QCoreApplication::processEvents();
    }
    LessonSession& session() { return window->lessons().session(); }
    view::Position pause() { return {session().current().pause.at, session().current().pause.applied}; }
};

} // namespace

class tst_LessonWindow : public QObject {
    Q_OBJECT
private slots:
    void aLessonIsOpenedLikeEveryFileAndStopsWhereItsStepSays()
    {
        LessonStage stage("10-find-coordinator");
        QVERIFY(stage.session().isOn());
        QCOMPARE(stage.context().playback.position(), stage.pause());
        QVERIFY(stage.window->docks().dock(QStringLiteral("lesson"))->isVisible());
        QCOMPARE(stage.context().selection.current(), view::Item::of(BrokerId {2}));
        QVERIFY(stage.context().document.scenario() != nullptr);
    }

    void timeStandsStillUntilThePredictionIsMade()
    {
        LessonStage stage("10-find-coordinator");
        QCOMPARE(stage.session().phase(), Phase::Asking);
        for (const char* id :
            {"playback.play", "playback.step-forward", "playback.end", "scenario.next-seed", "edit.undo"})
            QVERIFY2(!stage.action(id)->isEnabled(), id);
        view::Playback& playback = stage.context().playback;
        // Whoever asks, the timeline's pointer included.
        playback.goToEnd();
        playback.stepEvent(1);
        playback.play();
        playback.advance(std::chrono::seconds(10));
        QCOMPARE(playback.position(), stage.pause());
        stage.session().setNumber(2);
        stage.session().check();
        QCOMPARE(stage.session().phase(), Phase::Revealed);
        QCOMPARE(stage.session().wasRight(), std::optional(false));
        QCOMPARE(playback.instant(), stage.session().question()->reveal.at);
    }

    void whatComesIsHiddenUntilTheAnswerIsSeen()
    {
        LessonStage stage("10-find-coordinator");
        stage.window->docks().makeAll(); // lists that are seen for the first time now have one too
        const auto curtains = stage.window->findChildren<classroom::Curtain*>();
        QCOMPARE(curtains.size(), qsizetype {7}); // timeline, events, log, findings, avoiding, comparison, beside
        for (const classroom::Curtain* curtain : curtains)
            QVERIFY(curtain->isDrawn());
        stage.session().reveal();
        for (const classroom::Curtain* curtain : curtains)
            QVERIFY(!curtain->isDrawn());
    }

    void noPanelAndNoToolKnowsMoreThanWasShown()
    {
        LessonStage stage("07-who-closes");
        stage.window->docks().makeAll();
        const view::Document& document = stage.context().document;
        const auto isCurtained = [&stage](const char* id) {
            const auto* curtain
                = stage.window->docks().dock(QLatin1String(id))->widget()->findChild<classroom::Curtain*>();
            return curtain && curtain->isDrawn();
        };
        QCOMPARE(document.end(), kStart + 6s);
        QVERIFY(isCurtained("findings"));
        for (const char* id : {"tools.sweep", "tools.avoid", "tools.compare"})
            QVERIFY2(!stage.action(id)->isEnabled(), id);
        stage.session().reveal();
        QCOMPARE(document.endPosition(),
            (view::Position {stage.session().question()->reveal.at, stage.session().question()->reveal.applied}));
        QVERIFY(!isCurtained("findings"));
        QVERIFY(stage.action("tools.sweep")->isEnabled());
        // Its trace is the run's, event by event, as far as it goes.
        const trace::Trace& whole = stage.session().lesson()->run("").trace;
        QVERIFY(document.trace().size() < whole.size());
        for (std::size_t i = 0; i < document.trace().size(); ++i) {
            QCOMPARE(document.trace()[i].at, whole[i].at);
            QCOMPARE(document.trace()[i].kind, whole[i].kind);
            QCOMPARE(document.trace().text(document.trace()[i].text), whole.text(whole[i].text));
        }
        stage.action("lesson.leave")->trigger(); // then all of it may be looked at
        QCOMPARE(document.end(), kStart + 6min + 30s);
    }

    void theLastAnswerShowsTheWholeRun()
    {
        LessonStage stage("07-who-closes");
        for (int i = 0; i < 3; ++i) {
            stage.session().reveal();
            stage.session().next();
        }
        QCOMPARE(stage.context().document.trace().size(), stage.session().lesson()->run("").trace.size());
        QCOMPARE(stage.session().phase(), Phase::Revealed);
    }

    void theWayToAnyAnswerIsShort_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("steps");
        QTest::newRow("half an hour of fetches") << QStringLiteral("08-minus-one-zombie") << 0;
        QTest::newRow("ten minutes of fetches") << QStringLiteral("11-five-partitions") << 2;
        QTest::newRow("a thousand brokers") << QStringLiteral("15-thousand-brokers") << 2;
        QTest::newRow("silences") << QStringLiteral("06-idle-nine-minutes") << 0;
    }
    void theWayToAnyAnswerIsShort()
    {
        QFETCH(QString, name);
        QFETCH(int, steps);
        LessonStage stage(name.toLatin1().constData());
        for (int i = 0; i < steps; ++i) {
            stage.session().reveal();
            QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
            const std::string run = stage.session().current().run;
            stage.session().next();
            if (stage.session().current().run != run)
                QVERIFY(settled.wait(60'000));
            QCoreApplication::processEvents();
        }
        stage.context().look.setReducedMotion(false);
        stage.session().reveal();
        view::Playback& playback = stage.context().playback;
        QVERIFY(playback.isPlaying());
        std::chrono::milliseconds wall {0};
        for (; stage.session().phase() == Phase::Playing && wall < 60s; wall += 20ms) {
            playback.advance(20ms);
            QCoreApplication::processEvents();
        }
        QCOMPARE(stage.session().phase(), Phase::Revealed);
        QVERIFY2(wall <= 7s, qPrintable(QString::number(wall.count())));
        QCOMPARE(playback.instant(), stage.session().question()->reveal.at);
        QCOMPARE(playback.speed(), 1.0); // as before
    }

    void whoDoesNotWantToWatchComesToTheAnswerAtOnce()
    {
        LessonStage stage("08-minus-one-zombie");
        stage.context().look.setReducedMotion(false);
        stage.session().choose(0);
        stage.session().check();
        QCOMPARE(stage.session().phase(), Phase::Playing);
        QVERIFY(stage.action("lesson.next")->isEnabled());
        stage.action("lesson.next")->trigger(); // Page Down
        QTRY_COMPARE(stage.session().phase(), Phase::Revealed);
        QCOMPARE(stage.context().playback.instant(), stage.session().question()->reveal.at);
        QVERIFY(!stage.context().playback.isPlaying());
        stage.action("lesson.next")->trigger();
        QCOMPARE(stage.session().step(), std::size_t {1});
    }

    void enterChecksFromThePictureWhereItHasChosen()
    {
        LessonStage stage("11-five-partitions");
        stage.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(stage.window.get()));
        topology::TopologyWidget& picture = stage.window->topology();
        picture.setFocus();
        QTest::keyClick(&picture, Qt::Key_2);
        QVERIFY(stage.session().canCheck());
        QTest::keyClick(&picture, Qt::Key_Return);
        QCOMPARE(stage.session().phase(), Phase::Revealed);
        stage.session().next();
        QCOMPARE(stage.session().question()->kind, lesson::Question::Kind::Pick);
        // Enter chooses what the keyboard stands on, and only then checks it.
        picture.setFocus();
        const auto isOnAConnection = [&picture] {
            return picture.focusedTarget() && picture.targetItem(*picture.focusedTarget()).connection().isValid();
        };
        for (int i = 0; i < 40 && !isOnAConnection(); ++i)
            QTest::keyClick(&picture, Qt::Key_Tab);
        QVERIFY(isOnAConnection());
        QTest::keyClick(&picture, Qt::Key_Return);
        QCOMPARE(stage.session().phase(), Phase::Asking);
        QVERIFY(stage.session().canCheck());
        QTest::keyClick(&picture, Qt::Key_Return);
        QCOMPARE(stage.session().phase(), Phase::Revealed);
    }

    void resultsOfAnOrderSayWhatWasPutInOrder()
    {
        LessonStage stage("09-consumer-opens-nothing");
        stage.session().reveal();
        stage.session().next();
        QCOMPARE(stage.session().question()->kind, lesson::Question::Kind::Order);
        for (std::size_t i = 0; i < stage.session().question()->choices.size(); ++i)
            stage.session().choose(i);
        stage.session().check();
        const classroom::Result result = stage.window->lessons().results().all().back();
        QVERIFY2(result.answer.startsWith(
                     QLatin1String("FIND_COORDINATOR is sent; the connection to the coordinator is opened; ")),
            qPrintable(result.answer));
        QCOMPARE(result.given.count(QLatin1String("; ")), qsizetype {3});
    }

    void whoLeavesALessonThatWasAFileFindsTheListOfAll()
    {
        LessonStage stage("06-idle-nine-minutes");
        QVERIFY(stage.window->lessonPanel().list().entries().empty());
        stage.action("lesson.leave")->trigger();
        QCOMPARE(stage.window->lessonPanel().list().entries().size(), std::size_t {15});
    }

    /// To read them takes as long as all the rest of a start.
    void lessonsAreReadWhenTheirListIsSeen()
    {
        test::WindowStage stage;
        stage.window->show();
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        const auto& entries = stage.window->lessonPanel().list().entries();
        QVERIFY(entries.empty());
        stage.window->docks().dock(QStringLiteral("lesson"))->toggleViewAction()->trigger();
        QTRY_COMPARE(entries.size(), std::size_t {15});
    }

    void aLessonsRunIsNobodysWork()
    {
        LessonStage stage("11-five-partitions"); // with an `until` of its own
        QVERIFY(!stage.window->isWindowModified());
        stage.take("10-find-coordinator"); // nothing is asked
        QCOMPARE(stage.session().name(), QStringLiteral("10-find-coordinator"));
    }

    void playingEndsAtTheAnswer()
    {
        LessonStage stage("09-consumer-opens-nothing");
        stage.context().look.setReducedMotion(false);
        stage.session().choose(0);
        stage.session().check();
        view::Playback& playback = stage.context().playback;
        QVERIFY(playback.isPlaying());
        for (int i = 0; i < 600 && stage.session().phase() == Phase::Playing; ++i) {
            playback.advance(std::chrono::milliseconds(50));
            QCoreApplication::processEvents();
        }
        QCOMPARE(stage.session().phase(), Phase::Revealed);
        QCOMPARE(playback.instant(), kStart + 9900ms);
        QVERIFY(!playback.isPlaying());
        QCOMPARE(playback.speed(), 1.0);
        QVERIFY(stage.action("playback.play")->isEnabled());
    }

    void aClickOnThePictureIsAnAnswer()
    {
        LessonStage stage("11-five-partitions");
        stage.session().reveal();
        stage.session().next();
        QCOMPARE(stage.session().question()->kind, lesson::Question::Kind::Pick);
        topology::TopologyWidget& topology = stage.window->topology();
        bool isClicked = false;
        const auto targets = topology.targets(); // they are made anew by what is done to one
        for (const auto& target : targets) {
            if (topology.targetItem(target).connection() != ConnectionId {1}) // the coordinator's
                continue;
            topology.activate(target);
            isClicked = true;
            break;
        }
        QVERIFY(isClicked);
        QVERIFY(stage.session().canCheck());
        stage.session().check();
        QCOMPARE(stage.session().wasRight(), std::optional(true));
    }

    void aStepMayShowAnotherRun()
    {
        LessonStage stage("14-course-and-code");
        QCOMPARE(stage.context().document.source().profile, std::string("course"));
        stage.session().reveal();
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        stage.session().next();
        QVERIFY(settled.wait(60'000));
        QCoreApplication::processEvents();
        QCOMPARE(stage.context().document.source().profile, std::string("java-2.1"));
        QCOMPARE(stage.session().phase(), Phase::Asking);
        QCOMPARE(stage.context().playback.position(), stage.pause());
    }

    void everyLessonCanBeTakenToItsEnd()
    {
        LessonStage stage("01-what-is-a-connection");
        for (const char* name : {"01-what-is-a-connection", "02-bootstrap-ids", "05-metadata-refresh",
                 "08-minus-one-zombie", "15-thousand-brokers"}) {
            if (QLatin1String(name) != stage.session().name())
                stage.take(name);
            for (;;) {
                if (stage.session().phase() == Phase::Asking)
                    stage.session().reveal();
                QTRY_VERIFY(stage.session().phase() == Phase::Reading || stage.session().phase() == Phase::Revealed);
                // What is cut where the answer showed has no machine in it that nobody is.
                const view::Document& document = stage.context().document;
                const analysis::KnownAddresses known(document.trace(), document.lives());
                for (const trace::ConnectionLife& life : document.lives())
                    QVERIFY2(known.brokerOf(life).isValid(), name);
                if (!stage.session().canGoNext())
                    break;
                const std::string run = stage.session().current().run;
                QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
                stage.session().next();
                if (stage.session().current().run != run)
                    QVERIFY(settled.wait(60'000));
                QCoreApplication::processEvents();
                QCOMPARE(stage.context().playback.position(), stage.pause());
            }
            stage.window->lessonPanel().goOn();
            QVERIFY(!stage.session().isOn());
            QVERIFY(stage.window->lessons().results().isFinished(QLatin1String(name)));
        }
    }

    void digitsAndPagesDriveItFromAnywhere()
    {
        LessonStage stage("09-consumer-opens-nothing");
        stage.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(stage.window.get()));
        stage.window->topology().setFocus();
        QTest::keyClick(stage.window.get(), Qt::Key_1);
        QVERIFY(stage.session().canCheck());
        stage.action("lesson.next")->trigger();
        QCOMPARE(stage.session().phase(), Phase::Revealed);
        stage.action("lesson.next")->trigger();
        QCOMPARE(stage.session().step(), std::size_t {1});
        stage.action("lesson.back")->trigger();
        QCOMPARE(stage.session().step(), std::size_t {0});
    }

    void progressAndResultsAreKeptBetweenSessions()
    {
        LessonStage stage("09-consumer-opens-nothing");
        stage.session().choose(0);
        stage.session().check();
        stage.session().next();
        stage.again();
        stage.window->show();
        QCOMPARE(stage.window->lessons().results().all().size(), qsizetype {1});
        QCOMPARE(stage.window->lessons().results().all().front().kind, QStringLiteral("count"));
        QVERIFY(stage.window->lessons().results().all().front().right);
        stage.take("09-consumer-opens-nothing");
        QCOMPARE(stage.session().step(), std::size_t {1});
    }

    void anotherFileEndsTheLessonAndItsLocks()
    {
        LessonStage stage("10-find-coordinator");
        QVERIFY(stage.opens(test::shipped("03-first-metadata")));
        QVERIFY(!stage.session().isOn());
        QVERIFY(!stage.context().playback.bounds());
        QVERIFY(stage.action("playback.play")->isEnabled());
    }

    void theListHasEveryLesson()
    {
        LessonStage stage("10-find-coordinator");
        stage.action("lesson.list")->trigger();
        QCOMPARE(stage.window->lessonPanel().list().entries().size(), std::size_t {15});
    }

    void aLessonThatIsWrongSaysSoInTheBar()
    {
        test::WindowStage stage;
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("bad.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("connscope-lesson: 1\n");
        file.close();
        stage.window->show();
        stage.window->open(file.fileName());
        QTRY_VERIFY(stage.window->messages().isShowing());
        QVERIFY2(stage.window->messages().text().contains(QLatin1String("title is missing")),
            qPrintable(stage.window->messages().text()));
    }

    void theLanguageMayChangeInTheMiddle()
    {
        LessonStage stage("10-find-coordinator");
        stage.window->setLanguage(theme::Language::Chinese);
        QCOMPARE(stage.session().phase(), Phase::Asking);
        QCOMPARE(stage.context().playback.position(), stage.pause());
        stage.window->setLanguage(theme::Language::English);
    }

    void theWorksheetIsWrittenWithItsAnswersBeside()
    {
        test::WindowStage stage;
        QTemporaryDir folder;
        app::WorksheetDialog dialog(stage.context().look, lessonFile("10-find-coordinator"));
        QVERIFY2(dialog.writeTo(folder.filePath(QStringLiteral("w.pdf"))), qPrintable(dialog.message()));
        QVERIFY(QFile(folder.filePath(QStringLiteral("w.pdf"))).size() > 1000);
        QVERIFY(QFile(folder.filePath(QStringLiteral("w-answers.pdf"))).size() > 1000);
        QVERIFY(!dialog.writeTo(folder.filePath(QStringLiteral("no/such/folder.pdf"))));
        QVERIFY(dialog.message().contains(QLatin1String("cannot be written")));
    }
};

QTEST_MAIN(tst_LessonWindow)
#include "tst_lessonwindow.moc"
