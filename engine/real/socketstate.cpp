// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/socketstate.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>

namespace connscope::real {

namespace {

/// tcpi_state of a socket without a connection (include/net/tcp_states.h).
constexpr std::uint8_t kTcpClose = 7;

} // namespace

bool hasNoConnection(int fd)
{
    tcp_info info {};
    socklen_t length = sizeof info;
    return fd >= 0 && ::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 && info.tcpi_state == kTcpClose;
}

bool wasReset(int fd)
{
    if (!hasNoConnection(fd))
        return false;
    // A reset after a FIN is EPIPE (tcp_reset), and 0 where a write or a read has taken it already.
    int error = 0;
    socklen_t length = sizeof error;
    const bool known = ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0;
    return !known || error == 0 || error == EPIPE || error == ECONNRESET;
}

} // namespace connscope::real
