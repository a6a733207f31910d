// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/addressbook.h"

#include <algorithm>

namespace connscope::session {

namespace {

std::string endpoint(std::string_view address, std::uint16_t port)
{
    std::string text(address);
    text += ':';
    text += std::to_string(port);
    return text;
}

} // namespace

bool isAddress(std::string_view host)
{
    if (host.find(':') != std::string_view::npos)
        return true;
    int dots = 0;
    int digits = 0;
    int number = 0;
    for (const char c : host) {
        if (c == '.') {
            if (digits == 0)
                return false;
            ++dots;
            digits = number = 0;
        } else if (c >= '0' && c <= '9' && digits < 3) {
            ++digits;
            number = number * 10 + (c - '0');
            if (number > 255)
                return false;
        } else {
            return false;
        }
    }
    return dots == 3 && digits > 0;
}

bool isLoopback(std::string_view address) { return address.substr(0, 4) == "127." || address == "::1"; }

AddressBook::AddressBook(const scenario::Scenario& scenario)
{
    for (const auto& [name, addresses] : scenario.network.dns) {
        m_dns.emplace(name, addresses);
        m_taken.insert(addresses.begin(), addresses.end());
    }
    m_unresolvable.insert(scenario.network.unresolvable.begin(), scenario.network.unresolvable.end());
    for (const auto& broker : scenario.cluster.brokers) {
        if (isAddress(broker.host))
            m_taken.insert(broker.host);
    }
    for (const auto& entry : scenario.clients) {
        if (!entry.host.empty())
            m_taken.insert(entry.host);
    }

    for (const auto& broker : scenario.cluster.brokers) {
        for (const std::string& address : addressesOf(broker.host)) {
            m_machines.insert(address);
            m_names.emplace(address, broker.host);
            m_listeners.emplace(endpoint(address, broker.port), broker.id);
        }
    }
    const bool allLocal = std::all_of(m_machines.begin(), m_machines.end(), isLoopback);
    for (const auto& entry : scenario.clients) {
        m_clientAddresses.push_back(!entry.host.empty() ? entry.host : allLocal ? "127.0.0.1" : freshAddress(1));
        m_machines.insert(m_clientAddresses.back());
    }
}

// Net 0 is the brokers' (10.0.0.1 …, then 10.4.0.1 …), net 1 the clients' (10.0.1.1 …, then 10.5.0.1 …).
std::string AddressBook::freshAddress(int net)
{
    for (;;) {
        const int n = m_next[net]++;
        const int row = n / 254;
        std::string address = row == 0 ? "10.0." + std::to_string(net)
                                       : "10." + std::to_string(4 + net) + '.' + std::to_string(row - 1);
        address += '.' + std::to_string(n % 254 + 1);
        if (m_taken.insert(address).second)
            return address;
    }
}

const std::vector<std::string>& AddressBook::addressesOf(const std::string& host)
{
    const auto known = m_dns.find(host);
    if (known != m_dns.end())
        return known->second;
    std::vector<std::string> addresses;
    addresses.push_back(isAddress(host) ? host : host == "localhost" ? std::string("127.0.0.1") : freshAddress(0));
    return m_dns.emplace(host, std::move(addresses)).first->second;
}

std::vector<std::string> AddressBook::resolve(std::string_view host)
{
    if (m_unresolvable.find(host) != m_unresolvable.end())
        return {};
    if (const auto known = m_dns.find(host); known != m_dns.end())
        return known->second;
    if (isAddress(host))
        return {std::string(host)};
    if (host == "localhost")
        return {"127.0.0.1"};
    return {};
}

std::string AddressBook::canonicalName(std::string_view address)
{
    if (const auto known = m_names.find(address); known != m_names.end())
        return known->second;
    return address == "127.0.0.1" ? std::string("localhost") : std::string(address);
}

AddressBook::Destination AddressBook::find(std::string_view from, std::string_view address, std::uint16_t port) const
{
    if (isLoopback(address)) {
        // Each machine's own: what listens on 127.0.0.1 is on the machine of the clients that are there too.
        if (!isLoopback(from))
            return {Target::ClosedPort, {}};
    } else if (m_machines.find(address) == m_machines.end()) {
        return {address.substr(0, 3) == "10." ? Target::Unreachable : Target::Silent, {}};
    }
    const auto listener = m_listeners.find(endpoint(address, port));
    if (listener == m_listeners.end())
        return {Target::ClosedPort, {}};
    return {Target::Listener, listener->second};
}

} // namespace connscope::session
