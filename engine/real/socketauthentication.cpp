// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between a connection and its first request: TLS is done by the socket, SASL by state machines that this file
// runs at both ends.
#include "real/sockettransport.h"

#include <set>
#include <utility>

namespace connscope::real {

using trace::Vantage;

void SocketTransport::configureClient(ClientId client, const protocol::ConfigSet& config)
{
    Program& program = m_programsOf[client.value];
    program.version = config.version();
    auto security = readClientSecurity(config, epochSeconds());
    program.wrong.clear();
    if (security) {
        program.security = std::move(*security);
        // Brokers of ours that were given no certificate: whoever names no authority believes theirs.
        if (m_throwAway && program.security.tls && !config.isSet("ssl.truststore.location")
            && !config.isSet("ssl.truststore.certificates"))
            program.security.tls->configuration.setCaCertificates({m_throwAway->certificate()});
    } else // the session looked before it began: a client that was made anew with other settings
        program.wrong = security.error().message;
}

Result<void> SocketTransport::readListeners()
{
    for (const broker::BrokerSpec& broker : m_scenario.cluster.brokers) {
        auto security = readListenerSecurity(broker.config, [this] { return throwAway(); });
        if (!security)
            return fail("broker " + std::to_string(broker.id.value) + ": " + security.error().message);
        m_security[broker.id] = std::move(*security);
    }
    return {};
}

Result<const ThrowAwayCertificate*> SocketTransport::throwAway()
{
    if (!m_throwAway) {
        // All that a client may know a broker by.
        std::set<std::string> names {"localhost", "127.0.0.1", "::1"};
        names.insert(m_setup.listenAddress);
        for (const broker::BrokerSpec& broker : m_scenario.cluster.brokers)
            names.insert({broker.host, broker.advertisedHost});
        for (const auto& [name, addresses] : m_scenario.network.dns) {
            names.insert(name);
            names.insert(addresses.begin(), addresses.end());
        }
        std::erase_if(names, [](const std::string& name) {
            const auto at = Endpoint::parse(name, 0);
            return at && at->isWildcard();
        });
        auto made = ThrowAwayCertificate::make({names.begin(), names.end()}, epochSeconds());
        if (!made)
            return fail(made.error());
        m_throwAway = std::move(*made);
    }
    return m_throwAway.get();
}

std::string SocketTransport::securityProtocol(BrokerId broker) const
{
    const auto security = m_security.find(broker);
    return security == m_security.end() ? "PLAINTEXT" : security->second.protocol;
}

// -- a client of ours --

/// TCP is done, and TLS where it is wanted.
void SocketTransport::authenticate(Connection& c)
{
    if (c.over)
        return;
    const ClientSecurity& security = program(c.client).security;
    if (security.tls)
        authenticated(c, c.client_.last, c.near->tlsSession(), 0);
    if (!security.sasl) {
        report(c, client::Report::Kind::Connected, c.client_.last, RuleId::ThreeWayHandshake);
        return;
    }
    c.sasl = std::make_unique<SaslClient>(*security.sasl, program(c.client).clientId, program(c.client).version);
    sendSasl(c, c.sasl->begin(), c.client_.last);
}

void SocketTransport::sendSasl(Connection& c, SaslClient::Frame&& frame, EventId cause)
{
    trace::Event e;
    e.at = m_now;
    e.kind = EventKind::RequestSent;
    e.cause = cause;
    e.side = Side::Client;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.node.brokerId();
    e.api = frame.api;
    e.correlation = frame.correlation;
    e.size = static_cast<std::uint32_t>(frame.bytes.size());
    e.value = frame.version;
    e.rule = RuleId::AuthenticationFirst;
    e.vantage = Vantage::Observed;
    if (frame.api == ApiKey::SaslHandshake)
        e.text = m_trace.intern(c.sasl->mechanism());
    c.client_.last = c.saslSent = m_trace.append(e);
    if (m_setup.ownBrokers)
        c.onTheWay.push_back(c.saslSent);
    if (m_setup.frames)
        m_setup.frames->keepRequest(c.id, std::span(frame.bytes).subspan(4));
    c.near->write(frame.bytes);
}

void SocketTransport::tokenArrived(Connection& c, Happening& h)
{
    if (c.client_.closed || c.over || !c.sasl)
        return;
    const SaslClient::Frame asked = c.sasl->pending();
    auto next = c.sasl->received(h.payload);
    trace::Event e;
    e.at = m_now;
    e.kind = EventKind::ResponseReceived;
    e.cause = c.saslSent;
    if (!c.answers.empty()) {
        e.cause = c.answers.front();
        c.answers.pop_front();
    }
    e.side = Side::Client;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.node.brokerId();
    e.api = asked.api;
    e.correlation = asked.correlation;
    e.size = static_cast<std::uint32_t>(h.payload.size() + 4);
    e.value = (m_now - m_trace[c.saslSent].at).count();
    e.rule = RuleId::ResponseArrived;
    e.vantage = Vantage::Observed;
    c.client_.last = m_trace.append(e);
    if (next) {
        sendSasl(c, std::move(*next), c.client_.last);
        return;
    }
    const auto done = std::move(c.sasl);
    if (done->state() != SaslState::Complete) {
        authenticationFailed(c, c.client_.last, done->mechanism() + ": " + done->failure());
        return;
    }
    authenticated(c, c.client_.last, done->mechanism(), done->sessionLifetimeMs());
    report(c, client::Report::Kind::Connected, c.client_.last, RuleId::AuthenticationFirst);
}

void SocketTransport::authenticated(Connection& c, EventId cause, std::string_view how, std::int64_t lifetimeMs)
{
    // A session that ends (connections.max.reauth.ms, KIP-368) is told of; the broker closes the connection then.
    c.client_.last = append(c, EventKind::Authenticated, Side::Client, TcpState::None, cause,
        RuleId::AuthenticationFirst, Vantage::Observed, ms(lifetimeMs).count(), how);
}

/// The brain's client hears of it and closes the connection.
void SocketTransport::authenticationFailed(Connection& c, EventId cause, std::string_view why)
{
    c.client_.last = append(c, EventKind::ProtocolError, Side::Client, TcpState::None, cause,
        RuleId::AuthenticationFailed, Vantage::Observed, 0, why);
    report(c, client::Report::Kind::Failed, c.client_.last, RuleId::AuthenticationFailed);
}

// -- a broker of ours --

void SocketTransport::brokerSecured(Connection& c, const std::string& session)
{
    if (c.broker_.closed)
        return;
    if (c.isOutside() && c.outsider == nullptr) { // its first request says whose it is
        c.tlsSession = session;
        return;
    }
    c.broker_.last = append(c, EventKind::Authenticated, Side::Broker, TcpState::None, c.broker_.last,
        RuleId::AuthenticationFirst, Vantage::Observed, 0, session);
}

/// As Kafka's broker: the connection is closed, and only its own log says why.
void SocketTransport::brokerRefused(Connection& c, const std::string& words)
{
    if (c.broker_.closed)
        return;
    if (c.isOutside())
        introduce(c, {});
    c.broker_.last = append(c, EventKind::ProtocolError, Side::Broker, TcpState::None, c.broker_.last,
        RuleId::AuthenticationFailed, Vantage::Observed, 0, "the TLS handshake failed: " + words);
    const EventId wrong = c.broker_.last;
    letGo(c, Side::Broker, wrong, RuleId::AuthenticationFailed);
    if (c.accepted)
        m_programs.disconnected(c.id, true, wrong);
    forgetIfGone(c);
}

bool SocketTransport::wantsSasl(const Connection& c, const protocol::Request& request) const
{
    return c.saslServer && !c.saslServer->isComplete() && request.api != ApiKey::ApiVersions;
}

void SocketTransport::saslRequest(Connection& c, Happening& h, EventId cause)
{
    trace::Event e;
    e.at = m_now;
    e.kind = EventKind::RequestReceived;
    e.cause = cause;
    e.side = Side::Broker;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.api = h.request.api;
    e.correlation = h.request.correlationId;
    e.size = h.request.size;
    e.value = h.request.version;
    e.rule = RuleId::AuthenticationFirst;
    e.vantage = Vantage::Observed;
    c.broker_.last = m_trace.append(e);
    SaslServer::Answer answer = c.saslServer->received(h.payload, epochSeconds());
    if (!answer.bytes.empty()) {
        e.kind = EventKind::ResponseSent;
        e.cause = c.broker_.last;
        e.size = static_cast<std::uint32_t>(answer.bytes.size());
        e.value = 0;
        e.text = m_trace.intern(answer.error);
        e.rule = RuleId::BrokerAnswers;
        c.broker_.last = m_trace.append(e);
        if (c.client_.ours)
            c.answers.push_back(c.broker_.last);
        else if (m_setup.frames)
            m_setup.frames->keepResponse(c.id, h.request.api, h.request.version, std::span(answer.bytes).subspan(4));
        c.far->write(std::move(answer.bytes));
        if (c.outsider != nullptr) {
            protocol::Response response;
            response.api = h.request.api;
            response.correlationId = h.request.correlationId;
            answeredOutsider(c, response, e.size, c.broker_.last);
        }
    }
    if (c.saslServer->isComplete()) {
        c.broker_.last = append(c, EventKind::Authenticated, Side::Broker, TcpState::None, c.broker_.last,
            RuleId::AuthenticationFirst, Vantage::Observed, 0, c.saslServer->mechanism());
        c.far->answered();
        return;
    }
    if (!answer.closes) {
        c.far->answered();
        return;
    }
    c.broker_.last = append(c, EventKind::ProtocolError, Side::Broker, TcpState::None, c.broker_.last,
        RuleId::AuthenticationFailed, Vantage::Observed, 0, c.saslServer->failure());
    const EventId wrong = c.broker_.last;
    letGo(c, Side::Broker, wrong, RuleId::AuthenticationFailed);
    if (c.accepted)
        m_programs.disconnected(c.id, true, wrong);
    forgetIfGone(c);
}

} // namespace connscope::real
