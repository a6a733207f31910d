// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "client/brain.h"
#include "scenario/model.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// Who lives where in the simulated world: names to addresses, addresses to machines, ports to brokers.
///
/// Names. A scenario's dns table comes first. "localhost" is 127.0.0.1, an address is itself, and the host of a broker
/// has an address of its own: 10.0.0.1, 10.0.0.2, … in the order of the brokers. Any other name, an advertised one for
/// instance that no broker listens on, cannot be resolved.
///
/// Addresses. A broker listens on every address of its own host name. 127.x is each machine's own: it leads to the
/// brokers of the machine that asks. An address of 10.x at which no machine stands is unreachable (nobody answers for it
/// on the local network); any other one is somewhere far away, where packets vanish without an answer.

namespace connscope::session {

/// What a SYN to an address and port meets.
enum class Target : std::uint8_t {
    Listener, ///< a broker's port, up or down
    ClosedPort, ///< a machine without a listener there: its kernel refuses
    Unreachable, ///< no machine: an error comes back from the local network
    Silent, ///< no machine, no answer
};

class AddressBook final : public client::Resolver {
public:
    /// Takes what it needs from \a scenario; no reference is kept.
    explicit AddressBook(const scenario::Scenario& scenario);

    std::vector<std::string> resolve(std::string_view host) override;
    /// The host of a broker whose address it is; "localhost".
    std::string canonicalName(std::string_view address) override;

    struct Destination {
        Target target = Target::Silent;
        BrokerId broker; ///< Listener only
    };
    /// Where a connection from a machine with address \a from to \a address leads.
    Destination find(std::string_view from, std::string_view address, std::uint16_t port) const;
    /// The address of the machine of a client entry, by its position in the scenario.
    const std::string& clientAddress(std::size_t entry) const { return m_clientAddresses[entry]; }

private:
    std::string freshAddress(int net);
    const std::vector<std::string>& addressesOf(const std::string& host);

    std::map<std::string, std::vector<std::string>, std::less<>> m_dns;
    std::map<std::string, std::string, std::less<>> m_names; // by address
    std::set<std::string, std::less<>> m_unresolvable;
    std::set<std::string, std::less<>> m_machines;
    std::set<std::string, std::less<>> m_taken;
    std::unordered_map<std::string, BrokerId> m_listeners; // "address:port"
    std::vector<std::string> m_clientAddresses;
    int m_next[2] = {0, 0};
};

/// Four numbers of 0 to 255 with dots, or something with a colon (IPv6): an address, not a name.
bool isAddress(std::string_view host);
/// 127.x, ::1.
bool isLoopback(std::string_view address);

} // namespace connscope::session
