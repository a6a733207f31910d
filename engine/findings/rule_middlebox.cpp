// SPDX-License-Identifier: GPL-3.0-or-later
// A NAT, firewall or load balancer forgot an idle connection. A simulation says so itself. In what was observed nobody can
// see it, so it is told from what follows: a silence, a request into it that is never answered, and then another connection
// to the same node that is ready in a moment.
#include "findings/limit.h"
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

using trace::ConnectionLife;

namespace {

constexpr Duration kAtOnce = std::chrono::seconds(5);

void add(std::map<ClientId, Finding>& found, const Facts& facts, ClientId client, ConnectionId connection,
    Duration silence, Certainty certainty, const std::vector<EventId>& events)
{
    const std::optional<Duration> own = facts.clientLimit(client);
    if (silence <= Duration::zero())
        return;
    Finding& finding = found[client];
    finding.kind = Kind::ClientLimitAboveMiddlebox;
    finding.weight = Weight::Fault;
    finding.certainty = std::max(finding.certainty, own ? certainty : Certainty::Likely);
    finding.clients = {client};
    finding.limit = own.value_or(Duration::zero());
    if (finding.length == Duration::zero() || silence < finding.length)
        finding.length = silence;
    if (std::find(finding.connections.begin(), finding.connections.end(), connection) == finding.connections.end())
        finding.connections.push_back(connection);
    finding.events.insert(finding.events.end(), events.begin(), events.end());
}

/// The first connection of the same client to the same node that was ready soon after; nullptr if there was none.
const ConnectionLife* successor(const Facts& facts, const ConnectionLife& life)
{
    if (!life.closed)
        return nullptr;
    for (const std::size_t place : facts.byClient().at(life.client)) {
        const ConnectionLife& next = facts.life(place);
        if (next.node == life.node && next.id > life.id && next.opened >= *life.closed && next.ready)
            return *next.ready - next.opened <= kAtOnce ? &next : nullptr;
    }
    return nullptr;
}

bool isNotPolled(const Facts& facts, ClientId client, const Finding& finding)
{
    return facts.world().client(client).kind == trace::ClientKind::Consumer
        && std::any_of(finding.connections.begin(), finding.connections.end(),
            [&](ConnectionId connection) { return facts.wasClientSilent(connection); });
}

} // namespace

void clientLimitAboveMiddlebox(const Facts& facts, Found& out)
{
    std::map<ClientId, Finding> found;
    for (const EventId id : facts.forgottenFlows()) {
        const trace::Event& e = facts.trace()[id];
        const std::optional<Duration> own = facts.clientLimit(e.client);
        const EventId timedOut = facts.timedOut(e.connection);
        // A lower limit is met before anything is sent, or it was too late: then a request was lost on it.
        if (own && *own != kOff && *own < Duration {e.value} && !(timedOut.isValid() && timedOut > id))
            continue;
        std::vector<EventId> events {id};
        if (timedOut.isValid())
            events.push_back(timedOut);
        if (const auto it = facts.unanswered().find(e.connection); it != facts.unanswered().end())
            events.insert(events.end(), {it->second.sent, it->second.timedOut});
        add(found, facts, e.client, e.connection, Duration {e.value}, Certainty::Certain, events);
    }
    if (facts.isObserved()) {
        for (const ConnectionLife& life : facts.lives()) {
            const auto it = facts.unanswered().find(life.id);
            if (it == facts.unanswered().end() || !life.client.isValid())
                continue;
            const Instant then = facts.trace()[it->second.timedOut].at;
            const ConnectionLife* next = successor(facts, life);
            if (next == nullptr || facts.wasBroken(life.broker, then))
                continue;
            add(found, facts, life.client, life.id, it->second.silence, Certainty::Likely,
                {it->second.sent, it->second.timedOut, next->openEvent});
        }
    }
    for (auto& [client, finding] : found) {
        adviseLimits(finding, facts.clientLimit(client), facts.longestLook(client), trace::Side::None);
        // What is set lower already would not be helped by more, nor a consumer that sent nothing at all: nobody polled.
        if (const auto value = limitBelow(finding.length, facts.longestLook(client));
            isNotPolled(facts, client, finding)
            || (value && finding.limit > Duration::zero() && *value >= finding.limit)) {
            finding.remedy.reset();
            finding.also.reset();
        }
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
