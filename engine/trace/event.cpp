// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/event.h"

#include "trace/names.h"

namespace connscope::trace {

namespace {

// Each table in the order of its enum.

constexpr NameTable<EventKind, kEventKindCount> kKinds {{
    "client created",
    "client close called",
    "client closed",
    "client killed",
    "client paused",
    "client resumed",
    "application call",
    "application return",

    "connect started",
    "connected",
    "authenticated",
    "ready",
    "connect failed",
    "disconnected",
    "backoff started",
    "idle expired",
    "node inferred",
    "protocol error",

    "tcp state",
    "syn dropped",
    "fin sent",
    "fin received",
    "reset sent",
    "reset received",
    "closed",

    "request queued",
    "request sent",
    "request received",
    "response sent",
    "response received",
    "request cancelled",
    "request timed out",

    "node chosen",
    "node not found",
    "metadata requested",
    "metadata updated",
    "metadata failed",
    "coordinator found",
    "coordinator lost",
    "group joined",
    "partitions assigned",
    "partitions revoked",
    "group left",
    "fetch position reset",
    "records delivered",
    "records failed",
    "batch ready",
    "transaction state",

    "broker up",
    "broker down",
    "broker paused",
    "broker resumed",
    "broker slow",
    "leader moved",
    "coordinator moved",
    "topic created",
    "link cut",
    "link healed",
    "flow forgotten",
    "packet dropped",
    "group rebalancing",
    "member removed",

    "action",
    "config changed",
    "mark",
    "stopped",

    "events dropped",
    "whole from here",
    "earlier traffic",
}};

constexpr NameTable<Side, 4> kSides {{"", "client", "broker", "network"}};

constexpr NameTable<TcpState, kTcpStateCount> kTcpStates {{
    "",
    "LISTEN",
    "SYN-SENT",
    "SYN-RECEIVED",
    "ESTABLISHED",
    "FIN-WAIT-1",
    "FIN-WAIT-2",
    "CLOSE-WAIT",
    "CLOSING",
    "LAST-ACK",
    "TIME-WAIT",
    "CLOSED",
}};

constexpr NameTable<Vantage, 4> kVantages {{"simulated", "observed", "sampled", "inferred"}};
constexpr NameTable<Role, kRoleCount> kRoles {{"unknown", "bootstrap", "data", "coordinator", "transaction"}};
constexpr NameTable<ClientKind, 4> kClientKinds {{"producer", "consumer", "admin", "other"}};

} // namespace

std::string_view kindName(EventKind kind) { return kKinds.name(kind); }
std::optional<EventKind> kindFromName(std::string_view name) { return kKinds.value(name); }

std::string_view sideName(Side side) { return kSides.name(side); }
std::optional<Side> sideFromName(std::string_view name) { return kSides.value(name); }

std::string_view tcpStateName(TcpState state) { return kTcpStates.name(state); }
std::optional<TcpState> tcpStateFromName(std::string_view name) { return kTcpStates.value(name); }

std::string_view vantageName(Vantage vantage) { return kVantages.name(vantage); }
std::optional<Vantage> vantageFromName(std::string_view name) { return kVantages.value(name); }

std::string_view roleName(Role role) { return kRoles.name(role); }
std::optional<Role> roleFromName(std::string_view name) { return kRoles.value(name); }

std::string_view clientKindName(ClientKind kind) { return kClientKinds.name(kind); }
std::optional<ClientKind> clientKindFromName(std::string_view name) { return kClientKinds.value(name); }

} // namespace connscope::trace
