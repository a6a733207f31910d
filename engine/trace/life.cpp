// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/life.h"

#include <algorithm>

namespace connscope::trace {

namespace {

/// What the fold does not keep.
struct Extra {
    Traffic traffic;
    EventId socketGone;
};

} // namespace

std::vector<ConnectionLife> connectionLives(const Trace& trace)
{
    WorldState state(trace);
    std::vector<Extra> extras;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        const Event& e = trace[i];
        if (!e.connection.isValid()) {
            state.apply(id);
            continue;
        }
        if (e.connection.value >= extras.size())
            extras.resize(std::size_t {e.connection.value} + 1);
        Extra& extra = extras[e.connection.value];
        extra.traffic.count(e);
        if (e.state == TcpState::Closed)
            extra.socketGone = id;
        state.apply(id);
    }

    std::vector<ConnectionLife> lives;
    lives.reserve(extras.size());
    for (std::size_t i = 0; i < extras.size(); ++i) {
        ConnectionLife life;
        life.id = ConnectionId {static_cast<std::uint32_t>(i)};
        const ConnectionState& c = state.connection(life.id);
        if (!c.exists())
            continue;
        const Event& open = state.opening(c);
        const auto instant = [&](EventId id) { return id.isValid() ? std::optional(trace[id].at) : std::nullopt; };
        life.client = open.client;
        life.clientName = state.client(open.client).name;
        life.node = open.node;
        life.role = state.role(c);
        life.broker = state.broker(c);
        life.remote = open.text;
        life.localPort = state.localPort(c);
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
        if (state.isGone(c)) // whichever came last; the client's program has let go, or it would not be gone
            life.gone
                = instant(extras[i].socketGone.isValid() ? std::max(extras[i].socketGone, c.released) : c.released);
        life.closer = c.closer;
        life.closeRule = c.closeRule;
        life.closeEvent = c.closing;
        life.traffic = extras[i].traffic;
        lives.push_back(life);
    }
    return lives;
}

} // namespace connscope::trace
