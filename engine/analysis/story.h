// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/event.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What a client did to its connections, told the same way whether a log of a real client or a simulated trace is the
/// source: the common ground on which the two are compared.

namespace connscope::analysis {

/// A point of a story: an instant, and its place among all that happens (many things share a millisecond).
struct Moment {
    Instant at {};
    std::size_t order = 0; ///< line of the log or number of the event
    bool operator<(const Moment& other) const { return order < other.order; }
};

struct Request {
    ApiKey api = ApiKey::None;
    std::int32_t correlation = -1;
    Moment sent;
    std::optional<Moment> done; ///< answered, or dropped because the connection ended
    bool cancelled = false;
};

/// How a connection ended, as far as the story's source can tell.
enum class Ending : std::uint8_t {
    None, ///< still open when the story ends
    ClientIdle, ///< connections.max.idle.ms of the client
    ClientClose, ///< close()
    BrokerIdle, ///< connections.max.idle.ms of the broker
    Lost, ///< anything else: refused, reset, timed out
};
/// "open", "client idle expiry", "client closed", "broker idle expiry", "lost".
std::string_view endingName(Ending ending);

/// One connection, from its opening to its end.
struct Life {
    NodeId node;
    std::string host;
    std::uint16_t port = 0;
    Moment opened;
    int turn = 0; ///< what was opened in one turn of the client's loop has no order of its own
    bool byMetadata = false; ///< the metadata updater asked for it, not a request ("Initialize connection …")
    std::optional<Moment> connected;
    std::optional<Moment> ready;
    std::vector<Request> requests; ///< in the order of sending
    Ending ending = Ending::None;
    std::optional<Moment> ended; ///< when the client noticed, or closed
    std::optional<Instant> brokerClosed; ///< when the broker closed, if it was first
    ConnectionId connection; ///< in the trace that the story is told from
    trace::Side closer = trace::Side::None; ///< whose end was first, where both ends are known
    /// A broker answered behind the client's FIN: whether the client's kernel met that with a reset. Empty: there was no such
    /// answer, or nobody saw what became of it.
    std::optional<bool> answerMetReset;

    /// Requests sent and neither answered nor dropped just before \a when.
    int inFlight(const Moment& when) const;
    bool isReadyAt(const Moment& when) const;
    /// The last instant before \a when at which something was sent or received, the opening included. Requests that
    /// were never answered do not count: the broker was closing when they were written.
    Instant lastUseBefore(const Moment& when) const;
};

/// A metadata request: its target is the client's choice.
struct Refresh {
    Moment sent;
    NodeId target;
};

enum class MarkKind : std::uint8_t {
    Constructed, ///< the constructor returned
    FirstPoll,
    Send, ///< send() is called
    Close, ///< close() is called
    Closed, ///< close() returned
};
std::string_view markName(MarkKind kind);

struct Mark {
    MarkKind kind = MarkKind::Constructed;
    Instant at {};
};

struct Story {
    std::vector<Life> lives; ///< in the order of opening
    std::vector<Refresh> refreshes; ///< in the order of sending; each is among the requests of a life too
    std::vector<Mark> marks; ///< in the order of time; only the first send() has one
    Instant end {}; ///< the story's last instant

    std::optional<Instant> mark(MarkKind kind) const;
    /// First activity of the client: a consumer's first poll(), a producer's construction.
    Instant start() const;
    /// True if a least-loaded choice at \a when could fall on \a target: it is ready, and no ready node has fewer
    /// requests in flight. A request can only be sent to a ready node, whatever the version's rule (facts 2.2).
    bool couldChoose(NodeId target, const Moment& when) const;
};

} // namespace connscope::analysis
