// SPDX-License-Identifier: GPL-3.0-or-later
// A new instance for each message or batch: the next one comes when the one before has done its work, and that one stays.
// Instances that all go on working, as the members of a group do, are no leak.
#include "findings/rules.h"

namespace connscope::findings {

namespace {

/// "producer-" of "producer-17"; all of it where there is no number.
std::string_view stem(std::string_view clientId)
{
    const std::size_t end = clientId.find_last_not_of("0123456789");
    return end == std::string_view::npos ? clientId : clientId.substr(0, end + 1);
}

} // namespace

void leak(const Facts& facts, Found& out)
{
    const trace::WorldState& world = facts.world();
    const trace::Trace& trace = facts.trace();
    std::map<std::pair<trace::ClientKind, std::string_view>, std::vector<ClientId>> families;
    for (std::uint32_t c = 0; c < world.clientCount(); ++c) {
        const trace::ClientState& client = world.client(ClientId {c});
        if (client.exists())
            families[{client.kind, stem(trace.text(client.name))}].push_back(ClientId {c});
    }
    for (const auto& [key, clients] : families) {
        if (clients.size() < kLeakInstances)
            continue;
        std::vector<ClientId> left; // it stays, and had done its work when the next one came
        for (std::size_t i = 0; i + 1 < clients.size(); ++i) {
            const trace::ClientState& client = world.client(clients[i]);
            const Instant next = trace[world.client(clients[i + 1]).created].at;
            const EventId work = facts.lastWork(clients[i]);
            if (client.isAlive() && next > trace[client.created].at && work.isValid() && trace[work].at <= next)
                left.push_back(clients[i]);
        }
        if (left.size() + 1 < kLeakInstances || left.size() * 10 < (clients.size() - 1) * 8)
            continue;
        Finding finding;
        finding.kind = Kind::Leak;
        finding.weight = Weight::Fault;
        finding.clients = left;
        for (const ClientId client : left) {
            finding.events.push_back(world.client(client).created);
            const auto places = facts.byClient().find(client);
            if (places == facts.byClient().end())
                continue;
            for (const std::size_t place : places->second) {
                if (!facts.life(place).closed)
                    finding.connections.push_back(facts.life(place).id);
            }
        }
        finding.length
            = trace[world.client(clients.back()).created].at - trace[world.client(clients.front()).created].at;
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
