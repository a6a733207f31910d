// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody will ever close it: both ends have switched their idle check off, and it has no use any more, since the bootstrap
// address is forgotten or nothing has moved for long. Where a limit is not known, only a silence that no default would allow tells.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

void zombieConnection(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        const std::optional<Duration> own = facts.clientLimit(client);
        if (own.value_or(kOff) != kOff || !facts.world().client(client).isAlive())
            continue;
        Finding finding;
        finding.kind = Kind::ZombieConnection;
        finding.weight = Weight::Fault;
        finding.clients = {client};
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            const std::optional<Duration> others = facts.brokerLimit(life.broker);
            if (life.closed || !life.ready || others.value_or(kOff) != kOff)
                continue;
            const Duration idle = facts.end() - Facts::usedUntil(life);
            const bool isKnown = own && others;
            const bool isOrphaned = facts.world().isOrphaned(facts.world().connection(life.id));
            if (isKnown ? !isOrphaned && idle < kZombieAfter : idle < kZombieAfterUnknown)
                continue;
            if (!isKnown)
                finding.certainty = Certainty::Likely;
            finding.connections.push_back(life.id);
            finding.events.push_back(life.openEvent);
            facts.addLimits(finding.events, client, life.broker);
            finding.length = std::max(finding.length, idle);
        }
        if (finding.connections.empty())
            continue;
        finding.remedy = Remedy {trace::Side::Client, "connections.max.idle.ms", "540000"};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
