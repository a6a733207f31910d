// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "session/options.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// One thing that is varied, and the values that it takes.

namespace connscope::sweep {

/// Values of one axis at most; two axes may have kMostRuns runs together.
inline constexpr std::size_t kMostValues = 1000;
inline constexpr std::size_t kMostRuns = 10'000;

struct Axis {
    std::string name; ///< "cluster.brokers", "producer.connections.max.idle.ms", "profile", "seed"
    std::vector<std::string> values; ///< at least one, none twice

    bool isProfile() const { return name == "profile"; }
    bool isSeed() const { return name == "seed"; }
    /// The values as numbers; nothing where one is none.
    std::optional<std::vector<double>> numbers() const;
    bool operator==(const Axis&) const = default;
};

/// Reads "NAME=V1,V2,…". NAME is "profile", "seed", or what scenario::applySetting takes before its '=': a Kafka key of a
/// client or of brokers, "cluster.brokers", "cluster.partitions", "cluster.TOPIC.partitions", "CLIENT.count". A value is
/// taken as it is ("\," is a comma in it), or a range of whole numbers:
///   A..B      each of them, at most kMostValues
///   A..B/N    N of them from A to B, as evenly as whole numbers go
///   A..B/Nlog N of them, each so many times the one before; A at least 1
/// Errors say what was expected.
Result<Axis> parseAxis(std::string_view text);

/// A run with one value of an axis: changes the scenario or the options. Errors: those of the value.
Result<void> applyValue(
    const Axis& axis, const std::string& value, scenario::Scenario& scenario, session::Options& options);

/// "NAME=VALUE", as connscope run takes it with --set; profile and seed have options of their own.
std::string settingText(const Axis& axis, const std::string& value);

} // namespace connscope::sweep
