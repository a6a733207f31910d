// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/keeping.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// How a trace that grows in one thread is seen in another. The session's thread owns its trace; what crosses to the window
/// is a piece of it, made whole and never changed again. The window appends the pieces to a trace of its own, so that
/// neither ever waits for the other. What was handed over the session need not hold as well: it lets go of all but the last
/// events (real::RealSession::releaseOld), and how much the window's trace keeps is the window's choice (trace/keeping.h).

namespace connscope::app {

/// Neighbouring events of a trace with the texts that are new with them.
struct TraceChunk {
    std::size_t first = 0; ///< the place of the first event in the trace
    std::vector<trace::Event> events;
    std::uint32_t firstText = 0; ///< the number of the first text
    std::string texts; ///< one behind the other
    std::vector<std::uint32_t> textEnds; ///< where each ends in `texts`
    std::uint32_t connections = 0; ///< ids that were given until then
    std::uint32_t clients = 0;
    std::optional<trace::Header> header; ///< of the first piece
    Instant until {}; ///< how far time went: no event before that comes any more
};

/// The end of the writer: cuts off what is new.
class LiveFeed {
public:
    /// What \a trace, always the same one, has beyond the last call. O(new events and texts). Texts that the trace's
    /// writer had before its first event come with the first piece.
    TraceChunk take(const trace::Trace& trace, Instant until);
    std::size_t taken() const { return m_events; }

private:
    std::size_t m_events = 0;
    std::size_t m_texts = 1; // text 0 is in every table
};

/// The other end: \a copy began empty and takes each piece once, in order. As long as nothing was dropped from it, it is
/// then equal to what was cut, ids of texts included; \a following knows what was dropped.
void append(trace::Trace& copy, const TraceChunk& chunk, const trace::Following& following = {});

} // namespace connscope::app
