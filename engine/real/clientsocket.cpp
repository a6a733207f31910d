// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/clientsocket.h"

#include "real/listeningsocket.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslCipher>
#include <QSslError>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>

namespace connscope::real {

namespace {

/// tcpi_state of a socket that was reset (include/net/tcp_states.h).
constexpr std::uint8_t kTcpClose = 7;

} // namespace

ClientSocket::ClientSocket(ConnectionId connection, ClientId client, std::optional<Tls> tls, std::string host,
    std::size_t maxFrameBytes, ClientSocketListener& listener)
    : m_connection(connection)
    , m_client(client)
    , m_tls(std::move(tls))
    , m_host(std::move(host))
    , m_listener(listener)
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
    m_socket->disconnect(this);
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
    m_secured = true;
    m_listener.clientSecured(*this);
}

void ClientSocket::read()
{
    if (m_paused || m_over || !m_secured)
        return;
    const QByteArray bytes = m_socket->readAll();
    m_frames.feed({reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())});
    while (const auto payload = m_frames.next()) {
        m_listener.clientFrameRead(*this, *payload);
        if (m_over)
            return;
    }
    if (const auto& error = m_frames.error()) {
        m_over = true;
        m_listener.clientStreamBroken(*this, *error);
    }
}

int ClientSocket::reason() const
{
    if (m_connected) {
        tcp_info info {};
        socklen_t length = sizeof info;
        if (m_held.isOpen() && ::getsockopt(m_held.get(), IPPROTO_TCP, TCP_INFO, &info, &length) == 0
            && info.tcpi_state == kTcpClose)
            return m_socket->error() == QAbstractSocket::SocketTimeoutError ? ETIMEDOUT : ECONNRESET;
        return 0;
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
    m_over = true;
    m_listener.clientEnded(*this, words.empty() ? reason() : EPROTO, words);
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
    m_over = true;
    m_listener.clientEnded(*this, reason(), {});
}

void ClientSocket::write(const std::vector<std::uint8_t>& frame)
{
    m_socket->write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
}

void ClientSocket::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    m_socket->setReadBufferSize(paused ? 1 : 0);
    if (paused)
        return;
    QTimer::singleShot(0, this, [this] {
        if (m_paused || m_over)
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
    if (reset && m_held.isOpen()) {
        const linger none {1, 0};
        ::setsockopt(m_held.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    m_socket->disconnect(this);
    m_socket->abort();
    m_held.reset();
}

} // namespace connscope::real
