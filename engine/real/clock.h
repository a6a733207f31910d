// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <chrono>
#include <cstdint>

/// \file
/// The only clock of the engine: a real session's time. Instants are nanoseconds of the system's monotonic clock since the
/// clock was made, so they never go back; the wall clock is read once, for the trace's header.

namespace connscope::real {

class Clock {
public:
    Clock()
        : m_start(std::chrono::steady_clock::now())
        , m_epochMs(std::chrono::duration_cast<std::chrono::milliseconds>(
              std::chrono::system_clock::now().time_since_epoch())
                        .count())
    {
    }
    /// Instant 0 is now.
    void restart() { *this = Clock(); }
    Instant now() const
    {
        return kStart + std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - m_start);
    }
    /// Wall clock of instant 0, ms since 1970-01-01 UTC.
    std::int64_t epochMs() const { return m_epochMs; }

private:
    std::chrono::steady_clock::time_point m_start;
    std::int64_t m_epochMs;
};

} // namespace connscope::real
