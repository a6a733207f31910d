// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks.h"
#include "app/window/mainwindow.h"
#include "app/window/untilrunner.h"
#include "editor/editorpanel.h"
#include "editor/outlinemodel.h"
#include "frame/commandpalette.h"
#include "frame/gallery.h"
#include "frame/messagebar.h"
#include "frame/playbackbar.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "view/setup.h"
#include "windowstage.h"

#include <QApplication>
#include <QDockWidget>
#include <QFontMetricsF>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

#include <set>

using namespace connscope;
using namespace connscope::app;
using connscope::test::shipped;
using Fixture = connscope::test::WindowStage;

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void aFirstStartShowsTheThreeKindsPausedAtZero()
    {
        Fixture f;
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        f.window->openFirst();
        QVERIFY(settled.wait(60'000));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("Three kinds")));
        QVERIFY(f.context().playback.isAtStart());
        QVERIFY(!f.context().playback.isPlaying());
        QVERIFY(!f.window->showsGallery());
        QVERIFY(!f.window->messages().isShowing());
    }

    void spacePlaysAndPauses()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.window->setFocus();
        QTest::keyClick(f.window.get(), Qt::Key_Space);
        QVERIFY(f.context().playback.isPlaying());
        QTRY_VERIFY(f.context().playback.instant() > kStart);
        QTest::keyClick(f.window.get(), Qt::Key_Space);
        QVERIFY(!f.context().playback.isPlaying());
        QTest::keyClick(f.window.get(), Qt::Key_End);
        QVERIFY(f.context().playback.isAtEnd());
        QTest::keyClick(f.window.get(), Qt::Key_Home);
        QVERIFY(f.context().playback.isAtStart());
        // What happens at zero has happened there, as at every instant; Home once more is before it.
        QCOMPARE(f.context().playback.position(), f.context().document.positionAt(kStart));
        QVERIFY(f.context().playback.world().client(ClientId {0}).isAlive());
        QTest::keyClick(f.window.get(), Qt::Key_Home);
        QCOMPARE(f.context().playback.position(), view::Position {});
        QTest::keyClick(f.window.get(), Qt::Key_Right);
        // That the world is set up is one step.
        const std::size_t setUp = view::setUpEvents(f.context().document.trace());
        QVERIFY(setUp > 1);
        QCOMPARE(f.context().playback.position().applied, setUp);
        QVERIFY(f.window->statusBar()->currentMessage().contains(QLatin1String("set up")));
        QTest::keyClick(f.window.get(), Qt::Key_Right);
        QCOMPARE(f.context().playback.position().applied, setUp + 1);
        QVERIFY(f.window->statusBar()->currentMessage().startsWith(QStringLiteral("#%1: ").arg(setUp)));
        QTest::keyClick(f.window.get(), Qt::Key_Left);
        QCOMPARE(f.context().playback.position().applied, setUp);
        QTest::keyClick(f.window.get(), Qt::Key_Left);
        QCOMPARE(f.context().playback.position(), view::Position {});
    }

    void theKeyboardPassesOverWhatLiesBehindATab()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.window->docks().raise(QStringLiteral("inspector"));
        QSet<QWidget*> seen;
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now);
            const QRect place(now->mapTo(f.window.get(), QPoint()), now->size());
            QVERIFY2(f.window->rect().intersects(place),
                qPrintable(QLatin1String(now->metaObject()->className()) + u' ' + now->accessibleName()));
            seen.insert(now);
        }
        QVERIFY(seen.size() > 4);
    }

    void aWorkspaceIsFoundAsItWasLeft()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(f.window.get()));
        f.action("window.teach")->trigger();
        const auto look = [&f] {
            QStringList out;
            for (const QDockWidget* dock : f.window->findChildren<QDockWidget*>()) {
                out << QStringLiteral("%1 %2").arg(dock->objectName()).arg(dock->isVisible());
                if (!dock->visibleRegion().isEmpty()) // not one behind the tab of another
                    out << QStringLiteral("%1 %2x%3").arg(dock->objectName()).arg(dock->width()).arg(dock->height());
            }
            for (const QTabBar* tabs : f.window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
                for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i)
                    out << tabs->tabText(i);
            }
            out.sort();
            return out;
        };
        QCoreApplication::processEvents();
        const QStringList before = look();
        f.action("window.explore")->trigger();
        QCoreApplication::processEvents();
        QVERIFY(look() != before);
        f.action("window.teach")->trigger();
        QCoreApplication::processEvents();
        QCOMPARE(look(), before);
    }

    void whatIsSelectedCanBeActedOnFromTheMenuAndThePalette()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.context().playback.setInstant(kStart + std::chrono::seconds(3));
        f.context().selection.setCurrent(view::Item::of(BrokerId {2}));
        f.action("tools.palette")->trigger();
        auto* palette = f.window->findChild<frame::CommandPalette*>();
        QVERIFY(palette);
        palette->setPattern(QStringLiteral("kill"));
        auto* list = palette->findChild<QTreeWidget*>();
        QVERIFY(list->topLevelItem(0)->text(0).contains(QLatin1String("Kill")));
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(settled.wait(60'000));
        QCOMPARE(f.context().document.source().added.size(), std::size_t {1});
        QMenu* acting = nullptr;
        for (QMenu* menu : f.window->findChildren<QMenu*>()) {
            if (menu->title().remove(QLatin1Char('&')) == QLatin1String("Act On"))
                acting = menu;
        }
        QVERIFY(acting);
        emit acting->aboutToShow();
        QStringList offered;
        for (const QAction* action : acting->actions())
            offered << action->text().remove(u'&');
        QVERIFY2(offered.contains(QStringLiteral("Start again")), qPrintable(offered.join(u'|')));
    }

    void goToTakesATimeGoesToTheEndBeyondItAndSaysWhatItDoesNotTake()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.action("playback.goto")->trigger();
        auto* clock = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(clock);
        QTest::keyClicks(clock, QStringLiteral("2s"));
        QTest::keyClick(clock, Qt::Key_Return);
        QCOMPARE(f.context().playback.instant(), kStart + std::chrono::seconds(2));
        f.action("playback.goto")->trigger();
        QTest::keyClicks(clock, QStringLiteral("2 o'clock"));
        QTest::keyClick(clock, Qt::Key_Return);
        QCOMPARE(f.context().playback.instant(), kStart + std::chrono::seconds(2));
        QVERIFY(f.window->messages().isShowing());
        for (const char* beyond : {"2h", "+1h"}) {
            f.context().playback.goToStart();
            f.action("playback.goto")->trigger();
            clock->selectAll();
            QTest::keyClicks(clock, QLatin1String(beyond));
            QTest::keyClick(clock, Qt::Key_Return);
            QVERIFY(f.context().playback.isAtEnd());
            QVERIFY(!f.window->messages().isShowing());
            QVERIFY2(f.window->statusBar()->currentMessage().contains(QLatin1String("ends at")),
                qPrintable(f.window->statusBar()->currentMessage()));
        }
    }

    void runningAgainKeepsThePlayhead()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.context().playback.setInstant(kStart + std::chrono::seconds(3));
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        f.action("scenario.next-seed")->trigger();
        QVERIFY(settled.wait(60'000));
        QCOMPARE(f.context().document.source().seed, f.context().document.scenario()->seed + 1);
        QCOMPARE(f.context().playback.instant(), kStart + std::chrono::seconds(3));
        QVERIFY(f.opensAnyway(shipped("12-consumer-start"))); // another one begins at its start
        QVERIFY(f.context().playback.isAtStart());
    }

    void whatCannotBeOpenedIsSaidInTheWindowAndLeavesThePicture()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const QString title = f.window->windowTitle();
        QVERIFY(f.opens(QStringLiteral("/no/such/file")));
        QVERIFY(f.window->messages().isShowing());
        QCOMPARE(f.window->messages().kind(), frame::MessageBar::Kind::Error);
        QVERIFY(f.window->messages().text().contains(QLatin1String("/no/such/file")));
        QCOMPARE(f.window->windowTitle(), title);
        QVERIFY(!QApplication::activeModalWidget());
    }

    void theGalleryShowsWhatIsShippedAndOpensIt()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("file.examples")->trigger();
        QVERIFY(f.window->showsGallery());
        QVERIFY(f.window->gallery().model().entryCount() >= 30);
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        emit f.window->gallery().chosen(shipped("01-producer-start"));
        QVERIFY(settled.wait(60'000));
        QVERIFY(!f.window->showsGallery());
        QVERIFY(!f.action("file.examples")->isChecked());
    }

    void everyActionIsInAMenu()
    {
        Fixture f;
        QSet<QAction*> found;
        for (QAction* top : f.window->menuBar()->actions()) {
            for (QAction* action : top->menu()->actions())
                found << action;
        }
        for (QAction* action : f.window->actions().all())
            QVERIFY2(found.contains(action), qPrintable(action->objectName()));
    }

    void theLanguageChangesWhileItRuns()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("view.chinese")->trigger();
        QCOMPARE(f.window->menuBar()->actions().first()->text(), QString::fromUtf8("文件(&F)"));
        QVERIFY(f.window->windowTitle().startsWith(QString::fromUtf8("三类连接")));
        f.action("view.english")->trigger();
        QCOMPARE(f.window->menuBar()->actions().first()->text(), QStringLiteral("&File"));
    }

    void whatWasChosenIsThereNextTime()
    {
        Fixture f;
        f.action("view.dark")->trigger();
        f.action("view.high-contrast")->trigger();
        f.action("view.chinese")->trigger();
        f.action("playback.skip-silence")->trigger();
        QVERIFY(f.context().playback.lingers()); // a first Play is worth seeing
        f.action("playback.linger")->trigger();
        f.again();
        QCOMPARE(f.context().look.theme().scheme, theme::Scheme::HighContrastDark);
        QCOMPARE(f.context().look.language(), theme::Language::Chinese);
        QVERIFY(f.context().playback.skipsSilence());
        QVERIFY(!f.context().playback.lingers());
        f.action("playback.linger")->trigger();
        f.action("view.english")->trigger();
        f.action("view.system")->trigger();
    }

    void presentHasLargerTypeAndFewerControls()
    {
        Fixture f;
        f.window->show();
        const double before = f.context().look.textScale();
        f.action("window.present")->trigger();
        QVERIFY(f.context().look.textScale() > before);
        const QDockWidget* timeline = f.window->docks().dock(QStringLiteral("timeline"));
        QVERIFY(timeline->titleBarWidget() && timeline->titleBarWidget()->height() == 0);
        f.action("window.teach")->trigger();
        QCOMPARE(f.context().look.textScale(), before);
        QVERIFY(!timeline->titleBarWidget());
    }

    /// A wall shows the whole screen: on a larger one, type of the same points would be smaller for those who sit behind.
    void presentedTypeIsAShareOfTheScreen()
    {
        Fixture f;
        const auto& look = f.context().look;
        f.window->resize(1280, 800);
        f.window->show();
        f.action("window.present")->trigger();
        const double small = look.textScale();
        QVERIFY(small >= 1.25);
        auto* play = f.window->findChild<QToolButton*>(QStringLiteral("primary"));
        const int button = play->sizeHint().height();
        f.window->resize(1920, 1080); // by hand, or full screen
        QTRY_VERIFY(look.textScale() > 1.3 * small);
        QVERIFY(look.textScale() >= 1.7);
        QVERIFY(play->sizeHint().height() > button); // what is pressed grows with it
        for (const QDockWidget* dock : f.window->findChildren<QDockWidget*>())
            QCOMPARE(dock->font().pointSizeF(), look.text().pointSizeF());
        f.action("view.larger")->trigger(); // what somebody wanted larger stays so
        f.window->resize(1280, 800);
        QTRY_VERIFY(std::abs(look.textScale() / (1.1 * small) - 1) < 0.02);
        f.action("window.teach")->trigger();
        f.window->resize(1920, 1080);
        QCOMPARE(look.textScale(), 1.0);
    }

    /// In a hall it is the picture that has to be read: its type, as it is on the screen.
    void presentMakesThePictureLarger_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            for (const char* scenario : {"13-three-kinds", "04-send-opens-connection", "22-rolling-restart"})
                QTest::addRow("%s %d", scenario, size.width()) << QByteArray(scenario) << size;
        }
    }
    void presentMakesThePictureLarger()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(QSize, size);
        Fixture f;
        f.window->resize(size);
        f.window->show();
        QVERIFY(f.opens(shipped(scenario.constData())));
        const auto typeOnScreen = [&] {
            QCoreApplication::processEvents();
            f.window->topology().fit();
            return f.window->topology().viewport().zoom()
                * QFontMetricsF(f.context().look.text(theme::Type::Title)).height();
        };
        const double teach = typeOnScreen();
        const int lanes = f.window->timeline().height();
        f.action("window.present")->trigger();
        const double present = typeOnScreen();
        QVERIFY2(present >= (size.width() < 1920 ? 1.15 : 1.3) * teach,
            qPrintable(QStringLiteral("%1 after %2").arg(present).arg(teach)));
        QVERIFY(f.window->timeline().height() <= std::max(lanes, size.height() * 36 / 100));
        f.action("window.teach")->trigger();
    }

    void theGalleryStopsWhatPlaysBehindIt()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.context().playback.play();
        f.action("file.examples")->trigger();
        QVERIFY(!f.context().playback.isPlaying());
    }

    /// A start takes as long as what it makes, and nobody looks at those yet.
    void panelsAreMadeWhenTheyAreSeen()
    {
        Fixture f;
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        Docks& docks = f.window->docks();
        for (const char* id : {"events", "log", "outline", "findings", "describe", "cluster", "avoid"})
            QVERIFY2(!docks.made(QLatin1String(id)), id);
        QVERIFY(docks.made(QStringLiteral("inspector")));
        // Its tab is clicked at.
        docks.dock(QStringLiteral("log"))->raise();
        QTRY_VERIFY(docks.made(QStringLiteral("log")));
        QVERIFY(!docks.made(QStringLiteral("events")));
        docks.raise(QStringLiteral("outline"));
        QVERIFY(docks.made(QStringLiteral("outline")));
        QVERIFY(f.window->editor().outline().rowCount() > 0);
        QCOMPARE(f.window->editor().tree().model()->rowCount(), f.window->editor().outline().rowCount());
        f.action("window.explore")->trigger(); // everything is seen at once
        QTRY_VERIFY(docks.made(QStringLiteral("events")));
    }

    /// Several rows of cards are seen in the smallest window, and the panels come back as they were.
    void theGalleryHasTheWholeWindow()
    {
        Fixture f;
        f.window->resize(1024, 700);
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->docks().raise(QStringLiteral("log"));
        const auto places = [&] {
            QList<QRect> out;
            for (const QDockWidget* dock : f.window->findChildren<QDockWidget*>())
                out << (dock->isVisible() && !dock->visibleRegion().isEmpty() ? dock->geometry() : QRect());
            return out;
        };
        for (int i = 0; i < 5; ++i)
            QCoreApplication::processEvents();
        const QList<QRect> before = places();
        f.action("file.examples")->trigger();
        QCoreApplication::processEvents();
        QVERIFY(f.window->gallery().width() > 950);
        QVERIFY(f.window->gallery().height() > 480);
        auto* list = f.window->gallery().findChild<QListView*>();
        int seen = 0;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            seen += list->viewport()->rect().contains(list->visualRect(list->model()->index(row, 0))) ? 1 : 0;
        QVERIFY2(seen >= 6, qPrintable(QString::number(seen)));
        // By keys: from the search to the cards, over them, and one is opened.
        auto* search = f.window->gallery().findChild<QLineEdit*>();
        QTest::keyClick(search, Qt::Key_Down);
        std::set<int> rows;
        for (const Qt::Key key :
            {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Down, Qt::Key_Down, Qt::Key_Up}) {
            QVERIFY(f.window->gallery().model().entry(list->currentIndex()));
            rows.insert(list->currentIndex().row());
            QTest::keyClick(list, key);
        }
        QVERIFY2(rows.size() >= 5, qPrintable(QString::number(rows.size())));
        QTest::keyClick(list, Qt::Key_Escape);
        QVERIFY(!f.window->showsGallery());
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        f.action("file.examples")->trigger();
        f.window->docks().raise(QStringLiteral("events")); // what is asked for is seen
        QVERIFY(!f.window->showsGallery());
    }

    void panelsHaveMnemonicsOfTheirOwn()
    {
        Fixture f;
        for (const char* language : {"view.english", "view.chinese"}) {
            f.action(language)->trigger();
            QMenu* menu = nullptr;
            for (QAction* top : f.window->menuBar()->actions()) {
                if (top->menu()->objectName() == QLatin1String("window"))
                    menu = top->menu();
            }
            QVERIFY(menu);
            QString used;
            for (const QAction* action : menu->actions()) {
                if (action->isSeparator())
                    continue;
                const qsizetype at = action->text().indexOf(u'&');
                QVERIFY2(at >= 0, qPrintable(action->text()));
                const QChar letter = action->text()[at + 1].toLower();
                QVERIFY2(!used.contains(letter), qPrintable(action->text() + u' ' + used));
                used += letter;
            }
        }
        f.action("view.english")->trigger();
    }

    void shiftF10OpensTheMenuOfWhatIsSelected()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.window->topology().setFocus();
        f.context().selection.setCurrent(view::Item::of(BrokerId {1}));
        bool opened = false;
        QTimer::singleShot(0, this, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                opened = !menu->isEmpty();
                menu->close();
            }
        });
        QTest::keyClick(&f.window->topology(), Qt::Key_F10, Qt::ShiftModifier);
        QVERIFY(opened);
    }

    /// Who names an event wants to read it, and goes on where they were.
    void goToAnEventSelectsItAndGivesTheKeyboardBack()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        QWidget* view = &f.window->topology();
        for (const auto& [place, end] :
            {std::pair("#12", Qt::Key_Return), {"#7", Qt::Key_Return}, {"2s", Qt::Key_Escape}}) {
            view->setFocus();
            f.action("playback.goto")->trigger();
            QWidget* clock = QApplication::focusWidget();
            QVERIFY(clock != view);
            QTest::keyClicks(clock, QLatin1String(place));
            QTest::keyClick(clock, end);
            QCOMPARE(QApplication::focusWidget(), view);
        }
        QCOMPARE(f.context().playback.event(), EventId {7});
        QCOMPARE(f.context().selection.current(), view::Item::of(EventId {7}));
    }

    void whatTheStatusBarSaysOfAPlaceGoesWithTheNext()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        auto* clock = f.window->findChild<frame::PlaybackBar*>()->findChild<QLineEdit*>();
        const auto goTo = [&](const char* text) {
            clock->setText(QLatin1String(text));
            QTest::keyClick(clock, Qt::Key_Return);
        };
        goTo("99h");
        QVERIFY2(f.window->statusBar()->currentMessage().contains(QLatin1String("ends at")),
            qPrintable(f.window->statusBar()->currentMessage()));
        goTo("#0");
        QCOMPARE(f.window->statusBar()->currentMessage(), QString());
        goTo("99h");
        goTo("end"); // where it is already
        QCOMPARE(f.window->statusBar()->currentMessage(), QString());
        goTo("nowhere");
        QVERIFY(f.window->messages().isShowing());
        goTo("end");
        QVERIFY(!f.window->messages().isShowing());
        // As the tool bar shows it.
        const trace::Trace& trace = f.context().document.trace();
        const QString wall = f.context().look.format().wallClock(trace.header().epochMs, kStart + ms(2000));
        goTo(wall.section(u' ', 1).toLatin1().constData());
        QCOMPARE(f.context().playback.instant(), kStart + ms(2000));
    }

    void switchingWorkspacesLeavesNoTabsBehind()
    {
        Fixture f;
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        for (const char* workspace : {"present", "explore", "teach", "explore", "present", "teach"}) {
            f.action(qPrintable(QStringLiteral("window.") + QLatin1String(workspace)))->trigger();
            const auto seen = [&f] {
                int count = 0;
                for (const QTabBar* tabs : f.window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
                    count += tabs->isVisible() && f.window->rect().intersects(tabs->geometry());
                return count;
            };
            const QLatin1String name(workspace);
            QTRY_COMPARE(seen(), name == QLatin1String("explore") ? 2 : name == QLatin1String("teach") ? 1 : 0);
        }
    }

    void aGoalThatWasReachedTakesTheRefusalAway()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        for (const char* place : {"nowhere", "2s"}) {
            f.action("playback.goto")->trigger();
            auto* clock = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QVERIFY(clock);
            clock->selectAll();
            QTest::keyClicks(clock, QLatin1String(place));
            QTest::keyClick(clock, Qt::Key_Return);
            QCOMPARE(f.window->messages().isShowing(), QLatin1String(place) == QLatin1String("nowhere"));
        }
    }

    void theFilterIsSaidInTheStatusBar()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        f.window->context().filter.setText(QStringLiteral("role = coordinatr"));
        QVERIFY(f.window->statusBar()->currentMessage().contains(QLatin1String("coordinator")));
        f.window->context().filter.setText(QStringLiteral("role = coordinator"));
        QVERIFY(f.window->statusBar()->currentMessage().contains(f.context().filter.sentence()));
        f.window->context().filter.clear();
        QVERIFY(f.window->statusBar()->currentMessage().isEmpty());
    }

    void runUntilIsThereAtOnce()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        const auto runUntil = [&f](const char* query) {
            f.action("tools.until")->trigger();
            auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QVERIFY(field);
            field->setText(QLatin1String(query));
            QTest::keyClick(field, Qt::Key_Return);
        };
        runUntil("role = coordinator");
        QVERIFY(!f.context().playback.isPlaying());
        QVERIFY(f.context().playback.instant() > kStart);
        const EventId event = f.context().playback.event();
        QCOMPARE(f.context().document.trace()[event].node, NodeId {2147483645});
        QVERIFY(f.window->messages().text().contains(QStringLiteral("#%1").arg(event.value)));
        // What never comes leaves the playhead, and says so.
        const view::Position before = f.context().playback.position();
        runUntil("node = 77");
        QTRY_VERIFY(f.window->messages().text().contains(QLatin1String("never")));
        QCOMPARE(f.context().playback.position(), before);
    }

    void aLongSearchSaysHowFarItIsAndCanBeCancelled()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("16-poll-loop-keeps-alive")));
        QVERIFY(f.context().document.trace().size() > 20'000);
        UntilRunner runner(f.context());
        QSignalSpy progressed(&runner, &UntilRunner::progressed);
        QSignalSpy ended(&runner, &UntilRunner::ended);
        QSignalSpy found(&runner, &UntilRunner::found);
        // Of every event a query of time looks at every connection.
        runner.start(*trace::Query::parse("idle > 10h"));
        QVERIFY(runner.isRunning());
        QTRY_VERIFY(progressed.count() >= 2);
        QVERIFY(progressed[1].first().toDouble() > progressed[0].first().toDouble());
        runner.cancel();
        QCOMPARE(ended.count(), 1);
        QVERIFY(!runner.isRunning());
        QVERIFY(f.context().playback.isAtStart());
        QCOMPARE(found.count(), 0);
        runner.start(*trace::Query::parse("idle > 10h"));
        f.context().playback.setInstant(kStart + ms(7)); // somebody goes elsewhere
        QVERIFY(!runner.isRunning());
        QCOMPARE(f.context().playback.instant(), kStart + ms(7));
    }

    void whileNothingIsThereKeysSaySo()
    {
        Fixture f;
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.action("playback.play")->trigger();
        QVERIFY(!f.context().playback.isPlaying());
        QVERIFY(f.window->statusBar()->currentMessage().contains(QLatin1String("Nothing is open")));
        QVERIFY(f.opens(shipped("13-three-kinds")));
        // Another one is on its way: what is seen is about to go.
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        f.action("playback.goto")->trigger();
        f.window->open(shipped("16-poll-loop-keeps-alive"));
        QVERIFY(!qobject_cast<QLineEdit*>(QApplication::focusWidget())); // the field is left
        f.action("playback.play")->trigger();
        QVERIFY(!f.context().playback.isPlaying());
        QVERIFY(f.window->statusBar()->currentMessage().contains(QLatin1String("16-poll-loop-keeps-alive.yaml")));
        QVERIFY(f.action("scenario.cancel")->shortcuts().contains(QKeySequence(Qt::Key_Escape)));
        QTest::keyClick(f.window.get(), Qt::Key_Escape);
        QVERIFY(settled.count() > 0 || settled.wait(60'000));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("Three kinds")));
        f.action("playback.play")->trigger();
        QVERIFY(f.context().playback.isPlaying());
    }

    void anotherFileAsksWhatBecomesOfWhatIsNotSaved()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        topology::Arrangement moved;
        moved.moved["broker 1"] = {0.5, 0.5};
        f.window->topology().setArrangement(moved);
        QVERIFY(f.window->isWindowModified());
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        const auto asks = [&f] {
            f.window->open(shipped("12-consumer-start"));
            return f.window->messages().isAsking();
        };
        QVERIFY(asks());
        QVERIFY(!QApplication::activeModalWidget());
        f.window->messages().answer(2); // Cancel
        QVERIFY(!f.window->messages().isShowing());
        QCOMPARE(f.window->topology().arrangement(), moved);
        QVERIFY(asks());
        f.window->messages().show(frame::MessageBar::Kind::Info, QStringLiteral("another message is no answer"));
        QVERIFY(f.window->isWindowModified());
        QVERIFY(asks());
        QCOMPARE(settled.count(), 0);
        f.window->messages().answer(1); // Discard
        QVERIFY(settled.wait(60'000));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("consumer"), Qt::CaseInsensitive));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.opens(shipped("13-three-kinds"))); // nothing is asked where nothing was changed
    }

    void pausedNothingRuns()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        auto* clock = f.window->findChild<FrameClock*>();
        QVERIFY(!clock->isRunning());
        f.context().playback.play();
        QVERIFY(clock->isRunning());
        f.window->hide();
        QVERIFY(!clock->isRunning());
        f.window->show();
        QVERIFY(clock->isRunning());
        f.context().playback.pause();
        QVERIFY(!clock->isRunning());
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
