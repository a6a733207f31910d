// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/folding.h"
#include "trace/trace.h"
#include "view/position.h"

#include <cstdint>
#include <span>
#include <utility>

/// \file
/// From positions of a trace to places on an axis and back. Pure: an axis knows no pixels. Each of the three is strictly
/// monotone over the positions of its trace and can be turned round.
///
///   linear    a place is a number of seconds
///   by event  a place is a number of events; between two events time goes on evenly, events of one instant lie apart
///   folded    a place is a measure of room (folding.h); piecewise linear in time, with breaks

namespace connscope::timeline {

enum class AxisKind : std::uint8_t { Linear, ByEvent, Folded };

/// An interval of places; from < to.
struct AxisRange {
    double from = 0;
    double to = 1;
    double length() const { return to - from; }
    bool operator==(const AxisRange&) const = default;
};

/// Refers to its trace, which must outlive it. Cheap to move; copies copy the knots.
class TimeAxis {
public:
    TimeAxis() = default;
    static TimeAxis linear(const trace::Trace& trace, Instant end);
    static TimeAxis byEvent(const trace::Trace& trace, Instant end);
    static TimeAxis folded(const trace::Trace& trace, Instant end, FoldedScale scale);

    AxisKind kind() const { return m_kind; }
    Instant end() const { return m_end; }
    /// The place of the end; the start is at 0.
    double length() const;

    /// The place at which \a position is reached.
    double toAxis(const view::Position& position) const;
    /// The place at which everything at \a t has happened.
    double toAxis(Instant t) const;
    /// The place of an event.
    double ofEvent(EventId event) const;
    /// Kept within the trace.
    view::Position toPosition(double place) const;
    /// toPosition(place).at, without a look for how many events had happened.
    Instant toInstant(double place) const;
    /// For cutting a trace at a place: items whose (at, number of events) is below lie before it.
    view::Position boundary(double place) const;

    /// Breaks: only of a folded axis.
    std::span<const Fold> folds() const { return m_scale.folds; }
    std::span<const Knot> knots() const { return m_scale.knots; }
    Duration foldRule() const { return m_scale.rule; }
    /// Of a folded axis that was made for a stretch, whether \a t is one of its ends.
    bool isEndOfStretch(Instant t) const { return m_scale.to < kNever && (t == m_scale.from || t == m_scale.to); }
    /// How long that stretch is.
    Duration stretch() const { return m_scale.to - m_scale.from; }
    /// Places between which a fold lies.
    std::pair<double, double> placesOf(const Fold& fold) const;
    /// The places from \a from to \a to with what happens at both, and with nothing else.
    AxisRange ofStretch(Instant from, Instant to) const;
    /// Nanoseconds for one unit of room around a place.
    double nsPerPlace(double place) const;

private:
    double timeToPlace(Instant t) const;
    double placeToNs(double place) const;

    const trace::Trace* m_trace = nullptr;
    AxisKind m_kind = AxisKind::Linear;
    Instant m_end {};
    FoldedScale m_scale;
};

/// The same time from and to on another axis; what was in view stays in view.
AxisRange carriedOver(const AxisRange& range, const TimeAxis& from, const TimeAxis& to);

} // namespace connscope::timeline
