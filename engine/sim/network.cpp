// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/network.h"

#include <algorithm>

namespace connscope::sim {

namespace {

/// A segment is lost at most so often in a row by chance.
constexpr int kMaxLosses = 10;

bool matches(std::string_view pattern, std::string_view name, std::string_view instance)
{
    return pattern.empty() || pattern == "*" || pattern == name || pattern == instance;
}

std::int64_t serialization(std::uint32_t bytes, std::int64_t bitsPerSecond)
{
    const std::int64_t bits = std::int64_t {bytes} * 8;
    // Whole seconds apart, so that the product below fits and is exact in a double's 53 bits.
    const double rest = static_cast<double>(bits % bitsPerSecond) * 1e9 / static_cast<double>(bitsPerSecond);
    return bits / bitsPerSecond * 1'000'000'000 + static_cast<std::int64_t>(rest);
}

} // namespace

Network::Network(const scenario::NetworkSpec& spec, Rng rng)
    : m_spec(spec)
    , m_rng(rng)
{
    const auto add = [this](const scenario::LinkSpec& link) {
        Way way;
        way.latency = std::max<std::int64_t>(link.latency.count(), 0);
        way.jitter = static_cast<std::uint64_t>(std::max<std::int64_t>(link.jitter.count(), 0));
        way.bitsPerSecond = link.bitsPerSecond;
        way.loss = link.loss;
        way.retransmissionTimeout = std::max<std::int64_t>(link.retransmissionTimeout.count(), 1);
        m_ways.push_back(way);
    };
    add(spec.link);
    for (const scenario::LinkRule& rule : spec.links)
        add(rule.link);
}

std::uint32_t Network::addClient(std::string_view name, std::string_view instance)
{
    m_clients.push_back({std::string(name), std::string(instance)});
    return static_cast<std::uint32_t>(m_clients.size() - 1);
}

bool Network::covers(const Fault& fault, const Link& link) const
{
    const Client& client = m_clients[link.client];
    return matches(fault.client, client.name, client.instance)
        && (!fault.broker.isValid() || fault.broker == link.broker);
}

LinkId Network::link(std::uint32_t client, BrokerId broker)
{
    const std::uint64_t key = std::uint64_t {client} << 32 | static_cast<std::uint32_t>(broker.value);
    const auto [known, isNew] = m_byPair.try_emplace(key, static_cast<LinkId>(m_links.size()));
    if (!isNew)
        return known->second;

    Link link;
    for (std::uint32_t i = 0; i < m_spec.links.size(); ++i) {
        const scenario::LinkRule& rule = m_spec.links[i];
        const bool brokerMatches = !rule.broker || *rule.broker == broker;
        if (brokerMatches && matches(rule.client, m_clients[client].name, m_clients[client].instance))
            link.way = i + 1;
    }
    link.client = client;
    link.broker = broker;
    for (const Fault& fault : m_faults) {
        if (covers(fault, link))
            ++link.faults[static_cast<std::size_t>(fault.kind)];
    }
    m_links.push_back(link);
    return known->second;
}

Instant Network::arrival(
    LinkId id, trace::Side from, std::uint32_t bytes, Instant now, std::optional<Duration> firstTimeout)
{
    const Way& way = wayOf(id);
    Instant leaves = now;
    if (way.bitsPerSecond > 0 && bytes > 0) {
        if (id >= m_lines.size())
            m_lines.resize(m_links.size());
        Instant& free = m_lines[id].free[from == trace::Side::Client ? 0 : 1];
        leaves = saturatingAdd(std::max(now, free), Duration {serialization(bytes, way.bitsPerSecond)});
        free = leaves;
    }
    std::int64_t travel = way.latency;
    if (way.jitter > 0)
        travel += static_cast<std::int64_t>(m_rng.below(way.jitter + 1));
    if (way.loss > 0) {
        std::int64_t timeout = firstTimeout.value_or(retransmissionTimeout(id)).count();
        for (int n = 0; n < kMaxLosses && m_rng.chance(way.loss); ++n) {
            travel += timeout;
            timeout *= 2;
        }
    }
    return saturatingAdd(leaves, Duration {travel});
}

Duration Network::retransmissionTimeout(LinkId id) const
{
    const Way& way = wayOf(id);
    return Duration {std::max(way.retransmissionTimeout, 2 * (way.latency + static_cast<std::int64_t>(way.jitter)))};
}

void Network::add(const Fault& fault)
{
    m_faults.push_back(fault);
    for (Link& link : m_links) {
        if (covers(fault, link))
            ++link.faults[static_cast<std::size_t>(fault.kind)];
    }
}

std::size_t Network::remove(const Fault& wish)
{
    std::size_t removed = 0;
    for (std::size_t i = 0; i < m_faults.size();) {
        const Fault fault = m_faults[i];
        const bool sameClient = wish.client.empty() || wish.client == "*" || wish.client == fault.client;
        const bool sameBroker = !wish.broker.isValid() || wish.broker == fault.broker;
        if (fault.kind != wish.kind || !sameClient || !sameBroker) {
            ++i;
            continue;
        }
        m_faults.erase(m_faults.begin() + static_cast<std::ptrdiff_t>(i));
        ++removed;
        for (Link& link : m_links) {
            if (covers(fault, link))
                --link.faults[static_cast<std::size_t>(fault.kind)];
        }
    }
    return removed;
}

} // namespace connscope::sim
