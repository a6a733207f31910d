// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into the picture of a trace: annotations and bookmarks stand in the trace's file. Until they are saved they lie
// beside the settings, by the file's path, so that a window can be closed without a question.
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "app/window/filelayout.h"
#include "app/window/runcomparer.h"
#include "app/window/tracenotesfile.h"
#include "frame/messagebar.h"
#include "trace/jsonl.h"

#include <QCryptographicHash>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>

#include <utility>

namespace connscope::app {

namespace {

using Kind = frame::MessageBar::Kind;

QString keyOf(const char* group, const QString& file)
{
    const QByteArray path = QFileInfo(file).absoluteFilePath().toUtf8();
    return QLatin1String(group) + u'/'
        + QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex());
}
QString annotationsKey(const QString& file) { return keyOf("annotations", file); }
QString bookmarksKey(const QString& file) { return keyOf("bookmarks", file); }

} // namespace

bool MainWindow::isOfTraceFile() const
{
    return !m_document.scenario() && !m_document.isEmpty() && !m_document.source().fileName.isEmpty();
}

scenario::TraceNotes MainWindow::notesNow() const { return {m_annotations->all(), m_bookmarks}; }

/// What is not in the file lies beside the settings; what is lies there no more.
void MainWindow::keepNotes()
{
    if (!isOfTraceFile())
        return;
    const view::Source& source = m_document.source();
    const scenario::TraceNotes now = notesNow();
    if (now.annotations == source.notes.annotations)
        m_settings.remove(annotationsKey(source.fileName));
    else
        m_settings.setValue(
            annotationsKey(source.fileName), QString::fromStdString(scenario::writeAnnotations(now.annotations)));
    if (now.bookmarks == source.notes.bookmarks)
        m_settings.remove(bookmarksKey(source.fileName));
    else
        m_settings.setValue(bookmarksKey(source.fileName), toLines(now.bookmarks));
}

void MainWindow::forgetNotes(const QString& file)
{
    m_settings.remove(annotationsKey(file));
    m_settings.remove(bookmarksKey(file));
}

/// Of a scenario as its file has them; of a trace as its file has them, or as they were when the window was closed without saving.
scenario::TraceNotes MainWindow::notesOf(const view::Content& next)
{
    if (next.scenario)
        return {next.scenario->annotations, next.scenario->bookmarks};
    scenario::TraceNotes out = next.source.notes;
    const QString& file = next.source.fileName;
    if (file.isEmpty())
        return out;
    if (const QVariant kept = m_settings.value(annotationsKey(file)); kept.isValid()) {
        if (auto read = scenario::readAnnotations(kept.toString().toStdString(), m_settings.fileName().toStdString()))
            out.annotations = std::move(*read);
    }
    if (const QVariant kept = m_settings.value(bookmarksKey(file)); kept.isValid())
        out.bookmarks = fromLines(kept.toStringList());
    if (!(out == next.source.notes))
        m_toSay = [] {
            return tr("What was written into this trace and not saved is here again. Save puts it into the file, "
                      "Scenario ▸ As Written takes the file as it is.");
        };
    return out;
}

bool MainWindow::saveNotes()
{
    view::Source source = m_document.source();
    const QString file = source.fileName;
    if (!QFileInfo(file).isWritable() || !QFileInfo(QFileInfo(file).path()).isWritable()) {
        saveTrace();
        return !isChanged();
    }
    if (!(FileStamp::of(file) == m_fileStamp)) {
        m_messages->show(Kind::Error, [file] {
            return tr(
                "%1 was changed by somebody else since it was read. Reload it (F5 keeps what was done here), or save "
                "under another name.")
                .arg(file);
        });
        return false;
    }
    if (const QString problem = writeTraceNotes(file, notesNow()); !problem.isEmpty()) {
        m_messages->show(Kind::Error, [file, problem] { return tr("%1 cannot be written: %2").arg(file, problem); });
        return false;
    }
    haveSavedNotes(std::move(source));
    saySaved(tr("Saved %1").arg(file));
    return true;
}

/// The file of \a source has them as they are now.
void MainWindow::haveSavedNotes(view::Source source)
{
    forgetNotes(m_document.source().fileName);
    forgetNotes(source.fileName);
    source.notes = notesNow();
    m_fileStamp = FileStamp::of(source.fileName);
    m_document.setSaved(std::move(source));
    changed();
}

void MainWindow::saveTrace()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the trace"),
        (m_document.source().fileName.isEmpty() ? QStringLiteral("session")
                                                : QFileInfo(m_document.source().fileName).completeBaseName())
            + QStringLiteral(".jsonl"),
        tr("Traces (*.jsonl)"));
    if (!file.isEmpty())
        saveTrace(file);
}

bool MainWindow::saveTrace(const QString& file)
{
    QSaveFile out(file);
    bool good = out.open(QIODevice::WriteOnly);
    if (good) {
        const auto written = trace::writeJsonl(
            m_comparer->superposed().ownTrace(), // without the run that lies over it
            [&out](std::string_view block) {
                const auto size = static_cast<qint64>(block.size());
                return out.write(block.data(), size) == size;
            },
            m_comparer->superposed().ownEnd(), scenario::toJsonl(notesNow()));
        good = written && out.commit();
        if (!written && out.error() == QFileDevice::NoError) { // a text that no line holds
            m_messages->show(Kind::Error, [file, why = QString::fromStdString(written.error().toString())] {
                return tr("%1 cannot be written: %2").arg(file, why);
            });
            return false;
        }
    }
    if (good && isOfTraceFile() && !m_document.source().live) { // from now on that file is looked at
        view::Source source = m_document.source();
        source.fileName = file;
        haveSavedNotes(std::move(source));
        remember(file);
    }
    if (good)
        saySaved(tr("Saved %1").arg(file));
    else
        m_messages->show(
            Kind::Error, [file, why = out.errorString()] { return tr("%1 cannot be written: %2").arg(file, why); });
    return good;
}

} // namespace connscope::app
