// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/facts.h"
#include "findings/finding.h"

#include <optional>
#include <vector>

/// \file
/// The rules, applied to a trace.

namespace connscope::findings {

/// The findings of a trace that grows.
class Observer {
public:
    /// \a trace must outlive it.
    explicit Observer(const trace::Trace& trace);
    /// Reads at most \a most events of those before \a upTo; false while there are more. A window that has other work reads
    /// in pieces; observe() reads what is left.
    bool read(std::size_t upTo, std::size_t most) { return m_facts.read(upTo, most); }
    /// Everything up to the last event of \a world; see Facts::extend. By kind, then by client. O(new events), and
    /// O(connections) for the rules, but for a logarithm.
    std::vector<Finding> observe(
        const trace::WorldState& world, const std::vector<trace::ConnectionLife>& lives, Instant end);

private:
    Facts m_facts;
};

/// The findings of a whole trace. \a end: when the run ended, if later than the last event. O(events).
std::vector<Finding> findings(const trace::Trace& trace, std::optional<Instant> end = {});

} // namespace connscope::findings
