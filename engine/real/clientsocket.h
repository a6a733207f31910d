// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "real/clientsecurity.h"
#include "real/endpoint.h"
#include "real/fd.h"
#include "real/reactor.h"
#include "wire/framing.h"
#include "wire/types.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

class QTcpSocket;

/// \file
/// The client's end of one connection: QTcpSocket, or QSslSocket where security.protocol says so.
///
/// Qt closes its descriptor as soon as it reads the end of the stream, which would answer a FIN at once. A Java client that
/// does not poll leaves its socket in CLOSE-WAIT, and that is what people come here to see. So the socket is held by a second
/// descriptor (dup(2)) until the client's brain wishes to close it.
///
/// QTcpSocket connects; then, without TLS, it is done with: its buffers (32 KiB and more, once something passed) and its place
/// in Qt's event loop are what a connection would cost most. The descriptor goes into the reactor's epoll set, beside the
/// brokers' ends, and bytes pass between the kernel and the frames. With TLS QSslSocket stays.

namespace connscope::real {

class ClientSocket;

/// Hears what becomes of a socket. Must not delete it.
class ClientSocketListener {
public:
    virtual ~ClientSocketListener() = default;
    /// The TCP handshake is done.
    virtual void clientConnected(ClientSocket& socket) = 0;
    /// The TLS handshake is done; without TLS right after clientConnected().
    virtual void clientSecured(ClientSocket& socket) = 0;
    virtual void clientFrameRead(ClientSocket& socket, std::span<const std::uint8_t> payload) = 0;
    /// End of stream or failed connect: \a error is an errno, 0 for a FIN. \a words: what TLS says, where it was TLS.
    virtual void clientEnded(ClientSocket& socket, int error, const std::string& words) = 0;
    virtual void clientStreamBroken(ClientSocket& socket, const Error& error) = 0;
};

class ClientSocket final : public QObject, public Watched {
public:
    /// \a host: the broker's name as the client knows it, which TLS asks for and looks for in the certificate.
    /// \a maxFrameBytes: longer responses are not believed. \a scratch is read into; shared by all sockets of a thread.
    ClientSocket(ConnectionId connection, ClientId client, std::optional<Tls> tls, std::string host,
        std::size_t maxFrameBytes, Reactor& reactor, ClientSocketListener& listener, std::span<std::uint8_t> scratch);
    ~ClientSocket() override;

    ConnectionId connection() const { return m_connection; }
    ClientId client() const { return m_client; }

    /// Starts to connect. What becomes of it is heard later, never from inside of this call.
    /// With \a deaf nothing that comes back gets through, from the first segment on.
    void connectTo(const Endpoint& remote, bool deaf = false);
    /// Its own end; port 0 while there is none.
    const Endpoint& local() const { return m_local; }
    bool isConnected() const { return m_connected; }
    /// "TLSv1.3 TLS_AES_256_GCM_SHA384" once TLS is up; "" without TLS.
    std::string tlsSession() const;

    void ready(std::uint32_t events) override;
    /// Written at once as far as the kernel takes it.
    void write(const std::vector<std::uint8_t>& frame);
    /// The process stands still: what arrives is left in the kernel, a FIN is heard of when it goes on.
    void setPaused(bool paused);
    /// True if close(2) would send a reset.
    bool hasUnreadData() const;
    /// The kernel let go of it: it was reset.
    bool wasReset() const;
    /// Lets nothing through any more, or everything again (listeningsocket.h).
    Result<void> setDeaf(bool deaf);
    /// close(2) of both descriptors; with \a reset the kernel sends a reset.
    void close(bool reset);

private:
    void connected();
    // without TLS
    void receive();
    void flush();
    void send(std::span<const std::uint8_t> bytes);
    void watch();
    // with TLS
    void read();
    void judge(const QList<QSslError>& errors);
    void failed();
    void ended();
    /// Whether frames are to be taken further.
    bool take(std::span<const std::uint8_t> bytes);
    void over(int error, const std::string& words = {});
    /// An errno for what ended it while it connected, or with TLS.
    int reason() const;
    void holdDescriptor();

    const ConnectionId m_connection;
    const ClientId m_client;
    const std::optional<Tls> m_tls;
    const std::string m_host;
    std::string m_tlsWords; // what is wrong with the broker's certificate
    Reactor& m_reactor;
    ClientSocketListener& m_listener;
    std::span<std::uint8_t> m_scratch;
    std::unique_ptr<QTcpSocket> m_socket; // null once the reactor has the descriptor
    Fd m_held; // the second descriptor
    Endpoint m_local;
    wire::FrameReader m_frames;
    wire::Bytes m_unsent; // from m_sent on
    std::size_t m_sent = 0;
    int m_sendError = 0; // the kernel tells one only once
    std::uint32_t m_watched = 0; // epoll events asked for
    bool m_connected = false;
    bool m_secured = false;
    bool m_paused = false;
    bool m_over = false; // the end was told, or is not to be told
    bool m_endedInPause = false;
};

} // namespace connscope::real
