// SPDX-License-Identifier: GPL-3.0-or-later
// The client processes: started, polled, and their wishes carried to the network.
#include "session/session.h"

#include "base/prefetch.h"
#include "base/recycle.h"
#include "scenario/clientconfig.h"
#include "trace/construction.h"

#include <algorithm>

namespace connscope::session {

using trace::EventKind;
using trace::RuleId;

namespace {
constexpr std::size_t kManyClients = 100;
} // namespace

Result<void> Session::addProcesses()
{
    for (std::size_t i = 0; i < m_scenario.clients.size(); ++i) {
        const scenario::ClientEntry& entry = m_scenario.clients[i];
        const std::string& profileName = !m_options.profile.empty() ? m_options.profile
            : !entry.profileName.empty()                            ? entry.profileName
                                                                    : m_scenario.profileName;
        const auto excluded = m_scenario.notForProfiles.find(profileName);
        if (excluded != m_scenario.notForProfiles.end()) {
            Error error;
            error.file = m_scenario.file;
            error.line = entry.line;
            error.message = "this scenario does not run on profile " + profileName + ": " + excluded->second;
            return fail(std::move(error));
        }
        for (int index = 0; index < entry.count; ++index) {
            Process process;
            process.entry = i;
            process.index = index;
            process.name = scenario::instanceName(entry, index);
            process.address = m_transport->addProcess(i, process.name);
            process.config = entry.config;
            m_processes.push_back(std::move(process));
        }
        client::Profile profile;
        if (entry.count > 0) {
            if (auto config = configOf(m_processes.back(), profile); !config)
                return fail(config.error());
        }
    }
    m_places.resize(m_processes.size());
    return {};
}

Result<protocol::ConfigSet> Session::configOf(const Process& process, client::Profile& profile) const
{
    const scenario::ClientEntry& written = m_scenario.clients[process.entry];
    auto found = scenario::profileOf(m_scenario, written, m_options.profile);
    if (!found)
        return fail(found.error());
    profile = std::move(*found);
    if (process.config == written.config)
        return scenario::buildConfig(written, profile);
    scenario::ClientEntry entry = written;
    entry.config = process.config;
    // What an action has set since counts for more than a file that was given at the start.
    for (const auto& setting : process.config) {
        if (std::find(written.config.begin(), written.config.end(), setting) == written.config.end())
            std::erase_if(entry.commandConfig, [&](const auto& given) { return given.first == setting.first; });
    }
    return scenario::buildConfig(entry, profile);
}

void Session::start(Process& process, EventId cause)
{
    const scenario::ClientEntry& entry = m_scenario.clients[process.entry];
    client::ClientSpec spec;
    auto config = configOf(process, spec.profile);
    if (!config) { // only after a change of settings: the first ones were checked
        trace::Event mark;
        mark.at = m_now;
        mark.kind = EventKind::Mark;
        mark.cause = cause;
        mark.rule = RuleId::ConfigValue;
        mark.side = trace::Side::Client;
        mark.value = static_cast<std::int64_t>(entry.kind);
        mark.text = m_trace.intern(trace::notConstructedText(process.name, config.error().message));
        m_trace.append(mark);
        return;
    }
    ++process.generation;
    process.id = m_trace.newClient();
    if (process.id.value >= m_processOf.size())
        m_processOf.resize(std::size_t {process.id.value} + 1);
    m_processOf[process.id.value] = numberOf(process);
    process.paused = false;
    process.inbox.clear();
    process.turnAt = process.wakeAt = process.wakeEntered = kNever;

    spec.id = process.id;
    spec.kind = entry.kind;
    spec.clientId = m_clientNames.name(process.address, entry.kind, *config);
    spec.config = std::move(*config);
    spec.script = entry.script;
    spec.seed = m_rng.fork("client " + process.name + ' ' + std::to_string(process.generation)).next();
    m_cluster->nameClient(process.id, spec.clientId);
    m_transport->nameClient(process.id, spec.clientId);
    m_transport->configureClient(process.id, spec.config);

    client::Environment environment;
    environment.trace = &m_trace;
    environment.resolver = &m_transport->resolver();
    environment.commons = &m_commons;
    m_places[numberOf(process)] = {};
    process.brain = m_factories.client(std::move(spec), environment, m_now, cause);
    if (!process.brain)
        return; // its constructor threw; the trace says why
    m_places[numberOf(process)] = {process.brain.get(), process.brain->hotParts(), {}};
    poll(process);
}

void Session::poll(Process& process)
{
    process.turnAt = kNever;
    if (!process.brain || process.paused)
        return;
    for (const client::Report& report : process.inbox) {
        if (report.kind == client::Report::Kind::Received)
            m_transport->read(report.connection);
    }
    ++m_statistics.polls;
    process.wakeAt = process.brain->poll(m_now, process.inbox, m_wishes);
    recycle(process.inbox);
    // A connection that fails at once is reported to the inbox while the wishes are carried.
    for (client::Wish& wish : m_wishes)
        carry(process, wish);
    m_wishes.clear();

    if (!process.brain->isClosed()) {
        m_places[numberOf(process)].block = process.brain->hotBlock();
        armWake(process);
        return;
    }
    m_places[numberOf(process)] = {};
    process.brain.reset();
    process.inbox.clear();
    if (process.recreateCause.isValid())
        start(process, std::exchange(process.recreateCause, EventId {}));
}

void Session::prefetchProcess(std::uint32_t process) const
{
    const Place& place = m_places[process];
    const auto behind = [](const void* start, std::size_t offset) {
        return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(start) + offset);
    };
    for (const client::Brain::HotPart& part : place.parts)
        prefetch(behind(place.brain, part.offset), part.bytes);
    for (std::size_t i = 0; i < place.block.count; ++i)
        prefetch(behind(place.block.address, i * place.block.stride), place.block.bytes);
    constexpr std::size_t kHot = 128;
    prefetch(&m_processes[process], kHot);
}

// A client that was away for half a second, and what belongs to its connection, has left the cache. Whose long poll is
// next but one, or whose timer is next, is known.
void Session::prefetchSoon() const
{
    if (const broker::Expected expected = m_cluster->expected(); expected.connection.isValid()) {
        m_transport->prefetch(expected.connection);
        if (expected.client.value < m_processOf.size())
            prefetchProcess(m_processOf[expected.client.value]);
    }
}

// What else belongs to a client was allocated when it was, and lies near.
std::vector<const void*> Session::whereClientsLie() const
{
    std::vector<const void*> out;
    if (m_processes.size() < kManyClients)
        return out; // they have room in the cache and its tables
    for (const Process& process : m_processes) {
        out.push_back(&process);
        if (process.brain)
            out.push_back(process.brain.get());
    }
    for (const Place& place : m_places) {
        if (place.block.address != nullptr)
            out.push_back(place.block.address);
    }
    return out;
}

void Session::pollSoon(Process& process)
{
    if (!process.brain || process.paused || process.turnAt <= m_now)
        return;
    process.turnAt = m_now;
    schedule(m_now, Due::Turn, numberOf(process));
}

void Session::armWake(Process& process)
{
    Instant at = std::max(process.wakeAt, m_now);
    if (at > m_now && m_options.wakeLateness > Duration::zero())
        at = saturatingAdd(
            at, Duration(m_lateness.below(static_cast<std::uint64_t>(m_options.wakeLateness.count()))));
    if (at >= process.wakeEntered)
        return; // the entry that is there comes first and looks again
    process.wakeEntered = at;
    schedule(at, Due::Wake, numberOf(process));
}

void Session::carry(Process& process, client::Wish& wish)
{
    if (auto* send = std::get_if<client::SendWish>(&wish)) {
        m_transport->send(send->connection, std::move(send->request), m_now, send->cause);
    } else if (const auto* close = std::get_if<client::CloseWish>(&wish)) {
        m_transport->close(trace::Side::Client, close->connection, m_now, close->cause, close->rule);
    } else if (const auto* open = std::get_if<client::OpenWish>(&wish)) {
        m_transport->open(numberOf(process), process.id, *open, m_now);
    }
}

} // namespace connscope::session
