// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace connscope::events {

/// What a stretch of a log line is.
struct LogSpan {
    enum class Kind : std::uint8_t { Time, Level, Warning, Client, NodeId, Request, ConfigKey, State, Source };
    Kind kind = Kind::Time;
    int from = 0;
    int length = 0;
    NodeId node; ///< of a NodeId
    bool operator==(const LogSpan&) const = default;
};

/// Takes a line of a Java client's log apart, in the layout "[%d] %p %m (%c:%L)": what is to be set off from the rest, from
/// left to right. Text that is not a log line (a stack trace) has no spans. O(length).
std::vector<LogSpan> logSpans(QStringView line);

} // namespace connscope::events
