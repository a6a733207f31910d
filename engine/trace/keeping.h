// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// \file
/// A trace that does not grow for ever: of a live session the last events are kept, so many or so long, and the oldest are
/// dropped in one go once there are a quarter more. What was still true when the first kept event happened stays as the
/// events that made it true: clients, brokers, leaders, configs, connections that have a socket with all that became of them,
/// requests in flight, and of each its next causes. Everything at a kept instant so is what it was, and can be explained;
/// a chain of causes that goes further back ends at event 0, which says so.
///
/// Such a trace reads:
///
///   EventsDropped   how many, and where what is whole begins
///   …               what was still true, in order and with the instants at which it happened
///   WholeFromHere   at the instant of the last dropped event
///   EarlierTraffic  requests and bytes of each older connection, those that are not among the events
///   …               every event since
///
/// Events are renumbered; connections, clients and texts keep their numbers, so that what a person saw as connection 12
/// stays connection 12.

namespace connscope::trace {

/// How much of a trace is kept. Nothing set = everything.
struct Keep {
    std::uint64_t events = 0; ///< 0 = any number
    Duration time {}; ///< before now; zero = any

    bool isLimited() const { return events > 0 || time > Duration::zero(); }
    bool operator==(const Keep&) const = default;
};

/// What a drop made of an event's number.
class Renumbering {
public:
    Renumbering() = default;
    Renumbering(std::size_t cut, std::size_t front, std::vector<std::pair<std::uint32_t, std::uint32_t>> kept)
        : m_cut(cut)
        , m_front(front)
        , m_kept(std::move(kept))
    {
    }
    /// Where \a before is now; event 0, which stands for what is gone, where it was dropped. Invalid stays invalid.
    EventId operator()(EventId before) const;
    bool isKept(EventId before) const { return operator()(before).value != 0; }
    /// Events before this number were dropped, but for kept().
    std::size_t cut() const { return m_cut; }
    /// What is now in their place.
    std::size_t front() const { return m_front; }
    /// Old and new numbers of what was kept of them, ascending.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> kept() const { return m_kept; }

private:
    std::size_t m_cut = 0;
    std::size_t m_front = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_kept;
};

/// Where the trace is to be cut: 0 while it is not a quarter over its limit. \a now: how far time went.
std::size_t dueCut(const Trace& trace, const Keep& keep, Instant now);

/// Drops the events before \a cut, but for what was still true after them. Nothing happens, and the result is empty, where
/// that would make the trace no shorter. O(events), in place.
std::optional<Renumbering> dropBefore(Trace& trace, std::size_t cut);

/// From numbers of a trace that only grows to those of a copy from which the oldest are dropped.
class Following {
public:
    EventId operator()(EventId source) const;
    /// The copy was cut.
    void dropped(const Renumbering& renumbering);

private:
    std::uint32_t m_from = 0; // of the source: from here on numbers differ by a constant
    std::uint32_t m_base = 0; // what m_from is in the copy
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_older; // what is left of those before, by number
};

/// Follows a trace that grows and keeps what it is told to.
class KeptTrace {
public:
    explicit KeptTrace(const Keep& keep)
        : m_keep(keep)
    {
    }
    /// Takes what \a source, always the same one, has beyond the last call; it may release() that afterwards.
    void take(const Trace& source);
    /// Drops the oldest, if that is due. What became of the numbers of events; nothing if it was not.
    std::optional<Renumbering> shorten(Instant now);

    const Trace& trace() const { return m_trace; }
    Trace takeTrace() { return std::move(m_trace); }
    /// Events of the source that were taken.
    std::size_t taken() const { return m_taken; }

private:
    Keep m_keep;
    Trace m_trace;
    Following m_following;
    std::size_t m_taken = 0;
    std::size_t m_notBelow = 0; // where almost everything is still true, it is not looked at again for every event
};

} // namespace connscope::trace
