// SPDX-License-Identifier: GPL-3.0-or-later
// How many connections does one client have? One finding for each kind of client: an instance has one for each broker that it
// talks to, a consumer one more to its coordinator, and those of bootstrap.servers until they are idle for long enough.
// Partitions do not count.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

using trace::ConnectionLife;

namespace {

/// The most connections of these that were open at the same time.
std::uint32_t peak(const Facts& facts, const std::vector<std::size_t>& places)
{
    std::vector<std::pair<Instant, int>> steps;
    for (const std::size_t place : places) {
        const ConnectionLife& life = facts.life(place);
        if (!life.connected)
            continue;
        steps.emplace_back(life.opened, 1);
        if (life.closed)
            steps.emplace_back(*life.closed, -1);
    }
    std::sort(steps.begin(), steps.end()); // at one instant an end comes before an opening
    int open = 0;
    int most = 0;
    for (const auto& [at, change] : steps)
        most = std::max(most, open += change);
    return static_cast<std::uint32_t>(most);
}

} // namespace

void connectionsOfAClient(const Facts& facts, Found& out)
{
    std::map<trace::ClientKind, Finding> found;
    for (const auto& [client, places] : facts.byClient()) {
        const std::uint32_t most = peak(facts, places);
        if (most == 0)
            continue;
        Finding& finding = found[facts.world().client(client).kind];
        const bool isFirst = finding.clients.empty();
        finding.kind = Kind::ConnectionsOfAClient;
        finding.clients.push_back(client);
        finding.least = isFirst ? most : std::min(finding.least, most);
        finding.most = std::max(finding.most, most);
        for (const std::size_t place : places) {
            if (facts.life(place).connected) {
                finding.hasCoordinator = finding.hasCoordinator || facts.life(place).node.isCoordinator();
                finding.connections.push_back(facts.life(place).id);
                finding.events.push_back(facts.life(place).openEvent);
            }
        }
    }
    for (auto& [kind, finding] : found) {
        finding.clientKind = kind;
        std::sort(finding.connections.begin(), finding.connections.end());
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
