// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/sockettable.h"

#include "real/fd.h"
#include "real/systemerror.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>

namespace connscope::real {

using trace::TcpState;

namespace {

bool before(const SocketRow& a, const SocketRow& b)
{
    return std::tie(a.local, a.remote) < std::tie(b.local, b.remote);
}

Endpoint endpointOf(int family, const void* address, std::uint16_t portInNetworkOrder)
{
    Endpoint endpoint;
    endpoint.port = ntohs(portInNetworkOrder);
    if (family == AF_INET) {
        endpoint.address[10] = endpoint.address[11] = 0xff;
        std::memcpy(endpoint.address.data() + 12, address, 4);
    } else {
        std::memcpy(endpoint.address.data(), address, 16);
    }
    return endpoint;
}

bool ask(int fd, int family, std::vector<SocketRow>& rows)
{
    struct {
        nlmsghdr header;
        inet_diag_req_v2 request;
    } message {};
    message.header.nlmsg_len = sizeof message;
    message.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    message.request.sdiag_family = static_cast<std::uint8_t>(family);
    message.request.sdiag_protocol = IPPROTO_TCP;
    message.request.idiag_states = ~0U;
    if (::send(fd, &message, sizeof message, 0) < 0)
        return false;
    std::array<std::uint8_t, 32768> buffer;
    for (;;) {
        const auto count = ::recv(fd, buffer.data(), buffer.size(), 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        if (!readDiagAnswer({buffer.data(), static_cast<std::size_t>(count)}, rows))
            return true;
    }
}

/// "0100007F:2384": the address as the machine's words, each in its own byte order.
bool readHexEndpoint(std::string_view text, bool ipv6, Endpoint& out)
{
    const std::size_t digits = ipv6 ? 32 : 8;
    if (text.size() != digits + 5 || text[digits] != ':')
        return false;
    std::array<std::uint8_t, 16> bytes {};
    for (std::size_t word = 0; word * 8 < digits; ++word) {
        std::uint32_t value = 0;
        const char* from = text.data() + word * 8;
        if (std::from_chars(from, from + 8, value, 16).ptr != from + 8)
            return false;
        std::memcpy(bytes.data() + word * 4, &value, 4);
    }
    std::uint16_t port = 0;
    const char* from = text.data() + digits + 1;
    if (std::from_chars(from, from + 4, port, 16).ptr != from + 4)
        return false;
    out = endpointOf(ipv6 ? AF_INET6 : AF_INET, bytes.data(), htons(port));
    return true;
}

std::string_view nextWord(std::string_view& line)
{
    const std::size_t from = line.find_first_not_of(' ');
    if (from == std::string_view::npos)
        return {};
    const std::size_t to = std::min(line.find(' ', from), line.size());
    const std::string_view word = line.substr(from, to - from);
    line.remove_prefix(to);
    return word;
}

} // namespace

TcpState tcpStateOfLinux(int state)
{
    switch (state) {
    case 1:
        return TcpState::Established;
    case 2:
        return TcpState::SynSent;
    case 3:
    case 12: // NEW_SYN_RECV
        return TcpState::SynReceived;
    case 4:
        return TcpState::FinWait1;
    case 5:
        return TcpState::FinWait2;
    case 6:
        return TcpState::TimeWait;
    case 7:
        return TcpState::Closed;
    case 8:
        return TcpState::CloseWait;
    case 9:
        return TcpState::LastAck;
    case 10:
        return TcpState::Listen;
    case 11:
        return TcpState::Closing;
    default:
        return TcpState::None;
    }
}

bool readDiagAnswer(std::span<const std::uint8_t> bytes, std::vector<SocketRow>& rows)
{
    while (bytes.size() >= sizeof(nlmsghdr)) {
        nlmsghdr header {};
        std::memcpy(&header, bytes.data(), sizeof header);
        if (header.nlmsg_len < sizeof header || header.nlmsg_len > bytes.size())
            return false;
        if (header.nlmsg_type == NLMSG_DONE || header.nlmsg_type == NLMSG_ERROR)
            return false;
        if (header.nlmsg_len >= sizeof header + sizeof(inet_diag_msg)) {
            inet_diag_msg message {};
            std::memcpy(&message, bytes.data() + NLMSG_HDRLEN, sizeof message);
            if (message.idiag_family == AF_INET || message.idiag_family == AF_INET6) {
                rows.push_back({endpointOf(message.idiag_family, message.id.idiag_src, message.id.idiag_sport),
                    endpointOf(message.idiag_family, message.id.idiag_dst, message.id.idiag_dport),
                    tcpStateOfLinux(message.idiag_state)});
            }
        }
        bytes = bytes.subspan(std::min<std::size_t>(NLMSG_ALIGN(header.nlmsg_len), bytes.size()));
    }
    return true;
}

void readProcNetTcp(std::string_view text, bool ipv6, std::vector<SocketRow>& rows)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        nextWord(line); // its number
        SocketRow row;
        if (!readHexEndpoint(nextWord(line), ipv6, row.local) || !readHexEndpoint(nextWord(line), ipv6, row.remote))
            continue;
        const std::string_view state = nextWord(line);
        int number = 0;
        if (std::from_chars(state.data(), state.data() + state.size(), number, 16).ptr != state.data() + state.size())
            continue;
        row.state = tcpStateOfLinux(number);
        rows.push_back(row);
    }
}

Result<std::vector<SocketRow>> readSocketTable()
{
    std::vector<SocketRow> rows;
    const Fd fd(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    if (fd.isOpen() && ask(fd.get(), AF_INET, rows) && ask(fd.get(), AF_INET6, rows))
        return rows;
    rows.clear();
    bool any = false;
    for (const bool ipv6 : {false, true}) {
        std::ifstream file(ipv6 ? "/proc/net/tcp6" : "/proc/net/tcp");
        if (!file)
            continue;
        any = true;
        readProcNetTcp(
            std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()), ipv6, rows);
    }
    if (!any)
        return fail(systemError("the kernel's table of sockets cannot be read", errno));
    return rows;
}

SocketTable::SocketTable(std::vector<SocketRow> rows)
    : m_rows(std::move(rows))
{
    std::sort(m_rows.begin(), m_rows.end(), before);
}

TcpState SocketTable::stateOf(const Endpoint& local, const Endpoint& remote) const
{
    const SocketRow wanted {local, remote, TcpState::None};
    const auto it = std::lower_bound(m_rows.begin(), m_rows.end(), wanted, before);
    return it != m_rows.end() && it->local == local && it->remote == remote ? it->state : TcpState::None;
}

} // namespace connscope::real
