// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/listeningsocket.h"

#include "real/systemerror.h"

#include <linux/filter.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace connscope::real {

namespace {

/// Connections taken in one turn, so that a flood of them does not keep the others waiting.
constexpr int kAcceptsPerTurn = 256;

} // namespace

Result<void> setDeaf(int fd, bool deaf)
{
    int done = 0;
    if (deaf) {
        sock_filter nothing[] = {{BPF_RET | BPF_K, 0, 0, 0}}; // keep 0 bytes of whatever comes
        const sock_fprog program {1, nothing};
        done = ::setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
    } else {
        const int unused = 0;
        done = ::setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, &unused, sizeof unused);
        if (done != 0 && errno == ENOENT)
            done = 0; // there was none
    }
    if (done != 0)
        return fail(systemError("the kernel refuses a socket filter", errno));
    return {};
}

Result<Fd> ListeningSocket::takePort(const Endpoint& at)
{
    Fd fd(::socket(at.isIPv4() ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int yes = 1;
    // The system does not choose a port that somebody shares; one that was said may have connections in TIME-WAIT.
    if (at.port != 0)
        ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_storage address {};
    const socklen_t length = at.toSockaddr(address);
    if (!fd.isOpen() || ::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
        return fail(systemError(at.text(), errno));
    return fd;
}

Result<std::unique_ptr<ListeningSocket>> ListeningSocket::open(
    BrokerId broker, const Endpoint& at, int backlog, Reactor& reactor, AcceptListener& listener, Fd bound)
{
    const auto cannot = [&](const Error& why) {
        return fail("broker " + std::to_string(broker.value) + " cannot listen on " + why.message);
    };
    Fd fd = std::move(bound);
    if (!fd.isOpen()) {
        auto taken = takePort(at);
        if (!taken)
            return cannot(taken.error());
        fd = std::move(*taken);
    }
    const int yes = 1; // whoever has the port after this one, and while its connections are in TIME-WAIT
    ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (::listen(fd.get(), backlog) != 0)
        return cannot(systemError(at.text(), errno));
    return std::unique_ptr<ListeningSocket>(new ListeningSocket(broker, std::move(fd), reactor, listener));
}

ListeningSocket::ListeningSocket(BrokerId broker, Fd fd, Reactor& reactor, AcceptListener& listener)
    : m_broker(broker)
    , m_fd(std::move(fd))
    , m_at(Endpoint::localOf(m_fd.get()))
    , m_reactor(reactor)
    , m_listener(listener)
{
    m_reactor.add(m_fd.get(), EPOLLIN, this);
}

ListeningSocket::~ListeningSocket()
{
    if (!m_paused && !m_starved)
        m_reactor.remove(m_fd.get(), this);
}

void ListeningSocket::ready(std::uint32_t)
{
    for (int i = 0; i < kAcceptsPerTurn; ++i) {
        sockaddr_storage peer {};
        socklen_t length = sizeof peer;
        Fd fd(::accept4(m_fd.get(), reinterpret_cast<sockaddr*>(&peer), &length, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!fd.isOpen()) {
            if (errno == EMFILE || errno == ENFILE) { // the set would report it again and again
                m_starved = true;
                m_reactor.remove(m_fd.get(), this);
            }
            return;
        }
        const int yes = 1;
        ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        m_listener.socketAccepted(m_broker, std::move(fd), Endpoint::of(peer));
    }
}

void ListeningSocket::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    if (m_starved)
        return;
    if (paused)
        m_reactor.remove(m_fd.get(), this);
    else
        m_reactor.add(m_fd.get(), EPOLLIN, this);
}

void ListeningSocket::retry()
{
    if (!std::exchange(m_starved, false) || m_paused)
        return;
    m_reactor.add(m_fd.get(), EPOLLIN, this);
}

Result<void> ListeningSocket::setSilent(bool silent) { return setDeaf(m_fd.get(), silent); }

} // namespace connscope::real
