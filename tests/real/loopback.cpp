// SPDX-License-Identifier: GPL-3.0-or-later
#include "loopback.h"

#include "support/paths.h"
#include "trace/jsonl.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>

#include <stdexcept>

namespace connscope::test {

QString livePath()
{
    return QFileInfo(QString::fromStdString(programPath())).path() + QStringLiteral("/connscope-live");
}

bool waitUntil(const std::function<bool()>& holds, int boundMs)
{
    const QDeadlineTimer deadline(boundMs);
    while (!holds()) {
        if (deadline.hasExpired())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
        if (!holds())
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return true;
}

Program::~Program()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(5'000);
}

void Program::start(const QString& program, const QStringList& arguments)
{
    m_process.start(program, arguments);
    m_process.waitForStarted();
}

const QByteArray& Program::out()
{
    m_out += m_process.readAllStandardOutput();
    return m_out;
}

const QByteArray& Program::err()
{
    m_err += m_process.readAllStandardError();
    return m_err;
}

QList<QByteArray> Program::lines()
{
    QList<QByteArray> lines = out().split('\n');
    lines.removeLast(); // what is not a whole line yet
    return lines;
}

bool Program::waitForOutput(const QByteArray& text, int boundMs)
{
    const QDeadlineTimer deadline(boundMs);
    while (!out().contains(text)) {
        if (deadline.hasExpired() || (!isRunning() && m_process.bytesAvailable() == 0))
            return out().contains(text);
        m_process.waitForReadyRead(static_cast<int>(std::min<qint64>(deadline.remainingTime(), 200)));
    }
    return true;
}

int Program::finish(int boundMs)
{
    if (isRunning() && !m_process.waitForFinished(boundMs)) {
        m_process.kill();
        m_process.waitForFinished(5'000);
        return -1;
    }
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

Loopback::Loopback(const QStringList& arguments, const QString& verb)
{
    m_program.start(livePath(),
        QStringList {verb, QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("-o"),
            m_folder.filePath(QStringLiteral("trace.jsonl"))}
            + arguments);
    const QByteArray key = "bootstrap.servers=";
    if (!m_program.waitForOutput(key, 20'000) || !waitUntil([this] { return !m_program.lines().isEmpty(); }, 5'000))
        throw std::runtime_error("the loopback cluster did not start: " + m_program.err().toStdString());
    for (const QByteArray& line : m_program.lines()) {
        if (line.startsWith(key))
            m_servers = QString::fromLatin1(line.mid(key.size()));
    }
}

quint16 Loopback::port(int broker) const
{
    return m_servers.split(QLatin1Char(',')).at(broker).section(QLatin1Char(':'), -1).toUShort();
}

bool Loopback::commandAndWait(const QByteArray& line, const QByteArray& text, int boundMs)
{
    const auto before = m_program.out().count(text);
    command(line);
    return waitUntil([&] { return m_program.out().count(text) > before; }, boundMs);
}

std::int64_t Loopback::rssKiB() const
{
    QFile status(QStringLiteral("/proc/%1/status").arg(const_cast<Loopback*>(this)->m_program.process().processId()));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toLongLong();
    }
    return 0;
}

std::optional<trace::Trace> Loopback::finish()
{
    command("quit");
    if (const int status = m_program.finish(20'000); status != 0) {
        m_failure
            = QStringLiteral("the cluster ended with status %1: ").arg(status) + QString::fromUtf8(m_program.err());
        return std::nullopt;
    }
    auto read = trace::readJsonlFile(m_folder.filePath(QStringLiteral("trace.jsonl")).toStdString());
    if (!read) {
        m_failure = QString::fromStdString(read.error().message);
        return std::nullopt;
    }
    return std::move(read->trace);
}

} // namespace connscope::test
