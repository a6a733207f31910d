// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// \file
/// Local ports of the client machines: Linux's ephemeral range, handed out in order from a start that the seed decides. A
/// port may serve several connections as long as they go to different endpoints; one in TIME-WAIT is still taken.

namespace connscope::sim {

using MachineId = std::uint32_t;
using EndpointId = std::uint32_t;

class Ports {
public:
    static constexpr std::uint16_t kFirst = 32768; ///< net.ipv4.ip_local_port_range
    static constexpr std::uint16_t kLast = 60999;

    explicit Ports(const Rng& rng)
        : m_rng(rng)
    {
    }

    /// The number of the machine with this address.
    MachineId machine(std::string_view address);
    const std::string& address(MachineId machine) const { return m_machines[machine].address; }
    /// The number of a remote address and port.
    EndpointId endpoint(std::string_view address, std::uint16_t port);

    /// A free port of \a machine towards \a remote; nothing when all 28232 are taken (EADDRNOTAVAIL).
    std::optional<std::uint16_t> take(MachineId machine, EndpointId remote);
    void release(MachineId machine, EndpointId remote, std::uint16_t port);

private:
    struct Machine {
        std::string address;
        std::uint16_t next = kFirst;
        std::unordered_set<std::uint64_t> taken; // remote << 16 | port; looked up, never walked
        std::unordered_map<EndpointId, std::uint32_t> count; // taken by remote
    };
    Rng m_rng;
    std::vector<Machine> m_machines;
    std::unordered_map<std::string, MachineId> m_byAddress;
    std::unordered_map<std::string, EndpointId> m_endpoints;
};

} // namespace connscope::sim
