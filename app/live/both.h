// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/bothways.h"
#include "base/result.h"
#include "scenario/model.h"
#include "session/options.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// A scenario's real run beside its simulation. Kafka's clients leave some things to chance (whom they ask first); a
/// simulation has a seed for that, reality has not. So the simulation is run with one seed after the other until it tells
/// the story that happened; if none does, what it tells most nearly is shown.
///
/// Nor is a real machine punctual: a program that waits two seconds goes on a little later, and where another limit ends at the
/// same instant, that decides what comes first. So when no seed does with timers on the dot, all are tried with late ones.

namespace connscope::app {

/// What of a scenario's network the simulation has and real sockets have not (docs/real-sessions.md), worth a word: a middlebox,
/// lost segments, links that are slower than the default.
enum class LeftOut : std::uint8_t { Middlebox, Loss, Links };
std::vector<LeftOut> leftOutForReal(const scenario::Scenario& scenario);
/// "the middlebox (network.middlebox), lost segments (loss)".
std::string leftOutText(
    const std::vector<LeftOut>& leftOut, analysis::Language language = analysis::Language::English);

/// A simulation: what it draws, and how late its timers are (session::Options).
struct SimulationOf {
    std::uint64_t seed = 0;
    Duration wakeLateness {};
};

struct BothWays {
    enum class Verdict : std::uint8_t {
        Differ,
        AgreeEach, ///< clients that have nothing to do with each other: for each of them some simulation tells what it did
        Agree, ///< one simulation tells what all of them did
    };
    std::vector<analysis::ClientComparison> rows; ///< of the seed that came nearest; of AgreeEach each of its own
    std::vector<SimulationOf> simulations; ///< of AgreeEach, one for each row; otherwise empty
    std::uint64_t seed = 0;
    Duration wakeLateness {}; ///< session::Options, with that seed
    std::vector<LeftOut> leftOut; ///< the simulations had it, the real run had not
    int seedsTried = 0; ///< simulations; 0: it was cancelled before anything was compared
    Verdict verdict() const;
    bool agree() const { return verdict() != Verdict::Differ; }
};

/// At most so many seeds are tried, each with punctual and with late timers.
inline constexpr int kMostSeeds = 1000;

/// Tolerances for a scenario: those of the recordings of real clients, with this scenario's poll intervals.
analysis::Tolerance toleranceFor(const scenario::Scenario& scenario);

/// Where clients draw, each draws from a stream of its own; so among many of them there is hardly a seed with which all draw what they
/// drew for real. Clients of which no two share a consumer group or a transactional.id do not change each other's story: each of them may
/// have its own seed.
bool areIndependent(const scenario::Scenario& scenario, std::string_view profile);
/// Before so many seeds are tried, one for all is looked for where each client has its own already.
inline constexpr int kSeedsForAll = 100;

/// Looks for the seed. Errors: the simulation's.
Result<BothWays> compareWithSimulation(const trace::Trace& real, const scenario::Scenario& scenario,
    const session::Options& options, int mostSeeds, const std::atomic<bool>* cancel = nullptr);

/// What --both prints, and in the window's language what its panel shows.
std::string bothWaysText(const BothWays& result, analysis::Language language = analysis::Language::English);

} // namespace connscope::app
