// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/configs.h"

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::broker {

using protocol::ConfigResourceType;
using protocol::ConfigSource;
using protocol::ConfigType;
using protocol::ConfigValueType;
using protocol::DescribedConfig;
using protocol::DescribedResource;
using protocol::ErrorCode;

namespace {

/// A key of a topic (TopicConfig, LogConfig), the broker key that it follows, and its default where there is none.
struct TopicKey {
    std::string_view name;
    std::string_view brokerKey;
    std::string_view fallback;
    ConfigValueType type;
};
constexpr std::array kTopicKeys {
    TopicKey {"cleanup.policy", "log.cleanup.policy", "delete", ConfigValueType::List},
    TopicKey {"compression.type", "compression.type", "producer", ConfigValueType::String},
    TopicKey {"delete.retention.ms", "log.cleaner.delete.retention.ms", "86400000", ConfigValueType::Long},
    TopicKey {"file.delete.delay.ms", "log.segment.delete.delay.ms", "60000", ConfigValueType::Long},
    TopicKey {"flush.messages", "log.flush.interval.messages", "9223372036854775807", ConfigValueType::Long},
    TopicKey {"flush.ms", "", "9223372036854775807", ConfigValueType::Long},
    TopicKey {"max.message.bytes", "message.max.bytes", "1048588", ConfigValueType::Int},
    TopicKey {"message.timestamp.type", "log.message.timestamp.type", "CreateTime", ConfigValueType::String},
    TopicKey {"min.insync.replicas", "min.insync.replicas", "1", ConfigValueType::Int},
    TopicKey {"retention.bytes", "log.retention.bytes", "-1", ConfigValueType::Long},
    TopicKey {"retention.ms", "", "604800000", ConfigValueType::Long},
    TopicKey {"segment.bytes", "log.segment.bytes", "1073741824", ConfigValueType::Int},
    TopicKey {"segment.ms", "", "604800000", ConfigValueType::Long},
    TopicKey {"unclean.leader.election.enable", "unclean.leader.election.enable", "false", ConfigValueType::Boolean},
};

ConfigValueType valueType(ConfigType type)
{
    switch (type) {
    case ConfigType::Boolean:
        return ConfigValueType::Boolean;
    case ConfigType::Integer:
        return ConfigValueType::Int;
    case ConfigType::Milliseconds:
        return ConfigValueType::Long;
    case ConfigType::Real:
        return ConfigValueType::Double;
    case ConfigType::List:
        return ConfigValueType::List;
    case ConfigType::Class:
        return ConfigValueType::Class;
    case ConfigType::Password:
        return ConfigValueType::Password;
    case ConfigType::Text:
    case ConfigType::Choice:
        break;
    }
    return ConfigValueType::String;
}

bool wants(const protocol::ConfigResource& resource, std::string_view key)
{
    return resource.allKeys || std::find(resource.keys.begin(), resource.keys.end(), key) != resource.keys.end();
}

void describeBroker(
    const protocol::ConfigSet& config, const protocol::ConfigResource& resource, DescribedResource& out)
{
    for (const protocol::ConfigKey& key : protocol::configKeys(protocol::ConfigOwner::Broker)) {
        if (!key.existsIn(config.version()) || !wants(resource, key.name))
            continue;
        DescribedConfig& entry = out.configs.emplace_back();
        entry.name = key.name;
        entry.sensitive = key.secret;
        if (!key.secret && config.hasValue(key.name))
            entry.value = config.text(key.name);
        entry.source = config.isSet(key.name) ? ConfigSource::StaticBroker : ConfigSource::Default;
        entry.type = valueType(key.type);
        entry.readOnly = !isDynamicBrokerKey(key.name);
    }
}

void describeTopic(const Topic& topic, const protocol::ConfigSet& broker, const protocol::ConfigResource& resource,
    DescribedResource& out)
{
    for (const TopicKey& key : kTopicKeys) {
        if (!wants(resource, key.name))
            continue;
        DescribedConfig& entry = out.configs.emplace_back();
        entry.name = key.name;
        entry.type = key.type;
        entry.value = std::string(key.fallback);
        const protocol::ConfigKey* follows = protocol::findConfigKey(protocol::ConfigOwner::Broker, key.brokerKey);
        if (follows != nullptr && broker.hasValue(key.brokerKey)) {
            entry.value = broker.text(key.brokerKey);
            if (broker.isSet(key.brokerKey))
                entry.source = ConfigSource::StaticBroker;
        }
        for (const protocol::ConfigEntry& own : topic.configs) {
            if (own.name != key.name)
                continue;
            entry.value = own.value;
            entry.source = ConfigSource::Topic;
        }
    }
    for (const protocol::ConfigEntry& own : topic.configs) {
        const bool listed = std::any_of(
            kTopicKeys.begin(), kTopicKeys.end(), [&](const TopicKey& key) { return key.name == own.name; });
        if (listed || !wants(resource, own.name))
            continue;
        DescribedConfig& entry = out.configs.emplace_back();
        entry.name = own.name;
        entry.value = own.value;
        entry.source = ConfigSource::Topic;
    }
    std::sort(out.configs.begin(), out.configs.end(),
        [](const DescribedConfig& a, const DescribedConfig& b) { return a.name < b.name; });
}

} // namespace

DescribedResource describeResource(
    const World& world, const Topics& topics, BrokerIndex asked, const protocol::ConfigResource& resource)
{
    DescribedResource out;
    out.type = resource.type;
    out.name = resource.name;
    const auto refuse = [&](ErrorCode error, std::string message) {
        out.error = error;
        out.message = std::move(message);
        return std::move(out);
    };
    if (resource.type == ConfigResourceType::Topic) {
        const std::uint32_t topic = topics.find(resource.name);
        if (topic == kNone)
            return refuse(
                isLegalTopicName(resource.name) ? ErrorCode::UnknownTopicOrPartition : ErrorCode::InvalidTopic,
                "There is no topic '" + resource.name + "'.");
        describeTopic(topics.topic(topic), world.specOf(asked).config, resource, out);
    } else if (resource.type == ConfigResourceType::Broker) {
        const BrokerId own = world.idOf(asked);
        if (!resource.name.empty() && resource.name != std::to_string(own.value)) {
            return refuse(ErrorCode::InvalidRequest,
                "Unexpected broker id, expected " + std::to_string(own.value) + ", but received " + resource.name);
        }
        describeBroker(world.specOf(asked).config, resource, out);
    } else {
        return refuse(ErrorCode::InvalidRequest, "Only topics and brokers have configurations here.");
    }
    return out;
}

} // namespace connscope::broker
