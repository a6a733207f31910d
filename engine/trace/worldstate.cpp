// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/worldstate.h"

#include "trace/names.h"

#include <algorithm>

namespace connscope::trace {

namespace {

constexpr NameTable<Channel, kChannelCount> kChannels {{
    "",
    "connecting",
    "authenticating",
    "checking api versions",
    "ready",
    "disconnected",
    "backing off",
}};

bool hasSocket(TcpState state)
{
    return state != TcpState::None && state != TcpState::Listen && state != TcpState::Closed;
}

} // namespace

std::string_view channelName(Channel channel) { return kChannels.name(channel); }
std::optional<Channel> channelFromName(std::string_view name) { return kChannels.value(name); }

WorldState::WorldState(const Trace& trace)
    : m_trace(&trace)
    , m_brokers(std::make_shared<BrokerMap>())
{
}

ConnectionState WorldState::connection(ConnectionId id) const
{
    ConnectionState c;
    if (!id.isValid())
        return c;
    if (const ConnectionMilestones* milestones = find(m_milestones, id.value))
        static_cast<ConnectionMilestones&>(c) = *milestones;
    if (const ConnectionUse* use = find(m_use, id.value))
        static_cast<ConnectionUse&>(c) = *use;
    return c;
}

Role WorldState::role(const ConnectionMilestones& c) const
{
    return c.transaction ? Role::Transaction : node(c).role();
}

NodeId WorldState::node(const ConnectionMilestones& c) const
{
    return (*m_trace)[c.identified.isValid() ? c.identified : c.opened].node;
}

BrokerId WorldState::broker(const ConnectionState& c) const
{
    if (c.dialled.isValid() && (*m_trace)[c.dialled].broker.isValid())
        return (*m_trace)[c.dialled].broker;
    return opening(c).broker.isValid() ? opening(c).broker : node(c).brokerId();
}

std::uint16_t WorldState::localPort(const ConnectionState& c) const
{
    const std::int64_t port = c.dialled.isValid() ? (*m_trace)[c.dialled].value : 0;
    return port > 0 && port <= 65535 ? static_cast<std::uint16_t>(port) : std::uint16_t {0};
}

Channel WorldState::channel(const ConnectionState& c) const
{
    if (c.channel == Channel::Disconnected && c.backoff.isValid()) {
        const Event& backoff = (*m_trace)[c.backoff];
        if (m_now < saturatingAdd(backoff.at, Duration {std::max<std::int64_t>(backoff.value, 0)}))
            return Channel::BackingOff;
    }
    return c.channel;
}

bool WorldState::isOrphaned(const ConnectionState& c) const
{
    return c.isOpen() && node(c).isBootstrap() && client(opening(c).client).knowsCluster;
}

bool WorldState::isGone(const ConnectionState& c) const
{
    return c.closing.isValid() && !hasSocket(c.client) && !hasSocket(c.broker) && c.channel == Channel::Disconnected;
}

std::optional<Duration> WorldState::idle(const ConnectionState& c, Side side) const
{
    const EventId used = side == Side::Broker ? c.usedByBroker : c.usedByClient;
    if (!used.isValid() || c.end(side) == TcpState::Closed || (side == Side::Client && c.released.isValid()))
        return std::nullopt;
    return m_now - (*m_trace)[used].at;
}

std::optional<Instant> WorldState::idleExpiry(const ConnectionState& c, Side side) const
{
    if (!idle(c, side))
        return std::nullopt;
    std::optional<std::int64_t> limitMs;
    EventId used;
    if (side == Side::Broker) {
        // The broker's program lets go of the socket when it sends its FIN.
        if (c.broker != TcpState::Established && c.broker != TcpState::CloseWait)
            return std::nullopt;
        const BrokerState* state = broker(broker(c));
        limitMs = state ? state->idleLimitMs : std::nullopt;
        used = c.usedByBroker;
    } else {
        limitMs = client(opening(c).client).idleLimitMs;
        used = c.usedByClient;
    }
    if (!limitMs || *limitMs < 0)
        return std::nullopt;
    // As in Kafka, the limit in nanoseconds wraps: Long.MAX_VALUE ms gives a negative limit, so everything is overdue.
    const auto limitNs = static_cast<std::int64_t>(static_cast<std::uint64_t>(*limitMs) * 1'000'000U);
    return saturatingAdd((*m_trace)[used].at, Duration {std::max<std::int64_t>(limitNs, 0)});
}

std::vector<InFlightRequest> WorldState::inFlight(ConnectionId id) const
{
    std::vector<InFlightRequest> out;
    const UsePage* page = id.isValid() ? m_use.find(id.value >> UsePage::kBits) : nullptr;
    if (!page)
        return out;
    for (const Listed& request : page->inFlight) {
        if (request.slot == slotOf(id))
            out.push_back({request.sent, request.correlation});
    }
    return out;
}

void WorldState::forEachConnection(const std::function<void(ConnectionId, const ConnectionState&)>& visit) const
{
    for (std::size_t p = 0; p < m_milestones.end(); ++p) {
        const MilestonePage* page = m_milestones.find(p);
        if (!page)
            continue;
        for (std::size_t slot = 0; slot < page->items.size(); ++slot) {
            if (!page->items[slot].exists())
                continue;
            const ConnectionId id {static_cast<std::uint32_t>((p << MilestonePage::kBits) | slot)};
            const ConnectionState c = connection(id);
            if (!isGone(c))
                visit(id, c);
        }
    }
}

std::optional<std::pair<Instant, ConnectionId>> WorldState::nextIdleExpiry(Side side) const
{
    std::optional<std::pair<Instant, ConnectionId>> next;
    forEachConnection([&](ConnectionId id, const ConnectionState& c) {
        const std::optional<Instant> at = idleExpiry(c, side);
        if (at && (!next || *at < next->first))
            next = {*at, id};
    });
    return next;
}

const ClientState& WorldState::client(ClientId id) const
{
    static const ClientState kNone;
    const ClientState* client = id.isValid() ? find(m_clients, id.value) : nullptr;
    return client ? *client : kNone;
}

ClientState& WorldState::editClient(ClientId id)
{
    m_clientCount = std::max(m_clientCount, id.value + 1);
    return m_clients.edit(id.value >> ClientPage::kBits).items[id.value & ClientPage::kMask];
}

const BrokerState* WorldState::broker(BrokerId id) const
{
    const auto it = m_brokers->find(id);
    return it != m_brokers->end() ? &it->second : nullptr;
}

BrokerState* WorldState::editBroker(BrokerId id)
{
    if (!id.isValid())
        return nullptr;
    constexpr std::size_t kNodeBytes = sizeof(BrokerMap::value_type) + 48; // and the tree's own pointers
    if (m_brokers.use_count() > 1) {
        m_brokers = std::make_shared<BrokerMap>(*m_brokers);
        m_brokerBytes += m_brokers->size() * kNodeBytes;
    }
    const auto it = m_brokers->find(id);
    if (it != m_brokers->end())
        return &it->second;
    if (m_brokers->size() >= kMaxBrokers)
        return nullptr;
    m_brokerBytes += kNodeBytes;
    return &m_brokers->emplace(id, BrokerState {}).first->second;
}

BrokerId WorldState::lookUp(const IdMap& map, TextId key)
{
    const BrokerId* broker = key.isValid() ? find(map, key.value) : nullptr;
    return broker ? *broker : BrokerId {};
}

void WorldState::set(IdMap& map, TextId key, BrokerId broker)
{
    if (key.isValid() && lookUp(map, key) != broker)
        map.edit(key.value >> IdPage::kBits).items[key.value & IdPage::kMask] = broker;
}

void WorldState::forEach(const IdMap& map, const std::function<void(TextId, BrokerId)>& visit)
{
    for (std::size_t p = 0; p < map.end(); ++p) {
        const IdPage* page = map.find(p);
        if (!page)
            continue;
        for (std::size_t slot = 0; slot < page->items.size(); ++slot) {
            if (page->items[slot].isValid())
                visit(TextId {static_cast<std::uint32_t>((p << IdPage::kBits) | slot)}, page->items[slot]);
        }
    }
}

std::size_t WorldState::allocatedBytes() const
{
    return m_milestones.allocatedBytes() + m_use.allocatedBytes() + m_clients.allocatedBytes()
        + m_leaders.allocatedBytes() + m_coordinators.allocatedBytes() + m_brokerBytes;
}

std::size_t WorldState::copyBytes() const
{
    return sizeof(WorldState) + m_milestones.copyBytes() + m_use.copyBytes() + m_clients.copyBytes()
        + m_leaders.copyBytes() + m_coordinators.copyBytes();
}

} // namespace connscope::trace
