// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "real/clock.h"
#include "real/endpoint.h"
#include "real/outsidescenario.h"
#include "real/reactor.h"
#include "real/sockettransport.h"
#include "scenario/model.h"
#include "session/options.h"
#include "session/session.h"
#include "trace/keeping.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// \file
/// A scenario played over real sockets, in real time: the same programs, brains and actions as in a simulation, a clock
/// that runs by itself, and the loopback cluster or somebody else's brokers at the other end.
///
/// It lives in the thread that made it and needs that thread's event loop. Nothing in it waits: a turn plays what is due and
/// what sockets have reported, and sets an alarm for what comes next.

namespace connscope::real {

struct RealOptions {
    session::Options session;
    /// "HOST:PORT,…": an existing cluster in the place of our own brokers; every client's bootstrap.servers becomes this.
    std::string bootstrapServers;
    /// Clients may change what is there. Without it a session with a producer or an admin client does not start, and
    /// consumers neither commit offsets nor have topics created (outsidescenario.h).
    bool mayWrite = false;
    /// Groups of somebody else's cluster that are joined under just this name, since a person gave it; see keepFromWriting().
    std::vector<NamedGroup> groupsAsWritten;
    /// Brokers listen exactly where the scenario says, or the start fails (the loopback cluster for outside clients).
    bool exactPorts = false;
    /// Where our brokers listen. Anything but a loopback address lets others on the network in.
    std::string listenAddress = "127.0.0.1";
    /// Keeps the last frames for whoever wants to look at them, also while it runs; nullptr: nobody does.
    std::shared_ptr<wire::FrameKeeper> frames;
    /// Whoever follows the trace copies it and keeps so much (trace::KeptTrace): with a limit the session does not end at
    /// max-events, and may be told to releaseOld().
    trace::Keep keep;
};

class RealSession : public QObject {
public:
    /// A broker with port 0 gets any that is free. Checks the scenario and opens the brokers' ports. Errors: the scenario's; a port that is taken.
    static Result<std::unique_ptr<RealSession>> make(const scenario::Scenario& scenario, const RealOptions& options);
    ~RealSession() override;

    /// Begins to play; instant 0 is now.
    void start();
    /// Ends it: sockets are closed, nothing more is written into the trace. \a why goes into a last event, if given.
    /// Clients of somebody else's cluster close first, as when its time is up: a group there would else wait for members that
    /// are gone, for session.timeout.ms. It is over when the last of them has, after kFarewell at the latest.
    void stop(std::string_view why = {});
    static constexpr Duration kFarewell = ms(2000);
    bool isOver() const { return m_over; }

    /// Called after each turn that wrote events. The trace may be read then, and only then.
    void setOnGrown(std::function<void()> f) { m_onGrown = std::move(f); }
    /// Called once when it is over: its time is up, a limit was reached, or it was stopped.
    void setOnFinished(std::function<void()> f) { m_onFinished = std::move(f); }

    const trace::Trace& trace() const { return m_session->trace(); }
    trace::Trace takeTrace() { return m_session->takeTrace(); }
    /// What the trace has so far was copied: the session needs the last of it only, and gives the rest of its memory back.
    /// Not while it plays (setOnGrown's function may).
    void releaseOld() { m_session->releaseOld(); }
    const session::Statistics& statistics() const { return m_session->statistics(); }
    Instant now() const { return m_clock.now(); }
    /// What a person does, now. Errors: the scenario has no such broker or client.
    Result<void> act(scenario::Action action);
    /// Where each of our brokers listens, by id.
    std::vector<std::pair<BrokerId, Endpoint>> listeners() const;
    /// PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL: what clients of a broker of ours need as security.protocol.
    std::string securityProtocol(BrokerId broker) const { return m_transport->securityProtocol(broker); }
    /// A file with the certificate of brokers with TLS that were given none, for clients to trust as long as the session lives; ""
    /// where there are none.
    std::string throwAwayCertificateFile() const
    {
        const ThrowAwayCertificate* made = m_transport->throwAwayCertificate();
        return made != nullptr ? made->file() : std::string();
    }
    const broker::Cluster& cluster() const { return m_session->cluster(); }
    /// Broken ways, until they are mended.
    const std::vector<session::Fault>& faults() const { return m_transport->faults(); }

private:
    RealSession(const scenario::Scenario& scenario, const RealOptions& options);
    /// How often in one turn what came of it is played at once.
    static constexpr int kMostPasses = 16;

    bool keepsFromWriting() const { return !m_options.bootstrapServers.empty() && !m_options.mayWrite; }
    Result<void> prepare();
    void turn();
    /// An outside cluster's clients begin to close; false if nobody has to.
    bool beginFarewell(Instant now);
    /// Up to when something happens.
    Instant limit() const { return m_farewellUntil != kNever ? m_farewellUntil : m_until; }
    void finish();

    scenario::Scenario m_scenario;
    RealOptions m_options;
    Clock m_clock;
    Reactor m_reactor;
    std::unique_ptr<client::Resolver> m_resolver;
    std::unique_ptr<session::Session> m_session;
    SocketTransport* m_transport = nullptr;
    std::map<BrokerId, Fd> m_ports; ///< of brokers that get any, until they listen
    Instant m_until = kNever;
    Instant m_farewellUntil = kNever; ///< while clients close
    std::string m_why; ///< what the last event says
    std::function<void()> m_onGrown;
    std::function<void()> m_onFinished;
    std::size_t m_toldSize = 0; ///< events when m_onGrown was last called
    bool m_playing = false;
    bool m_again = false;
    bool m_started = false;
    bool m_over = false;
};

} // namespace connscope::real
