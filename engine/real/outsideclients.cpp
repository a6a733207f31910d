// SPDX-License-Identifier: GPL-3.0-or-later
// Connections of clients that are not ours. Their programs say nothing to us; what they did is told from what arrived.
#include "real/sockettransport.h"

#include <utility>

namespace connscope::real {

using trace::Vantage;

void SocketTransport::introduce(Connection& c, std::string_view clientId, Vantage established)
{
    if (c.outsider != nullptr)
        return;
    c.outsider = &m_outsiders.find(clientId, c.local, m_now, m_owners.ownerOf(c.local, c.remote));
    m_outsiders.got(*c.outsider);
    c.client = c.outsider->id;
    const std::string remote
        = m_scenario.cluster.brokers.empty() ? c.remote.text() : c.remote.addressText() + '/' + c.remote.text();
    c.client_.last = append(c, EventKind::ConnectStarted, Side::Client, TcpState::None, c.outsider->created,
        RuleId::ObservedPeer, Vantage::Inferred, 0, remote);
    append(c, EventKind::TcpState, Side::Client, TcpState::SynSent, c.client_.last, RuleId::ThreeWayHandshake,
        Vantage::Inferred, c.local.port, c.local.addressText());
    const EventId event = note(c, EventKind::TcpState, Side::Broker, TcpState::Established, c.client_.last,
        RuleId::ThreeWayHandshake, established);
    note(c, EventKind::TcpState, Side::Client, TcpState::Established, event, RuleId::ThreeWayHandshake,
        Vantage::Inferred);
    c.client_.last = append(
        c, EventKind::Connected, Side::Client, TcpState::None, event, RuleId::ThreeWayHandshake, Vantage::Inferred);
    c.accepted = true;
    m_programs.accepted(c.broker, c.id, c.client, c.local.addressText(), std::nullopt, event);
    if (broker::Cluster* cluster = m_outsiders.cluster())
        cluster->identify(c.id, c.client, c.outsider->clientId);
    if (!c.tlsSession.empty() && !c.broker_.closed)
        brokerSecured(c, std::exchange(c.tlsSession, {}));
}

void SocketTransport::introduceSilent(Instant now)
{
    // Most of them have said who they are meanwhile.
    while (!m_silent.empty() && m_silent.front().second + kIntroduceAfter <= now) {
        if (Connection* c = find(m_silent.front().first); c != nullptr && c->outsider == nullptr && c->isOutside()) {
            introduce(*c, {}, Vantage::Inferred);
            if (!c->broker_.closed)
                m_programs.used(c->id, m_silent.front().second); // its broker's clock runs since then
        }
        m_silent.pop_front();
    }
    if (!m_silent.empty())
        m_scheduler.schedule(m_silent.front().second + kIntroduceAfter, static_cast<std::uint8_t>(Due::Newcomers));
}

void SocketTransport::outsideRequest(Connection& c, Happening& h)
{
    introduce(c, h.words);
    if (c.broker_.closed)
        return; // max.connections.per.ip
    if (!h.software.empty())
        m_outsiders.tellSoftware(*c.outsider, h.software, m_now, c.client_.last);
    trace::Event e;
    e.at = m_now;
    e.kind = EventKind::RequestSent;
    e.cause = c.client_.last;
    e.side = Side::Client;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.api = h.request.api;
    e.correlation = h.request.correlationId;
    e.size = h.request.size;
    e.value = h.request.version;
    e.rule = h.request.expectResponse ? RuleId::ObservedPeer : RuleId::SilentRequest;
    e.vantage = Vantage::Inferred;
    c.client_.last = m_trace.append(e);
    if (!std::exchange(c.spoke, true)) {
        c.isNoNewcomer = c.outsider->isNoNewcomer(c.broker, h.request.correlationId);
        if (!c.outsider->knowsCluster)
            c.outsider->startedAt.push_back(c.broker);
    }
    c.outsider->administers |= isOfAdmin(h.request.api);
    const RoleHints hints {c.node, c.outsider->administers, c.isNoNewcomer, c.isGuess};
    const NodeId node = inferredNode(h.request.api, c.broker, hints);
    if (node.isValid())
        c.isGuess = asksAnyNode(h.request.api) && !node.isBootstrap();
    if (node.isValid() && node != c.node) {
        c.node = node;
        trace::Event told = e;
        told.kind = EventKind::NodeInferred;
        told.cause = c.client_.last;
        told.node = node;
        told.rule = RuleId::ObservedPeer;
        told.correlation = -1;
        told.size = 0;
        told.value = 0;
        m_trace.append(told);
    }
    if (wantsSasl(c, h.request))
        saslRequest(c, h, c.client_.last);
    else
        m_programs.received(c.id, std::move(h.request), c.client_.last);
}

void SocketTransport::answeredOutsider(
    Connection& c, const protocol::Response& response, std::uint32_t size, EventId cause)
{
    trace::Event e;
    e.at = m_now;
    e.kind = EventKind::ResponseReceived;
    e.cause = cause;
    e.side = Side::Client;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.api = response.api;
    e.correlation = response.correlationId;
    e.size = size;
    e.value = m_trace[cause].value;
    e.text = m_trace[cause].text;
    e.rule = RuleId::ObservedPeer;
    e.vantage = Vantage::Inferred;
    c.client_.last = m_trace.append(e);
    if (response.api == ApiKey::Metadata)
        c.outsider->knowsCluster = true;
    // Ready once both sides know what the other speaks: a refused API_VERSIONS (KIP-511) is asked again, and some clients
    // ask over their first connection only.
    const auto* versions = std::get_if<protocol::ApiVersionsResponse>(&response.body);
    const bool refused = versions != nullptr && versions->error != protocol::ErrorCode::None;
    if (!refused && !std::exchange(c.ready, true))
        c.client_.last = append(c, EventKind::Ready, Side::Client, TcpState::None, c.client_.last,
            RuleId::ResponseArrived, Vantage::Inferred);
}

} // namespace connscope::real
