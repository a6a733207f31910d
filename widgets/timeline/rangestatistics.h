// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// What happened between two places of a trace, without walking all of it: running totals at every 4096th event.

namespace connscope::timeline {

struct RangeStatistics {
    std::uint64_t events = 0;
    std::uint64_t requests = 0; ///< written by clients
    std::uint64_t sentBytes = 0; ///< written by clients
    std::uint64_t receivedBytes = 0; ///< read by clients
    std::uint64_t opened = 0;
    std::uint64_t closed = 0; ///< their end began
    bool operator==(const RangeStatistics&) const = default;
};

class RunningTotals {
public:
    static constexpr std::size_t kEvery = 4096;

    void extend(const trace::Trace& trace, std::size_t size);
    void clear() { *this = RunningTotals(); }
    /// Of the events [from, to).
    RangeStatistics between(const trace::Trace& trace, std::size_t from, std::size_t to) const;

private:
    RangeStatistics before(const trace::Trace& trace, std::size_t event) const;
    static void count(RangeStatistics& total, const trace::Event& e);

    std::vector<RangeStatistics> m_totals; // before event i * kEvery
    RangeStatistics m_total;
    std::vector<bool> m_ending; // by connection: its end has begun
    std::vector<std::uint32_t> m_endings; // the events that began an end
    std::size_t m_size = 0;
};

} // namespace connscope::timeline
