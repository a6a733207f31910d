// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/realsession.h"

#include "real/batchmaker.h"
#include "real/outsidecluster.h"
#include "real/outsidescenario.h"
#include "real/systemerror.h"
#include "real/systemresolver.h"
#include "scenario/clientconfig.h"
#include "wire/convert/versions.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace connscope::real {

namespace {

/// In a simulation a scenario says how long things take. Here the machine does.
void giveTimeBack(scenario::Scenario& scenario)
{
    scenario.network.turn = Duration::zero();
    scenario.cluster.replicationDelay = Duration::zero();
    for (broker::BrokerSpec& broker : scenario.cluster.brokers)
        broker.serviceTime = Duration::zero();
    scenario.cluster.carried = wire::convert::carriedVersions();
}

/// What a Java client's constructor would throw: no such file, a wrong password, a mechanism that is not spoken.
Result<void> checkSecurity(const scenario::Scenario& scenario, std::string_view profileName)
{
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        if (!profile)
            continue; // the session says so
        const auto config = scenario::buildConfig(entry, *profile);
        if (!config)
            continue; // this, too
        const auto security = readClientSecurity(*config, scenario.epochMs / 1000);
        if (security)
            continue;
        Error error;
        error.message = "client " + entry.name + ": " + security.error().message;
        error.file = scenario.file;
        error.line = entry.line;
        return fail(std::move(error));
    }
    return {};
}

} // namespace

Result<std::unique_ptr<RealSession>> RealSession::make(const scenario::Scenario& scenario, const RealOptions& options)
{
    std::unique_ptr<RealSession> session(new RealSession(scenario, options));
    if (auto prepared = session->prepare(); !prepared)
        return fail(prepared.error());
    return session;
}

RealSession::RealSession(const scenario::Scenario& scenario, const RealOptions& options)
    : m_scenario(scenario)
    , m_options(options)
    , m_reactor(m_clock)
{
    m_options.session.vantage = trace::Vantage::Observed;
    if (m_options.keep.isLimited())
        m_options.session.maxEvents
            = std::numeric_limits<std::uint64_t>::max(); // the session knows how far numbers go
    m_scenario.epochMs = m_clock.epochMs();
    giveTimeBack(m_scenario);
    if (!m_options.bootstrapServers.empty())
        sendTo(m_scenario, m_options.bootstrapServers);
    const Duration until = std::max(m_options.session.until.value_or(m_scenario.until), Duration::zero());
    m_until = saturatingAdd(kStart, until);
    if (!m_options.bootstrapServers.empty())
        m_options.session.until = saturatingAdd(m_until, kFarewell).time_since_epoch();
}

RealSession::~RealSession()
{
    m_onGrown = nullptr;
    m_onFinished = nullptr;
    m_over = true;
}

Result<void> RealSession::prepare()
{
    if (auto opened = m_reactor.open(); !opened)
        return opened;
    m_reactor.setTurn([this] { turn(); });
    const bool own = m_options.bootstrapServers.empty();
    if (keepsFromWriting()) {
        if (auto kept = keepFromWriting(m_scenario, m_options.session.profile, m_options.groupsAsWritten); !kept)
            return kept;
    }
    for (broker::BrokerSpec& broker : m_scenario.cluster.brokers) {
        if (broker.port != 0)
            continue;
        const auto at = Endpoint::parse(m_options.listenAddress, 0);
        if (!at)
            return fail(at.error());
        auto taken = ListeningSocket::takePort(*at); // and held, or the next one asked for might be the same
        if (!taken)
            return fail("no port is free on " + taken.error().message);
        broker.port = Endpoint::localOf(taken->get()).port;
        m_ports[broker.id] = std::move(*taken);
    }
    if (auto secure = checkSecurity(m_scenario, m_options.session.profile); !secure)
        return secure;
    if (!own)
        m_resolver = std::make_unique<SystemResolver>();

    session::Factories factories;
    factories.client = client::makeClient;
    factories.cluster = [this, own](broker::ClusterSpec spec, trace::Trace& trace, Rng rng, Instant now,
                            EventId cause) -> std::unique_ptr<broker::Cluster> {
        if (!own)
            return std::make_unique<OutsideCluster>(trace);
        auto cluster = broker::makeCluster(std::move(spec), trace, rng, now, cause);
        broker::Hooks hooks;
        hooks.makeBatch = batchMaker(m_scenario.epochMs);
        hooks.findRecord = recordFinder();
        hooks.doneWithoutAnswer = [this](ConnectionId connection) { m_transport->doneWithoutAnswer(connection); };
        cluster->setHooks(std::move(hooks));
        return cluster;
    };
    factories.transport = [this, own](const session::TransportEnvironment& environment) {
        SocketSetup setup;
        setup.reactor = &m_reactor;
        setup.clock = &m_clock;
        setup.wake = [this] {
            if (!m_reactor.isLooking()) // else a turn follows, for all that were ready
                turn();
        };
        setup.ownBrokers = own;
        setup.createsNoTopics = keepsFromWriting();
        setup.exactPorts = m_options.exactPorts;
        setup.listenAddress = m_options.listenAddress;
        setup.resolver = m_resolver.get();
        setup.ports = std::move(m_ports);
        setup.frames = m_options.frames;
        auto transport = std::make_unique<SocketTransport>(environment, std::move(setup));
        m_transport = transport.get();
        return transport;
    };
    auto session = session::makeSession(m_scenario, m_options.session, factories);
    if (!session)
        return fail(session.error());
    m_session = std::move(*session);
    m_transport->setCluster(own ? &m_session->cluster() : nullptr);
    return m_transport->listen();
}

void RealSession::start()
{
    m_started = true;
    m_clock.restart();
    turn();
}

void RealSession::turn()
{
    if (!m_started || m_over)
        return;
    if (m_playing) {
        m_again = true;
        return;
    }
    m_playing = true;
    bool goesOn = true;
    int passes = 0;
    do {
        m_again = false;
        const Instant now = std::min(m_clock.now(), limit());
        m_transport->enterHappenings(now);
        m_session->playDue(now);
        goesOn = !m_session->statistics().stoppedEarly && now < limit();
        if (m_farewellUntil != kNever)
            goesOn = goesOn && !m_session->clientsAreGone();
        else if (!goesOn)
            goesOn = beginFarewell(now);
    } while (m_again && goesOn && ++passes < kMostPasses);
    m_playing = false;
    // What a person did wrote its events before this turn.
    if (std::exchange(m_toldSize, m_session->trace().size()) != m_session->trace().size() && m_onGrown)
        m_onGrown();
    if (m_over)
        return;
    if (!goesOn) {
        finish();
        return;
    }
    // Whoever sends one request behind the other has had its share: the other sockets are looked at first.
    m_reactor.setAlarm(m_again ? m_session->now() : std::min(m_session->nextDue(), limit()));
}

Result<void> RealSession::act(scenario::Action action)
{
    if (m_over || !m_started || m_farewellUntil != kNever)
        return fail("the session is over");
    if (keepsFromWriting())
        keepFromWriting(action, m_options.groupsAsWritten);
    const Instant now = std::min(m_clock.now(), m_until);
    m_playing = true; // what sockets report meanwhile waits for the turn
    m_session->playDue(now);
    auto done = m_session->act(std::move(action));
    m_playing = false;
    turn();
    return done;
}

bool RealSession::beginFarewell(Instant now)
{
    if (m_options.bootstrapServers.empty() || m_session->statistics().stoppedEarly || m_session->clientsAreGone())
        return false;
    m_farewellUntil = saturatingAdd(now, kFarewell);
    m_session->closeClients();
    m_again = true; // their polls are due now
    return true;
}

void RealSession::stop(std::string_view why)
{
    if (m_over || m_farewellUntil != kNever)
        return;
    m_why = why;
    if (m_started) {
        m_playing = true;
        const Instant now = std::min(m_clock.now(), m_until);
        m_session->playDue(now);
        m_playing = false;
        if (beginFarewell(now)) {
            turn();
            return;
        }
    }
    finish();
}

void RealSession::finish()
{
    if (m_started && !m_why.empty())
        m_session->end(m_why);
    m_over = true;
    m_transport->sample(m_session->now());
    m_transport->closeAll();
    if (m_onFinished)
        m_onFinished();
}

std::vector<std::pair<BrokerId, Endpoint>> RealSession::listeners() const
{
    std::vector<std::pair<BrokerId, Endpoint>> out;
    if (m_options.bootstrapServers.empty()) {
        for (const auto& broker : m_scenario.cluster.brokers)
            out.emplace_back(broker.id, m_transport->listeningAt(broker.id));
    }
    return out;
}

} // namespace connscope::real
