// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "real/fd.h"
#include "real/reactor.h"
#include "real/tlslistener.h"
#include "wire/framing.h"
#include "wire/recordbytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

/// \file
/// The broker's end of one connection: a non-blocking socket in the reactor's epoll set. Frames come in whole, answers go out
/// as far as the kernel takes them and wait for the rest.
///
/// A request is handed on when the one before it is done with and its answer has gone to the kernel whole: Kafka mutes a
/// channel from the request that it reads until it has sent the answer (SocketServer.Processor#processCompletedReceives and
/// #processCompletedSends, Selector#mute). So a peer cannot make it hold much: behind a request in hand one buffer full is read,
/// and half a frame takes the memory of what really came (wire/framing.h). Everything else waits in the kernel, and there the
/// peer's own window ends it.

namespace connscope::real {

class BrokerSocket;

/// Hears what a socket reads, from within any call of it; must not delete it there.
class BrokerSocketListener {
public:
    virtual ~BrokerSocketListener() = default;
    /// A request: the next one comes after answered().
    /// \a owner keeps \a payload as long as it is held; null: the payload is gone afterwards.
    virtual void frameRead(
        BrokerSocket& socket, std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner)
        = 0;
    /// Bytes came or went, but no whole request came and no answer went whole.
    virtual void bytesMoved(BrokerSocket& socket) = 0;
    /// The stream is no Kafka frame (a length below zero or beyond socket.request.max.bytes): nothing more is read.
    virtual void streamBroken(BrokerSocket& socket, const Error& error) = 0;
    /// End of stream (\a error 0), or an errno. Once.
    virtual void streamEnded(BrokerSocket& socket, int error) = 0;
    /// The TLS handshake is done. \a session: TlsChannel::session().
    virtual void streamSecured(BrokerSocket& socket, const std::string& session) = 0;
    /// TLS went wrong: nothing more is read. \a words: what it says.
    virtual void streamRefused(BrokerSocket& socket, const std::string& words) = 0;
};

class BrokerSocket final : public Watched {
public:
    /// \a tls: null without. \a scratch is read into; shared by all sockets of a thread.
    BrokerSocket(Fd fd, std::unique_ptr<TlsChannel> tls, ConnectionId connection, BrokerId broker,
        std::size_t maxFrameBytes, Reactor& reactor, BrokerSocketListener& listener, std::span<std::uint8_t> scratch);
    ~BrokerSocket() override;

    ConnectionId connection() const { return m_connection; }
    BrokerId broker() const { return m_broker; }
    int fd() const { return m_fd.get(); }

    void ready(std::uint32_t events) override;
    /// Queues a frame; written at once as far as possible.
    void write(wire::OutgoingFrame frame);
    /// The request in hand is done with: its answer was written, or it gets none.
    void answered();
    /// The process stands still: nothing is read, the kernel goes on.
    void setPaused(bool paused);
    /// True if close(2) of a broker would send a reset: something lies unread. What was read behind the request in hand counts,
    /// for Kafka reads one request at a time; close() is to be told.
    bool hasUnreadData() const;
    /// The peer's kernel answered with a reset, whether that was heard of or not: there is nothing left to close.
    bool wasReset() const;
    /// The peer's FIN or reset is there, whether that was heard of or not.
    bool isPeerGone() const;
    /// TLS's own last word; nothing without TLS. Where the peer has closed already, it is answered with a reset.
    void sayGoodbye();
    /// close(2). With \a reset the kernel sends a reset whatever lies in its buffers (SO_LINGER 0).
    void close(bool reset);
    bool isOpen() const { return m_fd.isOpen(); }
    /// Bytes of answers that the kernel has no room for, ...
    std::size_t unsent() const { return m_unsentBytes; }
    /// ... and with what is gone of them already: an answer is held until it is gone whole.
    std::size_t held() const { return m_unsentBytes + m_sentOfFirst; }
    /// Bytes of memory it holds beside itself.
    std::size_t memory() const { return m_frames.memory() + m_unsentBytes; }

private:
    /// True if something came.
    bool read();
    bool readTls();
    void shakeHands();
    /// What send(2) would return.
    ssize_t send(const std::vector<wire::OutgoingFrame>& frames, std::size_t from, std::size_t skip);
    /// What TLS did not do: an end, or words.
    void tlsFailed();
    /// The next request, if its turn has come.
    /// True if there was one.
    bool handOver();
    /// True if the kernel took something.
    bool flush();
    void end(int error);
    void watch();

    Fd m_fd;
    std::unique_ptr<TlsChannel> m_tls;
    ConnectionId m_connection;
    BrokerId m_broker;
    Reactor& m_reactor;
    BrokerSocketListener& m_listener;
    std::span<std::uint8_t> m_scratch;
    wire::FrameReader m_frames;
    std::vector<wire::OutgoingFrame> m_unsent; // the first one from m_sentOfFirst on
    std::size_t m_sentOfFirst = 0;
    std::size_t m_unsentBytes = 0;
    std::uint32_t m_watched = 0; // epoll events asked for
    bool m_inHand = false; // a request was handed on and is not done with
    bool m_mayHaveMore = false; // m_frames was not asked to its end: nothing is read meanwhile
    bool m_handingOver = false;
    bool m_paused = false;
    bool m_ended = false; // nothing more will be read
};

} // namespace connscope::real
