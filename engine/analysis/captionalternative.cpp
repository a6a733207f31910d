// SPDX-License-Identifier: GPL-3.0-or-later
// The picture for those who cannot see it: one connection after the other, up to a number; attempts that came to nothing are
// no connections and are told together.
#include "analysis/captionwriter.h"

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::ConnectionState;
using trace::Side;
using trace::TcpState;

namespace {

Phrase channelPhrase(trace::Channel channel)
{
    static_assert(static_cast<int>(Phrase::ChannelBackingOff) - static_cast<int>(Phrase::ChannelNone) + 1
        == trace::kChannelCount);
    return static_cast<Phrase>(static_cast<int>(Phrase::ChannelNone) + static_cast<int>(channel));
}

} // namespace

/// At least two groups, however little \a room the connections leave.
void CaptionWriter::sayAttempts(const FailedAttempts& attempts, std::size_t room)
{
    std::uint64_t untold = attempts.count();
    for (std::size_t i = 0; i < std::min(attempts.rows().size(), std::max<std::size_t>(room, 2)); ++i) {
        const FailedAttempts::Row& row = attempts.rows()[i];
        untold -= row.count;
        sentence(say(m_language, Phrase::AltAttempts, row.count,
                     with({{"client", m_names.client(row.client, m_language)}, {"place", place(row.node, row.first)},
                         {"role", role(row.role)}, {"n", number(row.count)}, {"from", time(row.from)},
                         {"to", time(row.to)}, {"rule", std::string(ruleName(row.rule, m_language))}})),
            true);
    }
    if (untold > 0)
        sentence(say(m_language, Phrase::AltMoreAttempts, untold, with({{"n", number(untold)}})));
}

void CaptionWriter::topologyAlternative()
{
    const trace::WorldState world = m_index.at(m_subject.to);
    std::uint64_t clients = 0;
    for (std::uint32_t c = 0; c < world.clientCount(); ++c)
        clients += world.client(ClientId {c}).isAlive() ? 1U : 0U;
    std::vector<std::string> lines;
    std::size_t count = 0;
    world.forEachConnection([&](ConnectionId id, const ConnectionState& c) {
        if (++count > kMostDescribed)
            return;
        std::vector<std::string> parts;
        if (c.isOpen()) {
            parts.push_back(say(m_language, channelPhrase(world.channel(c))));
        } else {
            for (const Side side : {Side::Client, Side::Broker}) {
                if (c.end(side) != TcpState::None)
                    parts.push_back(
                        std::string(sideWord(side, m_language)).append(" ").append(trace::tcpStateName(c.end(side))));
            }
        }
        if (const auto idle = world.idle(c, Side::Client); c.isOpen() && idle && *idle >= kSilence)
            parts.push_back(say(m_language, Phrase::AltUnused, time(*idle)));
        lines.push_back(asSentence(m_language,
            say(m_language, Phrase::AltLink,
                with({{"client", m_names.client(world.opening(c).client, m_language)},
                    {"place", place(world.node(c), id)}, {"role", role(world.role(c))},
                    {"parts", list(m_language, parts)}})),
            true));
    });
    sentence(say(m_language, Phrase::AltTopology,
        with({{"clients", numbered(Phrase::Clients, clients)},
            {"brokers", numbered(Phrase::Brokers, world.brokers().size())}, {"when", when()},
            {"connections", numbered(Phrase::Connections, count)}})));
    m_sentences.insert(m_sentences.end(), lines.begin(), lines.end());
    more(count, Phrase::Connections);
}

void CaptionWriter::timelineAlternative()
{
    std::vector<ConnectionLife> lives = livesInRange();
    std::set<std::pair<ClientId, NodeId>> lanes;
    for (const ConnectionLife& life : lives)
        lanes.emplace(life.client, life.node);
    FailedAttempts attempts;
    std::erase_if(lives, [&](const ConnectionLife& life) {
        const bool isOne = hasFailed(life) && !wasOpenAtEnd(life);
        if (isOne)
            attempts.add(life);
        return isOne;
    });
    const Filled range {{"from", time(m_subject.from)}, {"to", time(m_subject.to)}};
    if (m_subject.moving != FigureSubject::Moving::No) {
        const trace::WorldState world = m_index.at(m_subject.to);
        std::uint64_t clients = 0;
        for (std::uint32_t c = 0; c < world.clientCount(); ++c)
            clients += world.client(ClientId {c}).exists() ? 1U : 0U;
        Filled filled = range;
        filled.emplace_back("clients", numbered(Phrase::Clients, clients));
        filled.emplace_back("brokers", numbered(Phrase::Brokers, world.brokers().size()));
        sentence(say(m_language, Phrase::AltMovingTopology, with(filled)));
    }
    if (m_subject.moving != FigureSubject::Moving::Topology) {
        Filled filled = range;
        filled.emplace_back("lanes", numbered(Phrase::Lanes, lanes.size()));
        sentence(say(m_language, Phrase::AltTimeline, with(filled)));
    }
    for (std::size_t i = 0; i < lives.size() && i < kMostDescribed; ++i) {
        const ConnectionLife& life = lives[i];
        std::vector<std::string> parts {say(m_language, Phrase::AltOpened, time(life.opened))};
        if (life.ready && *life.ready <= m_subject.to)
            parts.push_back(say(m_language, Phrase::AltReady, time(*life.ready)));
        const bool isOpen = wasOpenAtEnd(life);
        if (life.lastUsed && *life.lastUsed <= m_subject.to)
            parts.push_back(say(m_language, Phrase::AltLastUsed, time(*life.lastUsed)));
        // One end may have begun to close, and bytes still move at the other.
        const bool isUsedLater = !isOpen && life.lastUsed && *life.lastUsed > *life.closed;
        parts.insert(isUsedLater && *life.lastUsed <= m_subject.to ? parts.end() - 1 : parts.end(),
            isOpen ? say(m_language, Phrase::AltStillOpen) : closedBy(life));
        sentence(say(m_language, Phrase::AltLane,
                     with({{"client", m_names.client(life.client, m_language)}, {"place", place(life.node, life.id)},
                         {"role", role(life.role)}, {"parts", list(m_language, parts)}})),
            true);
    }
    more(lives.size(), Phrase::Connections);
    sayAttempts(attempts, kMostDescribed - std::min(lives.size(), kMostDescribed));
}

void CaptionWriter::sequenceAlternative()
{
    const Sent sent = sentIn(trace(), m_subject);
    const trace::WorldState world = m_index.at(m_subject.to);
    std::set<BrokerId> brokers;
    std::set<ClientId> clients;
    std::map<ConnectionId, ConnectionLife> lives;
    for (const ConnectionLife& life : trace::connectionLives(trace())) {
        if (!sent.all.contains(life.id))
            continue;
        clients.insert(life.client);
        lives.emplace(life.id, life);
    }
    for (const ConnectionId connection : sent.all)
        brokers.insert(world.broker(world.connection(connection)));
    brokers.erase(BrokerId {});
    sentence(say(m_language, Phrase::AltSequence,
        with({{"from", time(m_subject.from)}, {"to", time(m_subject.to)},
            {"clients", numbered(Phrase::Clients, clients.size())},
            {"brokers", numbered(Phrase::Brokers, brokers.size())},
            {"requests", numbered(Phrase::Requests, sent.total)}})));
    std::size_t described = 0;
    FailedAttempts attempts;
    for (const ConnectionId connection : sent.all) {
        if (const auto known = lives.find(connection);
            known != lives.end() && hasFailed(known->second) && !wasOpenAtEnd(known->second)) {
            attempts.add(known->second);
            continue;
        }
        if (++described > kMostDescribed)
            continue;
        const ConnectionState c = world.connection(connection);
        const ClientId client = c.exists() ? world.opening(c).client : ClientId {};
        const NodeId node = c.exists() ? world.node(c) : NodeId {};
        std::vector<std::string> parts;
        const auto life = lives.find(connection);
        if (life != lives.end() && isWithin(life->second.opened))
            parts.push_back(say(m_language, Phrase::AltOpened, time(life->second.opened)));
        const auto counts = sent.byConnection.find(connection);
        parts.push_back(counts == sent.byConnection.end() ? say(m_language, Phrase::AltNoRequests)
                                                          : apiList(counts->second, m_language));
        if (life != lives.end() && isWithin(life->second.closed))
            parts.push_back(closedBy(life->second));
        std::string text;
        for (const std::string& part : parts)
            text += (text.empty() ? std::string() : std::string(pattern(Phrase::Comma, m_language))) + part;
        sentence(say(m_language, Phrase::AltLink,
                     with({{"client", m_names.client(client, m_language)}, {"place", place(node, connection)},
                         {"role", role(c.exists() ? world.role(c) : Role::Unknown)}, {"parts", text}})),
            true);
    }
    more(described, Phrase::Connections);
    sayAttempts(attempts, kMostDescribed - std::min(described, kMostDescribed));
}

} // namespace connscope::analysis
