// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QStringList>

#include <functional>
#include <span>
#include <string_view>

/// \file
/// The command line: `connscope VERB …`. A verb is a row of a table; it parses its own options (options.h) and puts
/// rooms of the engine together. Data goes to standard output, messages to standard error (docs/command-line.md).

namespace connscope::app {

/// What a process returns.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1, ///< the input or the run is wrong
    kUsage = 2, ///< the command line is wrong
    // interrupted by signal n: 128 + n, as shells have it
};

struct Verb {
    const char* name;
    const char* summary; ///< one line of `connscope --help`
    int (*run)(const QStringList& arguments); ///< \a arguments behind the verb; returns an ExitStatus
};
std::span<const Verb> verbs();

/// The whole program: finds the verb and runs it.
int runCommandLine(int argc, char** argv);

/// Runs \a program, the body of a main(). Where memory does not suffice, on whichever thread, it says so and the process
/// returns kFailed; files that were not complete are not there.
int withinMemory(const std::function<int()>& program);

/// A message on standard error: "connscope: …". UTF-8, no line end needed.
void say(std::string_view message);
/// "file:line:column: …" as editors read it, or as say() where the error has no place. \a kind: "" or "warning: ".
void say(const Error& error, std::string_view kind = {});

} // namespace connscope::app
