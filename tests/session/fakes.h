// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sim/simulation.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Brains that do little and do it plainly, so that a test of the session shows the session.
///
/// The client connects to every address of bootstrap.servers in its first poll and sends a request on each connection
/// every 100 ms, one at a time; what fails is tried again a second later, what is closed by the other end is closed. A
/// Close step closes everything. The cluster answers after a broker's service time, closes a millisecond after it saw a
/// FIN, and does what it is told.

namespace connscope::test {

class FakeClient final : public client::Brain {
public:
    FakeClient(client::ClientSpec spec, const client::Environment& environment, Instant now, EventId cause);

    Instant poll(Instant now, std::vector<client::Report>& reports, std::vector<client::Wish>& wishes) override;
    void append(std::vector<client::Step> steps) override;
    void replaceScript(std::vector<client::Step> steps, EventId cause) override;
    bool isClosed() const override { return m_closed; }

    static constexpr Duration kEvery {ms(100)};
    static constexpr Duration kRetry {ms(1'000)};

private:
    struct Peer {
        std::string host;
        std::uint16_t port = 0;
        NodeId node;
        ConnectionId connection;
        bool ready = false;
        bool waiting = false;
        Instant due {}; // the next request, or the next attempt
        EventId cause;
    };
    EventId append(Instant now, trace::EventKind kind, const Peer& peer, EventId cause, trace::RuleId rule,
        std::string_view text = {});
    void connect(Instant now, Peer& peer, std::vector<client::Wish>& wishes);
    void read(Instant now, client::Report& report, std::vector<client::Wish>& wishes);

    client::ClientSpec m_spec;
    client::Environment m_environment;
    EventId m_created;
    std::vector<Peer> m_peers;
    std::int32_t m_correlation = 0;
    EventId m_closeCause;
    bool m_closing = false;
    bool m_closed = false;
};

class FakeCluster final : public broker::Cluster {
public:
    FakeCluster(broker::ClusterSpec spec, trace::Trace& trace, Instant now, EventId cause);

    void accept(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    void setHooks(broker::Hooks) override { }
    void nameClient(ClientId, std::string_view) override { }
    void identify(ConnectionId, ClientId, std::string_view) override { }
    void receive(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause,
        std::vector<broker::Action>& out) override;
    void disconnected(
        ConnectionId connection, bool reset, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    Instant advance(Instant now, std::vector<broker::Action>& out) override;
    void killBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    void stopBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    void startBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    void pauseBroker(BrokerId broker, Instant now, EventId cause) override;
    void resumeBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    void slowBroker(BrokerId broker, Duration extra, Instant now, EventId cause) override;
    Result<void> moveLeader(const protocol::TopicPartition& partition, BrokerId to, Instant now, EventId cause,
        std::vector<broker::Action>& out) override;
    Result<void> moveGroupCoordinator(
        std::string_view group, BrokerId to, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    Result<void> moveTransactionCoordinator(
        std::string_view id, BrokerId to, Instant now, EventId cause, std::vector<broker::Action>& out) override;
    Result<void> createTopic(std::string_view topic, std::int32_t partitions, std::int32_t replication, Instant now,
        EventId cause) override;
    Result<void> appendRecords(const protocol::TopicPartition& partition, std::int64_t records, Instant now,
        EventId cause, std::vector<broker::Action>& out) override;
    Result<void> setConfig(
        BrokerId broker, std::string_view key, std::string_view value, Instant now, EventId cause) override;
    bool isUp(BrokerId broker) const override { return m_brokers.at(broker).up; }
    bool isPaused(BrokerId broker) const override { return m_brokers.at(broker).paused; }
    BrokerId listenerAt(std::string_view host, std::uint16_t port) const override;
    BrokerId leaderOf(const protocol::TopicPartition&) const override { return {}; }
    BrokerId groupCoordinator(std::string_view) const override { return {}; }
    BrokerId transactionCoordinator(std::string_view) const override { return {}; }
    protocol::BrokerEndpoint endpointOf(BrokerId) const override { return {}; }
    protocol::Uuid topicId(std::string_view) const override { return {}; }
    const std::vector<protocol::ApiVersionRange>& offeredVersions() const override { return m_versions; }
    const broker::ClusterSpec& spec() const override { return m_spec; }

private:
    struct Broker {
        bool up = true;
        bool paused = false;
        Duration extra {};
    };
    struct Work { // an answer or a close that is due
        Instant at {};
        BrokerId broker;
        ConnectionId connection;
        EventId cause;
        bool close = false;
        trace::RuleId rule = trace::RuleId::None;
        protocol::Request request;
    };
    EventId append(Instant now, trace::EventKind kind, BrokerId broker, ConnectionId connection, EventId cause,
        std::string_view text = {});

    broker::ClusterSpec m_spec;
    std::vector<protocol::ApiVersionRange> m_versions;
    trace::Trace& m_trace;
    std::map<BrokerId, Broker> m_brokers;
    std::map<ConnectionId, BrokerId> m_connections;
    std::deque<Work> m_work;
};

session::Factories fakeFactories();

} // namespace connscope::test
