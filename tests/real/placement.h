// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// A scenario that comes with the program, laid over a cluster that is there: what it calls broker 0 is that cluster's first
/// broker, and so on. Nothing of its story changes. The simulation of what comes out is what the real run is held against, so
/// it has the real cluster's ids and addresses: a Java client's order of connecting follows from their hash codes.

namespace connscope::test {

struct Place {
    std::int32_t id = 0;
    std::string host;
    std::uint16_t port = 0;
};

/// The brokers behind "host:port,host:port,…", numbered from \a firstId.
std::vector<Place> placesOf(const std::string& servers, std::int32_t firstId);

/// What the cluster's software decides, not the scenario.
struct Software {
    protocol::KafkaVersion version; ///< whose API versions it offers
    std::vector<std::pair<std::string, std::string>> config; ///< of every broker
};

/// The shipped scenario \a name ("13-three-kinds") on \a places; at least as many as it has brokers. Brokers that are there
/// beyond the scenario's are added. Every client is given the first address, as the scenario gives it broker 0's.
/// A failed test (std::runtime_error) if the scenario cannot be read or is no scenario of few brokers.
scenario::Scenario placedScenario(
    const std::string& name, const std::vector<Place>& places, const Software& software);

/// The group id of its consumers becomes \a group; the coordinator stays.
void renameGroup(scenario::Scenario& scenario, const std::string& group);

} // namespace connscope::test
