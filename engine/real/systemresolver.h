// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/brain.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// The system's names: getaddrinfo(3). It waits for the answer, as a Java client does (InetAddress#getAllByName): the
/// session's thread stands still meanwhile, and so does the client in truth.

namespace connscope::real {

class SystemResolver final : public client::Resolver {
public:
    /// Every address of the host, IPv4 and IPv6, in the order of the system's answer.
    std::vector<std::string> resolve(std::string_view host) override;
    /// The name that leads back to \a address; else the address.
    std::string canonicalName(std::string_view address) override;
};

} // namespace connscope::real
