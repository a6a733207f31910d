// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/brokersocket.h"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>

namespace connscope::real {

BrokerSocket::BrokerSocket(Fd fd, ConnectionId connection, BrokerId broker, std::size_t maxFrameBytes,
    Reactor& reactor, BrokerSocketListener& listener, std::span<std::uint8_t> scratch)
    : m_fd(std::move(fd))
    , m_connection(connection)
    , m_broker(broker)
    , m_reactor(reactor)
    , m_listener(listener)
    , m_scratch(scratch)
    , m_frames(maxFrameBytes)
    , m_watched(EPOLLIN)
{
    m_reactor.add(m_fd.get(), m_watched, this);
}

BrokerSocket::~BrokerSocket() { close(false); }

void BrokerSocket::ready(std::uint32_t events)
{
    if ((events & EPOLLOUT) != 0)
        flush();
    if (m_fd.isOpen() && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && !m_ended)
        read();
}

void BrokerSocket::read()
{
    // One buffer full a turn: a loud peer does not keep the others waiting.
    const auto count = ::recv(m_fd.get(), m_scratch.data(), m_scratch.size(), 0);
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR)
            end(errno);
        return;
    }
    if (count == 0) {
        end(0);
        return;
    }
    m_frames.feed(m_scratch.first(static_cast<std::size_t>(count)));
    while (const auto payload = m_frames.next()) {
        ++m_unanswered;
        m_listener.frameRead(*this, *payload);
    }
    if (const auto& error = m_frames.error()) {
        m_ended = true;
        m_listener.streamBroken(*this, *error);
    }
    watch();
}

void BrokerSocket::end(int error)
{
    m_ended = true;
    watch();
    m_listener.streamEnded(*this, error);
}

void BrokerSocket::write(std::vector<std::uint8_t> frame)
{
    if (!m_fd.isOpen() || frame.empty())
        return;
    m_unsentBytes += frame.size();
    m_unsent.push_back(std::move(frame));
    if (m_unsent.size() == 1)
        flush();
}

void BrokerSocket::flush()
{
    std::size_t done = 0;
    while (done < m_unsent.size()) {
        const auto& frame = m_unsent[done];
        const auto count = ::send(
            m_fd.get(), frame.data() + m_sentOfFirst, frame.size() - m_sentOfFirst, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0) {
            if (errno == EAGAIN || errno == EINTR)
                break;
            // The peer is gone. Reading will say so, unless nothing is read any more.
            m_unsent.clear();
            m_sentOfFirst = m_unsentBytes = done = 0;
            break;
        }
        m_unsentBytes -= static_cast<std::size_t>(count);
        m_sentOfFirst += static_cast<std::size_t>(count);
        if (m_sentOfFirst == frame.size()) {
            m_sentOfFirst = 0;
            ++done;
        }
    }
    m_unsent.erase(m_unsent.begin(), m_unsent.begin() + static_cast<std::ptrdiff_t>(done));
    watch();
}

void BrokerSocket::answered()
{
    if (m_unanswered > 0)
        --m_unanswered;
    if (m_unanswered == kMaxUnanswered - 1)
        watch();
}

void BrokerSocket::setPaused(bool paused)
{
    m_paused = paused;
    watch();
}

void BrokerSocket::watch()
{
    if (!m_fd.isOpen())
        return;
    const bool reads = !m_ended && !m_paused && m_unanswered < kMaxUnanswered && m_unsentBytes < kMaxUnsent;
    const std::uint32_t wanted = (reads ? EPOLLIN : 0U) | (m_unsentBytes > 0 ? EPOLLOUT : 0U);
    if (wanted == m_watched)
        return;
    // An epoll set reports hang-ups whether asked or not: a socket that wants nothing is taken out of it.
    if (wanted == 0)
        m_reactor.remove(m_fd.get(), this);
    else if (m_watched == 0)
        m_reactor.add(m_fd.get(), wanted, this);
    else
        m_reactor.modify(m_fd.get(), wanted, this);
    m_watched = wanted;
}

bool BrokerSocket::hasUnreadData() const
{
    int bytes = 0;
    return m_fd.isOpen() && ::ioctl(m_fd.get(), FIONREAD, &bytes) == 0 && bytes > 0;
}

void BrokerSocket::close(bool reset)
{
    if (!m_fd.isOpen())
        return;
    m_reactor.remove(m_fd.get(), this);
    if (reset) {
        const linger none {1, 0};
        ::setsockopt(m_fd.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    m_fd.reset();
    m_unsent.clear();
    m_unsentBytes = m_sentOfFirst = 0;
    m_ended = true;
}

} // namespace connscope::real
