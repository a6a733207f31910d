// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing in bootstrap.servers was ever ready, and all that was tried has failed.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

void bootstrapUnreachable(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        Finding finding;
        bool isAnyGood = false;
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            // One that is still on its way may yet arrive.
            isAnyGood = isAnyGood || life.connected || !life.closed || !life.node.isBootstrap();
            if (isAnyGood)
                break;
            if (isUnreachable(life.closeRule)) {
                finding.connections.push_back(life.id);
                finding.events.push_back(life.closeEvent);
            }
        }
        if (isAnyGood || finding.connections.empty())
            continue;
        finding.kind = Kind::BootstrapUnreachable;
        finding.weight = Weight::Fault;
        finding.clients = {client};
        finding.node = facts.life(places.front()).node;
        finding.remedy = Remedy {trace::Side::Client, "bootstrap.servers", {}};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
