// SPDX-License-Identifier: GPL-3.0-or-later
// One client, one broker, several connections at the same time: the Java client keys a connection by node id and not by
// address, so -1, 2147483647 - id and id are three. Others (KafkaJS) keep two for each broker on purpose.
#include "findings/rules.h"

#include <algorithm>
#include <set>

namespace connscope::findings {

using trace::ConnectionLife;

void twoSocketsToOneHost(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        std::map<BrokerId, std::vector<std::size_t>> byBroker;
        for (const std::size_t place : places) {
            if (facts.life(place).broker.isValid() && facts.life(place).connected)
                byBroker[facts.life(place).broker].push_back(place);
        }
        Finding finding;
        finding.kind = Kind::TwoSocketsToOneHost;
        finding.clients = {client};
        for (auto& [broker, lane] : byBroker) {
            if (lane.size() < 2)
                continue;
            // In the order of the handshakes: what is still open when the next one is there stands beside it.
            std::stable_sort(lane.begin(), lane.end(),
                [&](std::size_t a, std::size_t b) { return *facts.life(a).connected < *facts.life(b).connected; });
            std::set<std::size_t> together;
            std::vector<std::size_t> open;
            for (const std::size_t place : lane) {
                const Instant now = *facts.life(place).connected;
                std::erase_if(open, [&](std::size_t other) {
                    const ConnectionLife& life = facts.life(other);
                    return life.closed && *life.closed <= now;
                });
                if (!open.empty()) {
                    together.insert(open.begin(), open.end());
                    together.insert(place);
                }
                open.push_back(place);
                finding.most = std::max(finding.most, static_cast<std::uint32_t>(open.size()));
            }
            for (const std::size_t place : together) {
                finding.connections.push_back(facts.life(place).id);
                finding.events.push_back(facts.life(place).openEvent);
            }
        }
        if (finding.connections.empty())
            continue;
        std::sort(finding.connections.begin(), finding.connections.end());
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
