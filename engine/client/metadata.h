// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/backoff.h"
#include "client/context.h"
#include "client/nodelist.h"
#include "protocol/messages.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// What a client knows of the cluster and when it wants to know it anew. The clock rules are those of
/// org.apache.kafka.clients.Metadata: an update is due when it was asked for or metadata.max.age.ms passed, but not
/// within the refresh backoff; a new topic overrides the backoff.

namespace connscope::client {

/// One topic as last answered.
struct KnownTopic {
    std::shared_ptr<const protocol::ClusterMetadata> owner;
    const protocol::TopicMetadata* data = nullptr;
};

class Metadata {
public:
    /// \a cause: the event that constructed the client.
    Metadata(Context& context, EventId cause);

    // -- what is known --

    NodeList& nodes() { return m_nodes; }
    const NodeList& nodes() const { return m_nodes; }
    /// True until the first answer replaced the bootstrap addresses (and again after a rebootstrap).
    bool isBootstrap() const { return m_isBootstrap; }
    int version() const { return m_version; }
    const Node* leader(std::string_view topic, std::int32_t partition) const;
    /// Grows whenever leader() may answer otherwise than before.
    std::uint64_t leadership() const { return m_leadership; }
    BrokerId controller() const { return m_controller; }
    /// The controller said that it is not (AdminMetadataManager#clearController): wait for the next answer.
    void forgetController() { m_controller = BrokerId {}; }
    /// The topic's partitions; null while unknown or in error.
    const protocol::TopicMetadata* topic(std::string_view topic) const;
    /// The event of the last answer.
    EventId lastUpdate() const { return m_lastUpdate; }

    // -- what is wanted --

    /// Adds a topic; a new one asks for an update that overrides the backoff.
    /// Source: ProducerMetadata#add, SubscriptionState (consumer).
    void addTopic(std::string_view topic, EventId cause);
    /// Consumer: replaces the topics; \a newOnes asks at once.
    void setTopics(const std::vector<std::string>& topics, EventId cause);
    bool hasTopic(std::string_view topic) const { return m_wanted.contains(std::string(topic)); }
    std::vector<std::string> wantedTopics() const;
    /// Somebody waits for \a topic: a whole update, unless it is asked for as a new one anyway
    /// (ProducerMetadata#requestUpdateForTopic).
    void requestUpdateForTopic(std::string_view topic, EventId cause, trace::RuleId rule);
    void requestUpdate(EventId cause, trace::RuleId rule, bool resetEquivalentBackoff = true);
    /// A leader learnt from an error (KIP-951): no round trip.
    bool updateLeader(const protocol::TopicPartition& partition, BrokerId leader, EventId cause);

    // -- the updater's clock --

    bool isUpdateRequested() const { return m_needFull || m_needPartial; }
    /// Zero when an update is due now.
    Duration timeToNextUpdate(Instant now);
    /// The event that says why the due update is wanted; writes MetadataRequested with rule MetadataMaxAge if it is age.
    EventId dueCause();
    /// For new topics alone, and without moving the refresh clock (Metadata#newMetadataRequestAndVersion, KIP-526): a
    /// producer's only (ConsumerMetadata has no #newMetadataRequestBuilderForNewTopics), and only while the last whole update
    /// is younger than metadata.max.age.ms.
    bool isPartial() const
    {
        return !m_needFull && m_needPartial && m_context.profile.partialUpdates
            && m_context.kind == trace::ClientKind::Producer
            && saturatingAdd(m_lastSuccess, m_context.settings.metadataMaxAge) > m_context.now;
    }
    int requestVersion() const { return m_requestVersion; }
    /// Topics to ask for now; expired producer topics have left.
    std::vector<std::string> topicsToRequest();
    void failedUpdate(Instant now);
    /// An admin client's request for metadata was given up; what was wanted is forgotten, and whoever still waits asks anew
    /// (AdminMetadataManager#updateFailed).
    void giveUpUpdate() { m_needFull = m_needPartial = false; }
    /// A broker refused this client's authentication: the next call that waits for the network throws it (Metadata#fatalError).
    void fatalError(EventId cause) { m_fatal = cause; }
    /// The event, once (Metadata#maybeThrowFatalException); none if there was no such thing.
    /// What the call that gets it throws.
    protocol::ErrorCode fatalCode(EventId why) const
    {
        return m_context.trace[why].rule == trace::RuleId::NoCommonVersion
            ? protocol::ErrorCode::UnsupportedVersion
            : protocol::ErrorCode::SaslAuthenticationFailed;
    }
    EventId takeFatal() { return std::exchange(m_fatal, EventId {}); }
    /// An answer. Returns the MetadataUpdated event.
    EventId update(const protocol::MetadataResponse& response, int requestVersion, bool partial, EventId cause);
    /// The very answer that was last taken over, and all was well in it.
    bool isSameAnswer(const protocol::MetadataResponse& response) const
    {
        return response.cluster == m_cluster && !m_clusterHasErrors;
    }
    /// Starts again from bootstrap.servers (KIP-899).
    void rebootstrap(EventId cause);
    /// Where what each poll looks at ends (Brain::hotParts).
    const void* coldPart() const { return &m_controller; }

private:
    void bootstrapNodes();
    bool take(const std::shared_ptr<const protocol::ClusterMetadata>& cluster, bool wasBootstrap, std::string& errors,
        bool& stale);
    Duration timeToAllowUpdate(Instant now);

    // What each poll looks at lies together.
    Context& m_context;
    Instant m_lastSuccess;
    Instant m_lastRefresh; // start - a long time: "0" in Java
    Duration m_drawnAttempts {}; // the backoffs drawn for the current counts
    Duration m_drawnEquivalent {};
    std::uint32_t m_attempts = 0;
    std::uint32_t m_drawnForAttempts = ~0U;
    std::uint32_t m_equivalent = 0;
    std::uint32_t m_drawnForEquivalent = ~0U;
    bool m_needFull = false;
    bool m_needPartial = false;
    bool m_isBootstrap = true;
    bool m_clusterHasErrors = false;
    int m_version = 1;
    std::uint64_t m_leadership = 1;
    EventId m_fatal;
    EventId m_lastUpdate;
    EventId m_requested;
    int m_requestVersion = 0;
    std::shared_ptr<const protocol::ClusterMetadata> m_cluster;
    NodeList m_nodes;

    BrokerId m_controller;
    std::string m_clusterId;
    std::map<std::string, Instant, std::less<>> m_wanted; // topic -> when it expires (kNever for consumers)
    std::map<std::string, bool, std::less<>> m_newTopics; // not yet answered
    std::map<std::string, KnownTopic, std::less<>> m_topics;
    std::map<std::pair<std::string, std::int32_t>, BrokerId> m_learntLeaders;
    Backoff m_backoff;
};

} // namespace connscope::client
