// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/alignment.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// What was set otherwise: the configuration of two runs as their traces tell it (ConfigChanged).

namespace connscope::compare {

/// One key that differs. Where several clients or brokers differ in the same way, they are one.
struct SettingDifference {
    std::vector<Pair<ClientId>> clients; ///< whose setting it is; empty for brokers
    std::vector<BrokerId> brokers;
    std::string key; ///< "connections.max.idle.ms", "profile"
    std::optional<std::string> first; ///< the last value in the first run; none where it was not told
    std::optional<std::string> second;
    bool operator==(const SettingDifference&) const = default;
};

/// Of clients and brokers that both runs have, in the order of the first run's events.
std::vector<SettingDifference> settingDifferences(const Alignment& alignment);

/// Brokers that one run has and the other has not, by number, as the events tell that start them. Empty where one of the traces
/// does not tell that of any broker.
std::vector<BrokerId> brokersOnlyIn(const Alignment& alignment, Run run);

} // namespace connscope::compare
