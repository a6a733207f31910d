// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/life.h"
#include "trace/trace.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

/// \file
/// Which broker a bootstrap address turned out to be. A connection to one of somebody else's cluster names no broker: the client
/// does not know whom it speaks with, and nobody else says. But when connections to a broker went to the same host and port, or
/// the same address and port, it is the same listener. Where several brokers are reached at one place (a proxy), it is none of them.

namespace connscope::analysis {

class KnownAddresses {
public:
    KnownAddresses() = default;
    KnownAddresses(const trace::Trace& trace, std::span<const trace::ConnectionLife> lives);

    /// The life's own broker, or the one that is known at its remote address; none.
    BrokerId brokerOf(const trace::ConnectionLife& life) const;

private:
    void add(std::string_view place, BrokerId broker);

    const trace::Trace* m_trace = nullptr;
    std::map<std::string, BrokerId, std::less<>> m_brokers; // by "host:port" and "address:port"; none = more than one
};

} // namespace connscope::analysis
