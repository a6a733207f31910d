// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "base/time.h"
#include "client/profile.h"
#include "client/settings.h"

/// \file
/// Growing pauses after failures, as each line of versions computes them.

namespace connscope::client {

/// A pause that doubles with each failure. Used for reconnects, connection setup timeouts and (3.7+) retries and metadata.
class Backoff {
public:
    Backoff(BackoffStyle style, Duration initial, Duration max)
        : m_style(style)
        , m_initial(initial)
        , m_max(max)
    {
    }

    /// The pause after \a failures failures in a row (1 = the first). 0 gives the value of an entry that has not failed.
    /// Source: ClusterConnectionStates#updateReconnectBackoff (up to 2.6), ExponentialBackoff#backoff (2.7+).
    Duration after(std::uint32_t failures, Rng& rng) const;

private:
    BackoffStyle m_style;
    Duration m_initial;
    Duration m_max;
};

/// What is waited before a request is repeated: from try to try longer, up to retry.backoff.max.ms, from 3.7 on (KIP-580);
/// retry.backoff.ms each time before.
Backoff retryBackoff(const Profile& profile, const Settings& settings);

} // namespace connscope::client
