// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <cstdint>
#include <string_view>

/// \file
/// How large the world of a scenario is: other numbers of brokers, partitions and clients, and nothing else changed. What
/// refers to something by its place keeps it as far as it goes: the leader of a partition at the third broker is still
/// there with ten, and the first of two with two.

namespace connscope::scenario {

/// So many brokers. New ones are like the last: its id and port (or the id in its host's name) counted on, racks in turn.
/// Partitions stay as many as they are; where leaders went round all brokers they do so again. bootstrap.servers that
/// named all brokers (more than one) names all of them again; addresses of brokers that are gone are left out.
/// Error: fewer than 1 or more than the format allows; no port is left on a common host.
Result<void> setBrokers(Scenario& scenario, std::int64_t count);

/// So many partitions of a topic; "" = of every topic. New ones are led in turn by the brokers, replicated as the first is.
/// Where a script assigns every partition of the topic it assigns every one again. Error: no such topic, or the number.
Result<void> setPartitions(Scenario& scenario, std::string_view topic, std::int64_t count);

/// So many instances of a client. Error: no such client, or the number.
Result<void> setInstances(Scenario& scenario, std::string_view client, std::int64_t count);

} // namespace connscope::scenario
