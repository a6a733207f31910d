// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output.h"

#include "base/text.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace connscope::app {

namespace {

constexpr int kStandardOutput = 1;

} // namespace

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Output::Output(std::string file)
    : m_file(std::move(file))
{
}

Output::~Output()
{
    if (m_descriptor > 2)
        ::close(m_descriptor);
}

Result<void> Output::open()
{
    if (m_file.empty() || m_file == "-") {
        m_descriptor = kStandardOutput;
        return {};
    }
    // QSaveFile would put a regular file in the place of a device.
    struct stat info { };
    if (::stat(m_file.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        m_descriptor = ::open(m_file.c_str(), O_WRONLY | O_CLOEXEC);
        if (m_descriptor < 0)
            return fail("cannot write to '" + printable(m_file) + "': " + std::strerror(errno));
        return {};
    }
    m_save = std::make_unique<QSaveFile>(QString::fromStdString(m_file));
    // Unbuffered, so that an error is that of the write at hand: the writers have buffers of their own.
    if (!m_save->open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return fail("cannot write '" + printable(m_file) + "': " + m_save->errorString().toStdString());
    return {};
}

bool Output::write(std::string_view bytes)
{
    if (m_readerGone || !m_error.empty())
        return false;
    if (m_save) {
        // A disk that becomes full takes a part; why it does not take the rest only the next attempt tells.
        while (!bytes.empty()) {
            const qint64 written = m_save->write(bytes.data(), static_cast<qint64>(bytes.size()));
            if (written <= 0) {
                m_error = m_save->errorString().toStdString();
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            m_readerGone = errno == EPIPE;
            if (!m_readerGone)
                m_error = std::strerror(errno);
            return false;
        }
    }
    return true;
}

Result<void> Output::commit()
{
    if (m_error.empty() && m_save && !m_save->commit())
        m_error = m_save->errorString().toStdString();
    if (m_error.empty())
        return {};
    if (m_save) {
        m_save->cancelWriting();
        return fail(name() + " was not written: " + m_error);
    }
    return fail(name() + " could not be written: " + m_error);
}

std::string Output::name() const
{
    return m_file.empty() || m_file == "-" ? std::string("standard output") : "'" + printable(m_file) + "'";
}

analysis::TextSink::Write Output::writer()
{
    return [this](std::string_view bytes) { return write(bytes); };
}

} // namespace connscope::app
