// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brain.h"

/// \file
/// Somebody else's cluster, seen from a session: its brokers answer over the network and take no orders. What a scenario
/// wants to do to them is refused, and the refusal is an event.

namespace connscope::real {

class OutsideCluster final : public broker::Cluster {
public:
    explicit OutsideCluster(trace::Trace& trace)
        : m_trace(trace)
    {
    }

    void setHooks(broker::Hooks) override { }
    void accept(BrokerId, ConnectionId, ClientId, std::string_view, std::optional<Duration>, Instant, EventId,
        std::vector<broker::Action>&) override
    {
    }
    void nameClient(ClientId, std::string_view) override { }
    void identify(ConnectionId, ClientId, std::string_view) override { }
    void receive(ConnectionId, protocol::Request&&, Instant, EventId, std::vector<broker::Action>&) override { }
    void disconnected(ConnectionId, bool, Instant, EventId, std::vector<broker::Action>&) override { }
    Instant advance(Instant, std::vector<broker::Action>&) override { return kNever; }

    void killBroker(BrokerId, Instant now, EventId cause, std::vector<broker::Action>&) override
    {
        refuse(now, cause);
    }
    void stopBroker(BrokerId, Instant now, EventId cause, std::vector<broker::Action>&) override
    {
        refuse(now, cause);
    }
    void startBroker(BrokerId, Instant now, EventId cause, std::vector<broker::Action>&) override
    {
        refuse(now, cause);
    }
    void pauseBroker(BrokerId, Instant now, EventId cause) override { refuse(now, cause); }
    void resumeBroker(BrokerId, Instant now, EventId cause, std::vector<broker::Action>&) override
    {
        refuse(now, cause);
    }
    void slowBroker(BrokerId, Duration, Instant now, EventId cause) override { refuse(now, cause); }
    Result<void> moveLeader(
        const protocol::TopicPartition&, BrokerId, Instant, EventId, std::vector<broker::Action>&) override
    {
        return no();
    }
    Result<void> moveGroupCoordinator(
        std::string_view, BrokerId, Instant, EventId, std::vector<broker::Action>&) override
    {
        return no();
    }
    Result<void> moveTransactionCoordinator(
        std::string_view, BrokerId, Instant, EventId, std::vector<broker::Action>&) override
    {
        return no();
    }
    Result<void> createTopic(std::string_view, std::int32_t, std::int32_t, Instant, EventId) override { return no(); }
    Result<void> appendRecords(
        const protocol::TopicPartition&, std::int64_t, Instant, EventId, std::vector<broker::Action>&) override
    {
        return no();
    }
    Result<void> setConfig(BrokerId, std::string_view, std::string_view, Instant, EventId) override { return no(); }

    bool isUp(BrokerId) const override { return true; }
    bool isPaused(BrokerId) const override { return false; }
    BrokerId listenerAt(std::string_view, std::uint16_t) const override { return {}; }
    BrokerId leaderOf(const protocol::TopicPartition&) const override { return {}; }
    BrokerId groupCoordinator(std::string_view) const override { return {}; }
    BrokerId transactionCoordinator(std::string_view) const override { return {}; }
    protocol::BrokerEndpoint endpointOf(BrokerId) const override { return {}; }
    protocol::Uuid topicId(std::string_view) const override { return {}; }
    const std::vector<protocol::ApiVersionRange>& offeredVersions() const override { return m_versions; }
    const broker::ClusterSpec& spec() const override { return m_spec; }

private:
    static Result<void> no();
    void refuse(Instant now, EventId cause);

    trace::Trace& m_trace;
    broker::ClusterSpec m_spec;
    std::vector<protocol::ApiVersionRange> m_versions;
};

} // namespace connscope::real
