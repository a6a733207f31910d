// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/life.h"

#include <algorithm>

namespace connscope::trace {

ConnectionLife& Lives::lifeOf(ConnectionId id)
{
    if (m_places[id.value] == 0) {
        // In the order of ids; only evidence speaks of an older connection after a newer one.
        const auto at = std::partition_point(
            m_lives.begin(), m_lives.end(), [id](const ConnectionLife& life) { return life.id < id; });
        ConnectionLife life;
        life.id = id;
        for (auto behind = m_lives.insert(at, life); behind != m_lives.end(); ++behind)
            m_places[behind->id.value] = static_cast<std::uint32_t>(behind - m_lives.begin()) + 1;
    }
    return m_lives[m_places[id.value] - 1];
}

void Lives::extend(const WorldState& end)
{
    for (const ConnectionId id : m_changed)
        m_isChanged[id.value] = false;
    m_changed.clear();
    const Trace& trace = end.trace();
    for (; m_size < end.applied(); ++m_size) {
        const EventId id {static_cast<std::uint32_t>(m_size)};
        const Event& e = trace[id];
        if (e.kind == EventKind::ClientCreated && e.client.value < m_hasLives.size() && m_hasLives[e.client.value])
            rename(e.client, end.client(e.client).name);
        if (!e.connection.isValid())
            continue;
        const std::size_t index = e.connection.value;
        if (index >= m_places.size()) {
            m_places.resize(index + 1);
            m_socketGone.resize(index + 1);
            m_isChanged.resize(index + 1);
        }
        if (e.state == TcpState::Closed)
            m_socketGone[index] = id;
        if (m_places[index] == 0 && !end.connection(e.connection).exists())
            continue; // spoken of by something that opens nothing
        lifeOf(e.connection).traffic.count(e);
        touch(e.connection);
    }
    for (const ConnectionId id : m_changed)
        fill(lifeOf(id), end);
}

void Lives::touch(ConnectionId id)
{
    if (m_isChanged[id.value])
        return;
    m_isChanged[id.value] = true;
    m_changed.push_back(id);
}

void Lives::rename(ClientId client, TextId name)
{
    // Evidence may learn who a client is after its connections.
    for (ConnectionLife& life : m_lives) {
        if (life.client == client && life.clientName != name) {
            life.clientName = name;
            touch(life.id);
        }
    }
}

void Lives::fill(ConnectionLife& life, const WorldState& end)
{
    const Trace& trace = end.trace();
    const ConnectionState& c = end.connection(life.id);
    const Event& open = end.opening(c);
    const auto instant = [&](EventId id) { return id.isValid() ? std::optional(trace[id].at) : std::nullopt; };
    life.client = open.client;
    if (open.client.isValid()) {
        if (open.client.value >= m_hasLives.size())
            m_hasLives.resize(std::size_t {open.client.value} + 1);
        m_hasLives[open.client.value] = true;
    }
    life.clientName = end.client(open.client).name;
    life.node = end.node(c);
    life.role = end.role(c);
    life.broker = end.broker(c);
    life.remote = open.text;
    life.localPort = end.localPort(c);
    life.local = c.dialled.isValid() ? trace[c.dialled].text : TextId {0};
    life.openEvent = c.opened;
    life.openRule = open.rule;
    life.opened = open.at;
    life.connected = instant(c.connected);
    life.ready = instant(c.ready);
    if (c.usedByClient > c.opened)
        life.lastUsed = instant(c.usedByClient);
    life.closed = instant(c.closing);
    life.released = instant(c.released);
    life.gone = std::nullopt;
    if (end.isGone(c)) { // whichever came last; the client's program has let go, or it would not be gone
        const EventId socket = m_socketGone[life.id.value];
        life.gone = instant(socket.isValid() ? std::max(socket, c.released) : c.released);
    }
    life.closer = c.closer;
    life.closeRule = c.closeRule;
    life.closeEvent = c.closing;
}

std::vector<ConnectionLife> connectionLives(const Trace& trace)
{
    WorldState state(trace);
    for (std::size_t i = 0; i < trace.size(); ++i)
        state.apply(EventId {static_cast<std::uint32_t>(i)});
    Lives lives;
    lives.extend(state);
    return lives.all();
}

} // namespace connscope::trace
