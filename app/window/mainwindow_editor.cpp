// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario editor and the history: each change is a step, and what is wanted after it is run at once. The picture may be
// behind what is wanted: while it runs, or because the text is not right.
#include "app/window/mainwindow.h"

#include "app/window/branch.h"
#include "app/window/history.h"
#include "app/window/savedactions.h"
#include "app/window/sessiondesk.h"
#include "app/window/sourcebar.h"
#include "editor/editorpanel.h"
#include "frame/actionwords.h"
#include "frame/messagebar.h"
#include "topology/topologywidget.h"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace connscope::app {

namespace {

constexpr int kEditorWidth = 480; // px, at least, of the panel that somebody asked for

constexpr char kNewScenario[] = R"(connscope: 1
title: {en: New scenario, zh: 新场景}
until: 30s

clients:
  - name: producer
    kind: producer
  - name: consumer
    kind: consumer
    config: {group.id: test}
)";

} // namespace

void MainWindow::wireEditor()
{
    frame::Actions& a = *m_actions;
    connect(a["file.new"], &QAction::triggered, this, &MainWindow::newScenario);
    connect(a["scenario.edit"], &QAction::triggered, this, &MainWindow::showEditor);
    connect(m_history, &History::wanted, this, [this](const LoadRequest& wanted) {
        m_stepping = true;
        go(wanted);
    });
    connect(m_history, &History::changed, this, &MainWindow::changed);
    connect(m_draft, &editor::Draft::edited, this, [this](const editor::Edit& edit) {
        LoadRequest after = m_state;
        after.text = std::make_shared<const std::string>(edit.text);
        m_history->push({edit.title, m_state, std::move(after), edit.mergeKey, true});
        if (edit.commentsLost)
            note(tr("A part of the file had to be written anew; its comments are lost. Undo brings them back."));
    });
    connect(m_topology, &topology::TopologyWidget::editRequested, this, [this](view::Item item) {
        showEditor();
        if (!editor().edit(item))
            note(tr("The scenario does not say anything of this one."));
    });
    connect(&m_document, &view::Document::replaced, this, [this] {
        if (!m_document.scenario()) // a trace, or somebody else's cluster
            m_draft->clear();
    });
}

/// What is wanted, without running it. \a wasRun: its text was read just now, and it was right.
void MainWindow::take(LoadRequest state, bool wasRun)
{
    m_state = std::move(state);
    if (m_state.text && wasRun)
        m_draft->setRightText(*m_state.text, m_state.file);
    else if (m_state.text)
        m_draft->setText(*m_state.text, m_state.file);
    m_draft->setOverrides(m_state.settings);
    m_ahead = m_state.text && !m_draft->isRight();
}

void MainWindow::go(LoadRequest wanted)
{
    wanted.file = m_state.file; // it may have been saved under another name since
    const bool wasAhead = m_ahead;
    take(std::move(wanted));
    if (m_ahead) {
        m_loader->cancel(); // what runs is of an older text
        sayAhead();
        changed();
        return;
    }
    if (wasAhead)
        m_messages->dismiss();
    if (m_desk->isRunning()) {
        note(tr("The real session goes on as it began; the next run has the change."));
        changed();
        return;
    }
    request(m_state);
}

void MainWindow::sayAhead()
{
    const auto& messages = m_draft->messages();
    if (messages.empty())
        return;
    const Error& error = messages.front().error;
    const QString what = QString::fromStdString(error.message);
    m_messages->show(frame::MessageBar::Kind::Error,
        error.line > 0 ? tr("Line %1: %2 — the picture is of the last text that was right.").arg(error.line).arg(what)
                       : tr("%1 — the picture is of the last text that was right.").arg(what));
}

void MainWindow::step(std::function<QString()> title, LoadRequest after)
{
    m_history->push({std::move(title), m_state, std::move(after), {}, false});
}

/// Profile, seed or settings of the tool bar.
void MainWindow::stepOfToolBar(const LoadRequest& wanted)
{
    LoadRequest after = m_state;
    after.profile = wanted.profile;
    after.seed = wanted.seed;
    after.settings = wanted.settings;
    const bool isSeed = after.seed != m_state.seed;
    const bool isProfile = after.profile != m_state.profile;
    const QString profile = QString::fromStdString(after.profile);
    const QString seed = after.seed ? QString::number(*after.seed) : QString();
    step(
        [isProfile, isSeed, profile, seed] {
            if (isProfile)
                return profile.isEmpty() ? tr("profile as the scenario has it") : tr("profile %1").arg(profile);
            if (isSeed)
                return seed.isEmpty() ? tr("seed as the scenario has it") : tr("seed %1").arg(seed);
            return tr("settings of the tool bar");
        },
        std::move(after));
}

LoadRequest MainWindow::stateOfDocument() const
{
    LoadRequest out = m_source->request();
    if (m_document.scenario() && !out.text && !out.file.empty())
        out.text = std::make_shared<const std::string>(m_fileText.toStdString());
    return out;
}

/// The same run again. What is as it stands in the file is read from there again.
LoadRequest MainWindow::again() const
{
    LoadRequest out = m_source->request();
    if (!m_document.scenario() || !m_state.text || m_state.file != out.file)
        return out;
    if (m_document.source().simulated)
        out = m_state;
    out.text = m_state.text;
    if (m_fileText == QByteArray::fromStdString(*out.text) && QFileInfo::exists(m_document.source().fileName))
        out.text.reset();
    return out;
}

/// A new picture is there. \a otherText: its file was read, and holds something else than before.
void MainWindow::settleHistory(bool again, bool otherText)
{
    if (m_ahead && again)
        return; // of an older text than what is being written
    if (!again || otherText || m_ofLesson || (m_history->count() == 0 && !m_stepping)) {
        // What was done to the world before there was a history can be undone all the same.
        m_history->clear();
        LoadRequest before = stateOfDocument();
        const bool unsaved = (m_document.source().text && QFileInfo::exists(m_document.source().fileName))
            || !areSame(before.added, before.saved) || !before.settings.empty() || !before.profile.empty()
            || before.seed.has_value();
        const std::vector<scenario::Action> added = std::exchange(before.added, {});
        for (const scenario::Action& action : added) {
            LoadRequest after = before;
            after.added.push_back(action);
            m_history->record(
                {[this, action] { return frame::actionWords(action, m_look.format()); }, before, after, {}, false});
            before = std::move(after);
        }
        if (unsaved)
            m_history->setUnsaved();
        else
            m_history->setSaved();
    }
    if (!m_document.scenario()) {
        m_state = m_source->request();
        m_ahead = false;
        return;
    }
    take(stateOfDocument(), true);
}

void MainWindow::showEditor()
{
    if (!m_document.scenario())
        return;
    showGallery(false);
    m_docks->raise(QStringLiteral("outline"));
    QDockWidget* dock = m_docks->dock(QStringLiteral("outline"));
    const int wanted = std::max(kEditorWidth, width() * 38 / 100);
    if (!dock->isFloating() && dock->width() < kEditorWidth)
        resizeDocks({dock}, {wanted}, Qt::Horizontal);
    editor().setFocus();
}

void MainWindow::newScenario()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    QString file = folder.filePath(tr("untitled") + QStringLiteral(".yaml"));
    for (int i = 2; QFileInfo::exists(file) || file == m_document.source().fileName; ++i)
        file = folder.filePath(tr("untitled") + QStringLiteral("-%1.yaml").arg(i));
    LoadRequest wanted;
    wanted.file = file.toStdString();
    wanted.text = std::make_shared<const std::string>(kNewScenario);
    openRequest(std::move(wanted), [this] { showEditor(); });
}

} // namespace connscope::app
