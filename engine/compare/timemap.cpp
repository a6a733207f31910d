// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/timemap.h"

#include <algorithm>
#include <cstdint>

namespace connscope::compare {

namespace {

using Place = std::pair<Instant, Instant>;

/// The longest subsequence whose second instants do not go back (patience sorting).
std::vector<Place> forwardOnly(const std::vector<Place>& all)
{
    constexpr std::uint32_t kNone = 0xffffffffu;
    std::vector<std::uint32_t>
        tails; // by length - 1: the place that ends the row of this length with the least instant
    std::vector<std::uint32_t> before(all.size(), kNone);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const auto longer = std::upper_bound(tails.begin(), tails.end(), all[i].second,
            [&all](Instant t, std::uint32_t tail) { return t < all[tail].second; });
        if (longer != tails.begin())
            before[i] = *std::prev(longer);
        if (longer == tails.end())
            tails.push_back(i);
        else
            *longer = i;
    }
    std::vector<Place> row(tails.size());
    std::uint32_t at = tails.empty() ? kNone : tails.back();
    for (std::size_t i = row.size(); i-- > 0; at = before[at])
        row[i] = all[at];
    return row;
}

/// \a t between \a a and \a b, where \a to are the same places of the other clock.
Instant between(Instant t, Instant a, Instant b, Instant toA, Instant toB)
{
    // Nanoseconds of a year squared do not fit into 64 bits.
    __extension__ using Wide = __int128;
    const auto gone
        = static_cast<std::int64_t>(Wide {(t - a).count()} * Wide {(toB - toA).count()} / Wide {(b - a).count()});
    return toA + Duration {gone};
}

} // namespace

bool endTogether(Instant firstEnd, Instant secondEnd)
{
    const Duration longer = std::max(firstEnd, secondEnd) - kStart;
    return std::chrono::abs(firstEnd - secondEnd) <= longer / 50;
}

TimeMap::TimeMap(const Alignment& alignment, Instant firstEnd, Instant secondEnd)
{
    const trace::Trace& first = alignment.trace(Run::First);
    const trace::Trace& second = alignment.trace(Run::Second);
    std::vector<Place> all {{kStart, kStart}};
    for (std::uint32_t i = 0; i < first.size(); ++i) {
        const EventId other = alignment.counterpart(Run::First, EventId {i});
        if (other.isValid())
            all.emplace_back(first[std::size_t {i}].at, second[other].at);
    }
    firstEnd = std::max(firstEnd, first.end());
    secondEnd = std::max(secondEnd, second.end());
    std::vector<Place> row = forwardOnly(all);
    if (endTogether(firstEnd, secondEnd))
        row.emplace_back(firstEnd, secondEnd); // later than every event, so it is in order
    for (const Place& place : row) {
        if (!m_places.empty() && m_places.back() == place)
            continue;
        const std::size_t n = m_places.size();
        const auto apart = [](const Place& p) { return p.second - kStart - (p.first - kStart); };
        // In the middle of a stretch in which both clocks go at one pace.
        if (n >= 2 && apart(m_places[n - 2]) == apart(m_places[n - 1]) && apart(m_places[n - 1]) == apart(place))
            m_places.pop_back();
        m_places.push_back(place);
    }
}

Instant TimeMap::toOther(Run run, Instant t) const
{
    const auto own = [run](const Place& p) { return run == Run::First ? p.first : p.second; };
    const auto others = [run](const Place& p) { return run == Run::First ? p.second : p.first; };
    const auto next = std::upper_bound(
        m_places.begin(), m_places.end(), t, [&own](Instant at, const Place& p) { return at < own(p); });
    if (next == m_places.begin())
        return t; // before everything
    const Place& last = *std::prev(next);
    if (next == m_places.end())
        return others(last) + (t - own(last));
    return between(t, own(last), own(*next), others(last), others(*next));
}

} // namespace connscope::compare
