// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/socketowners.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace connscope::real {

namespace {

/// Looking takes one part in so many of the time.
constexpr int kShare = 30;
/// But when it was not needed for a while, so much at once: programs that are started together come together.
constexpr std::chrono::milliseconds kCredit {200};
/// Processes that are asked first.
constexpr std::size_t kMostClients = 32;
/// Then all are forgotten.
constexpr std::size_t kMostKnown = 65'536;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

template <typename T>
bool readNumber(std::string_view text, T& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc {} && end == text.data() + text.size();
}

/// 12 of "socket:[12]"; 0 of anything else.
std::uint32_t inodeOfLink(std::string_view link)
{
    constexpr std::string_view kBegin = "socket:[";
    std::uint32_t inode = 0;
    if (!link.starts_with(kBegin) || !link.ends_with(']'))
        return 0;
    return readNumber(link.substr(kBegin.size(), link.size() - kBegin.size() - 1), inode) ? inode : 0;
}

} // namespace

std::uint32_t SocketOwners::inodeOf(const Endpoint& local, const Endpoint& remote)
{
    if (!m_netlink.isOpen())
        m_netlink = Fd(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    if (!m_netlink.isOpen())
        return 0;
    struct {
        nlmsghdr header;
        inet_diag_req_v2 request;
    } message {};
    message.header.nlmsg_len = sizeof message;
    message.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    message.header.nlmsg_flags = NLM_F_REQUEST; // one socket, not a dump
    const bool v4 = local.isIPv4();
    const std::size_t from = v4 ? 12 : 0;
    message.request.sdiag_family = v4 ? AF_INET : AF_INET6;
    message.request.sdiag_protocol = IPPROTO_TCP;
    message.request.idiag_states = ~0U;
    message.request.id.idiag_sport = htons(local.port);
    message.request.id.idiag_dport = htons(remote.port);
    std::memcpy(message.request.id.idiag_src, local.address.data() + from, 16 - from);
    std::memcpy(message.request.id.idiag_dst, remote.address.data() + from, 16 - from);
    message.request.id.idiag_cookie[0] = message.request.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (::send(m_netlink.get(), &message, sizeof message, 0) < 0)
        return 0;
    alignas(nlmsghdr) std::array<std::uint8_t, 4096> answer;
    // The kernel has answered before send() returns: nothing is waited for.
    const auto count = ::recv(m_netlink.get(), answer.data(), answer.size(), MSG_DONTWAIT);
    nlmsghdr header {};
    inet_diag_msg found {};
    if (count < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof found))
        return 0;
    std::memcpy(&header, answer.data(), sizeof header);
    if (header.nlmsg_type != SOCK_DIAG_BY_FAMILY)
        return 0; // an error: there is none
    std::memcpy(&found, answer.data() + NLMSG_HDRLEN, sizeof found);
    return found.idiag_inode;
}

bool isRunning(pid_t process)
{
    if (::kill(process, 0) != 0)
        return errno != ESRCH;
    // "1234 (name of a program) S 1 …": the name may hold anything.
    const Fd file(::open(("/proc/" + std::to_string(process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    char text[256];
    const ssize_t size = file.get() >= 0 ? ::read(file.get(), text, sizeof text) : 0;
    const std::string_view line(text, size > 0 ? static_cast<std::size_t>(size) : 0);
    const std::size_t name = line.rfind(") ");
    if (name == std::string_view::npos || name + 2 >= line.size())
        return true;
    return line[name + 2] != 'Z' && line[name + 2] != 'X';
}

bool SocketOwners::lookAt(pid_t process, std::uint32_t inode)
{
    const Folder descriptors(::opendir(("/proc/" + std::to_string(process) + "/fd").c_str()));
    while (descriptors) {
        const dirent* descriptor = ::readdir(descriptors.get());
        if (descriptor == nullptr)
            break;
        std::array<char, 64> link;
        const auto size = ::readlinkat(::dirfd(descriptors.get()), descriptor->d_name, link.data(), link.size());
        if (size <= 0)
            continue;
        if (const std::uint32_t found = inodeOfLink({link.data(), static_cast<std::size_t>(size)}); found != 0)
            m_owners.insert_or_assign(found, process);
    }
    const auto found = m_owners.find(inode);
    if (found == m_owners.end() || found->second != process)
        return false;
    std::erase(m_clients, process);
    m_clients.insert(m_clients.begin(), process);
    m_clients.resize(std::min(m_clients.size(), kMostClients));
    return true;
}

void SocketOwners::lookFor(std::uint32_t inode)
{
    if (m_owners.size() > kMostKnown)
        m_owners.clear();
    // Mostly it is a further connection of somebody who has one, ...
    const std::vector<pid_t> clients = m_clients;
    if (std::any_of(clients.begin(), clients.end(), [&](pid_t process) { return lookAt(process, inode); }))
        return;
    // ... or the first one of somebody who has begun lately. Our own ends are many, and hardly ever asked for.
    std::vector<pid_t> processes;
    const Folder proc(::opendir("/proc"));
    while (proc) {
        const dirent* entry = ::readdir(proc.get());
        if (entry == nullptr)
            break;
        if (pid_t process = 0; readNumber(std::string_view(entry->d_name), process) && process != ::getpid()
            && std::find(clients.begin(), clients.end(), process) == clients.end())
            processes.push_back(process);
    }
    std::sort(processes.begin(), processes.end(), std::greater<>());
    processes.push_back(::getpid());
    for (const pid_t process : processes) {
        if (lookAt(process, inode))
            return;
    }
}

pid_t SocketOwners::ownerOf(const Endpoint& local, const Endpoint& remote)
{
    const std::uint32_t inode = inodeOf(local, remote);
    if (inode == 0)
        return 0;
    auto found = m_owners.find(inode);
    if (found == m_owners.end()) {
        const auto begin = std::chrono::steady_clock::now();
        m_credit = std::min<std::chrono::nanoseconds>(m_credit + (begin - m_lookedAt) / kShare, kCredit);
        m_lookedAt = begin;
        if (m_credit <= std::chrono::nanoseconds::zero())
            return 0;
        lookFor(inode);
        m_credit -= std::chrono::steady_clock::now() - begin;
        found = m_owners.find(inode);
    }
    return found == m_owners.end() ? 0 : found->second;
}

} // namespace connscope::real
