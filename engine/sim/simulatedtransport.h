// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/addressbook.h"
#include "session/transport.h"
#include "sim/network.h"
#include "sim/ports.h"
#include "sim/tcp.h"

#include <string>
#include <vector>

/// \file
/// The network of a simulation, put together: names and addresses, ways and their faults, local ports, and the kernels of
/// all hosts.

namespace connscope::sim {

/// Whoever wants to hear what passes derives from it.
class SimulatedTransport : public session::Transport {
public:
    explicit SimulatedTransport(const session::TransportEnvironment& environment);

    void dispatch(const Scheduler::Entry& entry, Instant) override { m_tcp.dispatch(entry); }

    std::string addProcess(std::size_t entry, const std::string& instance) override;
    /// Nothing has headers here.
    void nameClient(ClientId, std::string_view) override { }
    client::Resolver& resolver() override { return m_addresses; }
    /// Tcp asks Programs about a broker whenever a SYN arrives.
    void brokersChanged(Instant) override { }

    void open(std::uint32_t process, ClientId client, const client::OpenWish& wish, Instant now) override;
    void send(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause) override
    {
        m_tcp.send(connection, std::move(request), now, cause);
    }
    void respond(ConnectionId connection, protocol::Response&& response, Instant now, EventId cause) override
    {
        m_tcp.respond(connection, std::move(response), now, cause);
    }
    void close(Side side, ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) override
    {
        m_tcp.close(side, connection, now, cause, rule);
    }
    void read(ConnectionId connection) override { m_tcp.read(connection); }

    void killClient(ClientId client, Instant now, EventId cause, trace::RuleId rule) override
    {
        m_tcp.killClient(client, now, cause, rule);
    }
    /// What arrives lies in the session's inbox until the client is polled: nothing more is to be done.
    void pauseClient(ClientId, bool) override { }
    void killBroker(BrokerId broker, Instant pausedSince, Instant now, EventId cause, trace::RuleId rule) override
    {
        m_tcp.killBroker(broker, pausedSince, now, cause, rule);
    }
    void reset(ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) override
    {
        m_tcp.reset(connection, now, cause, rule);
    }
    Result<void> addFault(const Fault& fault) override;
    Result<void> removeFault(const Fault& fault) override;

    BrokerId brokerOf(ConnectionId connection) const override { return m_tcp.brokerOf(connection); }
    ClientId clientOf(ConnectionId connection) const override { return m_tcp.clientOf(connection); }
    NodeId nodeOf(ConnectionId connection) const override { return m_tcp.nodeOf(connection); }
    std::vector<ConnectionId> live() const override { return m_tcp.live(); }
    std::size_t liveCount() const override { return m_tcp.liveCount(); }
    std::size_t segmentsInAir() const override { return m_tcp.segmentsInAir(); }
    void prefetch(ConnectionId connection) const override { m_tcp.prefetch(connection); }

private:
    struct Process {
        std::uint32_t networkClient = 0;
        MachineId machine = 0;
    };
    const scenario::Scenario& m_scenario;
    AddressBook m_addresses;
    Network m_network;
    Ports m_ports;
    Tcp m_tcp;
    std::vector<Process> m_processes;
};

} // namespace connscope::sim
