// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "real/endpoint.h"
#include "real/fd.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

/// \file
/// Which process of this machine holds the other end of a connection: two programs that give themselves the same client.id (every
/// librdkafka client is "rdkafka" unless told otherwise) are two clients all the same.
///
/// The kernel knows the socket's inode (NETLINK_SOCK_DIAG), and /proc whose descriptor that is. Looking through /proc takes
/// milliseconds: it is done for inodes that are new, and over time for no more than a thirtieth of it.

namespace connscope::real {

/// Whether \a process still runs: one that has ended and waits for its parent does not. True where /proc does not tell.
bool isRunning(pid_t process);

class SocketOwners {
public:
    /// The process that has the socket from \a local to \a remote; 0: on another machine, of somebody whose descriptors may not be
    /// seen, gone already, or to be found only by looking again too soon.
    pid_t ownerOf(const Endpoint& local, const Endpoint& remote);

private:
    /// 0: there is no such socket, or the kernel does not tell.
    std::uint32_t inodeOf(const Endpoint& local, const Endpoint& remote);
    /// Through the descriptors of processes until it is found.
    void lookFor(std::uint32_t inode);
    /// Whether \a process has it.
    bool lookAt(pid_t process, std::uint32_t inode);

    Fd m_netlink;
    std::unordered_map<std::uint32_t, pid_t> m_owners; // by inode, as far as was looked
    std::vector<pid_t> m_clients; ///< that were found, the last one first
    std::chrono::nanoseconds m_credit {0}; ///< time that may be taken for looking
    std::chrono::steady_clock::time_point m_lookedAt {}; ///< when it was last reckoned
};

} // namespace connscope::real
