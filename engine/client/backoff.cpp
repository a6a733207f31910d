// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/backoff.h"

#include <algorithm>
#include <bit>

namespace connscope::client {

namespace {

constexpr std::uint32_t kMaxDoublings = 40;

// initial * 2^doublings, stopping at max/initial as a (possibly fractional) power, in integer arithmetic.
Duration grown(Duration initial, Duration max, std::uint32_t doublings)
{
    Duration value = initial;
    for (std::uint32_t i = 0; i < std::min(doublings, kMaxDoublings); ++i) {
        if (value.count() > max.count() / 2)
            return max;
        value *= 2;
    }
    return value;
}

Duration jittered(Duration value, double factor)
{
    return Duration {static_cast<std::int64_t>(static_cast<double>(value.count()) * factor)};
}

} // namespace

Duration Backoff::after(std::uint32_t failures)
{
    const double factor = m_rng.between(0.8, 1.2);
    if (m_initial <= Duration::zero())
        return Duration::zero();
    const std::uint32_t doublings = failures == 0 ? 0 : failures - 1;
    if (m_style == BackoffStyle::JitterAboveMax) {
        if (failures == 0 || m_max <= m_initial)
            return m_initial;
        return jittered(grown(m_initial, m_max, doublings), factor);
    }
    // No room to grow: ExponentialBackoff#backoff returns the interval as it is ("expMax == 0"), which its constructor
    // cut to the maximum from 3.7 on.
    if (m_max <= m_initial)
        return m_style == BackoffStyle::ExponentialCapped ? m_max : m_initial;
    const Duration value = jittered(grown(m_initial, m_max, doublings), factor);
    return m_style == BackoffStyle::ExponentialCapped ? std::min(value, m_max) : value;
}

Backoff retryBackoff(const Profile& profile, const Settings& settings, const Rng& chance, std::string_view stream)
{
    if (profile.retryBackoffGrows)
        return {BackoffStyle::ExponentialCapped, settings.retryBackoff, settings.retryBackoffMax, chance, stream};
    // No room to grow, no jitter.
    return {BackoffStyle::JitterAboveMax, settings.retryBackoff, settings.retryBackoff, chance, stream};
}

} // namespace connscope::client
