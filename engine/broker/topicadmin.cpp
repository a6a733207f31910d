// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/topicadmin.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

namespace connscope::broker {

using trace::RuleId;

namespace {

/// A setting that a topic has of its own; nothing where it has none. \a wrong says what is no number, or too small a one, as
/// ConfigDef#parseType does.
std::optional<std::int64_t> numberOf(
    const std::vector<protocol::ConfigEntry>& configs, std::string_view key, std::int32_t least, std::string& wrong)
{
    for (const protocol::ConfigEntry& entry : configs) {
        if (entry.name != key)
            continue;
        std::int32_t number = 0;
        const auto [end, error]
            = std::from_chars(entry.value.data(), entry.value.data() + entry.value.size(), number);
        const bool isNumber = error == std::errc {} && end == entry.value.data() + entry.value.size();
        if (isNumber && number >= least)
            return number;
        wrong = "Invalid value " + entry.value + " for configuration " + entry.name + ": "
            + (isNumber ? "Value must be at least " + std::to_string(least)
                        : std::string("Not a number of type INT"));
    }
    return std::nullopt;
}

} // namespace

bool TopicAdmin::isAsked(BrokerIndex broker) const
{
    return broker == m_world.controller || m_world.spec.version >= protocol::kV4_0;
}

std::string TopicAdmin::wrongAssignment(const std::vector<std::vector<BrokerId>>& assignments) const
{
    for (const std::vector<BrokerId>& replicas : assignments) {
        if (replicas.empty() || replicas.size() != assignments.front().size())
            return "Each partition must have the same number of replicas, and one at least.";
        for (auto it = replicas.begin(); it != replicas.end(); ++it) {
            if (m_world.indexOf(*it) == kNoBroker)
                return "There is no broker " + std::to_string(it->value) + '.';
            if (std::find(replicas.begin(), it, *it) != it)
                return "A partition has a replica twice on broker " + std::to_string(it->value) + '.';
        }
    }
    return {};
}

void TopicAdmin::create(const protocol::NewTopic& topic, const BrokerConfig& config, bool validateOnly, EventId cause,
    protocol::CreatedTopic& created)
{
    const auto refuse = [&](Error error, std::string message) {
        created.error = error;
        created.message = std::move(message);
    };
    if (!isLegalTopicName(topic.name))
        return refuse(Error::InvalidTopic, "Topic name is invalid.");
    if (m_parts.topics.find(topic.name) != kNone)
        return refuse(Error::TopicAlreadyExists, "Topic '" + topic.name + "' already exists.");
    std::string wrong;
    const auto maxMessageBytes = numberOf(topic.configs, "max.message.bytes", 0, wrong);
    const auto minInSyncReplicas = numberOf(topic.configs, "min.insync.replicas", 1, wrong);
    if (!wrong.empty())
        return refuse(Error::InvalidConfig, std::move(wrong));
    std::uint32_t index = kNone;
    if (!topic.assignments.empty()) {
        if (wrong = wrongAssignment(topic.assignments); !wrong.empty())
            return refuse(Error::InvalidReplicaAssignment, std::move(wrong));
        created.partitions = static_cast<std::int32_t>(topic.assignments.size());
        created.replication = static_cast<std::int16_t>(topic.assignments.front().size());
        if (!validateOnly)
            index = m_parts.topics.create(topic.name, topic.assignments, cause);
    } else {
        if (topic.partitions != -1 && topic.partitions <= 0)
            return refuse(Error::InvalidPartitions, "Number of partitions was set to an invalid non-positive value.");
        if (topic.replication != -1 && topic.replication <= 0)
            return refuse(Error::InvalidReplicationFactor, "Replication factor must be larger than 0.");
        const std::int32_t replication = topic.replication == -1 ? config.replication : topic.replication;
        if (wrong = m_parts.topics.whyNoReplicas(replication); !wrong.empty())
            return refuse(Error::InvalidReplicationFactor, std::move(wrong));
        created.partitions = topic.partitions == -1 ? config.partitions : topic.partitions;
        created.replication = static_cast<std::int16_t>(replication);
        if (!validateOnly)
            index = m_parts.topics.create(topic.name, created.partitions, replication, cause);
    }
    if (index == kNone)
        return;
    Topic& made = m_parts.topics.topic(index);
    made.configs = topic.configs;
    made.maxMessageBytes = maxMessageBytes;
    made.minInSyncReplicas = minInSyncReplicas;
    created.topicId = made.id;
}

std::int64_t TopicAdmin::partitionsOf(const protocol::CreateTopicsRequest& request, const BrokerConfig& config)
{
    std::int64_t count = 0;
    for (const protocol::NewTopic& topic : request.topics) {
        if (!topic.assignments.empty())
            count += static_cast<std::int64_t>(topic.assignments.size());
        else if (topic.partitions == -1)
            count += config.partitions;
        else
            count += std::max(0, topic.partitions);
    }
    return count;
}

void TopicAdmin::createTopics(RequestRef ref, const protocol::CreateTopicsRequest& request)
{
    const Work& work = *m_parts.sockets.work(ref);
    const BrokerIndex broker = m_parts.sockets.connection(ref.slot).broker;
    protocol::CreateTopicsResponse response;
    response.topics.reserve(request.topics.size());
    std::unordered_map<std::string_view, int> times;
    for (const protocol::NewTopic& topic : request.topics)
        ++times[topic.name];
    const std::string tooMany = m_parts.topics.whyNoMore(partitionsOf(request, m_world.brokers[broker].config));
    for (const protocol::NewTopic& topic : request.topics) {
        protocol::CreatedTopic& created = response.topics.emplace_back();
        created.name = topic.name;
        if (!isAsked(broker)) {
            created.error = Error::NotController;
        } else if (!tooMany.empty()) {
            created.error = Error::InvalidPartitions;
            created.message = tooMany;
        } else if (times[topic.name] > 1) {
            created.error = Error::InvalidRequest;
            created.message = "Found multiple entries for topic '" + topic.name + "'.";
        } else {
            create(topic, m_world.brokers[broker].config, request.validateOnly, work.received, created);
        }
        if (response.error == Error::None)
            response.error = created.error;
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void TopicAdmin::remove(std::uint32_t topic, EventId cause, protocol::DeletedTopic& deleted)
{
    deleted.name = m_parts.topics.topic(topic).name;
    deleted.topicId = m_parts.topics.topic(topic).id;
    std::vector<PartitionRef> gone;
    for (std::uint32_t p = 0; p < m_parts.topics.topic(topic).partitions.size(); ++p)
        gone.push_back({topic, p});
    m_parts.topics.remove(topic, cause);
    m_parts.records.partitionsRemoved(gone, cause);
    m_parts.groups.topicRemoved(topic);
}

void TopicAdmin::deleteTopics(RequestRef ref, const protocol::DeleteTopicsRequest& request)
{
    const Work& work = *m_parts.sockets.work(ref);
    const BrokerIndex broker = m_parts.sockets.connection(ref.slot).broker;
    const Error refusal = !isAsked(broker)             ? Error::NotController
        : !m_world.brokers[broker].config.deleteTopics ? Error::TopicDeletionDisabled
                                                       : Error::None;
    protocol::DeleteTopicsResponse response;
    for (const std::string& name : request.topics) {
        protocol::DeletedTopic& deleted = response.topics.emplace_back();
        deleted.name = name;
        deleted.error = refusal;
        if (refusal != Error::None)
            continue;
        if (const std::uint32_t topic = m_parts.topics.find(name); topic != kNone)
            remove(topic, work.received, deleted);
        else
            deleted.error = Error::UnknownTopicOrPartition;
    }
    for (const protocol::Uuid& id : request.topicIds) {
        protocol::DeletedTopic& deleted = response.topics.emplace_back();
        deleted.topicId = id;
        deleted.error = refusal;
        if (refusal != Error::None)
            continue;
        if (const std::uint32_t topic = m_parts.topics.findId(id); topic != kNone)
            remove(topic, work.received, deleted);
        else
            deleted.error = Error::UnknownTopicId;
    }
    const Error error = protocol::firstError(protocol::ResponseBody(response));
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

} // namespace connscope::broker
