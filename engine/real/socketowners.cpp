// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/socketowners.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace connscope::real {

namespace {

/// A look may come when so many times its own duration has passed.
constexpr int kPause = 30;

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

void SocketOwners::look()
{
    m_owners.clear();
    const Folder processes(::opendir("/proc"));
    while (processes) {
        const dirent* process = ::readdir(processes.get());
        if (process == nullptr)
            break;
        pid_t pid = 0;
        if (!readNumber(std::string_view(process->d_name), pid))
            continue;
        const Folder descriptors(::opendir(("/proc/" + std::to_string(pid) + "/fd").c_str()));
        while (descriptors) {
            const dirent* descriptor = ::readdir(descriptors.get());
            if (descriptor == nullptr)
                break;
            std::array<char, 64> link;
            const auto size = ::readlinkat(::dirfd(descriptors.get()), descriptor->d_name, link.data(), link.size());
            if (size <= 0)
                continue;
            if (const std::uint32_t inode = inodeOfLink({link.data(), static_cast<std::size_t>(size)}); inode != 0)
                m_owners.emplace(inode, pid);
        }
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
        if (begin < m_nextLook)
            return 0;
        look();
        const auto end = std::chrono::steady_clock::now();
        m_nextLook = end + kPause * (end - begin);
        found = m_owners.find(inode);
    }
    return found == m_owners.end() ? 0 : found->second;
}

} // namespace connscope::real
