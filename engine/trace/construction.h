// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Clients that never came to be, because their constructor threw. Such a client has no ClientCreated; in its place stands
/// a Mark with the rule of what was wrong, whose text is notConstructedText() and whose value is the ClientKind. It belongs
/// to no client, so nothing that goes by clients would show it.

namespace connscope::trace {

struct NotConstructed {
    EventId event;
    std::string_view name; ///< client.id, or the scenario's name where there is none yet
    std::string_view reason; ///< the exception's message
    ClientKind kind = ClientKind::Other;
};

/// What such a mark says: "producer-1 is not constructed: No resolvable …".
std::string notConstructedText(std::string_view name, std::string_view reason);
/// What \a event says, if it is one. The views are good as long as the trace lives.
std::optional<NotConstructed> notConstructed(const Trace& trace, EventId event);
/// All of them, in the order of time. O(events).
std::vector<NotConstructed> allNotConstructed(const Trace& trace);

} // namespace connscope::trace
