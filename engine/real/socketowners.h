// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "real/endpoint.h"
#include "real/fd.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <unordered_map>

/// \file
/// Which process of this machine holds the other end of a connection: two programs that give themselves the same client.id (every
/// librdkafka client is "rdkafka" unless told otherwise) are two clients all the same.
///
/// The kernel knows the socket's inode (NETLINK_SOCK_DIAG), and /proc whose descriptor that is. Looking through /proc takes
/// milliseconds: it is done for inodes that are new, and for no more than a thirtieth of the time.

namespace connscope::real {

class SocketOwners {
public:
    /// The process that has the socket from \a local to \a remote; 0: on another machine, of somebody whose descriptors may not be
    /// seen, gone already, or to be found only by looking again too soon.
    pid_t ownerOf(const Endpoint& local, const Endpoint& remote);

private:
    /// 0: there is no such socket, or the kernel does not tell.
    std::uint32_t inodeOf(const Endpoint& local, const Endpoint& remote);
    void look();

    Fd m_netlink;
    std::unordered_map<std::uint32_t, pid_t> m_owners; // by inode, as of the last look
    std::chrono::steady_clock::time_point m_nextLook {};
};

} // namespace connscope::real
