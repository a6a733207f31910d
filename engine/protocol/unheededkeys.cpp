// SPDX-License-Identifier: GPL-3.0-or-later
// Keys by which Kafka decides about connections, requests or who may send them, and that nobody here asks. Their values are checked
// like all others; whoever sets one is told that it changes nothing. Keys that have no bearing on connections
// (ConfigKey::aboutConnections, serializers, the log's files and the like) are not worth a word. A test holds that no code asks
// for a key of this list.
#include "protocol/configkeys.h"

#include <algorithm>
#include <array>

namespace connscope::protocol {

namespace {

struct Unheeded {
    std::string_view key;
    std::string_view instead {}; ///< what a scenario says in its place
};

constexpr std::array kBroker {
    Unheeded {"advertised.host.name", "advertised: HOST:PORT of the broker says it"},
    Unheeded {"advertised.listeners", "advertised: HOST:PORT of the broker says it"},
    Unheeded {"advertised.port", "advertised: HOST:PORT of the broker says it"},
    Unheeded {"broker.id", "id: of the broker says it"},
    Unheeded {"broker.rack", "rack: of the broker says it"},
    Unheeded {
        "broker.session.timeout.ms", "failure-detection: of the cluster says when a killed broker is found out"},
    Unheeded {"client.quota.callback.class"},
    Unheeded {"connection.failed.authentication.delay.ms"},
    Unheeded {"controlled.shutdown.enable"},
    Unheeded {"host.name", "host: of the broker says it"},
    Unheeded {"leader.imbalance.per.broker.percentage"},
    Unheeded {"max.connection.creation.rate"},
    Unheeded {"node.id", "id: of the broker says it"},
    Unheeded {"num.io.threads"},
    Unheeded {"offsets.retention.minutes"},
    Unheeded {"queued.max.request.bytes"},
    Unheeded {"queued.max.requests"},
    Unheeded {"quota.consumer.default", "throttle: of the cluster says it"},
    Unheeded {"quota.producer.default", "throttle: of the cluster says it"},
    Unheeded {"replica.lag.time.max.ms"},
    Unheeded {"socket.listen.backlog.size"},
    Unheeded {"unclean.leader.election.enable"},
    Unheeded {
        "zookeeper.session.timeout.ms", "failure-detection: of the cluster says when a killed broker is found out"},
};

constexpr std::array kClient {
    Unheeded {"bootstrap.controllers"},
    Unheeded {"buffer.memory"},
    Unheeded {"max.partition.fetch.bytes"},
    Unheeded {"metadata.recovery.rebootstrap.trigger.ms"},
    Unheeded {"partition.assignment.strategy", "members get ranges, as RangeAssignor gives them"},
    Unheeded {"partitioner.availability.timeout.ms", "partitions: of a send says where records go"},
    Unheeded {"partitioner.class", "partitions: of a send says where records go"},
};

} // namespace

std::string unheededWarning(ConfigOwner owner, std::string_view key)
{
    const auto find = [&](const auto& keys) -> const Unheeded* {
        const auto at = std::find_if(keys.begin(), keys.end(), [&](const Unheeded& one) { return one.key == key; });
        return at != keys.end() ? &*at : nullptr;
    };
    const Unheeded* found = owner == ConfigOwner::Broker ? find(kBroker) : find(kClient);
    if (found == nullptr)
        return {};
    return std::string(key) + " changes nothing here: its value is checked, and nothing that is played asks for it"
        + (found->instead.empty() ? std::string() : "; " + std::string(found->instead));
}

} // namespace connscope::protocol
