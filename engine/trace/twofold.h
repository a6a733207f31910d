// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/time.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Two runs in one trace, laid over each other on the clock of the first: which of its events, connections and clients are of
/// both runs, which of one alone. compare/superpose.h makes it; views read it beside the trace that it is about.
///
/// What is the same in both is in the trace once. What may differ is there twice: the *halves* of a connection (or a client),
/// as the first run has it and as the second has it, with ids of their own, so that each half's states are those of its run.

namespace connscope::trace {

/// Whose something is. First and Second also of a half whose other half is there: see Twofold::half.
enum class Origin : std::uint8_t { Both, First, Second };

struct Twofold {
    std::vector<Origin> events; ///< by event
    std::vector<Origin> connections; ///< by connection
    std::vector<Origin> clients; ///< by client
    std::vector<bool> differs; ///< by connection: both runs have it, and something about it is otherwise there
    std::vector<EventId> eventHalf; ///< by event: the same thing in the other run's half; invalid = none
    std::vector<ConnectionId> connectionHalf; ///< by connection: likewise
    std::vector<ClientId> clientHalf; ///< by client: likewise
    std::array<std::vector<Instant>, 2> at; ///< by run, by event: when it happened there; kNever = it did not
    /// By run: where an event, a connection, a client of the trace stands in that run's own trace; invalid = it is not there.
    std::array<std::vector<EventId>, 2> eventIn;
    std::array<std::vector<ConnectionId>, 2> connectionIn;
    std::array<std::vector<ClientId>, 2> clientIn;
    /// By run: its name for a legend, in English and in Chinese.
    std::array<std::array<std::string, 2>, 2> names;
    std::array<std::string, 2> summary; ///< what differs in a few sentences, for a caption; in English, in Chinese
    /// Idle limits of brokers that the second run has otherwise, in ms; negative = never. The trace's own state of a broker
    /// is that of the first.
    std::map<BrokerId, std::int64_t> secondIdleMs;

    /// By run: until when there is anything of it, on the trace's clock. The shorter one is over from then on.
    std::array<Instant, 2> end {kNever, kNever};
    /// Whether of what one run has nothing is known any more at \a t: not open, not closed, its run is over. Never of both.
    bool isOver(Origin origin, Instant t) const
    {
        return origin != Origin::Both && t > end[origin == Origin::First ? 0 : 1];
    }

    /// Places where an instant of the trace's clock and one of the second run's meet, ascending in both; between two of them
    /// time goes by in proportion, behind the last at one pace. Empty: both clocks are one.
    std::vector<std::pair<Instant, Instant>> clock;
    /// The second run's instant at \a t of the trace. O(log places).
    Instant toSecond(Instant t) const;

    template <typename T, typename Id>
    static T of(const std::vector<T>& all, Id id, T otherwise)
    {
        return id.value < all.size() ? all[id.value] : otherwise;
    }
    Origin origin(EventId id) const { return of(events, id, Origin::Both); }
    Origin origin(ConnectionId id) const { return of(connections, id, Origin::Both); }
    Origin origin(ClientId id) const { return of(clients, id, Origin::Both); }
    bool isOtherwise(ConnectionId id) const { return id.value < differs.size() && differs[id.value]; }
    EventId half(EventId id) const { return of(eventHalf, id, EventId {}); }
    ConnectionId half(ConnectionId id) const { return of(connectionHalf, id, ConnectionId {}); }
    ClientId half(ClientId id) const { return of(clientHalf, id, ClientId {}); }
    /// The half that stands for both in a list: the first run's.
    template <typename Id>
    Id shown(Id id) const
    {
        return origin(id) == Origin::Second && half(id).isValid() ? half(id) : id;
    }
    template <typename Id>
    bool isShown(Id id) const
    {
        return shown(id) == id;
    }
    /// Only one run has it.
    template <typename Id>
    bool isAlone(Id id) const
    {
        return origin(id) != Origin::Both && !half(id).isValid();
    }
    /// True where nothing is of one run alone and nothing has halves.
    bool isSame() const
    {
        return std::all_of(events.begin(), events.end(), [](Origin o) { return o == Origin::Both; });
    }
};

} // namespace connscope::trace
