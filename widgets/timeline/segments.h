// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/linkstate.h"
#include "timeline/lanes.h"
#include "timeline/pyramid.h"
#include "trace/life.h"
#include "trace/worldstate.h"
#include "view/position.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// \file
/// What the strips of the lanes show, as sequences that can be cut anywhere by binary search: states, requests, ends.
/// Built in one pass over the events with a fold of its own that keeps only what a strip needs; tests hold it to
/// theme::linkState. It grows with its trace.
///
/// A lane shows its newest connection: an older one that is still in TIME-WAIT is not seen once its successor has opened.

namespace connscope::timeline {

/// From here on a lane is in a state.
struct Segment {
    std::int64_t at = 0; ///< ns
    std::uint32_t applied = 0; ///< events that had happened; with `at` it can be found on each axis
    std::uint32_t connection = 0;
    theme::LinkState state = theme::LinkState::Ghost;
    view::Position position() const { return {fromNs(at), applied}; }
};
static_assert(sizeof(Segment) <= 24);

/// A request that was written, and the event that ended its wait (answered, cancelled, timed out).
struct RequestSpan {
    std::uint32_t sent = 0;
    std::uint32_t done = kOpen; ///< kOpen while in flight; = sent where no answer is wanted
    static constexpr std::uint32_t kOpen = 0xffffffffu;
};

/// Where the end of a connection began: what a cap stands for.
struct End {
    std::uint32_t event = 0;
    std::uint32_t connection = 0;
};

struct LaneTrack {
    std::vector<Segment> segments; ///< ascending
    MaskPyramid states; ///< of LinkState, one for each segment
    std::vector<RequestSpan> requests; ///< ascending by `sent`
    std::vector<End> ends; ///< ascending by `event`
    MaskPyramid closers; ///< of trace::Side as known when it happened, one for each end
    /// Events that must be seen however far away one looks: errors answered, time-outs, lost segments, forgotten flows.
    std::vector<std::uint32_t> troubles; ///< ascending

    /// The last segment that begins before \a boundary; none before the first.
    std::optional<std::size_t> segmentBefore(const view::Position& boundary) const;
};

class Segments {
public:
    /// Looks at the events up to \a size; \a lanes and \a lives (by id) must know their connections. Time-driven changes
    /// (idle, the end of a backoff) are entered up to the last event.
    void extend(const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives,
        std::size_t size);
    /// A lane's track from the beginning: connections have left or joined it. \a events: those of all connections that it
    /// has now, in order, of the events that were looked at.
    void refold(const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives,
        LaneId lane, std::span<const EventId> events);
    /// Enters what time alone changes up to \a now: after the last event, at the end of a run.
    void settle(const trace::Trace& trace, Instant now);
    void clear() { *this = Segments(); }

    /// Number of events that were looked at.
    std::size_t size() const { return m_size; }
    /// Empty for a lane without events.
    const LaneTrack& track(LaneId lane) const;
    /// Bytes held, for the memory budget.
    std::size_t bytes() const;

private:
    struct Waiting {
        std::int32_t correlation;
        std::uint32_t index; // of LaneTrack::requests
    };
    /// The fold of one connection (compare trace/worldstate.h).
    struct Fold {
        LaneId lane = Lanes::kNoLane;
        trace::Channel channel = trace::Channel::None;
        trace::TcpState client = trace::TcpState::None;
        trace::TcpState broker = trace::TcpState::None;
        trace::Side closer = trace::Side::None;
        trace::EventKind closingKind = trace::EventKind::Mark;
        bool exists = false;
        bool connected = false;
        bool ready = false; // was it ever
        bool released = false;
        bool closing = false;
        std::int64_t usedAt = 0;
        std::int64_t backoffUntil = 0;
        std::vector<Waiting> waiting;
    };
    struct LaneFold {
        ConnectionId current;
        std::int64_t nextAt = 0; // when time alone changes the state; 0 = never
    };

    void take(const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives,
        std::uint32_t id);
    void apply(const trace::Event& e, std::uint32_t id, Fold& fold, std::span<const trace::ConnectionLife> lives);
    static void applyRequest(const trace::Event& e, std::uint32_t id, Fold& fold, LaneTrack& track);
    static theme::LinkState stateOf(const Fold& fold, std::int64_t now);
    static std::int64_t nextChange(const Fold& fold, theme::LinkState state);
    static void enter(
        LaneTrack& track, ConnectionId connection, theme::LinkState state, std::int64_t at, std::uint32_t applied);
    void passTime(LaneId lane, std::int64_t now, const trace::Trace& trace);

    std::vector<LaneTrack> m_tracks; // by lane
    std::vector<LaneFold> m_lanes;
    std::vector<Fold> m_folds; // by connection
    std::size_t m_size = 0;
};

} // namespace connscope::timeline
