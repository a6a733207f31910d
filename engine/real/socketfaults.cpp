// SPDX-License-Identifier: GPL-3.0-or-later
// Ports and what happens to them; kills, resets and broken ways.
#include "real/sockettransport.h"

#include "real/systemerror.h"

#include <algorithm>
#include <cerrno>

namespace connscope::real {

using session::Fault;

namespace {

/// connections that may wait for accept(2); Kafka's socket.listen.backlog.size is 50, and a class of clients starts at once.
constexpr int kBacklog = 4096;

} // namespace

// -- ports --

Result<void> SocketTransport::openPort(BrokerId broker)
{
    Port& port = m_ports[broker];
    if (port.listening)
        return {};
    port.reserved.reset();
    Endpoint at = port.at;
    const bool again = at.port != 0;
    if (!again) {
        const auto spec = std::find_if(m_scenario.cluster.brokers.begin(), m_scenario.cluster.brokers.end(),
            [broker](const auto& b) { return b.id == broker; });
        auto parsed = Endpoint::parse(m_setup.listenAddress, 0);
        if (!parsed)
            return fail(parsed.error());
        at = *parsed;
        const bool isHere = spec->host == "localhost" || session::isLoopback(spec->host);
        if (isHere || m_setup.exactPorts) {
            if (session::isLoopback(spec->host)) {
                if (auto host = Endpoint::parse(spec->host, 0))
                    at = *host;
            }
            at.port = spec->port;
        }
    }
    Fd bound;
    if (auto taken = m_setup.ports.extract(broker))
        bound = std::move(taken.mapped());
    auto listening = ListeningSocket::open(broker, at, kBacklog, *m_setup.reactor, *this, std::move(bound));
    if (!listening && !again
        && !m_setup.exactPorts) { // somebody is there already: any other will do for our own clients
        at.port = 0;
        listening = ListeningSocket::open(broker, at, kBacklog, *m_setup.reactor, *this);
    }
    if (!listening)
        return fail(listening.error());
    port.listening = std::move(*listening);
    port.at = port.listening->at();
    if (isFaulty(Fault::Kind::DropSyn, {}, {}, broker))
        return port.listening->setSilent(true);
    return {};
}

Result<void> SocketTransport::listen()
{
    if (!m_setup.ownBrokers)
        return {};
    if (auto read = readListeners(); !read)
        return read;
    for (const auto& broker : m_scenario.cluster.brokers) {
        if (auto opened = openPort(broker.id); !opened)
            return opened;
    }
    return {};
}

void SocketTransport::reserve(Port& port)
{
    if (auto taken = ListeningSocket::takePort(port.at)) {
        port.at = Endpoint::localOf(taken->get());
        port.reserved = std::move(*taken);
    }
}

Result<Endpoint> SocketTransport::blackHole()
{
    if (!m_blackHole.listening) {
        const auto at = Endpoint::parse("127.0.0.1", 0);
        auto silent = ListeningSocket::open({}, *at, kBacklog, *m_setup.reactor, *this);
        if (!silent)
            return fail(silent.error());
        if (auto deaf = (*silent)->setSilent(true); !deaf)
            return fail(deaf.error());
        m_blackHole.listening = std::move(*silent);
        m_blackHole.at = m_blackHole.listening->at();
    }
    return m_blackHole.at;
}

Endpoint SocketTransport::closedPort()
{
    if (!m_closedPort.reserved.isOpen()) {
        m_closedPort.at = *Endpoint::parse("127.0.0.1", 0);
        reserve(m_closedPort);
    }
    return m_closedPort.at;
}

Endpoint SocketTransport::listeningAt(BrokerId broker) const
{
    const auto port = m_ports.find(broker);
    return port == m_ports.end() ? Endpoint {} : port->second.at;
}

void SocketTransport::brokersChanged(Instant now)
{
    m_now = now;
    if (!m_setup.ownBrokers)
        return;
    for (auto& [id, port] : m_ports) {
        const bool up = m_programs.listens(id) && !isFaulty(Fault::Kind::Refuse, {}, {}, id);
        if (up && !port.listening) {
            [[maybe_unused]] const auto opened = openPort(id);
        } else if (!up && port.listening) {
            port.listening.reset();
            reserve(port);
        }
        const bool paused = m_programs.listens(id) && m_programs.isPaused(id);
        if (port.listening)
            port.listening->setPaused(paused);
        for (const auto& [number, c] : m_connections) {
            if (c->far && c->broker == id)
                c->far->setPaused(paused);
        }
    }
}

Result<Endpoint> SocketTransport::destinationOf(std::uint32_t process, const client::OpenWish& wish, Connection& c)
{
    if (!m_setup.ownBrokers)
        return Endpoint::parse(wish.address, wish.port);
    const auto destination = m_book.find(m_processes[process].address, wish.address, wish.port);
    switch (destination.target) {
    case session::Target::Listener: {
        c.broker = destination.broker;
        const Process& p = m_processes[process];
        return isFaulty(Fault::Kind::Refuse, p.entry, p.instance, c.broker) ? closedPort() : listeningAt(c.broker);
    }
    case session::Target::ClosedPort:
        return closedPort();
    case session::Target::Silent:
        return blackHole();
    case session::Target::Unreachable:
        break;
    }
    return fail("no machine stands at " + wish.address);
}

// -- kills and resets --

void SocketTransport::killClient(ClientId client, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    for (const ConnectionId id : live()) {
        Connection* c = find(id);
        if (c == nullptr || c->client != client || !c->client_.ours)
            continue;
        c->over = true;
        letGo(*c, Side::Client, cause, rule);
        forgetIfGone(*c);
    }
}

void SocketTransport::pauseClient(ClientId client, bool paused)
{
    for (const auto& [id, c] : m_connections) {
        if (c->near && c->client == client)
            c->near->setPaused(paused);
    }
}

void SocketTransport::killBroker(BrokerId broker, Instant, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    if (!m_setup.ownBrokers)
        return;
    Port& port = m_ports[broker];
    port.listening.reset();
    reserve(port);
    for (const ConnectionId id : live()) {
        Connection* c = find(id);
        if (c == nullptr || !c->far || c->broker != broker)
            continue;
        if (c->isOutside())
            introduce(*c, {});
        letGo(*c, Side::Broker, cause, rule);
        forgetIfGone(*c);
    }
}

void SocketTransport::reset(ConnectionId id, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr)
        return;
    if (c->isOutside())
        introduce(*c, {});
    if (c->far && c->broker_.closed && !c->near)
        return; // introduced, and over the limit of its address
    const EventId event = append(*c, EventKind::ResetSent, Side::Network, TcpState::None, cause, rule);
    if (c->far && !c->broker_.closed) { // its kernel tells the other end
        note(*c, EventKind::ResetReceived, Side::Broker, TcpState::Closed, event, rule);
        c->broker_.closed = c->broker_.gone = true;
        note(*c, EventKind::Closed, Side::Broker, TcpState::Closed, c->broker_.last, rule);
        c->far->close(true);
        if (c->accepted)
            m_programs.disconnected(id, true, c->broker_.last);
    } else if (c->near && !c->client_.closed) {
        note(*c, EventKind::ResetReceived, Side::Client, TcpState::Closed, event, rule);
        c->client_.gone = true;
        c->near->close(true);
        report(*c, client::Report::Kind::Closed, c->client_.last, rule);
    }
    changing();
    forgetIfGone(*c);
}

// -- broken ways --

bool SocketTransport::isFaulty(
    Fault::Kind kind, const std::string& entry, const std::string& instance, BrokerId broker) const
{
    return std::any_of(m_faults.begin(), m_faults.end(), [&](const Fault& fault) {
        const bool everyone = fault.client.empty() || fault.client == "*";
        return fault.kind == kind
            && (everyone || (!entry.empty() && (fault.client == entry || fault.client == instance)))
            && (!fault.broker.isValid() || fault.broker == broker);
    });
}

void SocketTransport::applyFaults()
{
    for (const ConnectionId id : live()) {
        Connection* c = find(id);
        if (c == nullptr)
            continue;
        const bool ours = c->client_.ours;
        const bool deaf = isFaulty(Fault::Kind::Cut, ours ? m_processes[c->process].entry : std::string(),
            ours ? m_processes[c->process].instance : std::string(), c->broker);
        const bool waitsForHandshake = c->client_.state == TcpState::SynSent;
        if (deaf == c->deaf
            || (!deaf && waitsForHandshake
                && isFaulty(Fault::Kind::DropSyn, ours ? m_processes[c->process].entry : std::string(),
                    ours ? m_processes[c->process].instance : std::string(), c->broker)))
            continue;
        c->deaf = deaf;
        if (c->near && !c->client_.closed) [[maybe_unused]]
            const auto done = c->near->setDeaf(deaf);
        if (c->far && !c->broker_.closed) [[maybe_unused]]
            const auto done = setDeaf(c->far->fd(), deaf);
    }
    for (auto& [id, port] : m_ports) {
        if (port.listening) [[maybe_unused]]
            const auto done = port.listening->setSilent(
                isFaulty(Fault::Kind::DropSyn, {}, {}, id) || isFaulty(Fault::Kind::Cut, {}, {}, id));
    }
    brokersChanged(m_now);
}

Result<void> SocketTransport::addFault(const Fault& fault)
{
    if (!m_setup.ownBrokers && fault.kind == Fault::Kind::Refuse)
        return fail("somebody else's broker cannot be made to refuse connections from here");
    m_faults.push_back(fault);
    applyFaults();
    return {};
}

Result<void> SocketTransport::removeFault(const Fault& fault)
{
    std::erase_if(m_faults, [&](const Fault& known) {
        return known.kind == fault.kind
            && (fault.client.empty() || fault.client == "*" || fault.client == known.client)
            && (!fault.broker.isValid() || fault.broker == known.broker);
    });
    applyFaults();
    return {};
}

} // namespace connscope::real
