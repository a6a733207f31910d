// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "base/result.h"
#include "findings/finding.h"
#include "scenario/model.h"
#include "session/options.h"
#include "sweep/candidates.h"
#include "sweep/jobs.h"
#include "sweep/measures.h"
#include "trace/trace.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Which single setting avoids it? (Of one client, or, where a finding concerns several, of all of them.) Every candidate (candidates.h) is tried in a run of its own that differs from the first
/// in this one setting, and the two runs are laid beside each other by cause (compare). What avoids it has to stand three other seeds
/// as well, or it is told last, as luck.

namespace connscope::sweep {

/// What is to be avoided.
struct Goal {
    enum class Kind : std::uint8_t {
        Opening, ///< that this connection is opened
        End, ///< that it ends as it did: by this end and by this rule
        CloseWait, ///< that the client's end stands in CLOSE-WAIT
        Finding, ///< that this is found at all
    };
    Kind kind = Kind::Opening;
    ConnectionId connection; ///< of the first run; not for Finding
    findings::Kind finding = findings::Kind::ZombieConnection; ///< only for Finding
};

/// A time in CLOSE-WAIT that is as good as none: an end that looks at its sockets now and then.
inline constexpr Duration kBriefCloseWait = ms(500);

/// One run with one change.
struct Trial {
    enum class Outcome : std::uint8_t {
        Avoids,
        Remains, ///< something changed, but not this
        NoEffect, ///< the run is the same, event by event
        NotTaken, ///< the client or its version has no such key or value, or has it already
        NotWhole, ///< a limit ended the run early: nothing can be said
    };
    std::size_t candidate = 0; ///< place in candidates()
    std::string setting; ///< "suffers.connections.max.idle.ms=300000", "profile=java-2.1"
    std::string value;
    bool isUnseen
        = false; ///< it avoids it, and yet this run goes event by event as before: it is over before that shows
    /// It avoids it with this seed, by chance: with another one the thing is there and this setting does not avoid it.
    bool isLucky = false;
    bool isBelow = false; ///< the value is below what it was: Candidate::down says why it may help
    Outcome outcome = Outcome::NotTaken;
    bool isDone = false; ///< false: cancelled before
    // Only where it avoids:
    Measures measures;
    std::size_t differences = 0; ///< connections that differ from the first run, apart from what was to be avoided
    std::vector<std::string> costs[analysis::kLanguageCount]; ///< what else differs, sentences, by language
};

struct SearchPlan {
    Goal goal;
    session::Options options; ///< of every run, the first included; its cancel is not looked at
    std::uint64_t maxEvents = 3'000'000; ///< of each run
    unsigned threads = 0;
};

struct Search {
    Goal goal;
    std::string what[analysis::kLanguageCount]; ///< what was to be avoided, a sentence
    Measures before;
    std::vector<Trial> trials; ///< in the order of candidates and their values

    /// Places in trials of those that avoid it: the one of each candidate that changes least else, least first; what is lucky, or
    /// unseen in this run, only where nothing else of its candidate avoids it, and what is lucky last.
    std::vector<std::size_t> best() const;
    bool isWhole() const;
};

/// Looks. The result does not depend on the threads. Errors: the first run is wrong or stops early, there is no such
/// connection in it, it never stood in CLOSE-WAIT, it is open at the end, it is not found.
Result<Search> search(const scenario::Scenario& scenario, const SearchPlan& plan,
    const std::atomic<bool>* cancel = nullptr, const Progress& progress = {});

} // namespace connscope::sweep
