// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::app {

/// Replaces this process by the window's program, `connscope-window`, which lies beside this one, with the same
/// arguments. Returns only when that is not possible, having said why: no display, no such program.
int becomeWindow(int argc, char** argv);

} // namespace connscope::app
