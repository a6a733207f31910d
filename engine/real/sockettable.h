// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "real/endpoint.h"
#include "trace/event.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// \file
/// The kernel's table of TCP sockets: in which state each end really is. A program cannot see TIME-WAIT of a socket that it
/// has closed, nor what the other program's end is in; the kernel knows both as long as both are on this machine.
///
/// Linux tells through NETLINK_SOCK_DIAG (what ss uses), or in /proc/net/tcp and tcp6 where that is not allowed.

namespace connscope::real {

struct SocketRow {
    Endpoint local;
    Endpoint remote;
    trace::TcpState state = trace::TcpState::None;
};

/// Reads every TCP socket of this network namespace. Errors: no netlink and no /proc.
Result<std::vector<SocketRow>> readSocketTable();

/// A state as Linux numbers it (include/net/tcp_states.h); None for one that has no name in RFC 9293.
trace::TcpState tcpStateOfLinux(int state);

/// Rows of an answer of NETLINK_SOCK_DIAG, appended. Returns false at its end or at an error message.
/// Bytes that are no such answer end it, without reading beyond them.
bool readDiagAnswer(std::span<const std::uint8_t> bytes, std::vector<SocketRow>& rows);
/// Rows of the text of /proc/net/tcp (\a ipv6: tcp6), appended. Lines that are not understood are left out.
void readProcNetTcp(std::string_view text, bool ipv6, std::vector<SocketRow>& rows);

/// Looked up by both endpoints.
class SocketTable {
public:
    explicit SocketTable(std::vector<SocketRow> rows);
    /// None where there is no such socket.
    trace::TcpState stateOf(const Endpoint& local, const Endpoint& remote) const;

private:
    std::vector<SocketRow> m_rows; // sorted
};

} // namespace connscope::real
