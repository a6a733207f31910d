// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// \file
/// Two runs laid beside each other by cause and not by time: which event of one is the same thing as which event of the
/// other?
///
/// Two events are counterparts when the same thing happened (kind, end, API, rule, node, broker, text) to counterparts
/// (client, connection) because of counterparts (their causes); of several alike with one cause, the first goes with the
/// first. A run in which everything is a minute later so has all its events beside those of the other.
///
/// What has no counterpart that way is tried again, each step only on what the steps before left over:
/// 1. connections of one client to one node id, in the order of opening, between those that have counterparts; and then what
///    follows from them by cause;
/// 2. events that are alike on the same connection, or of the same client where they have no connection, in their order. A
///    fetch that follows from another response than its counterpart is still the same fetch.
/// What is left exists in one run only.
///
/// Clients go together by the scenario's name for them, then by client.id, then by kind, each in the order of construction
/// (of the first event, where a trace begins later).

namespace connscope::compare {

/// Which of the two runs.
enum class Run : std::uint8_t { First, Second };
inline constexpr Run other(Run run) { return run == Run::First ? Run::Second : Run::First; }

/// A thing of both runs, or of one of them.
template <typename Id>
struct Pair {
    Id first; ///< invalid: the first run has no such thing
    Id second;
    bool isBoth() const { return first.isValid() && second.isValid(); }
    Id of(Run run) const { return run == Run::First ? first : second; }
    bool operator==(const Pair&) const = default;
};

class Alignment {
public:
    /// O(n log n) in the number of events; both traces must outlive it. About 40 bytes an event while it works, 4 afterwards.
    Alignment(const trace::Trace& first, const trace::Trace& second);

    const trace::Trace& trace(Run run) const { return run == Run::First ? *m_first : *m_second; }

    /// Those of the first run in the order of construction, then those of the second alone.
    const std::vector<Pair<ClientId>>& clients() const { return m_clients; }
    /// Those of the first run in the order of opening; one that only the second has stands behind the last that was opened
    /// before it and has a counterpart.
    const std::vector<Pair<ConnectionId>>& connections() const { return m_connections; }

    /// The counterpart of an event of \a run in the other one; invalid where there is none.
    EventId counterpart(Run run, EventId event) const;
    ClientId counterpart(Run run, ClientId client) const;
    ConnectionId counterpart(Run run, ConnectionId connection) const;

    /// Number of events of \a run without counterpart.
    std::size_t aloneCount(Run run) const { return m_alone[static_cast<std::size_t>(run)]; }
    /// The first event without counterpart, by time, and whose it is; at the same instant the first run's. ConfigChanged is
    /// passed over: what was set otherwise is told apart (settings.h); so are, between a simulation and real sockets, TCP states,
    /// which are not all seen there. None: nothing else differs.
    struct Parting {
        Run run = Run::First;
        EventId event;
    };
    std::optional<Parting> parting() const;

private:
    friend class Aligner;

    const trace::Trace* m_first;
    const trace::Trace* m_second;
    std::vector<EventId> m_events[2]; // by event of a run: its counterpart
    std::vector<ClientId> m_clientOf[2];
    std::vector<ConnectionId> m_connectionOf[2];
    std::vector<Pair<ClientId>> m_clients;
    std::vector<Pair<ConnectionId>> m_connections;
    std::size_t m_alone[2] {};
};

} // namespace connscope::compare
