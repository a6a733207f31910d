// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/ticks.h"
#include "timeline/timelinedata.h"

#include <cstdint>
#include <vector>

/// \file
/// A lane cut into columns of pixels. The work grows with the number of columns, not with the number of events: what
/// lies between two cuts is found by search and summed up by pyramids. What is rare wins the column, so nothing that
/// went wrong is ever too small to be seen.

namespace connscope::timeline {

/// The cuts between columns, shared by all lanes.
struct Cuts {
    std::vector<view::Position> at; ///< columns + 1
    std::vector<std::uint32_t> event; ///< number of events before each cut

    std::size_t columns() const { return at.empty() ? 0 : at.size() - 1; }
};
/// \a columns pixels from scale.left to scale.right.
Cuts makeCuts(const TimelineData& data, const TimeAxis& axis, const AxisRange& range, std::size_t columns);

/// A stretch of columns in one state.
struct Run {
    std::uint32_t from = 0;
    std::uint32_t to = 0; ///< from < to
    theme::LinkState state = theme::LinkState::Ghost;
    std::uint32_t connection = 0;
    bool operator==(const Run&) const = default;
};

/// How many things happened in a column.
struct Count {
    std::uint32_t column = 0;
    std::uint32_t n = 0;
    std::uint32_t first = 0; ///< index of the first of them
    bool operator==(const Count&) const = default;
};

/// Of several states in one column, the one that is shown.
theme::LinkState dominant(KindMask states);
/// Of several closers.
trace::Side dominantCloser(KindMask closers);

/// Ascending, without gaps from the first on; nothing before a lane's first connection opened.
void makeRuns(const LaneTrack& track, const Cuts& cuts, std::vector<Run>& runs);
/// Columns with requests.
void countRequests(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts);
void countEnds(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts);
void countTroubles(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts);

} // namespace connscope::timeline
