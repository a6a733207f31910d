// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the world: each action is an event, and the cause of what follows.
#include "session/session.h"

#include "scenario/actiontext.h"
#include "scenario/clientconfig.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace connscope::session {

using Action = scenario::Action;
using Kind = scenario::Action::Kind;
using trace::EventKind;
using trace::RuleId;

namespace {

bool namesBroker(Kind kind)
{
    switch (kind) {
    case Kind::KillBroker:
    case Kind::StopBroker:
    case Kind::StartBroker:
    case Kind::RestartBroker:
    case Kind::PauseBroker:
    case Kind::ResumeBroker:
    case Kind::SlowBroker:
    case Kind::MoveLeader:
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
    case Kind::SetBrokerConfig:
        return true;
    default:
        return false;
    }
}

/// A node id as people write it; nothing if the text is a query.
std::optional<std::int32_t> nodeNumber(std::string_view text)
{
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<Fault::Kind> faultOf(Kind kind)
{
    switch (kind) {
    case Kind::CutLink:
    case Kind::HealLink:
        return Fault::Kind::Cut;
    case Kind::DropSyn:
    case Kind::AcceptSyn:
        return Fault::Kind::DropSyn;
    case Kind::RefuseConnections:
    case Kind::AcceptConnections:
        return Fault::Kind::Refuse;
    default:
        return std::nullopt;
    }
}

bool isOver(Kind kind)
{
    return kind == Kind::HealLink || kind == Kind::AcceptSyn || kind == Kind::AcceptConnections;
}

} // namespace

Result<void> Session::checkActions() const
{
    for (const Action& action : m_scenario.actions) {
        if (auto checked = checkAction(action); !checked)
            return checked;
    }
    return {};
}

Result<void> Session::checkAction(const Action& action) const
{
    const auto wrong = [&](std::string message) {
        Error error;
        error.file = action.line > 0 ? m_scenario.file : std::string();
        error.line = action.line;
        error.message = scenario::actionText(action) + ": " + std::move(message);
        return fail(std::move(error));
    };
    const auto& brokers = m_scenario.cluster.brokers;
    const bool known
        = std::any_of(brokers.begin(), brokers.end(), [&](const auto& broker) { return broker.id == action.broker; });
    if (!known && (action.broker.isValid() || namesBroker(action.kind)))
        return wrong("the cluster has no such broker");
    const auto& processes = m_processes;
    const bool clientKnown = action.client.empty() || action.client == "*"
        || std::any_of(processes.begin(), processes.end(), [&](const Process& process) {
               return scenario::matchesClient(action.client, m_scenario.clients[process.entry], process.index);
           });
    if (!clientKnown)
        return wrong("the scenario has no such client");
    if (!action.at && !action.when)
        return wrong("it needs a time or a condition");
    if (action.kind == Kind::ResetConnection && !action.node.empty() && !nodeNumber(action.node)) {
        if (auto query = trace::Query::parse(action.node); !query)
            return wrong(query.error().message);
    }
    return {};
}

Result<void> Session::act(Action action)
{
    action.at = m_now;
    action.when.reset();
    if (auto checked = checkAction(action); !checked)
        return checked;
    m_scenario.actions.push_back(std::move(action));
    m_timesDone.push_back(0);
    m_complaint.reset();
    perform(static_cast<std::uint32_t>(m_scenario.actions.size() - 1), m_root);
    touchCluster();
    settle();
    if (m_complaint)
        return fail(*std::exchange(m_complaint, std::nullopt));
    return {};
}

void Session::closeClients()
{
    if (std::exchange(m_closing, true))
        return;
    const EventId cause = append(EventKind::Action, kEndOfClients, m_root, RuleId::ScenarioAction);
    client::Step close;
    close.kind = client::Step::Kind::Close;
    close.timeout = client::kNoLimit;
    for (Process& process : m_processes) {
        if (!process.brain)
            continue;
        process.recreateCause = {};
        process.brain->replaceScript({close}, cause);
        pollSoon(process);
    }
}

bool Session::clientsAreGone() const
{
    return std::none_of(m_processes.begin(), m_processes.end(),
        [](const Process& process) { return process.brain != nullptr && !process.paused; });
}

void Session::enterActions()
{
    m_timesDone.assign(m_scenario.actions.size(), 0);
    for (std::uint32_t i = 0; i < m_scenario.actions.size(); ++i) {
        const Action& action = m_scenario.actions[i];
        if (action.at)
            schedule(*action.at, Due::Action, i, m_root.value);
        else
            m_conditions.add(*action.when, i);
        if (action.kind == Kind::ResetConnection && !action.node.empty() && !nodeNumber(action.node))
            m_conditions.keepWorld();
    }
}

void Session::perform(std::uint32_t number, EventId cause)
{
    const Action& action = m_scenario.actions[number];
    const std::uint32_t done = ++m_timesDone[number];
    if (action.every > Duration::zero() && (action.times == 0 || done < static_cast<std::uint32_t>(action.times)))
        schedule(saturatingAdd(m_now, action.every), Due::Action, number, cause.value);

    if (action.kind == Kind::Mark) {
        append(EventKind::Mark, action.text, cause, RuleId::ScenarioAction);
        return;
    }
    const EventId event = append(EventKind::Action, scenario::actionText(action), cause, RuleId::ScenarioAction);
    if (std::string why = whyVain(action); !why.empty()) {
        complain(fail(std::move(why)), event);
        return;
    }
    act(action, event);
    if (action.duration > Duration::zero() && action.kind != Kind::SlowBroker)
        schedule(saturatingAdd(m_now, action.duration), Due::Undo, number, event.value);
}

void Session::act(const Action& action, EventId cause)
{
    switch (action.kind) {
    case Kind::KillClient:
    case Kind::PauseClient:
    case Kind::ResumeClient:
    case Kind::CloseClient:
    case Kind::RecreateClient:
    case Kind::RunSteps:
        actOnClients(action, cause);
        break;
    case Kind::KillBroker:
    case Kind::StopBroker:
    case Kind::StartBroker:
    case Kind::RestartBroker:
    case Kind::PauseBroker:
    case Kind::ResumeBroker:
    case Kind::SlowBroker:
    case Kind::SetBrokerConfig:
        actOnBrokers(action, cause);
        break;
    case Kind::MoveLeader:
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
    case Kind::CreateTopic:
    case Kind::AppendRecords:
        actOnCluster(action, cause);
        break;
    case Kind::CutLink:
    case Kind::HealLink:
    case Kind::DropSyn:
    case Kind::AcceptSyn:
    case Kind::RefuseConnections:
    case Kind::AcceptConnections:
        actOnLinks(action, cause);
        break;
    case Kind::ResetConnection:
        resetConnections(action, cause);
        break;
    case Kind::Mark:
        break;
    }
}

std::vector<Session::Process*> Session::clientsOf(const Action& action)
{
    std::vector<Process*> processes;
    for (Process& process : m_processes) {
        if (action.client.empty()
            || scenario::matchesClient(action.client, m_scenario.clients[process.entry], process.index))
            processes.push_back(&process);
    }
    return processes;
}

std::vector<BrokerId> Session::brokersOf(const Action& action) const
{
    if (action.broker.isValid())
        return {action.broker};
    std::vector<BrokerId> brokers;
    for (const auto& broker : m_scenario.cluster.brokers)
        brokers.push_back(broker.id);
    return brokers;
}

void Session::actOnClients(const Action& action, EventId cause)
{
    const auto note = [&](const Process& process, EventKind kind, RuleId rule) {
        trace::Event e;
        e.at = m_now;
        e.cause = cause;
        e.client = process.id;
        e.rule = rule;
        e.kind = kind;
        return m_trace.append(e);
    };
    for (Process* process : clientsOf(action)) {
        if (action.kind == Kind::RecreateClient) {
            recreate(*process, action, cause);
            continue;
        }
        if (!process->brain)
            continue;
        switch (action.kind) {
        case Kind::KillClient: {
            const EventId killed = note(*process, EventKind::ClientKilled, RuleId::ProcessKilled);
            m_places[numberOf(*process)] = {};
            process->brain.reset();
            process->inbox.clear();
            process->turnAt = process->wakeAt = kNever;
            process->paused = false;
            m_transport->killClient(process->id, m_now, killed, RuleId::ProcessKilled);
            break;
        }
        case Kind::PauseClient:
            if (!process->paused)
                note(*process, EventKind::ClientPaused, RuleId::ScenarioAction);
            process->paused = true;
            m_transport->pauseClient(process->id, true);
            break;
        case Kind::ResumeClient:
            if (!process->paused)
                break;
            note(*process, EventKind::ClientResumed, RuleId::ScenarioAction);
            process->paused = false;
            m_transport->pauseClient(process->id, false);
            pollSoon(*process);
            break;
        case Kind::CloseClient: {
            client::Step close;
            close.kind = client::Step::Kind::Close;
            close.timeout = client::kNoLimit;
            process->brain->replaceScript({close}, cause);
            pollSoon(*process);
            break;
        }
        case Kind::RunSteps:
            process->brain->replaceScript(action.steps, cause);
            pollSoon(*process);
            break;
        default:
            break;
        }
    }
}

void Session::recreate(Process& process, const Action& action, EventId cause)
{
    for (const auto& [key, value] : action.config) {
        const auto known = std::find_if(process.config.begin(), process.config.end(),
            [&name = key](const auto& pair) { return pair.first == name; });
        if (known == process.config.end())
            process.config.emplace_back(key, value);
        else
            known->second = value;
    }
    if (!process.brain) {
        start(process, cause);
        return;
    }
    process.recreateCause = cause;
    client::Step close;
    close.kind = client::Step::Kind::Close;
    close.timeout = client::kNoLimit;
    process.brain->replaceScript({close}, cause);
    pollSoon(process);
}

void Session::actOnBrokers(const Action& action, EventId cause)
{
    touchCluster();
    for (const BrokerId broker : brokersOf(action)) {
        switch (action.kind) {
        case Kind::KillBroker:
            killBroker(broker, cause);
            break;
        case Kind::StopBroker:
            m_cluster->stopBroker(broker, m_now, cause, m_actions);
            forgetPause(broker);
            break;
        case Kind::StartBroker:
            m_cluster->startBroker(broker, m_now, cause, m_actions);
            break;
        case Kind::RestartBroker:
            killBroker(broker, cause);
            if (action.duration == Duration::zero()) // else undo() does it
                m_cluster->startBroker(broker, m_now, cause, m_actions);
            break;
        case Kind::PauseBroker:
            m_cluster->pauseBroker(broker, m_now, cause);
            m_pausedBrokers.emplace_back(broker, m_now);
            break;
        case Kind::ResumeBroker:
            m_cluster->resumeBroker(broker, m_now, cause, m_actions);
            forgetPause(broker);
            break;
        case Kind::SlowBroker:
            m_cluster->slowBroker(broker, action.duration, m_now, cause);
            break;
        case Kind::SetBrokerConfig:
            for (const auto& [key, value] : action.config)
                complain(m_cluster->setConfig(broker, key, value, m_now, cause), cause);
            break;
        default:
            break;
        }
    }
    m_transport->brokersChanged(m_now);
}

void Session::forgetPause(BrokerId broker)
{
    std::erase_if(m_pausedBrokers, [broker](const auto& paused) { return paused.first == broker; });
}

void Session::killBroker(BrokerId broker, EventId cause)
{
    Instant pausedSince = kNever;
    for (const auto& [paused, since] : m_pausedBrokers) {
        if (paused == broker)
            pausedSince = std::min(pausedSince, since);
    }
    forgetPause(broker);

    const std::size_t before = m_trace.size();
    m_cluster->killBroker(broker, m_now, cause, m_actions);
    EventId down = cause; // its sockets close because it went down
    for (std::size_t i = before; i < m_trace.size(); ++i) {
        if (m_trace[i].kind == EventKind::BrokerDown)
            down = EventId {static_cast<std::uint32_t>(i)};
    }
    m_transport->killBroker(broker, pausedSince, m_now, down, RuleId::BrokerKilled);
}

void Session::actOnCluster(const Action& action, EventId cause)
{
    touchCluster();
    const protocol::TopicPartition partition {action.topic, action.partition};
    switch (action.kind) {
    case Kind::MoveLeader:
        complain(m_cluster->moveLeader(partition, action.broker, m_now, cause, m_actions), cause);
        break;
    case Kind::MoveCoordinator:
        complain(m_cluster->moveGroupCoordinator(action.group, action.broker, m_now, cause, m_actions), cause);
        break;
    case Kind::MoveTransactionCoordinator:
        complain(m_cluster->moveTransactionCoordinator(action.group, action.broker, m_now, cause, m_actions), cause);
        break;
    case Kind::CreateTopic:
        complain(m_cluster->createTopic(action.topic, action.partitions, action.replication, m_now, cause), cause);
        break;
    case Kind::AppendRecords:
        complain(m_cluster->appendRecords(partition, action.records, m_now, cause, m_actions), cause);
        break;
    default:
        break;
    }
}

void Session::complain(const Result<void>& result, EventId cause)
{
    if (result)
        return;
    append(EventKind::Mark, result.error().message, cause, RuleId::ScenarioAction);
    m_complaint = result.error();
}

void Session::actOnLinks(const Action& action, EventId cause)
{
    const Fault fault {faultOf(action.kind).value_or(Fault::Kind::Cut), action.client, action.broker};
    if (fault.kind == Fault::Kind::Cut) {
        trace::Event e;
        e.at = m_now;
        e.cause = cause;
        e.broker = action.broker;
        e.text = m_trace.intern(scenario::linkText(action));
        e.rule = RuleId::ScenarioAction;
        e.kind = isOver(action.kind) ? EventKind::LinkHealed : EventKind::LinkCut;
        if (const auto processes = clientsOf(action); processes.size() == 1)
            e.client = processes.front()->id;
        m_trace.append(e);
    }
    complain(isOver(action.kind) ? m_transport->removeFault(fault) : m_transport->addFault(fault), cause);
}

void Session::undo(const Action& action, EventId cause)
{
    Action over = action;
    switch (action.kind) {
    case Kind::RestartBroker:
        over.kind = Kind::StartBroker;
        break;
    case Kind::PauseBroker:
        over.kind = Kind::ResumeBroker;
        break;
    case Kind::PauseClient:
        over.kind = Kind::ResumeClient;
        break;
    case Kind::CutLink:
        over.kind = Kind::HealLink;
        break;
    case Kind::DropSyn:
        over.kind = Kind::AcceptSyn;
        break;
    case Kind::RefuseConnections:
        over.kind = Kind::AcceptConnections;
        break;
    default:
        return;
    }
    act(over, cause);
}

void Session::resetConnections(const Action& action, EventId cause)
{
    std::optional<trace::Query> query;
    const auto node = nodeNumber(action.node);
    if (!action.node.empty() && !node) {
        if (auto parsed = trace::Query::parse(action.node))
            query = std::move(*parsed);
    }
    if (m_conditions.isActive())
        askConditions(); // the events of this step, so that the query sees the world as it is
    bool isAny = false;
    for (const ConnectionId id : m_transport->live()) {
        if (action.broker.isValid() && m_transport->brokerOf(id) != action.broker)
            continue;
        const ClientId client = m_transport->clientOf(id);
        if (!action.client.empty()) {
            if (!client.isValid() || client.value >= m_processOf.size())
                continue; // somebody else's client: the scenario has no name for it
            const Process& process = m_processes[m_processOf[client.value]];
            if (!scenario::matchesClient(action.client, m_scenario.clients[process.entry], process.index))
                continue;
        }
        if ((node && m_transport->nodeOf(id) != NodeId {*node})
            || (query && !query->matches(m_conditions.world(), id)))
            continue;
        m_transport->reset(id, m_now, cause, RuleId::ConnectionReset);
        isAny = true;
    }
    if (!isAny)
        append(EventKind::Mark, "no connection that is open is meant by it", cause, RuleId::ScenarioAction);
}

} // namespace connscope::session
