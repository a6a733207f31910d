// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracechecks.h"

#include "base/apikey.h"
#include "trace/tcpcheck.h"

#include <array>

namespace connscope::test {

using namespace trace;

namespace {

/// One bit for each state that may be seen after a state, with any others unseen between.
std::array<std::uint16_t, kTcpStateCount> reachable()
{
    std::array<std::uint16_t, kTcpStateCount> next = kTcpTransitions;
    next[static_cast<std::size_t>(TcpState::Closed)] = 0; // a connection lives once
    for (std::size_t round = 0; round < kTcpStateCount; ++round) {
        for (std::size_t from = 0; from < kTcpStateCount; ++from) {
            for (std::size_t to = 0; to < kTcpStateCount; ++to) {
                if (((static_cast<unsigned>(next[from]) >> to) & 1U) != 0)
                    next[from] = static_cast<std::uint16_t>(next[from] | next[to]);
            }
        }
    }
    return next;
}

struct Seen {
    std::array<TcpState, 2> state {TcpState::None, TcpState::None};
    bool begun = false;
    ClientId client;
    std::vector<std::int32_t> waiting; // correlation ids of requests that the broker has not answered
    std::set<std::int32_t> correlations;
};

bool mayBeFirst(RuleId rule)
{
    return rule == RuleId::StartOfWorld || rule == RuleId::ScenarioAction || rule == RuleId::ObservedPeer;
}

} // namespace

std::vector<std::string> problemsOf(const Trace& trace, bool clients)
{
    static const auto kReachable = reachable();
    std::vector<std::string> problems;
    std::map<ConnectionId, Seen> connections;
    for (std::size_t i = 0; i < trace.size() && problems.size() < 20; ++i) {
        const Event& e = trace[i];
        const auto say = [&](const std::string& what) {
            problems.push_back("event " + std::to_string(i) + " (" + std::string(kindName(e.kind)) + "), connection "
                + (e.connection.isValid() ? std::to_string(e.connection.value) : std::string("-")) + ": " + what);
        };
        if (e.cause.isValid() && e.cause.value >= i)
            say("its cause is not before it");
        if (!e.cause.isValid() && !mayBeFirst(e.rule))
            say("nothing led to it");
        if (!e.connection.isValid())
            continue;
        Seen& c = connections[e.connection];
        if (e.kind == EventKind::ConnectStarted) {
            if (c.begun)
                say("begins twice");
            c.begun = true;
            c.client = e.client;
            if (e.rule == RuleId::None)
                say("has no rule");
            if (!e.client.isValid())
                say("has no client");
        } else if (!c.begun) {
            say("comes before the connection began");
        } else if (e.client != c.client) {
            say("is of another client");
        }
        if (e.vantage == Vantage::Simulated)
            say("claims to be simulated");
        if (e.side == Side::Client && e.rule == RuleId::ObservedPeer && e.vantage != Vantage::Inferred)
            say("of somebody else's program, and not marked as inferred");
        switch (e.kind) {
        case EventKind::FinSent:
        case EventKind::ResetSent:
        case EventKind::Closed:
        case EventKind::IdleExpired:
        case EventKind::Disconnected:
            if (e.rule == RuleId::None)
                say("has no rule");
            break;
        case EventKind::RequestSent:
            if (clients && e.api == ApiKey::None)
                say("a request without an API");
            // They need not ascend: a Java client numbers what waits for a connection before the API_VERSIONS that opens it.
            if (clients && !c.correlations.insert(e.correlation).second)
                say("a correlation id that was used before");
            if (e.rule != RuleId::SilentRequest)
                c.waiting.push_back(e.correlation);
            break;
        case EventKind::ResponseSent:
            if (std::erase(c.waiting, e.correlation) != 1)
                say("answers nothing");
            break;
        default:
            break;
        }
        if (e.state != TcpState::None && (e.side == Side::Client || e.side == Side::Broker)) {
            TcpState& at = c.state[e.side == Side::Broker];
            if (e.state != at
                && ((static_cast<unsigned>(kReachable[static_cast<std::size_t>(at)])
                        >> static_cast<unsigned>(e.state))
                       & 1U)
                    == 0)
                say(std::string(e.side == Side::Broker ? "the broker's end: " : "the client's end: ")
                    + std::string(tcpStateName(at)) + " -> " + std::string(tcpStateName(e.state)));
            at = e.state;
        }
    }
    return problems;
}

std::map<ConnectionId, OutsideConnection> outsideConnections(const Trace& trace)
{
    std::map<ConnectionId, OutsideConnection> out;
    std::map<ClientId, std::string> names;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[i];
        if (e.kind == EventKind::ClientCreated)
            names[e.client] = trace.text(e.text);
        if (!e.connection.isValid())
            continue;
        OutsideConnection& c = out[e.connection];
        c.client = names[e.client];
        c.broker = e.broker;
        if (e.kind == EventKind::NodeInferred)
            c.nodes.push_back(e.node.value);
        if (e.kind == EventKind::RequestSent)
            c.apis.insert(e.api);
    }
    return out;
}

std::map<std::string, std::string> softwareOf(const Trace& trace)
{
    std::map<ClientId, std::string> names;
    std::map<std::string, std::string> out;
    const std::string_view key = "client.software = ";
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[i];
        const std::string_view text = trace.text(e.text);
        if (e.kind == EventKind::ClientCreated)
            names[e.client] = text;
        if (e.kind == EventKind::ConfigChanged && e.client.isValid() && text.starts_with(key))
            out[names[e.client]] = text.substr(key.size());
    }
    return out;
}

} // namespace connscope::test
