// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// Which stretches of a trace are worth their room. The folded axis gives room to what is new: connections that open and
/// close, failures, faults, a request after a long silence. Between them nothing happens, or only the routine of polls,
/// heartbeats and fetches goes on; where that takes longer than a rule, all but a little at either end is folded away,
/// and what was folded is counted.

namespace connscope::timeline {

/// An event that changes what is connected to what, or who takes part: never folded away.
bool isNotable(const trace::Event& event);

struct FoldRule {
    /// Gaps between notable instants that are longer fold; also the silence after which a routine event counts as
    /// notable. Zero = chosen from the trace so that at most kManyBreaks breaks remain.
    Duration longerThan {};
    bool operator==(const FoldRule&) const = default;
};

/// A stretch that is shown as a break.
struct Fold {
    Instant from {};
    Instant to {};
    std::size_t firstEvent = 0; ///< the events of the fold: [firstEvent, endEvent)
    std::size_t endEvent = 0;
    Duration length() const { return to - from; }
    std::size_t events() const { return endEvent - firstEvent; }
    bool operator==(const Fold&) const = default;
};

/// A point of the piecewise linear scale: at `at` the axis has come to `u`.
struct Knot {
    Instant at {};
    double u = 0;
};

/// The scale of the folded axis: knots and folds.
struct FoldedScale {
    std::vector<Knot> knots; ///< strictly ascending in both; the first is {0, 0}
    std::vector<Fold> folds; ///< ascending; each lies between two neighbouring knots
    Duration rule {}; ///< FoldRule::longerThan as it was chosen
    /// Of a stretch: its ends, each of them a knot. What lies outside has places too, but no room is kept for it.
    Instant from {};
    Instant to = kNever;
};

/// Gathers what is notable while a trace grows. O(1) an event, bounded memory.
class FoldingIndex {
public:
    static constexpr std::size_t kManyBreaks = 12;
    static constexpr std::size_t kManyKnots = 60'000;
    /// In a stretch too short for breaks routine events have room of their own, unless they are more instants than these.
    static constexpr std::size_t kManyMoments = 200;
    /// Silences shorter than this are never folded.
    static constexpr Duration kShortest = std::chrono::seconds(10);

    /// Looks at the events from the last call's end up to \a size.
    void extend(const trace::Trace& trace, std::size_t size);
    void clear();
    std::size_t size() const { return m_size; }

    /// The scale up to \a end.
    FoldedScale scale(const trace::Trace& trace, Instant end, FoldRule rule) const;
    /// The scale of what lies between two instants, as if nothing lay outside. \a from is before \a to.
    FoldedScale scale(const trace::Trace& trace, Instant from, Instant to, FoldRule rule) const;

private:
    struct Wake { // a routine event after a silence
        Instant at {};
        Duration silence {};
    };
    void addNotable(Instant t);
    /// The instants that are worth their room: those after a longer silence among them, and \a moments. Both ends are there.
    std::vector<Instant> places(
        Instant from, Instant to, Duration silence, const std::vector<Instant>& moments) const;
    FoldedScale scaleOf(const trace::Trace& trace, Instant from, Instant to, FoldRule rule,
        const std::vector<Instant>* moments) const; ///< nullptr: it is all of the trace

    std::vector<Instant> m_notable; // strictly ascending
    std::vector<Wake> m_wakes;
    Duration m_grain {}; // notable instants closer than this are one
    Instant m_last {};
    std::size_t m_size = 0;
};

} // namespace connscope::timeline
