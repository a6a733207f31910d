// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing answered the SYN: no refusal and no reset, only silence. From 2.7 on the client gives up after
// socket.connection.setup.timeout.ms with 20 % jitter, doubled for each failure up to its maximum (KIP-601); before, the kernel.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

void setupTimeout(const Facts& facts, Found& out)
{
    std::map<std::string_view, Finding> byAddress;
    for (const trace::ConnectionLife& life : facts.lives()) {
        const bool isSilent = life.closeRule == trace::RuleId::ConnectionSetupTimeout
            || life.closeRule == trace::RuleId::SynRetriesExhausted;
        if (!life.closed || life.connected || !isSilent)
            continue;
        Finding& finding = byAddress[facts.trace().text(life.remote)];
        finding.kind = Kind::SetupTimeout;
        finding.weight = Weight::Warning;
        finding.node = life.node;
        finding.connections.push_back(life.id);
        finding.events.push_back(life.openEvent);
        finding.events.push_back(life.closeEvent);
        if (std::find(finding.clients.begin(), finding.clients.end(), life.client) == finding.clients.end())
            finding.clients.push_back(life.client);
        finding.length = std::max(finding.length, *life.closed - life.opened);
        finding.remedy = Remedy {trace::Side::Client, "socket.connection.setup.timeout.ms", {}};
    }
    for (auto& [address, finding] : byAddress)
        out.push_back(std::move(finding));
}

} // namespace connscope::findings
