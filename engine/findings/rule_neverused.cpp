// SPDX-License-Identifier: GPL-3.0-or-later
// Ready, and then nothing but the handshake's own requests.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

void neverUsed(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        Finding finding;
        finding.kind = Kind::NeverUsed;
        finding.clients = {client};
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            if (!life.ready || life.traffic.total() != Facts::handshakeRequests(life))
                continue;
            const Duration unused = life.closed.value_or(facts.end()) - *life.ready;
            if (unused < kUnusedAfter)
                continue;
            finding.connections.push_back(life.id);
            finding.events.push_back(life.openEvent);
            finding.length = std::max(finding.length, unused);
        }
        if (!finding.connections.empty())
            out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
