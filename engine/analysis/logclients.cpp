// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logclients.h"

#include <algorithm>
#include <charconv>

namespace connscope::analysis {

using protocol::ConfigOwner;
using protocol::ConfigSet;
using protocol::KafkaVersion;
using trace::ClientKind;
using trace::Event;
using trace::EventKind;

namespace {

ConfigOwner ownerOf(ClientKind kind)
{
    return kind == ClientKind::Consumer ? ConfigOwner::Consumer
        : kind == ClientKind::Admin     ? ConfigOwner::Admin
                                        : ConfigOwner::Producer;
}

/// AbstractConfig's clients name themselves in front of each line (LogContext).
std::string prefixOf(const LogClient& c)
{
    const auto named = [&](std::string_view kind, std::string_view more) {
        return "[" + std::string(kind) + std::string(more) + "] ";
    };
    switch (c.kind) {
    case ClientKind::Consumer: {
        const std::string instance = c.version >= protocol::kV2_3 ? c.setting("group.instance.id") : std::string();
        return named("Consumer",
            (instance.empty() ? "" : " instanceId=" + instance + ",") + " clientId=" + c.clientId
                + ", groupId=" + c.groupId());
    }
    case ClientKind::Producer:
        return named("Producer",
            " clientId=" + c.clientId
                + (c.config.isSet("transactional.id") ? ", transactionalId=" + c.setting("transactional.id")
                                                      : std::string()));
    case ClientKind::Admin:
        return named("AdminClient", " clientId=" + c.clientId);
    case ClientKind::Other:
        break;
    }
    return named("Client", " clientId=" + c.clientId);
}

} // namespace

KafkaVersion versionOfProfile(std::string_view profile, KafkaVersion fallback)
{
    constexpr std::string_view kJava = "java-";
    if (profile.substr(0, 6) == "course")
        return protocol::kV2_3;
    if (profile.substr(0, kJava.size()) != kJava)
        return fallback;
    profile.remove_prefix(kJava.size());
    KafkaVersion version;
    const char* const end = profile.data() + profile.size();
    const auto major = std::from_chars(profile.data(), end, version.major);
    if (major.ec != std::errc {} || major.ptr == end || *major.ptr != '.')
        return fallback;
    const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
    return minor.ec == std::errc {} || major.ptr[1] == 'x' ? version : fallback;
}

Remote Remote::parse(std::string_view text)
{
    Remote r;
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        r.host = std::string(text.substr(0, slash));
        text.remove_prefix(slash + 1);
    }
    const std::size_t colon = text.rfind(':');
    r.address = std::string(text.substr(0, colon));
    r.port = colon == std::string_view::npos ? "0" : std::string(text.substr(colon + 1));
    if (r.host.empty())
        r.host = r.address;
    return r;
}

std::string LogClient::groupId() const
{
    return has("group.id") && config.hasValue("group.id") ? config.text("group.id") : "null";
}

LogClients::LogClients(const trace::Trace& trace, KafkaVersion fallback, const trace::Landmarks* landmarks)
    : m_trace(trace)
    , m_fallback(fallback)
    , m_landmarks(landmarks ? landmarks : &m_own)
{
    static_cast<void>(extend());
}

bool LogClients::extend(std::size_t printed)
{
    if (m_landmarks == &m_own)
        m_own.extend(m_trace);
    bool same = true;
    m_clients.resize(m_trace.clientCount());
    m_settings.resize(m_trace.clientCount());
    m_created.resize(m_trace.clientCount());
    std::set<std::size_t> told; // clients of which something is new
    for (const std::vector<EventId>& all = m_landmarks->all(); m_seen < all.size(); ++m_seen) {
        const Event& e = m_trace[all[m_seen]];
        const std::uint32_t number = all[m_seen].value;
        const bool known = e.client.isValid() && e.client.value < m_clients.size();
        switch (e.kind) {
        case EventKind::ClientCreated:
            if (known && !m_clients[e.client.value]) {
                LogClient& client = m_clients[e.client.value].emplace();
                client.clientId = std::string(m_trace.text(e.text));
                client.kind = e.value >= 0 && e.value <= static_cast<std::int64_t>(ClientKind::Other)
                    ? static_cast<ClientKind>(e.value)
                    : ClientKind::Other;
                m_created[e.client.value] = number;
                told.insert(e.client.value);
            }
            break;
        case EventKind::ConfigChanged:
            if (known && e.rule == trace::RuleId::ConfigValue) {
                m_settings[e.client.value].push_back(m_trace.text(e.text));
                told.insert(e.client.value);
                same = same && !(m_clients[e.client.value] && m_created[e.client.value] < printed);
            }
            break;
        case EventKind::ConnectStarted:
            m_connects[{e.client.value, e.node.value}].push_back(number);
            if (e.node.brokerId().isValid() && !m_brokers.contains(e.node.brokerId().value)) {
                const Remote r = Remote::parse(m_trace.text(e.text));
                m_brokers.emplace(e.node.brokerId().value, r.host + ':' + r.port);
                same = same && printed == 0; // lists of brokers have one more
            }
            break;
        case EventKind::BrokerUp:
            m_up.insert(e.broker.value);
            if (const std::string_view text = m_trace.text(e.text); !text.empty()) {
                const std::size_t rack = text.find(" rack ");
                const std::string address(text.substr(0, rack));
                std::string& place = m_brokers[e.broker.value];
                same = same && (printed == 0 || place == address);
                place = address;
                if (rack != std::string_view::npos)
                    m_racks[e.broker.value] = std::string(text.substr(rack + 6));
            }
            break;
        case EventKind::CoordinatorFound:
            if (e.cause.isValid())
                m_coordinators.emplace(e.cause.value, number);
            break;
        case EventKind::GroupJoined:
            if (known && m_clients[e.client.value])
                m_clients[e.client.value]->generations.emplace_back(number, std::string(m_trace.text(e.text)));
            break;
        default:
            break;
        }
    }
    m_knowsAll
        = std::all_of(m_up.begin(), m_up.end(), [this](std::int32_t broker) { return m_brokers.contains(broker); });
    for (const std::size_t client : told)
        configure(client);
    return same;
}

void LogClients::configure(std::size_t number)
{
    if (!m_clients[number])
        return;
    LogClient& client = *m_clients[number];
    const std::vector<std::string_view>& settings = m_settings[number];
    client.version = versionOfProfile(m_trace.header().profile, m_fallback);
    for (const std::string_view setting : settings) {
        if (setting.substr(0, 10) == "profile = ")
            client.version = versionOfProfile(setting.substr(10), m_fallback);
    }
    client.config = ConfigSet(ownerOf(client.kind), client.version);
    for (const std::string_view setting : settings) {
        const std::size_t equals = setting.find(" = ");
        if (equals != std::string_view::npos)
            (void)client.config.set(
                setting.substr(0, equals), setting.substr(equals + 3)); // "profile" and the like are no keys
    }
    client.prefix = prefixOf(client);
}

LogClient* LogClients::find(ClientId id)
{
    return id.isValid() && id.value < m_clients.size() && m_clients[id.value] ? &*m_clients[id.value] : nullptr;
}

Remote LogClients::remote(ClientId client, NodeId node, std::size_t at) const
{
    const auto it = m_connects.find({client.value, node.value});
    if (it == m_connects.end())
        return Remote::parse(hostAndPort(client, node, at));
    const auto after = std::upper_bound(it->second.begin(), it->second.end(), static_cast<std::uint32_t>(at));
    return Remote::parse(
        m_trace.text(m_trace[std::size_t {after == it->second.begin() ? *after : *(after - 1)}].text));
}

std::string LogClients::hostAndPort(ClientId client, NodeId node, std::size_t at) const
{
    if (m_connects.contains({client.value, node.value})) {
        const Remote r = remote(client, node, at);
        return r.host + ':' + r.port;
    }
    if (const auto it = m_brokers.find(node.brokerId().value); node.brokerId().isValid() && it != m_brokers.end())
        return it->second;
    if (node.isBootstrap() && client.value < m_clients.size() && m_clients[client.value]) {
        const auto servers = m_clients[client.value]->list("bootstrap.servers");
        const auto index = static_cast<std::size_t>(-1 - node.value);
        if (index < servers.size())
            return servers[index];
    }
    return "unknown:0";
}

std::string LogClients::rack(BrokerId broker) const
{
    const auto it = m_racks.find(broker.value);
    return it == m_racks.end() ? "null" : it->second;
}

std::string LogClients::fullNode(ClientId client, NodeId node, std::size_t at) const
{
    // A coordinator's Node is made without a rack.
    return hostAndPort(client, node, at) + " (id: " + std::to_string(node.value)
        + " rack: " + (node.isBroker() ? rack(node.brokerId()) : std::string("null")) + ")";
}

void LogClients::brokerIs(BrokerId broker, bool up)
{
    if (up)
        m_down.erase(broker.value);
    else
        m_down.insert(broker.value);
}

std::vector<BrokerId> LogClients::knownBrokers() const
{
    std::vector<BrokerId> brokers;
    for (const auto& [id, address] : m_brokers) {
        if (!m_down.contains(id))
            brokers.emplace_back(id);
    }
    return brokers;
}

std::string LogClients::brokerAddress(BrokerId broker) const
{
    const auto it = m_brokers.find(broker.value);
    return it == m_brokers.end() ? std::string() : it->second;
}

std::optional<std::size_t> LogClients::coordinatorFoundBy(EventId cause) const
{
    const auto it = m_coordinators.find(cause.value);
    return it == m_coordinators.end() ? std::nullopt : std::optional<std::size_t>(it->second);
}

std::string LogClients::memberAfter(const LogClient& client, std::size_t at) const
{
    const auto it = std::find_if(
        client.generations.begin(), client.generations.end(), [at](const auto& g) { return g.first >= at; });
    return it == client.generations.end() ? std::string() : it->second;
}

} // namespace connscope::analysis
