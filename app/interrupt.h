// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

/// \file
/// Ctrl-C and SIGTERM as a flag, so that a run can stop cleanly and leave whole files.

namespace connscope::app {

/// Takes SIGINT and SIGTERM from its construction to its destruction. One at a time in a process.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Set by the first signal; give it to sim::Options::cancel.
    const std::atomic<bool>& flag() const;
    bool isSet() const { return flag(); }
    /// The signal that came last, 0 = none.
    int signal() const;
    /// Forgets the signals so far: the next one counts again.
    void clear();
};

} // namespace connscope::app
