// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/linkpicture.h"

#include "view/document.h"
#include "view/filter.h"

#include <algorithm>

namespace connscope::topology {

using theme::LinkState;
using trace::Side;
using trace::TcpState;
using trace::WorldState;

namespace {

std::optional<theme::Countdown> countdown(const view::Document& document, const WorldState& world,
    const trace::ConnectionState& c, ConnectionId id, Side side)
{
    const auto expiry = document.idleExpiry(world, id, side);
    if (!expiry)
        return std::nullopt;
    theme::Countdown out;
    out.left = std::max(*expiry - world.now(), Duration {});
    out.whole = out.left + world.idle(c, side).value_or(Duration {});
    out.who = side;
    return out;
}

/// When what is left of a connection began to be only a memory.
Instant goneSince(const view::Document& document, const trace::ConnectionState& c, ConnectionId id)
{
    const trace::ConnectionLife* life = document.life(id);
    Instant at = document.trace()[c.closing].at;
    if (life && life->gone)
        at = std::max(at, *life->gone);
    if (life && life->released)
        at = std::max(at, *life->released);
    return at;
}

/// A reset that was sent to a client that still connects, and has not arrived.
std::optional<double> resetOnItsWay(const view::Document& document, const WorldState& world, ConnectionId id)
{
    const trace::ConnectionLife* life = document.life(id);
    if (!life || !life->closeEvent.isValid() || life->closeEvent.value < world.applied())
        return std::nullopt;
    const trace::Event& arrives = world.trace()[life->closeEvent];
    if (arrives.kind != trace::EventKind::ResetReceived || arrives.cause.value >= world.applied())
        return std::nullopt; // an invalid cause has the largest number
    const trace::Event& sent = world.trace()[arrives.cause];
    if (sent.kind != trace::EventKind::ResetSent)
        return std::nullopt;
    const auto whole = static_cast<double>((arrives.at - sent.at).count());
    const auto gone = static_cast<double>((world.now() - sent.at).count());
    return whole <= 0 ? 0 : 1 - std::clamp(gone / whole, 0.0, 1.0);
}

bool isMemory(LinkState state)
{
    return state == LinkState::Ghost || state == LinkState::Reset || state == LinkState::Refused;
}

LinkPicture pictureOf(ConnectionId id, const view::Document& document, const WorldState& world, const Tempo& tempo)
{
    LinkPicture out;
    if (!id.isValid())
        return out;
    const trace::ConnectionState c = world.connection(id);
    if (!c.exists())
        return out;
    out.shown = LinkPicture::Shown::Link;
    out.connection = id;
    out.ever = 1;
    out.state = theme::linkState(world, c);
    out.role = world.role(c);
    out.closer = c.closer;
    out.client.tcp = c.client;
    out.broker.tcp = c.broker;
    out.orphaned = world.isOrphaned(c);
    out.forgotten = c.forgotten && !world.isGone(c) && !isMemory(out.state) ? 1 : 0;
    out.inferred = world.opening(c).vantage == trace::Vantage::Inferred;
    out.isNodeKnown = world.node(c).isValid();
    out.open = c.isOpen() ? 1 : 0;
    const trace::Origin run = view::runOf(document.twofold(), id);
    out.openOfRun = {run == trace::Origin::Second ? 0 : out.open, run == trace::Origin::First ? 0 : out.open};
    switch (out.state) {
    case LinkState::Connecting:
        out.handshake = c.client == TcpState::Established || c.broker != TcpState::None ? 0.8 : 0.5;
        out.reset = resetOnItsWay(document, world, id);
        break;
    case LinkState::Idle:
        out.idle = 1;
        out.client.countdown = countdown(document, world, c, id, Side::Client);
        out.broker.countdown = countdown(document, world, c, id, Side::Broker);
        break;
    case LinkState::ClosingByClient:
    case LinkState::BrokerCloseWait:
        out.firstFin = Side::Client;
        break;
    case LinkState::ClosingByBroker:
        out.firstFin = Side::Broker;
        break;
    default:
        break;
    }
    // An address of bootstrap.servers is not tried again once brokers are known, whatever its backoff.
    const bool isReplaced = world.node(c).isBootstrap() && world.client(world.opening(c).client).knowsCluster;
    if (!isReplaced && c.backoff.isValid() && world.channel(c) == trace::Channel::BackingOff) {
        const trace::Event& e = world.trace()[c.backoff];
        out.backoff = std::max(saturatingAdd(e.at, Duration {e.value}) - world.now(), Duration {});
    }
    if (isMemory(out.state) && c.closing.isValid() && world.isGone(c)) {
        out.ghost = tempo.wall(goneSince(document, c, id), world.now()) / static_cast<double>(Tempo::kGhost.count());
        if (out.ghost >= 1 && !out.backoff)
            out.shown = LinkPicture::Shown::Past;
    }
    return out;
}

void add(LinkPicture& sum, const LinkPicture& one)
{
    const bool better
        = !sum.connection.isValid() || (one.open > 0 && sum.open == 0) || (one.isVisible() && !sum.isVisible());
    const LinkPicture before = sum;
    if (better)
        sum = one;
    else if (sum.state == LinkState::Idle && one.state == LinkState::Ready)
        sum.state = LinkState::Ready;
    sum.open = before.open + one.open;
    sum.idle = before.idle + one.idle;
    sum.ever = before.ever + one.ever;
    sum.forgotten = before.forgotten + one.forgotten;
    sum.openOfRun = {before.openOfRun[0] + one.openOfRun[0], before.openOfRun[1] + one.openOfRun[1]};
    sum.client.countdown.reset();
    sum.broker.countdown.reset();
    if (before.shown == LinkPicture::Shown::Link)
        sum.shown = LinkPicture::Shown::Link;
}

} // namespace

namespace {

bool isAlike(const LinkEnd& a, const LinkEnd& b)
{
    constexpr Duration kSeen = std::chrono::milliseconds(1);
    if (a.tcp != b.tcp || a.countdown.has_value() != b.countdown.has_value())
        return false;
    return !a.countdown || std::chrono::abs(a.countdown->left - b.countdown->left) < kSeen;
}

bool isAlike(const LinkPicture& a, const LinkPicture& b)
{
    return a.shown == b.shown && a.state == b.state && a.role == b.role && a.closer == b.closer
        && a.firstFin == b.firstFin && a.open == b.open && a.orphaned == b.orphaned && a.forgotten == b.forgotten
        && a.dimmed == b.dimmed && a.isNodeKnown == b.isNodeKnown && a.isOver == b.isOver
        && a.backoff.has_value() == b.backoff.has_value() && isAlike(a.client, b.client)
        && isAlike(a.broker, b.broker);
}

/// What is left where the run has ended: it was so at the end, and nothing is known any more.
void endWithRun(LinkPicture& picture)
{
    if (!picture.isVisible())
        return;
    picture.isOver = true;
    picture.open = picture.idle = 0;
    picture.openOfRun = {};
    picture.client.countdown.reset();
    picture.broker.countdown.reset();
    picture.backoff.reset();
    picture.reset.reset();
    picture.orphaned = false;
    picture.forgotten = 0;
}

/// Of two runs' places for the same, the first is drawn, and carries no letter, as long as both tell the same.
void layOver(
    const trace::Twofold& twofold, const Cast& cast, const Placement& placement, std::vector<LinkPicture>& pictures)
{
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const PlacedLink& link = placement.links[i];
        const Slot& slot = cast.places[link.places.front()];
        if (link.isBundle() || slot.run != trace::Origin::First || slot.half == Cast::kNone)
            continue;
        const std::uint32_t other = placement.linkOfSlot[slot.half];
        if (placement.links[other].isBundle())
            continue;
        LinkPicture& first = pictures[i];
        LinkPicture& second = pictures[other];
        const bool isPair = !first.connection.isValid() || twofold.half(first.connection) == second.connection;
        if (!isPair || !isAlike(first, second))
            continue;
        if (first.shown != LinkPicture::Shown::Nothing)
            second.drawnBy = static_cast<std::uint32_t>(i);
        second.shown = LinkPicture::Shown::Nothing;
        first.run = second.run
            = trace::Origin::Both; // its diamond stays: the connection is otherwise at another time
    }
}

} // namespace

ConnectionId currentConnection(const Slot& slot, const view::Document& document, const WorldState& world)
{
    const auto later = std::upper_bound(slot.connections.begin(), slot.connections.end(), world.applied(),
        [&document](std::size_t applied, ConnectionId id) { return applied <= document.life(id)->openEvent.value; });
    return later == slot.connections.begin() ? ConnectionId {} : *std::prev(later);
}

LinkPictures linkPictures(const Cast& cast, const Placement& placement, const view::Document& document,
    const WorldState& world, const view::Filter& filter, const Tempo& tempo, const view::Marks* marks)
{
    LinkPictures out;
    out.links.reserve(placement.links.size());
    out.slotStates.resize(cast.places.size());
    for (const PlacedLink& link : placement.links) {
        LinkPicture picture;
        bool matches = !filter.isActive();
        for (std::uint32_t s : link.places) {
            const ConnectionId id = currentConnection(cast.places[s], document, world);
            LinkPicture one = pictureOf(id, document, world, tempo);
            if (document.twofold() && document.twofold()->isOver(cast.places[s].run, world.now()))
                endWithRun(one);
            out.slotStates[s] = {one.open > 0, one.idle > 0, one.role};
            if (link.isBundle())
                add(picture, one);
            else
                picture = one;
            matches = matches || (id.isValid() && filter.matches(world, id));
        }
        picture.dimmed = !matches;
        if (!link.isBundle() && picture.connection.isValid()) {
            picture.mark = view::markOf(document.twofold(), marks, picture.connection);
            picture.run = cast.places[link.places.front()].run;
        }
        out.links.push_back(picture);
    }
    if (document.twofold())
        layOver(*document.twofold(), cast, placement, out.links);
    return out;
}

} // namespace connscope::topology
