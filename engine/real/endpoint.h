// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

/// \file
/// An address and a port, as numbers: IPv4 or IPv6.

namespace connscope::real {

struct Endpoint {
    std::array<std::uint8_t, 16> address {}; ///< IPv4 in its mapped form, ::ffff:a.b.c.d
    std::uint16_t port = 0;
    auto operator<=>(const Endpoint&) const = default;

    bool isIPv4() const;
    /// 127.0.0.0/8 or ::1.
    bool isLoopback() const;
    /// 0.0.0.0 or ::, every address of this machine: to listen on, not to be told to anybody.
    bool isWildcard() const;
    /// "127.0.0.1", "::1".
    std::string addressText() const;
    /// "127.0.0.1:9092", "[::1]:9092".
    std::string text() const;

    /// Reads an address literal; names are the resolver's business.
    static Result<Endpoint> parse(std::string_view address, std::uint16_t port);
    static Endpoint of(const sockaddr_storage& address);
    /// For bind(2) and connect(2); returns the length.
    socklen_t toSockaddr(sockaddr_storage& out) const;

    /// Both ends of a socket; all zero where the system does not tell.
    static Endpoint localOf(int fd);
    static Endpoint remoteOf(int fd);
};

} // namespace connscope::real
