// SPDX-License-Identifier: GPL-3.0-or-later
// What brains wish, given to sockets; and what sockets report, decoded and queued.
#include "real/sockettransport.h"

#include "real/systemerror.h"
#include "wire/codec.h"
#include "wire/convert/convert.h"
#include "wire/convert/versions.h"

#include <algorithm>
#include <cerrno>

namespace connscope::real {

namespace {

/// Read at once from one socket.
constexpr std::size_t kScratchBytes = std::size_t {256} << 10;
/// socket.request.max.bytes
constexpr std::size_t kMaxRequestBytes = wire::kDefaultMaxFrameBytes;
/// A frame's length stands before it.
constexpr std::size_t kPrefixBytes = 4;

void letNothingBeCreated(protocol::MetadataRequest& request, std::int16_t version)
{
    constexpr std::int16_t kFirstThatMayForbid = 4;
    request.allowAutoTopicCreation = false;
    request.allTopics = request.allTopics || (version < kFirstThatMayForbid && !request.topics.empty());
}

} // namespace

SocketTransport::SocketTransport(const session::TransportEnvironment& e, SocketSetup setup)
    : m_scenario(e.scenario)
    , m_scheduler(e.scheduler)
    , m_trace(e.trace)
    , m_programs(e.programs)
    , m_setup(std::move(setup))
    , m_book(e.scenario)
    , m_outsiders(e.trace)
    , m_left(e.trace)
    , m_scratch(kScratchBytes)
{
}

SocketTransport::~SocketTransport() = default;

void SocketTransport::setCluster(broker::Cluster* cluster)
{
    m_outsiders.setCluster(cluster);
    if (cluster != nullptr)
        m_endpointOf = [cluster](BrokerId id) { return cluster->endpointOf(id); };
}

client::Resolver& SocketTransport::resolver()
{
    if (!m_setup.ownBrokers && m_setup.resolver != nullptr)
        return *m_setup.resolver;
    return m_book;
}

std::string SocketTransport::addProcess(std::size_t entry, const std::string& instance)
{
    Process process {m_scenario.clients[entry].name, instance, m_book.clientAddress(entry)};
    m_processes.push_back(process);
    return process.address;
}

void SocketTransport::nameClient(ClientId client, std::string_view clientId)
{
    if (client.value >= m_programsOf.size())
        m_programsOf.resize(std::size_t {client.value} + 1);
    m_programsOf[client.value].clientId = clientId;
}

SocketTransport::Connection& SocketTransport::add(ConnectionId id)
{
    auto& place = m_connections[id.value];
    place = std::make_unique<Connection>();
    place->id = id;
    ++m_live;
    return *place;
}

void SocketTransport::forgetIfGone(Connection& c)
{
    const bool nearGone = !c.client_.ours || c.client_.gone;
    const bool farGone = !c.broker_.ours || c.broker_.gone;
    if (!nearGone || !farGone)
        return;
    leave(c, Side::Client);
    leave(c, Side::Broker);
    if (c.local.port != 0)
        m_byLocal.erase(c.local);
    if (c.near)
        c.near.release()->deleteLater();
    if (c.outsider != nullptr)
        m_outsiders.lost(*c.outsider, m_now);
    m_connections.erase(c.id.value);
    --m_live;
}

void SocketTransport::leave(const Connection& c, Side side)
{
    const bool client = side == Side::Client;
    const End& end = client ? c.client_ : c.broker_;
    const End& other = client ? c.broker_ : c.client_;
    if (end.ours || end.gone || end.state == TcpState::None || end.state == TcpState::Closed)
        return;
    const bool wasLast = other.state == TcpState::Closed && other.was == TcpState::LastAck;
    m_left.add({c.id, c.client, c.node, c.broker, side, client ? c.local : c.remote, client ? c.remote : c.local,
                   end.state, wasLast ? TcpState::LastAck : other.state, end.since, end.last},
        m_now);
    changing();
}

void SocketTransport::enterHappenings(Instant now)
{
    if (!m_happenings.empty() || !m_moved.empty())
        m_scheduler.schedule(now, static_cast<std::uint8_t>(Due::Happenings));
}

void SocketTransport::closeAll()
{
    for (const ConnectionId id : live()) {
        Connection* c = find(id);
        if (c != nullptr && c->near)
            c->near->close(false);
        if (c != nullptr && c->far)
            c->far->close(false);
    }
    m_ports.clear();
    m_blackHole = {};
    m_closedPort = {};
}

// -- wishes --

void SocketTransport::open(std::uint32_t process, ClientId client, const client::OpenWish& wish, Instant now)
{
    m_now = now;
    Connection& c = add(wish.connection);
    c.client = client;
    c.node = wish.node;
    c.process = process;
    c.idleLimit = wish.idleLimitAtBroker;
    c.client_.ours = true;
    c.client_.last = wish.cause;

    if (!program(client).wrong.empty()) {
        c.client_.closed = c.client_.gone = true;
        const EventId event = append(c, EventKind::ProtocolError, Side::Client, TcpState::None, wish.cause,
            RuleId::AuthenticationFailed, trace::Vantage::Observed, 0, program(client).wrong);
        report(c, client::Report::Kind::Failed, event, RuleId::AuthenticationFailed);
        forgetIfGone(c);
        return;
    }
    const auto destination = destinationOf(process, wish, c);
    if (!destination) {
        c.client_.closed = c.client_.gone = true;
        const EventId event = append(c, EventKind::Closed, Side::Client, TcpState::Closed, wish.cause,
            RuleId::HostUnreachable, trace::Vantage::Observed, 0, destination.error().message);
        report(c, client::Report::Kind::Failed, event, RuleId::HostUnreachable);
        forgetIfGone(c);
        return;
    }
    c.remote = *destination;
    c.near = std::make_unique<ClientSocket>(c.id, client, program(client).security.tls, wish.host,
        m_setup.maxResponseBytes, *m_setup.reactor, static_cast<ClientSocketListener&>(*this), m_scratch);
    c.deaf = isFaulty(session::Fault::Kind::Cut, m_processes[process].entry, m_processes[process].instance, c.broker)
        || isFaulty(
            session::Fault::Kind::DropSyn, m_processes[process].entry, m_processes[process].instance, c.broker);
    c.near->connectTo(c.remote, c.deaf);
    c.local = c.near->local();
    if (m_setup.ownBrokers && c.local.port != 0)
        m_byLocal[c.local] = c.id;
    trace::Event e;
    e.at = now;
    e.value = c.local.port;
    e.cause = wish.cause;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.text = m_trace.intern(c.local.addressText());
    e.rule = RuleId::ThreeWayHandshake;
    e.kind = EventKind::TcpState;
    e.side = Side::Client;
    e.state = TcpState::SynSent;
    e.vantage = trace::Vantage::Observed;
    c.client_.last = m_trace.append(e);
    c.client_.state = TcpState::SynSent;
    if (!m_setup.ownBrokers && c.remote.isLoopback())
        changing(); // only the kernel tells of the other end
}

void SocketTransport::send(ConnectionId id, protocol::Request&& request, Instant now, EventId cause)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr || !c->near || c->client_.closed)
        return;
    if (auto* fetch = std::get_if<protocol::FetchRequest>(&request.body))
        m_fetchSessions[{c->client, c->node}].prepare(*fetch);
    if (auto* metadata = std::get_if<protocol::MetadataRequest>(&request.body); metadata && m_setup.createsNoTopics)
        letNothingBeCreated(*metadata, request.version);
    wire::convert::ClientFacts facts;
    facts.clientId = program(c->client).clientId;
    facts.timestamp = m_trace.header().epochMs + toMs(now.time_since_epoch());
    auto frame = wire::convert::encodeRequestFrame(request, facts);
    if (!frame) {
        // A message of ours that does not fit its version: ours to mend, and not to be sent half.
        protocolError(*c, Side::Client, frame.error());
        report(*c, client::Report::Kind::Closed, c->client_.last, RuleId::ProtocolViolation);
        return;
    }
    m_trace.setMessageSize(cause, static_cast<std::uint32_t>(frame->size()));
    c->client_.last = cause;
    if (request.expectResponse) {
        Waiting waiting {request.correlationId, request.api, request.version, cause, {}};
        if (auto* fetch = std::get_if<protocol::FetchRequest>(&request.body))
            waiting.fetched = std::move(fetch->partitions);
        c->waiting.push_back(std::move(waiting));
    }
    if (m_setup.ownBrokers)
        c->onTheWay.push_back(cause);
    if (m_setup.frames)
        m_setup.frames->keepRequest(id, std::span(*frame).subspan(kPrefixBytes));
    c->near->write(*frame);
}

void SocketTransport::respond(ConnectionId id, protocol::Response&& response, Instant now, EventId cause)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr || !c->far || c->broker_.closed)
        return;
    auto frame = wire::convert::encodeResponseInPieces(response, m_endpointOf);
    if (!frame) {
        protocolError(*c, Side::Broker, frame.error());
        letGo(*c, Side::Broker, c->broker_.last, RuleId::ProtocolViolation);
        return;
    }
    m_trace.setMessageSize(cause, static_cast<std::uint32_t>(frame->size()));
    c->broker_.last = cause;
    const auto size = static_cast<std::uint32_t>(frame->size());
    if (c->client_.ours)
        c->answers.push_back(cause);
    else if (m_setup.frames) // of a client of ours when it gets there
        m_setup.frames->keepResponseInPieces(id, response.api, response.version, *frame);
    c->far->write(std::move(*frame));
    const bool mayBeGone
        = c->broker_.state == TcpState::CloseWait || c->outsider != nullptr || (c->client_.ours && c->client_.closed);
    if (mayBeGone && c->far->isPeerGone()) {
        // Whoever closed hears no answer, and its kernel says so: on this machine before write(2) returns. Where its FIN is not
        // read yet, that comes first.
        c->answeredLate = cause;
        if (c->broker_.state == TcpState::CloseWait && c->far->wasReset()) {
            foundReset(*c, Side::Broker, cause);
            c->far->close(true);
            forgetIfGone(*c);
            return;
        }
    } else if (c->outsider != nullptr) {
        answeredOutsider(*c, response, size, cause);
    }
    if (c->far->unsent() > 0)
        leftUnread(*c);
    c->far->answered();
}

void SocketTransport::doneWithoutAnswer(ConnectionId id)
{
    if (Connection* c = find(id); c != nullptr && c->far)
        c->far->answered();
}

void SocketTransport::close(Side side, ConnectionId id, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr || (side == Side::Broker && !c->accepted))
        return;
    letGo(*c, side, cause, rule);
    forgetIfGone(*c);
}

void SocketTransport::letGo(Connection& c, Side side, EventId cause, RuleId rule)
{
    End& e = end(c, side);
    if (!e.ours || e.closed)
        return;
    e.closed = true;
    const bool client = side == Side::Client;
    const bool unread = client ? c.near && c.near->hasUnreadData() : c.far && c.far->hasUnreadData();
    if (!client && c.far && !unread)
        c.far->sayGoodbye();
    const bool reset = client ? c.near && c.near->wasReset() : c.far && c.far->wasReset();
    if (reset && (e.state == TcpState::Established || e.state == TcpState::CloseWait)) {
        foundReset(c, side, !client && c.answeredLate.isValid() ? c.answeredLate : cause);
        if (client)
            c.near->close(true);
        else
            c.far->close(true);
        changing();
        return;
    }
    // What close(2) does to a socket in this state (RFC 9293 section 3.10.4; Linux resets where data lies unread).
    switch (e.state) {
    case TcpState::Established:
        note(c, unread ? EventKind::ResetSent : EventKind::FinSent, side,
            unread ? TcpState::Closed : TcpState::FinWait1, cause, rule);
        break;
    case TcpState::CloseWait:
        note(c, unread ? EventKind::ResetSent : EventKind::FinSent, side,
            unread ? TcpState::Closed : TcpState::LastAck, cause, rule);
        break;
    case TcpState::SynSent:
        note(c, EventKind::Closed, side, TcpState::Closed, cause, rule);
        break;
    default:
        break;
    }
    if (e.state == TcpState::Closed && !e.gone) {
        e.gone = true;
        if (unread)
            note(c, EventKind::Closed, side, TcpState::Closed, e.last, rule);
    }
    if (client && c.near)
        c.near->close(false);
    else if (!client && c.far)
        c.far->close(unread);
    changing();
}

// -- questions --

BrokerId SocketTransport::brokerOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c ? c->broker : BrokerId {};
}

ClientId SocketTransport::clientOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c ? c->client : ClientId {};
}

NodeId SocketTransport::nodeOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c ? c->node : NodeId {};
}

std::vector<ConnectionId> SocketTransport::live() const
{
    std::vector<ConnectionId> ids;
    ids.reserve(m_connections.size());
    for (const auto& [id, c] : m_connections)
        ids.emplace_back(id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

// -- what sockets report --

void SocketTransport::push(Happening&& happening)
{
    m_happenings.push_back(std::move(happening));
    if (!std::exchange(m_happeningsDue, true) && m_setup.wake)
        m_setup.wake();
}

void SocketTransport::bytesMoved(BrokerSocket& socket)
{
    m_moved.push_back(socket.connection());
    if (!std::exchange(m_happeningsDue, true) && m_setup.wake)
        m_setup.wake();
}

void SocketTransport::socketAccepted(BrokerId broker, Fd fd, const Endpoint& peer)
{
    const Endpoint at = Endpoint::localOf(fd.get());
    Connection* c = nullptr;
    if (const auto own = m_byLocal.find(peer); own != m_byLocal.end()) {
        c = find(own->second);
        m_byLocal.erase(own);
    }
    if (c == nullptr) { // somebody else's client
        c = &add(m_trace.newConnection());
        c->local = peer;
        c->remote = at;
    }
    c->broker = broker;
    c->broker_.ours = true;
    std::unique_ptr<TlsChannel> tls;
    if (const auto security = m_security.find(broker); security != m_security.end()) {
        if (security->second.sasl)
            c->saslServer = std::make_unique<SaslServer>(security->second.sasl);
        if (security->second.tls)
            tls = security->second.tls->accept(fd.get());
    }
    c->far = std::make_unique<BrokerSocket>(std::move(fd), std::move(tls), c->id, broker, kMaxRequestBytes,
        *m_setup.reactor, static_cast<BrokerSocketListener&>(*this), m_scratch);
    Happening happening;
    happening.kind = Happening::Kind::Accepted;
    happening.connection = c->id;
    push(std::move(happening));
}

void SocketTransport::frameRead(
    BrokerSocket& socket, std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner)
{
    Happening happening;
    happening.kind = Happening::Kind::Request;
    happening.connection = socket.connection();
    auto received = wire::convert::decodeRequestFrame(payload, std::move(owner));
    happening.request = std::move(received.request);
    happening.words = received.clientId.value_or(std::string());
    if (const auto* said = std::get_if<protocol::ApiVersionsRequest>(&happening.request.body)) {
        happening.software = said->clientSoftwareName;
        if (!said->clientSoftwareVersion.empty())
            happening.software += ' ' + said->clientSoftwareVersion;
    }
    const Connection* c = find(socket.connection());
    if (c != nullptr && wantsSasl(*c, happening.request))
        happening.payload.assign(payload.begin(), payload.end());
    // Of a client of ours it was kept when it was sent. Before it has said who it is, anything else may be a bare token.
    const bool mayBeToken = c != nullptr && wantsSasl(*c, happening.request)
        && happening.request.api != ApiKey::SaslHandshake && happening.request.api != ApiKey::SaslAuthenticate;
    if (m_setup.frames && c != nullptr && c->isOutside() && !mayBeToken)
        m_setup.frames->keepRequest(c->id, payload);
    push(std::move(happening));
}

void SocketTransport::streamBroken(BrokerSocket& socket, const Error& error)
{
    Happening happening;
    happening.kind = Happening::Kind::BrokerBroken;
    happening.connection = socket.connection();
    happening.wrong = error;
    push(std::move(happening));
}

void SocketTransport::streamEnded(BrokerSocket& socket, int error)
{
    Happening happening;
    happening.kind = Happening::Kind::BrokerEnd;
    happening.connection = socket.connection();
    happening.error = error;
    push(std::move(happening));
}

void SocketTransport::streamSecured(BrokerSocket& socket, const std::string& session)
{
    Happening happening;
    happening.kind = Happening::Kind::BrokerSecured;
    happening.connection = socket.connection();
    happening.words = session;
    push(std::move(happening));
}

void SocketTransport::streamRefused(BrokerSocket& socket, const std::string& words)
{
    Happening happening;
    happening.kind = Happening::Kind::BrokerRefused;
    happening.connection = socket.connection();
    happening.words = words;
    push(std::move(happening));
}

void SocketTransport::clientConnected(ClientSocket& socket)
{
    Happening happening;
    happening.kind = Happening::Kind::Connected;
    happening.connection = socket.connection();
    push(std::move(happening));
}

void SocketTransport::clientSecured(ClientSocket& socket)
{
    Happening happening;
    happening.kind = Happening::Kind::Secured;
    happening.connection = socket.connection();
    push(std::move(happening));
}

void SocketTransport::clientFrameRead(ClientSocket& socket, std::span<const std::uint8_t> payload)
{
    Connection* c = find(socket.connection());
    if (c == nullptr)
        return;
    Happening happening;
    happening.connection = socket.connection();
    happening.kind = Happening::Kind::Response;
    if (c->sasl) {
        happening.kind = Happening::Kind::Token;
        happening.payload.assign(payload.begin(), payload.end());
        if (m_setup.frames)
            m_setup.frames->keepResponse(c->id, c->sasl->pending().api, c->sasl->pending().version, payload);
        push(std::move(happening));
        return;
    }
    const auto broken = [&](std::string message, std::size_t offset) {
        happening.kind = Happening::Kind::ClientBroken;
        happening.wrong.message = std::move(message);
        happening.wrong.offset = offset;
    };
    const auto correlation = wire::correlationIdOf(payload);
    if (!correlation) {
        broken(correlation.error().message, correlation.error().offset);
    } else if (c->waiting.empty()) {
        broken(
            "a response with correlation id " + std::to_string(*correlation) + ", but no request waits for one", 0);
    } else if (c->waiting.front().correlation != *correlation) {
        broken("a response with correlation id " + std::to_string(*correlation)
                + ", but the next one is due to request " + std::to_string(c->waiting.front().correlation),
            0);
    } else {
        const Waiting waiting = std::move(c->waiting.front());
        c->waiting.pop_front();
        if (m_setup.frames)
            m_setup.frames->keepResponse(c->id, waiting.api, waiting.version, payload);
        auto response = wire::convert::decodeResponseFrame(waiting.api, waiting.version, payload, waiting.fetched);
        if (response) {
            // Our clients choose among what both sides can say.
            if (auto* versions = std::get_if<protocol::ApiVersionsResponse>(&response->body);
                versions && versions->versions && versions->error == protocol::ErrorCode::None)
                versions->versions = std::make_shared<const std::vector<protocol::ApiVersionRange>>(
                    wire::convert::spokenOf(*versions->versions));
            happening.response = std::move(*response);
            happening.response.size = static_cast<std::uint32_t>(payload.size() + 4);
            happening.cause = waiting.sent;
        } else {
            broken(std::string(apiName(waiting.api)) + " v" + std::to_string(waiting.version) + " response, "
                    + response.error().message,
                response.error().offset);
        }
    }
    push(std::move(happening));
}

void SocketTransport::clientEnded(ClientSocket& socket, int error, const std::string& words)
{
    Happening happening;
    happening.kind = Happening::Kind::ClientEnd;
    happening.connection = socket.connection();
    happening.error = error;
    happening.words = words;
    push(std::move(happening));
}

void SocketTransport::clientStreamBroken(ClientSocket& socket, const Error& error)
{
    Happening happening;
    happening.kind = Happening::Kind::ClientBroken;
    happening.connection = socket.connection();
    happening.wrong = error;
    push(std::move(happening));
}

} // namespace connscope::real
