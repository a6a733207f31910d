// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/cast.h"

#include <algorithm>
#include <tuple>

namespace connscope::topology {

using trace::Event;
using trace::EventKind;

namespace {

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

constexpr std::string_view kBootstrap = "bootstrap.servers = ";

/// "consumer-17" -> "consumer"; "orders #2" -> "orders"; "worker[3]" -> "worker".
std::string stemOf(std::string_view name)
{
    while (!name.empty() && std::string_view("0123456789#-[]() ").find(name.back()) != std::string_view::npos)
        name.remove_suffix(1);
    return std::string(name);
}

} // namespace

int portRank(NodeId node) { return node.isBootstrap() ? 0 : node.isCoordinator() ? 1 : 2; }

QString shortAddress(std::string_view remote)
{
    const std::size_t slash = remote.find('/');
    const std::size_t colon = remote.rfind(':');
    if (slash == std::string_view::npos || slash == 0 || colon == std::string_view::npos || colon < slash)
        return toQString(remote.substr(slash == 0 ? 1 : 0));
    return toQString(remote.substr(0, slash)) + toQString(remote.substr(colon));
}

Cast::Cast(const view::Document& document)
{
    if (const trace::Twofold* twofold = document.twofold()) {
        for (std::uint32_t c = 0; c < document.trace().clientCount(); ++c)
            m_shown.push_back(twofold->shown(ClientId {c}));
        readCluster(document.trace());
    }
    readEvents(document);
    for (CastClient& c : clients) {
        c.name = QString::fromStdString(document.names().client(c.id));
        c.family = std::string(trace::clientKindName(c.kind)) + ' ' + stemOf(document.names().client(c.id));
        c.key = "client " + document.names().client(c.id);
    }
    // Evidence often holds no metadata; its brokers are known because somebody wrote them down.
    // A client of ours that runs will yet tell.
    const bool willTell = document.source().live && hasOwnClients;
    if (clusterKnown == kNever && document.trace().header().vantage != trace::Vantage::Simulated && !willTell)
        clusterKnown = kStart;
    addEnds(document);
    addSlots(document);
    findHalves(document);
    findWhoseEnds(document);
    sortPorts();
}

bool Cast::isCurrent(const view::Document& document) const
{
    if (document.landmarks().all().size() != m_landmarks)
        return false;
    const std::vector<ConnectionId>& changed = document.changedLives();
    return std::all_of(changed.begin(), changed.end(), [&](ConnectionId id) {
        const std::uint32_t slot = slotOf(id);
        if (slot == kNone)
            return false;
        const CastEnd& end = ends[places[slot].to];
        const trace::ConnectionLife& life = *document.life(id);
        // Which node id a connection has at somebody else's client is learnt after it was opened.
        return end.broker == m_known.brokerOf(life) && places[slot].client == life.client
            && places[slot].node == life.node
            && (end.work > 0 || life.traffic.total() == life.traffic.of(ApiKey::ApiVersions));
    });
}

void Cast::readEvents(const view::Document& document)
{
    const trace::Trace& trace = document.trace();
    const std::vector<EventId>& landmarks = document.landmarks().all();
    m_landmarks = landmarks.size();
    std::vector<std::uint32_t> at(trace.clientCount(), kNone);
    const auto client = [&](const Event& e) -> CastClient& {
        const ClientId id = shown(e.client);
        if (at[id.value] == kNone) {
            at[id.value] = static_cast<std::uint32_t>(clients.size());
            CastClient c;
            c.id = id;
            c.created = e.at;
            clients.push_back(std::move(c));
            knownBy.push_back(kNever);
        }
        return clients[at[id.value]];
    };
    for (const EventId id : landmarks) {
        const Event& e = trace[id];
        if (e.client.isValid() && e.client.value < at.size())
            client(e);
        switch (e.kind) {
        case EventKind::ClientCreated:
            if (e.client.isValid())
                client(e).kind = static_cast<trace::ClientKind>(e.value);
            hasOwnClients |= e.vantage != trace::Vantage::Inferred;
            break;
        case EventKind::ConfigChanged:
            if (const std::string_view text = trace.text(e.text); e.client.isValid() && text.starts_with(kBootstrap))
                addBootstrap(text.substr(kBootstrap.size()));
            break;
        case EventKind::BrokerUp: {
            const std::string_view text = trace.text(e.text);
            const std::size_t rack = text.find(" rack ");
            if (e.broker.isValid() && !text.empty()) {
                m_advertised[e.broker] = {toQString(text.substr(0, rack)),
                    rack == std::string_view::npos ? QString() : toQString(text.substr(rack + 6))};
            } else if (e.broker.isValid()) {
                m_advertised[e.broker];
            }
            break;
        }
        case EventKind::CoordinatorFound:
            if (const std::string_view text = trace.text(e.text);
                e.client.isValid() && text.size() > client(e).membership.size())
                client(e).membership = text;
            [[fallthrough]];
        case EventKind::CoordinatorMoved:
            hasCoordinators = true;
            [[fallthrough]];
        case EventKind::LeaderMoved:
            if (e.broker.isValid())
                ++m_work[e.broker];
            break;
        case EventKind::MetadataUpdated:
            if (e.size > 0 && e.client.isValid()) {
                Instant& known = knownBy[at[shown(e.client).value]];
                known = std::min(known, e.at);
                clusterKnown = std::min(clusterKnown, e.at);
            }
            break;
        default:
            break;
        }
    }
}

void Cast::readCluster(const trace::Trace& trace)
{
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        switch (trace[EventId {i}].kind) {
        case EventKind::BrokerUp:
        case EventKind::BrokerDown:
        case EventKind::BrokerPaused:
        case EventKind::BrokerResumed:
        case EventKind::LeaderMoved:
        case EventKind::CoordinatorMoved:
        case EventKind::CoordinatorFound:
            ofCluster.push_back(EventId {i});
            break;
        default:
            break;
        }
    }
}

void Cast::addBootstrap(std::string_view servers)
{
    while (!servers.empty()) {
        const std::size_t comma = servers.find(',');
        std::string_view one = servers.substr(0, comma);
        while (one.starts_with(' '))
            one.remove_prefix(1);
        m_bootstrap.insert(toQString(one));
        servers.remove_prefix(comma == std::string_view::npos ? servers.size() : comma + 1);
    }
}

void Cast::addEnds(const view::Document& document)
{
    std::map<BrokerId, QString> dialled;
    std::map<QString, bool> addresses;
    m_known = analysis::KnownAddresses(document.trace(), document.lives());
    for (const trace::ConnectionLife& life : document.lives()) {
        const QString address = shortAddress(document.trace().text(life.remote));
        const BrokerId broker = m_known.brokerOf(life);
        if (!broker.isValid()) {
            addresses.emplace(address, life.node.isBootstrap());
            continue;
        }
        m_advertised[broker];
        if (life.broker.isValid()) // else as in bootstrap.servers, which may be another name
            dialled.emplace(broker, address);
        m_work[broker] += life.traffic.total() - life.traffic.of(ApiKey::ApiVersions);
    }
    for (const auto& [broker, where] : m_advertised) {
        CastEnd end;
        end.broker = broker;
        end.rack = where.second;
        end.address = where.first;
        if (const auto found = dialled.find(broker); end.address.isEmpty() && found != dialled.end())
            end.address = found->second;
        if (const auto found = m_work.find(broker); found != m_work.end())
            end.work = found->second;
        end.isBootstrap = m_bootstrap.contains(end.address);
        end.key = "broker " + std::to_string(broker.value);
        ends.push_back(std::move(end));
    }
    std::stable_sort(ends.begin(), ends.end(),
        [](const CastEnd& a, const CastEnd& b) { return std::tie(a.rack, a.broker) < std::tie(b.rack, b.broker); });
    for (const auto& [address, bootstrap] : addresses) {
        CastEnd end;
        end.address = address;
        end.isBootstrap = bootstrap;
        end.work = 1;
        end.key = "address " + address.toStdString();
        ends.push_back(std::move(end));
    }
}

void Cast::addSlots(const view::Document& document)
{
    std::map<QString, std::uint32_t> addresses;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        if (ends[i].broker.isValid())
            m_endOf[ends[i].broker] = i;
        else
            addresses[ends[i].address] = i;
    }
    std::map<std::tuple<std::uint32_t, NodeId, std::uint32_t, trace::Origin>, std::uint32_t> known;
    m_slotOf.assign(document.trace().connectionCount(), kNone);
    for (const trace::ConnectionLife& life : document.lives()) {
        const std::uint32_t from = clientAt(life.client);
        if (from == kNone)
            continue;
        const BrokerId broker = m_known.brokerOf(life);
        const std::uint32_t to
            = broker.isValid() ? m_endOf.at(broker) : addresses.at(shortAddress(document.trace().text(life.remote)));
        const trace::Origin run = document.twofold() ? document.twofold()->origin(life.id) : trace::Origin::Both;
        const auto [place, added]
            = known.try_emplace({from, life.node, to, run}, static_cast<std::uint32_t>(places.size()));
        if (added) {
            places.push_back({life.client, life.node, from, to, {}, run});
            clients[from].places.push_back(place->second);
            ends[to].places.push_back(place->second);
            ends[to].isBootstrap |= life.node.isBootstrap();
        }
        places[place->second].connections.push_back(life.id);
        m_byNode[{life.client, life.node}] = place->second;
        m_slotOf[life.id.value] = place->second;
    }
}

/// Who is there twice, and who in one run alone.
void Cast::findHalves(const view::Document& document)
{
    const trace::Twofold* twofold = document.twofold();
    if (!twofold)
        return;
    for (CastClient& c : clients) {
        c.half = twofold->half(c.id);
        if (twofold->isAlone(c.id))
            c.run = twofold->origin(c.id);
    }
    std::map<std::tuple<std::uint32_t, NodeId, std::uint32_t>, std::uint32_t> firsts;
    for (std::uint32_t s = 0; s < places.size(); ++s) {
        if (places[s].run == trace::Origin::First)
            firsts[{places[s].from, places[s].node, places[s].to}] = s;
    }
    for (std::uint32_t s = 0; s < places.size(); ++s) {
        const auto first = firsts.find({places[s].from, places[s].node, places[s].to});
        if (places[s].run != trace::Origin::Second || first == firsts.end())
            continue;
        places[s].half = first->second;
        places[first->second].half = s;
    }
}

void Cast::findWhoseEnds(const view::Document& document)
{
    const trace::Twofold* twofold = document.twofold();
    if (!twofold)
        return;
    struct In {
        bool first = false;
        bool second = false;
    };
    std::vector<In> in(ends.size());
    const auto take = [](In& one, trace::Origin origin, bool hasHalf) {
        one.first |= hasHalf || origin != trace::Origin::Second;
        one.second |= hasHalf || origin != trace::Origin::First;
    };
    for (const EventId id : document.landmarks().all()) {
        const Event& e = document.trace()[id];
        if (const std::uint32_t end = endAt(e.broker); e.kind == EventKind::BrokerUp && end != kNone)
            take(in[end], twofold->origin(id), twofold->half(id).isValid());
    }
    for (const Slot& slot : places) {
        for (const ConnectionId id : slot.connections)
            take(in[slot.to], twofold->origin(id), twofold->half(id).isValid());
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (in[i].first != in[i].second)
            ends[i].run = in[i].first ? trace::Origin::First : trace::Origin::Second;
    }
}

void Cast::sortPorts()
{
    const auto byEnd = [this](std::uint32_t a, std::uint32_t b) {
        const Slot& x = places[a];
        const Slot& y = places[b];
        return std::tuple(x.to, portRank(x.node), x.node, x.run) < std::tuple(y.to, portRank(y.node), y.node, y.run);
    };
    const auto byClient = [this](std::uint32_t a, std::uint32_t b) {
        const Slot& x = places[a];
        const Slot& y = places[b];
        return std::tuple(x.from, portRank(x.node), x.node, x.run)
            < std::tuple(y.from, portRank(y.node), y.node, y.run);
    };
    for (CastClient& c : clients)
        std::sort(c.places.begin(), c.places.end(), byEnd);
    for (CastEnd& e : ends)
        std::sort(e.places.begin(), e.places.end(), byClient);
}

std::uint32_t Cast::slotOf(ClientId client, NodeId node) const
{
    const auto found = m_byNode.find({client, node});
    return found == m_byNode.end() ? kNone : found->second;
}

std::uint32_t Cast::clientAt(ClientId id) const
{
    id = shown(id);
    // Mostly in order of id; evidence may mention them in another.
    if (id.isValid() && id.value < clients.size() && clients[id.value].id == id)
        return id.value;
    for (std::uint32_t i = 0; i < clients.size(); ++i) {
        if (clients[i].id == id)
            return i;
    }
    return kNone;
}

std::uint32_t Cast::endAt(BrokerId id) const
{
    const auto found = m_endOf.find(id);
    return found == m_endOf.end() ? kNone : found->second;
}

} // namespace connscope::topology
