// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

/// \file
/// A pace at which an eye can follow a trace. A consumer opens all its connections within four milliseconds: at any one
/// speed they are all there at once, or nothing happens for minutes. Here the trace itself says where it is worth going
/// slowly: a handshake, the first messages of each kind on a connection with their stay at the broker, and the exchange of
/// FINs take at least so long on the screen. Where several of them go on at once they share the time, so what is
/// simultaneous is seen so; within one of them time goes evenly. What was shown often is shown faster and at last not
/// slowed for at all, which also bounds the number of slowed stretches in a trace of any length.
///
/// Everything is a function of the trace: an instant has one place on the screen's clock, whoever plays and from where.

namespace connscope::view {

/// A stretch of the trace that is shown slower than the rest.
struct Slowed {
    Instant from {};
    Instant to {};
    Duration shown {}; ///< what it takes on the screen at 1×
    Duration length() const { return to - from; }
    bool operator==(const Slowed&) const = default;
};

class Pace {
public:
    /// What each takes at least on the screen at 1× when it is new.
    static constexpr Duration kHandshake = ms(1000);
    static constexpr Duration kWay = ms(500); ///< of a message, one way
    static constexpr Duration kService = ms(150); ///< a broker's work on a request
    static constexpr Duration kGoodbye = ms(1000); ///< FINs there and back
    /// What takes less than this at its turn is not slowed for.
    static constexpr Duration kLeast = ms(60);
    /// After so many of a kind the time for one is half, after twice as many a third …
    static constexpr int kSeenOften = 8;
    /// What takes longer than this is seen anyway; nor is a way of more than it one: somebody does not read.
    static constexpr Duration kLong = ms(400);
    /// Stretches with less than this between them (on the screen) are one.
    static constexpr Duration kApart = ms(20);

    Pace();

    /// Takes in events that were appended since the last call. O(new events); O(stretches) where something new was among them.
    void extend(const trace::Trace& trace);

    /// What the trace up to \a t takes on the screen at 1×, in nanoseconds. Strictly ascending. O(log stretches).
    double shown(Instant t) const;
    /// The inverse of shown, cut to a nanosecond.
    Instant at(double shown) const;
    /// Seconds of the trace for a second on the screen, at and right after \a t; 1 where nothing is slowed.
    double rate(Instant t) const;
    /// Ascending, apart from each other.
    const std::vector<Slowed>& stretches() const { return m_stretches; }
    /// The one that playing on from \a t goes through.
    std::optional<Slowed> stretch(Instant t) const;

private:
    /// Something that wants to be seen for at least `least`.
    struct Act {
        Instant from {};
        Instant to {};
        Duration least {};
    };
    /// From here on time goes at `rate`.
    struct Knot {
        Instant at {};
        double shown = 0;
        double rate = 1;
    };
    struct Opening { // of a connection
        Instant started = kNever;
        Instant fin = kNever;
        std::uint64_t seen[2] = {}; // APIs, a bit each
        std::uint8_t fins = 0;
    };
    struct Exchange { // whose messages are slowed for
        Instant since {}; // the last thing that happened to it
        ConnectionId connection;
        ApiKey api {};
    };

    void read(const trace::Event& e);
    void add(Instant from, Instant to, Duration least, std::uint32_t kind);
    void lay();
    const Knot& knot(Instant t) const;

    std::size_t m_read = 0;
    std::vector<Act> m_acts;
    std::vector<Opening> m_openings; // by connection
    std::unordered_map<std::uint64_t, Exchange> m_exchanges; // (connection, correlation)
    std::unordered_map<std::uint32_t, int> m_shown; // by kind: how often
    std::vector<Knot> m_knots; // the first is at kStart
    std::vector<Slowed> m_stretches;
};

} // namespace connscope::view
