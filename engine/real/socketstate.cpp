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
constexpr std::uint8_t kTcpCloseWait = 8; // of a socket whose peer has sent its FIN

/// tcpi_state, the first byte of TCP_INFO; 0 where there is none.
std::uint8_t stateOf(int fd)
{
    tcp_info info {};
    socklen_t length = sizeof info.tcpi_state;
    return fd >= 0 && ::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 ? info.tcpi_state : 0;
}

} // namespace

bool hasNoConnection(int fd) { return stateOf(fd) == kTcpClose; }

bool isPeerGone(int fd)
{
    const std::uint8_t state = stateOf(fd);
    return state == kTcpClose || state == kTcpCloseWait;
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
