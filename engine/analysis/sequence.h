// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "base/result.h"
#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// \file
/// A trace as a sequence: hosts as columns, time down, what goes from one to the other as arrows. It is the same whatever
/// language it is written in (Mermaid, PlantUML).
///
/// A poll loop sends the same request a thousand times. So between two arrows or notes of another kind (a connection
/// opened or closed, something that fails) requests of one API on one connection stand together as one, from kFoldFrom
/// on: "12 × FETCH, 1.5 s to 7 s". Silence of a second and more is a step of its own.

namespace connscope::analysis {

struct SequenceHost {
    bool isClient = false;
    BrokerId broker; ///< invalid for a client, and for an address of which the trace does not tell whom it reaches
    std::string name; ///< "consumer-1", "broker 2 (localhost:9094)", "localhost:9092"
};

struct SequenceStep {
    enum class Kind : std::uint8_t {
        Arrow, ///< from one host to the other
        Answer, ///< the same, drawn dashed: a response, an accepted connect
        Lost, ///< an arrow that does not arrive
        Note, ///< over one host, or over both and what is between them
        Silence, ///< nothing happens for `until - at`
    };
    Kind kind = Kind::Arrow;
    Instant at {};
    Instant until {}; ///< of a folded step: the last of what it stands for; else `at`
    std::size_t from = 0; ///< place in Sequence::hosts
    std::size_t to = 0;
    std::size_t count = 1; ///< how many events of the trace it stands for
    std::string text; ///< "node 2: FETCH 12"
};

struct Sequence {
    std::vector<SequenceHost> hosts; ///< clients first, then brokers by id, then addresses
    std::vector<SequenceStep> steps; ///< in the order of `at`
};

inline constexpr std::size_t kFoldFrom = 3;
/// More is no picture that anybody reads, and more than Mermaid takes.
inline constexpr std::size_t kMostSteps = 400;
inline constexpr std::size_t kMostHosts = 40;

/// What happens from \a from to \a to, both included. Error: more hosts or steps than fit, with their numbers and what to
/// do. O(events).
Result<Sequence> makeSequence(
    const trace::Trace& trace, Instant from, Instant to, Language language = Language::English);

} // namespace connscope::analysis
