// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// \file
/// The programs that lie beside `connscope` and that it becomes when it is asked for what they do: so that printing a
/// report loads neither widgets nor a network stack. Each call replaces this process, and returns only when that is not
/// possible, having said why.

namespace connscope::app {

/// `connscope-window`, with the same arguments. Not possible either without a display.
int becomeWindow(int argc, char** argv);
/// `connscope-live VERB`, which has real sockets.
int becomeLive(const char* verb, const QStringList& arguments);

} // namespace connscope::app
