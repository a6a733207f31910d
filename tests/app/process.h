// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/paths.h"

#include <QFile>
#include <QProcess>
#include <QStringList>

/// \file
/// The program run as others run it.

namespace connscope::test {

constexpr int kPatienceMs = 120'000; // only a program that hangs reaches it

struct Outcome {
    int status = -1; ///< 1000 + n: ended by signal n or did not end
    QByteArray out;
    QByteArray err;
};

inline Outcome finish(QProcess& process)
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(kPatienceMs)) {
        process.kill();
        process.waitForFinished();
        return {1000, process.readAllStandardOutput(), process.readAllStandardError() + "(did not end)"};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 1000 + process.exitCode(),
        process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString program() { return QString::fromStdString(programPath()); }

inline Outcome connscope_(
    const QStringList& arguments, const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program(), arguments);
    return finish(process);
}

inline Outcome shell(const QString& command)
{
    QProcess process;
    process.start(QStringLiteral("bash"), {QStringLiteral("-c"), command});
    return finish(process);
}

inline QStringList words(const char* line)
{
    return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

inline QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

} // namespace connscope::test
