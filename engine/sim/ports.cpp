// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ports.h"

namespace connscope::sim {

namespace {

constexpr std::uint32_t kRange = std::uint32_t {Ports::kLast} - Ports::kFirst + 1;

std::uint64_t pairKey(EndpointId remote, std::uint16_t port) { return std::uint64_t {remote} << 16 | port; }

} // namespace

MachineId Ports::machine(std::string_view address)
{
    const auto [known, isNew]
        = m_byAddress.try_emplace(std::string(address), static_cast<MachineId>(m_machines.size()));
    if (isNew) {
        Machine machine;
        machine.address = address;
        machine.next = static_cast<std::uint16_t>(kFirst + m_rng.fork(address).below(kRange));
        m_machines.push_back(std::move(machine));
    }
    return known->second;
}

EndpointId Ports::endpoint(std::string_view address, std::uint16_t port)
{
    std::string text(address);
    text += ':';
    text += std::to_string(port);
    return m_endpoints.try_emplace(std::move(text), static_cast<EndpointId>(m_endpoints.size())).first->second;
}

std::optional<std::uint16_t> Ports::take(MachineId id, EndpointId remote)
{
    Machine& machine = m_machines[id];
    std::uint32_t& count = machine.count[remote];
    if (count == kRange)
        return std::nullopt;
    for (;;) {
        const std::uint16_t port = machine.next;
        machine.next = port == kLast ? kFirst : static_cast<std::uint16_t>(port + 1);
        if (machine.taken.insert(pairKey(remote, port)).second) {
            ++count;
            return port;
        }
    }
}

void Ports::release(MachineId id, EndpointId remote, std::uint16_t port)
{
    Machine& machine = m_machines[id];
    if (machine.taken.erase(pairKey(remote, port)) > 0)
        --machine.count[remote];
}

} // namespace connscope::sim
