// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "base/result.h"

#include <QSaveFile>

#include <memory>
#include <string>
#include <string_view>

/// \file
/// Where the data of a command goes: standard output, or a file that is whole or not there at all.

namespace connscope::app {

/// Writes everything to a descriptor, whatever it takes; false when it cannot (errno says why).
bool writeAll(int descriptor, std::string_view bytes);

/// Standard output, or the file of -o. A regular file is written beside its place and put there by commit(), so an
/// error or the end of the program leaves what was there before. Devices and pipes (/dev/null, a FIFO) are written to
/// directly. Signals do not disturb a write.
class Output {
public:
    /// \a file: "" or "-" = standard output.
    explicit Output(std::string file);
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    /// Says early what cannot be written.
    Result<void> open();
    /// False: the reader went away, or the write failed.
    bool write(std::string_view bytes);
    /// Puts the file in its place, if every write succeeded. A reader that went away (`| head`) is no error: it has what
    /// it wanted.
    Result<void> commit();
    /// "standard output", or the file's name in quotes.
    std::string name() const;
    /// Something to give to a TextSink or a JsonlWriter; this object must outlive it.
    analysis::TextSink::Write writer();

private:
    std::string m_file;
    std::unique_ptr<QSaveFile> m_save;
    int m_descriptor = -1; // standard output or a device
    bool m_readerGone = false;
    std::string m_error;
};

} // namespace connscope::app
