// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <QByteArray>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <optional>

/// \file
/// `connscope-live cluster` as a process, and other programs that talk to it. Nothing sleeps: whoever waits, waits for output
/// or for a question to become true, and no longer than its bound.

namespace connscope::test {

QString livePath();
/// Handles events until \a holds or \a boundMs have passed; what it says at the end.
bool waitUntil(const std::function<bool()>& holds, int boundMs = 30'000);

/// A program whose output is kept.
class Program {
public:
    /// Ended, if it still runs, when this goes.
    ~Program();
    void start(const QString& program, const QStringList& arguments);
    bool waitForOutput(const QByteArray& text, int boundMs = 30'000);
    /// Its exit status; -1: it did not end in time and was ended, or was ended by a signal.
    int finish(int boundMs = 60'000);
    /// SIGTERM
    void terminate() { m_process.terminate(); }
    void write(const QByteArray& text) { m_process.write(text); }
    void closeInput() { m_process.closeWriteChannel(); }
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    const QByteArray& out();
    const QByteArray& err();
    QList<QByteArray> lines();
    QProcess& process() { return m_process; }

private:
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

class Loopback {
public:
    /// Starts it and waits until it is ready; a test fails at once if it is not (std::runtime_error).
    explicit Loopback(const QStringList& arguments = {}, const QString& verb = QStringLiteral("cluster"));

    /// "127.0.0.1:1,127.0.0.1:2,…"
    QString servers() const { return m_servers; }
    quint16 port(int broker) const;
    /// A line for its standard input.
    void command(const QByteArray& line) { m_program.write(line + '\n'); }
    bool waitForOutput(const QByteArray& text, int boundMs = 30'000)
    {
        return m_program.waitForOutput(text, boundMs);
    }
    /// A command, and the words that its effect prints from here on.
    bool commandAndWait(const QByteArray& line, const QByteArray& text, int boundMs = 30'000);
    /// Resident memory now.
    std::int64_t rssKiB() const;
    Program& program() { return m_program; }
    /// Ends it; its trace. Nothing if it ended badly: see failure().
    std::optional<trace::Trace> finish();
    const QString& failure() const { return m_failure; }

private:
    Program m_program;
    QTemporaryDir m_folder;
    QString m_servers;
    QString m_failure;
};

} // namespace connscope::test
