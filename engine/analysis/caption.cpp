// SPDX-License-Identifier: GPL-3.0-or-later
// What would be a list of hundreds becomes a number or a range, as in the summary.
#include "analysis/caption.h"

#include "analysis/captionwriter.h"
#include "analysis/droppednote.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::ConnectionState;
using trace::Side;
using trace::TcpState;

namespace {

constexpr std::size_t kMostClients = 6;
constexpr Duration kLongSilence = std::chrono::seconds(10); // nor these a sentence of their own

bool isHalfClosed(const ConnectionState& c)
{
    return c.exists() && (c.client == TcpState::CloseWait || c.broker == TcpState::CloseWait);
}

} // namespace

std::string CaptionWriter::who(const std::vector<ClientId>& clients) const
{
    if (clients.size() != 1)
        return numbered(Phrase::Clients, clients.size());
    const trace::ClientState& client = m_index.end().client(clients.front());
    Phrase phrase = Phrase::ClientNamed;
    if (client.kind == trace::ClientKind::Producer)
        phrase = Phrase::ProducerNamed;
    else if (client.kind == trace::ClientKind::Consumer)
        phrase = Phrase::ConsumerNamed;
    else if (client.kind == trace::ClientKind::Admin)
        phrase = Phrase::AdminNamed;
    std::string name = m_names.client(clients.front(), m_language);
    // One without a client.id is "client 7" already.
    if (trace().text(client.name).empty())
        return name;
    return say(m_language, phrase, name);
}

std::string CaptionWriter::parts(
    const std::vector<ClientId>& clients, const std::map<ClientId, Ends>& byClient, const Ends& all) const
{
    if (clients.size() <= 1 || clients.size() > kMostClients)
        return all.text(m_language);
    std::vector<std::string> words;
    for (const ClientId client : clients) {
        std::uint64_t n = 0;
        if (const auto ends = byClient.find(client); ends != byClient.end()) {
            for (const std::uint64_t count : ends->second.count)
                n += count;
        }
        words.push_back(say(m_language, n > 0 ? Phrase::ClientHas : Phrase::ClientHasNone,
            with({{"client", m_names.client(client, m_language)}, {"n", number(n)}})));
    }
    return list(m_language, words);
}

std::string CaptionWriter::place(NodeId node, ConnectionId connection) const
{
    const std::string remote = m_names.remote(connection);
    if (!node.isValid())
        return remote.empty() ? say(m_language, Phrase::ANode) : remote;
    return say(m_language, remote.empty() ? Phrase::NodePlace : Phrase::NodePlaceRemote,
        with({{"node", nodeText(node)}, {"remote", remote}}));
}

std::string CaptionWriter::closedBy(const ConnectionLife& life) const
{
    return say(m_language, Phrase::AltClosedBy,
        with({{"when", time(*life.closed)}, {"closer", closerText(life.closer, m_language)},
            {"rule", std::string(ruleName(life.closeRule, m_language))}}));
}

std::vector<ConnectionLife> CaptionWriter::livesInRange() const
{
    std::vector<ConnectionLife> lives = trace::connectionLives(trace());
    std::erase_if(lives, [this](const ConnectionLife& life) {
        return life.opened > m_subject.to || (life.closed && *life.closed < m_subject.from);
    });
    return lives;
}

void CaptionWriter::topologyCaption()
{
    const trace::WorldState world = m_index.at(m_subject.to);
    std::map<ClientId, Ends> byClient;
    Ends all;
    std::uint64_t open = 0;
    struct Half {
        std::uint64_t count = 0;
        Ids nodes;
        void add(NodeId node)
        {
            ++count;
            nodes.add(node.value);
        }
    };
    Half half;
    std::map<ClientId, Half> halfByClient;
    Ids orphans;
    std::optional<std::pair<Duration, NodeId>> silent;
    world.forEachConnection([&](ConnectionId, const ConnectionState& c) {
        const NodeId node = world.node(c);
        if (isHalfClosed(c)) {
            half.add(node);
            halfByClient[world.opening(c).client].add(node);
        }
        if (!c.isOpen())
            return;
        ++open;
        byClient[world.opening(c).client].add(node, world.role(c));
        all.add(node, world.role(c));
        if (world.isOrphaned(c))
            orphans.add(node.value);
        const auto idle = world.idle(c, Side::Client);
        if (idle && *idle >= kLongSilence && (!silent || *idle > silent->first))
            silent = {*idle, node};
    });
    std::vector<ClientId> clients;
    for (std::uint32_t c = 0; c < world.clientCount(); ++c) {
        if (world.client(ClientId {c}).isAlive() || byClient.contains(ClientId {c}))
            clients.emplace_back(c);
    }
    const bool isOne = clients.size() == 1;
    if (clients.empty())
        sentence(say(m_language, Phrase::NoClient, with({{"when", when()}})));
    else if (open == 0)
        sentence(say(m_language, Phrase::HoldsNone, clients.size(), with({{"who", who(clients)}, {"when", when()}})));
    else
        sentence(say(m_language, Phrase::Holds, clients.size(),
            with({{"who", who(clients)}, {"connections", numbered(Phrase::Connections, open)}, {"when", when()},
                {"parts", parts(clients, byClient, all)}})));
    // With several clients a node id names several connections.
    if (isOne && orphans.size() > 0)
        sentence(say(m_language, Phrase::Orphaned, orphans.size(), with({{"nodes", orphans.text(m_language)}})));
    if (isOne && silent && silent->second.isValid())
        sentence(say(m_language, Phrase::NotUsedFor,
            with({{"nodes", nodeText(silent->second)}, {"took", time(silent->first)}})));
    if (isOne || halfByClient.size() > kMostEndings) {
        if (half.count > 0)
            sentence(say(m_language, Phrase::HalfClosed, half.count,
                with({{"n", number(half.count)}, {"nodes", half.nodes.named(m_language)}})));
        return;
    }
    for (const auto& [client, own] : halfByClient)
        sentence(say(m_language, Phrase::HalfClosedOf, own.count,
                     with({{"n", number(own.count)}, {"client", m_names.client(client, m_language)},
                         {"nodes", own.nodes.named(m_language)}})),
            m_language == Language::Chinese); // it begins with the client's name there
}

/// The most frequent ones.
void CaptionWriter::sayEndings(const Endings& endings, Phrase phrase)
{
    for (const Endings::Ended& ended : endings.mostFirst())
        sentence(say(m_language, phrase, ended.count,
            with({{"n", number(ended.count)}, {"connections", numbered(Phrase::Connections, ended.count)},
                {"closer", closerText(ended.closer, m_language)},
                {"rule", std::string(ruleName(ended.rule, m_language))}, {"nodes", ended.nodes.named(m_language)}})));
}

void CaptionWriter::timelineCaption()
{
    const std::vector<ConnectionLife> lives = livesInRange();
    std::map<ClientId, Ends> byClient;
    Ends opened;
    std::uint64_t openedCount = 0;
    std::uint64_t before = 0;
    std::uint64_t openAtEnd = 0;
    std::vector<ClientId> clients;
    Endings endings;
    Endings attempts;
    for (const ConnectionLife& life : lives) {
        if (hasFailed(life) && !wasOpenAtEnd(life)) {
            attempts.add(life);
            continue;
        }
        if (std::find(clients.begin(), clients.end(), life.client) == clients.end())
            clients.push_back(life.client);
        if (life.opened < m_subject.from) {
            ++before;
        } else {
            ++openedCount;
            byClient[life.client].add(life.node, life.role);
            opened.add(life.node, life.role);
        }
        if (wasOpenAtEnd(life)) {
            ++openAtEnd;
            continue;
        }
        endings.add(life);
    }
    if (clients.empty()) { // nobody has a connection: who is there at all
        for (std::uint32_t c = 0; c < trace().clientCount(); ++c)
            clients.emplace_back(c);
    }
    const Filled range {{"who", who(clients)}, {"from", time(m_subject.from)}, {"to", time(m_subject.to)}};
    if (openedCount == 0) {
        sentence(say(m_language, Phrase::OpensNone, clients.size(), with(range)));
    } else {
        Filled filled = range;
        filled.emplace_back("connections", numbered(Phrase::Connections, openedCount));
        filled.emplace_back("parts", parts(clients, byClient, opened));
        sentence(say(m_language, Phrase::Opens, clients.size(), with(filled)));
    }
    if (before > 0)
        sentence(say(m_language, Phrase::OpenBefore, before, with({{"n", number(before)}})));
    sayEndings(attempts, Phrase::AttemptsFail);
    sayEndings(endings, Phrase::EndedBy);
    if (openAtEnd > 0)
        sentence(say(m_language, Phrase::OpenAtEnd, openAtEnd, with({{"n", number(openAtEnd)}})));
    else if (!lives.empty())
        sentence(say(m_language, Phrase::NoneOpenAtEnd));
}

namespace {

/// Whether something leaves or arrives.
bool isMessage(const trace::Event& e)
{
    using trace::EventKind;
    switch (e.kind) {
    case EventKind::ConnectStarted:
    case EventKind::SynDropped:
    case EventKind::FinSent:
    case EventKind::FinReceived:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::RequestSent:
    case EventKind::RequestReceived:
    case EventKind::ResponseSent:
    case EventKind::ResponseReceived:
        return e.connection.isValid();
    default:
        return false;
    }
}

} // namespace

Sent sentIn(const trace::Trace& trace, const FigureSubject& subject)
{
    Sent sent;
    const std::size_t end = trace.upperBound(subject.to);
    for (std::size_t i = trace.lowerBound(subject.from); i < end; ++i) {
        const trace::Event& e = trace[i];
        if (!isMessage(e) || (subject.takes && !subject.takes(e.connection)))
            continue;
        sent.all.insert(e.connection);
        if (e.kind != trace::EventKind::RequestSent)
            continue;
        ++sent.total;
        ++sent.byApi[e.api];
        ++sent.byConnection[e.connection][e.api];
        if (std::find(sent.clients.begin(), sent.clients.end(), e.client) == sent.clients.end())
            sent.clients.push_back(e.client);
    }
    return sent;
}

std::string apiList(const std::map<ApiKey, std::uint64_t>& counts, Language language)
{
    std::vector<std::pair<ApiKey, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> words;
    words.reserve(sorted.size());
    for (const auto& [api, n] : sorted)
        words.push_back(say(language, Phrase::SentOf,
            with({{"n", numberWord(language, n)},
                {"api", std::string(api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(api))}})));
    return list(language, words);
}

void CaptionWriter::sequenceCaption()
{
    Sent sent = sentIn(trace(), m_subject);
    if (sent.total == 0) {
        for (std::uint32_t c = 0; c < trace().clientCount(); ++c)
            sent.clients.emplace_back(c);
    }
    Filled filled {{"who", who(sent.clients)}, {"from", time(m_subject.from)}, {"to", time(m_subject.to)}};
    if (sent.total == 0) {
        sentence(say(m_language, Phrase::SendsNone, sent.clients.size(), with(filled)));
        sayChanges();
        return;
    }
    filled.emplace_back("requests", numbered(Phrase::Requests, sent.total));
    filled.emplace_back("connections", numbered(Phrase::Connections, sent.byConnection.size()));
    filled.emplace_back("parts", apiList(sent.byApi, m_language));
    sentence(say(m_language, Phrase::Sends, sent.clients.size(), with(filled)));
    sayChanges();
}

/// What a sequence shows beside requests: connections that are opened and closed.
void CaptionWriter::sayChanges()
{
    std::map<ClientId, Ends> byClient;
    std::vector<ClientId> clients;
    Ends opened;
    std::uint64_t count = 0;
    Endings endings;
    Endings attempts;
    for (const ConnectionLife& life : trace::connectionLives(trace())) {
        if (m_subject.takes && !m_subject.takes(life.id))
            continue;
        if (hasFailed(life) && !wasOpenAtEnd(life)) {
            if (isWithin(life.closed))
                attempts.add(life);
            continue;
        }
        if (isWithin(life.opened)) {
            ++count;
            opened.add(life.node, life.role);
            byClient[life.client].add(life.node, life.role);
            if (std::find(clients.begin(), clients.end(), life.client) == clients.end())
                clients.push_back(life.client);
        }
        if (isWithin(life.closed))
            endings.add(life);
    }
    if (count > 0)
        sentence(say(m_language, Phrase::OpenedMeanwhile, count,
            with({{"connections", numbered(Phrase::Connections, count)},
                {"parts", parts(clients, byClient, opened)}})));
    sayEndings(attempts, Phrase::AttemptsFail);
    sayEndings(endings, Phrase::ClosedMeanwhile);
}

std::string CaptionWriter::caption()
{
    switch (m_subject.kind) {
    case FigureKind::Topology:
        topologyCaption();
        break;
    case FigureKind::Timeline:
        timelineCaption();
        break;
    case FigureKind::Sequence:
        sequenceCaption();
        break;
    }
    return joined(m_sentences, m_language);
}

std::string CaptionWriter::alternative()
{
    switch (m_subject.kind) {
    case FigureKind::Topology:
        topologyAlternative();
        break;
    case FigureKind::Timeline:
        timelineAlternative();
        break;
    case FigureKind::Sequence:
        sequenceAlternative();
        break;
    }
    return joined(m_sentences, m_language);
}

std::string caption(const trace::Index& index, const Names& names, const FigureSubject& subject, Language language)
{
    return withDroppedNote(CaptionWriter(index, names, subject, language).caption(), index.trace(), language);
}

std::string alternativeText(
    const trace::Index& index, const Names& names, const FigureSubject& subject, Language language)
{
    return withDroppedNote(CaptionWriter(index, names, subject, language).alternative(), index.trace(), language);
}

} // namespace connscope::analysis
