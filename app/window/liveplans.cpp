// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/liveplans.h"

#include "client/script.h"
#include "protocol/configkeys.h"
#include "real/outsidescenario.h"
#include "scenario/reader.h"

#include <algorithm>

namespace connscope::app {

namespace {

constexpr const char* kEverLonger = "366d"; // until somebody stops it

/// A scenario with one client, whose cluster is of no meaning where it is somebody else's.
Result<scenario::Scenario> plain(const std::string& title, int brokers, const char* kind)
{
    return scenario::readScenario("connscope: 1\ntitle: " + title + "\nuntil: " + kEverLonger
            + "\nprofile: java-4.0\ncluster:\n  brokers: " + std::to_string(brokers)
            + "\nclients:\n  - {kind: " + kind + "}\n",
        "");
}

/// The one place where what a properties file says is handed over: as what comes beside a scenario and is never a part of it,
/// so that no picture, title or file shows it. Keys that are none of this client's are left out, as Kafka's own clients do
/// with a warning.
void handOver(const ClientProperties& properties, scenario::ClientEntry& client)
{
    const auto owner = client.kind == trace::ClientKind::Producer ? protocol::ConfigOwner::Producer
                                                                  : protocol::ConfigOwner::Consumer;
    for (const auto& entry : properties.entries) {
        if (protocol::findConfigKey(owner, entry.first) != nullptr)
            client.commandConfig.push_back(entry);
    }
}

/// What was chosen in the window goes before what a file says.
void set(scenario::ClientEntry& client, const char* key, const std::string& value)
{
    for (auto* config : {&client.config, &client.commandConfig})
        std::erase_if(*config, [key](const auto& known) { return known.first == key; });
    client.config.emplace_back(key, value);
}

} // namespace

LivePlan scenarioPlan(const view::Document& document)
{
    LivePlan plan;
    plan.scenario = *document.scenario();
    plan.profile = document.source().profile;
    plan.seed = document.source().seed;
    // Where it names several clusters, its own brokers are played.
    if (auto cluster = real::outsideClusterOf(plan.scenario, plan.profile))
        plan.bootstrapServers = std::move(*cluster);
    return plan;
}

scenario::Scenario playedScenario(const view::Document& document)
{
    if (document.source().world != view::World::Outside)
        return *document.scenario();
    const LivePlan plan = scenarioPlan(document);
    return real::asPlayedThere(
        plan.scenario, plan.bootstrapServers, plan.profile, plan.mayWrite, plan.groupsAsWritten, document.trace());
}

bool listenAsWritten(const scenario::Scenario& scenario, const std::vector<LiveBroker>& brokers)
{
    return std::all_of(brokers.begin(), brokers.end(), [&scenario](const LiveBroker& broker) {
        const auto& specs = scenario.cluster.brokers;
        const auto spec
            = std::find_if(specs.begin(), specs.end(), [&broker](const auto& own) { return own.id == broker.id; });
        return spec == specs.end() || spec->port == 0
            || broker.address.section(u':', -1) == QString::number(spec->port);
    });
}

Result<LivePlan> clusterPlan(int brokers, std::uint16_t port)
{
    auto scenario = plain("loopback cluster", brokers, "producer"); // a scenario has a client; nobody starts it
    if (!scenario)
        return fail(scenario.error());
    scenario->clients.clear();
    scenario->cluster.topics.clear();
    for (broker::BrokerSpec& broker : scenario->cluster.brokers) {
        broker.host = "127.0.0.1";
        broker.port = port;
        broker.advertisedHost.clear();
        broker.advertisedPort = 0;
        if (port != 0)
            ++port;
    }
    LivePlan plan;
    plan.scenario = std::move(*scenario);
    plan.exactPorts = true;
    return plan;
}

Result<LivePlan> outsidePlan(const OutsideRequest& request)
{
    if (request.bootstrapServers.empty())
        return fail("bootstrap.servers is empty; expected HOST:PORT, …");
    if (request.topic.empty())
        return fail("the topic is empty");
    if (request.isProducer && !request.mayWrite)
        return fail("a producer writes records: tick that it may write");
    if (!request.isProducer && request.group.empty())
        return fail("the group is empty");
    auto scenario = plain("a client of another cluster", 1, request.isProducer ? "producer" : "consumer");
    if (!scenario)
        return fail(scenario.error());
    scenario->cluster.topics.clear();
    scenario::ClientEntry& client = scenario->clients.front();
    client.name = request.isProducer ? "producer" : "consumer";
    handOver(request.properties, client);
    set(client, "client.id", std::string("connscope-") + client.name);
    client.script.clear();
    client::Step step;
    if (request.isProducer) {
        step.kind = client::Step::Kind::Send;
        step.topic = request.topic;
        step.rounds = client::kForever;
        step.every = std::chrono::seconds(1);
    } else {
        set(client, "group.id", request.group);
        set(client, "allow.auto.create.topics", "false");
        if (!request.mayWrite)
            set(client, "enable.auto.commit", "false");
        step.kind = client::Step::Kind::Subscribe;
        step.topics = {request.topic};
        client.script.push_back(step);
        step = {};
        step.kind = client::Step::Kind::Poll;
        step.duration = client::kNoLimit;
    }
    client.script.push_back(std::move(step));
    LivePlan plan;
    plan.scenario = std::move(*scenario);
    plan.bootstrapServers = request.bootstrapServers;
    plan.mayWrite = request.mayWrite;
    plan.groupsAsWritten = {{"*", request.group}};
    return plan;
}

} // namespace connscope::app
