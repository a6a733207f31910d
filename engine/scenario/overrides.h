// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/properties.h"
#include "scenario/model.h"

#include <span>
#include <string_view>
#include <vector>

/// \file
/// Settings from a command line: what `--set` changes in a scenario that has been read.

namespace connscope::scenario {

/// Applies "NAME.KEY=VALUE". NAME is a client, "*" (every client that knows the key), "broker" or "cluster" (every broker), or
/// "broker.N" (the broker with that id); it ends at the first dot, since Kafka's keys have dots of their own. A key that is
/// there already takes the new value in its place.
/// How large the world is can be set likewise (shape.h): "cluster.brokers=N", "cluster.partitions=N" (of every topic),
/// "cluster.TOPIC.partitions=N", "CLIENT.count=N".
/// Clients' values are checked for \a profile where that is not empty, otherwise for each client's own.
/// Errors name what is wrong in \a setting (offset and column count from its start) and the nearest right word.
Result<void> applySetting(Scenario& scenario, std::string_view setting, std::string_view profile = {});

/// Gives every client the keys of a client.properties file, over its own (ClientEntry::commandConfig). A client takes those
/// that its kind has; a key that no client of any kind has, or that no client of this scenario takes, is a warning, as
/// Kafka's clients have it ("was supplied but isn't a known config"). \a file is for messages.
/// Errors, with line: a value that does not fit its key; a value that a config provider is to fetch (KIP-297, "${file:…}").
/// No message repeats a value of a secret key.
Result<void> applyProperties(Scenario& scenario, std::span<const protocol::Property> properties,
    std::string_view file, std::string_view profile, std::vector<Error>& warnings);

} // namespace connscope::scenario
