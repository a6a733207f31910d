// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>

/// \file
/// Ctrl-C, SIGTERM, and SIGHUP where it is not ignored (nohup). The first is a flag: a run stops, and what it has is still written whole. The second ends the
/// program at once, whatever it is doing; the same one within 200 ms is the first once more (timeout signals its child and then the group).

namespace connscope::app {

/// Takes these signals from its construction to its destruction. One at a time in a process. If one came, later ones
/// are ignored after that: the program ends with the status that the first one gave it.
class Interrupt {
public:
    /// \a lastWords: said on standard error when a second signal ends the program, as one line without its end.
    explicit Interrupt(std::string lastWords);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Set by the first signal; give it to sim::Options::cancel.
    const std::atomic<bool>& flag() const;
    bool isSet() const { return flag(); }
    /// The first signal, 0 = none.
    int signal() const;
    /// From here on a second signal does not end the program either: the last step, which puts a file in its place, is
    /// short and must not be cut.
    void hold();

private:
    std::string m_lastWords;
};

/// For a program that puts its files in their places whole and as its last step: these signals end it at once, with
/// \a words on standard error as one line and the status 128 + signal. \a words must outlive the program.
void endAtInterrupt(const char* words);

} // namespace connscope::app
