// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <string>
#include <vector>

/// \file
/// Why, all the way down: an event's cause, its cause's cause, … A simulation knows each of them; every chain ends at
/// something that a person did or a config value said. Evidence may end early.

namespace connscope::trace {

/// \a event first, then its cause and so on to the end of the chain. Empty for an id that is not in the trace. A cause
/// that does not point backwards (only a broken trace has one) ends the chain.
std::vector<EventId> causeChain(const Trace& trace, EventId event);

/// A rule that may end a chain: a scenario's or a person's action, an application's call, the start, a config value; what a trace that is
/// kept short says of its dropped events.
bool isRootRule(RuleId rule);

struct CauseProblem {
    EventId event;
    std::string message; ///< "event 12 (fin sent): no rule"
};

/// Checks the promise of a simulation: each opening (ConnectStarted) and each end of a connection (ConnectFailed,
/// Disconnected, IdleExpired, FinSent, ResetSent, Closed) has a rule, and a chain of causes that goes back to a root rule.
/// Events of another vantage than Simulated are left out. Empty = it holds; at most \a limit problems are returned.
std::vector<CauseProblem> verifyCauses(const Trace& trace, std::size_t limit = 20);

} // namespace connscope::trace
