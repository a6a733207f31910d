// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/statetext.h"

namespace connscope::test {

using namespace trace;

namespace {

std::string id(EventId event) { return event.isValid() ? std::to_string(event.value) : "-"; }
std::string ns(std::optional<Duration> d) { return d ? std::to_string(d->count()) : "-"; }
std::string ns(std::optional<Instant> t) { return t ? std::to_string(toNs(*t)) : "-"; }

} // namespace

std::string stateText(const WorldState& s)
{
    const Trace& trace = s.trace();
    std::string out = "applied " + std::to_string(s.applied()) + " now " + std::to_string(toNs(s.now())) + "\nopen";
    for (const std::uint32_t n : s.openByRole())
        out += " " + std::to_string(n);
    for (std::uint32_t i = 0; i < trace.connectionCount(); ++i) {
        const ConnectionState& c = s.connection(ConnectionId {i});
        if (!c.exists())
            continue;
        out += "\nconnection " + std::to_string(i) + " " + std::string(roleName(s.role(c))) + " "
            + std::string(channelName(s.channel(c))) + " opened " + id(c.opened) + " connected " + id(c.connected)
            + " ready " + id(c.ready) + " closing " + id(c.closing) + " released " + id(c.released) + " used "
            + id(c.usedByClient) + "/" + id(c.usedByBroker) + " requests " + std::to_string(c.requests) + " rule "
            + std::string(ruleName(c.closeRule)) + " closer " + std::string(sideName(c.closer)) + " tcp "
            + std::string(tcpStateName(c.client)) + "/" + std::string(tcpStateName(c.broker)) + " idle "
            + ns(s.idle(c, Side::Client)) + "/" + ns(s.idle(c, Side::Broker)) + " expiry "
            + ns(s.idleExpiry(c, Side::Client)) + "/" + ns(s.idleExpiry(c, Side::Broker))
            + (s.isGone(c) ? " gone" : "") + (s.isOrphaned(c) ? " orphaned" : "") + (c.forgotten ? " forgotten" : "")
            + " in flight " + std::to_string(c.inFlight) + ":";
        for (const InFlightRequest& request : s.inFlight(ConnectionId {i}))
            out += " " + id(request.sent) + "/" + std::to_string(request.correlation);
    }
    for (std::uint32_t i = 0; i < trace.clientCount(); ++i) {
        const ClientState& c = s.client(ClientId {i});
        out += "\nclient " + std::to_string(i) + " " + id(c.created) + " " + id(c.ended) + " "
            + std::string(trace.text(c.name)) + (c.paused ? " paused" : "") + (c.closing ? " closing" : "")
            + (c.closed ? " closed" : "") + (c.killed ? " killed" : "") + (c.knowsCluster ? " knows" : "")
            + " coordinators " + std::to_string(c.groupCoordinator.value) + " "
            + std::to_string(c.transactionCoordinator.value) + " limit "
            + (c.idleLimitMs ? std::to_string(*c.idleLimitMs) : "-");
    }
    for (const auto& [broker, b] : s.brokers()) {
        out += "\nbroker " + std::to_string(broker.value) + " power " + std::to_string(static_cast<int>(b.power))
            + " since " + id(b.since) + " slow " + std::to_string(b.slowNs) + " limit "
            + (b.idleLimitMs ? std::to_string(*b.idleLimitMs) : "-");
    }
    s.forEachLeader([&](TextId what, BrokerId broker) {
        out += "\nleader " + std::string(trace.text(what)) + " " + std::to_string(broker.value);
    });
    s.forEachCoordinator([&](TextId what, BrokerId broker) {
        out += "\ncoordinator " + std::string(trace.text(what)) + " " + std::to_string(broker.value);
    });
    return out;
}

} // namespace connscope::test
