// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/clientsocket.h"

#include "real/listeningsocket.h"
#include "real/socketstate.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslCipher>
#include <QSslError>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace connscope::real {

namespace {

/// Read behind the end of a large frame.
constexpr std::size_t kReadBehind = std::size_t {64} << 10;

} // namespace

ClientSocket::ClientSocket(ConnectionId connection, ClientId client, std::optional<Tls> tls, std::string host,
    std::size_t maxFrameBytes, Reactor& reactor, ClientSocketListener& listener, std::span<std::uint8_t> scratch)
    : m_connection(connection)
    , m_client(client)
    , m_tls(std::move(tls))
    , m_host(std::move(host))
    , m_reactor(reactor)
    , m_listener(listener)
    , m_scratch(scratch)
    , m_frames(maxFrameBytes)
{
    if (m_tls) {
        auto socket = std::make_unique<QSslSocket>();
        socket->setSslConfiguration(m_tls->configuration);
        connect(socket.get(), &QSslSocket::encrypted, this, [this] {
            m_secured = true;
            m_listener.clientSecured(*this);
        });
        connect(
            socket.get(), &QSslSocket::sslErrors, this, [this](const QList<QSslError>& errors) { judge(errors); });
        m_socket = std::move(socket);
    } else {
        m_socket = std::make_unique<QTcpSocket>();
    }
    connect(m_socket.get(), &QTcpSocket::connected, this, [this] { connected(); });
    connect(m_socket.get(), &QTcpSocket::readyRead, this, [this] { read(); });
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, [this] { failed(); });
    connect(m_socket.get(), &QTcpSocket::disconnected, this, [this] { ended(); });
}

ClientSocket::~ClientSocket()
{
    m_over = true;
    if (m_socket)
        m_socket->disconnect(this);
    watch();
}

void ClientSocket::connectTo(const Endpoint& remote, bool deaf)
{
    m_socket->setProxy(QNetworkProxy::NoProxy);
    // Qt makes the socket when it connects; bound, it is there before the first SYN goes out.
    const QHostAddress here = remote.isLoopback()
        ? QHostAddress(remote.isIPv4() ? QHostAddress::LocalHost : QHostAddress::LocalHostIPv6)
        : QHostAddress(remote.isIPv4() ? QHostAddress::AnyIPv4 : QHostAddress::AnyIPv6);
    m_socket->bind(here);
    holdDescriptor();
    if (deaf) [[maybe_unused]]
        const auto done = setDeaf(true);
    m_socket->connectToHost(QHostAddress(QString::fromStdString(remote.addressText())), remote.port);
    holdDescriptor();
}

void ClientSocket::holdDescriptor()
{
    const auto fd = static_cast<int>(m_socket->socketDescriptor());
    if (fd < 0)
        return;
    if (!m_held.isOpen())
        m_held = Fd(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    m_local = Endpoint::localOf(fd);
}

void ClientSocket::connected()
{
    holdDescriptor();
    m_local = Endpoint::localOf(m_held.get());
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_connected = true;
    m_listener.clientConnected(*this);
    if (m_over)
        return;
    if (m_tls) {
        auto* tls = static_cast<QSslSocket*>(m_socket.get());
        tls->setPeerVerifyName(QString::fromStdString(m_host));
        tls->startClientEncryption();
        return;
    }
    // Qt's part is done. Its own descriptor goes at once: two readers would share the stream.
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket.release()->deleteLater(); // it is in the middle of telling
    m_secured = true;
    flush();
    m_listener.clientSecured(*this);
}

// -- in the reactor --

void ClientSocket::watch()
{
    const bool here = m_held.isOpen() && !m_socket && !m_over;
    const std::uint32_t wanted = here ? (m_paused ? 0U : EPOLLIN) | (m_unsent.empty() ? 0U : EPOLLOUT) : 0U;
    if (wanted == m_watched)
        return;
    // An epoll set reports hang-ups whether asked or not: a socket that wants nothing is taken out of it.
    if (wanted == 0)
        m_reactor.remove(m_held.get(), this);
    else if (m_watched == 0)
        m_reactor.add(m_held.get(), wanted, this);
    else
        m_reactor.modify(m_held.get(), wanted, this);
    m_watched = wanted;
}

void ClientSocket::ready(std::uint32_t events)
{
    if ((events & EPOLLOUT) != 0)
        flush();
    if (!m_over && !m_paused && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0)
        receive();
}

void ClientSocket::receive()
{
    // One buffer full a turn, the rest of a large frame right into its place (brokersocket.cpp).
    const std::span<std::uint8_t> room = m_frames.room();
    const std::span<std::uint8_t> behind
        = room.empty() ? m_scratch : m_scratch.first(std::min(m_scratch.size(), kReadBehind));
    iovec into[2] {{room.data(), room.size()}, {behind.data(), behind.size()}};
    const auto count = ::readv(m_held.get(), room.empty() ? into + 1 : into, room.empty() ? 1 : 2);
    if (count < 0) {
        if (errno != EAGAIN && errno != EINTR)
            over(errno);
        return;
    }
    if (count == 0) {
        over(m_sendError != 0 ? m_sendError : wasReset() ? ECONNRESET : 0);
        return;
    }
    const std::size_t inRoom = std::min(static_cast<std::size_t>(count), room.size());
    m_frames.filled(inRoom);
    take(behind.first(static_cast<std::size_t>(count) - inRoom));
}

void ClientSocket::send(std::span<const std::uint8_t> bytes)
{
    if (m_unsent.empty() && m_connected && m_sendError == 0) {
        const auto sent = ::send(m_held.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
        else if (errno != EAGAIN && errno != EINTR)
            m_sendError = errno == EPIPE ? ECONNRESET : errno;
    }
    if (m_sendError != 0)
        return; // whoever reads comes to the end, too
    if (!bytes.empty())
        m_unsent.insert(m_unsent.end(), bytes.begin(), bytes.end());
    watch();
}

void ClientSocket::flush()
{
    const wire::Bytes unsent = std::move(m_unsent);
    const std::size_t from = std::exchange(m_sent, 0);
    m_unsent.clear();
    send(std::span(unsent).subspan(from));
}

// -- what Qt says: of connecting, and with TLS --

void ClientSocket::read()
{
    if (m_paused || m_over || !m_secured)
        return;
    const QByteArray bytes = m_socket->readAll();
    take({reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())});
}

bool ClientSocket::take(std::span<const std::uint8_t> bytes)
{
    m_frames.feed(bytes);
    while (const auto payload = m_frames.next()) {
        m_listener.clientFrameRead(*this, *payload);
        if (m_over)
            return false;
    }
    if (const auto& error = m_frames.error()) {
        m_over = true;
        watch();
        m_listener.clientStreamBroken(*this, *error);
    }
    return !m_over;
}

void ClientSocket::over(int error, const std::string& words)
{
    m_over = true;
    watch();
    m_listener.clientEnded(*this, error, words);
}

bool ClientSocket::wasReset() const { return m_connected && hasNoConnection(m_held.get()); }

int ClientSocket::reason() const
{
    if (m_connected) {
        if (!wasReset())
            return 0;
        return m_socket->error() == QAbstractSocket::SocketTimeoutError ? ETIMEDOUT : ECONNRESET;
    }
    switch (m_socket->error()) {
    case QAbstractSocket::ConnectionRefusedError:
        return ECONNREFUSED;
    case QAbstractSocket::NetworkError:
        return EHOSTUNREACH;
    case QAbstractSocket::SocketTimeoutError:
        return ETIMEDOUT;
    case QAbstractSocket::SocketResourceError:
        return EMFILE;
    case QAbstractSocket::AddressInUseError:
    case QAbstractSocket::SocketAddressNotAvailableError:
        return EADDRNOTAVAIL;
    case QAbstractSocket::RemoteHostClosedError:
        return ECONNRESET;
    default:
        return ECONNREFUSED;
    }
}

std::string ClientSocket::tlsSession() const
{
    if (!m_tls)
        return {};
    const auto* tls = static_cast<const QSslSocket*>(m_socket.get());
    const char* version = tls->sessionProtocol() == QSsl::TlsV1_3 ? "TLSv1.3 " : "TLSv1.2 ";
    return version + tls->sessionCipher().name().toStdString();
}

void ClientSocket::judge(const QList<QSslError>& errors)
{
    auto* tls = static_cast<QSslSocket*>(m_socket.get());
    QList<QSslError> serious = errors;
    if (!m_tls->verifiesName)
        serious.removeIf([](const QSslError& error) { return error.error() == QSslError::HostNameMismatch; });
    if (serious.isEmpty())
        tls->ignoreSslErrors(errors);
    else
        m_tlsWords = tlsWords(serious, tls->peerCertificate(), m_host);
}

void ClientSocket::failed()
{
    const auto error = m_socket->error();
    if (error == QAbstractSocket::RemoteHostClosedError && m_connected)
        return; // disconnected() follows
    if (m_over)
        return;
    std::string words;
    if (error == QAbstractSocket::SslHandshakeFailedError || error == QAbstractSocket::SslInternalError
        || error == QAbstractSocket::SslInvalidUserDataError) {
        words = m_tlsWords.empty() ? m_socket->errorString().toStdString() : m_tlsWords;
        if (words.empty())
            words = "the TLS handshake failed";
    }
    over(words.empty() ? reason() : EPROTO, words);
}

void ClientSocket::ended()
{
    if (m_over)
        return;
    if (m_paused) {
        m_endedInPause = true;
        return;
    }
    read(); // what arrived before the end
    if (m_over)
        return;
    over(reason());
}

void ClientSocket::write(const std::vector<std::uint8_t>& frame)
{
    if (m_over)
        return;
    if (m_tls)
        m_socket->write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
    else
        send(frame);
}

void ClientSocket::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    if (!m_socket) {
        watch();
        return;
    }
    m_socket->setReadBufferSize(paused ? 1 : 0);
    if (paused)
        return;
    QTimer::singleShot(0, this, [this] {
        if (m_paused || m_over || !m_socket)
            return;
        read();
        if (std::exchange(m_endedInPause, false))
            ended();
    });
}

bool ClientSocket::hasUnreadData() const
{
    int bytes = 0;
    return m_held.isOpen() && ::ioctl(m_held.get(), FIONREAD, &bytes) == 0 && bytes > 0;
}

Result<void> ClientSocket::setDeaf(bool deaf)
{
    return m_held.isOpen() ? real::setDeaf(m_held.get(), deaf) : Result<void> {};
}

void ClientSocket::close(bool reset)
{
    m_over = true;
    watch();
    if (reset && m_held.isOpen()) {
        const linger none {1, 0};
        ::setsockopt(m_held.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    m_held.reset();
}

} // namespace connscope::real
