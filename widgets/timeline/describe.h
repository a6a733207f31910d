// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"
#include "timeline/timelinedata.h"

#include <QString>

#include <optional>

/// \file
/// What is true of a lane at a place, in one line, for the pointer and for those who cannot see it.

namespace connscope::timeline {

/// The lane's connection at a position: the last one that was opened by then; invalid before the first.
ConnectionId connectionAt(const TimelineData& data, LaneId lane, const view::Position& position);

/// The request of a lane that was sent last by \a position; none where the lane has sent none.
std::optional<RequestSpan> requestAt(const TimelineData& data, LaneId lane, const view::Position& position);

/// "−1 · bootstrap · localhost:9092 · idle · ESTABLISHED ⇄ ESTABLISHED · FETCH 812 since 73 ms · client closes in 3 s".
/// \a request: one to tell about; none = those in flight.
QString describeAt(const TimelineData& data, LaneId lane, const view::Position& position, const theme::Format& format,
    std::optional<RequestSpan> request = {});

/// "FETCH 812, 508 ms, 1,024 B": a request from its sending to its answer.
QString describeRequest(const TimelineData& data, const RequestSpan& request, const theme::Format& format);

} // namespace connscope::timeline
