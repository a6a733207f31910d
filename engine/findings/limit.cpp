// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/limit.h"

#include <algorithm>

namespace connscope::findings {

namespace {

constexpr Duration kRequestTimeout = std::chrono::seconds(30); // Kafka's default
constexpr Duration kConsumerPoll = std::chrono::seconds(5); // ConsumerNetworkClient, MAX_POLL_TIMEOUT_MS
constexpr Duration kOwnLimit = std::chrono::minutes(9); // Kafka's default
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

std::optional<Duration> limitBelow(Duration other, Duration look)
{
    using std::chrono::seconds;
    const Duration low = std::min(other * 9 / 10, other - look - kMargin);
    if (low < kLeastLimit)
        return std::nullopt;
    return roundedDown(low, low >= seconds(120) ? seconds(30) : seconds(1));
}

Duration limitAbove(Duration own, Duration look)
{
    constexpr Duration kUnit = std::chrono::minutes(1);
    return roundedDown(own + look + kMargin + kUnit - Duration(1), kUnit);
}

IdleAdvice idleAdvice(std::optional<Duration> own, Duration other, Duration look)
{
    if (const auto below = limitBelow(other, look))
        return {below, std::nullopt};
    const bool isOff = own && *own < Duration::zero();
    const Duration present = isOff ? kOwnLimit : own.value_or(kOwnLimit);
    return {isOff ? std::optional(kOwnLimit) : std::nullopt, limitAbove(present, look)};
}

} // namespace connscope::findings
