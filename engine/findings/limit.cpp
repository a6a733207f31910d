// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/limit.h"

#include <algorithm>

namespace connscope::findings {

namespace {

constexpr Duration kRequestTimeout = std::chrono::seconds(30); // Kafka's default
constexpr Duration kConsumerPoll = std::chrono::seconds(5); // ConsumerNetworkClient, MAX_POLL_TIMEOUT_MS
constexpr Duration kMargin = std::chrono::seconds(1); // round trips, and a thread that wakes up late

constexpr Duration roundedDown(Duration value, Duration unit) { return value - value % unit; }

} // namespace

Duration longestLook(trace::ClientKind kind, std::optional<Duration> requestTimeout)
{
    return kind == trace::ClientKind::Consumer ? kConsumerPoll : requestTimeout.value_or(kRequestTimeout);
}

bool closesInTime(Duration own, Duration other, Duration look)
{
    return own >= Duration::zero() && own + look <= other;
}

Duration limitBelow(Duration other, Duration look)
{
    using std::chrono::seconds;
    const Duration low = std::min(other * 9 / 10, other - look - kMargin);
    if (low <= Duration::zero())
        return other / 2;
    if (low >= seconds(120))
        return roundedDown(low, seconds(30));
    return low >= seconds(1) ? roundedDown(low, seconds(1)) : low;
}

} // namespace connscope::findings
