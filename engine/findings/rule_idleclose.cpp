// SPDX-License-Identifier: GPL-3.0-or-later
// "Node -1 disconnected" every few minutes: an idle limit did what it is there for. The period tells whose.
#include "findings/rules.h"

#include <algorithm>
#include <set>

namespace connscope::findings {

using trace::RuleId;

namespace {

bool isIdle(RuleId rule)
{
    return rule == RuleId::ClientIdleExpiry || rule == RuleId::BrokerIdleExpiry
        || rule == RuleId::CourseBrokerIdleExpiry;
}

} // namespace

void idleClose(const Facts& facts, Found& out)
{
    // By who closed and by the limit that was reached, where that is known.
    std::map<std::pair<trace::Side, Duration>, std::pair<Finding, std::set<ClientId>>> found;
    // What a finding warns of is not praised here.
    std::set<ConnectionId> warned;
    for (const Finding& other : out) {
        if ((other.kind == Kind::ClientLimitAboveBroker && other.weight == Weight::Warning)
            || other.kind == Kind::CloseWaitStanding)
            warned.insert(other.connections.begin(), other.connections.end());
    }
    for (const trace::ConnectionLife& life : facts.lives()) {
        if (!life.closed || !isIdle(life.closeRule) || warned.contains(life.id))
            continue;
        const bool byBroker = life.closeRule == RuleId::BrokerIdleExpiry;
        const std::optional<Duration> limit
            = byBroker ? facts.brokerLimit(life.broker) : facts.clientLimit(life.client);
        auto& [finding, clients] = found[{life.closer, limit.value_or(Duration::zero())}];
        finding.kind = Kind::IdleClose;
        finding.side = life.closer;
        finding.limit = limit.value_or(Duration::zero());
        finding.length = std::max(finding.length, *life.closed - Facts::usedUntil(life));
        finding.connections.push_back(life.id);
        if (life.node.value < 0)
            ++finding.least;
        finding.events.push_back(life.closeEvent);
        if (life.client.isValid() && clients.insert(life.client).second)
            finding.clients.push_back(life.client);
    }
    for (auto& [key, entry] : found)
        out.push_back(std::move(entry.first));
}

} // namespace connscope::findings
