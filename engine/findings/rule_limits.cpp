// SPDX-License-Identifier: GPL-3.0-or-later
// The broker's idle limit is not above the client's, so the broker closes first: requests may meet a connection that has
// just ended, and the client's end goes through CLOSE-WAIT.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

std::string nineTenths(Duration limit) { return std::to_string(toMs(limit) * 9 / 10); }

namespace {

/// An idle producer sleeps up to half a minute in a poll, and a client closes only what is due when one ends
/// (Selector#maybeCloseOldestConnection): its limit has to be so much lower.
constexpr Duration kLongestPoll = std::chrono::seconds(35);

std::string lowEnough(Duration limit, trace::ClientKind kind)
{
    const bool sleeps = kind == trace::ClientKind::Producer && limit > 2 * kLongestPoll;
    return std::to_string(std::min(toMs(limit) * 9 / 10, sleeps ? toMs(limit - kLongestPoll) : toMs(limit)));
}

} // namespace

void clientLimitAboveBroker(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        const std::optional<Duration> own = facts.clientLimit(client);
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
            // Of a client whose limit nobody told, only what the broker did tells.
            if (own ? *own != kOff && *own < *limit : !didClose)
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
            lowEnough(finding.length, facts.world().client(client).kind)};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
