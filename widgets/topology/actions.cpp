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
    const std::uint32_t at = cast.clientAt(client);
    if (at != Cast::kNone && cast.clients[at].kind == trace::ClientKind::Producer)
        out.push_back(entry(Words::tr("Send a record"), Kind::RunSteps, client));
    out.push_back(entry(Words::tr("Close"), Kind::CloseClient, client));
    out.push_back(entry(Words::tr("Kill (kill -9)"), Kind::KillClient, client));
    out.push_back(entry(Words::tr("Restart: close and create again"), Kind::RecreateClient, client));
    if (state.paused)
        out.push_back(entry(Words::tr("Resume"), Kind::ResumeClient, client));
    else
        out.push_back(entry(Words::tr("Pause: stop polling"), Kind::PauseClient, client));
    out.push_back(entry(Words::tr("Reset its connections"), Kind::ResetConnection, client));
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
    if (c.isOpen())
        add(Words::tr("Reset"), Kind::ResetConnection);
    add(Words::tr("Cut the link: packets vanish"), Kind::CutLink);
    add(Words::tr("Heal the link"), Kind::HealLink);
    return out;
}

} // namespace

std::vector<ActionEntry> actionsFor(const Cast& cast, const WorldState& world, view::Item item)
{
    if (item.broker().isValid())
        return brokerActions(world, item.broker());
    if (item.client().isValid())
        return clientActions(cast, world, item.client());
    if (item.connection().isValid())
        return connectionActions(world, item.connection());
    if (item.event().isValid() && item.event().value < world.trace().size())
        return connectionActions(world, world.trace()[item.event()].connection);
    return {};
}

} // namespace connscope::topology
