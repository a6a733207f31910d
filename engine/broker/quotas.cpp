// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/quotas.h"

namespace connscope::broker {

void ConnectionQuotas::clear()
{
    m_total = 0;
    m_byAddress.clear();
}

bool ConnectionQuotas::take(const BrokerConfig& config, std::uint32_t address, std::string_view addressText)
{
    ++m_total;
    const std::uint32_t before = m_byAddress[address]++;
    std::int64_t limit = config.maxConnectionsPerIp;
    for (const auto& [host, count] : config.maxConnectionsPerIpOverrides) {
        if (host == addressText)
            limit = count;
    }
    return static_cast<std::int64_t>(before) < limit;
}

void ConnectionQuotas::release(std::uint32_t address)
{
    --m_total;
    const auto it = m_byAddress.find(address);
    if (it != m_byAddress.end() && --it->second == 0)
        m_byAddress.erase(it);
}

std::uint32_t Addresses::number(std::string_view address)
{
    if (const auto it = m_numbers.find(address); it != m_numbers.end())
        return it->second;
    const auto n = static_cast<std::uint32_t>(m_texts.size());
    m_texts.emplace_back(address);
    m_numbers.emplace(m_texts.back(), n);
    return n;
}

} // namespace connscope::broker
