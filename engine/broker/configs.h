// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/topics.h"
#include "broker/world.h"

/// \file
/// What DESCRIBE_CONFIGS says of brokers and topics (ConfigHelper#describeConfigs): every key that protocol/configkeys.h
/// knows for a broker of the release; for a topic those of its own keys (TopicConfig) that matter to a client, each from
/// the topic itself, from its broker's configuration, or from Kafka's default.

namespace connscope::broker {

/// The resource with its entries, or with an error: UNKNOWN_TOPIC_OR_PARTITION, or INVALID_REQUEST for a broker other than
/// \a asked (only a broker itself knows its configuration) and for any other kind of resource.
protocol::DescribedResource describeResource(
    const World& world, const Topics& topics, BrokerIndex asked, const protocol::ConfigResource& resource);

} // namespace connscope::broker
