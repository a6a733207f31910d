// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::app {

/// The program with the window: `connscope [FILE]`. Returns what a process returns.
int runWindow(int argc, char** argv);

} // namespace connscope::app
