// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/liveplans.h"

#include "client/script.h"
#include "protocol/configkeys.h"
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

/// The one place where what a properties file says is handed over: as the client's own settings, which no picture, title or
/// file shows. Keys that are none of this client's are left out, as Kafka's own clients do with a warning.
void handOver(const ClientProperties& properties, scenario::ClientEntry& client)
{
    const auto owner = client.kind == trace::ClientKind::Producer ? protocol::ConfigOwner::Producer
                                                                  : protocol::ConfigOwner::Consumer;
    for (const auto& entry : properties.entries) {
        if (protocol::findConfigKey(owner, entry.first) == nullptr)
            continue;
        std::erase_if(client.config, [&entry](const auto& known) { return known.first == entry.first; });
        client.config.push_back(entry);
    }
}

void set(scenario::ClientEntry& client, const char* key, std::string value)
{
    std::erase_if(client.config, [key](const auto& known) { return known.first == key; });
    client.config.emplace_back(key, std::move(value));
}

} // namespace

LivePlan scenarioPlan(const view::Document& document)
{
    LivePlan plan;
    plan.scenario = *document.scenario();
    plan.profile = document.source().profile;
    plan.seed = document.source().seed;
    return plan;
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
    return plan;
}

} // namespace connscope::app
