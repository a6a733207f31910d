// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live/typedaction.h"

#include "analysis/names.h"
#include "real/realsession.h"

#include <algorithm>
#include <vector>

namespace connscope::app {

using scenario::Action;
using Kind = scenario::Action::Kind;
using FaultKind = session::Fault::Kind;

namespace {

bool isOn(const real::RealSession& session, FaultKind kind, BrokerId broker)
{
    const auto& faults = session.faults();
    return std::any_of(faults.begin(), faults.end(), [&](const session::Fault& fault) {
        const bool everyone = fault.client.empty() || fault.client == "*";
        return fault.kind == kind && everyone && (!fault.broker.isValid() || fault.broker == broker);
    });
}

std::string name(BrokerId broker) { return "broker " + std::to_string(broker.value); }

/// What is the matter with the way to a broker, and which command ends it.
struct FaultWords {
    FaultKind kind;
    Kind begins;
    const char* is; ///< of the broker
    const char* end; ///< the command
};
constexpr FaultWords kFaultWords[] {
    {FaultKind::Refuse, Kind::RefuseConnections, "refuses new connections", "accept"},
    {FaultKind::DropSyn, Kind::DropSyn, "drops SYNs", "accept"},
    {FaultKind::Cut, Kind::CutLink, "is cut off", "heal"},
};

std::string faultText(const FaultWords& words, BrokerId broker)
{
    return name(broker) + ' ' + words.is + "; " + words.end + ' ' + std::to_string(broker.value) + " ends that";
}

/// Why \a action would change nothing; "" if it can be done as far as one sees from here.
std::string whyNot(const real::RealSession& session, const Action& action)
{
    const broker::Cluster& cluster = session.cluster();
    const BrokerId broker = action.broker;
    const bool known = cluster.endpointOf(broker).id.isValid();
    if (!known)
        return {}; // the session says so
    const std::string it = name(broker);
    const std::string number = std::to_string(broker.value);
    const bool up = cluster.isUp(broker);
    switch (action.kind) {
    case Kind::KillBroker:
    case Kind::StopBroker:
        return up ? std::string() : it + " is down already; start " + number + " brings it back";
    case Kind::StartBroker:
        return up ? it + " is up already" : std::string();
    case Kind::PauseBroker:
    case Kind::SlowBroker:
        if (!up)
            return it + " is down; start " + number + " brings it back";
        return action.kind == Kind::PauseBroker && cluster.isPaused(broker)
            ? it + " stands still already; resume " + number + " ends that"
            : std::string();
    case Kind::ResumeBroker:
        return cluster.isPaused(broker) ? std::string() : it + " does not stand still";
    case Kind::AcceptConnections:
        return isOn(session, FaultKind::Refuse, broker) || isOn(session, FaultKind::DropSyn, broker)
            ? std::string()
            : it + " accepts connections: neither refuse nor drop-syn is on";
    case Kind::HealLink:
        return isOn(session, FaultKind::Cut, broker) ? std::string() : it + " is not cut off";
    case Kind::MoveCoordinator:
        return cluster.groupCoordinator(action.group) == broker && up
            ? it + " coordinates group " + action.group + " already"
            : std::string();
    case Kind::MoveLeader:
        return cluster.leaderOf({action.topic, action.partition}) == broker
            ? it + " leads " + action.topic + '-' + std::to_string(action.partition) + " already"
            : std::string();
    default:
        break;
    }
    for (const FaultWords& words : kFaultWords) {
        if (words.begins == action.kind && isOn(session, words.kind, broker))
            return faultText(words, broker) + " (it does so already)";
    }
    return {};
}

/// A broker that is up again may still be out of reach.
std::string stillOn(const real::RealSession& session, BrokerId broker)
{
    std::string text;
    for (const FaultWords& words : kFaultWords) {
        if (isOn(session, words.kind, broker))
            text += std::string("; it still ") + words.is + ": " + words.end + ' ' + std::to_string(broker.value)
                + " ends that";
    }
    return text;
}

std::string doneText(const real::RealSession& session, const Action& action, std::uint64_t resets, bool groupIsKnown)
{
    const std::string it = name(action.broker);
    const std::string partition = action.topic + '-' + std::to_string(action.partition);
    switch (action.kind) {
    case Kind::KillBroker:
        return it + " is gone";
    case Kind::StopBroker:
        return it + " has stopped";
    case Kind::StartBroker:
        return it + " is up" + stillOn(session, action.broker);
    case Kind::RestartBroker:
        return it + " was killed and is up again" + stillOn(session, action.broker);
    case Kind::PauseBroker:
        return it + " stands still";
    case Kind::ResumeBroker:
        return it + " goes on";
    case Kind::SlowBroker:
        return action.duration > Duration::zero()
            ? it + " answers " + formatDuration(action.duration) + " later than it would"
            : it + " answers as fast as it can";
    case Kind::ResetConnection:
        return analysis::counted(resets, "connection") + " of " + it + (resets == 1 ? " was reset" : " were reset");
    case Kind::AcceptConnections:
        return it + " accepts connections";
    case Kind::HealLink:
        return it + " is reached again";
    case Kind::MoveCoordinator:
        return groupIsKnown ? it + " coordinates group " + action.group
                            : "there is no group " + action.group + " yet; when it comes, " + it + " coordinates it";
    case Kind::MoveLeader:
        return it + " leads " + partition;
    case Kind::CreateTopic:
        return "topic " + action.topic + " has "
            + analysis::counted(static_cast<std::uint64_t>(action.partitions), "partition") + " of "
            + analysis::counted(static_cast<std::uint64_t>(action.replication), "replica");
    case Kind::AppendRecords:
        return analysis::counted(static_cast<std::uint64_t>(action.records), "record")
            + (action.records == 1 ? " more is in " : " more are in ") + partition;
    default:
        break;
    }
    for (const FaultWords& words : kFaultWords) {
        if (words.begins == action.kind)
            return faultText(words, action.broker);
    }
    return "done";
}

} // namespace

Result<std::string> doTyped(real::RealSession& session, const Action& action)
{
    if (std::string why = whyNot(session, action); !why.empty())
        return fail(std::move(why));
    std::vector<Action> steps {action};
    if (action.kind == Kind::AcceptConnections) {
        steps.clear();
        if (isOn(session, FaultKind::Refuse, action.broker))
            steps.push_back(action);
        if (isOn(session, FaultKind::DropSyn, action.broker))
            steps.emplace_back(action).kind = Kind::AcceptSyn;
    }
    const bool groupIsKnown = session.cluster().hasGroup(action.group);
    const std::size_t before = session.trace().size();
    for (const Action& step : steps) {
        if (auto done = session.act(step); !done)
            return fail(done.error());
    }
    std::uint64_t resets = 0;
    if (action.kind == Kind::ResetConnection) {
        const trace::Trace& trace = session.trace();
        for (std::size_t i = before; i < trace.size(); ++i)
            resets += trace[i].kind == trace::EventKind::ResetSent && trace[i].rule == trace::RuleId::ConnectionReset;
    }
    return doneText(session, action, resets, groupIsKnown);
}

std::string brokersText(const real::RealSession& session)
{
    std::string text;
    for (const auto& [id, at] : session.listeners()) {
        const broker::Cluster& cluster = session.cluster();
        text += name(id) + "  " + at.text() + "  "
            + (!cluster.isUp(id)           ? "down"
                    : cluster.isPaused(id) ? "stands still"
                                           : "up");
        if (const Duration slow = cluster.slowedBy(id); slow > Duration::zero())
            text += "  answers " + formatDuration(slow) + " later";
        for (const FaultWords& words : kFaultWords) {
            if (isOn(session, words.kind, id))
                text += std::string("  ") + words.is;
        }
        text += '\n';
    }
    return text;
}

} // namespace connscope::app
