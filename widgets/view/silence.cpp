// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/silence.h"

namespace connscope::view {

Silence silenceAhead(const trace::Trace& trace, const Position& position, Instant end)
{
    const std::size_t next = position.applied;
    return {next == 0 ? kStart : trace[next - 1].at, next < trace.size() ? trace[next].at : end};
}

Silence silenceBehind(const trace::Trace& trace, const Position& position)
{
    const std::size_t first = trace.lowerBound(position.at); // of those at or after this instant
    return {first == 0 ? kStart : trace[first - 1].at,
        first < position.applied   ? position.at
            : first < trace.size() ? trace[first].at
                                   : position.at};
}

} // namespace connscope::view
