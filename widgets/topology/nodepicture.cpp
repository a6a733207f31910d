// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/nodepicture.h"

#include "theme/runmark.h"
#include "topology/words.h"
#include "trace/worldstate.h"

#include <algorithm>
#include <array>
#include <map>

namespace connscope::topology {

using trace::WorldState;

namespace {

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool isSet(TextId text) { return text.isValid() && text.value != 0; }

QString kindWord(trace::ClientKind kind)
{
    switch (kind) {
    case trace::ClientKind::Producer:
        return Words::tr("producer");
    case trace::ClientKind::Consumer:
        return Words::tr("consumer");
    case trace::ClientKind::Admin:
        return Words::tr("admin client");
    case trace::ClientKind::Other:
        break;
    }
    return Words::tr("client");
}

QString stateWord(Mood mood, bool client)
{
    switch (mood) {
    case Mood::Down:
        return Words::tr("down");
    case Mood::Paused:
        return client ? Words::tr("paused: does not poll") : Words::tr("paused");
    case Mood::Slow:
        return Words::tr("slow");
    case Mood::Closed:
        return Words::tr("closed");
    case Mood::Killed:
        return Words::tr("killed");
    case Mood::NotYet:
        return client ? Words::tr("not created yet") : QString();
    default:
        return {};
    }
}

/// "A: down" of one of two runs.
QString ofRun(trace::Origin run, const QString& text)
{
    return run == trace::Origin::Both
        ? text
        : Words::tr("%1: %2", "run A or B, what is true there").arg(theme::runLetter(run), text);
}

/// What became of a cluster in each of two runs; the world's own state is that of both, one over the other.
struct ClusterOfRun {
    std::map<BrokerId, trace::BrokerState::Power> power;
    std::map<TextId, BrokerId> leaders;
    std::map<TextId, BrokerId> coordinators;

    ClusterOfRun(const Cast& cast, const WorldState& world, const trace::Twofold& twofold, trace::Origin run)
    {
        using Power = trace::BrokerState::Power;
        for (const EventId id : cast.ofCluster) {
            if (id.value >= world.applied())
                break;
            const trace::Origin origin = twofold.origin(id);
            if (origin != trace::Origin::Both && origin != run)
                continue;
            const trace::Event& e = world.trace()[id];
            switch (e.kind) {
            case trace::EventKind::BrokerDown:
                power[e.broker] = Power::Down;
                break;
            case trace::EventKind::BrokerPaused:
                power[e.broker] = Power::Paused;
                break;
            case trace::EventKind::LeaderMoved:
                leaders[e.text] = e.broker;
                break;
            case trace::EventKind::CoordinatorMoved:
                coordinators[e.text] = e.broker;
                break;
            case trace::EventKind::CoordinatorFound:
                coordinators.try_emplace(e.text, e.broker);
                break;
            default:
                power[e.broker] = Power::Up;
                break;
            }
        }
    }
    trace::BrokerState::Power powerOf(BrokerId broker) const
    {
        const auto found = power.find(broker);
        return found == power.end() ? trace::BrokerState::Power::Up : found->second;
    }
};

/// "t4-0" and "coordinator test" marks of all brokers.
struct Marks {
    std::map<BrokerId, std::vector<Chip>> leaders;
    std::map<BrokerId, std::vector<Chip>> coordinators;
    std::vector<ClusterOfRun> runs; ///< two, or none

    Marks(const Cast& cast, const WorldState& world, const trace::Twofold* twofold)
    {
        if (twofold) {
            for (const trace::Origin run : {trace::Origin::First, trace::Origin::Second})
                runs.emplace_back(cast, world, *twofold, run);
            addOfRuns(world.trace());
            return;
        }
        world.forEachLeader([&](TextId partition, BrokerId broker) {
            addLeader(world.trace(), partition, broker, trace::Origin::Both);
        });
        world.forEachCoordinator(
            [&](TextId what, BrokerId broker) { addCoordinator(world.trace(), what, broker, trace::Origin::Both); });
    }

private:
    void addLeader(const trace::Trace& trace, TextId partition, BrokerId broker, trace::Origin run)
    {
        if (broker.isValid())
            leaders[broker].push_back({Chip::Kind::Leader, ofRun(run, toQString(trace.text(partition)))});
    }
    void addCoordinator(const trace::Trace& trace, TextId coordinated, BrokerId broker, trace::Origin run)
    {
        if (!broker.isValid())
            return;
        const std::string_view name = trace.text(coordinated);
        const bool ofGroup = name.starts_with("group ");
        const QString what = toQString(name.substr(std::min<std::size_t>(ofGroup ? 6 : 12, name.size())));
        coordinators[broker].push_back({Chip::Kind::Coordinator, ofRun(run, Words::tr("coordinator %1").arg(what)),
            !ofGroup, ofRun(run, QStringLiteral("coordinator ") + what)});
    }
    /// What both say once, what one says with its letter.
    void addOfRuns(const trace::Trace& trace)
    {
        const auto of = [](const std::map<TextId, BrokerId>& all, TextId what) {
            const auto found = all.find(what);
            return found == all.end() ? BrokerId {} : found->second;
        };
        const auto add = [&](std::map<TextId, BrokerId> ClusterOfRun::*what, auto addOne) {
            std::map<TextId, BrokerId> names = runs[0].*what;
            names.insert((runs[1].*what).begin(), (runs[1].*what).end());
            for (const auto& [name, any] : names) {
                const BrokerId first = of(runs[0].*what, name);
                const BrokerId second = of(runs[1].*what, name);
                if (first == second) {
                    addOne(name, first, trace::Origin::Both);
                    continue;
                }
                addOne(name, first, trace::Origin::First);
                addOne(name, second, trace::Origin::Second);
            }
        };
        add(&ClusterOfRun::leaders,
            [&](TextId name, BrokerId broker, trace::Origin run) { addLeader(trace, name, broker, run); });
        add(&ClusterOfRun::coordinators,
            [&](TextId name, BrokerId broker, trace::Origin run) { addCoordinator(trace, name, broker, run); });
    }
};

/// "group test" and "transaction tx" of the trace, their first word in the interface's language.
QString membership(std::string_view text)
{
    constexpr std::string_view kGroup = "group ";
    constexpr std::string_view kTransaction = "transaction ";
    if (text.starts_with(kGroup))
        return Words::tr("group %1").arg(toQString(text.substr(kGroup.size())));
    if (text.starts_with(kTransaction))
        return Words::tr("transaction %1").arg(toQString(text.substr(kTransaction.size())));
    return toQString(text);
}

/// Of a client in a group that is transactional, too, the group.
std::string_view membershipOf(const WorldState& world, ClientId client)
{
    const trace::ClientState& state = world.client(client);
    return world.trace().text(isSet(state.group) ? state.group : state.transaction);
}

Mood moodOf(const trace::ClientState& state, Instant created, Instant now)
{
    if (state.killed)
        return Mood::Killed;
    if (state.closed || (state.exists() && state.ended.isValid()))
        return Mood::Closed;
    if (state.paused)
        return Mood::Paused;
    if (!state.exists() && created >= now)
        return Mood::NotYet;
    return Mood::Normal;
}

/// What a client says of itself beside its name: how it is, else what it was assigned.
struct ClientSays {
    Mood mood = Mood::Normal;
    QString state;
    QString assigned;
    bool operator==(const ClientSays&) const = default;
};

ClientSays saidBy(ClientId id, Instant created, const WorldState& world)
{
    ClientSays out;
    const trace::ClientState& state = world.client(id);
    out.mood = moodOf(state, created, world.now());
    out.state = stateWord(out.mood, true);
    if (out.mood == Mood::Normal && state.closing)
        out.state = Words::tr("closing");
    if (out.state.isEmpty() && isSet(state.assignment) && state.isAlive())
        out.assigned = toQString(world.trace().text(state.assignment));
    return out;
}

void fillClient(NodePicture& out, const Cast& cast, std::uint32_t client, const WorldState& world)
{
    const CastClient& c = cast.clients[client];
    out.title = c.name;
    out.run = c.run;
    out.line = clientLine(c.kind, membershipOf(world, c.id));
    const ClientSays first = saidBy(c.id, c.created, world);
    const ClientSays second = c.half.isValid() ? saidBy(c.half, c.created, world) : first;
    // Of a card that tells of two runs the mood is what both have.
    out.mood = first.mood == second.mood ? first.mood : Mood::Normal;
    out.state = first.state == second.state ? first.state : QString();
    const auto add = [&out](const QString& a, const QString& b, Chip::Kind kind) {
        if (a == b && !a.isEmpty())
            out.chips.push_back({kind, a});
        if (a == b)
            return;
        if (!a.isEmpty())
            out.chips.push_back({kind, ofRun(trace::Origin::First, a)});
        if (!b.isEmpty())
            out.chips.push_back({kind, ofRun(trace::Origin::Second, b)});
    };
    add(first.assigned, second.assigned, Chip::Kind::Leader);
    add(first.state, second.state, Chip::Kind::State);
}

/// 1 = it has just turned out which broker an address is.
double revealOf(const CastEnd& end, const Cast& cast, const WorldState& world, const Tempo& tempo)
{
    if (!end.isBootstrap || cast.clusterKnown == kNever || tempo.onPaper)
        return 0;
    const double since = tempo.wall(cast.clusterKnown, world.now());
    const auto whole = static_cast<double>(Tempo::kReveal.count());
    return since < 0 || since >= whole ? 0 : 1 - since / whole;
}

void fillEnd(NodePicture& out, const Cast& cast, std::uint32_t end, const WorldState& world, const Marks& marks,
    const theme::Look& look, const Tempo& tempo)
{
    const CastEnd& e = cast.ends[end];
    out.mood = endMood(cast, end, world);
    out.run = e.run;
    const bool differs = !marks.runs.empty() && marks.runs[0].powerOf(e.broker) != marks.runs[1].powerOf(e.broker);
    if (differs && (out.mood == Mood::Down || out.mood == Mood::Paused))
        out.mood = Mood::Normal; // of one run alone: that is said with its letter
    out.lineIsAddress = true;
    if (!e.broker.isValid() || out.mood == Mood::Address) {
        out.title = e.address;
        out.line = e.broker.isValid() ? Words::tr("broker not known yet") : Words::tr("no broker known there");
        out.lineIsAddress = false;
        return;
    }
    out.title = Words::tr("broker %1").arg(e.broker.value);
    out.line = e.address;
    if (out.mood == Mood::NotYet) {
        out.line = Words::tr("no client has heard of it");
        out.lineIsAddress = false;
        return;
    }
    out.state = stateWord(out.mood, false);
    if (out.mood == Mood::Slow)
        out.state = Words::tr("slow: +%1").arg(look.format().duration(Duration {world.broker(e.broker)->slowNs}));
    if (!out.state.isEmpty())
        out.chips.push_back({Chip::Kind::State, out.state});
    for (const std::size_t run : {0U, 1U}) {
        const auto power = differs ? marks.runs[run].powerOf(e.broker) : trace::BrokerState::Power::Up;
        if (power == trace::BrokerState::Power::Up)
            continue;
        const Mood mood = power == trace::BrokerState::Power::Down ? Mood::Down : Mood::Paused;
        out.chips.push_back({Chip::Kind::State,
            ofRun(run == 0 ? trace::Origin::First : trace::Origin::Second, stateWord(mood, false))});
    }
    if (const auto found = marks.leaders.find(e.broker); found != marks.leaders.end())
        out.chips.insert(out.chips.end(), found->second.begin(), found->second.end());
    if (const auto found = marks.coordinators.find(e.broker); found != marks.coordinators.end())
        out.chips.insert(out.chips.end(), found->second.begin(), found->second.end());
    out.reveal = revealOf(e, cast, world, tempo);
}

void fillGroup(NodePicture& out, const Cast& cast, const PlacedNode& node, const WorldState& world,
    const theme::Look& look, const Tempo& tempo)
{
    std::size_t normal = 0;
    for (std::uint32_t m : node.members) {
        out.cells.push_back(node.isClientSide() ? clientMood(cast, m, world) : endMood(cast, m, world));
        normal += out.cells.back() == Mood::Normal || out.cells.back() == Mood::Slow ? 1U : 0U;
    }
    const QString count = look.format().number(static_cast<std::int64_t>(node.members.size()));
    const QString alive = look.format().number(static_cast<std::int64_t>(normal));
    if (node.isClientSide()) {
        const CastClient& first = cast.clients[node.members.front()];
        const bool alike = std::all_of(node.members.begin(), node.members.end(),
            [&](std::uint32_t m) { return cast.clients[m].kind == first.kind; });
        const QString kind = alike ? kindWord(first.kind) : Words::tr("client");
        out.title = alike && first.kind == trace::ClientKind::Consumer ? Words::tr("%1 consumers").arg(count)
            : alike && first.kind == trace::ClientKind::Producer       ? Words::tr("%1 producers").arg(count)
                                                                       : Words::tr("%1 clients").arg(count);
        const trace::ClientState& state = world.client(first.id);
        out.line = Words::tr("%1 running").arg(alive);
        if (isSet(state.group))
            out.line += QStringLiteral(" · ") + membership(world.trace().text(state.group));
        return;
    }
    const CastEnd& first = cast.ends[node.members.front()];
    const CastEnd& last = cast.ends[node.members.back()];
    if (!first.broker.isValid()) {
        out.title = Words::tr("%1 addresses").arg(count);
        return;
    }
    const auto all = [&out](Mood mood) {
        return std::all_of(out.cells.begin(), out.cells.end(), [mood](Mood cell) { return cell == mood; });
    };
    if (all(Mood::Address)) {
        out.title = Words::tr("%1 addresses").arg(count);
        out.line = Words::tr("brokers not known yet");
        return;
    }
    out.title = Words::tr("%1 brokers").arg(count);
    if (all(Mood::NotYet)) {
        out.line = Words::tr("no client has heard of them");
        return;
    }
    out.reveal = revealOf(first, cast, world, tempo);
    out.line = Words::tr("%1 to %2").arg(first.broker.value).arg(last.broker.value);
    if (!first.rack.isEmpty())
        out.line += QStringLiteral(" · ") + first.rack;
}

} // namespace

QString clientLine(trace::ClientKind kind, std::string_view membershipText)
{
    const QString line = kindWord(kind);
    return membershipText.empty() ? line : line + QStringLiteral(" · ") + membership(membershipText);
}

Mood clientMood(const Cast& cast, std::uint32_t client, const WorldState& world)
{
    return moodOf(world.client(cast.clients[client].id), cast.clients[client].created, world.now());
}

Mood endMood(const Cast& cast, std::uint32_t end, const WorldState& world)
{
    const CastEnd& e = cast.ends[end];
    if (!e.broker.isValid())
        return Mood::Address;
    const trace::BrokerState* state = world.broker(e.broker);
    if (state && state->power == trace::BrokerState::Power::Down)
        return Mood::Down;
    if (world.now() < cast.clusterKnown)
        return e.isBootstrap ? Mood::Address : Mood::NotYet;
    if (state && state->power == trace::BrokerState::Power::Paused)
        return Mood::Paused;
    return state && state->slowNs > 0 ? Mood::Slow : Mood::Normal;
}

std::vector<NodePicture> nodePictures(const Cast& cast, const Placement& placement, const WorldState& world,
    const theme::Look& look, const Tempo& tempo, const trace::Twofold* twofold)
{
    const Marks marks(cast, world, twofold);
    std::vector<NodePicture> out(placement.nodes.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const PlacedNode& node = placement.nodes[i];
        if (node.isGroup())
            fillGroup(out[i], cast, node, world, look, tempo);
        else if (node.isClientSide())
            fillClient(out[i], cast, node.members.front(), world);
        else
            fillEnd(out[i], cast, node.members.front(), world, marks, look, tempo);
    }
    return out;
}

} // namespace connscope::topology
