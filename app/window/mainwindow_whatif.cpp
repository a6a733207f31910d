// SPDX-License-Identifier: GPL-3.0-or-later
// Findings, sweeps, the search for a change, questions: what they want of the window.
#include "app/window/mainwindow.h"

#include "app/scenariofiles.h"
#include "app/window/runcomparer.h"
#include "app/window/sourcebar.h"
#include "findings/words.h"
#include "frame/messagebar.h"
#include "topology/topologywidget.h"
#include "trace/query.h"
#include "whatif/avoidpanel.h"
#include "whatif/claimsdialog.h"
#include "whatif/findingspanel.h"
#include "whatif/questionsdialog.h"
#include "whatif/sweepdialog.h"

#include <QDockWidget>

namespace connscope::app {

void MainWindow::wireWhatIf()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    on("tools.findings", [this] { raiseWide(QStringLiteral("findings")); });
    on("tools.sweep", [this] {
        sweep().show();
        sweep().raise();
        sweep().activateWindow();
    });
    on("tools.avoid", [this] { lookForChange(); });
    on("help.questions", [this] { showQuestions(); });
    on("help.course", [this] { showCourse(); });
    // Where something is pointed at, the menu has it too.
    auto* apart = new QAction(m_topology);
    apart->setSeparator(true);
    m_topology->addAction(apart);
    m_topology->addAction(a["tools.avoid"]);
    updateEnabled();
}

/// What is read as sentences needs room for them.
void MainWindow::raiseWide(const QString& id)
{
    constexpr int kWide = 340; // px
    m_docks->raise(id);
    QDockWidget* dock = m_docks->dock(id);
    if (!dock->isFloating() && dock->width() < kWide)
        resizeDocks({dock}, {kWide}, Qt::Horizontal);
}

/// The scenario as it is, with something changed: a step that can be taken back.
void MainWindow::runChanged(const QStringList& settings, const QString& profile, const QString& seed)
{
    LoadRequest next = m_state;
    for (const QString& setting : settings)
        next.settings.push_back(setting.toStdString());
    if (!profile.isEmpty())
        next.profile = profile.toStdString();
    if (!seed.isEmpty())
        next.seed = seed.toULongLong();
    stepOfToolBar(next);
}

void MainWindow::lookForChange()
{
    const auto goals = whatif::AvoidPanel::goalsOf(m_document, m_selection.current());
    if (goals.empty()) {
        m_messages->show(frame::MessageBar::Kind::Info,
            [] { return tr("Select a connection first: a link, a lane or an event."); });
        return;
    }
    raiseWide(QStringLiteral("avoid"));
    avoid().look(goals);
}

whatif::SweepDialog& MainWindow::sweep()
{
    if (!m_sweep) {
        m_sweep = new whatif::SweepDialog(m_context, this);
        connect(m_sweep, &whatif::SweepDialog::runWanted, this,
            [this](const QStringList& settings, const QString& profile, const QString& seed) {
                letSee(*m_sweep);
                runChanged(settings, profile, seed);
            });
    }
    return *m_sweep;
}

void MainWindow::showQuestions()
{
    auto* dialog = findChild<whatif::QuestionsDialog*>();
    if (!dialog) {
        dialog = new whatif::QuestionsDialog(m_look, this);
        connect(dialog, &whatif::QuestionsDialog::wanted, this, [this, dialog](const whatif::Question& question) {
            letSee(*dialog);
            showQuestion(question);
        });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->field()->setFocus();
}

void MainWindow::showQuestion(const whatif::Question& question)
{
    const auto file = findScenario(question.scenario.toStdString());
    if (!file) {
        m_messages->show(frame::MessageBar::Kind::Error, QString::fromStdString(file.error().message));
        return;
    }
    openAt(QString::fromStdString(*file), question.profile,
        [this, query = question.query, finding = question.finding, profile = question.profile] {
            m_ofLesson = !profile.isEmpty(); // another profile than the file's is the link's, nobody's work
            changed();
            showPlace(query, finding);
        });
}

void MainWindow::showCourse()
{
    auto* dialog = findChild<whatif::ClaimsDialog*>();
    if (!dialog) {
        const auto find = [](const QString& scenario) -> std::optional<std::string> {
            const auto file = findScenario(scenario.toStdString());
            return file ? std::optional(*file) : std::nullopt;
        };
        dialog = new whatif::ClaimsDialog(m_look, find, this);
        connect(dialog, &whatif::ClaimsDialog::openWanted, this,
            [this, dialog](
                const QString& scenario, const QString& profile, const QString& query, const QStringList& settings) {
                letSee(*dialog);
                openPlace(scenario, profile, query, settings, {});
            });
        connect(dialog, &whatif::ClaimsDialog::compareWanted, this,
            [this, dialog](
                const QString& scenario, const QString& profile, const QString& query, const QStringList& settings) {
                letSee(*dialog);
                openPlace(scenario, QStringLiteral("course"), query, settings, profile);
            });
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->table()->setFocus();
}

/// A dialog stays in front of the window that it belongs to, wherever a desktop has put it: it goes when it has something shown, and
/// comes back as it was.
void MainWindow::letSee(QDialog& dialog)
{
    dialog.hide();
    raise();
    activateWindow();
}

/// A shipped scenario under a profile and with settings, where a query holds first. \a beside: the same under another profile is compared with it.
void MainWindow::openPlace(const QString& scenario, const QString& profile, const QString& query,
    const QStringList& settings, const QString& beside)
{
    const auto file = findScenario(scenario.toStdString());
    if (!file) {
        m_messages->show(frame::MessageBar::Kind::Error, QString::fromStdString(file.error().message));
        return;
    }
    m_comparer->stop();
    LoadRequest wanted;
    wanted.file = *file;
    wanted.profile = profile.toStdString();
    for (const QString& setting : settings)
        wanted.settings.push_back(setting.toStdString());
    openRequest(
        std::move(wanted), [this, query, profile, beside, isOther = !profile.isEmpty() || !settings.isEmpty()] {
            m_ofLesson = isOther; // likewise: one row after the other is opened without a question
            changed();
            showPlace(query, {});
            if (beside.isEmpty())
                return;
            LoadRequest second = m_source->request();
            second.profile = beside.toStdString();
            m_docks->raise(QStringLiteral("comparison"));
            m_besideFile = m_document.source().fileName;
            m_comparer->start(second);
        });
}

/// The moment in which an answer can be seen.
void MainWindow::showPlace(const QString& query, const QString& finding)
{
    const auto kind = findings::kindFromName(finding.toStdString());
    if (kind) {
        m_docks->dock(QStringLiteral("findings"))->show();
        m_docks->dock(QStringLiteral("findings"))->raise();
        findings().scrollTo(*kind);
        if (query.isEmpty())
            findings().goTo(*kind);
    }
    const auto parsed = query.isEmpty() ? Result<trace::Query> {} : trace::Query::parse(query.toStdString());
    if (query.isEmpty() || !parsed)
        return;
    const std::vector<EventId> found = trace::findEvents(m_document.index(), *parsed, kStart, kNever, 1);
    m_playback.pause();
    if (found.empty()) { // what did not happen until the end is seen there
        m_playback.setInstant(m_document.end());
        m_messages->show(frame::MessageBar::Kind::Info,
            [] { return tr("What is spoken of does not happen in this run; this is its end."); });
        return;
    }
    m_playback.goTo(found.front());
    m_selection.setCurrent(view::Item::of(found.front()));
}

} // namespace connscope::app
