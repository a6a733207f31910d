// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/index.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// One language for filters, breakpoints, searches, scenario conditions and expectations; docs/query-language.md is its
/// description:
///
///     role = coordinator and state = ready and idle > 30s
///     kind = "connect started" and not (node in (-1, -2))
///     client ~ "^consumer-" or tcp.client = CLOSE-WAIT
///
/// A comparison whose field has no value where it is asked (api of an event without a request, role of an event without
/// a connection) is false, whatever the operator.

namespace connscope::trace {

struct QueryProgram;

/// A parsed query; copies are cheap. Immutable, may be used from several threads. A default-constructed one holds for
/// everything.
class Query {
public:
    static constexpr std::size_t kMaxLength = 4096; ///< bytes
    static constexpr int kMaxDepth = 50; ///< parentheses and nots inside each other

    /// Errors carry line, column (code points) and offset, what was expected, and the nearest right word.
    static Result<Query> parse(std::string_view text);

    /// Whether the query holds for an event. \a state is the world right after it (state.applied() is the event's id + 1):
    /// fields of a connection, client or broker are those of that moment.
    bool matches(const WorldState& state, EventId event) const;
    /// Whether it holds for a connection at state.now(). Fields of events have no value then, but for these: t is the
    /// instant, api and corr are those of the oldest request in flight, rule is why it was opened or, once its end has
    /// begun, why it ends.
    bool matches(const WorldState& state, ConnectionId connection) const;

    const std::string& text() const;
    /// Whether a field is used that only events have (kind, size, value, text, side, event): such a query finds no connections.
    bool needsEvent() const;
    /// Whether it asks for the state of connections (open, idle, tcp.client, …) and for nothing that only events have. It holds
    /// for no event without a connection: "not open" means one that was opened.
    bool needsConnection() const;
    /// The first instant after state.now() at which time alone may change whether the query holds for the connection: idle, age
    /// or t reaches a value that it is compared with, or passes it by a nanosecond, or a backoff ends. kNever: nothing will
    /// happen until an event does.
    Instant nextChange(const WorldState& state, ConnectionId connection) const;
    /// Whether it may change for connections of a client by an event that belongs to none of them (paused, orphaned).
    bool dependsOnClient() const;
    /// Whether a field is used that changes while time passes without events (idle, age, t, state).
    bool needsTime() const;

private:
    std::shared_ptr<const QueryProgram> m_program;
};

/// The words that a query may begin with: its fields, in the order of the documentation.
std::vector<std::string_view> queryFields();
/// The words that may stand after `field =`; empty where it takes numbers, durations or free text.
std::vector<std::string> queryValues(std::string_view field);

/// Events of \a index that match, from <= at <= to, the first \a limit of them.
std::vector<EventId> findEvents(const Index& index, const Query& query, Instant from = kStart, Instant to = kNever,
    std::size_t limit = static_cast<std::size_t>(-1));
/// Connections that exist in \a state (also those that are gone) and match, by id.
std::vector<ConnectionId> findConnections(const WorldState& state, const Query& query);

} // namespace connscope::trace
