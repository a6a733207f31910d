// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/coordinators.h"

#include <algorithm>
#include <limits>

namespace connscope::broker {

std::int32_t javaHash(std::string_view utf8)
{
    std::uint32_t hash = 0;
    const auto add = [&hash](std::uint32_t unit) { hash = 31 * hash + unit; };
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
        std::uint32_t point = length == 1 ? lead : lead & (0x7fU >> length);
        for (std::size_t k = 1; k < length && i + k < utf8.size(); ++k)
            point = point << 6 | (static_cast<unsigned char>(utf8[i + k]) & 0x3fU);
        if (point >= 0x10000) {
            add(0xd800 + ((point - 0x10000) >> 10));
            add(0xdc00 + ((point - 0x10000) & 0x3ff));
        } else {
            add(point);
        }
        i += length;
    }
    return static_cast<std::int32_t>(hash);
}

std::uint32_t coordinatorPartition(std::string_view name, std::int32_t partitions)
{
    const std::int32_t hash = javaHash(name);
    const std::int32_t positive = hash == std::numeric_limits<std::int32_t>::min() ? 0 : hash < 0 ? -hash : hash;
    return static_cast<std::uint32_t>(positive % std::max(1, partitions));
}

Coordinators::Coordinators(const World& world, std::int32_t partitions, const std::map<std::string, BrokerId>& fixed)
    : m_world(world)
    , m_partitions(static_cast<std::uint32_t>(std::max(1, partitions)))
{
    const std::size_t count = world.brokers.size();
    for (std::uint32_t p = 0; p < m_partitions; ++p) {
        const BrokerIndex broker = count == 0 ? kNoBroker : static_cast<BrokerIndex>(p % count);
        m_seats.push_back({broker, broker});
    }
    for (const auto& [name, id] : fixed) {
        const BrokerIndex broker = world.indexOf(id);
        if (broker != kNoBroker)
            move(name, broker);
    }
}

std::uint32_t Coordinators::seatOf(std::string_view name) const
{
    if (const auto it = m_fixed.find(name); it != m_fixed.end())
        return it->second;
    return coordinatorPartition(name, static_cast<std::int32_t>(m_partitions));
}

std::uint32_t Coordinators::move(std::string_view name, BrokerIndex to)
{
    if (const auto it = m_fixed.find(name); it != m_fixed.end()) {
        m_seats[it->second] = {to, to};
        return it->second;
    }
    const auto seat = static_cast<std::uint32_t>(m_seats.size());
    m_seats.push_back({to, to});
    m_fixed.emplace(name, seat);
    return seat;
}

BrokerIndex Coordinators::nextLiving(BrokerIndex from) const
{
    const std::size_t count = m_world.brokers.size();
    for (std::size_t i = 1; i <= count; ++i) {
        const auto broker = static_cast<BrokerIndex>((from + i) % count);
        if (m_world.brokers[broker].registered)
            return broker;
    }
    return kNoBroker;
}

bool Coordinators::brokerLost(BrokerIndex broker)
{
    bool changed = false;
    const BrokerIndex next = nextLiving(broker);
    for (Seat& seat : m_seats) {
        if (seat.current == broker) {
            seat.current = next;
            changed = true;
        }
    }
    return changed;
}

bool Coordinators::brokerBack(BrokerIndex broker)
{
    bool changed = false;
    for (Seat& seat : m_seats) {
        if (seat.current == kNoBroker && seat.preferred != kNoBroker) {
            seat.current = broker;
            changed = true;
        }
    }
    return changed;
}

bool Coordinators::electPreferred(BrokerIndex broker)
{
    bool changed = false;
    for (Seat& seat : m_seats) {
        if (seat.preferred == broker && seat.current != broker) {
            seat.current = broker;
            changed = true;
        }
    }
    return changed;
}

} // namespace connscope::broker
