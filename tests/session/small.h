// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <cstdint>
#include <string>

namespace connscope::test {

inline Duration seconds(std::int64_t n) { return ms(n * 1'000); }

/// One consumer of some brokers, for three seconds.
inline scenario::Scenario small(int brokers = 1)
{
    scenario::Scenario scenario;
    scenario.title.en = "small";
    scenario.until = seconds(3);
    scenario::ClientEntry entry;
    entry.name = "client";
    entry.kind = trace::ClientKind::Consumer;
    std::string servers;
    for (int i = 0; i < brokers; ++i) {
        broker::BrokerSpec broker;
        broker.id = BrokerId {i};
        broker.host = "kafka-" + std::to_string(i);
        scenario.cluster.brokers.push_back(broker);
        servers += (i > 0 ? "," : "") + broker.host + ":9092";
    }
    entry.config = {{"bootstrap.servers", servers}, {"group.id", "test"}};
    scenario.clients.push_back(entry);
    return scenario;
}

inline scenario::Action action(scenario::Action::Kind kind, Instant when, int broker = -1)
{
    scenario::Action a;
    a.kind = kind;
    a.at = when;
    a.broker = BrokerId {broker};
    a.client = "*";
    return a;
}

} // namespace connscope::test
