// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/metadata.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {

// Java's "0 ms since 1970": so long ago that no backoff or age reaches it.
constexpr Instant kLongAgo = Instant {Duration {std::numeric_limits<std::int64_t>::min() / 2}};

std::string join(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words) {
        if (!out.empty())
            out += ',';
        out += word;
    }
    return out;
}

/// Whether two answers say the same. Brokers of a simulation share one immutable answer as long as nothing changes; from a socket
/// each answer is an object of its own.
bool saysTheSame(const protocol::TopicMetadata& a, const protocol::TopicMetadata& b)
{
    return &a == &b
        || (a.error == b.error && a.topic == b.topic && a.internal == b.internal && a.topicId == b.topicId
            && std::equal(a.partitions.begin(), a.partitions.end(), b.partitions.begin(), b.partitions.end(),
                [](const protocol::PartitionMetadata& p, const protocol::PartitionMetadata& q) {
                    return p.error == q.error && p.partition == q.partition && p.leader == q.leader
                        && p.leaderEpoch == q.leaderEpoch && p.replicas == q.replicas;
                }));
}
bool saysTheSame(const protocol::ClusterMetadata& a, const protocol::ClusterMetadata& b)
{
    return a.clusterId == b.clusterId && a.controller == b.controller && a.brokers == b.brokers
        && std::equal(a.topics.begin(), a.topics.end(), b.topics.begin(), b.topics.end(),
            [](const protocol::TopicMetadata& t, const protocol::TopicMetadata& u) { return saysTheSame(t, u); });
}

} // namespace

Metadata::Metadata(Context& context, EventId cause)
    : m_context(context)
    , m_lastSuccess(kLongAgo)
    , m_lastRefresh(kLongAgo)
    , m_lastUpdate(cause)
    , m_requested(cause)
    , m_backoff(retryBackoff(context.profile, context.settings, context.rng, "metadata"))
{
    bootstrapNodes();
    const bool producer = context.kind == trace::ClientKind::Producer;
    const bool admin = context.kind == trace::ClientKind::Admin; // AdminMetadataManager: nothing was ever fetched
    switch (admin ? FirstMetadata::AtOnce : context.profile.firstMetadata) {
    case FirstMetadata::WhenAsked:
        // The bootstrap list counts as an answer: of now in a producer, of 1970 in a consumer and admin client.
        if (producer)
            m_lastRefresh = m_lastSuccess = context.now;
        break;
    case FirstMetadata::AfterRetryBackoff:
        m_needFull = true;
        m_lastRefresh = m_lastSuccess = context.now;
        break;
    case FirstMetadata::AtOnce:
        m_needFull = true;
        break;
    }
    if (m_needFull)
        m_requested = context.append(EventKind::MetadataRequested, cause, RuleId::MetadataAtStart);
}

void Metadata::bootstrapNodes()
{
    std::vector<Node> nodes;
    int index = 0;
    for (const Address& address : m_context.settings.bootstrapServers)
        nodes.push_back(Node {NodeId::bootstrap(index++), address.host, address.port, {}});
    m_nodes.assign(std::move(nodes));
    m_isBootstrap = true;
}

const Node* Metadata::leader(std::string_view topicName, std::int32_t partition) const
{
    const protocol::TopicMetadata* data = topic(topicName);
    if (!data)
        return nullptr;
    const auto index = static_cast<std::size_t>(partition);
    if (partition < 0 || index >= data->partitions.size())
        return nullptr;
    BrokerId leader = data->partitions[index].leader;
    if (!m_learntLeaders.empty()) {
        const auto it = m_learntLeaders.find({std::string(topicName), partition});
        if (it != m_learntLeaders.end())
            leader = it->second;
    }
    return leader.isValid() ? m_nodes.find(NodeId::broker(leader)) : nullptr;
}

const protocol::TopicMetadata* Metadata::topic(std::string_view name) const
{
    const auto it = m_topics.find(name);
    return it == m_topics.end() ? nullptr : it->second.data;
}

std::vector<std::string> Metadata::wantedTopics() const
{
    std::vector<std::string> topics;
    topics.reserve(m_wanted.size());
    for (const auto& [topic, expiry] : m_wanted)
        topics.push_back(topic);
    return topics;
}

void Metadata::addTopic(std::string_view topic, EventId cause)
{
    const bool expires = m_context.kind == trace::ClientKind::Producer && m_context.profile.topicExpiryInProducer;
    const Instant expiry = expires ? saturatingAdd(m_context.now, m_context.settings.metadataMaxIdle) : kNever;
    const auto it = m_wanted.find(topic);
    if (it != m_wanted.end()) {
        it->second = expiry;
        return;
    }
    m_wanted.emplace(std::string(topic), expiry);
    m_newTopics.emplace(std::string(topic), true);
    m_lastRefresh = kLongAgo;
    m_equivalent = 0;
    ++m_requestVersion;
    const bool already = isUpdateRequested();
    (m_context.profile.partialUpdates ? m_needPartial : m_needFull) = true;
    if (!already)
        m_requested = m_context.append(EventKind::MetadataRequested, cause, RuleId::MetadataNewTopic, topic);
}

void Metadata::setTopics(const std::vector<std::string>& topics, EventId cause)
{
    for (auto it = m_wanted.begin(); it != m_wanted.end();)
        it = std::find(topics.begin(), topics.end(), it->first) == topics.end() ? m_wanted.erase(it) : std::next(it);
    for (const std::string& topic : topics)
        addTopic(topic, cause);
}

void Metadata::requestUpdate(EventId cause, RuleId rule, bool resetEquivalentBackoff)
{
    if (resetEquivalentBackoff)
        m_equivalent = 0;
    // A lookup that failed waits for metadata, asked for already or not (AbstractCoordinator#ensureCoordinatorReady).
    if (const bool isNew = !isUpdateRequested(); isNew || rule == RuleId::MetadataCoordinatorFailed) {
        const EventId requested = m_context.append(EventKind::MetadataRequested, cause, rule);
        if (isNew)
            m_requested = requested;
    }
    m_needFull = true;
}

void Metadata::requestUpdateForTopic(std::string_view topic, EventId cause, RuleId rule)
{
    if (!m_context.profile.partialUpdates || !m_newTopics.contains(topic)) {
        requestUpdate(cause, rule, false);
        return;
    }
    // Metadata#requestUpdateForNewTopics
    if (!isUpdateRequested())
        m_requested = m_context.append(EventKind::MetadataRequested, cause, rule);
    m_lastRefresh = kLongAgo;
    m_equivalent = 0;
    m_needPartial = true;
    ++m_requestVersion;
}

bool Metadata::updateLeader(const protocol::TopicPartition& partition, BrokerId newLeader, EventId cause)
{
    if (!m_nodes.find(NodeId::broker(newLeader)))
        return false;
    const Node* known = leader(partition.topic, partition.partition);
    if (known && known->id == NodeId::broker(newLeader))
        return false;
    m_learntLeaders[{partition.topic, partition.partition}] = newLeader;
    ++m_leadership;
    trace::Event e = m_context.event(EventKind::MetadataUpdated, cause, RuleId::LeadershipChanged);
    e.value = m_version;
    e.size = static_cast<std::uint32_t>(m_nodes.size());
    e.broker = newLeader;
    e.text = m_context.trace.intern("leader of " + protocol::toString(partition));
    m_lastUpdate = m_context.append(e);
    return true;
}

Duration Metadata::timeToAllowUpdate(Instant now)
{
    // AdminMetadataManager#delayBeforeNextAttemptMs knows no growth.
    if (!m_context.profile.retryBackoffGrows || m_context.kind == trace::ClientKind::Admin)
        return std::max(m_lastRefresh + m_context.settings.retryBackoff - now, Duration::zero());
    // Java draws the jitter anew at each question; the pause is drawn once per count here, so that asking more often
    // does not shorten it.
    if (m_drawnForAttempts != m_attempts) {
        m_drawnAttempts = m_backoff.after(m_attempts);
        m_drawnForAttempts = m_attempts;
    }
    if (m_lastSuccess + m_context.settings.metadataMaxAge <= now)
        m_equivalent = 0;
    if (m_drawnForEquivalent != m_equivalent) {
        m_drawnEquivalent = m_equivalent == 0 ? Duration::zero() : m_backoff.after(m_equivalent);
        m_drawnForEquivalent = m_equivalent;
    }
    return std::max(m_lastRefresh + std::max(m_drawnAttempts, m_drawnEquivalent) - now, Duration::zero());
}

Duration Metadata::timeToNextUpdate(Instant now)
{
    const Duration toExpire = isUpdateRequested()
        ? Duration::zero()
        : std::max(m_lastSuccess + m_context.settings.metadataMaxAge - now, Duration::zero());
    return std::max(toExpire, timeToAllowUpdate(now));
}

EventId Metadata::dueCause()
{
    if (!isUpdateRequested()) {
        // Not asked for: it is age, or (2.1 consumers) a bootstrap list that counts as old.
        m_requested = m_context.append(EventKind::MetadataRequested, m_lastUpdate,
            m_isBootstrap ? RuleId::MetadataAtStart : RuleId::MetadataMaxAge);
        m_needFull = true;
    }
    return m_requested;
}

std::vector<std::string> Metadata::topicsToRequest()
{
    std::vector<std::string> topics;
    if (isPartial()) {
        for (const auto& [topic, unused] : m_newTopics)
            topics.push_back(topic);
        return topics;
    }
    return wantedTopics();
}

void Metadata::failedUpdate(Instant now)
{
    m_lastRefresh = now;
    ++m_attempts;
    m_equivalent = 0;
}

// Takes over what an answer says; true if it says something new.
bool Metadata::take(const std::shared_ptr<const protocol::ClusterMetadata>& cluster, bool wasBootstrap,
    std::string& errors, bool& stale)
{
    bool changed = false;
    if (wasBootstrap || !m_cluster || cluster->brokers != m_cluster->brokers) {
        m_nodes.assign(m_context.commons ? m_context.commons->nodesOf(cluster) : Commons().nodesOf(cluster));
        changed = true;
    } else {
        m_nodes.reshuffle();
    }
    for (const protocol::TopicMetadata& topic : cluster->topics) {
        if (!m_wanted.contains(topic.topic))
            continue;
        m_newTopics.erase(topic.topic); // answered, with an error too: from now on it is part of full updates
        if (topic.error != protocol::ErrorCode::None) {
            m_topics.erase(topic.topic);
            errors
                += (errors.empty() ? "" : ", ") + topic.topic + "=" + std::string(protocol::errorName(topic.error));
            stale = true;
            continue;
        }
        KnownTopic& known = m_topics[topic.topic];
        changed = changed || !known.data || !saysTheSame(*known.data, topic);
        known = KnownTopic {cluster, &topic};
        for (const protocol::PartitionMetadata& partition : topic.partitions)
            stale = stale || partition.error != protocol::ErrorCode::None;
    }
    return changed;
}

EventId Metadata::update(const protocol::MetadataResponse& response, int requestVersion, bool partial, EventId cause)
{
    // An answer that says what the last one said is that one (Metadata#equivalentResponseCount, KIP-580).
    const auto cluster = m_cluster && response.cluster != m_cluster && saysTheSame(*response.cluster, *m_cluster)
        ? m_cluster
        : response.cluster;
    const bool wasBootstrap = m_isBootstrap;
    const bool current = !m_context.profile.metadataRequestVersion || requestVersion == m_requestVersion;

    m_needPartial = m_needPartial && !current;
    if (!partial)
        m_needFull = !current && !m_context.profile.partialUpdates;
    m_lastRefresh = m_context.now;
    if (!partial)
        m_lastSuccess = m_context.now;
    m_attempts = 0;
    ++m_version;

    // Then there is nothing to compare.
    const bool same = !wasBootstrap && cluster == m_cluster && !m_clusterHasErrors && m_newTopics.empty();
    bool changed = wasBootstrap;
    std::string errors;
    bool staleTopic = false;
    if (same) {
        m_nodes.reshuffle();
    } else {
        changed = take(cluster, wasBootstrap, errors, staleTopic) || changed;
        m_clusterHasErrors = staleTopic;
    }
    m_isBootstrap = false;
    m_controller = cluster->controller;
    if (!same || !m_learntLeaders.empty())
        ++m_leadership;
    m_learntLeaders.clear();
    m_cluster = cluster;
    m_equivalent = changed ? 0 : m_equivalent + 1;

    // A producer's topic that nobody sent to for metadata.max.idle.ms leaves with the answer.
    for (auto it = m_wanted.begin(); it != m_wanted.end();) {
        if (it->second <= m_context.now) {
            m_topics.erase(it->first);
            m_newTopics.erase(it->first);
            it = m_wanted.erase(it);
            ++m_leadership;
        } else {
            ++it;
        }
    }

    trace::Event e = m_context.event(
        EventKind::MetadataUpdated, cause, wasBootstrap ? RuleId::NodesReplaced : RuleId::ResponseArrived);
    e.value = m_version;
    e.size = static_cast<std::uint32_t>(cluster->brokers.size());
    std::vector<std::string> names;
    for (const protocol::TopicMetadata& topic : cluster->topics) {
        if (names.size() == 8) {
            names.emplace_back("…");
            break;
        }
        names.push_back(topic.topic);
    }
    e.text = m_context.trace.intern(names.empty() ? std::string("brokers") : join(names));
    m_lastUpdate = m_context.append(e);

    if (!errors.empty())
        m_context.append(EventKind::MetadataFailed, m_lastUpdate, RuleId::MetadataUnknownTopic, errors);
    if (staleTopic)
        requestUpdate(m_lastUpdate, errors.empty() ? RuleId::MetadataNoLeader : RuleId::MetadataUnknownTopic, false);
    else if (!current)
        m_requested = m_context.append(EventKind::MetadataRequested, m_lastUpdate, RuleId::MetadataNewTopic);
    return m_lastUpdate;
}

void Metadata::rebootstrap(EventId cause)
{
    bootstrapNodes();
    m_needFull = true;
    ++m_version;
    ++m_leadership;
    m_lastUpdate
        = m_context.append(EventKind::MetadataUpdated, cause, RuleId::Rebootstrap, "bootstrap.servers", m_version);
}

} // namespace connscope::client
