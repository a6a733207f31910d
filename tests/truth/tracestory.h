// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"
#include "truth/story.h"

namespace connscope::truth {

/// The story that a trace tells of its first client. Reads what the client itself could log, and from the broker's
/// side only who closed.
Story storyOf(const trace::Trace& trace);

} // namespace connscope::truth
