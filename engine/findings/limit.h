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

/// The shortest connections.max.idle.ms that is worth to be set: below it a client opens its connections anew all the time.
inline constexpr Duration kLeastLimit = std::chrono::seconds(10);

/// A connections.max.idle.ms with which closesInTime() holds, at most nine tenths of \a other (as Kafka's defaults are, 9 and
/// 10 minutes) and a round number where there is room; none where no limit of kLeastLimit or more is in time.
std::optional<Duration> limitBelow(Duration other, Duration look);

/// A limit of a broker or a middlebox before which a client whose limit is \a own closes in time: whole minutes. \a own >= 0.
Duration limitAbove(Duration own, Duration look);

/// What to set so that the client closes first: one of the two, or both.
struct IdleAdvice {
    std::optional<Duration> own; ///< the client's
    std::optional<Duration> other; ///< the broker's or the middlebox's
};

/// The client's limit where one is in time; where none is, the other one is raised above the client's. \a own: < 0, it never
/// closes, and both are to be set; none, it was not told, and Kafka's default is taken for it.
IdleAdvice idleAdvice(std::optional<Duration> own, Duration other, Duration look);

} // namespace connscope::findings
