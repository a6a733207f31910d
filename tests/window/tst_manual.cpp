// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/copycommand.h"
#include "app/window/docks.h"
#include "app/window/lessondesk.h"
#include "app/window/manual.h"
#include "base/time.h"
#include "client/profile.h"
#include "timeline/timelinewidget.h"
#include "view/playback.h"
#include "whatif/sweepdialog.h"
#include "windowstage.h"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>

using namespace connscope;
using namespace connscope::app;
using Fixture = connscope::test::WindowStage;

class TestManual : public QObject {
    Q_OBJECT

private slots:
    void cleanupTestCase() { m_fixture.reset(); }

    void itIsThePageOfTheLanguageOfTheInterface()
    {
        Fixture f;
        f.action("help.manual")->trigger();
        auto* manual = f.window->findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->current(), QStringLiteral("start"));
        QVERIFY(manual->page()->toPlainText().contains(QLatin1String("Five minutes")));
        QVERIFY(!manual->page()->toPlainText().contains(QLatin1String("| --- |"))); // rendered
        f.action("view.chinese")->trigger();
        QVERIFY(manual->page()->toPlainText().contains(QString::fromUtf8("五分钟")));
        manual->go(QStringLiteral("window"));
        QVERIFY(manual->page()->toPlainText().contains(QString::fromUtf8("拓扑的语言")));
        f.action("view.english")->trigger();
        QCOMPARE(manual->current(), QStringLiteral("window"));
        QVERIFY(manual->page()->toPlainText().contains(QLatin1String("The topology's language")));
        f.action("help.manual")->trigger();
        QCOMPARE(f.window->findChildren<ManualWindow*>().size(), qsizetype {1});
        QCOMPARE(manual->current(), QStringLiteral("window")); // the menu leads to where one was
    }

    /// A page in two languages has the same sections, tables and figures, and leads to the same places.
    void translationsHaveTheSameParts_data()
    {
        QTest::addColumn<QString>("name");
        for (const ManualPage& page : manualPages())
            QTest::newRow(page.name) << QString::fromLatin1(page.name);
    }
    void translationsHaveTheSameParts()
    {
        QFETCH(QString, name);
        const QString english = manualFile(name, theme::Language::English);
        const QString chinese = manualFile(name, theme::Language::Chinese);
        QVERIFY(!english.isEmpty());
        const QList<ManualPage> pages = manualPages();
        const bool isReference = std::any_of(pages.begin(), pages.end(),
            [&name](const ManualPage& page) { return page.isReference && name == QLatin1String(page.name); });
        if (!isReference)
            QVERIFY2(chinese != english, "a page of the manual is in both languages");
        if (chinese == english)
            QSKIP("this reference is in English only");
        const auto parts = [](const QString& file) {
            QStringList out;
            for (const ManualSection& section : manualSections(manualText(file, false)))
                out << QString(section.level, u'#');
            return out;
        };
        QCOMPARE(parts(chinese), parts(english));
        const auto count = [](const QString& file, const char* pattern) {
            return manualText(file, false)
                .count(QRegularExpression(QLatin1String(pattern), QRegularExpression::MultilineOption));
        };
        for (const char* pattern : {"^\\|", "^!\\[", "^- ", "^[0-9]\\. "})
            QCOMPARE(count(chinese, pattern), count(english, pattern));
        const auto targets = [](const QString& file) {
            static const QRegularExpression link(
                QStringLiteral("\\]\\(((?:scenario|lesson|action|panel):[^)]+|\\.\\./[^)#]+)"));
            QStringList out;
            const QString text = manualText(file, false);
            for (auto it = link.globalMatch(text); it.hasNext();)
                out << it.next()
                           .captured(1)
                           .replace(QLatin1String(".zh.md"), QLatin1String(".md"))
                           .replace(QLatin1String("-zh.png"), QLatin1String("-en.png"));
            out.sort();
            return out;
        };
        QCOMPARE(targets(chinese), targets(english));
    }

    void whatIsTypedIsFoundCountedAndGoneThrough()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        manual.go(QStringLiteral("window"));
        manual.field()->setText(QStringLiteral("playhead"));
        const int count = manual.found();
        QVERIFY(count > 3);
        QVERIFY(manual.foundInAll() > count);
        QCOMPARE(manual.page()->textCursor().selectedText().toLower(), QStringLiteral("playhead"));
        const int first = manual.page()->textCursor().position();
        QTest::keyClick(manual.field(), Qt::Key_Return);
        QVERIFY(manual.page()->textCursor().position() > first);
        for (int i = 0; i < count - 1; ++i)
            QTest::keyClick(manual.field(), Qt::Key_Return);
        QCOMPARE(manual.page()->textCursor().position(), first); // round
        manual.field()->setText(QStringLiteral("no such word"));
        QCOMPARE(manual.found(), 0);
        QCOMPARE(manual.foundInAll(), 0);
        QCOMPARE(manual.contents()->topLevelItemCount(), 1); // which says so
    }

    void whatIsFoundElsewhereIsListedAndLeadsThere()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        manual.field()->setText(QStringLiteral("jagged edges")); // of the timeline
        QCOMPARE(manual.found(), 0);
        QCOMPARE(manual.foundInAll(), 1);
        QTreeWidgetItem* page = manual.contents()->topLevelItem(0);
        QCOMPARE(page->childCount(), 1);
        manual.contents()->setCurrentItem(page->child(0));
        QCOMPARE(manual.current(), QStringLiteral("timeline"));
        QCOMPARE(manual.page()->textCursor().selectedText(), QStringLiteral("jagged edges"));
        manual.field()->clear();
        QVERIFY(manual.contents()->topLevelItemCount() == 2); // the contents again
    }

    void theContentsLeadToEverySection()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        manual.show();
        QVERIFY(QTest::qWaitForWindowExposed(&manual));
        QTreeWidgetItem* part = manual.contents()->topLevelItem(0);
        QCOMPARE(part->childCount() + manual.contents()->topLevelItem(1)->childCount(), manualPages().size());
        QTreeWidgetItem* picture = part->child(2);
        manual.contents()->setCurrentItem(picture->child(2)); // Who closed
        QCOMPARE(manual.current(), QStringLiteral("picture"));
        QCOMPARE(manual.page()->textCursor().block().text(), QStringLiteral("Who closed"));
        QVERIFY(manual.page()->verticalScrollBar()->value() > 0);
    }

    void itsLinksLeadSomewhere_data()
    {
        QTest::addColumn<QString>("file");
        for (const ManualPage& page : manualPages()) {
            const QString name = QLatin1String(page.name);
            for (const auto language : {theme::Language::English, theme::Language::Chinese})
                QTest::addRow("%s", qPrintable(manualFile(name, language))) << manualFile(name, language);
        }
    }
    /// What is linked to is there; where the text is the name of an action it is that action's name, and a key in parentheses
    /// behind it is its key.
    void itsLinksLeadSomewhere()
    {
        QFETCH(QString, file);
        if (!m_fixture) // one for all rows
            m_fixture = std::make_unique<Fixture>();
        Fixture& f = *m_fixture;
        const bool chinese = file.endsWith(QLatin1String(".zh.md"));
        f.action(chinese ? "view.chinese" : "view.english")->trigger();
        static const QRegularExpression link(
            QStringLiteral("(!?)\\[([^]]*)\\]\\(([^)\\s]+)\\)(?: ?[(（]([^)）]+)[)）])?"));
        const QString text = manualText(file, false);
        for (auto it = link.globalMatch(text); it.hasNext();) {
            const auto match = it.next();
            const QString said = match.captured(2);
            const QUrl url(match.captured(3));
            const QByteArray where = match.captured().toUtf8();
            if (!match.captured(1).isEmpty()) {
                QVERIFY2(QFile::exists(QStringLiteral(":/manual/") + url.fileName()), where);
                if (url.path().startsWith(QLatin1String("figures/")))
                    QVERIFY2(QFile::exists(QStringLiteral(":/manual/")
                                 + url.fileName().replace(QLatin1String("-light-"), QLatin1String("-dark-"))),
                        where);
                continue;
            }
            if (const auto wanted = parseManualLink(url)) {
                using Kind = ManualLink::Kind;
                if (wanted->kind == Kind::Scenario) {
                    QVERIFY2(QFile::exists(test::shipped(wanted->target.toUtf8().constData())), where);
                    if (!wanted->at.isEmpty())
                        QVERIFY2(parseDuration(wanted->at.toStdString()).has_value(), where);
                    if (!wanted->profile.isEmpty())
                        QVERIFY2(client::findProfile(wanted->profile.toStdString()).has_value(), where);
                } else if (wanted->kind == Kind::Lesson) {
                    QVERIFY2(QFile::exists(QString::fromStdString(
                                 test::sourcePath("resources/lessons/" + wanted->target.toStdString() + ".yaml"))),
                        where);
                } else if (wanted->kind == Kind::Panel) {
                    QVERIFY2(f.window->docks().dock(wanted->target), where);
                } else {
                    const QList<QAction*>& all = f.window->actions().all();
                    const auto found = std::find_if(all.begin(), all.end(),
                        [&wanted](const QAction* a) { return frame::Actions::idOf(a) == wanted->target; });
                    QVERIFY2(found != all.end(), where);
                    const QAction* action = *found;
                    if (said.contains(QString::fromUtf8(" ▸ ")))
                        QCOMPARE(said.section(QString::fromUtf8(" ▸ "), -1), frame::plainText(action));
                    const QString key = match.captured(4);
                    if (!key.isEmpty() && !action->shortcut().isEmpty() && key.size() < 20)
                        QVERIFY2(action->shortcuts().contains(QKeySequence(key)), where);
                }
                continue;
            }
            if (!url.scheme().isEmpty())
                continue;
            const QString page = url.path().isEmpty() ? manualPageOf(file) : manualPageOf(url.path());
            const QString target = manualFile(page, chinese ? theme::Language::Chinese : theme::Language::English);
            if (target.isEmpty()) { // a file of the tree, beside the page
                const QString folder = QString::fromStdString(test::sourcePath("docs/"));
                QVERIFY2(QFile::exists(folder + url.path())
                        || QFile::exists(folder + QStringLiteral("manual/") + url.path()),
                    where);
                continue;
            }
            if (url.hasFragment())
                QVERIFY2(manualSectionAt(target, url.fragment(QUrl::FullyDecoded)) >= 0, where);
        }
        f.action("view.english")->trigger();
    }

    void aLinkOpensItsScenarioAtItsTime()
    {
        Fixture f;
        f.action("help.manual")->trigger();
        auto* manual = f.window->findChild<ManualWindow*>();
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        emit manual->page()->anchorClicked(QUrl(QStringLiteral("scenario:01-producer-start?at=4.9s&profile=course")));
        QVERIFY(settled.wait(60'000));
        QCOMPARE(f.context().document.source().profile, std::string("course"));
        QCOMPARE(f.context().playback.instant(), kStart + std::chrono::milliseconds(4'900));
        QVERIFY(!f.window->isWindowModified()); // what a link opened is nobody's work: the next one asks nothing
        emit manual->page()->anchorClicked(QUrl(QStringLiteral("panel:findings")));
        QVERIFY(!f.window->docks().dock(QStringLiteral("findings"))->isHidden());
        emit manual->page()->anchorClicked(QUrl(QStringLiteral("lesson:02-bootstrap-ids")));
        QVERIFY(settled.wait(60'000));
        QVERIFY(f.window->lessons().session().isOn());
        emit manual->page()->anchorClicked(QUrl(QStringLiteral("picture.md#who-closed")));
        QCOMPARE(manual->current(), QStringLiteral("picture"));
        QCOMPARE(manual->page()->textCursor().block().text(), QStringLiteral("Who closed"));
    }

    void everyPanelHasAPageAndEveryPageOfAPlaceIsThere()
    {
        Fixture f;
        for (const auto& [place, page] : manualPlaces()) {
            const QString file = manualFile(page.section(u'#', 0, 0), theme::Language::English);
            QVERIFY2(!file.isEmpty(), qPrintable(page));
            if (page.contains(u'#'))
                QVERIFY2(manualSectionAt(file, page.section(u'#', 1)) >= 0, qPrintable(page));
        }
        for (const auto* dock : f.window->findChildren<QDockWidget*>())
            QVERIFY2(!manualPageOf(dock).isEmpty(), qPrintable(dock->objectName()));
    }

    void itsKeyLeadsToThePageOfThePanelOrDialogThatHasTheKeyboard()
    {
        Fixture f;
        f.window->show();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.window->docks().raise(QStringLiteral("timeline"));
        f.window->timeline().setFocus();
        QTest::keyClick(&f.window->timeline(), Qt::Key_F1);
        auto* manual = f.window->findChild<ManualWindow*>();
        QVERIFY(manual);
        QCOMPARE(manual->current(), QStringLiteral("timeline"));
        manual->close();
        QVERIFY(f.opens(test::shipped("13-three-kinds")));
        f.action("tools.sweep")->trigger();
        QVERIFY(QTest::qWaitForWindowActive(&f.window->sweep()));
        // As the dialog gets it: no shortcut of the main window is asked while a dialog is active.
        QKeyEvent press(QEvent::KeyPress, Qt::Key_F1, Qt::NoModifier);
        QCoreApplication::sendEvent(&f.window->sweep(), &press);
        QCOMPARE(manual->current(), QStringLiteral("changing"));
        QCOMPARE(manual->page()->textCursor().block().text(), QStringLiteral("Sweep"));
    }

    void figuresAreLightOrDarkAsTheInterface()
    {
        Fixture f;
        f.action("view.light")->trigger();
        ManualWindow manual(f.context().look);
        QVERIFY(manualText(QStringLiteral("start.md"), false).contains(QLatin1String("three-kinds-light-en.svg")));
        QVERIFY(manualText(QStringLiteral("start.md"), true).contains(QLatin1String("three-kinds-dark-en.svg")));
        f.action("view.dark")->trigger();
        QVERIFY(manual.page()->toMarkdown().contains(QLatin1String("three-kinds-dark-en.svg")));
        f.action("view.light")->trigger();
        QVERIFY(manual.page()->toMarkdown().contains(QLatin1String("three-kinds-light-en.svg")));
    }

    void theCommandRunsTheSame()
    {
        LoadRequest request;
        request.file = "my scenario.yaml";
        request.seed = 7;
        request.profile = "java-2.3";
        request.settings = {"*.acks=all", "broker.2.x=it's"};
        QCOMPARE(commandLine(request),
            QStringLiteral("connscope run 'my scenario.yaml' --seed 7 --profile java-2.3 --set '*.acks=all' "
                           "--set 'broker.2.x=it'\\''s'"));
        Fixture f;
        QVERIFY(f.opens(test::shipped("13-three-kinds")));
        f.action("tools.copy-command")->trigger();
        QCOMPARE(
            QGuiApplication::clipboard()->text(), QStringLiteral("connscope run ") + test::shipped("13-three-kinds"));
    }

private:
    std::unique_ptr<Fixture> m_fixture;
};

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
