// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "trace/event.h"

#include <optional>

/// \file
/// The one rule of idle limits: when a client closes in time before a broker or a middlebox does, and what to set so that
/// it does. A client closes what is idle at the end of a poll of its selector alone (Selector#maybeCloseOldestConnection),
/// and no timer shortens a poll for it: it may be late by the longest poll.

namespace connscope::findings {

/// How late a client of this kind that polls may notice that a connection is idle: a producer's or an AdminClient's thread
/// sleeps up to its request.timeout.ms (30 s where \a requestTimeout is none) in a poll, a consumer that is polled up to
/// five seconds.
Duration longestLook(trace::ClientKind kind, std::optional<Duration> requestTimeout);

/// Whether a client whose limit is \a own closes before \a other, the idle limit of a broker or a middlebox, however late it
/// looks. \a own < 0: it never closes.
bool closesInTime(Duration own, Duration other, Duration look);

/// A connections.max.idle.ms with which closesInTime() holds, at most nine tenths of \a other (as Kafka's defaults are, 9 and
/// 10 minutes) and a round number where there is room; where no limit can (\a other is not above \a look), half of \a other.
Duration limitBelow(Duration other, Duration look);

} // namespace connscope::findings
