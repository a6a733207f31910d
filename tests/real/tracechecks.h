// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <map>
#include <set>
#include <string>
#include <vector>

/// \file
/// What must hold in a trace of real sockets. trace/tcpcheck.h and trace/causes.h promise for simulations alone: what is
/// observed has gaps. Here every gap must be one that a kernel could have left.

namespace connscope::test {

/// Empty = it holds; at most 20 sentences.
/// - causes point backwards, and only the start and what a person did have none;
/// - each end of a connection walks RFC 9293's states, where steps may have gone unseen between two; none lives twice;
/// - a connection begins with ConnectStarted, once, and has a client from then on;
/// - openings and ends have a rule; what is told of a program that is not ours says that it is inferred or sampled;
/// - each answer is one to a request that came before; requests of \a clients, unlike those of bad peers, have an API and
///   never use a correlation id twice on a connection.
std::vector<std::string> problemsOf(const trace::Trace& trace, bool clients = true);

/// What is known at the end about one connection of somebody else's client.
struct OutsideConnection {
    std::string client; ///< client.id
    std::vector<std::int32_t> nodes; ///< ids inferred for it, in their order
    std::set<ApiKey> apis;
    BrokerId broker;
};
std::map<ConnectionId, OutsideConnection> outsideConnections(const trace::Trace& trace);
/// "java-producer": "apache-kafka-java 4.4.0"
std::map<std::string, std::string> softwareOf(const trace::Trace& trace);

} // namespace connscope::test
