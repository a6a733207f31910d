// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/configkeys.h"
#include "trace/event.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

/// \file
/// The client.id that a client without one gives itself. Kafka counts per Java machine and class: "producer-1",
/// "consumer-1", from 2.4 on "consumer-<group>-1" or with the group.instance.id in place of the number
/// (ConsumerConfig#maybeOverrideClientId, KAFKA-6263), "producer-<transactional.id>" (KafkaProducer#buildClientId),
/// "adminclient-1". All clients of one machine of the scenario count as one Java machine.

namespace connscope::session {

class ClientNames {
public:
    /// What is set as client.id, or the name that this client gives itself; a number is used up only if the name has one.
    std::string name(std::string_view machine, trace::ClientKind kind, const protocol::ConfigSet& config);

private:
    int next(std::string_view machine, trace::ClientKind kind);
    std::map<std::pair<std::string, trace::ClientKind>, int> m_counts;
};

} // namespace connscope::session
