// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "base/time.h"
#include "client/profile.h"
#include "client/settings.h"

#include <cstdint>
#include <string_view>

/// \file
/// Growing pauses after failures, as each line of versions computes them.

namespace connscope::client {

/// A pause that doubles with each failure. Used for reconnects, connection setup timeouts and (3.7+) retries and metadata.
/// Its jitter comes from a stream of chance of its own, one draw for each pause whether the value leaves room for it or not:
/// two runs that differ in a limit or a pause then differ by what follows from that, not by other draws. (Kafka draws from
/// ThreadLocalRandom here, and from a Random of the NetworkClient where it chooses a node: they do not disturb each other either.)
class Backoff {
public:
    /// \a chance is the client's; \a stream names the part of it that is this one's, e.g. "reconnect.backoff.ms".
    Backoff(BackoffStyle style, Duration initial, Duration max, const Rng& chance, std::string_view stream)
        : m_style(style)
        , m_initial(initial)
        , m_max(max)
        , m_rng(chance.fork(stream))
    {
    }

    /// The pause after \a failures failures in a row (1 = the first). 0 gives the value of an entry that has not failed.
    /// Source: ClusterConnectionStates#updateReconnectBackoff (up to 2.6), ExponentialBackoff#backoff (2.7+).
    Duration after(std::uint32_t failures);

private:
    BackoffStyle m_style;
    Duration m_initial;
    Duration m_max;
    Rng m_rng;
};

/// What is waited before a request is repeated: from try to try longer, up to retry.backoff.max.ms, from 3.7 on (KIP-580);
/// retry.backoff.ms each time before. \a stream says whose pauses they are.
Backoff retryBackoff(const Profile& profile, const Settings& settings, const Rng& chance, std::string_view stream);

} // namespace connscope::client
