// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brain.h"

#include <QtGlobal>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Drives a cluster by hand in virtual time: connections without a network, requests that arrive when they are sent.

namespace connscope::broker::test {

struct Closed {
    Instant at {};
    trace::RuleId rule = trace::RuleId::None;
    EventId cause;
};
struct Answered {
    Instant at {};
    EventId cause;
    protocol::Response response;
};

class Driver {
public:
    explicit Driver(ClusterSpec spec, std::uint64_t seed = 1)
    {
        trace::Event e;
        e.kind = trace::EventKind::Action;
        root = trace.append(e);
        cluster = makeCluster(std::move(spec), trace, Rng(seed), now, root);
        next = cluster->advance(now, m_out);
    }

    ClientId client(const std::string& clientId)
    {
        const ClientId id = trace.newClient();
        trace::Event e;
        e.at = now;
        e.kind = trace::EventKind::ClientCreated;
        e.client = id;
        e.text = trace.intern(clientId);
        trace.append(e);
        return id;
    }
    ConnectionId open(int broker, const std::string& ip = "10.0.0.1", std::optional<Duration> idle = {},
        ClientId clientId = ClientId {0})
    {
        const ConnectionId id = trace.newConnection();
        cluster->accept(BrokerId {broker}, id, clientId, ip, idle, now, root, m_out);
        settle();
        return id;
    }
    /// Returns the correlation id.
    std::int32_t send(ConnectionId connection, ApiKey api, std::int16_t version, protocol::RequestBody body,
        bool expectResponse = true)
    {
        protocol::Request request;
        request.api = api;
        request.version = version;
        request.correlationId = m_correlation++;
        request.expectResponse = expectResponse;
        request.size = 100;
        request.body = std::move(body);
        const std::int32_t correlation = request.correlationId;
        cluster->receive(connection, std::move(request), now, root, m_out);
        settle();
        return correlation;
    }
    void used(ConnectionId connection, Instant at)
    {
        cluster->used(connection, at, now, m_out);
        settle();
    }
    void fin(ConnectionId connection, bool reset = false)
    {
        cluster->disconnected(connection, reset, now, root, m_out);
        settle();
    }
    /// Calls \a f(cluster, actions) as an action of a scenario.
    template <typename F>
    auto act(F&& f)
    {
        auto result = f(*cluster, m_out);
        settle();
        return result;
    }
    template <typename F>
    void call(F&& f)
    {
        f(*cluster, m_out);
        settle();
    }

    void runUntil(Instant t)
    {
        while (next <= t) {
            now = next;
            settle();
        }
        now = t;
    }
    void pass(Duration d) { runUntil(now + d); }

    /// The answer to a request, if it has come and is of this kind.
    template <typename T>
    const T* answer(std::int32_t correlation) const
    {
        const auto it = answers.find(correlation);
        return it == answers.end() ? nullptr : std::get_if<T>(&it->second.response.body);
    }
    std::optional<Closed> closed(ConnectionId connection) const
    {
        const auto it = closes.find(connection.value);
        return it == closes.end() ? std::nullopt : std::optional(it->second);
    }
    std::vector<trace::Event> events(trace::EventKind kind) const
    {
        std::vector<trace::Event> found;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind == kind)
                found.push_back(trace[i]);
        }
        return found;
    }

    trace::Trace trace;
    std::unique_ptr<Cluster> cluster;
    EventId root;
    Instant now {};
    Instant next = kNever;
    std::map<std::int32_t, Answered> answers; // by correlation id, unique over all connections here
    std::map<std::uint32_t, Closed> closes;
    std::vector<ConnectionId> closeOrder;
    std::size_t wakes = 0;

private:
    void settle()
    {
        next = cluster->advance(now, m_out);
        ++wakes;
        for (Action& action : m_out) {
            if (auto* respond = std::get_if<RespondAction>(&action)) {
                answers[respond->response.correlationId] = {now, respond->cause, std::move(respond->response)};
            } else {
                const auto& close = std::get<CloseAction>(action);
                closes[close.connection.value] = {now, close.rule, close.cause};
                closeOrder.push_back(close.connection);
            }
        }
        m_out.clear();
    }

    std::vector<Action> m_out;
    std::int32_t m_correlation = 0;
};

/// Brokers 0, 1, … on localhost:9092, 9093, …; topic t4 with one partition a broker, partition p led by broker p.
/// Every request takes a millisecond.
inline ClusterSpec clusterOf(int brokers, const std::vector<std::pair<std::string, std::string>>& config = {})
{
    ClusterSpec spec;
    TopicSpec topic;
    topic.name = "t4";
    for (int i = 0; i < brokers; ++i) {
        BrokerSpec broker;
        broker.id = BrokerId {i};
        broker.port = static_cast<std::uint16_t>(9092 + i);
        broker.serviceTime = ms(1);
        for (const auto& [key, value] : config) {
            const Result<void> set = broker.config.set(key, value);
            if (!set)
                qFatal("%s", set.error().message.c_str());
        }
        spec.brokers.push_back(std::move(broker));
        topic.partitions.push_back({BrokerId {i}, {BrokerId {i}}, 0});
    }
    spec.topics.push_back(std::move(topic));
    return spec;
}

} // namespace connscope::broker::test
