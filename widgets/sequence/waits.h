// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sequence/messages.h"

#include <vector>

/// \file
/// Which requests somebody waited for, and how long: while one is in flight a stretch without a message is not idle. Pure.

namespace connscope::sequence {

/// From a request's departure (where that was not seen: its arrival) to its response's departure (its arrival, likewise),
/// or to the end that the client put to it. A request that wants no answer (acks=0) is none.
struct Wait {
    Instant from {};
    Instant to = kNever; ///< kNever: it goes on
    ConnectionId connection;
    ApiKey api = ApiKey::None;
};

/// Those that \a range has a part of, by Wait::from. O(events up to range.to).
std::vector<Wait> waitsOf(const trace::Trace& trace, const MessageRange& range);

} // namespace connscope::sequence
