// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// A client's settings under a profile, as the client of that version reads them.

namespace connscope::scenario {

/// Whose keys a client of this kind knows; Other counts as a producer.
protocol::ConfigOwner configOwner(trace::ClientKind kind);

/// The profile that \a entry runs on: \a overriding if not empty (as --profile gives it), else its own, else the scenario's;
/// with the entry's what-ifs switched on.
Result<client::Profile> profileOf(
    const Scenario& scenario, const ClientEntry& entry, std::string_view overriding = {});

/// Whether a client of some profile's version takes this setting.
bool someVersionTakes(protocol::ConfigOwner owner, std::string_view key, std::string_view value);

/// The settings of \a entry under \a profile. A key or a value that this version does not have, but another has, is left
/// out with a warning, so that one scenario runs on every profile: a real client of that version would ignore the key
/// likewise. Anything else that is wrong is an error, and so is a combination that the client's constructor refuses.
/// \a warnings may be null.
Result<protocol::ConfigSet> buildConfig(
    const ClientEntry& entry, const client::Profile& profile, std::vector<Error>* warnings = nullptr);

/// What is to be said of a value of connections.max.idle.ms that does not mean what it looks like: the Selector multiplies it by
/// 1,000,000 in 64 bits, which wraps (Selector.IdleExpiryManager). "" for every other key and value.
std::string idleLimitWarning(std::string_view key, std::string_view value);

/// The names of the instances: "consumer", or "consumer[1]" to "consumer[n]".
std::string instanceName(const ClientEntry& entry, int index);

/// True if \a pattern, a client name, an instance name or "*", means that instance.
bool matchesClient(std::string_view pattern, const ClientEntry& entry, int index);

} // namespace connscope::scenario
