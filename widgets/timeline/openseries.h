// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/index.h"
#include "trace/life.h"
#include "view/position.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// \file
/// How many connections are open, by role, as steps that can be cut anywhere: of all of them, of one broker's, of one
/// group's.

namespace connscope::timeline {

using OpenCounts = std::array<std::uint32_t, kRoleCount>;

class OpenSeries {
public:
    OpenSeries() = default;
    /// Takes in the index's own steps behind those of the last call; whether there were any.
    bool extend(const trace::Index& index);
    /// Of the connections in \a lives alone; each counts under its final role from its opening to the start of its end.
    static OpenSeries of(std::span<const trace::ConnectionLife> lives);

    struct Step {
        std::int64_t at = 0;
        std::uint32_t applied = 0;
        OpenCounts open {};
        std::uint32_t total = 0;
        view::Position position() const { return {fromNs(at), applied}; }
    };
    const std::vector<Step>& steps() const { return m_steps; }
    std::uint32_t most() const { return m_most; }
    /// At a position; nothing is open before the first step.
    OpenCounts at(const view::Position& position) const;
    /// The step with the most open connections among those in effect from \a from on and before \a to; nullptr before
    /// the first one. \a hint: where to look first, moved along; start with 0 and ask from left to right.
    const Step* highest(const view::Position& from, const view::Position& to, std::size_t& hint) const;

private:
    void add(Step step);
    static constexpr std::size_t kBlock = 64;

    trace::OpenStep m_last; // of the index
    std::vector<Step> m_steps;
    std::vector<std::uint32_t> m_highest; // index of the highest step of each full block
    std::uint32_t m_most = 0;
};

} // namespace connscope::timeline
