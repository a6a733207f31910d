// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/knownaddresses.h"

#include <array>

namespace connscope::analysis {

namespace {

/// "kafka:9092" and "10.0.0.1:9092" of "kafka/10.0.0.1:9092"; the second is empty where the text has no slash.
std::array<std::string, 2> placesOf(std::string_view remote)
{
    const std::size_t colon = remote.rfind(':');
    if (colon == std::string_view::npos)
        return {};
    const std::string_view port = remote.substr(colon);
    std::string_view host = remote.substr(0, colon);
    std::string_view address;
    if (const std::size_t slash = host.find('/'); slash != std::string_view::npos) {
        address = host.substr(slash + 1);
        host = host.substr(0, slash);
    }
    const auto place = [port](std::string_view where) {
        return where.empty() ? std::string() : std::string(where) + std::string(port);
    };
    return {place(host), place(address)};
}

} // namespace

KnownAddresses::KnownAddresses(const trace::Trace& trace, std::span<const trace::ConnectionLife> lives)
    : m_trace(&trace)
{
    std::map<TextId, BrokerId> taken; // most connections go where others went
    for (const trace::ConnectionLife& life : lives) {
        if (!life.broker.isValid() || life.remote.value == 0)
            continue;
        const auto [known, isNew] = taken.emplace(life.remote, life.broker);
        if (!isNew && known->second == life.broker)
            continue;
        for (const std::string& place : placesOf(trace.text(life.remote)))
            add(place, life.broker);
    }
}

void KnownAddresses::add(std::string_view place, BrokerId broker)
{
    if (place.empty())
        return;
    const auto [known, isNew] = m_brokers.emplace(place, broker);
    if (!isNew && known->second != broker)
        known->second = BrokerId {};
}

BrokerId KnownAddresses::brokerOf(const trace::ConnectionLife& life) const
{
    if (life.broker.isValid() || m_trace == nullptr || m_brokers.empty())
        return life.broker;
    for (const std::string& place : placesOf(m_trace->text(life.remote))) {
        const auto known = m_brokers.find(place);
        if (known != m_brokers.end() && known->second.isValid())
            return known->second;
    }
    return {};
}

} // namespace connscope::analysis
