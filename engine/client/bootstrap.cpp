// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/bootstrap.h"

namespace connscope::client {

namespace {

std::string oneAddress(const Address& address)
{
    const bool v6 = address.host.find(':') != std::string::npos;
    return (v6 ? '[' + address.host + ']' : address.host) + ':' + std::to_string(address.port);
}

} // namespace

Bootstrap resolveBootstrap(const Settings& settings, Resolver& resolver)
{
    Bootstrap result;
    for (const Address& server : settings.bootstrapServers) {
        const std::vector<std::string> addresses = resolver.resolve(server.host);
        if (addresses.empty()) {
            result.warnings.push_back("Couldn't resolve server " + oneAddress(server)
                + " from bootstrap.servers as DNS resolution failed for " + server.host);
            continue;
        }
        if (!settings.canonicalBootstrap) {
            result.addresses.push_back(server);
            continue;
        }
        for (const std::string& address : addresses) {
            const std::string name = resolver.canonicalName(address);
            if (resolver.resolve(name).empty())
                result.warnings.push_back("Couldn't resolve server " + oneAddress(server)
                    + " from bootstrap.servers as DNS resolution of the canonical hostname " + name + " failed for "
                    + server.host);
            else
                result.addresses.push_back({name, server.port});
        }
    }
    return result;
}

std::string addressList(const std::vector<Address>& addresses)
{
    std::string out;
    for (const Address& address : addresses)
        out += (out.empty() ? "" : ",") + oneAddress(address);
    return out;
}

} // namespace connscope::client
