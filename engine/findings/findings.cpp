// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings.h"

#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

namespace {

using Rule = void (*)(const Facts&, Found&);

// In the order of Kind; a test holds that each finds its own.
constexpr Rule kRules[kKindCount] = {
    notConstructed,
    advertisedUnreachable,
    bootstrapUnreachable,
    leak,
    clientLimitAboveMiddlebox,
    zombieConnection,
    closeWaitStanding,
    reconnectStorm,
    setupTimeout,
    closedTogether,
    clientLimitAboveBroker,
    sharedClientId,
    neverUsed,
    idleClose,
    twoSocketsToOneHost,
    connectionsOfAClient,
};

/// What several clients have alike is one finding.
bool isAlike(const Finding& a, const Finding& b)
{
    return a.kind == b.kind && a.weight == b.weight && a.certainty == b.certainty && a.node == b.node
        && a.broker == b.broker && a.limit == b.limit && a.remedy == b.remedy && a.also == b.also;
}

bool speaksOfOneClient(Kind kind)
{
    return kind != Kind::NotConstructed && kind != Kind::Leak && kind != Kind::SetupTimeout
        && kind != Kind::ClosedTogether && kind != Kind::SharedClientId && kind != Kind::IdleClose
        && kind != Kind::ConnectionsOfAClient;
}

void merge(Finding& into, const Finding& other)
{
    into.clients.insert(into.clients.end(), other.clients.begin(), other.clients.end());
    into.connections.insert(into.connections.end(), other.connections.begin(), other.connections.end());
    into.events.insert(into.events.end(), other.events.begin(), other.events.end());
    into.length = std::max(into.length, other.length);
    into.most = std::max(into.most, other.most);
}

Found merged(Found found)
{
    Found out;
    for (Finding& finding : found) {
        const auto same = !speaksOfOneClient(finding.kind)
            ? out.end()
            : std::find_if(out.begin(), out.end(), [&](const Finding& other) { return isAlike(other, finding); });
        if (same == out.end())
            out.push_back(std::move(finding));
        else
            merge(*same, finding);
    }
    return out;
}

} // namespace

Observer::Observer(const trace::Trace& trace)
    : m_facts(trace)
{
}

std::vector<Finding> Observer::observe(
    const trace::WorldState& world, const std::vector<trace::ConnectionLife>& lives, Instant end)
{
    m_facts.extend(world, lives, end);
    Found found;
    for (const Rule rule : kRules)
        rule(m_facts, found);
    found = merged(std::move(found));
    for (Finding& finding : found) {
        std::sort(finding.connections.begin(), finding.connections.end());
        std::sort(finding.events.begin(), finding.events.end());
        finding.events.erase(std::unique(finding.events.begin(), finding.events.end()), finding.events.end());
    }
    std::stable_sort(found.begin(), found.end(), [](const Finding& a, const Finding& b) {
        return std::pair {a.weight, a.kind} < std::pair {b.weight, b.kind};
    });
    return found;
}

std::vector<Finding> findings(const trace::Trace& trace, std::optional<Instant> end)
{
    trace::WorldState world(trace);
    for (std::size_t i = 0; i < trace.size(); ++i)
        world.apply(EventId {static_cast<std::uint32_t>(i)});
    trace::Lives lives;
    lives.extend(world);
    return Observer(trace).observe(world, lives.all(), end.value_or(trace.end()));
}

} // namespace connscope::findings
