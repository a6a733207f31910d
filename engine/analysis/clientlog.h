// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "protocol/version.h"
#include "trace/landmarks.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

/// \file
/// A trace in the words of the clients themselves: what their loggers would have printed with DEBUG on, and TRACE for
/// NetworkClient and Selector, in the layout "[%d] %p %m (%c:%L)%n" and the texts of each client's release.

namespace connscope::analysis {

struct ClientLogOptions {
    std::optional<ClientId> client; ///< only this one; otherwise all, in the order of time
    protocol::KafkaVersion version = protocol::kV2_3; ///< of clients whose profile the trace does not name
    std::optional<protocol::KafkaVersion> brokerVersion; ///< whose API versions are listed; nothing: the client's own
};

/// Writes the log; false once the sink refused a piece.
///
/// Texts, levels, loggers and source lines are protocol/logformat.h's. Times are Header::epochMs plus the event's, in UTC,
/// whatever the machine's zone. What a client would print but a trace does not know (record offsets, session ids) shows
/// as "..."; nothing is made up. Profile `course` prints like 2.3, whose lines the course shows.
///
/// The trace tells who a client is by ClientCreated (text client.id, value ClientKind) and the ConfigChanged events with
/// rule "config value" that follow it ("profile = java-2.3", "group.id = test", …); where a node is, by ConnectStarted and,
/// before that, by BrokerUp (text "host:port" or "host:port rack r", if it has one) and bootstrap.servers.
bool writeClientLog(const trace::Trace& trace, TextSink& sink, const ClientLogOptions& options = {});

class LogWriter;

/// The same log a few events at a time, for those who show it: each line with the event that made the client print it.
/// Line and event are in the order of time; within an instant a line may come after those of later events.
class ClientLogReader {
public:
    /// A line with its line feed; an exception's stack adds lines of its own.
    using Take = std::function<void(std::string_view line, EventId event)>;

    /// Learns first who the clients are, since a client prints addresses and its own name before the events that carry
    /// them: from \a landmarks, those of \a trace, or, without them, in a look at the whole trace. Both must outlive it.
    ClientLogReader(const trace::Trace& trace, Take take, const ClientLogOptions& options = {},
        const trace::Landmarks* landmarks = nullptr);
    ~ClientLogReader();
    ClientLogReader(const ClientLogReader&) = delete;
    ClientLogReader& operator=(const ClientLogReader&) = delete;

    /// Goes on by at most \a events events. False at the end.
    bool advance(std::size_t events);
    /// The trace was appended to, whole instants of it: advance() may go on, in O(what is new). False where lines that were
    /// taken would now be others (a broker's address or a client's config came after them): a new reader is needed. That
    /// happens as often as there is a new broker, and not for traffic.
    bool grow();
    /// Events looked at.
    std::size_t position() const;

private:
    std::unique_ptr<LogWriter> m_writer;
};

} // namespace connscope::analysis
