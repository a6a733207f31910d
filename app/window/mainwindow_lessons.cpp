// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: their menu, what is locked while one is taken.
#include "app/window/mainwindow.h"

#include "app/window/beside.h"
#include "app/window/docks.h"
#include "app/window/lessondesk.h"
#include "app/window/runcomparer.h"
#include "app/window/sourcebar.h"
#include "app/window/worksheetdialog.h"
#include "classroom/curtain.h"
#include "classroom/lessonpanel.h"
#include "frame/filteredit.h"
#include "frame/messagebar.h"
#include "frame/playbackbar.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QShortcut>
#include <QStatusBar>

#include <algorithm>
#include <iterator>

namespace connscope::app {

namespace {

/// Actions that need a control of the lesson to be free.
constexpr std::pair<const char*, unsigned> kLocks[]
    = {{"playback.play", lesson::ControlPlay}, {"playback.slower", lesson::ControlPlay},
        {"playback.faster", lesson::ControlPlay}, {"playback.reverse", lesson::ControlPlay},
        {"playback.step-forward", lesson::ControlStep}, {"playback.step-back", lesson::ControlStep},
        {"playback.connection-forward", lesson::ControlStep}, {"playback.connection-back", lesson::ControlStep},
        {"playback.cause", lesson::ControlSeek}, {"playback.consequence", lesson::ControlSeek},
        {"playback.start", lesson::ControlSeek}, {"playback.end", lesson::ControlSeek},
        {"playback.goto", lesson::ControlSeek}, {"tools.until", lesson::ControlSeek},
        {"edit.filter", lesson::ControlFilter}, {"edit.find", lesson::ControlFilter}};
/// Enabled elsewhere by what is open; a lesson can only take them away.
constexpr std::pair<const char*, unsigned> kFurtherLocks[] = {{"scenario.rerun", lesson::ControlSettings},
    {"scenario.next-seed", lesson::ControlSettings}, {"scenario.settings", lesson::ControlSettings},
    {"scenario.as-written", lesson::ControlSettings}, {"file.reload", lesson::ControlSettings},
    {"session.real", lesson::ControlSettings}, {"session.both", lesson::ControlSettings},
    {"session.beside", lesson::ControlSettings}, {"scenario.edit", lesson::ControlSettings},
    {"edit.undo", lesson::ControlWorld}, {"edit.redo", lesson::ControlWorld}};

/// Views that show what is still to come …
constexpr QLatin1String kGivingAway[] = {QLatin1String("timeline"), QLatin1String("events"), QLatin1String("log"),
    QLatin1String("findings"), QLatin1String("avoid"), QLatin1String("comparison"), QLatin1String("beside")};
/// … and what runs the whole scenario, which a prediction is to be made of.
constexpr const char* kForeseeing[] = {"tools.sweep", "tools.avoid", "tools.compare"};

/// Enter is theirs.
bool takesEnter(const QWidget* widget)
{
    return widget->inherits("QLineEdit") || widget->inherits("QAbstractButton") || widget->inherits("QComboBox")
        || widget->inherits("QAbstractSpinBox") || widget->inherits("QPlainTextEdit");
}

} // namespace

bool MainWindow::givesAway(const QString& panel)
{
    return std::find(std::begin(kGivingAway), std::end(kGivingAway), panel) != std::end(kGivingAway);
}

void MainWindow::wireLessons()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    on("lesson.list", [this] { showLessons(); });
    on("lesson.open", [this] {
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Open a lesson"), {}, tr("Lessons (*.yaml *.yml);;All files (*)"));
        if (!file.isEmpty())
            open(file);
    });
    on("lesson.next", [this] { lessonPanel().goOn(); });
    on("lesson.back", [this] { m_lessons->session().back(); });
    on("lesson.hint", [this] { m_lessons->session().showHint(); });
    on("lesson.reveal", [this] { m_lessons->session().reveal(); });
    on("lesson.leave", [this] { m_lessons->leave(); });
    on("lesson.save-results", [this] { saveResults(); });
    on("lesson.forget", [this] {
        m_lessons->results().forget();
        if (m_lessons->hasPanel())
            m_lessons->panel().list().refresh();
        lessonsChanged();
    });
    on("lesson.worksheet", [this] {
        auto* dialog = new WorksheetDialog(m_look, m_lessons->file(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    // A lesson has a world of its own: what was compared with the one before it goes, or it would stay marked all over.
    connect(m_lessons, &LessonDesk::runLeft, this, [this] {
        const bool hasTwo = m_comparer->isActive() || m_beside->isShown();
        m_comparer->stop();
        for (const char* empty : {"beside", "comparison"}) {
            if (hasTwo)
                m_docks->dock(QLatin1String(empty))->hide();
        }
    });
    connect(m_lessons, &LessonDesk::runWanted, this, &MainWindow::request);
    connect(m_lessons, &LessonDesk::viewWanted, this, &MainWindow::showView);
    connect(m_lessons, &LessonDesk::changed, this, &MainWindow::updateEnabled);
    connect(m_lessons, &LessonDesk::failed, this,
        [this](const QString& message) { m_messages->show(frame::MessageBar::Kind::Error, message); });
    connect(m_lessons, &LessonDesk::eventWanted, this, [this](EventId event) {
        if (m_lessons->freeControls() & lesson::ControlSeek)
            m_playback.goTo(event);
        m_selection.setCurrent(view::Item::of(event));
    });
    connect(&m_lessons->session(), &classroom::LessonSession::entered, this, [this] {
        const bool wasHidden = m_docks->dock(QStringLiteral("lesson"))->isHidden();
        showView(QStringLiteral("lesson"));
        if (wasHidden)
            sizeLesson();
    });
    for (const ViewSpec& view : m_views) {
        if (view.widget && givesAway(view.id)) // those that are made later bring theirs
            m_curtains << new classroom::Curtain(m_look, view.widget);
    }
    // The digits choose from wherever the focus is; a field that is typed into keeps its own.
    for (int digit = 1; digit <= 9; ++digit) {
        auto* key = new QShortcut(QKeySequence(Qt::Key_0 + digit), this);
        key->setObjectName(QStringLiteral("lesson-digit"));
        connect(key, &QShortcut::activated, this, [this, digit] { lessonPanel().digit(digit); });
    }
    lessonsChanged();
}

void MainWindow::lessonsChanged()
{
    frame::Actions& a = *m_actions;
    const classroom::LessonSession& session = m_lessons->session();
    using Phase = classroom::LessonSession::Phase;
    const bool isAsking = session.phase() == Phase::Asking;
    const unsigned free = m_lessons->freeControls();
    for (const auto& [id, control] : kLocks)
        a[id]->setEnabled((free & control) != 0);
    for (const auto& [id, control] : kFurtherLocks) {
        if (!(free & control))
            a[id]->setEnabled(false);
    }
    m_playbackBar->setEnabled((free & (lesson::ControlPlay | lesson::ControlStep | lesson::ControlSeek)) != 0);
    if (QWidget* editor = m_docks->made(QStringLiteral("outline")))
        editor->setEnabled((free & lesson::ControlSettings) != 0);
    m_source->setEnabled((free & lesson::ControlSettings) != 0);
    m_filterEdit->setEnabled((free & lesson::ControlFilter) != 0);
    a["lesson.next"]->setEnabled(session.isOn());
    a["lesson.back"]->setEnabled(session.canGoBack());
    a["lesson.hint"]->setEnabled(isAsking && !session.question()->hint.en.empty());
    a["lesson.reveal"]->setEnabled(isAsking);
    a["lesson.leave"]->setEnabled(session.isOn() || m_lessons->isPreparing());
    const bool hasResults = !m_lessons->results().all().isEmpty();
    a["lesson.save-results"]->setEnabled(hasResults);
    a["lesson.forget"]->setEnabled(hasResults && !session.isOn());
    const bool isHidden = isAsking || session.phase() == Phase::Playing;
    for (classroom::Curtain* curtain : m_curtains)
        curtain->setDrawn(isHidden);
    for (const char* id : kForeseeing) {
        if (isHidden)
            a[id]->setEnabled(false);
    }
    for (QShortcut* key : findChildren<QShortcut*>(QStringLiteral("lesson-digit")))
        key->setEnabled(isAsking && session.question()->kind != lesson::Question::Kind::Number);
}

/// Enter checks from wherever the keyboard is, and ends the way to the answer. In the picture it first chooses what it stands
/// on, where that is what is asked for.
bool MainWindow::enterInLesson(QWidget* watched)
{
    const classroom::LessonSession& session = m_lessons->session();
    using Phase = classroom::LessonSession::Phase;
    const bool checks = session.phase() == Phase::Asking && session.canCheck();
    if ((!checks && session.phase() != Phase::Playing) || watched->window() != this || takesEnter(watched)
        || lessonPanel().isAncestorOf(watched) || watched == &lessonPanel())
        return false;
    const topology::TopologyWidget& picture = topology();
    const bool picks = checks && session.question()->kind == lesson::Question::Kind::Pick;
    if (picks && watched == &picture && picture.focusedTarget()
        && picture.targetItem(*picture.focusedTarget()) != m_selection.current())
        return false;
    lessonPanel().goOn();
    return true;
}

classroom::LessonPanel& MainWindow::lessonPanel()
{
    m_docks->content(QStringLiteral("lesson"));
    return m_lessons->panel();
}

void MainWindow::showLessons()
{
    lessonPanel();
    m_lessons->fillList();
    m_docks->raise(QStringLiteral("lesson"));
    sizeLesson();
}

/// A question that a hall is to read needs more of the window.
void MainWindow::sizeLesson()
{
    const int share = m_workspace == Workspace::Present ? 38 : 26;
    resizeDocks({m_docks->dock(QStringLiteral("lesson"))}, {width() * share / 100}, Qt::Horizontal);
}

/// Brings a view to the front without taking the keyboard from the lesson.
void MainWindow::showView(const QString& id)
{
    showGallery(false);
    if (QDockWidget* dock = m_docks->dock(id)) {
        m_docks->content(id);
        dock->show();
        dock->raise();
    }
}

bool MainWindow::refusesInLesson(unsigned control)
{
    if (m_lessons->freeControls() & control)
        return false;
    statusBar()->showMessage(tr("This step of the lesson does not allow that. Lesson ▸ Leave the Lesson ends it."));
    return true;
}

void MainWindow::saveResults()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the results"), tr("results.csv"), tr("Comma-separated values (*.csv)"));
    if (file.isEmpty())
        return;
    QSaveFile out(file);
    const QByteArray bytes = m_lessons->results().csv();
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
        statusBar()->showMessage(tr("Written: %1").arg(QFileInfo(file).fileName()));
    else
        m_messages->show(frame::MessageBar::Kind::Error,
            [file, why = out.errorString()] { return tr("%1 cannot be written: %2").arg(file, why); });
}

} // namespace connscope::app
