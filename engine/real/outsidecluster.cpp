// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/outsidecluster.h"

namespace connscope::real {

Result<void> OutsideCluster::no()
{
    return fail(
        "this cluster is not ours: its brokers take no orders from here; leave bootstrap.servers out to run the "
        "scenario's own brokers");
}

void OutsideCluster::refuse(Instant now, EventId cause)
{
    trace::Event e;
    e.at = now;
    e.kind = trace::EventKind::Mark;
    e.cause = cause;
    e.rule = trace::RuleId::ScenarioAction;
    e.text = m_trace.intern(no().error().message);
    m_trace.append(e);
}

} // namespace connscope::real
