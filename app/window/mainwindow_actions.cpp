// SPDX-License-Identifier: GPL-3.0-or-later
// What the actions of the window do: one line each.
#include "app/window/mainwindow.h"

#include "analysis/sentences.h"
#include "annotation/annotations.h"
#include "app/window/actiontable.h"
#include "app/window/branch.h"
#include "app/window/comparison.h"
#include "app/window/copycommand.h"
#include "app/window/filelayout.h"
#include "app/window/history.h"
#include "app/window/lessondesk.h"
#include "app/window/savedactions.h"
#include "app/window/sessiondesk.h"
#include "app/window/sourcebar.h"
#include "app/window/untilrunner.h"
#include "events/eventlist.h"
#include "frame/actionwords.h"
#include "frame/commandpalette.h"
#include "frame/filteredit.h"
#include "frame/gallery.h"
#include "frame/messagebar.h"
#include "frame/playbackbar.h"
#include "frame/rulesdialog.h"
#include "frame/shortcutsdialog.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "topology/mnemonics.h"
#include "topology/topologywidget.h"
#include "view/setup.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMenu>
#include <QStatusBar>
#include <QWhatsThis>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace connscope::app {

namespace {

constexpr int kPatienceMs = 200; // shorter work shows no progress

} // namespace

void MainWindow::wireActions()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };

    on("edit.undo", [this] { m_history->undo(); });
    on("edit.redo", [this] { m_history->redo(); });
    on("edit.back", [this] { m_selection.goBack(); });
    on("edit.forward", [this] { m_selection.goForward(); });
    on("edit.deselect", [this] { m_selection.setCurrent({}); });
    on("edit.find", [this] {
        m_docks->raise(QStringLiteral("events"));
        qobject_cast<events::EventList*>(m_docks->content(QStringLiteral("events")))->focusSearch();
    });
    connect(m_topology, &topology::TopologyWidget::actionRequested, this, &MainWindow::act);
    on("edit.filter", [this] {
        showGallery(false);
        m_filterEdit->setFocus(Qt::ShortcutFocusReason);
    });
    on("edit.clear-filter", [this] { m_filter.clear(); });

    on("scenario.rerun", [this] { request(again()); });
    on("scenario.next-seed", [this] { m_source->nextSeed(); });
    on("scenario.settings", [this] { m_source->editSettings(); });
    on("scenario.as-written", [this] { asWritten(); });
    on("scenario.cancel", [this] {
        m_loader->cancel();
        m_until->cancel();
        m_comparison->cancel();
    });
    connect(m_source, &SourceBar::wanted, this, &MainWindow::stepOfToolBar);
    connect(m_messages, &frame::MessageBar::cancelled, a["scenario.cancel"], &QAction::trigger);

    on("tools.until", [this] {
        if (!refusesPlayback())
            m_playbackBar->editUntil();
    });
    // Keys of the pictures work wherever the keyboard is; a timeline that has it takes what both could mean.
    const auto ofTimeline
        = [this] { return m_timeline->isAncestorOf(QApplication::focusWidget()) || m_timeline->hasFocus(); };
    on("view.focus", [this, ofTimeline] {
        if (ofTimeline())
            m_timeline->focusSelection();
        else
            m_topology->focusOrFit();
    });
    on("view.zoom-in", [this, ofTimeline] {
        if (ofTimeline())
            m_timeline->zoom(1.5);
        else
            m_topology->zoomIn();
    });
    on("view.zoom-out", [this, ofTimeline] {
        if (ofTimeline())
            m_timeline->zoom(1 / 1.5);
        else
            m_topology->zoomOut();
    });
    on("tools.describe", [this] { m_docks->raise(QStringLiteral("describe")); });
    on("tools.copy-command", [this] { copyCommand(); });
    on("tools.palette", [this] { showPalette(); });
    wireHelp();
    on("help.rules", [this] {
        auto* dialog = new frame::RulesDialog(m_look.language(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    on("help.shortcuts", [this] {
        QList<QAction*> all = m_actions->all();
        for (const ViewSpec& view : m_views)
            all << view.actions;
        auto* dialog = new frame::ShortcutsDialog(all, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    on("help.whats-this", [] { QWhatsThis::enterWhatsThisMode(); });
    on("help.about", [this] {
        m_messages->show(frame::MessageBar::Kind::Info, [] {
            return tr(
                "Connscope %1 shows every TCP connection of a Kafka client: why it was opened, what travels on it, "
                "who "
                "closed it and by which rule. Free software, GPL 3 or later.")
                .arg(QCoreApplication::applicationVersion());
        });
    });

    on("window.teach", [this] { setWorkspace(Workspace::Teach); });
    on("window.explore", [this] { setWorkspace(Workspace::Explore); });
    on("window.present", [this] { setWorkspace(Workspace::Present); });
    on("window.reset-layout", [this] { setWorkspace(m_workspace); });
    auto* workspaces = new QActionGroup(this);
    for (const char* id : {"window.teach", "window.explore", "window.present"})
        workspaces->addAction(a[id]);
}

void MainWindow::wireLook()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    const auto group = [this, &a](std::initializer_list<const char*> ids) {
        auto* out = new QActionGroup(this);
        for (const char* id : ids)
            out->addAction(a[id]);
    };
    group({"view.light", "view.dark", "view.system"});
    group({"view.english", "view.chinese"});
    on("view.light", [this] { m_look.setMode(theme::Look::Mode::Light); });
    on("view.dark", [this] { m_look.setMode(theme::Look::Mode::Dark); });
    on("view.system", [this] { m_look.setMode(theme::Look::Mode::System); });
    on("view.high-contrast", [this](bool checked) { m_look.setHighContrast(checked); });
    on("view.reduced-motion", [this](bool checked) { m_look.setReducedMotion(checked); });
    on("view.larger", [this] { m_look.setTextScale(m_look.textScale() * 1.1); });
    on("view.smaller", [this] { m_look.setTextScale(m_look.textScale() / 1.1); });
    on("view.normal", [this] { m_look.setTextScale(1); });
    on("view.english", [this] { setLanguage(theme::Language::English); });
    on("view.chinese", [this] { setLanguage(theme::Language::Chinese); });
    on("view.full-screen", [this](bool checked) {
        setWindowState(checked ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    const auto show = [this, &a] {
        using Mode = theme::Look::Mode;
        a["view.light"]->setChecked(m_look.mode() == Mode::Light);
        a["view.dark"]->setChecked(m_look.mode() == Mode::Dark);
        a["view.system"]->setChecked(m_look.mode() == Mode::System);
        a["view.high-contrast"]->setChecked(m_look.highContrast());
        a["view.reduced-motion"]->setChecked(m_look.reducedMotion());
        a["view.english"]->setChecked(m_look.language() == theme::Language::English);
        a["view.chinese"]->setChecked(m_look.language() == theme::Language::Chinese);
    };
    connect(&m_look, &theme::Look::changed, this, show);
    show();
}

/// In the status bar, about where one is: it goes with the next step. Nothing takes away only what was said so.
void MainWindow::note(const QString& text)
{
    if (text.isEmpty()) {
        if (!m_note.isEmpty() && statusBar()->currentMessage() == m_note)
            statusBar()->clearMessage();
    } else {
        statusBar()->showMessage(text);
    }
    m_note = text;
}

/// While another file is on its way, what plays is about to go: keys that would move it are refused, and it is said.
bool MainWindow::refusesPlayback()
{
    const bool other = m_loader->isRunning() && m_loading != m_document.source().fileName;
    if (!other && !m_document.isEmpty())
        return false;
    note(other ? tr("%1 is not there yet: nothing plays until it is. Escape cancels.")
                     .arg(QFileInfo(m_loading).fileName())
               : tr("Nothing is open: there is nothing to play."));
    return true;
}

void MainWindow::wirePlayback()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) {
        connect(a[id], &QAction::triggered, this, [this, run](bool checked) {
            if (refusesPlayback())
                return;
            if constexpr (std::is_invocable_v<decltype(run), bool>)
                run(checked);
            else
                run();
        });
    };
    const auto step = [this](int direction) {
        // While a filter is on, steps go where something is shown.
        if (m_filter.isActive())
            m_playback.stepEvent(direction, [this](EventId id) { return m_filter.matches(id); });
        else
            stepOverSetUp(direction);
        sayEvent();
    };
    on("playback.play", [this] { m_playback.toggle(); });
    on("playback.step-forward", [step] { step(1); });
    on("playback.step-back", [step] { step(-1); });
    on("playback.connection-forward", [this] { stepOnConnection(1); });
    on("playback.connection-back", [this] { stepOnConnection(-1); });
    on("playback.cause", [this] { goToCause(); });
    on("playback.consequence", [this] { goToConsequence(); });
    on("playback.start", [this] {
        // Once more, and it is before the first event: from there what happens at zero is stepped through.
        if (m_playback.position() == m_document.positionAt(kStart))
            m_playback.setPosition({});
        else
            m_playback.goToStart();
    });
    on("playback.end", [this] { m_playback.goToEnd(); });
    on("playback.slower", [this] { m_playback.slower(); });
    on("playback.faster", [this] { m_playback.faster(); });
    // Ways to play, which hold for what comes too.
    connect(a["playback.reverse"], &QAction::triggered, &m_playback, &view::Playback::setReversed);
    connect(a["playback.skip-silence"], &QAction::triggered, &m_playback, &view::Playback::setSkipsSilence);
    connect(a["playback.linger"], &QAction::triggered, &m_playback, &view::Playback::setLingers);
    connect(a["playback.follow"], &QAction::triggered, &m_playback, &view::Playback::setFollows);
    on("playback.goto", [this] { m_playbackBar->editPlace(); });
    connect(&m_playback, &view::Playback::reversedChanged, a["playback.reverse"], &QAction::setChecked);
    connect(&m_playback, &view::Playback::skipsSilenceChanged, a["playback.skip-silence"], &QAction::setChecked);
    connect(&m_playback, &view::Playback::lingersChanged, a["playback.linger"], &QAction::setChecked);
    connect(&m_playback, &view::Playback::followsChanged, a["playback.follow"], &QAction::setChecked);
    connect(m_playbackBar, &frame::PlaybackBar::refused, this, [this](const QString& message) {
        m_messages->show(frame::MessageBar::Kind::Error, message);
        m_refused = true;
    });
    // What was said is over once somebody got somewhere.
    const auto arrived = [this] {
        if (std::exchange(m_refused, false))
            m_messages->dismiss();
        note({});
    };
    connect(&m_playback, &view::Playback::positionChanged, this, arrived);
    connect(m_playbackBar, &frame::PlaybackBar::noted, this, [this, arrived](const QString& text) {
        arrived(); // also where it was there already
        note(text);
    });
    connect(&m_playback, &view::Playback::playingChanged, statusBar(), &QStatusBar::clearMessage);
    // The filter as a sentence, or what is wrong with it, where it can be read without a pointer.
    const auto sayFilter = [this] {
        if (m_filter.error() || m_filter.isActive())
            statusBar()->showMessage(m_filterEdit->toolTip());
        else
            statusBar()->clearMessage();
    };
    connect(&m_filter, &view::Filter::changed, this, sayFilter);
    connect(&m_filter, &view::Filter::errorChanged, this, sayFilter);
}

void MainWindow::wireUntil()
{
    // What was said of a moment goes with it.
    connect(&m_playback, &view::Playback::positionChanged, m_messages, &frame::MessageBar::dropHint);
    connect(&m_selection, &view::Selection::currentChanged, m_messages, &frame::MessageBar::dropHint);
    const auto hit = [this](EventId event) {
        if (event.isValid())
            m_selection.setCurrent(view::Item::of(event));
        m_messages->hint([event] {
            return event.isValid() ? tr("Stopped at event #%1: what was asked for holds now.").arg(event.value)
                                   : tr("Stopped: what was asked for holds now.");
        });
    };
    connect(&m_playback, &view::Playback::breakpointHit, this, hit);
    connect(m_until, &UntilRunner::found, this, hit);
    connect(m_until, &UntilRunner::foundNowhere, this,
        [this] { m_messages->hint([] { return tr("From here to the end that never becomes true."); }); });
    connect(m_until, &UntilRunner::progressed, this, [this](double share) {
        if (m_loadTime.elapsed() >= kPatienceMs)
            m_messages->showProgress(tr("Looking for what was asked for"), share);
    });
    connect(m_until, &UntilRunner::ended, this, [this] {
        m_messages->endProgress();
        updateEnabled();
    });
    connect(m_playbackBar, &frame::PlaybackBar::untilWanted, this, [this](const trace::Query& query) {
        m_messages->dismiss();
        m_loadTime.start();
        m_until->start(query);
        updateEnabled();
    });
}

/// By one event; what only sets the world up is one.
void MainWindow::stepOverSetUp(int direction)
{
    const std::size_t setUp = view::setUpEvents(m_document.trace());
    const std::size_t applied = m_playback.position().applied;
    if (setUp > 1 && direction > 0 && applied < setUp) {
        m_playback.pause();
        m_playback.goTo(EventId {static_cast<std::uint32_t>(setUp - 1)});
    } else if (setUp > 1 && direction < 0 && applied <= setUp && m_playback.instant() == kStart) {
        m_playback.pause();
        m_playback.setPosition({});
    } else {
        m_playback.stepEvent(direction);
    }
}

/// Which event the playhead stands behind, for who cannot see a change in the picture.
void MainWindow::sayEvent()
{
    const EventId id = m_playback.event();
    if (!id.isValid())
        return note(tr("Before the first event"));
    const auto language
        = m_look.language() == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
    const QString words
        = QString::fromStdString(analysis::sentence(m_document.names(), m_document.trace()[id], language));
    const std::size_t setUp = view::setUpEvents(m_document.trace());
    note(setUp > 1 && m_playback.position().applied == setUp
            ? tr("#%1: the world is set up (%2 events)").arg(id.value).arg(setUp)
            : tr("#%1: %2").arg(id.value).arg(words));
}

void MainWindow::stepOnConnection(int direction)
{
    const view::Item item = m_selection.current();
    ConnectionId connection = item.connection();
    if (const EventId event = item.event(); event.isValid())
        connection = m_document.trace()[event].connection;
    if (!connection.isValid()) {
        m_messages->hint([] { return tr("Select a connection first: a link, a lane or an event."); });
        return;
    }
    const bool isThere = m_playback.stepEvent(
        direction, [this, connection](EventId id) { return m_document.trace()[id].connection == connection; });
    if (!isThere) {
        m_messages->hint([direction] {
            return direction > 0 ? tr("Nothing happens on this connection after this moment.")
                                 : tr("Nothing happened on this connection before this moment.");
        });
        return;
    }
    // Who looks at an event goes on looking at one.
    if (item.event().isValid() && m_playback.event().isValid())
        m_selection.setCurrent(view::Item::of(m_playback.event()));
    sayEvent();
}

void MainWindow::goToCause()
{
    const EventId selected = m_selection.current().event();
    const EventId event = selected.isValid() ? selected : m_playback.event();
    if (!event.isValid()) {
        m_messages->hint([] { return tr("No event has happened yet."); });
        return;
    }
    const EventId cause = m_document.trace()[event].cause;
    if (!cause.isValid()) {
        m_messages->hint(
            [event] { return tr("Event #%1 has no cause: it is where it all begins.").arg(event.value); });
        return;
    }
    m_playback.pause();
    m_playback.goTo(cause);
    m_selection.setCurrent(view::Item::of(cause));
}

void MainWindow::goToConsequence()
{
    const EventId selected = m_selection.current().event();
    const EventId event = selected.isValid() ? selected : m_playback.event();
    if (!event.isValid()) {
        m_messages->hint([] { return tr("No event has happened yet."); });
        return;
    }
    const trace::Trace& trace = m_document.trace();
    for (std::size_t i = std::size_t {event.value} + 1; i < trace.size(); ++i) {
        if (trace[i].cause != event)
            continue;
        const EventId found {static_cast<std::uint32_t>(i)};
        m_playback.pause();
        m_playback.goTo(found);
        m_selection.setCurrent(view::Item::of(found));
        return;
    }
    m_messages->hint([event] { return tr("Nothing follows from event #%1.").arg(event.value); });
}

void MainWindow::act(const topology::TopologyAction& wanted)
{
    if (refusesInLesson(lesson::ControlWorld))
        return;
    if (m_desk->isRunning()) {
        m_desk->act(wanted);
        return;
    }
    if (!m_document.source().simulated && m_document.scenario()) {
        m_messages->show(frame::MessageBar::Kind::Error, [] {
            return tr(
                "This session is over: nothing can be done to it any more. Session ▸ Run Simulated has the scenario "
                "again.");
        });
        return;
    }
    if (const trace::Twofold* twofold = m_document.twofold()) {
        const bool isOfSecond = twofold->origin(wanted.connection) == trace::Origin::Second
            || twofold->origin(wanted.client) == trace::Origin::Second;
        if (isOfSecond) {
            m_messages->show(frame::MessageBar::Kind::Info, [] {
                return tr(
                    "This is of run B, which is only looked at: act on what run A has, which is the window's own.");
            });
            return;
        }
    }
    auto action = scriptedAction(wanted, m_document, m_playback.instant());
    if (!action) {
        m_messages->show(frame::MessageBar::Kind::Error, QString::fromStdString(action.error().message));
        return;
    }
    m_playback.pause();
    LoadRequest next = m_state;
    next.added.push_back(*action);
    step(
        [this, action = std::move(*action)] { return frame::actionWords(action, m_look.format()); }, std::move(next));
}

/// Cards stand where \a places has them; groups stay as they are.
void MainWindow::showPlaces(const Places& places)
{
    m_layout.moved = places;
    m_showing = true;
    m_topology->setArrangement(toArrangement(m_layout, m_document));
    m_showing = false;
    changed();
}

/// The menu says what would be taken back or done again.
void MainWindow::nameUndo()
{
    const auto show = [this](const char* id, QString what) {
        const auto& table = actionTable();
        const auto spec = std::find_if(
            table.begin(), table.end(), [id](const frame::ActionSpec& one) { return std::strcmp(one.id, id) == 0; });
        const QString verb = QCoreApplication::translate("Actions", spec->text);
        (*m_actions)[id]->setText(
            what.isEmpty() ? verb : tr("%1: %2").arg(verb, what.replace(u'&', QLatin1String("&&"))));
    };
    show("edit.undo", m_history->undoText());
    show("edit.redo", m_history->redoText());
}

void MainWindow::copyCommand()
{
    QGuiApplication::clipboard()->setText(commandLine(m_source->request()));
    const std::size_t done = m_document.source().added.size();
    if (m_state.text && m_fileText != QByteArray::fromStdString(*m_state.text)) {
        note(tr("Copied, for the scenario as it is in its file: save it first to have what was edited."));
        return;
    }
    note(areSame(m_document.source().added, m_document.source().saved)
            ? tr("Copied: %1").arg(QGuiApplication::clipboard()->text())
            : tr("Copied, without what was done here (%1): save the scenario first to have that too.").arg(done));
}

namespace {

/// The entries of a menu and of the menus in it, each by its whole name: "Move leader of t4-0 to: broker 1".
QList<QAction*> leavesOf(const QMenu& menu, const QString& way = {})
{
    QList<QAction*> out;
    for (QAction* action : menu.actions()) {
        const QString name = way.isEmpty() ? action->text() : way + QStringLiteral(": ") + action->text();
        if (action->menu())
            out << leavesOf(*action->menu(), name);
        else if (!action->isSeparator())
            out << action;
        action->setText(name);
    }
    return out;
}

} // namespace

/// Act On, in the menu Scenario: it has the verbs of what is selected.
void MainWindow::fillActing()
{
    m_acting->clear();
    m_topology->addVerbs(*m_acting, m_selection.current());
    if (m_acting->isEmpty())
        m_acting->addAction(tr("Select a broker, a client or a connection first"))->setEnabled(false);
    else
        topology::addMnemonics(*m_acting);
}

QMenu* MainWindow::createPopupMenu()
{
    auto* menu = new QMenu(this);
    menu->addActions(m_docks->toggles());
    return menu; // Qt deletes it
}

void MainWindow::showPalette()
{
    QList<QAction*> all = m_actions->all() + m_docks->toggles();
    for (const ViewSpec& view : m_views)
        all << view.actions;
    // What can be done to what is selected, as its context menu has it.
    delete m_paletteVerbs;
    m_paletteVerbs = new QMenu(this);
    m_topology->addVerbs(*m_paletteVerbs, m_selection.current());
    all << leavesOf(*m_paletteVerbs);
    auto* palette = new frame::CommandPalette(all, this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, 90)));
    palette->show();
}

} // namespace connscope::app
