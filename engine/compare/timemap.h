// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "compare/alignment.h"

#include <utility>
#include <vector>

/// \file
/// Which instant of one run is which instant of the other? Where an event and its counterpart happened, both clocks meet;
/// between two such places time goes by in proportion, so that a playhead that plays in one run moves through the other
/// without a jump and each event comes when its counterpart does. Pairs in another order than the rest cannot all be kept:
/// the longest row of pairs that go forward in both runs is. The ends of runs that are equally long meet as well; otherwise
/// both clocks go at the same pace behind the last pair.

namespace connscope::compare {

/// Whether two runs are of one length: a real one and a simulated one of ten seconds are, though the real one took a little
/// longer. They differ by less than a fiftieth.
bool endTogether(Instant firstEnd, Instant secondEnd);

class TimeMap {
public:
    /// O(n log n) in the number of events that have counterparts. Of the whole traces, up to their ends or, where a run went on
    /// without events, up to \a firstEnd and \a secondEnd.
    explicit TimeMap(const Alignment& alignment, Instant firstEnd = kStart, Instant secondEnd = kStart);

    /// The instant of the other run at \a t of \a run. It never goes backwards when \a t goes forwards. O(log places).
    Instant toOther(Run run, Instant t) const;
    /// Places where the clocks meet; those between which both go at one pace are left out.
    std::size_t size() const { return m_places.size(); }
    /// The first run's instant and the second's, ascending in both.
    const std::vector<std::pair<Instant, Instant>>& places() const { return m_places; }

private:
    std::vector<std::pair<Instant, Instant>> m_places; // ascending in both
};

} // namespace connscope::compare
