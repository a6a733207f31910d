// SPDX-License-Identifier: GPL-3.0-or-later
// The broker's idle limit is not far enough above the client's, so the broker closes first: requests may meet a connection
// that has just ended, and the client's end goes through CLOSE-WAIT.
#include "findings/limit.h"
#include "findings/rules.h"

namespace connscope::findings {

void clientLimitAboveBroker(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        const std::optional<Duration> own = facts.clientLimit(client);
        const Duration look = facts.longestLook(client);
        Finding finding;
        finding.kind = Kind::ClientLimitAboveBroker;
        finding.clients = {client};
        finding.limit = own.value_or(Duration::zero());
        std::vector<ConnectionId> closed; // what happened counts; as long as nothing has, what is to come
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            const std::optional<Duration> limit = facts.brokerLimit(life.broker);
            const bool didClose = life.closed && life.closer == trace::Side::Broker
                && life.closeRule == trace::RuleId::BrokerIdleExpiry;
            if (!limit || *limit <= Duration::zero() || !life.connected)
                continue;
            // Of a client that looks in time but did not, nobody polled: another finding. Of one whose limit is lower, but
            // not by enough, and of one whose limit nobody told, only what the broker did tells.
            if (own && closesInTime(*own, *limit, look))
                continue;
            if (!didClose && (!own || (*own != kOff && *own < *limit)))
                continue;
            if (!own)
                finding.certainty = Certainty::Likely;
            finding.connections.push_back(life.id);
            facts.addLimits(finding.events, client, life.broker);
            if (finding.length == Duration::zero() || *limit < finding.length)
                finding.length = *limit;
            if (didClose) {
                finding.weight = Weight::Warning;
                closed.push_back(life.id);
                finding.events.push_back(life.closeEvent);
            }
        }
        if (finding.connections.empty())
            continue;
        if (!closed.empty())
            finding.connections = std::move(closed);
        finding.remedy = Remedy {trace::Side::Client, "connections.max.idle.ms",
            std::to_string(toMs(limitBelow(finding.length, look)))};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
