// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/actions.h"

#include "topology/cast.h"
#include "topology/words.h"

namespace connscope::topology {

using Kind = scenario::Action::Kind;
using trace::BrokerState;
using trace::WorldState;

namespace {

/// A submenu is not useful beyond this; the command palette finds the rest.
constexpr std::size_t kMostSubjects = 40;

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

ActionEntry entry(const QString& text, Kind kind, BrokerId broker, const QString& subject = {})
{
    ActionEntry out;
    out.text = text;
    out.action.kind = kind;
    out.action.broker = broker;
    out.action.subject = subject;
    return out;
}

ActionEntry entry(const QString& text, Kind kind, ClientId client)
{
    ActionEntry out;
    out.text = text;
    out.action.kind = kind;
    out.action.client = client;
    return out;
}

void addSubmenu(std::vector<ActionEntry>& out, const QString& text, std::vector<ActionEntry> more)
{
    if (more.empty())
        return;
    if (more.size() > kMostSubjects)
        more.resize(kMostSubjects);
    ActionEntry menu;
    menu.text = text;
    menu.more = std::move(more);
    out.push_back(std::move(menu));
}

/// Whether the last that was done to a link was to cut it. O(events before the playhead): asked when a menu opens.
bool isCut(const WorldState& world, ClientId client, BrokerId broker)
{
    for (std::size_t i = world.applied(); i-- > 0;) {
        const trace::Event& e = world.trace()[i];
        if ((e.kind == trace::EventKind::LinkCut || e.kind == trace::EventKind::LinkHealed) && e.client == client
            && e.broker == broker)
            return e.kind == trace::EventKind::LinkCut;
    }
    return false;
}

/// Whether any connection is open of those that \a of takes.
template <typename Of>
bool anyOpen(const WorldState& world, const Of& of)
{
    bool any = false;
    world.forEachConnection(
        [&](ConnectionId, const trace::ConnectionState& c) { any = any || (c.isOpen() && of(c)); });
    return any;
}

std::vector<ActionEntry> brokerActions(const WorldState& world, BrokerId broker)
{
    std::vector<ActionEntry> out;
    const BrokerState* state = world.broker(broker);
    const auto power = state ? state->power : BrokerState::Power::Up;
    if (power == BrokerState::Power::Down) {
        out.push_back(entry(Words::tr("Start again"), Kind::StartBroker, broker));
        return out;
    }
    out.push_back(entry(Words::tr("Stop cleanly"), Kind::StopBroker, broker));
    out.push_back(entry(Words::tr("Kill"), Kind::KillBroker, broker));
    out.push_back(entry(Words::tr("Restart"), Kind::RestartBroker, broker));
    if (power == BrokerState::Power::Paused)
        out.push_back(entry(Words::tr("Resume"), Kind::ResumeBroker, broker));
    else
        out.push_back(entry(Words::tr("Pause"), Kind::PauseBroker, broker));
    out.push_back(entry(Words::tr("Slow down"), Kind::SlowBroker, broker));
    out.push_back(entry(Words::tr("Reset its connections"), Kind::ResetConnection, broker));
    if (!anyOpen(world, [&](const trace::ConnectionState& c) { return world.broker(c) == broker; }))
        out.back().unavailable = Words::tr("No connection to it is open");
    out.push_back(entry(Words::tr("Refuse new connections"), Kind::RefuseConnections, broker));

    std::vector<ActionEntry> leaders;
    std::vector<ActionEntry> produce;
    world.forEachLeader([&](TextId partition, BrokerId leader) {
        const QString name = toQString(world.trace().text(partition));
        if (leader != broker)
            leaders.push_back(entry(name, Kind::MoveLeader, broker, name));
        else
            produce.push_back(entry(name, Kind::AppendRecords, broker, name));
    });
    std::vector<ActionEntry> coordinators;
    world.forEachCoordinator([&](TextId what, BrokerId coordinator) {
        const std::string_view name = world.trace().text(what);
        const bool group = name.starts_with("group ");
        const std::size_t space = name.find(' ');
        if (coordinator == broker || space == std::string_view::npos)
            return;
        coordinators.push_back(
            entry(toQString(name), group ? Kind::MoveCoordinator : Kind::MoveTransactionCoordinator, broker,
                toQString(name.substr(space + 1))));
    });
    addSubmenu(out, Words::tr("Make it the leader of"), std::move(leaders));
    addSubmenu(out, Words::tr("Make it the coordinator of"), std::move(coordinators));
    addSubmenu(out, Words::tr("Append records to"), std::move(produce));
    return out;
}

std::vector<ActionEntry> clientActions(const Cast& cast, const WorldState& world, ClientId client)
{
    std::vector<ActionEntry> out;
    const trace::ClientState& state = world.client(client);
    if (!state.isAlive()) {
        if (state.exists())
            out.push_back(entry(Words::tr("Create it again"), Kind::RecreateClient, client));
        return out;
    }
    if (world.trace()[state.created].vantage == trace::Vantage::Inferred) {
        out.push_back(entry(Words::tr("Close"), Kind::CloseClient, client));
        out.back().unavailable = Words::tr("This is somebody else's program: only its connections can be reset here");
        return out;
    }
    const std::uint32_t at = cast.clientAt(client);
    if (at != Cast::kNone && cast.clients[at].kind == trace::ClientKind::Producer) {
        out.push_back(entry(Words::tr("Send a record"), Kind::RunSteps, client));
        bool anyLeader = false;
        world.forEachLeader([&](TextId, BrokerId leader) { anyLeader = anyLeader || leader.isValid(); });
        if (!anyLeader)
            out.back().unavailable = Words::tr("There is no topic yet to send to");
    }
    out.push_back(entry(Words::tr("Close"), Kind::CloseClient, client));
    out.push_back(entry(Words::tr("Kill (kill -9)"), Kind::KillClient, client));
    out.push_back(entry(Words::tr("Restart: close and create again"), Kind::RecreateClient, client));
    if (state.paused)
        out.push_back(entry(Words::tr("Resume"), Kind::ResumeClient, client));
    else
        out.push_back(entry(Words::tr("Pause: stop polling"), Kind::PauseClient, client));
    out.push_back(entry(Words::tr("Reset its connections"), Kind::ResetConnection, client));
    if (!anyOpen(world, [&](const trace::ConnectionState& c) { return world.opening(c).client == client; }))
        out.back().unavailable = Words::tr("It has no open connection");
    return out;
}

std::vector<ActionEntry> connectionActions(const WorldState& world, ConnectionId connection)
{
    std::vector<ActionEntry> out;
    const trace::ConnectionState c = world.connection(connection);
    if (!c.exists())
        return out;
    const auto add = [&](const QString& text, Kind kind) {
        ActionEntry e = entry(text, kind, world.broker(c));
        e.action.client = world.opening(c).client;
        e.action.connection = connection;
        out.push_back(std::move(e));
    };
    add(Words::tr("Reset"), Kind::ResetConnection);
    if (!c.isOpen())
        out.back().unavailable = Words::tr("This connection is closed: there is nothing to reset");
    const bool cut = isCut(world, world.opening(c).client, world.broker(c));
    add(Words::tr("Cut the link: packets vanish"), Kind::CutLink);
    if (cut)
        out.back().unavailable = Words::tr("This link is cut already");
    add(Words::tr("Heal the link"), Kind::HealLink);
    if (!cut)
        out.back().unavailable = Words::tr("This link is not cut: there is nothing to heal");
    return out;
}

/// What a broker itself would have to do.
void refuseOrders(std::vector<ActionEntry>& entries)
{
    for (ActionEntry& entry : entries) {
        refuseOrders(entry.more);
        if (entry.action.kind != Kind::ResetConnection && entry.unavailable.isEmpty())
            entry.unavailable = Words::tr("This cluster is not ours: its brokers take no orders from here");
    }
}

} // namespace

std::vector<ActionEntry> actionsFor(const Cast& cast, const WorldState& world, view::Item item, view::World where)
{
    if (item.broker().isValid()) {
        std::vector<ActionEntry> out = brokerActions(world, item.broker());
        if (where == view::World::Outside)
            refuseOrders(out);
        return out;
    }
    if (item.client().isValid())
        return clientActions(cast, world, item.client());
    if (item.connection().isValid())
        return connectionActions(world, item.connection());
    if (item.event().isValid() && item.event().value < world.trace().size())
        return connectionActions(world, world.trace()[item.event()].connection);
    return {};
}

} // namespace connscope::topology
