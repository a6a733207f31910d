// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

/// \file
/// What travelled between hosts, as a list: requests, responses and the TCP segments that begin and end a connection, each
/// with where it left and where it arrived. Pure: no pixels, no Qt.
///
/// An arrival names its departure as its cause; where it does not (somebody else's client, of which one end was seen), the
/// message has one end only. Nothing is made up for the other.

namespace connscope::sequence {

struct Message {
    enum class Kind : std::uint8_t {
        Syn,
        SynAck,
        Ack, ///< the third of the handshake; of no other segment
        Request,
        Response,
        Fin,
        Reset,
    };
    Kind kind = Kind::Request;
    trace::Side from = trace::Side::Client; ///< who sent it; Network for a reset by a middlebox
    trace::Side to = trace::Side::Broker; ///< Client or Broker
    ConnectionId connection;
    EventId sent; ///< the event of its departure; invalid = not seen
    EventId arrived; ///< of its arrival; invalid = lost, still under way at the end, or not seen
    bool lost = false; ///< an event says that it never arrived
    bool answers = false; ///< a FIN behind the other end's: its sender was closed, and closes only now (LAST-ACK)

    /// A FIN whose sender closes the connection, and not the one that follows it.
    bool closes() const { return kind == Kind::Fin && !answers; }
    ApiKey api = ApiKey::None; ///< of requests and responses
    std::int32_t correlation = -1;

    bool isSegment() const { return kind != Kind::Request && kind != Kind::Response; }
    /// The first that is known of it; always valid.
    EventId first() const { return sent.isValid() ? sent : arrived; }
    EventId last() const { return arrived.isValid() ? arrived : sent; }
    bool operator==(const Message&) const = default;
};

struct MessageRange {
    Instant from = kStart;
    Instant to = kNever;
    /// Whether a connection takes part; empty = each does.
    std::function<bool(ConnectionId)> takes;
};

/// Messages of which any part lies within \a range, in order of first(). O(events up to range.to).
std::vector<Message> messagesOf(const trace::Trace& trace, const MessageRange& range);

} // namespace connscope::sequence
