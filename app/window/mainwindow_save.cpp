// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into files: the scenario with what was changed in the window, the trace, the picture. Nothing is asked when the
// window closes: see Recovery.
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "app/scenariofiles.h"
#include "app/window/filelayout.h"
#include "app/window/history.h"
#include "app/window/runcomparer.h"
#include "app/window/savedactions.h"
#include "app/window/sourcebar.h"
#include "editor/editorpanel.h"
#include "frame/messagebar.h"
#include "scenario/reader.h"
#include "scenario/savetext.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace connscope::app {

namespace {

using Kind = frame::MessageBar::Kind;

constexpr int kSavedMs = 3000; // that a file was written is said for so long where something else is to be said

QByteArray contentOf(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

bool isShipped(const QString& file)
{
    const QString folder = QFileInfo(QString::fromStdString(shippedScenarioFolder())).canonicalFilePath();
    return !folder.isEmpty() && QFileInfo(file).canonicalFilePath().startsWith(folder + u'/');
}

bool isSame(const QString& a, const QString& b)
{
    return QFileInfo(a).absoluteFilePath() == QFileInfo(b).absoluteFilePath();
}

} // namespace

void MainWindow::wireSaving()
{
    frame::Actions& a = *m_actions;
    const auto on = [this, &a](const char* id, auto&& run) { connect(a[id], &QAction::triggered, this, run); };
    on("file.save", [this] { save(); });
    on("file.save-as", [this] { saveAs(); });
    on("file.save-trace", [this] { saveTrace(); });
    on("file.export-picture", [this] { exportPicture(); });
    on("view.reset-arrangement", [this] { m_topology->resetArrangement(); });
    connect(m_topology, &topology::TopologyWidget::arrangementChanged, this, [this] {
        if (m_showing)
            return;
        const Places before = m_layout.moved;
        m_layout = toLayout(m_topology->arrangement(), m_document);
        if (before != m_layout.moved) // else a group was opened or shut
            m_history->change<Places>([before, now = m_layout.moved] { return Moves::title(before, now); }, before,
                m_layout.moved, [this](const Places& places) { showPlaces(places); });
        changed();
    });
    connect(&m_timeline->bookmarks(), &timeline::Bookmarks::changed, this, [this] {
        if (m_showing)
            return;
        // Those that wait for their instant are not among those that are shown.
        const auto shown = reached(m_bookmarks, m_document);
        std::erase_if(m_bookmarks, [&shown](const scenario::Bookmark& one) {
            return std::find(shown.begin(), shown.end(), one) != shown.end();
        });
        const auto now = toFile(m_timeline->bookmarks().all(), m_document);
        m_bookmarks.insert(m_bookmarks.begin(), now.begin(), now.end());
        keepNotes();
        changed();
    });
    connect(&m_document, &view::Document::grown, this, [this] {
        const auto now = reached(m_bookmarks, m_document);
        if (now.size() == m_timeline->bookmarks().all().size())
            return;
        m_showing = true;
        m_timeline->bookmarks().setAll(toPositions(now, m_document));
        m_showing = false;
    });
    const auto goTo = [this](int direction) {
        m_timeline->goToBookmark(direction);
        if (const timeline::Bookmark* here = m_timeline->bookmarks().at(m_playback.position()))
            note(here->note);
    };
    on("playback.bookmark", [this] {
        m_docks->raise(QStringLiteral("timeline"));
        m_timeline->addBookmark();
    });
    on("playback.drop-bookmark", [this] { m_timeline->bookmarks().remove(m_playback.position()); });
    on("playback.next-bookmark", [goTo] { goTo(1); });
    on("playback.previous-bookmark", [goTo] { goTo(-1); });
    connect(m_marked, &QMenu::aboutToShow, this, [this] {
        m_marked->clear();
        m_timeline->fillBookmarks(*m_marked);
    });
    wireAnnotations();
    wireFigures();
    updateEnabled();
}

bool MainWindow::isChanged() const
{
    const scenario::Scenario* scenario = m_document.scenario();
    if (isOfTraceFile())
        return !(notesNow() == m_document.source().notes);
    if (!scenario || m_ofLesson)
        return false;
    if (!m_document.source().simulated)
        return differsFromFile(m_document, m_layout, m_bookmarks, m_annotations->all());
    return !m_history->isSaved() || !(m_layout == scenario->layout) || m_bookmarks != scenario->bookmarks
        || m_annotations->all() != scenario->annotations;
}

/// What a save writes: not as it is in the picture, which may be behind, but as it was wanted last.
Result<scenario::Scenario> MainWindow::meant() const
{
    const editor::Draft& draft = *m_draft;
    if (!m_document.source().simulated || !draft.hasText() || !draft.scenario())
        return toSave(m_document, m_layout, m_bookmarks, m_annotations->all());
    if (!draft.isRight())
        return fail(draft.messages().front().error);
    auto whole = prepared(*draft.scenario(), m_state);
    if (!whole)
        return whole;
    const std::uint64_t seed = m_state.seed.value_or(whole->seed);
    return toSave(std::move(*whole), m_state.profile, seed, m_layout, m_bookmarks, m_annotations->all());
}

void MainWindow::changed()
{
    updateTitle();
    updateEnabled();
}

/// Before the next one takes the present one's place: whose arrangement and bookmarks are seen then.
void MainWindow::takeOver(const view::Content& next, bool again)
{
    const scenario::Scenario* before = m_document.scenario();
    const bool back = std::exchange(m_backToFile, false);
    // Run again, what was changed stays; what was not is as the file has it now.
    const bool keeps = again && !back && before && next.scenario;
    if (!keeps || m_layout == before->layout)
        m_layout = next.scenario ? next.scenario->layout : scenario::Layout();
    scenario::TraceNotes notes = notesOf(next);
    if (!keeps || m_bookmarks == before->bookmarks)
        m_bookmarks = std::move(notes.bookmarks);
    if (!keeps || m_annotations->all() == before->annotations)
        m_taken = std::move(notes.annotations);
    m_fileStamp = FileStamp::of(next.source.fileName);
    // Where the text was given, the file was not read: what is known of it stays.
    if (!next.scenario || !next.source.text || !again)
        m_fileText = next.scenario ? contentOf(next.source.fileName) : QByteArray();
    if (const auto unsaved = std::exchange(m_recovering, std::nullopt);
        unsaved && next.scenario && next.source.fileName.toStdString() == unsaved->request.file) {
        m_layout = unsaved->layout;
        m_bookmarks = unsaved->bookmarks;
        m_taken = unsaved->annotations;
        m_toSay = [] {
            return tr(
                "What was not saved when the window was closed is here again. Scenario ▸ As Written takes the file "
                "as it is.");
        };
    }
}

void MainWindow::showTaken()
{
    m_showing = true;
    m_topology->setArrangement(toArrangement(m_layout, m_document));
    m_timeline->bookmarks().setAll(toPositions(reached(m_bookmarks, m_document), m_document));
    if (auto taken = std::exchange(m_taken, std::nullopt); taken && *taken != m_annotations->all())
        m_annotations->setAll(std::move(*taken));
    m_showing = false;
    changed();
}

void MainWindow::asWritten()
{
    if (m_document.isEmpty())
        return;
    if (!m_document.scenario())
        forgetNotes(m_document.source().fileName);
    m_backToFile = true;
    m_ahead = false;
    m_history->clear();
    LoadRequest next;
    next.file = m_document.source().fileName.toStdString();
    request(std::move(next));
}

bool MainWindow::save()
{
    const QString file = m_document.source().fileName;
    if (isOfTraceFile())
        return saveNotes();
    if (isShipped(file) || !QFileInfo(file).isWritable())
        return saveAs();
    return saveScenario(file);
}

bool MainWindow::saveAs()
{
    if (!m_document.scenario())
        return false;
    const QString own = m_document.source().fileName;
    QString proposed = own;
    if (isShipped(own) || !QFileInfo(QFileInfo(own).path()).isWritable())
        proposed = QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                       .filePath(QFileInfo(own).fileName());
    QString file = QFileDialog::getSaveFileName(
        this, tr("Save the scenario"), proposed, tr("Scenarios (*.yaml *.yml);;All files (*)"));
    if (file.isEmpty())
        return false;
    if (QFileInfo(file).suffix().isEmpty())
        file += QStringLiteral(".yaml");
    return saveScenario(file);
}

bool MainWindow::saveScenario(const QString& file)
{
    if (!m_document.scenario())
        return false;
    const QString own = m_document.source().fileName;
    if (isSame(file, own) && contentOf(own) != m_fileText) {
        m_messages->show(Kind::Error, [file] {
            return tr(
                "%1 was changed by somebody else since it was read. Reload it (F5 keeps what was done here), or save "
                "under another name.")
                .arg(file);
        });
        return false;
    }
    const auto whole = meant();
    const std::string base = m_document.source().simulated && m_state.text ? *m_state.text : m_fileText.toStdString();
    const auto saved = whole ? scenario::saveText(base, file.toStdString(), *whole)
                             : Result<scenario::SavedText>(fail(whole.error()));
    if (!saved) {
        m_messages->show(Kind::Error, [why = QString::fromStdString(saved.error().toString())] {
            return tr("This cannot be saved as a scenario: %1").arg(why);
        });
        return false;
    }
    QSaveFile out(file);
    const auto size = static_cast<qint64>(saved->text.size());
    if (!out.open(QIODevice::WriteOnly) || out.write(saved->text.data(), size) != size || !out.commit()) {
        m_messages->show(
            Kind::Error, [file, why = out.errorString()] { return tr("%1 cannot be written: %2").arg(file, why); });
        return false;
    }
    // Read as it stands there now, so that nothing has to be run again to know what is in it.
    auto written = scenario::tryScenario(saved->text, file.toStdString());
    if (written.scenario) {
        const bool runs = m_loader->isRunning();
        const bool simulated = m_document.source().simulated;
        view::Source source = m_document.source();
        source.fileName = file;
        source.profile.clear();
        source.settings.clear();
        source.saved = source.added;
        source.text.reset();
        m_fileText = QByteArray::fromStdString(saved->text);
        m_layout = written.scenario->layout;
        m_bookmarks = written.scenario->bookmarks;
        m_history->setSaved(); // before the document tells
        m_document.setSaved(std::move(source), std::move(*written.scenario));
        LoadRequest state = stateOfDocument();
        if (simulated) { // the picture may be behind
            state.added = m_state.added;
            state.saved = m_state.added;
            state.seed.reset();
        }
        take(std::move(state));
        if (runs && simulated)
            request(m_state);
        changed();
    }
    m_recovery.forget(own);
    remember(file);
    m_messages->show(Kind::Info,
        saved->rewritten ? tr("Saved %1. What was changed has no simple place in its text, so it was written anew: "
                              "comments are lost.")
                               .arg(file)
                         : tr("Saved %1").arg(file));
    return true;
}

/// For a moment; that one looks at a branch is said again then.
void MainWindow::saySaved(const QString& text)
{
    m_messages->show(Kind::Info, text);
    QTimer::singleShot(kSavedMs, this, [this, text] {
        const view::Source& source = m_document.source();
        if (m_messages->isShowing() && m_messages->text() == text && source.simulated
            && !areSame(source.added, source.saved))
            sayBranch();
    });
}

void MainWindow::keepUnsaved()
{
    if (m_recovering)
        return; // closed before it was there again: it stays for the next time
    if (m_ofLesson || !m_document.scenario())
        return; // of a trace, keepNotes() did it
    if (isChanged()) {
        LoadRequest state = m_document.source().simulated ? m_state : m_source->request();
        if (m_ahead) // with the last text that was right
            state.text = stateOfDocument().text;
        if (state.text && m_fileText == QByteArray::fromStdString(*state.text))
            state.text.reset();
        const auto seen = toSave(m_document, m_layout, m_bookmarks, m_annotations->all());
        m_recovery.keep(state, m_ahead ? seen : meant().value_or(seen));
    } else {
        m_recovery.forget(m_document.source().fileName);
    }
}

void MainWindow::exportPicture()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Export the picture"),
        QFileInfo(m_document.source().fileName).completeBaseName() + QStringLiteral(".png"), tr("Pictures (*.png)"));
    if (file.isEmpty())
        return;
    const QPixmap picture = centralWidget()->grab();
    QSaveFile out(file);
    if (out.open(QIODevice::WriteOnly) && picture.save(&out, "PNG", 80) && out.commit())
        saySaved(tr("Saved %1").arg(file));
    else
        m_messages->show(
            Kind::Error, [file, why = out.errorString()] { return tr("%1 cannot be written: %2").arg(file, why); });
}

} // namespace connscope::app
