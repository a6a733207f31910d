// SPDX-License-Identifier: GPL-3.0-or-later
// What-if in the window: findings and where they lead, questions, sweeps, the search for a change.
//
//     CONNSCOPE_LOOK=folder tests/bin/tst_whatif looks      writes pictures of all of it there, to be looked at
#include "app/window/docks.h"
#include "view/document.h"
#include "view/playback.h"
#include "view/selection.h"
#include "whatif/avoidpanel.h"
#include "whatif/claimsdialog.h"
#include "whatif/findingspage.h"
#include "whatif/findingspanel.h"
#include "whatif/questionsdialog.h"
#include "whatif/sweepdialog.h"
#include "windowstage.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QStyleFactory>
#include <QTableWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

using namespace connscope;
using findings::Kind;
using test::shipped;
using test::WindowStage;

namespace {

bool has(const std::vector<findings::Finding>& found, Kind kind)
{
    return std::any_of(found.begin(), found.end(), [kind](const auto& f) { return f.kind == kind; });
}

/// The targets of the links of a page that begin with a scheme.
QStringList linksOf(const QTextBrowser& page, const QString& scheme)
{
    QStringList out;
    for (QTextBlock block = page.document()->begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QString target = it.fragment().charFormat().anchorHref();
            if (target.startsWith(scheme))
                out << target;
        }
    }
    return out;
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qApp->setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

    void aPieceOfEvidenceIsSelectedAndGoneTo()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("24-nat-forgets")));
        whatif::FindingsPanel& panel = stage.window->findings();
        panel.lookNow();
        QVERIFY(has(panel.found(), Kind::ClientLimitAboveMiddlebox));
        QVERIFY2(panel.summary().startsWith(QLatin1String("1 fault")), qPrintable(panel.summary()));
        const QStringList links = linksOf(panel.page(), QStringLiteral("event:"));
        QVERIFY(!links.isEmpty());
        emit panel.page().anchorClicked(QUrl(links.first()));
        const EventId event {links.first().mid(6).toUInt()};
        QCOMPARE(stage.context().selection.current(), view::Item::of(event));
        QCOMPARE(stage.context().playback.event(), event);
        // All of the evidence, where it is asked for.
        const QStringList more = linksOf(panel.page(), QStringLiteral("more:"));
        QVERIFY(!more.isEmpty());
        emit panel.page().anchorClicked(QUrl(more.first()));
        QVERIFY(linksOf(panel.page(), QStringLiteral("event:")).size() > links.size());
    }
    void nothingUnusualIsSaidSo()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        whatif::FindingsPanel& panel = stage.window->findings();
        panel.lookNow();
        QCOMPARE(panel.summary(), QStringLiteral("2 notes"));
        auto* least = panel.findChild<QComboBox*>();
        least->setCurrentIndex(2);
        emit least->activated(2);
        QVERIFY(panel.page().toPlainText().contains(QLatin1String("Nothing of this weight")));
    }
    void anotherScenarioHasItsOwnFindings()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("17-consumer-zombie")));
        stage.window->findings().lookNow();
        QVERIFY(has(stage.window->findings().found(), Kind::ZombieConnection));
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.window->findings().lookNow();
        QVERIFY(!has(stage.window->findings().found(), Kind::ZombieConnection));
    }
    void itSpeaksTheLanguageOfTheWindow()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("17-consumer-zombie")));
        stage.window->findings().lookNow();
        stage.window->setLanguage(theme::Language::Chinese);
        QVERIFY(stage.window->findings().page().toPlainText().contains(QStringLiteral("僵尸连接")));
        stage.window->setLanguage(theme::Language::English);
        QVERIFY(stage.window->findings().page().toPlainText().contains(QLatin1String("Zombie connection")));
    }
    void aHiddenPanelLooksOnlyOnceItIsSeen()
    {
        WindowStage stage;
        stage.window->show();
        QVERIFY(stage.opens(shipped("17-consumer-zombie")));
        QVERIFY(stage.window->findings().found().empty());
        stage.action("tools.findings")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(stage.window->findings().isUpToDate(), 30'000);
        QVERIFY(has(stage.window->findings().found(), Kind::ZombieConnection));
    }
    void aTraceThatGrowsIsFollowed()
    {
        WindowStage stage;
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.action("tools.findings")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(stage.window->findings().isUpToDate(), 30'000);
        QVERIFY(!has(stage.window->findings().found(), Kind::SharedClientId));
        stage.context().document.grow([](trace::Trace& trace) {
            for (int i = 0; i < 2; ++i) {
                trace::Event e;
                e.at = trace.end();
                e.kind = trace::EventKind::ClientCreated;
                e.client = trace.newClient();
                e.text = trace.intern("twin");
                trace.append(e);
            }
        });
        QVERIFY(!stage.window->findings().isUpToDate());
        QTRY_VERIFY_WITH_TIMEOUT(has(stage.window->findings().found(), Kind::SharedClientId), 30'000);
    }

    void aQuestionLeadsToItsAnswer()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.action("help.questions")->trigger();
        auto* dialog = stage.window->findChild<whatif::QuestionsDialog*>();
        QVERIFY(dialog);
        dialog->field()->setText(QStringLiteral("brokers at start"));
        QCOMPARE(dialog->list()->count(), 1);
        QVERIFY(dialog->current());
        QCOMPARE(dialog->current()->id, QStringLiteral("all-brokers-at-start"));
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        dialog->showButton()->click();
        QVERIFY(settled.wait(60'000));
        QVERIFY(stage.context().document.source().fileName.contains(QLatin1String("07-thousand-brokers")));
        QCOMPARE(stage.context().document.source().profile, std::string("java-3.9"));
        QVERIFY(!stage.context().selection.current().isNone());
        dialog->field()->setText(QStringLiteral("request timeout NAT"));
        QVERIFY(dialog->current());
        QSignalSpy again(stage.window.get(), &app::MainWindow::settled);
        stage.window->messages().dismiss();
        dialog->showButton()->click();
        stage.window->messages().answer(1); // the profile that was chosen is a change; discarded
        QVERIFY(again.wait(60'000));
        const EventId event = stage.context().selection.current().event();
        QVERIFY(event.isValid());
        QCOMPARE(stage.context().document.trace()[event].kind, trace::EventKind::RequestTimedOut);
        QVERIFY(stage.context().document.source().profile.empty());
        dialog->field()->setText(QStringLiteral("nobody asks this"));
        QVERIFY(!dialog->current());
        QVERIFY(!dialog->showButton()->isEnabled());
    }

    /// Other findings stand before the one that the question is about.
    void aQuestionShowsItsFinding()
    {
        WindowStage stage;
        stage.window->resize(1280, 800);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.action("help.questions")->trigger();
        auto* dialog = stage.window->findChild<whatif::QuestionsDialog*>();
        QVERIFY(dialog);
        dialog->field()->setText(QStringLiteral("600xxx"));
        QVERIFY(dialog->current());
        QCOMPARE(dialog->current()->id, QStringLiteral("after-600000-ms"));
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        dialog->showButton()->click();
        QVERIFY(settled.wait(60'000));
        const EventId event = stage.context().selection.current().event();
        QVERIFY(event.isValid());
        QCOMPARE(stage.context().document.trace()[event].side, trace::Side::Broker);
        QTextBrowser& page = stage.window->findings().page();
        const QString title = QStringLiteral("The broker's idle limit is not far enough");
        const auto top = [&] {
            const QTextCursor found = page.document()->find(title);
            return found.isNull() ? -1 : page.cursorRect(found).top();
        };
        QTRY_VERIFY_WITH_TIMEOUT(top() >= 0 && top() < 60, 10'000);
    }

    /// A dialog stays in front of its window: what it shows would lie behind it.
    void aDialogGoesWhenItHasSomethingShown_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::newRow("questions") << QByteArray("help.questions");
        QTest::newRow("the course") << QByteArray("help.course");
    }
    void aDialogGoesWhenItHasSomethingShown()
    {
        QFETCH(QByteArray, action);
        WindowStage stage;
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        const auto shown = [&]() -> QDialog* {
            const auto all = stage.window->findChildren<QDialog*>();
            const auto it = std::find_if(all.begin(), all.end(), [](const QDialog* d) { return d->isVisible(); });
            return it == all.end() ? nullptr : *it;
        };
        stage.action(action.constData())->trigger();
        QDialog* dialog = shown();
        QVERIFY(dialog);
        QVERIFY(dialog->isWindow() && dialog->parentWidget() == stage.window.get()); // in front, always
        auto* field = dialog->findChild<QLineEdit*>();
        field->setText(QStringLiteral("close-wait idle"));
        field->clear();
        QPushButton* show = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            show = button->isDefault() ? button : show;
        QVERIFY(show);
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        show->click();
        QVERIFY(!dialog->isVisible());
        QVERIFY(settled.wait(60'000));
        // It comes back as it was.
        stage.action(action.constData())->trigger();
        QCOMPARE(shown(), dialog);
    }

    /// CLOSE-WAIT piles up under the course as in the code, at the same time, and that is where one arrives.
    void theCoursesCloseWaitIsSeenInBothRuns()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.action("help.course")->trigger();
        auto* dialog = stage.window->findChild<whatif::ClaimsDialog*>();
        QVERIFY(dialog);
        dialog->field()->setText(QStringLiteral("close-wait"));
        dialog->table()->setCurrentCell(0, 6); // a release
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        dialog->compareButton()->click();
        QVERIFY(settled.wait(60'000));
        const view::Document& document = stage.context().document;
        QCOMPARE(document.source().profile, std::string("course"));
        QCOMPARE(document.source().settings, std::vector<std::string> {"*.connections.max.idle.ms=60000"});
        const EventId event = stage.context().playback.event();
        QVERIFY(event.isValid());
        QVERIFY(document.trace()[event].at - kStart > std::chrono::minutes(5));
        QCOMPARE(document.trace()[event].kind, trace::EventKind::Disconnected);
        QVERIFY(!stage.window->isWindowModified());
    }

    void whatDoesNotHappenIsShownAtTheEnd()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.action("help.course")->trigger();
        auto* dialog = stage.window->findChild<whatif::ClaimsDialog*>();
        QVERIFY(dialog);
        dialog->table()->setCurrentCell(1, 6); // to all brokers after the first metadata
        QCOMPARE(dialog->current()->id, QStringLiteral("b"));
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        dialog->openButton()->click();
        QVERIFY(settled.wait(60'000));
        QCOMPARE(stage.context().playback.instant(), stage.context().document.end());
        QVERIFY2(stage.window->messages().text().contains(QLatin1String("does not happen")),
            qPrintable(stage.window->messages().text()));
    }

    void aSweepIsRunPlottedAndOpened()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        whatif::SweepDialog& dialog = stage.window->sweep();
        QVERIFY(dialog.name(0)->findText(QStringLiteral("consumer-1.connections.max.idle.ms")) >= 0);
        dialog.name(0)->setCurrentText(QStringLiteral("cluster.brokers"));
        dialog.values(0)->setText(QStringLiteral("1..4"));
        QSignalSpy ended(&dialog, &whatif::SweepDialog::ended);
        dialog.run();
        QVERIFY(dialog.isRunning());
        QVERIFY(ended.wait(60'000));
        QVERIFY2(dialog.result().has_value(), qPrintable(dialog.message()));
        QCOMPARE(dialog.table()->rowCount(), 4);
        QVERIFY(dialog.csv().startsWith("cluster.brokers,open,peak,"));
        QVERIFY(dialog.plot().lineCount() > 0);
        dialog.show();
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        emit dialog.plot().rowClicked(1);
        QVERIFY(!dialog.isVisible());
        QVERIFY(settled.wait(60'000));
        QCOMPARE(stage.context().document.source().settings, std::vector<std::string> {"cluster.brokers=2"});
        QCOMPARE(stage.context().document.scenario()->cluster.brokers.size(), std::size_t {2});
        // It is a step like any other.
        QSignalSpy back(stage.window.get(), &app::MainWindow::settled);
        stage.action("edit.undo")->trigger();
        QVERIFY(back.wait(60'000));
        QVERIFY(stage.context().document.source().settings.empty());
        QCOMPARE(stage.context().document.scenario()->cluster.brokers.size(), std::size_t {3});
    }
    void aMistakeInASweepIsSaid()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        whatif::SweepDialog& dialog = stage.window->sweep();
        dialog.name(0)->setCurrentText(QStringLiteral("consumer-1.lingr.ms"));
        dialog.run();
        QVERIFY(!dialog.isRunning());
        QVERIFY2(dialog.message().contains(QLatin1String("lingr.ms")), qPrintable(dialog.message()));
    }
    void aSweepIsCancelled()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        whatif::SweepDialog& dialog = stage.window->sweep();
        dialog.name(0)->setCurrentText(QStringLiteral("seed"));
        dialog.values(0)->setText(QStringLiteral("1..900"));
        QSignalSpy ended(&dialog, &whatif::SweepDialog::ended);
        dialog.run();
        dialog.cancel();
        QVERIFY(ended.wait(60'000));
        QVERIFY(dialog.result().has_value());
        QVERIFY(!dialog.result()->isWhole());
    }

    void whatAvoidsItIsFoundAndTried()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("17-consumer-zombie")));
        whatif::FindingsPanel& panel = stage.window->findings();
        panel.lookNow();
        const QStringList links = linksOf(panel.page(), QStringLiteral("avoid:"));
        QVERIFY(!links.isEmpty());
        QSignalSpy changed(&stage.window->avoid(), &whatif::AvoidPanel::changed);
        emit panel.page().anchorClicked(QUrl(links.first()));
        QVERIFY(stage.window->avoid().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!stage.window->avoid().isRunning(), 120'000);
        QVERIFY(stage.window->avoid().result());
        QVERIFY(!stage.window->avoid().result()->best().empty());
        const QStringList tries = linksOf(stage.window->avoid().page(), QStringLiteral("try:"));
        QVERIFY(!tries.isEmpty());
        QSignalSpy settled(stage.window.get(), &app::MainWindow::settled);
        emit stage.window->avoid().page().anchorClicked(QUrl(tries.first()));
        QVERIFY(settled.wait(60'000));
        panel.lookNow();
        QVERIFY(!has(panel.found(), Kind::ZombieConnection));
    }
    void whatCanBeAvoidedDependsOnWhatIsSelected()
    {
        WindowStage stage;
        QVERIFY(stage.opens(shipped("10-broker-closes-first")));
        const view::Document& document = stage.context().document;
        QVERIFY(!stage.action("tools.avoid")->isEnabled());
        ConnectionId standing;
        EventId closeWait;
        for (std::size_t i = 0; i < document.trace().size() && !standing.isValid(); ++i) {
            const trace::Event& e = document.trace()[i];
            if (e.side == trace::Side::Client && e.state == trace::TcpState::CloseWait) {
                standing = e.connection;
                closeWait = EventId {static_cast<std::uint32_t>(i)};
            }
        }
        QVERIFY(standing.isValid());
        stage.context().selection.setCurrent(view::Item::of(standing));
        QVERIFY(stage.action("tools.avoid")->isEnabled());
        using GoalKind = sweep::Goal::Kind;
        QCOMPARE(whatif::AvoidPanel::goalsOf(document, standing).size(), std::size_t {3});
        QCOMPARE(whatif::AvoidPanel::goalsOf(document, view::Item::of(closeWait)).front().kind, GoalKind::CloseWait);
        QCOMPARE(
            whatif::AvoidPanel::goalsOf(document, view::Item::of(document.life(standing)->openEvent)).front().kind,
            GoalKind::Opening);
        QCOMPARE(
            whatif::AvoidPanel::goalsOf(document, view::Item::of(document.life(standing)->closeEvent)).front().kind,
            GoalKind::End);
        QVERIFY(whatif::AvoidPanel::goalsOf(document, view::Item::of(BrokerId {1})).empty());
    }

    void looks()
    {
        const QString folder = qEnvironmentVariable("CONNSCOPE_LOOK");
        if (folder.isEmpty())
            QSKIP("CONNSCOPE_LOOK names no folder for pictures");
        QDir().mkpath(folder);
        for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
            for (const bool dark : {false, true}) {
                for (const auto language : {theme::Language::English, theme::Language::Chinese}) {
                    WindowStage stage;
                    stage.window->resize(size);
                    stage.window->setLanguage(language);
                    stage.action(dark ? "view.dark" : "view.light")->trigger();
                    stage.window->show();
                    const QString tail
                        = QStringLiteral("-%1-%2-%3.png")
                              .arg(size.width())
                              .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"),
                                  language == theme::Language::Chinese ? QStringLiteral("zh") : QStringLiteral("en"));
                    const auto keep = [&](QWidget* widget, const char* name) {
                        QCoreApplication::processEvents();
                        QVERIFY(widget->grab().save(folder + u'/' + QLatin1String(name) + tail));
                    };
                    QVERIFY(stage.opens(shipped("10-broker-closes-first")));
                    stage.action("tools.findings")->trigger();
                    QTRY_VERIFY_WITH_TIMEOUT(stage.window->findings().isUpToDate(), 30'000);
                    keep(stage.window.get(), "findings");
                    stage.window->avoid().look({{sweep::Goal::Kind::Finding, {}, Kind::CloseWaitStanding}});
                    stage.window->docks().raise(QStringLiteral("avoid"));
                    QTRY_VERIFY_WITH_TIMEOUT(!stage.window->avoid().isRunning(), 120'000);
                    keep(stage.window.get(), "avoid");
                    stage.action("help.questions")->trigger();
                    auto* questions = stage.window->findChild<whatif::QuestionsDialog*>();
                    keep(questions, "questions");
                    questions->hide();
                    QVERIFY(stage.opens(shipped("07-thousand-brokers")));
                    whatif::SweepDialog& dialog = stage.window->sweep();
                    dialog.show();
                    for (const bool two : {false, true}) {
                        dialog.name(0)->setCurrentText(QStringLiteral("cluster.brokers"));
                        dialog.values(0)->setText(two ? QStringLiteral("5..200/6log") : QStringLiteral("1..30/8"));
                        dialog.name(1)->setCurrentText(two ? QStringLiteral("profile") : QString());
                        dialog.values(1)->setText(two ? QStringLiteral("course,java-2.1,java-3.9") : QString());
                        QSignalSpy ended(&dialog, &whatif::SweepDialog::ended);
                        dialog.run();
                        QVERIFY(ended.wait(120'000));
                        keep(&dialog, two ? "sweep-two" : "sweep-one");
                    }
                }
            }
        }
    }
};

QTEST_MAIN(TestWhatIf)
#include "tst_whatif.moc"
