// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tracenotesfile.h"

#include "trace/jsonl.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cstring>

namespace connscope::app {

namespace {

constexpr qint64 kCopiedAtOnce = qint64 {1} << 20;
constexpr qint64 kLongestHeader = qint64 {8} << 20; // as the reader takes it
constexpr char kByteOrderMark[] = "\xef\xbb\xbf"; // some editors put a byte order mark there

} // namespace

FileStamp FileStamp::of(const QString& file)
{
    const QFileInfo info(file);
    return info.exists() ? FileStamp {info.size(), info.lastModified()} : FileStamp {};
}

QString writeTraceNotes(const QString& file, const scenario::TraceNotes& notes)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return in.errorString();
    QByteArray header;
    while (header.trimmed().isEmpty() && !in.atEnd()) // blank lines before it mean nothing
        header = in.readLine(kLongestHeader);
    const bool endsLine = header.endsWith('\n');
    header = header.trimmed();
    const bool marked = header.startsWith(kByteOrderMark);
    if (marked)
        header.remove(0, static_cast<qsizetype>(std::strlen(kByteOrderMark)));
    const auto line
        = trace::withNotes({header.constData(), static_cast<std::size_t>(header.size())}, scenario::toJsonl(notes));
    if (!line)
        return QString::fromStdString(line.error().toString());
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return out.errorString();
    QByteArray first = QByteArray::fromStdString(*line);
    if (marked)
        first.prepend(kByteOrderMark);
    if (endsLine)
        first.append('\n');
    bool good = out.write(first) == first.size();
    while (good && !in.atEnd()) {
        const QByteArray piece = in.read(kCopiedAtOnce);
        if (piece.isEmpty())
            return in.errorString();
        good = out.write(piece) == piece.size();
    }
    return good && out.commit() ? QString() : out.errorString();
}

} // namespace connscope::app
