// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/endpoint.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

namespace connscope::real {

namespace {

constexpr std::array<std::uint8_t, 12> kMapped {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

} // namespace

bool Endpoint::isIPv4() const { return std::equal(kMapped.begin(), kMapped.end(), address.begin()); }

bool Endpoint::isLoopback() const
{
    if (isIPv4())
        return address[12] == 127;
    return std::all_of(address.begin(), address.end() - 1, [](std::uint8_t b) { return b == 0; }) && address[15] == 1;
}

bool Endpoint::isWildcard() const
{
    const auto first = isIPv4() ? address.begin() + 12 : address.begin();
    return std::all_of(first, address.end(), [](std::uint8_t b) { return b == 0; });
}

std::string Endpoint::addressText() const
{
    char text[INET6_ADDRSTRLEN] = "";
    if (isIPv4())
        ::inet_ntop(AF_INET, address.data() + 12, text, sizeof text);
    else
        ::inet_ntop(AF_INET6, address.data(), text, sizeof text);
    return text;
}

std::string Endpoint::text() const
{
    const std::string host = addressText();
    return (isIPv4() ? host : '[' + host + ']') + ':' + std::to_string(port);
}

Result<Endpoint> Endpoint::parse(std::string_view text, std::uint16_t port)
{
    Endpoint endpoint;
    endpoint.port = port;
    const std::string zero(text);
    if (::inet_pton(AF_INET, zero.c_str(), endpoint.address.data() + 12) == 1)
        std::copy(kMapped.begin(), kMapped.end(), endpoint.address.begin());
    else if (::inet_pton(AF_INET6, zero.c_str(), endpoint.address.data()) != 1)
        return fail("'" + zero + "' is no address; expected one such as 127.0.0.1 or ::1");
    return endpoint;
}

Endpoint Endpoint::of(const sockaddr_storage& from)
{
    Endpoint endpoint;
    if (from.ss_family == AF_INET) {
        sockaddr_in in {};
        std::memcpy(&in, &from, sizeof in);
        std::copy(kMapped.begin(), kMapped.end(), endpoint.address.begin());
        std::memcpy(endpoint.address.data() + 12, &in.sin_addr, 4);
        endpoint.port = ntohs(in.sin_port);
    } else if (from.ss_family == AF_INET6) {
        sockaddr_in6 in {};
        std::memcpy(&in, &from, sizeof in);
        std::memcpy(endpoint.address.data(), &in.sin6_addr, 16);
        endpoint.port = ntohs(in.sin6_port);
    }
    return endpoint;
}

socklen_t Endpoint::toSockaddr(sockaddr_storage& out) const
{
    out = {};
    if (isIPv4()) {
        sockaddr_in in {};
        in.sin_family = AF_INET;
        in.sin_port = htons(port);
        std::memcpy(&in.sin_addr, address.data() + 12, 4);
        std::memcpy(&out, &in, sizeof in);
        return sizeof in;
    }
    sockaddr_in6 in {};
    in.sin6_family = AF_INET6;
    in.sin6_port = htons(port);
    std::memcpy(&in.sin6_addr, address.data(), 16);
    std::memcpy(&out, &in, sizeof in);
    return sizeof in;
}

Endpoint Endpoint::localOf(int fd)
{
    sockaddr_storage address {};
    socklen_t length = sizeof address;
    return ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) == 0 ? of(address) : Endpoint {};
}

Endpoint Endpoint::remoteOf(int fd)
{
    sockaddr_storage address {};
    socklen_t length = sizeof address;
    return ::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &length) == 0 ? of(address) : Endpoint {};
}

} // namespace connscope::real
