// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/index.h"
#include "trace/life.h"
#include "whatif/claims.h"

/// \file
/// Where a row of "Course and code" leads to under a profile, and whether what the row says is to be seen there. What is looked
/// for is written down here a second time, in other words than the row's query.

namespace connscope::test {

class ClaimPlace {
public:
    /// Runs the first scenario of \a claim as the window does.
    ClaimPlace(const whatif::Claim& claim, const QString& profile);

    /// Whether there is an event at all; where not, the window shows the end of the run.
    bool isFound() const { return m_event.isValid(); }
    Instant instant() const;
    bool isSeen() const;
    /// For a message: the event, or that there is none.
    QString words() const;

private:
    const trace::Event& event() const { return m_trace[m_event]; }
    /// Connections that are open right after the event, or at the end.
    std::vector<trace::ConnectionLife> open() const;
    std::size_t openToBrokers(ClientId client) const;

    QString m_id;
    QString m_profile;
    trace::Trace m_trace;
    EventId m_event;
    Instant m_end {};
    std::size_t m_counted = 0; // before the place
    std::size_t m_countedInAll = 0;
};

} // namespace connscope::test
