// SPDX-License-Identifier: GPL-3.0-or-later
// What each event changes. The order of the checks matters in one place: what an end's kernel is in (Event::state) is
// taken over first, so that the rest may look at it.
#include "trace/worldstate.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace connscope::trace {

namespace {

constexpr Side opposite(Side side)
{
    return side == Side::Client ? Side::Broker : side == Side::Broker ? Side::Client : Side::None;
}

/// Who closed, where the event itself does not say at which end it happened.
Side closerByRule(RuleId rule)
{
    switch (rule) {
    case RuleId::ClientIdleExpiry:
    case RuleId::ClientClosed:
    case RuleId::ClientCloseForced:
    case RuleId::ProcessKilled:
    case RuleId::RequestTimeout:
    case RuleId::ConnectionSetupTimeout:
    case RuleId::ApiVersionsFailed:
    case RuleId::CoordinatorChanged:
    case RuleId::CoordinatorLoading:
    case RuleId::SessionTimeout:
    case RuleId::AuthenticationFailed:
        return Side::Client;
    case RuleId::BrokerIdleExpiry:
    case RuleId::CourseBrokerIdleExpiry:
    case RuleId::PeerClosed:
    case RuleId::MaxConnectionsPerIp:
    case RuleId::MaxConnections:
    case RuleId::BrokerStopped:
    case RuleId::BrokerKilled:
    case RuleId::AcksZeroError:
    case RuleId::RequestNotUnderstood:
        return Side::Broker;
    default:
        return Side::None;
    }
}

/// Ends that neither program chose: nothing listened, no way led there, or a kernel gave up.
bool isNetworkEnd(RuleId rule)
{
    switch (rule) {
    case RuleId::ConnectionRefused:
    case RuleId::HostUnreachable:
    case RuleId::UnresolvedHost:
    case RuleId::SynRetriesExhausted:
    case RuleId::RetransmissionTimeout:
    case RuleId::KeepaliveTimeout:
    case RuleId::MiddleboxForgot:
    case RuleId::LocalPortsExhausted:
        return true;
    default:
        return false;
    }
}

/// The kernel of a host on which nobody listens answers a SYN.
bool isRefusal(const ConnectionMilestones& c, const Event& e)
{
    return e.kind == EventKind::ResetSent && e.side != Side::Client && e.rule == RuleId::ConnectionRefused
        && !c.connected.isValid();
}

Side closerOf(const Event& e, Side side)
{
    if (isNetworkEnd(e.rule))
        return Side::Network;
    if (e.kind == EventKind::ConnectFailed)
        return e.rule == RuleId::ConnectionSetupTimeout ? Side::Client : Side::Network;
    if (side != Side::None)
        return side;
    return e.rule == RuleId::ConnectionReset ? Side::Network : closerByRule(e.rule);
}

} // namespace

Change WorldState::apply(EventId id)
{
    assert(id.value == m_applied && id.value < m_trace->size());
    const Event& e = (*m_trace)[id];
    m_applied = id.value + std::size_t {1};
    m_now = std::max(m_now, e.at);
    const Change change = e.connection.isValid() ? applyToConnection(id, e) : Change::None;
    if (e.kind <= EventKind::ClientResumed || e.kind >= EventKind::MetadataUpdated) {
        if (e.client.isValid())
            applyToClient(id, e);
        applyToCluster(id, e);
    }
    // KIP-899: the bootstrap addresses are the client's nodes again.
    if (e.rule == RuleId::Rebootstrap && e.client.isValid() && client(e.client).knowsCluster)
        editClient(e.client).knowsCluster = false;
    return change;
}

Change WorldState::applyToConnection(EventId id, const Event& e)
{
    if (e.kind == EventKind::FlowForgotten) {
        const ConnectionMilestones* known = find(m_milestones, e.connection.value);
        if (known && known->exists())
            editMilestones(e.connection).forgotten = true;
        return Change::None;
    }
    const bool isEarlier = e.kind == EventKind::EarlierTraffic;
    if ((e.kind < EventKind::ConnectStarted || e.kind > EventKind::RequestTimedOut) && !isEarlier)
        return Change::None;
    Change change = Change::None;
    const ConnectionMilestones* known = find(m_milestones, e.connection.value);
    if (!known || !known->exists()) {
        open(id, e);
        change = Change::Opened;
    }
    const Change more = isEarlier            ? earlierTraffic(e)
        : e.kind >= EventKind::RequestQueued ? applyRequest(id, e)
                                             : applyToMilestones(id, e);
    return change != Change::None ? change : more;
}

void WorldState::open(EventId id, const Event& e)
{
    ConnectionMilestones& c = editMilestones(e.connection);
    c.opened = id;
    c.channel = Channel::Connecting;
    editUse(e.connection).items[slotOf(e.connection)].usedByClient = id;
    c.transaction = isForTransactions(e);
    ++m_open[static_cast<std::size_t>(role(c))];
}

/// A producer opens it because it needs its transaction coordinator: that is its role before any request says so. A
/// producer's rule is the same where it needs the coordinator of a group, so who coordinates its transactions decides.
bool WorldState::isForTransactions(const Event& opening) const
{
    return opening.rule == RuleId::TransactionCoordinatorNeeded && isTransactionCoordinator(opening, opening.node);
}

bool WorldState::isTransactionCoordinator(const Event& of, NodeId node) const
{
    const BrokerId coordinator = client(of.client).transactionCoordinator;
    return node.role() == Role::Data && coordinator.isValid() && coordinator == node.brokerId();
}

Change WorldState::applyToMilestones(EventId id, const Event& e)
{
    ConnectionMilestones& c = editMilestones(e.connection);
    if (e.state != TcpState::None) {
        if (e.side == Side::Client)
            c.client = e.state;
        else if (e.side == Side::Broker)
            c.broker = e.state;
    }
    Change change = Change::None;
    const auto closing = [&](Side side) { change = beginClosing(c, id, e, closerOf(e, side)); };

    switch (e.kind) {
    case EventKind::Connected:
        if (!c.connected.isValid())
            c.connected = id;
        c.channel = Channel::CheckingApiVersions;
        editUse(e.connection).items[slotOf(e.connection)].usedByClient = id;
        break;
    case EventKind::Authenticated:
        c.channel = Channel::CheckingApiVersions;
        break;
    case EventKind::Ready:
        if (!c.ready.isValid())
            c.ready = id;
        c.channel = Channel::Ready;
        break;
    case EventKind::ConnectFailed:
        closing(e.side);
        release(c, e.connection, id);
        break;
    case EventKind::Disconnected:
        closing(e.side == Side::Client ? Side::None : e.side); // the client notices; that does not make it the closer
        release(c, e.connection, id);
        break;
    case EventKind::BackoffStarted:
        c.backoff = id;
        break;
    case EventKind::IdleExpired:
        closing(e.side);
        break;
    case EventKind::NodeInferred: {
        const Role before = role(c);
        c.identified = id;
        if (c.isOpen() && role(c) != before)
            change = moveRole(before, role(c));
        break;
    }
    case EventKind::TcpState:
        if (e.side == Side::Client && e.state == TcpState::SynSent && !c.dialled.isValid())
            c.dialled = id;
        if (e.side == Side::Broker && e.state == TcpState::Established) {
            ConnectionUse& use = editUse(e.connection).items[slotOf(e.connection)];
            if (!use.usedByBroker.isValid())
                use.usedByBroker = id;
        }
        break;
    case EventKind::FinSent:
    case EventKind::ResetSent:
    case EventKind::Closed:
        // Where nobody listens there is no end that could close: the attempt lives until its client hears of it.
        if (isRefusal(c, e))
            break;
        closing(e.side);
        if (e.side == Side::Client)
            release(c, e.connection, id);
        break;
    case EventKind::FinReceived:
    case EventKind::ResetReceived:
        closing(opposite(e.side));
        break;
    default:
        break;
    }
    return change;
}

Change WorldState::beginClosing(ConnectionMilestones& c, EventId id, const Event& e, Side closer)
{
    if (c.closing.isValid()) {
        // A later event may know what the first one did not say.
        if (c.closer == Side::None)
            c.closer = closer;
        if (c.closeRule == RuleId::None)
            c.closeRule = e.rule;
        return Change::None;
    }
    c.closing = id;
    c.closer = closer;
    c.closeRule = e.rule;
    --m_open[static_cast<std::size_t>(role(c))];
    return Change::Closing;
}

void WorldState::release(ConnectionMilestones& c, ConnectionId connection, EventId id)
{
    if (!c.released.isValid())
        c.released = id;
    c.channel = Channel::Disconnected;
    const std::uint32_t slot = slotOf(connection);
    const ConnectionUse* use = find(m_use, connection.value);
    if (use && use->inFlight > 0) {
        UsePage& page = editUse(connection);
        std::erase_if(page.inFlight, [slot](const Listed& request) { return request.slot == slot; });
        page.items[slot].inFlight = 0;
    }
}

Change WorldState::applyRequest(EventId id, const Event& e)
{
    if (e.state != TcpState::None && (e.side == Side::Client || e.side == Side::Broker)) {
        ConnectionMilestones& c = editMilestones(e.connection);
        (e.side == Side::Client ? c.client : c.broker) = e.state;
    }
    if (e.kind == EventKind::RequestQueued)
        return Change::None;
    if (e.kind == EventKind::RequestSent)
        return requestSent(id, e);
    UsePage& page = editUse(e.connection);
    ConnectionUse& use = page.items[slotOf(e.connection)];
    switch (e.kind) {
    case EventKind::RequestReceived:
    case EventKind::ResponseSent:
        use.usedByBroker = id;
        break;
    case EventKind::ResponseReceived:
        // A request that wants no answer (acks=0) is done when it is written: nothing arrives for it.
        if (e.rule != RuleId::SilentRequest)
            use.usedByClient = id;
        requestDone(page, e);
        break;
    default: // cancelled, timed out
        requestDone(page, e);
        break;
    }
    return Change::None;
}

Change WorldState::requestSent(EventId id, const Event& e)
{
    const std::uint32_t slot = slotOf(e.connection);
    UsePage& page = editUse(e.connection);
    ConnectionUse& use = page.items[slot];
    use.usedByClient = id;
    ++use.requests;
    if (e.rule != RuleId::SilentRequest && use.inFlight < kMaxInFlight) {
        ++use.inFlight;
        page.inFlight.push_back({id, e.correlation, slot});
    }
    const ConnectionMilestones& c = *find(m_milestones, e.connection.value);
    if (e.api == ApiKey::SaslHandshake || e.api == ApiKey::SaslAuthenticate) {
        if (!c.ready.isValid() && !c.released.isValid())
            editMilestones(e.connection).channel = Channel::Authenticating;
    } else if (!c.transaction && isTransactionRequest(c, e)) {
        ConnectionMilestones& edited = editMilestones(e.connection);
        edited.transaction = true;
        if (edited.isOpen()) {
            return moveRole(Role::Data, Role::Transaction);
        }
    }
    return Change::None;
}

Change WorldState::earlierTraffic(const Event& e)
{
    const ConnectionMilestones* known = find(m_milestones, e.connection.value);
    if (e.side == Side::Client)
        editUse(e.connection).items[slotOf(e.connection)].requests += e.size;
    const bool isTransaction = e.side == Side::Client
        && (e.api == ApiKey::AddPartitionsToTxn || e.api == ApiKey::AddOffsetsToTxn || e.api == ApiKey::EndTxn);
    if (known->transaction || !isTransaction || role(*known) != Role::Data)
        return Change::None;
    ConnectionMilestones& edited = editMilestones(e.connection);
    edited.transaction = true;
    return edited.isOpen() ? moveRole(Role::Data, Role::Transaction) : Change::None;
}

Change WorldState::moveRole(Role from, Role to)
{
    --m_open[static_cast<std::size_t>(from)];
    ++m_open[static_cast<std::size_t>(to)];
    m_roleLeft = from;
    return Change::RoleChanged;
}

bool WorldState::isTransactionRequest(const ConnectionMilestones& c, const Event& e) const
{
    const NodeId id = node(c);
    if (id.role() != Role::Data)
        return false;
    switch (e.api) {
    case ApiKey::AddPartitionsToTxn:
    case ApiKey::AddOffsetsToTxn:
    case ApiKey::EndTxn:
        return true;
    case ApiKey::InitProducerId:
        // Any node gives an idempotent producer its id; a transactional one asks its coordinator.
        return isTransactionCoordinator(opening(c), id);
    default:
        return false;
    }
}

void WorldState::requestDone(UsePage& page, const Event& e)
{
    const std::uint32_t slot = slotOf(e.connection);
    ConnectionUse& use = page.items[slot];
    if (use.inFlight == 0)
        return;
    const auto it = std::find_if(page.inFlight.begin(), page.inFlight.end(), [&](const Listed& request) {
        return request.slot == slot && (e.correlation < 0 || request.correlation == e.correlation);
    });
    if (it != page.inFlight.end()) {
        page.inFlight.erase(it);
        --use.inFlight;
    }
}

void WorldState::applyToClient(EventId id, const Event& e)
{
    switch (e.kind) {
    case EventKind::ClientCreated: {
        ClientState& c = editClient(e.client);
        c.created = id;
        c.name = e.text;
        c.kind = e.value >= 0 && e.value <= static_cast<std::int64_t>(ClientKind::Other)
            ? static_cast<ClientKind>(e.value)
            : ClientKind::Other;
        break;
    }
    case EventKind::ClientCloseCalled:
        editClient(e.client).closing = true;
        break;
    case EventKind::ClientClosed:
    case EventKind::ClientKilled: {
        ClientState& c = editClient(e.client);
        c.ended = id;
        (e.kind == EventKind::ClientClosed ? c.closed : c.killed) = true;
        break;
    }
    case EventKind::ClientPaused:
        editClient(e.client).paused = true;
        break;
    case EventKind::ClientResumed:
        editClient(e.client).paused = false;
        break;
    case EventKind::MetadataUpdated: {
        ClientState& c = editClient(e.client);
        c.metadataVersion = e.value;
        if (e.size > 0)
            c.knowsCluster = true;
        break;
    }
    case EventKind::CoordinatorFound: {
        ClientState& c = editClient(e.client);
        const bool transaction = m_trace->text(e.text).substr(0, 11) == "transaction";
        (transaction ? c.transaction : c.group) = e.text;
        (transaction ? c.transactionCoordinator : c.groupCoordinator) = e.broker;
        break;
    }
    case EventKind::CoordinatorLost: {
        ClientState& c = editClient(e.client);
        const bool transaction = m_trace->text(e.text).substr(0, 11) == "transaction";
        (transaction ? c.transactionCoordinator : c.groupCoordinator) = BrokerId {};
        break;
    }
    case EventKind::GroupJoined: {
        ClientState& c = editClient(e.client);
        c.generation = static_cast<std::int32_t>(std::clamp<std::int64_t>(e.value, -1, NodeId::kMax));
        c.member = e.text;
        break;
    }
    case EventKind::PartitionsAssigned:
        editClient(e.client).assignment = e.text;
        break;
    case EventKind::PartitionsRevoked:
        editClient(e.client).assignment = TextId {0};
        break;
    case EventKind::GroupLeft: {
        ClientState& c = editClient(e.client);
        c.generation = -1;
        c.assignment = TextId {0};
        break;
    }
    default:
        break;
    }
}

void WorldState::applyToCluster(EventId id, const Event& e)
{
    const auto power = [&](BrokerState::Power p) {
        if (BrokerState* broker = editBroker(e.broker)) {
            broker->power = p;
            broker->since = id;
        }
    };
    switch (e.kind) {
    case EventKind::BrokerUp:
    case EventKind::BrokerResumed:
        power(BrokerState::Power::Up);
        break;
    case EventKind::BrokerDown:
        power(BrokerState::Power::Down);
        break;
    case EventKind::BrokerPaused:
        power(BrokerState::Power::Paused);
        break;
    case EventKind::BrokerSlow:
        if (BrokerState* broker = editBroker(e.broker))
            broker->slowNs = e.value;
        break;
    case EventKind::LeaderMoved:
        set(m_leaders, e.text, e.broker);
        break;
    case EventKind::CoordinatorMoved:
        set(m_coordinators, e.text, e.broker);
        break;
    case EventKind::CoordinatorFound:
        if (!coordinator(e.text).isValid())
            set(m_coordinators, e.text, e.broker);
        break;
    case EventKind::ConfigChanged:
        configChanged(e);
        break;
    default:
        break;
    }
}

void WorldState::configChanged(const Event& e)
{
    constexpr std::string_view kKey = "connections.max.idle.ms";
    std::string_view text = m_trace->text(e.text);
    if (text.substr(0, kKey.size()) != kKey)
        return;
    text.remove_prefix(kKey.size());
    const std::size_t start = text.find_first_not_of(" =");
    if (start == std::string_view::npos || start == 0)
        return;
    text.remove_prefix(start);
    std::int64_t ms = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
    if (error != std::errc {})
        return;
    if (e.client.isValid())
        editClient(e.client).idleLimitMs = ms;
    else if (BrokerState* broker = editBroker(e.broker))
        broker->idleLimitMs = ms;
}

} // namespace connscope::trace
