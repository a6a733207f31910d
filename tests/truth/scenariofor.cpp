// SPDX-License-Identifier: GPL-3.0-or-later
#include "truth/scenariofor.h"

#include "analysis/tracestory.h"
#include "truth/logtext.h"

#include <algorithm>
#include <cassert>

namespace connscope::truth {

namespace {

broker::ClusterSpec clusterFor(const RecordingHeader& header)
{
    broker::ClusterSpec cluster;
    // The lowest row, so that nothing is offered that the recording does not show; what it shows is set below.
    cluster.version = protocol::kV2_1;
    for (const auto& [api, range] : header.offered)
        cluster.apiVersions[api] = {static_cast<std::int16_t>(range.first), static_cast<std::int16_t>(range.second)};
    if (!header.scripted) {
        // "Sending JOIN_GROUP … correlation id 3" is the only one here, although version 5 is offered.
        auto& join = cluster.apiVersions[ApiKey::JoinGroup];
        join.second = std::min<std::int16_t>(join.second, 3);
    }
    for (const BrokerAddress& address : header.brokers) {
        broker::BrokerSpec spec;
        spec.id = BrokerId {address.id};
        spec.host = address.host;
        spec.port = address.port;
        if (header.apiDelay > Duration::zero())
            spec.extraServiceTime[ApiKey::ApiVersions] = header.apiDelay;
        spec.config = protocol::ConfigSet {protocol::ConfigOwner::Broker, cluster.version};
        const auto set = [&](std::string_view key, std::int64_t value) {
            [[maybe_unused]] const auto done = spec.config.set(key, std::to_string(value));
            assert(done);
        };
        set("connections.max.idle.ms", header.brokerIdle > Duration::zero() ? toMs(header.brokerIdle) : -1);
        set("group.initial.rebalance.delay.ms", header.scripted ? 0 : 3000);
        set("num.partitions", header.partitions);
        cluster.brokers.push_back(std::move(spec));
    }
    broker::TopicSpec topic;
    topic.name = "t4";
    for (int p = 0; p < header.partitions; ++p) {
        const BrokerId leader {header.brokers[static_cast<std::size_t>(p) % header.brokers.size()].id};
        topic.partitions.push_back({leader, {leader}, 0});
    }
    cluster.topics.push_back(std::move(topic));
    cluster.groupCoordinators["test"] = BrokerId {header.coordinator};
    return cluster;
}

client::Step wait(Duration duration)
{
    client::Step step;
    step.kind = client::Step::Kind::Wait;
    step.duration = duration;
    return step;
}

client::Step mark(std::string_view text)
{
    client::Step step;
    step.kind = client::Step::Kind::Mark;
    step.text = text;
    return step;
}

client::Step close()
{
    client::Step step;
    step.kind = client::Step::Kind::Close;
    step.timeout = client::kNoLimit;
    return step;
}

std::vector<client::Step> producerScript(const RecordingHeader& header)
{
    client::Step send;
    send.kind = client::Step::Kind::Send;
    send.topic = header.topic;
    send.size = 10;
    std::vector<client::Step> script {wait(header.wait), mark(kMarkSend)};
    if (header.scripted) { // send().get() for each
        send.roundRobin = true;
        send.sync = true;
        send.rounds = header.sends;
        script.push_back(send);
    } else { // one to each partition, then flush()
        script.push_back(send);
        client::Step flush;
        flush.kind = client::Step::Kind::Flush;
        script.push_back(flush);
    }
    script.insert(script.end(), {wait(header.wait), mark(kMarkClose), close()});
    return script;
}

std::vector<client::Step> consumerScript(const RecordingHeader& header)
{
    client::Step subscribe;
    subscribe.kind = client::Step::Kind::Subscribe;
    subscribe.topics = {header.topic};
    client::Step poll;
    poll.kind = client::Step::Kind::Poll;
    poll.timeout = ms(200);
    poll.duration = header.wait;
    std::vector<client::Step> script {wait(1s), subscribe};
    if (header.scripted)
        script.push_back(wait(500ms));
    script.insert(script.end(), {mark(kMarkFirstPoll), poll, mark(kMarkClose), close()});
    return script;
}

} // namespace

scenario::Scenario scenarioFor(const Recording& recording)
{
    const RecordingHeader& header = recording.header;
    scenario::Scenario scenario;
    scenario.title.en = header.name;
    scenario.profileName = header.profile;
    scenario.cluster = clusterFor(header);
    scenario.until = (recording.story.end - kStart) + 3s;
    // These clients log every step at TRACE and load classes as they go: by their own timestamps an answer on loopback is
    // noticed up to some milliseconds late, and what arrives within half a millisecond is seen together.
    scenario.network.turn = std::chrono::microseconds(500);
    scenario.network.link.jitter = ms(3);

    scenario::ClientEntry client;
    client.name = "client";
    client.kind = header.consumer ? trace::ClientKind::Consumer : trace::ClientKind::Producer;
    client.profileName = header.profile;
    std::string bootstrap;
    for (const std::string& address : header.bootstrap)
        bootstrap += (bootstrap.empty() ? "" : ",") + address;
    client.config.emplace_back("bootstrap.servers", bootstrap);
    if (header.consumer)
        client.config.emplace_back("group.id", "test");
    for (const auto& [key, value] : header.config) {
        if (key != "group.id")
            client.config.emplace_back(key, value);
    }
    if (header.profile == "java-3.9" || header.profile == "java-4.0")
        client.config.emplace_back("enable.metrics.push", "false");
    client.script = header.consumer ? consumerScript(header) : producerScript(header);
    scenario.clients.push_back(std::move(client));
    return scenario;
}

} // namespace connscope::truth
