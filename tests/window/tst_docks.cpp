// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of the window: none lies over another, whenever it is made, and what Qt leaves behind is put right.
#include "app/window/docks.h"
#include "editor/editorpanel.h"
#include "editor/form.h"
#include "frame/actions.h"
#include "frame/style.h"
#include "timeline/timelinewidget.h"
#include "view/playback.h"
#include "windowstage.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTest>
#include <QToolBar>

using namespace connscope;
using test::shipped;
using test::WindowStage;

namespace {

QStringList said; // on the error stream

void listen(QtMsgType, const QMessageLogContext&, const QString& message)
{
    if (!message.startsWith(QLatin1String("This plugin does not support")))
        said << message;
}

void settle()
{
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents();
}

/// "outline over events"; "" where every panel has its own place.
QString overlap(const app::MainWindow& window)
{
    QList<const QDockWidget*> seen;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (dock->isVisible() && !dock->isFloating() && !dock->visibleRegion().isEmpty())
            seen << dock;
    }
    for (qsizetype i = 0; i < seen.size(); ++i) {
        for (qsizetype k = i + 1; k < seen.size(); ++k) {
            if (seen[i]->geometry().intersects(seen[k]->geometry()))
                return seen[i]->objectName() + QStringLiteral(" over ") + seen[k]->objectName();
        }
        if (window.centralWidget()->geometry().intersects(seen[i]->geometry()))
            return seen[i]->objectName() + QStringLiteral(" over the picture");
        for (const QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (tabs->isVisible() && tabs->geometry().intersects(seen[i]->geometry()))
                return seen[i]->objectName() + QStringLiteral(" over tabs");
        }
    }
    return {};
}

int tabBarsWithALine(const app::MainWindow& window)
{
    int lines = 0;
    for (const QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        lines += tabs->isVisible() && tabs->drawBase() ? 1 : 0;
    return lines;
}

} // namespace

class TestDocks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new frame::Style); }

    /// Nothing in the menus would bring it back.
    void theToolBarCannotBeLost()
    {
        WindowStage stage;
        stage.window->show();
        auto* bar = stage.window->findChild<QToolBar*>(QStringLiteral("main-tool-bar"));
        QMenu* popup = stage.window->createPopupMenu(); // the window's
        QVERIFY(!popup->actions().isEmpty());
        QCOMPARE(popup->actions(), stage.window->docks().toggles());
        QVERIFY(!popup->actions().contains(bar->toggleViewAction()));
        // One who hid it with a former version has it again.
        bar->hide();
        stage.again();
        stage.window->show();
        QVERIFY(stage.window->findChild<QToolBar*>(QStringLiteral("main-tool-bar"))->isVisible());
    }
    /// Each in the letters of its own name; behind it only where that has no Latin letters.
    void panelsHaveMnemonicsOfTheirOwn()
    {
        WindowStage stage;
        for (const char* language : {"english", "chinese"}) {
            stage.action(qPrintable(QStringLiteral("view.") + QLatin1String(language)))->trigger();
            QString taken;
            const auto* menu = stage.window->menuBar()->findChild<QMenu*>(QStringLiteral("window"));
            QVERIFY(menu);
            for (const QAction* entry : menu->actions()) {
                const QString text = entry->text();
                if (entry->isSeparator() || entry->menu() || text.isEmpty())
                    continue;
                const qsizetype at = text.indexOf(u'&');
                QVERIFY2(at >= 0, qPrintable(text));
                QVERIFY2(!taken.contains(text[at + 1], Qt::CaseInsensitive), qPrintable(text));
                taken += text[at + 1];
                QVERIFY2(qstrcmp(language, "english") != 0 || !text.contains(u'('), qPrintable(text));
            }
        }
        stage.action("view.english")->trigger();
    }
    /// What does something in the view behind it does not while its menu is open.
    void anOpenMenuHasItsLetters()
    {
        WindowStage stage;
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        QVERIFY(QTest::qWaitForWindowActive(stage.window.get()));
        auto* timeline = stage.window->findChild<timeline::TimelineWidget*>();
        timeline->setFocus();
        const timeline::AxisRange range = timeline->range();
        QContextMenuEvent asks(QContextMenuEvent::Keyboard, {}, {});
        QCoreApplication::sendEvent(timeline, &asks);
        QVERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()));
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_S, Qt::Key_B, Qt::Key_Space}) {
            QKeyEvent override(QEvent::ShortcutOverride, key, Qt::NoModifier);
            override.ignore();
            QCoreApplication::sendEvent(timeline, &override);
            QVERIFY(override.isAccepted()); // so Qt looks for no shortcut
        }
        QKeyEvent other(QEvent::ShortcutOverride, Qt::Key_Q, Qt::ControlModifier);
        other.ignore();
        QCoreApplication::sendEvent(timeline, &other);
        QVERIFY(!other.isAccepted());
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_W);
        QCOMPARE(timeline->range(), range);
        QVERIFY(timeline->bookmarks().all().empty());
        while (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
    }
    void namesOfTabsAreWholeInLargeTypeToo()
    {
        WindowStage stage;
        stage.window->resize(1024, 700);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        for (const char* language : {"english", "chinese"}) {
            stage.action(qPrintable(QStringLiteral("view.") + QLatin1String(language)))->trigger();
            for (int larger = 0; larger < 4; ++larger) {
                settle();
                for (QTabBar* tabs : stage.window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
                    if (!tabs->isVisible())
                        continue;
                    for (int i = 0; i < tabs->count(); ++i) {
                        const int name = QFontMetrics(tabs->font()).horizontalAdvance(tabs->tabText(i));
                        QVERIFY2(tabs->tabRect(i).width() >= name + 8 && tabs->tabRect(i).right() <= tabs->width(),
                            qPrintable(QStringLiteral("%1: %2 for %3 to %4 of %5")
                                           .arg(tabs->tabText(i))
                                           .arg(tabs->tabRect(i).width())
                                           .arg(name)
                                           .arg(tabs->tabRect(i).right())
                                           .arg(tabs->width())));
                    }
                }
                stage.action("view.larger")->trigger();
            }
            for (int larger = 0; larger < 4; ++larger)
                stage.action("view.smaller")->trigger();
        }
    }

    void aPanelThatIsMadeLaterLiesOverNoOther_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800)}) {
            for (const char* language : {"english", "chinese"})
                QTest::addRow("%d %s", size.width(), language) << size << QString::fromLatin1(language);
        }
    }
    void aPanelThatIsMadeLaterLiesOverNoOther()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        WindowStage stage;
        stage.action(qPrintable(QStringLiteral("view.") + language))->trigger();
        stage.window->resize(size);
        stage.window->show();
        QVERIFY(stage.opens(shipped("10-broker-closes-first")));
        settle();
        for (const char* workspace : {"window.explore", "window.teach", "window.present", "window.explore"}) {
            stage.action(workspace)->trigger();
            settle();
            QCOMPARE(overlap(*stage.window), QString());
            if (qstrcmp(workspace, "window.present") == 0)
                continue; // too large a type for all of them
            for (const char* panel : {"outline", "findings", "describe", "log", "events"}) {
                stage.window->docks().raise(QLatin1String(panel));
                settle();
                QVERIFY2(overlap(*stage.window).isEmpty(),
                    qPrintable(QStringLiteral("%1, %2: %3")
                                   .arg(QLatin1String(workspace), QLatin1String(panel), overlap(*stage.window))));
            }
        }
    }

    /// Qt would leave the panels as they are and take what is missing from the picture.
    void panelsKeepTheirShareOfTheWindow()
    {
        WindowStage stage;
        stage.window->resize(1280, 800);
        stage.window->show();
        QVERIFY(stage.opens(shipped("10-broker-closes-first")));
        settle();
        const QDockWidget* timeline = stage.window->docks().dock(QStringLiteral("timeline"));
        const QDockWidget* inspector = stage.window->docks().dock(QStringLiteral("inspector"));
        QVERIFY(timeline && inspector);
        const double height = timeline->height() / 800.0;
        const double width = inspector->width() / 1280.0;
        stage.window->resize(1600, 1000);
        settle();
        QVERIFY(std::abs(timeline->height() / 1000.0 - height) < 0.01);
        QVERIFY(std::abs(inspector->width() / 1600.0 - width) < 0.01);
        for (int size = 1000; size >= 700; --size) { // step by step, as an edge is dragged
            stage.window->resize(1280, size);
            settle();
        }
        QVERIFY2(
            std::abs(timeline->height() / 700.0 - height) < 0.01, qPrintable(QString::number(timeline->height())));
        // What a person made of it counts from there.
        stage.window->resizeDocks({stage.window->docks().dock(QStringLiteral("timeline"))}, {350}, Qt::Vertical);
        settle();
        const int dragged = timeline->height();
        QVERIFY(dragged > 700 * (height + 0.02));
        stage.window->resize(1280, 1000);
        settle();
        QVERIFY2(
            std::abs(timeline->height() / 1000.0 - dragged / 700.0) < 0.01, qPrintable(QString::number(dragged)));
        stage.window->resize(1280, 700);
        settle();
        QVERIFY2(std::abs(timeline->height() - dragged) < 3, qPrintable(QString::number(timeline->height())));
    }

    void fieldsOfAFormAreAsHighAsTheirTextHoweverLowItsPlaceIs()
    {
        WindowStage stage;
        stage.window->resize(1024, 700);
        stage.window->show();
        QVERIFY(stage.opens(shipped("10-broker-closes-first")));
        stage.action("window.explore")->trigger();
        stage.window->docks().raise(QStringLiteral("outline"));
        auto* panel = qobject_cast<editor::EditorPanel*>(stage.window->docks().content(QStringLiteral("outline")));
        QVERIFY(panel);
        using editor::Thing;
        const scenario::YamlPath top;
        for (const Thing& thing : {Thing {Thing::Kind::Client, top / "clients" / std::size_t {0}},
                 Thing {Thing::Kind::Scenario, top}, Thing {Thing::Kind::Network, top / "network"}}) {
            panel->select({Thing::Kind::Clients, top / "clients"}); // which has none: the form is made behind it
            settle();
            panel->select(thing);
            settle();
            int seen = 0;
            int bottom = 0;
            for (const QWidget* field : panel->form().findChildren<QWidget*>()) {
                if (!field->isVisible() || !(field->inherits("QLineEdit") || field->inherits("QComboBox")))
                    continue;
                ++seen;
                const QRect place(field->mapTo(panel->form().widget(), QPoint()), field->size());
                QVERIFY2(place.top() >= bottom, qPrintable(field->accessibleName())); // below the one before
                bottom = place.bottom();
                QVERIFY2(field->height() >= field->sizeHint().height(),
                    qPrintable(QStringLiteral("%1: %2").arg(field->accessibleName()).arg(field->height())));
            }
            QVERIFY(seen > 0);
        }
    }

    void tabsHaveNoLineWhateverComesBack()
    {
        WindowStage stage;
        stage.window->resize(1024, 700);
        stage.window->show();
        QVERIFY(stage.opens(shipped("10-broker-closes-first")));
        settle();
        QCOMPARE(tabBarsWithALine(*stage.window), 0);
        for (const char* action : {"file.examples", "file.examples", "window.present", "window.explore",
                 "window.teach", "window.explore", "window.reset-layout"}) {
            stage.action(action)->trigger();
            settle();
            QVERIFY2(tabBarsWithALine(*stage.window) == 0, action);
        }
    }

    void aPanelThatIsAskedForComesToTheFrontAndOneThatIsInFrontCloses()
    {
        WindowStage stage;
        stage.window->resize(1280, 800);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        settle();
        app::Docks& docks = stage.window->docks();
        const auto actionOf = [&](const char* panel) -> QAction* {
            for (QAction* action : docks.toggles()) {
                if (frame::englishName(action) == QLatin1String(panel))
                    return action;
            }
            return nullptr;
        };
        const auto isInFront = [&](const char* id) {
            const QDockWidget* dock = docks.dock(QLatin1String(id));
            return dock->isVisible() && !dock->visibleRegion().isEmpty();
        };
        QAction* log = actionOf("Log");
        QAction* inspector = actionOf("Inspector");
        QAction* words = actionOf("In Words");
        QVERIFY(log && inspector && words);
        QVERIFY(docks.dock(QStringLiteral("log"))->isVisible() && !isInFront("log")); // behind the inspector
        QVERIFY(isInFront("inspector"));
        QVERIFY(log->isChecked() && inspector->isChecked() && !words->isChecked());

        log->trigger();
        settle();
        QVERIFY(isInFront("log") && !isInFront("inspector"));
        QVERIFY(log->isChecked());
        const QWidget* focus = stage.window->focusWidget();
        QVERIFY(focus && docks.dock(QStringLiteral("log"))->isAncestorOf(focus));
        words->trigger(); // which is closed
        settle();
        QVERIFY(isInFront("describe") && words->isChecked());
        words->trigger();
        settle();
        QVERIFY(!docks.dock(QStringLiteral("describe"))->isVisible());
        QVERIFY(!words->isChecked());
        inspector->trigger();
        settle();
        QVERIFY(isInFront("inspector") && inspector->isChecked());
        docks.dock(QStringLiteral("log"))->close(); // by its own button
        QVERIFY(!log->isChecked());
    }

    void aLectureAndBackKeepsTheKeysAndTheWidths_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800)})
            QTest::addRow("%d", size.width()) << size;
    }
    void aLectureAndBackKeepsTheKeysAndTheWidths()
    {
        QFETCH(QSize, size);
        WindowStage stage;
        stage.window->resize(size);
        stage.window->show();
        QVERIFY(QTest::qWaitForWindowActive(stage.window.get()));
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        settle();
        const QDockWidget* inspector = stage.window->docks().dock(QStringLiteral("inspector"));
        const QDockWidget* timeline = stage.window->docks().dock(QStringLiteral("timeline"));
        const int wide = inspector->width();
        const int high = timeline->height();
        QWidget* play = stage.window->findChild<QWidget*>(QStringLiteral("primary"));
        play->setFocus();
        for (int times = 0; times < 2; ++times) {
            for (const char* workspace : {"window.present", "window.teach"}) {
                stage.action(workspace)->trigger();
                settle();
                QCOMPARE(stage.window->focusWidget(), play);
            }
            QCOMPARE(inspector->width(), wide);
            QCOMPARE(timeline->height(), high);
        }
        // Who writes a filter, which a lecture does not have, does not write on afterwards.
        stage.action("edit.filter")->trigger();
        QVERIFY(qobject_cast<QLineEdit*>(stage.window->focusWidget()));
        for (const char* workspace : {"window.present", "window.teach"}) {
            stage.action(workspace)->trigger();
            settle();
            QVERIFY(stage.window->focusWidget());
            QVERIFY(!qobject_cast<QLineEdit*>(stage.window->focusWidget()));
        }
        QTest::keyClick(stage.window->focusWidget(), Qt::Key_Space);
        QVERIFY(stage.context().playback.isPlaying());
    }

    void nothingIsSaidOnTheErrorStream()
    {
        said.clear();
        const QtMessageHandler before = qInstallMessageHandler(listen);
        {
            WindowStage stage;
            stage.window->show();
            QVERIFY(stage.opens(shipped("24-nat-forgets")));
            for (const char* action :
                {"window.explore", "window.present", "window.teach", "window.present", "window.explore"}) {
                stage.action(action)->trigger();
                settle();
            }
        }
        qInstallMessageHandler(before);
        QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
    }
};

QTEST_MAIN(TestDocks)
#include "tst_docks.moc"
