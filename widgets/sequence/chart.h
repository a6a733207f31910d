// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sequence/messages.h"
#include "view/document.h"

#include <optional>
#include <vector>

/// \file
/// A sequence chart before it has a size: which hosts stand side by side and which rows stand below each other. Time runs
/// down but is not to scale: a row is a thing that happened. Routine (polls, fetches, heartbeats that go on as before) is
/// gathered into rows that count, and stretches without a message into rows that say how long they took and what was under way.

namespace connscope::sequence {

struct Host {
    ClientId client; ///< of a client
    BrokerId broker; ///< of a broker
    TextId address; ///< where no broker is known: what was dialled

    bool isClient() const { return client.isValid(); }
    auto operator<=>(const Host&) const = default;
};

/// Where a message leaves or arrives.
struct End {
    std::uint32_t message = 0; ///< position in Chart::messages
    bool arrives = false;
};

struct Row {
    enum class Kind : std::uint8_t {
        Ends, ///< of messages
        Routine, ///< several exchanges of one API on one connection
        Silence, ///< no message leaves or arrives
        Read, ///< of a message that had arrived long before: somebody reads it only now
    };
    Kind kind = Kind::Ends;
    Instant from {};
    Instant to {}; ///< of Routine and Silence
    End end; ///< of Ends and Read
    ConnectionId connection; ///< of Routine
    ApiKey api = ApiKey::None; ///< of Routine
    std::uint32_t count = 0; ///< of Routine: exchanges
    std::uint32_t travelling = 0; ///< of Silence: messages that are on their way all the while
    std::uint32_t unread = 0; ///< of Silence: messages that have arrived and that nobody reads yet
    std::uint32_t awaited = 0; ///< of Silence: requests that are not answered; see Wait
    ApiKey one = ApiKey::None; ///< of Silence: what travels, else what is awaited, where that is one
};

struct ChartOptions {
    Instant from = kStart;
    Instant to = kNever;
    std::function<bool(ConnectionId)> takes; ///< as MessageRange
    /// From so many exchanges on, routine is one row; 0 = every message is drawn.
    std::uint32_t gather = 3;
    /// Stretches without a message that are longer become a row that says so, and says what is in flight; none = they are
    /// not told.
    std::optional<Duration> silence = std::chrono::seconds(1);
};

struct Chart {
    std::vector<Host> hosts; ///< clients as they were created, then brokers by id, then addresses
    std::vector<Message> messages; ///< those that are drawn one by one
    std::vector<Row> rows; ///< from top to bottom
    std::size_t gathered = 0; ///< messages that are counted in rows of Routine

    /// Whether a message lies unread where it arrived. The trace knows when it is read, so its arrival stands right below its
    /// departure, and its reading is a row of its own.
    bool lies(std::uint32_t message) const { return unread[message]; }
    std::vector<bool> unread; ///< by message

    /// Positions of the hosts of a connection; see Host.
    std::uint32_t clientOf(ConnectionId c) const { return clientPlaces[c.value]; }
    std::uint32_t brokerOf(ConnectionId c) const { return brokerPlaces[c.value]; }
    /// Of an end of a message.
    std::uint32_t hostOf(const Message& message, trace::Side side) const
    {
        return side == trace::Side::Client ? clientOf(message.connection) : brokerOf(message.connection);
    }

    std::vector<std::uint32_t> clientPlaces; ///< by connection: position of its client in `hosts`
    std::vector<std::uint32_t> brokerPlaces; ///< likewise of the other end
};

Chart makeChart(const view::Document& document, const ChartOptions& options);

} // namespace connscope::sequence
