// SPDX-License-Identifier: GPL-3.0-or-later
// Real sessions: what starts, stops and acts on them. What they are is SessionDesk's affair.
#include "app/window/mainwindow.h"

#include "app/window/beside.h"
#include "app/window/comparedialog.h"
#include "app/window/comparison.h"
#include "app/window/connectdialog.h"
#include "app/window/framefinder.h"
#include "app/window/lessondesk.h"
#include "app/window/liveplans.h"
#include "app/window/runcomparer.h"
#include "app/window/runstrip.h"
#include "app/window/sessiondesk.h"
#include "app/window/sourcebar.h"
#include "classroom/lessonsession.h"
#include "frame/clusterpanel.h"
#include "frame/messagebar.h"
#include "inspector/inspectorpanel.h"
#include "timeline/timelinewidget.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>

#include <algorithm>
#include <iterator>
#include <utility>

namespace connscope::app {

using Kind = frame::MessageBar::Kind;

namespace {

/// Of a session whose last minutes are kept, whatever happens in them.
constexpr std::uint64_t kMostInMinutes = 5'000'000;

/// Of panels those that are seen: of several in one place, the one in front.
QList<QDockWidget*> seen(const QList<QDockWidget*>& docks)
{
    QList<QDockWidget*> out;
    std::copy_if(docks.begin(), docks.end(), std::back_inserter(out),
        [](const QDockWidget* dock) { return !dock->isHidden() && !dock->visibleRegion().isEmpty(); });
    return out;
}

} // namespace

void MainWindow::wireSession()
{
    wireComparing();
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    on("session.real", [this] {
        m_compares = m_besides = false; // what a session that could not start left behind
        afterSession([this] { m_desk->runScenario(); });
    });
    on("session.simulated", [this] { request(again()); });
    on("session.both", [this] { compare(); });
    on("session.beside", [this] { besideReal(); });
    on("session.cluster", [this] {
        m_docks->raise(QStringLiteral("cluster"));
        cluster().focusStart();
    });
    on("session.connect", [this] { showConnect(); });
    on("session.stop", [this] { m_desk->stop(); });
    on("session.save-trace", [this] { saveTrace(); });
    connect(m_keeping, &QMenu::aboutToShow, this, &MainWindow::fillKeeping);
    const auto kept = m_settings.value(QStringLiteral("session/keep-events"), qulonglong {SessionDesk::kKeptEvents});
    const auto time = m_settings.value(QStringLiteral("session/keep-minutes"), 0);
    m_desk->setKeep({kept.toULongLong(), std::chrono::minutes(qBound(0, time.toInt(), 60 * 24 * 366))});
    connect(m_desk, &SessionDesk::opened, this, &MainWindow::settle);
    m_frames = new FrameFinder(m_context, *m_desk, this); // after settle(): it looks at whose document that was
    m_inspector->setFrameSource(m_frames);
    connect(m_desk, &SessionDesk::changed, this, &MainWindow::sessionChanged);
    connect(m_desk, &SessionDesk::said, this, [this](const QString& text) { m_messages->show(Kind::Info, text); });
    connect(
        m_desk, &SessionDesk::refused, this, [this](const QString& text) { m_messages->show(Kind::Error, text); });
    connect(m_desk, &SessionDesk::over, this, [this] {
        const bool besides = std::exchange(m_besides, false);
        if (besides)
            showBeside(m_document.source().seed);
        if (std::exchange(m_compares, false))
            compare();
        else
            m_messages->show(Kind::Info, [] {
                return tr("The session is over, and every socket of it closed; what is seen is its last moment. Its "
                          "trace stays: save it, or play it "
                          "again.");
            });
    });
    connect(m_comparison, &Comparison::done, m_comparisonPanel, &ComparisonPanel::show);
    connect(m_comparison, &Comparison::done, this, &MainWindow::updateEnabled);
    connect(m_comparison, &Comparison::cancelled, m_comparisonPanel, &ComparisonPanel::showNothing);
    connect(m_comparison, &Comparison::cancelled, this, &MainWindow::updateEnabled);
    connect(m_comparison, &Comparison::failed, this, [this](const QString& why) {
        m_comparisonPanel->showNothing();
        m_messages->show(Kind::Error, why);
        updateEnabled();
    });
    connect(m_comparisonPanel, &ComparisonPanel::besideWanted, this, &MainWindow::showBeside);
    connect(m_beside, &Beside::shown, this, [this] {
        QDockWidget* dock = m_docks->dock(QStringLiteral("beside"));
        const bool comes = !dock->isVisible();
        // What differs is read while both are looked at: below the second run, not behind it.
        QDockWidget* said = m_docks->dock(QStringLiteral("comparison"));
        m_docks->content(QStringLiteral("beside"));
        m_docks->content(QStringLiteral("comparison"));
        if (m_comparer->wantsSuperposed()) { // both will be in one picture
            m_hidBeside = m_hidBeside || comes;
            m_docks->raise(QStringLiteral("comparison"));
            return;
        }
        if (comes)
            m_beforeBeside += seen(findChildren<QDockWidget*>()); // one of them in the place that it takes
        dock->show();
        said->setVisible(said->isVisible() || m_comparer->isActive());
        if (m_comparer->isActive() && tabifiedDockWidgets(dock).contains(said)) {
            removeDockWidget(said);
            addDockWidget(dockWidgetArea(dock), said, Qt::Vertical);
            said->show();
            resizeDocks({dock, said}, {height() * 70 / 100, height() * 30 / 100}, Qt::Vertical);
        }
        m_docks->raise(QStringLiteral("beside"));
        if (comes)
            resizeDocks({dock}, {width() * 46 / 100}, Qt::Horizontal);
    });
    const auto problem = [this](const QString& why) { m_messages->show(Kind::Error, why); };
    connect(m_beside, &Beside::failed, this, problem);
    connect(m_beside, &Beside::refused, this, problem);
    connect(&m_document, &view::Document::replaced, this, [this] {
        if (m_beside->isShown() && !m_comparer->isActive() && m_document.source().fileName != m_besideFile)
            m_beside->clear(); // it was of another scenario
    });
    connect(&m_document, &view::Document::sourceChanged, this, &MainWindow::updateEnabled);
    updateEnabled();
}

/// How much of the trace stays: the next session's, for the one that runs has been told.
void MainWindow::fillKeeping()
{
    m_keeping->clear();
    auto* choice = new QActionGroup(m_keeping);
    const auto add = [&](const QString& text, const trace::Keep& keep) {
        QAction* action = m_keeping->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_desk->keep() == keep);
        choice->addAction(action);
        connect(action, &QAction::triggered, this, [this, keep] {
            m_desk->setKeep(keep);
            m_settings.setValue(QStringLiteral("session/keep-events"), qulonglong {keep.events});
            m_settings.setValue(QStringLiteral("session/keep-minutes"),
                int(std::chrono::duration_cast<std::chrono::minutes>(keep.time).count()));
        });
    };
    for (const std::uint64_t events : {std::uint64_t {100'000}, SessionDesk::kKeptEvents, std::uint64_t {2'000'000}})
        add(tr("The Last %1 Events").arg(m_look.format().number(static_cast<std::int64_t>(events))), {events, {}});
    for (const int minutes : {10, 60}) // and not without bound in them
        add(tr("The Last %1 Minutes").arg(minutes), {kMostInMinutes, std::chrono::minutes(minutes)});
    m_keeping->addSeparator();
    add(tr("Everything, Until the Scenario's max-events"), {});
}

/// What a session needs shown, and what can be done now.
void MainWindow::sessionChanged()
{
    const bool starts = m_desk->isRunning() && !m_desk->session().brokers().empty()
        && (!m_docks->made(QStringLiteral("cluster")) || !cluster().isRunning());
    showCluster();
    if (starts) {
        cluster();
        m_docks->dock(QStringLiteral("cluster"))->show();
        m_docks->dock(QStringLiteral("cluster"))->raise();
    }
    updateTitle();
    updateEnabled();
}

/// The brokers of the session that runs, in their panel.
void MainWindow::showCluster()
{
    if (!m_docks->made(QStringLiteral("cluster")))
        return; // it asks once it is there
    std::vector<std::pair<BrokerId, QString>> brokers;
    if (m_desk->isRunning()) {
        for (const LiveBroker& broker : m_desk->session().brokers())
            brokers.emplace_back(broker.id, broker.address);
    }
    const scenario::Scenario* scenario = m_document.scenario();
    cluster().setRunning(brokers,
        scenario == nullptr ? frame::ClusterPanel::Origin::Plain
            : listenAsWritten(*scenario, m_desk->session().brokers())
            ? frame::ClusterPanel::Origin::Scenario
            : frame::ClusterPanel::Origin::ScenarioElsewhere);
}

/// \a next replaces the document: where a session runs, the bar asks first.
void MainWindow::afterSession(std::function<void()> next)
{
    if (!m_desk->isRunning()) {
        next();
        return;
    }
    m_messages->ask(
        tr("A real session is running. It ends, with all its connections, when something else is opened."),
        {tr("Stop It"), tr("Cancel")});
    m_afterSession = std::move(next);
}

/// True where the question was about a session.
bool MainWindow::answerSession(int answer)
{
    const auto next = std::exchange(m_afterSession, nullptr);
    if (!next)
        return false;
    m_compares = m_compares && answer != 0;
    m_besides = m_besides && answer != 0;
    if (answer == 0)
        m_desk->whenOver(next);
    return true;
}

void MainWindow::compare()
{
    if (!m_document.scenario())
        return;
    if (m_document.source().simulated) { // it has to happen first
        afterSession([this] {
            m_compares = true;
            m_desk->runScenario();
        });
        return;
    }
    if (m_desk->isRunning()) { // compared once it is over
        m_compares = true;
        return;
    }
    m_comparisonPanel->showBusy();
    m_docks->raise(QStringLiteral("comparison"));
    m_comparison->start(m_document);
    updateEnabled();
}

/// What really happens and what the simulation tells, next to each other. Where only the simulation is there, it is run for
/// real first.
void MainWindow::besideReal()
{
    if (!m_document.scenario())
        return;
    const quint64 seed = m_document.source().seed;
    if (!m_document.source().simulated) {
        showBeside(seed);
        return;
    }
    afterSession([this, seed] {
        // What somebody else's brokers are called is known when the session has met them.
        m_besides = !scenarioPlan(m_document).bootstrapServers.empty();
        m_desk->runScenario();
        if (!m_besides)
            showBeside(seed);
    });
}

void MainWindow::showBeside(quint64 seed, qint64 latenessNs)
{
    LoadRequest wanted = again();
    if (wanted.file.empty())
        return;
    if (m_document.scenario() && m_document.source().world == view::World::Outside) {
        wanted.scenario = std::make_shared<const scenario::Scenario>(playedScenario(m_document));
        wanted.settings.clear(); // they are in it
        wanted.added.clear();
        wanted.saved.clear();
    }
    wanted.seed = seed;
    wanted.wakeLateness = Duration(latenessNs);
    m_comparer->release();
    m_besideFile = m_document.source().fileName;
    m_beside->run(std::move(wanted));
}

void MainWindow::wireComparing()
{
    m_comparer = new RunComparer(m_context, *m_beside, *m_comparisonPanel, this);
    connect((*m_actions)["tools.compare"], &QAction::triggered, this, &MainWindow::showCompare);
    connect((*m_actions)["tools.stop-comparing"], &QAction::triggered, m_comparer, &RunComparer::stop);
    connect((*m_actions)["tools.superpose"], &QAction::triggered, this, &MainWindow::superpose);
    connect(m_runStrip, &RunStrip::leaveWanted, this, [this] { superpose(false); });
    connect(m_comparer, &RunComparer::changed, this, &MainWindow::updateEnabled);
    connect(
        m_comparer, &RunComparer::said, this, [this](const QString& text) { m_messages->show(Kind::Info, text); });
    connect(&m_comparer->superposed(), &Superposed::aboutToSwap, this, &MainWindow::aboutToSwapRuns);
    connect(&m_comparer->superposed(), &Superposed::swapped, this, &MainWindow::runsSwapped);
    connect(&m_lessons->session(), &classroom::LessonSession::entered, this, [this] {
        if (m_comparer->wantsSuperposed())
            m_comparer->setSuperposed(false);
    });
}

/// Both runs as one picture, or beside each other. Where there is no second run yet, the window asks which.
void MainWindow::superpose(bool on)
{
    if (on && !m_comparer->isActive())
        m_comparer->adopt();
    m_comparer->setSuperposed(on);
    if (on && !m_comparer->isActive())
        showCompare();
}

/// What a timeline forgets with its trace.
void MainWindow::aboutToSwapRuns()
{
    m_showing = true;
    const timeline::AxisRange range = m_timeline->range();
    const timeline::TimeAxis& axis = m_timeline->axis();
    m_seenRange.reset();
    constexpr double kWhole = 0.98;
    if (range.length() < axis.length() * kWhole)
        m_seenRange = {axis.toInstant(range.from), axis.toInstant(range.to)};
}

void MainWindow::runsSwapped()
{
    showTaken(); // the same cards in the same places, the same bookmarks
    if (m_seenRange)
        m_timeline->setRange(
            {m_timeline->axis().toAxis(m_seenRange->first), m_timeline->axis().toAxis(m_seenRange->second)});
    QDockWidget* dock = m_docks->dock(QStringLiteral("beside"));
    if (m_document.twofold()) {
        m_hidBeside = m_hidBeside || dock->isVisible();
        // What was read before comes to the front again, whichever panel is the last of the row.
        const QList<QDockWidget*> others = tabifiedDockWidgets(dock);
        const QList<QDockWidget*> now = seen(others);
        dock->hide();
        for (QDockWidget* read : now.isEmpty() ? m_beforeBeside : now) {
            if (!read->isHidden() && others.contains(read)) {
                read->raise();
                break;
            }
        }
    } else if (std::exchange(m_hidBeside, false) && m_beside->isShown() && m_comparer->isActive()) {
        m_beforeBeside = seen(findChildren<QDockWidget*>());
        m_docks->raise(QStringLiteral("beside"));
    }
}

void MainWindow::showCompare()
{
    auto* dialog = findChild<CompareDialog*>();
    if (!dialog) {
        dialog = new CompareDialog(m_context, this);
        connect(dialog, &CompareDialog::wanted, this, [this](const LoadRequest& second) {
            m_beforeBeside = seen(findChildren<QDockWidget*>()); // what is read now, not what comes on its way
            m_docks->raise(QStringLiteral("comparison"));
            m_besideFile = m_document.source().fileName;
            m_comparer->start(second);
        });
        connect(dialog, &QDialog::rejected, this, [this] {
            if (!m_comparer->isActive()) // nothing to lay over
                m_comparer->setSuperposed(false);
        });
    }
    dialog->begin(m_source->request());
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::showConnect(const QString& propertiesFile)
{
    auto* dialog = findChild<ConnectDialog*>();
    if (!dialog) {
        dialog = new ConnectDialog(m_context, this);
        connect(dialog, &ConnectDialog::wanted, this,
            [this](const LivePlan& plan) { afterSession([this, plan] { m_desk->connectTo(plan); }); });
    }
    if (!propertiesFile.isEmpty())
        dialog->setPropertiesFile(propertiesFile);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool MainWindow::isProperties(const QString& file)
{
    const QString suffix = QFileInfo(file).suffix();
    return suffix == QLatin1String("properties") || suffix == QLatin1String("config");
}

} // namespace connscope::app
