// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstddef>

/// \file
/// A run of which only the beginning is to be seen: in a lesson it ends where the last answer showed, and grows with the next.

namespace connscope::app {

/// Appends the events of \a whole that \a part does not have yet, until it has \a count of them, and the TCP states that come
/// with the last of them. \a part is the beginning of \a whole, or empty.
void appendUpTo(trace::Trace& part, const trace::Trace& whole, std::size_t count);

/// The first \a count events (all, if there are fewer) of a run, likewise, as a trace of its own.
trace::Trace beginningOf(const trace::Trace& whole, std::size_t count);

} // namespace connscope::app
