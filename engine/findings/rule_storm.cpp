// SPDX-License-Identifier: GPL-3.0-or-later
// The same client connects to the same node again and again.
#include "findings/rules.h"

#include <algorithm>
#include <deque>
#include <set>

namespace connscope::findings {

void reconnectStorm(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        if (places.size() < static_cast<std::size_t>(kStormOpenings))
            continue;
        std::map<NodeId, std::vector<std::size_t>> byNode;
        for (const std::size_t place : places) {
            if (facts.life(place).node.isValid())
                byNode[facts.life(place).node].push_back(place);
        }
        for (const auto& [node, lane] : byNode) {
            std::deque<std::size_t> window;
            std::set<std::size_t> stormy;
            for (const std::size_t place : lane) {
                window.push_back(place);
                while (facts.life(place).opened - facts.life(window.front()).opened > kStormWindow)
                    window.pop_front();
                if (window.size() >= static_cast<std::size_t>(kStormOpenings))
                    stormy.insert(window.begin(), window.end());
            }
            if (stormy.empty())
                continue;
            Finding finding;
            finding.kind = Kind::ReconnectStorm;
            finding.weight = Weight::Warning;
            finding.clients = {client};
            finding.node = node;
            for (const std::size_t place : stormy) {
                const trace::ConnectionLife& life = facts.life(place);
                finding.connections.push_back(life.id);
                finding.events.push_back(life.openEvent);
                if (life.closeEvent.isValid())
                    finding.events.push_back(life.closeEvent);
            }
            finding.length = facts.life(*stormy.rbegin()).opened - facts.life(*stormy.begin()).opened;
            finding.remedy = Remedy {trace::Side::Client, "reconnect.backoff.max.ms", "10000"};
            out.push_back(std::move(finding));
        }
    }
}

} // namespace connscope::findings
