// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/brokersocket.h"

#include "real/socketstate.h"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace connscope::real {

namespace {

/// Read behind the end of a large frame.
constexpr std::size_t kReadBehind = std::size_t {64} << 10;

} // namespace

BrokerSocket::BrokerSocket(Fd fd, std::unique_ptr<TlsChannel> tls, ConnectionId connection, BrokerId broker,
    std::size_t maxFrameBytes, Reactor& reactor, BrokerSocketListener& listener, std::span<std::uint8_t> scratch)
    : m_fd(std::move(fd))
    , m_tls(std::move(tls))
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
    if (m_tls && !m_tls->isSecured()) {
        shakeHands();
        if (!m_tls->isSecured())
            return;
    }
    // What is read ahead, behind a request in hand, a muted channel of Kafka's would leave in the kernel: no use of it.
    bool moved = (events & EPOLLOUT) != 0 && flush();
    if (m_fd.isOpen() && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && !m_ended && !m_mayHaveMore)
        moved = (read() && !m_inHand) || moved;
    if (!handOver() && moved && m_fd.isOpen() && !m_ended)
        m_listener.bytesMoved(*this);
}

void BrokerSocket::shakeHands()
{
    if (m_ended)
        return;
    switch (m_tls->handshake()) {
    case TlsChannel::State::Done:
        m_listener.streamSecured(*this, m_tls->session());
        break;
    case TlsChannel::State::Blocked:
        watch();
        break;
    case TlsChannel::State::Ended:
        end(0);
        break;
    case TlsChannel::State::Failed:
        tlsFailed();
        break;
    }
}

void BrokerSocket::tlsFailed()
{
    if (m_tls->error() != 0) {
        end(m_tls->error());
        return;
    }
    m_ended = true;
    m_mayHaveMore = false;
    watch();
    m_listener.streamRefused(*this, m_tls->failure());
}

bool BrokerSocket::readTls()
{
    // A record at a time, and only where a whole one has room: what is left is left in the kernel, where epoll sees it.
    std::size_t got = 0;
    TlsChannel::State state = TlsChannel::State::Done;
    while (state == TlsChannel::State::Done && m_scratch.size() - got >= TlsChannel::kMaxRecord) {
        const TlsChannel::Io io = m_tls->read(m_scratch.subspan(got));
        got += io.bytes;
        state = io.state;
    }
    if (got > 0) { // an end behind it is found the next time
        m_frames.feed(m_scratch.first(got));
        m_mayHaveMore = true;
    } else if (state == TlsChannel::State::Ended) {
        end(0);
    } else if (state == TlsChannel::State::Failed) {
        tlsFailed();
    }
    return got > 0;
}

bool BrokerSocket::read()
{
    if (m_tls)
        return readTls();
    // One buffer full a turn: a loud peer does not keep the others waiting. The rest of a large frame comes right into its own
    // buffer, and of what is behind it only so much that little will be copied into the next one's.
    const std::span<std::uint8_t> room = m_frames.room();
    const std::span<std::uint8_t> behind
        = room.empty() ? m_scratch : m_scratch.first(std::min(m_scratch.size(), kReadBehind));
    iovec into[2] {{room.data(), room.size()}, {behind.data(), behind.size()}};
    const auto count = ::readv(m_fd.get(), room.empty() ? into + 1 : into, room.empty() ? 1 : 2);
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR)
            end(errno);
        return false;
    }
    if (count == 0) {
        end(0);
        return false;
    }
    const std::size_t inRoom = std::min(static_cast<std::size_t>(count), room.size());
    m_frames.filled(inRoom);
    m_frames.feed(behind.first(static_cast<std::size_t>(count) - inRoom));
    m_mayHaveMore = true;
    return true;
}

bool BrokerSocket::handOver()
{
    if (m_handingOver)
        return false; // whoever is given one may say at once that it is done with
    m_handingOver = true;
    bool handed = false;
    while (m_mayHaveMore && !m_inHand && m_unsentBytes == 0 && !m_paused && !m_ended && m_fd.isOpen()) {
        const auto payload = m_frames.next();
        if (!payload) {
            m_mayHaveMore = false;
            if (const auto& error = m_frames.error()) {
                m_ended = true;
                m_listener.streamBroken(*this, *error);
            }
            break;
        }
        m_inHand = handed = true;
        m_mayHaveMore = m_frames.hasFed();
        m_listener.frameRead(*this, *payload, m_frames.owner());
    }
    m_handingOver = false;
    m_frames.keepFed(); // the buffer that is read into is everybody's
    watch();
    return handed;
}

void BrokerSocket::end(int error)
{
    m_ended = true;
    m_mayHaveMore = false;
    watch();
    m_listener.streamEnded(*this, error);
}

void BrokerSocket::write(wire::OutgoingFrame frame)
{
    const std::size_t size = frame.size();
    if (!m_fd.isOpen() || size == 0)
        return;
    m_unsentBytes += size;
    m_unsent.push_back(std::move(frame));
    if (m_unsent.size() == 1)
        flush();
}

namespace {

/// The next pieces of what is to be sent, in the order of the stream, from \a skip bytes on.
class Gather {
public:
    explicit Gather(std::size_t skip)
        : m_skip(skip)
    {
    }
    bool isFull() const { return m_count == m_pieces.size(); }
    /// Copied into \a out, as far as that goes; how much.
    std::size_t copy(std::span<std::uint8_t> out) const
    {
        std::size_t copied = 0;
        for (std::size_t i = 0; i < m_count && copied < out.size(); ++i) {
            const std::size_t size = std::min(m_pieces[i].iov_len, out.size() - copied);
            std::memcpy(out.data() + copied, m_pieces[i].iov_base, size);
            copied += size;
        }
        return copied;
    }
    void add(const wire::OutgoingFrame& frame)
    {
        std::size_t done = 0;
        for (const wire::OutgoingFrame::Piece& piece : frame.pieces) {
            add(frame.bytes.data() + done, piece.at - done);
            add(piece.data.data(), piece.data.size());
            done = piece.at;
        }
        add(frame.bytes.data() + done, frame.bytes.size() - done);
    }
    ssize_t send(int fd)
    {
        msghdr message {};
        message.msg_iov = m_pieces.data();
        message.msg_iovlen = m_count;
        return ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    }

private:
    void add(const void* data, std::size_t size)
    {
        const std::size_t skipped = std::min(m_skip, size);
        m_skip -= skipped;
        if (size == skipped || isFull())
            return;
        auto* const from = const_cast<char*>(static_cast<const char*>(data)) + skipped; // iovec has no const
        m_pieces[m_count++] = {from, size - skipped};
    }

    std::array<iovec, 64> m_pieces;
    std::size_t m_count = 0;
    std::size_t m_skip;
};

} // namespace

ssize_t BrokerSocket::send(const std::vector<wire::OutgoingFrame>& frames, std::size_t from, std::size_t skip)
{
    Gather gather(skip);
    for (std::size_t i = from; i < frames.size() && !gather.isFull(); ++i)
        gather.add(frames[i]);
    if (!m_tls)
        return gather.send(m_fd.get());
    std::array<std::uint8_t, TlsChannel::kMaxRecord> record;
    const TlsChannel::Io io = m_tls->write(std::span(record).first(gather.copy(record)));
    if (io.state == TlsChannel::State::Done)
        return static_cast<ssize_t>(io.bytes);
    errno = io.state == TlsChannel::State::Blocked ? EAGAIN : m_tls->error() != 0 ? m_tls->error() : ECONNRESET;
    return -1;
}

bool BrokerSocket::flush()
{
    std::size_t done = 0;
    bool taken = false;
    while (done < m_unsent.size()) {
        const auto count = send(m_unsent, done, m_sentOfFirst);
        if (count < 0) {
            if (errno == EAGAIN || errno == EINTR)
                break;
            // The peer is gone, and nobody is left to answer what it asked for behind this.
            const int error = errno == EPIPE ? ECONNRESET : errno;
            m_unsent.clear();
            m_sentOfFirst = m_unsentBytes = done = 0;
            if (!m_ended)
                end(error);
            break;
        }
        taken = taken || count > 0;
        m_unsentBytes -= static_cast<std::size_t>(count);
        m_sentOfFirst += static_cast<std::size_t>(count);
        while (done < m_unsent.size() && m_sentOfFirst >= m_unsent[done].size())
            m_sentOfFirst -= m_unsent[done++].size();
    }
    m_unsent.erase(m_unsent.begin(), m_unsent.begin() + static_cast<std::ptrdiff_t>(done));
    watch();
    return taken;
}

void BrokerSocket::answered()
{
    m_inHand = false;
    handOver();
}

void BrokerSocket::setPaused(bool paused)
{
    m_paused = paused;
    watch();
    if (!paused)
        handOver();
}

void BrokerSocket::watch()
{
    if (!m_fd.isOpen())
        return;
    const bool reads = !m_ended && !m_paused && !m_mayHaveMore;
    const std::uint32_t wanted
        = (reads ? EPOLLIN : 0U) | (m_unsentBytes > 0 || (!m_ended && m_tls && m_tls->wantsWrite()) ? EPOLLOUT : 0U);
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
    return m_fd.isOpen() && (m_mayHaveMore || (::ioctl(m_fd.get(), FIONREAD, &bytes) == 0 && bytes > 0));
}

bool BrokerSocket::wasReset() const { return m_fd.isOpen() && real::wasReset(m_fd.get()); }

bool BrokerSocket::isPeerGone() const { return m_fd.isOpen() && real::isPeerGone(m_fd.get()); }

void BrokerSocket::sayGoodbye()
{
    if (m_fd.isOpen() && m_tls)
        m_tls->sayGoodbye();
}

void BrokerSocket::close(bool reset)
{
    if (!m_fd.isOpen())
        return;
    m_reactor.remove(m_fd.get(), this);
    if (reset) {
        const linger none {1, 0};
        ::setsockopt(m_fd.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    } else {
        sayGoodbye();
    }
    m_tls.reset(); // tens of KiB, and its connection is remembered until the kernel has done with it
    m_fd.reset();
    m_unsent.clear();
    m_unsentBytes = m_sentOfFirst = 0;
    m_ended = true;
}

} // namespace connscope::real
