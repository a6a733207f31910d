// SPDX-License-Identifier: GPL-3.0-or-later
// The broker's idle limit is not far enough above the client's, so the broker closes first: requests may meet a connection
// that has just ended, and the client's end goes through CLOSE-WAIT.
#include "findings/limit.h"
#include "findings/rules.h"

#include <utility>

namespace connscope::findings {

void adviseLimits(Finding& finding, std::optional<Duration> own, Duration look, trace::Side other)
{
    constexpr std::string_view kKey = "connections.max.idle.ms";
    const IdleAdvice advice = idleAdvice(own, finding.length, look);
    if (advice.own)
        finding.remedy = Remedy {trace::Side::Client, kKey, std::to_string(toMs(*advice.own))};
    if (!advice.other)
        return;
    finding.also = std::exchange(finding.remedy,
        Remedy {
            other, other == trace::Side::Broker ? kKey : std::string_view {}, std::to_string(toMs(*advice.other))});
}

void clientLimitAboveBroker(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        const std::optional<Duration> own = facts.clientLimit(client);
        const Duration look = facts.longestLook(client);
        Finding finding;
        finding.kind = Kind::ClientLimitAboveBroker;
        finding.clients = {client};
        finding.limit = own.value_or(Duration::zero());
        bool isPolled = true;
        std::vector<ConnectionId> closed; // what happened counts; as long as nothing has, what is to come
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            const std::optional<Duration> limit = facts.brokerLimit(life.broker);
            const bool didClose = life.closed && life.closer == trace::Side::Broker
                && life.closeRule == trace::RuleId::BrokerIdleExpiry;
            if (!limit || *limit <= Duration::zero() || !life.connected)
                continue;
            // Nobody polled: another finding, and none of the client's limits would have been looked at.
            if (didClose && facts.wasNotPolled(life.id)) {
                isPolled = false;
                continue;
            }
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
        if (finding.connections.empty() || (!isPolled && closed.empty()))
            continue;
        if (!closed.empty())
            finding.connections = std::move(closed);
        adviseLimits(finding, own, look, trace::Side::Broker);
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
