// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/folding.h"
#include "timeline/lanes.h"
#include "timeline/openseries.h"
#include "timeline/rangestatistics.h"
#include "timeline/segments.h"
#include "timeline/timeaxis.h"
#include "view/document.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

/// \file
/// All that a timeline computes from its document once, and goes on computing while it grows. No pixels.

namespace connscope::timeline {

/// The number of events before an instant, quicker than by searching the trace: instants of every 32nd event lie together.
class EventClock {
public:
    static constexpr std::size_t kEvery = 32;
    void extend(const trace::Trace& trace, std::size_t size);
    /// Events before \a boundary, in the sense of TimeAxis::boundary.
    /// \a hint: where to look first, moved along; start with 0 and ask from left to right.
    std::size_t before(const trace::Trace& trace, const view::Position& boundary, std::size_t& hint) const;
    std::size_t before(const trace::Trace& trace, const view::Position& boundary) const
    {
        std::size_t hint = 0;
        return before(trace, boundary, hint);
    }
    /// The same of many boundaries, ascending. A large trace lies in memory and not in a cache: so the searches go side by
    /// side, and each has the event that it looks at next fetched while the others look at theirs.
    void before(const trace::Trace& trace, std::span<const view::Position> boundaries,
        std::vector<std::uint32_t>& counts) const;

private:
    /// The first event of the stretch of kEvery in which \a at lies.
    std::size_t stretchOf(std::int64_t at, std::size_t& hint) const;
    std::size_t amongEqual(const trace::Trace& trace, const view::Position& boundary, std::size_t low) const;

    std::vector<std::int64_t> m_instants;
    std::size_t m_size = 0;
};

/// What is computed of a trace and nothing else, so that it can be made in another thread.
struct TimelineParts {
    Lanes lanes;
    Segments segments;
    OpenSeries open;
    FoldingIndex folding;
    RunningTotals totals;
    EventClock clock;
};
/// All of it, left with \a content for the timeline that will show it.
void prepare(view::Content& content);

class TimelineData {
public:
    /// \a document must outlive it.
    explicit TimelineData(const view::Document& document)
        : m_document(document)
        , m_parts(std::make_shared<TimelineParts>())
    {
    }
    /// Another trace: what was prepared for it, or from the beginning.
    void restart();
    /// The document has grown by the events from \a firstNew on: lanes and open connections take them in at once. True where
    /// a connection has moved to another lane.
    bool grow(std::size_t firstNew);
    /// Takes in up to \a events more; true when it has everything. Lanes are complete after the first call.
    bool extend(std::size_t events);
    bool isComplete() const { return segments().size() == m_document.trace().size(); }

    const view::Document& document() const { return m_document; }
    const Lanes& lanes() const { return m_parts->lanes; }
    const Segments& segments() const { return m_parts->segments; }
    const OpenSeries& open() const { return m_parts->open; }
    /// Open connections of one of two runs that are laid over each other; of Both, and where there is one run: of all.
    const OpenSeries& openOf(trace::Origin run) const;
    /// Open connections of a lane's group (Row::group).
    const OpenSeries& openOf(std::uint32_t group, GroupBy by) const;
    const RunningTotals& totals() const { return m_parts->totals; }
    const EventClock& clock() const { return m_parts->clock; }
    TimeAxis axis(AxisKind kind, FoldRule rule) const;
    /// One of a stretch alone: what lies outside has no share in its room. For AxisRange see ofStretch().
    TimeAxis axis(AxisKind kind, FoldRule rule, Instant from, Instant to) const;
    /// What an event-numbered list would say of the end of a connection: who closed it.
    trace::Side closerOf(ConnectionId connection) const;

private:
    bool refoldMoved();

    const view::Document& m_document;
    std::shared_ptr<TimelineParts> m_parts;
    mutable std::map<std::pair<std::uint32_t, GroupBy>, OpenSeries> m_openOf;
    mutable std::map<trace::Origin, OpenSeries> m_openOfRun;
    std::size_t m_seenEvents = 0; // whose lanes are known
};

} // namespace connscope::timeline
