// SPDX-License-Identifier: GPL-3.0-or-later
// Idle limits close connections one by one. Where those of several clients to one broker end in the same moment, something
// between them or the broker itself went away: a restart, a proxy, a load balancer.
#include "findings/rules.h"

#include <algorithm>
#include <set>

namespace connscope::findings {

using trace::ConnectionLife;
using trace::RuleId;
using trace::Side;

namespace {

/// Ends that have reasons of their own.
bool isOrdinary(const ConnectionLife& life)
{
    return !life.closed || !life.connected || !life.broker.isValid() || life.closer == Side::Client
        || life.closer == Side::None || life.closeRule == RuleId::BrokerIdleExpiry
        || life.closeRule == RuleId::CourseBrokerIdleExpiry || life.closeRule == RuleId::ProcessKilled;
}

} // namespace

void closedTogether(const Facts& facts, Found& out)
{
    std::map<BrokerId, std::vector<std::size_t>> byBroker;
    for (std::size_t place = 0; place < facts.lives().size(); ++place) {
        if (!isOrdinary(facts.life(place)))
            byBroker[facts.life(place).broker].push_back(place);
    }
    for (auto& [broker, places] : byBroker) {
        std::stable_sort(places.begin(), places.end(),
            [&](std::size_t a, std::size_t b) { return *facts.life(a).closed < *facts.life(b).closed; });
        for (std::size_t first = 0; first < places.size();) {
            const Instant from = *facts.life(places[first]).closed;
            std::size_t last = first;
            std::set<ClientId> clients;
            for (; last < places.size() && *facts.life(places[last]).closed - from <= kTogetherWindow; ++last)
                clients.insert(facts.life(places[last]).client);
            if (clients.size() < kTogetherClients) {
                ++first;
                continue;
            }
            Finding finding;
            finding.kind = Kind::ClosedTogether;
            finding.weight = Weight::Warning;
            finding.broker = broker;
            finding.clients.assign(clients.begin(), clients.end());
            for (std::size_t i = first; i < last; ++i) {
                finding.connections.push_back(facts.life(places[i]).id);
                finding.events.push_back(facts.life(places[i]).closeEvent);
            }
            finding.length = *facts.life(places[last - 1]).closed - from;
            // Why, where the trace knows.
            const EventId down = facts.brokerDown(
                broker, from - std::min(from - kStart, Duration {std::chrono::seconds(1)}), from + kTogetherWindow);
            if (down.isValid())
                finding.events.push_back(down);
            else
                finding.certainty = Certainty::Likely;
            out.push_back(std::move(finding));
            first = last;
        }
    }
}

} // namespace connscope::findings
