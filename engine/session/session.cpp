// SPDX-License-Identifier: GPL-3.0-or-later
// The loop: one entry of the scheduler after the other, what the cluster answers carried out after each, conditions asked,
// limits held.
#include "session/session.h"

#include "base/largepages.h"
#include "base/recycle.h"

#include <algorithm>

namespace connscope::session {

using trace::EventKind;
using trace::RuleId;

namespace {

/// More steps than that at one instant are a loop that gets nowhere: so many, and some more for each client, since
/// they may all do the same thing at once.
constexpr std::uint64_t kMaxStepsAtInstant = 1'000'000;
constexpr std::uint64_t kMaxStepsAtInstantPerClient = 200;
/// Steps that leave no event are cheap, but not free: so many for each event that is allowed.
constexpr std::uint64_t kMaxStepsPerEvent = 20;
/// What may be alive at once: some gigabytes. A connection takes about 4 KiB, both ends and its state together.
constexpr std::size_t kMaxConnections = 1'000'000;
constexpr std::size_t kMaxEntries = 40'000'000;
constexpr std::size_t kMaxSegments = 10'000'000;
/// Of records, in all producers; 56 bytes each.
constexpr std::int64_t kMaxBatches = 10'000'000;
constexpr std::size_t kMaxTextBytes = std::size_t {1} << 31;
/// The memory is looked at every so many steps, or events where a step makes many.
constexpr std::uint64_t kLookEvery = 4096;
/// A run that has come so far (it took half a second) goes on for a while: then it is worth a few dozen milliseconds that the
/// clients lie on large pages.
constexpr std::uint64_t kLongRun = 1'000'000;
/// Every client learns every broker and every partition: so many of these in all.
constexpr std::uint64_t kMaxKnowledge = 200'000'000;
/// Event ids are 32 bits, and a step may write some more after the limit is reached.
constexpr std::uint64_t kMostEvents = 4'000'000'000;

std::string withCommas(std::uint64_t n)
{
    std::string text = std::to_string(n);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, 1, ',');
    return text;
}

std::string baseName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

} // namespace

Session::Session(const scenario::Scenario& scenario, const Options& options, const Factories& factories)
    : m_scenario(scenario)
    , m_options(options)
    , m_factories(factories)
    , m_seed(options.seed.value_or(scenario.seed))
    , m_until(saturatingAdd(kStart, std::max(options.until.value_or(scenario.until), Duration::zero())))
    , m_maxEvents(std::min(options.maxEvents != 0 ? options.maxEvents : scenario.maxEvents, kMostEvents))
    , m_rng(m_seed)
    , m_lateness(m_rng.fork("wakes"))
    , m_transport(m_factories.transport({m_scenario, m_scheduler, m_trace, *this, m_rng, m_until}))
    , m_conditions(m_trace)
{
    trace::Header& header = m_trace.header();
    header.title = scenario.title.en;
    header.scenario = baseName(scenario.file);
    header.profile = options.profile;
    header.seed = m_seed;
    header.epochMs = scenario.epochMs;
    header.vantage = options.vantage;
    m_trace.setVantage(options.vantage);
}

Result<void> Session::prepare()
{
    if (auto fits = checkSize(); !fits)
        return fits;
    if (auto added = addProcesses(); !added)
        return added;
    if (auto checked = checkActions(); !checked)
        return checked;
    m_root = append(EventKind::Action, "start of the scenario", {}, RuleId::StartOfWorld);
    m_cluster = m_factories.cluster(m_scenario.cluster, m_trace, m_rng.fork("cluster"), m_now, m_root);
    for (const Process& process : m_processes) {
        const scenario::ClientEntry& entry = m_scenario.clients[process.entry];
        const Instant at
            = saturatingAdd(kStart + std::max(entry.start, Duration::zero()), entry.stagger * process.index);
        schedule(at, Due::Start, numberOf(process));
    }
    enterActions();
    touchCluster();
    settle();
    return {};
}

Result<void> Session::checkSize() const
{
    std::uint64_t clients = 0;
    for (const scenario::ClientEntry& entry : m_scenario.clients)
        clients += static_cast<std::uint64_t>(std::max(entry.count, 0));
    const std::uint64_t brokers = m_scenario.cluster.brokers.size();
    std::uint64_t partitions = 0;
    for (const auto& topic : m_scenario.cluster.topics)
        partitions += topic.partitions.size();
    if (clients == 0 || (brokers + partitions) <= kMaxKnowledge / clients)
        return {};
    Error error;
    error.file = m_scenario.file;
    error.message = withCommas(clients) + " clients that each learn " + withCommas(brokers) + " brokers and "
        + withCommas(partitions) + " partitions do not fit into memory: at most " + withCommas(kMaxKnowledge)
        + " in all; lower the number of clients or of partitions";
    return fail(std::move(error));
}

EventId Session::append(EventKind kind, std::string_view text, EventId cause, RuleId rule)
{
    trace::Event e;
    e.at = m_now;
    e.cause = cause;
    e.text = m_trace.intern(text);
    e.rule = rule;
    e.kind = kind;
    return m_trace.append(e);
}

void Session::schedule(Instant at, Due due, std::uint32_t a, std::uint32_t b)
{
    if (at <= m_until)
        m_scheduler.schedule(std::max(at, m_now), static_cast<std::uint8_t>(due), a, b);
}

bool Session::runUntil(Instant t) { return playUntil(std::min(t, m_until), false); }

bool Session::playDue(Instant now) { return playUntil(std::min(std::max(now, m_now), m_until), true); }

Instant Session::nextDue() { return m_stopped ? kNever : m_scheduler.nextAt(); }

bool Session::playUntil(Instant limit, bool atOnce)
{
    Scheduler::Entry entry;
    while (!m_stopped && m_scheduler.next(limit, entry)) {
        const Instant at = atOnce ? limit : entry.at;
        m_stepsAtInstant = at == m_now ? m_stepsAtInstant + 1 : 0;
        m_now = at;
        ++m_statistics.schedulerEvents;
        m_statistics.pendingSum += m_scheduler.size();
        if (m_statistics.schedulerEvents == kLongRun && !atOnce)
            preferLargePages(whereClientsLie());
        if (const Scheduler::Entry* next = m_scheduler.peek();
            next != nullptr && next->kind() == static_cast<std::uint8_t>(Due::Wake))
            prefetchProcess(next->a);
        play(entry);
        if (m_clusterTouched || !m_actions.empty())
            settle();
        if (m_conditions.isActive())
            askConditions();
        if (!checkLimits())
            break;
    }
    if (!m_stopped)
        m_now = std::max(m_now, limit == kNever ? m_now : limit);
    m_statistics.end = m_now;
    m_statistics.stoppedEarly = m_stopped;
    return !m_stopped && m_now < m_until && !m_scheduler.empty();
}

void Session::askConditions()
{
    for (const Conditions::Met& met : m_conditions.look())
        schedule(
            saturatingAdd(m_now, m_scenario.actions[met.number].after), Due::Action, met.number, met.event.value);
    armLook();
}

void Session::armLook()
{
    if (const Instant next = m_conditions.nextLook(); next < m_lookEntered) {
        m_lookEntered = std::max(next, m_now);
        schedule(m_lookEntered, Due::Look);
    }
}

void Session::play(const Scheduler::Entry& entry)
{
    if (entry.kind() < Transport::kKinds) {
        m_transport->dispatch(entry, m_now);
        return;
    }
    if (m_closing && beginsSomething(static_cast<Due>(entry.kind())))
        return;
    switch (static_cast<Due>(entry.kind())) {
    case Due::Start:
        start(m_processes[entry.a],
            append(EventKind::Action, "start client " + m_processes[entry.a].name, m_root, RuleId::ScenarioAction));
        break;
    case Due::Turn:
        if (Process& process = m_processes[entry.a]; process.turnAt == entry.at)
            poll(process);
        break;
    case Due::Wake: {
        Process& process = m_processes[entry.a];
        if (process.wakeEntered != entry.at)
            break; // an earlier one came in between
        process.wakeEntered = kNever;
        if (process.wakeAt <= m_now)
            poll(process);
        else
            armWake(process);
        break;
    }
    case Due::Cluster:
        if (m_clusterEntered == entry.at) {
            m_clusterEntered = kNever;
            touchCluster();
        }
        break;
    case Due::Action:
        perform(entry.a, EventId {entry.b});
        break;
    case Due::Undo:
        undo(m_scenario.actions[entry.a], EventId {entry.b});
        break;
    case Due::Look:
        if (m_lookEntered != entry.at)
            break; // an earlier one came in between
        m_lookEntered = kNever;
        for (const Conditions::Met& met : m_conditions.lookAtTime(m_now))
            schedule(
                saturatingAdd(m_now, m_scenario.actions[met.number].after), Due::Action, met.number, m_root.value);
        armLook();
        break;
    }
}

void Session::settle()
{
    if (m_clusterTouched) {
        m_clusterTouched = false;
        m_clusterWakeAt = m_cluster->advance(m_now, m_actions);
        prefetchSoon();
        if (m_clusterWakeAt < m_clusterEntered) {
            m_clusterEntered = std::max(m_clusterWakeAt, m_now);
            schedule(m_clusterEntered, Due::Cluster);
        }
    }
    for (broker::Action& action : m_actions)
        carry(action);
    m_actions.clear();
}

void Session::carry(broker::Action& action)
{
    if (auto* respond = std::get_if<broker::RespondAction>(&action)) {
        m_transport->respond(respond->connection, std::move(respond->response), m_now, respond->cause);
    } else if (const auto* close = std::get_if<broker::CloseAction>(&action)) {
        m_transport->close(trace::Side::Broker, close->connection, m_now, close->cause, close->rule);
    }
}

bool Session::checkLimits()
{
    if (m_options.cancel != nullptr && m_options.cancel->load(std::memory_order_relaxed)) {
        stop("stopped by request at " + formatDuration(m_now.time_since_epoch()), RuleId::ScenarioAction);
        return false;
    }
    if (m_commons.waitingBatches() > kMaxBatches) {
        stop("stopped at " + formatDuration(m_now.time_since_epoch()) + " with "
            + withCommas(static_cast<std::uint64_t>(m_commons.waitingBatches()))
            + " batches of records waiting in producers (at most " + withCommas(kMaxBatches)
            + "): buffer.memory holds nobody back here; send less, or where the cluster can take it");
        return false;
    }
    // What nearly every step finds: no limit can have been reached, and nobody is to be asked yet.
    if (m_trace.size() < std::min(m_nextLook, m_maxEvents) && m_stepsAtInstant < kMaxStepsAtInstant
        && m_statistics.schedulerEvents % kLookEvery != 0)
        return !m_stopped;
    if (m_trace.size() >= m_maxEvents) {
        stop("stopped at " + withCommas(m_trace.size()) + " events at " + formatDuration(m_now.time_since_epoch())
            + "; raise max-events in the scenario or lower until");
    } else if (m_stepsAtInstant >= kMaxStepsAtInstant + kMaxStepsAtInstantPerClient * m_processes.size()) {
        stop("stopped at " + formatDuration(m_now.time_since_epoch()) + " after " + withCommas(m_stepsAtInstant)
            + " steps in which no time passed: something waits for itself; look at the last events");
    } else if (m_statistics.schedulerEvents % kLookEvery == 0 || m_trace.size() >= m_nextLook) {
        m_nextLook = m_trace.size() + kLookEvery;
        if (m_statistics.schedulerEvents / kMaxStepsPerEvent >= m_maxEvents) {
            stop("stopped after " + withCommas(m_statistics.schedulerEvents) + " steps at "
                + formatDuration(m_now.time_since_epoch()) + "; raise max-events in the scenario or lower until");
        } else if (m_transport->liveCount() > kMaxConnections || m_scheduler.size() > kMaxEntries
            || m_transport->segmentsInAir() > kMaxSegments || m_trace.texts().bytes() > kMaxTextBytes) {
            stop("stopped at " + formatDuration(m_now.time_since_epoch()) + " with "
                + withCommas(m_transport->liveCount()) + " sockets, " + withCommas(m_transport->segmentsInAir())
                + " segments in flight and " + withCommas(m_scheduler.size())
                + " timers: this grows without bound; lower until or the number of clients");
        }
    }
    return !m_stopped;
}

void Session::stop(std::string_view text, RuleId rule)
{
    m_stopped = true;
    append(EventKind::Stopped, text, m_root, rule);
}

void Session::releaseOld()
{
    if (m_trace.size() < m_trace.released() + kRecent + trace::Trace::kChunkSize)
        return;
    std::vector<EventId> wanted;
    if (m_conditions.isActive()) {
        const trace::WorldState& world = m_conditions.world();
        world.forEachConnection([&](ConnectionId connection, const trace::ConnectionState& c) {
            for (const EventId id : {c.opened, c.dialled, c.connected, c.ready, c.closing, c.released, c.backoff,
                     c.identified, c.usedByClient, c.usedByBroker})
                wanted.push_back(id);
            for (const trace::InFlightRequest& request : world.inFlight(connection))
                wanted.push_back(request.sent);
        });
        for (std::uint32_t i = 0; i < world.clientCount(); ++i) {
            const trace::ClientState& client = world.client(ClientId {i});
            wanted.push_back(client.created);
            wanted.push_back(client.ended);
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    }
    m_trace.release(m_trace.size() - kRecent, wanted);
}

Session::Process* Session::listening(ClientId client)
{
    Process& process = m_processes[m_processOf[client.value]];
    return process.id == client && process.brain ? &process : nullptr; // otherwise the program is gone
}

void Session::turnSoon(Process& process)
{
    if (process.turnAt == kNever && !process.paused) {
        process.turnAt = saturatingAdd(m_now, m_scenario.network.turn);
        schedule(process.turnAt, Due::Turn, numberOf(process));
    }
}

void Session::report(ClientId client, client::Report&& report)
{
    Process* process = listening(client);
    if (process == nullptr)
        return;
    takeRoom(process->inbox);
    process->inbox.push_back(std::move(report));
    turnSoon(*process);
}

void Session::responded(ClientId client, ConnectionId connection, protocol::Response&& response, EventId cause)
{
    Process* process = listening(client);
    if (process == nullptr)
        return;
    takeRoom(process->inbox);
    client::Report& report = process->inbox.emplace_back();
    report.kind = client::Report::Kind::Received;
    report.connection = connection;
    report.cause = cause;
    report.response = std::move(response);
    turnSoon(*process);
}

void Session::accepted(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
    std::optional<Duration> idleLimit, EventId cause)
{
    m_cluster->accept(broker, connection, client, peerAddress, idleLimit, m_now, cause, m_actions);
    touchCluster();
}

void Session::used(ConnectionId connection, Instant at)
{
    m_cluster->used(connection, at, m_now, m_actions);
    touchCluster();
}

void Session::received(ConnectionId connection, protocol::Request&& request, EventId cause)
{
    m_cluster->receive(connection, std::move(request), m_now, cause, m_actions);
    touchCluster();
}

void Session::disconnected(ConnectionId connection, bool reset, EventId cause)
{
    m_cluster->disconnected(connection, reset, m_now, cause, m_actions);
    touchCluster();
}

Result<std::unique_ptr<Session>> makeSession(
    const scenario::Scenario& scenario, const Options& options, const Factories& factories)
{
    auto session = std::make_unique<Session>(scenario, options, factories);
    if (auto prepared = session->prepare(); !prepared)
        return fail(prepared.error());
    return session;
}

} // namespace connscope::session
