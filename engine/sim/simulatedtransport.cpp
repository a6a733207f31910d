// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulatedtransport.h"

namespace connscope::sim {

static_assert(Tcp::kKinds <= session::Transport::kKinds);

SimulatedTransport::SimulatedTransport(const session::TransportEnvironment& e)
    : m_scenario(e.scenario)
    , m_addresses(e.scenario)
    , m_network(e.scenario.network, e.rng.fork("network"))
    , m_ports(e.rng.fork("ports"))
    , m_tcp({e.scheduler, m_network, m_ports, e.trace, e.programs, e.scenario.network.kernel,
          e.scenario.network.middlebox, e.until})
{
}

std::string SimulatedTransport::addProcess(std::size_t entry, const std::string& instance)
{
    Process process;
    process.networkClient = m_network.addClient(m_scenario.clients[entry].name, instance);
    process.machine = m_ports.machine(m_addresses.clientAddress(entry));
    m_processes.push_back(process);
    return m_ports.address(process.machine);
}

void SimulatedTransport::open(std::uint32_t process, ClientId client, const client::OpenWish& wish, Instant now)
{
    const Process& from = m_processes[process];
    const auto destination = m_addresses.find(m_ports.address(from.machine), wish.address, wish.port);
    Tcp::Route route;
    route.target = destination.target;
    route.broker = destination.broker;
    route.link = m_network.link(from.networkClient, destination.broker);
    route.machine = from.machine;
    route.remote = m_ports.endpoint(wish.address, wish.port);
    m_tcp.open(client, wish, route, now);
}

Result<void> SimulatedTransport::addFault(const Fault& fault)
{
    m_network.add(fault);
    return {};
}

Result<void> SimulatedTransport::removeFault(const Fault& fault)
{
    m_network.remove(fault);
    return {};
}

} // namespace connscope::sim
