// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/systemresolver.h"

#include "real/endpoint.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace connscope::real {

std::vector<std::string> SystemResolver::resolve(std::string_view host)
{
    addrinfo wanted {};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    // A bracketed literal, as bootstrap.servers has it.
    const std::string name(
        host.size() > 2 && host.front() == '[' && host.back() == ']' ? host.substr(1, host.size() - 2) : host);
    if (::getaddrinfo(name.c_str(), nullptr, &wanted, &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
    std::vector<std::string> addresses;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        sockaddr_storage storage {};
        std::memcpy(&storage, one->ai_addr, std::min<std::size_t>(one->ai_addrlen, sizeof storage));
        std::string text = Endpoint::of(storage).addressText();
        if (std::find(addresses.begin(), addresses.end(), text) == addresses.end())
            addresses.push_back(std::move(text));
    }
    return addresses;
}

std::string SystemResolver::canonicalName(std::string_view address)
{
    addrinfo wanted {};
    wanted.ai_flags = AI_NUMERICHOST;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(std::string(address).c_str(), nullptr, &wanted, &found) != 0)
        return std::string(address);
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
    char name[NI_MAXHOST] = {};
    if (::getnameinfo(found->ai_addr, found->ai_addrlen, name, sizeof name, nullptr, 0, NI_NAMEREQD) != 0)
        return std::string(address);
    // As Java does: a name that does not lead back is not believed.
    const std::vector<std::string> back = resolve(name);
    return std::find(back.begin(), back.end(), address) != back.end() ? name : std::string(address);
}

} // namespace connscope::real
