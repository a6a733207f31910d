// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sim/tcp.h"
#include "trace/tcpcheck.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// One client host, one broker host and the way between them, without brains: tests play both programs.

namespace connscope::test {

class TcpWorld : private sim::Programs {
public:
    explicit TcpWorld(const scenario::NetworkSpec& spec = quiet(), Instant until = kNever)
        : m_spec(spec)
        , m_network(m_spec, Rng(1))
        , m_ports(Rng(2))
        , tcp({m_scheduler, m_network, m_ports, trace, *this, m_spec.kernel, m_spec.middlebox, until})
    {
        m_client = m_network.addClient("client", "client");
        root = note(trace::EventKind::Action, trace::RuleId::StartOfWorld, {});
    }

    /// A way of exactly 1 ms, so that instants can be told.
    static scenario::NetworkSpec quiet()
    {
        scenario::NetworkSpec spec;
        spec.link.latency = ms(1);
        spec.link.jitter = Duration::zero();
        return spec;
    }

    ConnectionId open(sim::Target target = sim::Target::Listener)
    {
        const ConnectionId id = trace.newConnection();
        client::OpenWish wish;
        wish.connection = id;
        wish.node = NodeId {0};
        wish.cause = note(trace::EventKind::ConnectStarted, trace::RuleId::ApplicationCall, id);
        sim::Tcp::Route route;
        route.target = target;
        route.broker = target == sim::Target::Listener ? BrokerId {0} : BrokerId {};
        route.link = m_network.link(m_client, route.broker);
        route.machine = m_ports.machine("10.0.1.1");
        route.remote = m_ports.endpoint("10.0.0.1", 9092);
        tcp.open(ClientId {0}, wish, route, now);
        return id;
    }
    /// Opened, and both ends know.
    ConnectionId established()
    {
        const ConnectionId id = open();
        run(now + ms(10));
        events = trace.size();
        return id;
    }
    void request(ConnectionId id, std::uint32_t size = 100)
    {
        protocol::Request request;
        request.api = ApiKey::Produce;
        request.correlationId = ++m_correlation;
        request.size = size;
        tcp.send(id, std::move(request), now, root);
    }
    void respond(ConnectionId id)
    {
        protocol::Response response;
        response.api = ApiKey::Produce;
        response.size = 50;
        tcp.respond(id, std::move(response), now, root);
    }
    void close(trace::Side side, ConnectionId id, trace::RuleId rule) { tcp.close(side, id, now, root, rule); }
    void add(sim::Fault::Kind kind) { m_network.add({kind, "*", {}}); }
    void remove(sim::Fault::Kind kind) { m_network.remove({kind, "*", {}}); }
    void run(Instant until)
    {
        session::Scheduler::Entry entry;
        while (m_scheduler.next(until, entry)) {
            now = entry.at;
            tcp.dispatch(entry);
        }
        if (until != kNever)
            now = until;
    }
    void runFor(Duration d) { run(now + d); }
    void runOut() { run(kNever); }

    /// The TCP events from number `events` on: "SYN-SENT c, SYN-RECEIVED b, …"; kinds other than a change of state are
    /// spelled out: "fin sent FIN-WAIT-1 c".
    std::string story() const
    {
        std::string text;
        for (std::size_t i = events; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.kind == trace::EventKind::Action || e.kind == trace::EventKind::ConnectStarted)
                continue;
            if (!text.empty())
                text += ", ";
            if (e.kind != trace::EventKind::TcpState)
                text += std::string(trace::kindName(e.kind)) + ' ';
            if (e.state != trace::TcpState::None && e.kind != trace::EventKind::Closed)
                text += std::string(trace::tcpStateName(e.state)) + ' ';
            text += e.side == trace::Side::Client ? 'c' : e.side == trace::Side::Broker ? 'b' : 'n';
        }
        return text;
    }
    const trace::Event* last(trace::EventKind kind, trace::Side side) const
    {
        for (std::size_t i = trace.size(); i-- > 0;) {
            if (trace[i].kind == kind && trace[i].side == side)
                return &trace[i];
        }
        return nullptr;
    }
    int count(trace::EventKind kind) const
    {
        int n = 0;
        for (std::size_t i = 0; i < trace.size(); ++i)
            n += trace[i].kind == kind ? 1 : 0;
        return n;
    }
    /// "" if both ends of every connection walked RFC 9293's table.
    std::string problems() const
    {
        std::string text;
        for (const trace::TcpProblem& problem : trace::checkTcp(trace))
            text += problem.message + '\n';
        return text;
    }
    /// The lives of the connections that still have a socket; "" if there are none.
    std::string leftovers() const
    {
        std::string text;
        for (const ConnectionId id : tcp.live()) {
            text += "connection " + std::to_string(id.value) + ":\n";
            for (std::size_t i = 0; i < trace.size(); ++i) {
                const trace::Event& e = trace[i];
                if (e.connection == id) {
                    text += formatSeconds(e.at.time_since_epoch()) + ' ' + std::string(trace::kindName(e.kind)) + ' '
                        + std::string(trace::sideName(e.side)) + ' ' + std::string(trace::tcpStateName(e.state)) + ' '
                        + std::string(trace.text(e.text)) + '\n';
                }
            }
        }
        return text;
    }
    std::size_t pending() const { return m_scheduler.size(); }

    Instant now {};
    std::size_t events = 0;
    EventId root;
    trace::Trace trace;
    std::vector<client::Report> reports;
    std::vector<ConnectionId> acceptedConnections;
    std::vector<ConnectionId> ended; // at the broker
    std::vector<bool> endedByReset;
    int requests = 0; // that the broker got
    bool up = true;

private:
    EventId note(trace::EventKind kind, trace::RuleId rule, ConnectionId id)
    {
        trace::Event e;
        e.at = now;
        e.kind = kind;
        e.rule = rule;
        e.cause = root;
        e.connection = id;
        return trace.append(e);
    }
    void report(ClientId, client::Report&& r) override { reports.push_back(std::move(r)); }
    void accepted(BrokerId, ConnectionId id, ClientId, std::string_view, std::optional<Duration>, EventId) override
    {
        acceptedConnections.push_back(id);
    }
    void received(ConnectionId, protocol::Request&&, EventId) override { ++requests; }
    void disconnected(ConnectionId id, bool reset, EventId) override
    {
        ended.push_back(id);
        endedByReset.push_back(reset);
    }
    bool listens(BrokerId) const override { return up; }
    bool isPaused(BrokerId) const override { return false; }

    scenario::NetworkSpec m_spec;
    session::Scheduler m_scheduler;
    sim::Network m_network;
    sim::Ports m_ports;
    std::uint32_t m_client = 0;
    std::int32_t m_correlation = 0;

public:
    sim::Tcp tcp;
};

} // namespace connscope::test
