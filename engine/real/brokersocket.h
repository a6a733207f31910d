// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "real/fd.h"
#include "real/reactor.h"
#include "wire/framing.h"
#include "wire/recordbytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

/// \file
/// The broker's end of one connection: a non-blocking socket in the reactor's epoll set. Frames come in whole, answers go out
/// as far as the kernel takes them and wait for the rest.
///
/// A peer cannot make it hold much: bytes are read only while few requests are unanswered and few answers are unread, and
/// half a frame takes the memory of what really came (wire/framing.h). Everything else waits in the kernel, and there the
/// peer's own window ends it.

namespace connscope::real {

class BrokerSocket;

/// Hears what a socket reads. Called from Watched::ready(); must not delete the socket.
class BrokerSocketListener {
public:
    virtual ~BrokerSocketListener() = default;
    /// \a owner keeps \a payload as long as it is held; null: the payload is gone afterwards.
    virtual void frameRead(
        BrokerSocket& socket, std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner)
        = 0;
    /// The stream is no Kafka frame (a length below zero or beyond socket.request.max.bytes): nothing more is read.
    virtual void streamBroken(BrokerSocket& socket, const Error& error) = 0;
    /// End of stream (\a error 0), or an errno. Once.
    virtual void streamEnded(BrokerSocket& socket, int error) = 0;
};

class BrokerSocket final : public Watched {
public:
    /// Requests that may be unanswered before no more are read.
    static constexpr std::size_t kMaxUnanswered = 64;
    /// Bytes of answers that may wait before no more requests are read.
    static constexpr std::size_t kMaxUnsent = std::size_t {4} << 20;

    /// \a scratch is read into; shared by all sockets of a thread.
    BrokerSocket(Fd fd, ConnectionId connection, BrokerId broker, std::size_t maxFrameBytes, Reactor& reactor,
        BrokerSocketListener& listener, std::span<std::uint8_t> scratch);
    ~BrokerSocket() override;

    ConnectionId connection() const { return m_connection; }
    BrokerId broker() const { return m_broker; }
    int fd() const { return m_fd.get(); }

    void ready(std::uint32_t events) override;
    /// Queues a frame; written at once as far as possible.
    void write(wire::OutgoingFrame frame);
    /// One of the requests read was answered, or will never be.
    void answered();
    /// The process stands still: nothing is read, the kernel goes on.
    void setPaused(bool paused);
    /// True if close(2) would send a reset: data lies unread in the kernel.
    bool hasUnreadData() const;
    /// close(2). With \a reset the kernel sends a reset whatever lies in its buffers (SO_LINGER 0).
    void close(bool reset);
    bool isOpen() const { return m_fd.isOpen(); }
    /// Bytes of memory it holds beside itself.
    std::size_t memory() const { return m_frames.memory() + m_unsentBytes; }

private:
    void read();
    void flush();
    void end(int error);
    void watch();

    Fd m_fd;
    ConnectionId m_connection;
    BrokerId m_broker;
    Reactor& m_reactor;
    BrokerSocketListener& m_listener;
    std::span<std::uint8_t> m_scratch;
    wire::FrameReader m_frames;
    std::vector<wire::OutgoingFrame> m_unsent; // the first one from m_sentOfFirst on
    std::size_t m_sentOfFirst = 0;
    std::size_t m_unsentBytes = 0;
    std::size_t m_unanswered = 0;
    std::uint32_t m_watched = 0; // epoll events asked for
    bool m_paused = false;
    bool m_ended = false; // nothing more will be read
};

} // namespace connscope::real
