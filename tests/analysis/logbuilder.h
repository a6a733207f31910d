// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/clientlog.h"
#include "analysis/sampletrace.h"
#include "protocol/apiversions.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Traces as the client brain writes them, and the log that is made of them, line by line.

namespace connscope::test {

using analysis::ClientLogOptions;
using analysis::TextSink;
using protocol::KafkaVersion;
using trace::ClientKind;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

inline constexpr std::int64_t kCourseMorning = 1558951254000; // 2019-05-27 10:00:54 UTC

/// A trace as the client brain writes it: versions in RequestSent, a profile in ConfigChanged.
class LogBuilder : public TraceBuilder {
public:
    LogBuilder() { trace.header().epochMs = kCourseMorning; }

    ClientId start(std::string_view name, ClientKind kind, std::string_view profile,
        std::initializer_list<std::string_view> settings = {})
    {
        version = profile == "course" ? protocol::kV2_3 : KafkaVersion {profile[5] - '0', profile[7] - '0'};
        const ClientId c = client(name, kind);
        set(c, "profile = " + std::string(profile));
        for (const std::string_view setting : settings)
            set(c, setting);
        return c;
    }
    void set(ClientId c, std::string_view setting)
    {
        Event e = of(c, EventKind::ConfigChanged, RuleId::ConfigValue);
        e.text = trace.intern(setting);
        add(e);
    }
    Event of(ClientId c, EventKind kind, RuleId rule) const
    {
        Event e;
        e.kind = kind;
        e.client = c;
        e.rule = rule;
        return e;
    }
    EventId chosen(ClientId c, NodeId node, std::int64_t inFlight, EventId cause = {})
    {
        Event e = of(c, EventKind::NodeChosen, RuleId::LeastLoadedNode);
        e.node = node;
        e.value = inFlight;
        e.cause = cause;
        return add(e);
    }
    EventId queue(ClientId c, NodeId node, ApiKey api, std::int32_t correlation, std::string_view text,
        RuleId rule = RuleId::None)
    {
        Event e = of(c, EventKind::RequestQueued, rule);
        e.node = node;
        e.api = api;
        e.correlation = correlation;
        e.text = trace.intern(text);
        return add(e);
    }
    EventId send(ConnectionId c, ApiKey api, std::int32_t correlation, std::string_view text = {},
        int apiVersion = -1, RuleId rule = RuleId::None)
    {
        Event e = onConnection(c, EventKind::RequestSent, rule);
        e.api = api;
        e.correlation = correlation;
        e.text = trace.intern(text);
        e.value = apiVersion >= 0 ? apiVersion : protocol::clientApiVersions(version, api)->max;
        e.size = 200;
        return add(e);
    }
    EventId receive(ConnectionId c, ApiKey api, std::int32_t correlation, std::string_view error = {})
    {
        Event e = onConnection(c, EventKind::ResponseReceived, RuleId::ResponseArrived);
        e.api = api;
        e.correlation = correlation;
        e.text = trace.intern(error);
        return add(e);
    }
    Event onConnection(ConnectionId c, EventKind kind, RuleId rule) const
    {
        const Event& open = trace[opening(c)];
        Event e = of(open.client, kind, rule);
        e.connection = c;
        e.node = open.node;
        return e;
    }
    void knows(ClientId c, EventKind kind, NodeId node, std::string_view text, std::int64_t value = 0,
        EventId cause = {}, RuleId rule = RuleId::ResponseArrived)
    {
        Event e = of(c, kind, rule);
        e.node = node;
        e.broker = node.brokerId();
        e.text = trace.intern(text);
        e.value = value;
        e.cause = cause;
        add(e);
    }

    KafkaVersion version;
};

/// The log's lines; \a part leaves out those without it.
inline std::vector<std::string> lines(
    const trace::Trace& trace, std::string_view part = {}, const ClientLogOptions& options = {})
{
    const std::string all = text([&](TextSink& sink) { writeClientLog(trace, sink, options); });
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = all.find('\n', begin);
        std::string line = all.substr(begin, end - begin);
        if (line.find(part) != std::string::npos)
            out.push_back(std::move(line));
        begin = end + 1;
    }
    return out;
}

/// The one line with \a part, without its time; what there is instead if it is not one.
inline std::string line(const trace::Trace& trace, std::string_view part, const ClientLogOptions& options = {})
{
    const auto found = lines(trace, part, options);
    if (found.size() != 1)
        return std::to_string(found.size()) + " lines";
    return found[0][0] == '[' ? found[0].substr(26) : found[0];
}

/// A consumer of three brokers and a topic of three partitions, until it asks for the ends of the partitions.
inline LogBuilder consumerStart(std::string_view profile, std::string_view name)
{
    LogBuilder b;
    const ClientId c
        = b.start(name, ClientKind::Consumer, profile, {"bootstrap.servers = localhost:9092", "group.id = test"});
    const NodeId first = NodeId::bootstrap(0), coordinator = NodeId::coordinator(BrokerId {2});
    b.at(142'000);
    b.chosen(c, first, 0);
    b.queue(c, first, ApiKey::FindCoordinator, 0, "group:test", RuleId::LeastLoadedNode);
    const ConnectionId bootstrap
        = b.connect(c, first, "localhost/127.0.0.1:9092", RuleId::FindCoordinatorNeedsNode, b.last());
    b.at(170'000);
    b.connected(bootstrap, {});
    b.send(bootstrap, ApiKey::ApiVersions, 1);
    b.at(180'000);
    b.receive(bootstrap, ApiKey::ApiVersions, 1);
    b.ready(bootstrap, {});
    b.at(188'000);
    b.chosen(c, first, 0);
    b.send(bootstrap, ApiKey::Metadata, 2, "t4");
    const EventId find = b.send(bootstrap, ApiKey::FindCoordinator, 0, "group:test");
    b.at(203'000);
    const EventId metadata = b.receive(bootstrap, ApiKey::Metadata, 2);
    b.knows(c, EventKind::MetadataUpdated, {}, "t4", 2, metadata, RuleId::NodesReplaced);
    Event answer = b.onConnection(bootstrap, EventKind::ResponseReceived, RuleId::ResponseArrived);
    answer.api = ApiKey::FindCoordinator;
    answer.correlation = 0;
    answer.cause = find;
    const EventId found = b.add(answer);
    b.at(204'000);
    b.knows(c, EventKind::CoordinatorFound, coordinator, "group test", 0, found);
    const ConnectionId group
        = b.connect(c, coordinator, "localhost/127.0.0.1:9094", RuleId::CoordinatorDiscovered, b.last());
    b.queue(c, coordinator, ApiKey::JoinGroup, 3, "test", RuleId::JoinGroup);
    b.at(210'000);
    b.connected(group, {});
    b.send(group, ApiKey::ApiVersions, 4);
    b.receive(group, ApiKey::ApiVersions, 4);
    b.ready(group, {});
    b.send(group, ApiKey::JoinGroup, 3, "test");
    b.at(220'000);
    b.receive(group, ApiKey::JoinGroup, 3);
    b.send(group, ApiKey::SyncGroup, 5, "leader");
    b.receive(group, ApiKey::SyncGroup, 5);
    b.knows(c, EventKind::GroupJoined, coordinator, "m-1", 1);
    b.knows(c, EventKind::PartitionsAssigned, coordinator, "t4-1, t4-0, t4-2");
    b.send(group, ApiKey::OffsetFetch, 6, "t4-1,t4-0,t4-2");
    b.receive(group, ApiKey::OffsetFetch, 6);
    b.at(237'000);
    const int order[] {2, 0, 1};
    const char* const remotes[] {"localhost/127.0.0.1:9092", "localhost/127.0.0.1:9093", "localhost/127.0.0.1:9094"};
    std::vector<ConnectionId> data;
    for (const int id : order) {
        const NodeId node = NodeId::broker(BrokerId {id});
        b.queue(c, node, ApiKey::ListOffsets, 7 + static_cast<int>(data.size()), "t4-" + std::to_string(id));
        data.push_back(b.connect(c, node, remotes[id], RuleId::OffsetsToList, b.last()));
    }
    b.at(239'000);
    for (const ConnectionId d : data)
        b.connected(d, {});
    b.send(data[0], ApiKey::ApiVersions, 10);
    return b;
}

} // namespace connscope::test
