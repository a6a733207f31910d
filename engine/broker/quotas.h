// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brokerconfig.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// How many connections a broker takes (SocketServer.ConnectionQuotas): max.connections.per.ip closes what is too much,
/// max.connections (KIP-402) makes the acceptor wait. Each broker here has one listener, which is the one between
/// brokers too; KIP-402 protects that listener from waiting only where there is another one.

namespace connscope::broker {

class ConnectionQuotas {
public:
    /// A broker (re)starts without connections.
    void clear();
    /// Whether the acceptor may take another connection (#connectionSlotAvailable).
    bool slotAvailable(const BrokerConfig& config) const
    {
        return static_cast<std::int64_t>(m_total) < config.maxConnections;
    }
    /// More than the limit are open: it was lowered meanwhile (#maxConnectionsExceeded).
    bool exceeded(const BrokerConfig& config) const
    {
        return static_cast<std::int64_t>(m_total) > config.maxConnections;
    }
    /// Counts a connection (#inc). False if its address has too many now; it must be released all the same.
    bool take(const BrokerConfig& config, std::uint32_t address, std::string_view addressText);
    void release(std::uint32_t address);
    std::uint32_t total() const { return m_total; }

private:
    std::uint32_t m_total = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> m_byAddress;
};

/// Peer addresses by number.
class Addresses {
public:
    std::uint32_t number(std::string_view address);
    std::string_view text(std::uint32_t number) const { return m_texts[number]; }

private:
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;
    std::vector<std::string> m_texts;
};

} // namespace connscope::broker
