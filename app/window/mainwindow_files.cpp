// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, running again, saving. Errors and progress are said in the window's bar.
#include "app/window/mainwindow.h"

#include "app/lessonfiles.h"
#include "app/scenariofiles.h"
#include "app/window/branch.h"
#include "app/window/history.h"
#include "app/window/lessondesk.h"
#include "app/window/runcomparer.h"
#include "app/window/sameagain.h"
#include "app/window/sessiondesk.h"
#include "app/window/sketches.h"
#include "app/window/sourcebar.h"
#include "frame/actionwords.h"
#include "frame/counterstrip.h"
#include "frame/gallery.h"
#include "frame/messagebar.h"
#include "frame/playbackbar.h"
#include "scenario/reader.h"
#include "timeline/timelinewidget.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

#include <utility>

namespace connscope::app {

namespace {

constexpr int kMostRecent = 10;
constexpr int kMostErrors = 4;
constexpr int kPatienceMs = 200; // shorter work shows no progress
constexpr int kSeenMs = 100;
constexpr int kShownWithMs = 60; // nobody sees a window come so much later, but everybody one that changes at once

QString toText(const std::vector<Error>& errors)
{
    QStringList lines;
    for (const Error& error : errors) {
        if (lines.size() == kMostErrors) {
            lines << QStringLiteral("…");
            break;
        }
        lines << QString::fromStdString(error.toString());
    }
    return lines.join(u'\n');
}

QString recentKey() { return QStringLiteral("files/recent"); }

QString localFile(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
    }
    return {};
}

} // namespace

void MainWindow::wireFiles()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    on("file.open", [this] { chooseFile(); });
    on("file.examples", [this](bool checked) { showGallery(checked); });
    on("file.reload", [this] { request(again()); });
    on("file.quit", [this] { close(); });
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    connect(m_docks, &Docks::missed, this, [this] { showGallery(false); });
    connect(m_messages, &frame::MessageBar::answered, this, [this](int answer) {
        if (!answerSession(answer))
            answerUnsaved(answer);
    });
    connect(m_loader, &Loader::finished, this, &MainWindow::settle);
    connect(m_loader, &Loader::progressed, this, [this](LoadPhase phase, double share) {
        if (m_loadTime.elapsed() < kPatienceMs)
            return;
        const QString name = QFileInfo(m_loading).fileName();
        m_messages->showProgress(phase == LoadPhase::Reading ? tr("Reading %1").arg(name)
                : phase == LoadPhase::Running                ? tr("Running %1").arg(name)
                                                             : tr("Preparing %1").arg(name),
            share);
    });
    updateEnabled();
}

void MainWindow::open(const QString& file) { openAt(file, {}, {}); }

/// The same under a profile, and \a then is done once it is there.
void MainWindow::openAt(const QString& file, const QString& profile, std::function<void()> then)
{
    LoadRequest wanted;
    wanted.file = file.toStdString();
    wanted.profile = profile.toStdString();
    openRequest(std::move(wanted), std::move(then));
}

/// Where something is not saved, the bar asks first.
void MainWindow::openRequest(LoadRequest wanted, std::function<void()> then)
{
    m_afterLoad = std::move(then);
    const QString own = m_document.source().fileName;
    const QString file = QString::fromStdString(wanted.file);
    if (!isChanged() || QFileInfo(file) == QFileInfo(own)) {
        load(std::move(wanted));
        return;
    }
    // The question may already be there, for another file: then it is for this one.
    m_messages->ask(tr("%1 was changed and is not saved. What of it, before %2 is opened?")
                        .arg(QFileInfo(own).fileName(), QFileInfo(file).fileName()),
        {tr("Save"), tr("Discard"), tr("Cancel")});
    m_wanted = std::move(wanted);
}

void MainWindow::answerUnsaved(int answer)
{
    enum Answer { Save, Discard };
    auto wanted = std::exchange(m_wanted, {});
    if (!wanted)
        return;
    if (answer == Discard) {
        m_recovery.forget(m_document.source().fileName);
        if (isOfTraceFile())
            forgetNotes(m_document.source().fileName);
    }
    if (answer == Discard || (answer == Save && save()))
        load(std::move(*wanted));
    else
        m_afterLoad = nullptr;
}

void MainWindow::load(LoadRequest wanted)
{
    if (!wanted.text && isLessonFile(wanted.file)) {
        afterSession([this, file = QString::fromStdString(wanted.file)] {
            lessonPanel(); // it is there before the lesson begins
            m_lessons->start(file);
        });
        return;
    }
    m_lessons->leave();
    request(std::move(wanted));
}

void MainWindow::showOpened()
{
    m_loader->settleWithin(std::chrono::milliseconds(kShownWithMs));
    show();
}

void MainWindow::openFirst()
{
    m_recovering = m_recovery.find();
    if (m_recovering) {
        request(m_recovering->request);
        return;
    }
    if (const QString path = sample(); !path.isEmpty())
        open(path);
    else
        showGallery(true);
}

QString MainWindow::sample()
{
    const auto path = findScenario("13-three-kinds");
    return path ? QString::fromStdString(*path) : QString();
}

void MainWindow::request(LoadRequest wanted)
{
    if (wanted.file.empty() && !wanted.scenario)
        return;
    if (m_desk->isRunning()) {
        afterSession([this, wanted] { request(wanted); });
        return;
    }
    m_lessonAsked = wanted.scenario != nullptr;
    m_playbackBar->leaveFields();
    m_loading = QString::fromStdString(wanted.file);
    m_loadTime.start();
    m_loader->start(std::move(wanted));
    updateEnabled();
}

void MainWindow::settle(const std::shared_ptr<LoadResult>& result)
{
    m_messages->endProgress();
    const bool came = result->content != nullptr; // the document takes it
    if (result->content) {
        const bool again = m_document.source().fileName == result->content->source.fileName;
        const std::size_t before = again ? m_document.source().added.size() : 0;
        const QByteArray text = m_fileText;
        m_ofLesson = std::exchange(m_lessonAsked, false);
        // Who looks at broker 2 and kills it goes on looking at broker 2.
        if (again) {
            m_selection.renumber(sameAgain(m_document, m_comparer->superposed().ownTrace(), *result->content));
        } else {
            m_selection.clear();
            m_playback.goToStart();
        }
        takeOver(*result->content, again);
        m_document.replace(std::move(result->content));
        note({}); // it is there now
        showTaken();
        settleHistory(again, text != m_fileText);
        m_selection.tellAgain();
        if (!m_ofLesson)
            rememberSoon(m_document.source().fileName);
        showGallery(false);
        if (result->warnings.empty())
            m_messages->dismiss();
        else
            m_messages->show(frame::MessageBar::Kind::Info, toText(result->warnings));
        if (const auto& added = m_document.source().added; !added.empty() && added.size() != before)
            sayBranch();
        if (m_toSay)
            m_messages->show(frame::MessageBar::Kind::Info, std::exchange(m_toSay, nullptr));
        if (m_fresh)
            note(tr("Press Space to play"));
        m_fresh = false;
        if (const auto then = std::exchange(m_afterLoad, nullptr))
            then();
    } else if (m_recovering && !result->cancelled) {
        // Its file has changed so that it no longer goes with it.
        m_recovery.forget(QString::fromStdString(m_recovering->request.file));
        openFirst();
    } else if (!result->cancelled) {
        m_messages->show(frame::MessageBar::Kind::Error, toText(result->errors));
        if (m_document.isEmpty())
            showGallery(true);
    }
    if (m_ahead)
        sayAhead();
    // What was typed stays, whatever becomes of it; anything else that did not come about is as if it had not been asked.
    if (!came && std::exchange(m_stepping, false) && !m_history->lastWasText() && !m_ahead) {
        m_history->takeBack();
        take(stateOfDocument());
    }
    m_stepping = false;
    if (!result->content) {
        m_afterLoad = nullptr;
        m_backToFile = false;
        m_toSay = nullptr;
        if (result->cancelled)
            m_recovering.reset();
    }
    updateEnabled();
    emit settled();
}

/// That what is seen is a branch, and of what.
void MainWindow::sayBranch()
{
    const auto& added = m_document.source().added;
    m_messages->show(frame::MessageBar::Kind::Info,
        tr("A branch of the scenario from %1 on: %2. Undo takes back the last.")
            .arg(m_look.format().clock(added.front().at.value_or(kStart)), branchText(added, m_look.format())),
        branchLines(added, m_look.format()).join(u'\n'));
}

/// What was done to the world stands as flags in the timeline.
void MainWindow::markActions()
{
    std::vector<timeline::ActionMark> marks;
    for (const scenario::Action& action : m_document.source().added) {
        if (action.at)
            marks.push_back({*action.at, frame::actionWords(action, m_look.format())});
    }
    m_timeline->setActions(std::move(marks));
}

frame::Gallery& MainWindow::gallery()
{
    if (m_gallery)
        return *m_gallery;
    m_gallery = new frame::Gallery(m_context, m_stack);
    m_stack->addWidget(m_gallery);
    connect(m_sketches, &Sketches::made, m_gallery,
        [this](const QString& name, const frame::Sketch& sketch) { m_gallery->model().setSketch(name, sketch); });
    connect(m_gallery, &frame::Gallery::chosen, this, &MainWindow::open);
    connect(m_gallery, &frame::Gallery::dismissed, this, [this] { showGallery(false); });
    return *m_gallery;
}

void MainWindow::showGallery(bool on)
{
    if (on && gallery().model().entryCount() == 0) {
        const std::string folder = shippedScenarioFolder();
        std::vector<frame::GalleryEntry> entries;
        std::vector<std::pair<QString, std::string>> files;
        for (const std::string& name : shippedScenarios(folder)) {
            const std::string file = folder + '/' + name + ".yaml";
            if (const auto scenario = scenario::readScenarioFile(file)) {
                entries.push_back(frame::galleryEntry(QString::fromStdString(name), *scenario));
                files.emplace_back(QString::fromStdString(name), file);
            }
        }
        m_gallery->setEntries(std::move(entries));
        m_sketches->start(std::move(files));
    }
    if (on)
        m_playback.pause(); // nobody sees it
    // Who looks for an example sees many of them, and nothing of the one that is open.
    m_docks->setAside(on);
    m_strip->setVisible(!on);
    m_stack->setCurrentWidget(on ? static_cast<QWidget*>(m_gallery) : m_centre); // made where it is on
    (*m_actions)["file.examples"]->setChecked(on);
    if (on)
        m_gallery->focusSearch();
}

void MainWindow::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a scenario, a lesson or a trace"),
        QFileInfo(m_document.source().fileName).path(),
        tr("Scenarios, lessons and traces (*.yaml *.yml *.jsonl);;All files (*)"));
    if (!file.isEmpty())
        open(file);
}

QStringList MainWindow::recent() const { return m_settings.value(recentKey()).toStringList(); }

/// What is written to the disk waits until the window was seen for the first time.
void MainWindow::rememberSoon(const QString& file)
{
    if (isVisible())
        remember(file);
    else
        QTimer::singleShot(kSeenMs, this, [this, file] { remember(file); });
}

void MainWindow::remember(const QString& file)
{
    if (file.isEmpty() || !QFileInfo::exists(file))
        return;
    QStringList files = recent();
    files.removeAll(QFileInfo(file).absoluteFilePath());
    files.prepend(QFileInfo(file).absoluteFilePath());
    m_settings.setValue(recentKey(), QStringList(files.mid(0, kMostRecent)));
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    const QStringList files = recent();
    const auto nameOf = [](const QString& file) { return QFileInfo(file).fileName(); };
    for (const QString& file : files) {
        QString text = nameOf(file);
        // Of two with the same name the folder tells which is which.
        const bool isShared = std::count_if(files.begin(), files.end(), [&](const QString& other) {
            return nameOf(other) == text;
        }) > 1;
        if (isShared)
            text += QStringLiteral(" — ") + QDir::toNativeSeparators(QFileInfo(file).path());
        QAction* action = m_recent->addAction(text.replace(u'&', QLatin1String("&&"))); // a name may have one
        action->setStatusTip(file);
        connect(action, &QAction::triggered, this, [this, file] { open(file); });
    }
    if (m_recent->isEmpty()) {
        m_recent->addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("&Clear This List")), &QAction::triggered, this,
        [this] { m_settings.remove(recentKey()); });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    // A picture that is dragged out of this window and over it is not meant for it.
    if (!event->source() && !localFile(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString file = localFile(event->mimeData());
    if (file.isEmpty())
        return;
    event->acceptProposedAction();
    if (isProperties(file)) {
        showConnect(file);
        return;
    }
    // The window shows one at a time.
    if (const auto count = event->mimeData()->urls().size(); count > 1) {
        m_toSay = [count, name = QFileInfo(file).fileName()] {
            return tr("%1 files were dropped; the first, %2, was opened: the window shows one at a time.")
                .arg(count)
                .arg(name);
        };
    }
    open(file);
}

} // namespace connscope::app
