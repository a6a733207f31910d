// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brain.h"
#include "client/brain.h"
#include "client/commons.h"
#include "session/clientnames.h"
#include "session/conditions.h"
#include "session/options.h"
#include "session/scheduler.h"
#include "session/transport.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// A scenario being played: the programs, their queue of what is due, the cluster, and a network that is handed in. What
/// the brains wish is carried to the network, what the network reports to the brains; actions happen when their time has
/// come or their condition holds.
///
/// Two ways to let time pass. runUntil() is virtual time: the clock jumps from one entry of the queue to the next, and the
/// same scenario and seed give the same bytes. playDue() is for whoever has a real clock: everything that is due by now
/// happens now.

namespace connscope::session {

/// Where the brains come from.
struct Factories {
    std::function<std::unique_ptr<client::Brain>(client::ClientSpec, const client::Environment&, Instant, EventId)>
        client;
    std::function<std::unique_ptr<broker::Cluster>(broker::ClusterSpec, trace::Trace&, Rng, Instant, EventId)>
        cluster;
    std::function<std::unique_ptr<Transport>(const TransportEnvironment&)> transport;
};

class Session;
/// A session that is ready to play. The errors are the scenario's: an action that names what is not there, a profile that it
/// excludes.
Result<std::unique_ptr<Session>> makeSession(
    const scenario::Scenario& scenario, const Options& options, const Factories& factories);

class Session final : private Programs {
public:
    Session(const scenario::Scenario& scenario, const Options& options, const Factories& factories);
    /// Checks what a reader may not have checked, finds profiles and settings, and enters the starts and actions.
    Result<void> prepare();

    /// Runs everything up to and including \a t. False when nothing more can happen or a limit was reached.
    bool runUntil(Instant t);
    /// Plays what is due at \a now or before as happening at \a now, which never goes back. False as above.
    bool playDue(Instant now);
    /// When something is due next; kNever if nothing is.
    Instant nextDue();
    Instant now() const { return m_now; }
    const trace::Trace& trace() const { return m_trace; }
    trace::Trace takeTrace() { return std::move(m_trace); }
    /// The events so far were handed on: all but the last kRecent may go from memory (trace::Trace::release). What conditions
    /// still look at stays readable.
    void releaseOld();
    static constexpr std::size_t kRecent = 16 * trace::Trace::kChunkSize;
    const Statistics& statistics() const { return m_statistics; }
    /// What a person does, now: checked as the scenario's own actions are, and an event of its own. The error says why it cannot
    /// be done, or could not: then a mark follows the action in the trace.
    Result<void> act(scenario::Action action);
    /// Ends it with an event that says why: nothing more is played.
    void end(std::string_view why) { stop(std::string(why)); }
    /// Every client closes as an orderly program would at its end: an Action event (kEndOfClients) and what comes of it.
    /// Nothing else is begun any more: no client starts, no action of the scenario is done.
    void closeClients();
    static constexpr std::string_view kEndOfClients = "end of the session: close every client";
    /// True once no client runs any more but those that are paused, which cannot close.
    bool clientsAreGone() const;
    Scheduler& scheduler() { return m_scheduler; }
    Transport& transport() { return *m_transport; }
    broker::Cluster& cluster() { return *m_cluster; }

private:
    /// Kinds of scheduler entries beside TCP's.
    enum class Due : std::uint8_t {
        Start = Transport::kKinds, ///< a = process
        Turn, ///< a = process: it looks at what was reported
        Wake, ///< a = process: the instant that its brain asked for
        Cluster, ///< the cluster's timers
        Action, ///< a = action, b = cause
        Undo, ///< a = action, b = its Action event
        Look, ///< conditions that depend on time passing
    };

    /// A client's process: one instance of a client entry. A recreated client is a new brain in the same process.
    /// What every poll touches comes first.
    struct alignas(64) Process {
        ClientId id;
        bool paused = false;
        std::unique_ptr<client::Brain> brain;
        std::vector<client::Report> inbox;
        Instant turnAt = kNever; ///< when it will look at its inbox
        Instant wakeAt = kNever; ///< when its brain wants to be polled
        EventId recreateCause; ///< valid: a new brain follows once this one has closed

        Instant wakeEntered = kNever; ///< the earliest wake entry in the queue
        int generation = 0;
        int index = 0; ///< instance, from 0
        std::size_t entry = 0;
        std::string name;
        std::string address; ///< of its machine
        std::vector<std::pair<std::string, std::string>> config; ///< as written, with what recreations changed
    };
    /// Where a client's brain lies, side by side with the others': to ask for it before it is needed.
    struct Place {
        const void* brain = nullptr;
        std::span<const client::Brain::HotPart> parts;
        client::Brain::HotBlock block;
    };

    // session.cpp
    bool playUntil(Instant limit, bool atOnce);
    void play(const Scheduler::Entry& entry);
    static bool beginsSomething(Due due)
    {
        return due == Due::Start || due == Due::Action || due == Due::Undo || due == Due::Look;
    }
    void settle();
    void carry(broker::Action& action);
    bool checkLimits();
    Result<void> checkSize() const;
    void stop(std::string_view text, trace::RuleId rule = trace::RuleId::RunLimit);
    void schedule(Instant at, Due due, std::uint32_t a = 0, std::uint32_t b = 0);
    EventId append(trace::EventKind kind, std::string_view text, EventId cause, trace::RuleId rule);
    void touchCluster() { m_clusterTouched = true; }
    void askConditions();
    void armLook();

    // Programs
    void report(ClientId client, client::Report&& report) override;
    void responded(ClientId client, ConnectionId connection, protocol::Response&& response, EventId cause) override;
    Process* listening(ClientId client);
    void turnSoon(Process& process);
    void accepted(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, EventId cause) override;
    void used(ConnectionId connection, Instant at) override;
    void received(ConnectionId connection, protocol::Request&& request, EventId cause) override;
    void disconnected(ConnectionId connection, bool reset, EventId cause) override;
    bool listens(BrokerId broker) const override { return m_cluster->isUp(broker); }
    bool isPaused(BrokerId broker) const override { return m_cluster->isPaused(broker); }

    // sessionclients.cpp
    Result<void> addProcesses();
    Result<protocol::ConfigSet> configOf(const Process& process, client::Profile& profile) const;
    void start(Process& process, EventId cause);
    void poll(Process& process);
    void pollSoon(Process& process);
    void prefetchProcess(std::uint32_t process) const;
    void prefetchSoon() const;
    std::vector<const void*> whereClientsLie() const;
    void armWake(Process& process);
    void carry(Process& process, client::Wish& wish);
    std::uint32_t numberOf(const Process& process) const
    {
        return static_cast<std::uint32_t>(&process - m_processes.data());
    }

    // sessionactions.cpp
    Result<void> checkAction(const scenario::Action& action) const;
    Result<void> checkActions() const;
    void enterActions();
    void perform(std::uint32_t number, EventId cause);
    void act(const scenario::Action& action, EventId cause);
    void actOnClients(const scenario::Action& action, EventId cause);
    void actOnBrokers(const scenario::Action& action, EventId cause);
    void actOnCluster(const scenario::Action& action, EventId cause);
    void actOnLinks(const scenario::Action& action, EventId cause);
    void undo(const scenario::Action& action, EventId cause);
    void resetConnections(const scenario::Action& action, EventId cause);
    void killBroker(BrokerId broker, EventId cause);
    void forgetPause(BrokerId broker);
    void recreate(Process& process, const scenario::Action& action, EventId cause);
    void complain(const Result<void>& result, EventId cause);
    // vainactions.cpp: why it changes nothing; "" if it does
    std::string whyVain(const scenario::Action& action);
    std::string whyVain(const scenario::Action& action, const Process& process) const;
    std::string whyVain(const scenario::Action& action, BrokerId broker) const;
    std::vector<Process*> clientsOf(const scenario::Action& action);
    std::vector<BrokerId> brokersOf(const scenario::Action& action) const;

    scenario::Scenario m_scenario; // only its list of actions grows
    const Options m_options;
    const Factories m_factories;
    const std::uint64_t m_seed;
    const Instant m_until;
    const std::uint64_t m_maxEvents;

    Rng m_rng;
    Rng m_lateness; // of wakes
    trace::Trace m_trace;
    Scheduler m_scheduler;
    std::unique_ptr<Transport> m_transport;
    ClientNames m_clientNames;
    Conditions m_conditions;
    std::unique_ptr<broker::Cluster> m_cluster;
    client::Commons m_commons;
    std::vector<Process> m_processes;
    std::vector<std::uint32_t> m_processOf; // by client id
    std::vector<Place> m_places; // by process; only hints
    std::vector<std::uint32_t> m_timesDone; // by action
    std::optional<Error> m_complaint; // why what was done last could not be done
    std::vector<std::pair<BrokerId, Instant>> m_pausedBrokers;

    Instant m_now {};
    EventId m_root;
    std::vector<client::Wish> m_wishes;
    std::vector<broker::Action> m_actions;
    bool m_clusterTouched = false;
    Instant m_clusterWakeAt = kNever;
    Instant m_clusterEntered = kNever;
    Instant m_lookEntered = kNever;
    std::uint64_t m_stepsAtInstant = 0;
    std::uint64_t m_nextLook = 0; // number of events at which limits are looked at again
    bool m_closing = false; // closeClients
    bool m_stopped = false;
    Statistics m_statistics;
};

} // namespace connscope::session
