// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/apis.h"
#include "broker/brain.h"
#include "broker/coordinators.h"
#include "broker/groupcoordinator.h"
#include "broker/metadatacache.h"
#include "broker/producerids.h"
#include "broker/records.h"
#include "broker/socketserver.h"
#include "broker/topics.h"
#include "broker/transactions.h"
#include "broker/world.h"

#include <map>
#include <string>
#include <utility>

/// \file
/// The brain itself: puts the parts together, passes in what the network reports and what people do, and runs the timers.

namespace connscope::broker {

class ClusterBrain final : public Cluster, private ConnectionListener {
public:
    ClusterBrain(ClusterSpec spec, trace::Trace& trace, Rng rng, Instant now, EventId cause);

    void setHooks(Hooks hooks) override { m_world.hooks = std::move(hooks); }
    void accept(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, Instant now, EventId cause, std::vector<Action>& out) override;
    void nameClient(ClientId client, std::string_view clientId) override;
    void identify(ConnectionId connection, ClientId client, std::string_view clientId) override;
    void receive(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause,
        std::vector<Action>& out) override;
    void used(ConnectionId connection, Instant at, Instant now, std::vector<Action>& out) override;
    void disconnected(
        ConnectionId connection, bool reset, Instant now, EventId cause, std::vector<Action>& out) override;
    Instant advance(Instant now, std::vector<Action>& out) override;
    Expected expected() const override { return m_expected; }

    void killBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) override;
    void stopBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) override;
    void startBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) override;
    void pauseBroker(BrokerId broker, Instant now, EventId cause) override;
    void resumeBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) override;
    void slowBroker(BrokerId broker, Duration extra, Instant now, EventId cause) override;
    Result<void> moveLeader(const protocol::TopicPartition& tp, BrokerId to, Instant now, EventId cause,
        std::vector<Action>& out) override;
    Result<void> moveGroupCoordinator(
        std::string_view group, BrokerId to, Instant now, EventId cause, std::vector<Action>& out) override;
    Result<void> moveTransactionCoordinator(
        std::string_view transactionalId, BrokerId to, Instant now, EventId cause, std::vector<Action>& out) override;
    Result<void> createTopic(std::string_view topic, std::int32_t partitions, std::int32_t replication, Instant now,
        EventId cause) override;
    Result<void> appendRecords(const protocol::TopicPartition& tp, std::int64_t records, Instant now, EventId cause,
        std::vector<Action>& out) override;
    Result<void> setConfig(
        BrokerId broker, std::string_view key, std::string_view value, Instant now, EventId cause) override;

    bool isUp(BrokerId broker) const override;
    bool isPaused(BrokerId broker) const override;
    Duration slowedBy(BrokerId broker) const override;
    bool hasGroup(std::string_view group) const override { return m_groups.knows(group); }
    BrokerId listenerAt(std::string_view host, std::uint16_t port) const override;
    BrokerId leaderOf(const protocol::TopicPartition& partition) const override;
    BrokerId groupCoordinator(std::string_view group) const override;
    BrokerId transactionCoordinator(std::string_view transactionalId) const override;
    protocol::BrokerEndpoint endpointOf(BrokerId broker) const override;
    protocol::Uuid topicId(std::string_view topic) const override;
    const std::vector<protocol::ApiVersionRange>& offeredVersions() const override { return m_apis.offered(); }
    const ClusterSpec& spec() const override { return m_world.spec; }

private:
    void connectionGone(std::uint32_t slot, Connection& connection) override;

    void enter(Instant now, std::vector<Action>& out)
    {
        m_world.now = now;
        m_world.out = &out;
    }
    void dispatch(const Timer& timer);
    void prefetchLongPolls();
    BrokerIndex brokerOf(const Timer& timer) const;
    /// The process begins: its configuration, its empty network threads, its events. Returns the BrokerUp event.
    EventId boot(BrokerIndex index, EventId cause, trace::RuleId rule);
    /// The controller strikes a broker off: leaders and coordinators move.
    void strikeOff(BrokerIndex broker, EventId cause);
    void enlist(BrokerIndex broker, EventId cause);
    void electPreferred(BrokerIndex broker, EventId cause);
    /// Timers that came due while it was paused run now.
    void releaseStalled(BrokerIndex broker);
    EventId brokerEvent(trace::EventKind kind, BrokerIndex broker, EventId cause, trace::RuleId rule,
        std::string_view text = {}, std::int64_t value = 0);
    EventId configEvent(BrokerIndex broker, EventId cause, std::string_view text);
    Result<BrokerIndex> runningBroker(BrokerId id) const;
    Result<PartitionRef> partitionOf(const protocol::TopicPartition& tp) const;

    World m_world;
    SocketServer m_sockets;
    Topics m_topics;
    ProducerIds m_producers;
    Coordinators m_groupSeats;
    Coordinators m_transactionSeats;
    MetadataCache m_metadata;
    Records m_records;
    GroupCoordinator m_groups;
    TransactionCoordinator m_transactions;
    Apis m_apis;
    std::map<std::uint16_t, std::map<std::string, BrokerIndex, std::less<>>> m_listeners; // by port and host
    Expected m_expected;
    std::vector<Action> m_nothing; // where a call without actions would put them
};

} // namespace connscope::broker
