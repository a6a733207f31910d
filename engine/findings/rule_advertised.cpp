// SPDX-License-Identifier: GPL-3.0-or-later
// bootstrap.servers is right, and metadata leads to a place that nobody reaches. A broker that was reached there once is
// down and not misplaced, and so is one that the trace says is down or behind a cut link.
#include "findings/rules.h"

#include <algorithm>
#include <set>

namespace connscope::findings {

using trace::ConnectionLife;
using trace::RuleId;

bool isUnreachable(RuleId rule)
{
    return rule == RuleId::UnresolvedHost || rule == RuleId::HostUnreachable || rule == RuleId::ConnectionRefused
        || rule == RuleId::ConnectionSetupTimeout || rule == RuleId::SynRetriesExhausted;
}

void advertisedUnreachable(const Facts& facts, Found& out)
{
    // What somebody has in bootstrap.servers, and nobody reaches, is another trouble: metadata that lead there do not mislead.
    // (Where one client reaches it and another does not, they may: that is the name of a network within.)
    std::set<std::string_view> given;
    for (const ConnectionLife& life : facts.lives()) {
        if (life.node.isBootstrap())
            given.insert(facts.trace().text(life.remote));
    }
    for (const ConnectionLife& life : facts.lives()) {
        if (life.connected)
            given.erase(facts.trace().text(life.remote));
    }
    for (const auto& [client, places] : facts.byClient()) {
        bool isBootstrapped = false;
        std::set<std::string_view>
            reached; // addresses, and those that were given as such: metadata did not mislead to them
        std::set<BrokerId> good;
        std::map<BrokerId, std::vector<std::size_t>> failed;
        for (const std::size_t place : places) {
            const ConnectionLife& life = facts.life(place);
            isBootstrapped = isBootstrapped || (life.node.isBootstrap() && life.ready);
            if (life.node.isBootstrap())
                reached.insert(facts.trace().text(life.remote));
            if (life.connected) {
                reached.insert(facts.trace().text(life.remote));
                good.insert(life.node.brokerId());
            } else if (life.closed && isUnreachable(life.closeRule) && life.node.brokerId().isValid()) {
                failed[life.node.brokerId()].push_back(place);
            }
        }
        if (!isBootstrapped)
            continue;
        for (const auto& [broker, lane] : failed) {
            const ConnectionLife& first = facts.life(lane.front());
            const bool wasReached = good.contains(broker) || facts.wasBroken(broker, *first.closed)
                || std::any_of(lane.begin(), lane.end(), [&](std::size_t place) {
                       const std::string_view address = facts.trace().text(facts.life(place).remote);
                       return reached.contains(address) || given.contains(address);
                   });
            if (wasReached)
                continue;
            Finding finding;
            finding.kind = Kind::AdvertisedUnreachable;
            finding.weight = Weight::Fault;
            // Silence may also be a firewall's; a refusal or a name without address is an answer.
            const bool isSilent
                = first.closeRule == RuleId::ConnectionSetupTimeout || first.closeRule == RuleId::SynRetriesExhausted;
            finding.certainty = isSilent || facts.isObserved() ? Certainty::Likely : Certainty::Certain;
            finding.clients = {client};
            finding.node = NodeId::broker(broker);
            finding.broker = broker;
            for (const std::size_t place : lane) {
                finding.connections.push_back(facts.life(place).id);
                finding.events.push_back(facts.life(place).closeEvent);
            }
            finding.remedy = Remedy {trace::Side::Broker, "advertised.listeners", {}};
            out.push_back(std::move(finding));
        }
    }
}

} // namespace connscope::findings
