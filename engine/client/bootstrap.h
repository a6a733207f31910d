// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/brain.h"
#include "client/settings.h"

#include <string>
#include <vector>

/// \file
/// What a client's constructor makes of bootstrap.servers, once and for its whole life (ClientUtils#parseAndValidateAddresses,
/// in every version). An address whose name does not resolve is dropped with a warning and takes no node id. Under
/// client.dns.lookup=resolve_canonical_bootstrap_servers_only (KIP-235) each address of a name becomes a bootstrap node, by
/// the canonical name that belongs to it. With no address left the constructor throws a ConfigException.

namespace connscope::client {

struct Bootstrap {
    std::vector<Address> addresses; ///< in the order of the node ids -1, -2, …
    std::vector<std::string> warnings; ///< what Java logs as WARN, one for each address that was dropped
};

/// Asks \a resolver for each of settings.bootstrapServers.
Bootstrap resolveBootstrap(const Settings& settings, Resolver& resolver);

/// "a:9092,[::1]:9092": as bootstrap.servers has it.
std::string addressList(const std::vector<Address>& addresses);

} // namespace connscope::client
