// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/story.h"
#include "trace/trace.h"

namespace connscope::analysis {

/// Where the marks of a story are: at bookmarks that a scenario set under these names, or at the application's own calls.
enum class MarksFrom : std::uint8_t { Bookmarks, Calls };
inline constexpr std::string_view kMarkFirstPoll = "first poll";
inline constexpr std::string_view kMarkSend = "send";
inline constexpr std::string_view kMarkClose = "close";

/// The story that a trace tells of one client. Reads what the client itself could log, and from the broker's side only who
/// closed.
Story storyOf(const trace::Trace& trace, ClientId client, MarksFrom marks);

} // namespace connscope::analysis
