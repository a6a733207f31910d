// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/names.h"
#include "lesson/model.h"
#include "scenario/model.h"
#include "trace/index.h"

#include <memory>
#include <string>

/// \file
/// A run of a lesson that was played, and the moments in it.

namespace connscope::lesson {

/// Where a playhead would stand: events that share an instant are told apart by how many have happened.
struct Moment {
    Instant at {};
    std::size_t applied = 0; ///< events that have happened
    bool operator==(const Moment&) const = default;
};

/// A run with its trace. Its parts refer to each other, so it stays where it is.
class Played {
public:
    Played(scenario::Scenario scenario, std::string profile, std::uint64_t seed, trace::Trace trace, Instant end);
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

    const scenario::Scenario scenario; ///< with the lesson's settings
    const std::string profile; ///< that it was forced to; "" = as the scenario says
    const std::uint64_t seed;
    const trace::Trace trace;
    const Instant end;
    const trace::Index index;
    const analysis::Names names;

    trace::WorldState world(const Moment& moment) const;
    Moment atInstant(Instant t) const;
    /// Clients that the scenario, or the trace, calls so: "consumer", "consumer[2]", a client.id.
    std::vector<ClientId> clients(std::string_view name) const;
};

/// The moment that \a spec means. An error without a place where it never comes.
Result<Moment> findMoment(const Played& played, const MomentSpec& spec);

/// The nth moment at which the query holds: right after an event for which it does, or when time makes it true of a connection.
std::optional<Moment> firstTime(const Played& played, const trace::Query& query, int nth);

} // namespace connscope::lesson
