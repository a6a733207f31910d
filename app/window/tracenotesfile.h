// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/tracenotes.h"

#include <QDateTime>
#include <QString>

/// \file
/// What a person wrote into the picture of a trace, on its way into the trace's file.

namespace connscope::app {

/// What a file was like when it was looked at, to notice that somebody else wrote to it since.
struct FileStamp {
    qint64 bytes = -1; ///< -1 = there was none
    QDateTime modified;
    static FileStamp of(const QString& file);
    bool operator==(const FileStamp&) const = default;
};

/// Puts \a notes into the header of the trace in \a file; every other byte stays as it is, also of a trace that was cut or
/// comes from a newer version. The file is replaced as a whole or not at all. "" or what went wrong. O(bytes of the file).
QString writeTraceNotes(const QString& file, const scenario::TraceNotes& notes);

} // namespace connscope::app
