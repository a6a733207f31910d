// SPDX-License-Identifier: GPL-3.0-or-later
// Several instances with one client.id at the same time: nothing tells them apart in logs, metrics and quotas.
#include "findings/rules.h"

namespace connscope::findings {

namespace {

/// Made by the client's constructor, which counts from 1 in each process: two processes always have the same.
bool isGenerated(std::string_view clientId)
{
    const bool isKnown = clientId.starts_with("producer-") || clientId.starts_with("consumer-")
        || clientId.starts_with("adminclient-");
    return isKnown && clientId.back() >= '0' && clientId.back() <= '9';
}

} // namespace

void sharedClientId(const Facts& facts, Found& out)
{
    const trace::WorldState& world = facts.world();
    std::map<std::string_view, std::vector<ClientId>> byId;
    for (std::uint32_t c = 0; c < world.clientCount(); ++c) {
        const trace::ClientState& client = world.client(ClientId {c});
        if (client.exists() && !facts.trace().text(client.name).empty())
            byId[facts.trace().text(client.name)].push_back(ClientId {c});
    }
    for (const auto& [id, clients] : byId) {
        std::vector<ClientId> together;
        for (std::size_t i = 0; i + 1 < clients.size(); ++i) {
            const trace::ClientState& first = world.client(clients[i]);
            const trace::ClientState& second = world.client(clients[i + 1]);
            if (first.ended.isValid() && first.ended < second.created)
                continue; // one after the other
            if (together.empty() || together.back() != clients[i])
                together.push_back(clients[i]);
            together.push_back(clients[i + 1]);
        }
        if (together.empty())
            continue;
        Finding finding;
        finding.kind = Kind::SharedClientId;
        finding.weight = isGenerated(id) ? Weight::Note : Weight::Warning;
        finding.clients = together;
        for (const ClientId client : together) {
            finding.events.push_back(world.client(client).created);
            if (const auto it = facts.byClient().find(client); it != facts.byClient().end()) {
                for (const std::size_t place : it->second)
                    finding.connections.push_back(facts.life(place).id);
            }
        }
        finding.remedy = Remedy {trace::Side::Client, "client.id", {}};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
