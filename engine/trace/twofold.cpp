// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/twofold.h"

#include <iterator>

namespace connscope::trace {

Instant Twofold::toSecond(Instant t) const
{
    const auto next = std::upper_bound(clock.begin(), clock.end(), t,
        [](Instant other, const std::pair<Instant, Instant>& place) { return other < place.first; });
    if (next == clock.begin())
        return t;
    const auto& [own, others] = *std::prev(next);
    if (next == clock.end())
        return others + (t - own);
    // Nanoseconds of a year squared do not fit into 64 bits.
    __extension__ using Wide = __int128;
    const Wide gone = Wide {(t - own).count()} * Wide {(next->second - others).count()};
    return others + Duration {static_cast<std::int64_t>(gone / Wide {(next->first - own).count()})};
}

} // namespace connscope::trace
