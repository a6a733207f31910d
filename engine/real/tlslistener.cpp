// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/tlslistener.h"

#include "base/text.h"

#include <QList>
#include <QSslCertificate>
#include <QSslCipher>
#include <QSslKey>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <sys/socket.h>

#include <cerrno>

namespace connscope::real {

namespace {

// -- a socket as OpenSSL's BIO. Its own writes with write(2), and a peer that is gone would end the program (SIGPIPE). --

int fdOf(BIO* bio) { return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio))); }

int bioWrite(BIO* bio, const char* data, int size)
{
    BIO_clear_retry_flags(bio);
    const auto count = ::send(fdOf(bio), data, static_cast<std::size_t>(size), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        BIO_set_retry_write(bio);
    return static_cast<int>(count);
}

int bioRead(BIO* bio, char* into, int size)
{
    BIO_clear_retry_flags(bio);
    const auto count = ::recv(fdOf(bio), into, static_cast<std::size_t>(size), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        BIO_set_retry_read(bio);
    if (count == 0)
        errno = 0; // an end, not an old error
    return static_cast<int>(count);
}

long bioControl(BIO*, int what, long, void*) { return what == BIO_CTRL_FLUSH ? 1 : 0; }

int bioCreate(BIO* bio)
{
    BIO_set_init(bio, 1);
    return 1;
}

const BIO_METHOD* socketMethod()
{
    static BIO_METHOD* const kMethod = [] {
        BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket without SIGPIPE");
        BIO_meth_set_write(method, bioWrite);
        BIO_meth_set_read(method, bioRead);
        BIO_meth_set_ctrl(method, bioControl);
        BIO_meth_set_create(method, bioCreate);
        return method;
    }();
    return kMethod;
}

/// What OpenSSL complained about last.
std::string lastWords()
{
    const unsigned long code = ERR_peek_last_error();
    const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    return reason != nullptr ? reason : "no reason was given";
}

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Certificate certificateOf(const QSslCertificate& certificate)
{
    const QByteArray der = certificate.toDer();
    const auto* at = reinterpret_cast<const unsigned char*>(der.constData());
    return {d2i_X509(nullptr, &at, der.size()), X509_free};
}

bool setIdentity(SSL_CTX* context, const QSslConfiguration& settings)
{
    const QByteArray der = settings.privateKey().toDer();
    const auto* at = reinterpret_cast<const unsigned char*>(der.constData());
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        d2i_AutoPrivateKey(nullptr, &at, der.size()), EVP_PKEY_free);
    const QList<QSslCertificate> chain = settings.localCertificateChain();
    if (!key || chain.isEmpty())
        return false;
    if (const Certificate own = certificateOf(chain.front());
        !own || SSL_CTX_use_certificate(context, own.get()) != 1)
        return false;
    for (const QSslCertificate& above : chain.sliced(1)) {
        if (const Certificate one = certificateOf(above); one)
            SSL_CTX_add1_chain_cert(context, one.get());
    }
    return SSL_CTX_use_PrivateKey(context, key.get()) == 1;
}

void setClientAuth(SSL_CTX* context, const QSslConfiguration& settings, ClientAuth auth)
{
    if (auth == ClientAuth::None)
        return;
    X509_STORE* store = SSL_CTX_get_cert_store(context);
    for (const QSslCertificate& authority : settings.caCertificates()) {
        const Certificate one = certificateOf(authority);
        if (!one)
            continue;
        X509_STORE_add_cert(store, one.get());
        SSL_CTX_add_client_CA(context, one.get());
    }
    SSL_CTX_set_verify(context,
        auth == ClientAuth::Required ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_PEER, nullptr);
}

void setProtocols(SSL_CTX* context, const QSslConfiguration& settings, bool choosesCiphers)
{
    const bool only12 = settings.protocol() == QSsl::TlsV1_2;
    SSL_CTX_set_min_proto_version(context, settings.protocol() == QSsl::TlsV1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
    SSL_CTX_set_max_proto_version(context, only12 ? TLS1_2_VERSION : TLS1_3_VERSION);
    if (!choosesCiphers)
        return;
    QByteArray old;
    QByteArray suites;
    for (const QSslCipher& cipher : settings.ciphers()) {
        QByteArray& list = cipher.protocol() == QSsl::TlsV1_3 ? suites : old;
        list += (list.isEmpty() ? QByteArray() : QByteArray(":")) + cipher.name().toUtf8();
    }
    if (!old.isEmpty())
        SSL_CTX_set_cipher_list(context, old.constData());
    SSL_CTX_set_ciphersuites(context, suites.constData());
}

} // namespace

// -- one connection --

TlsChannel::TlsChannel(ssl_ctx_st* context, int fd)
    : m_ssl(SSL_new(context))
{
    BIO* bio = BIO_new(socketMethod());
    BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(fd)));
    SSL_set_bio(m_ssl, bio, bio);
    SSL_set_accept_state(m_ssl);
}

TlsChannel::~TlsChannel() { SSL_free(m_ssl); }

TlsChannel::State TlsChannel::judge(int result)
{
    const int error = errno;
    m_wantsWrite = false;
    switch (SSL_get_error(m_ssl, result)) {
    case SSL_ERROR_NONE:
        return State::Done;
    case SSL_ERROR_WANT_READ:
        return State::Blocked;
    case SSL_ERROR_WANT_WRITE:
        m_wantsWrite = true;
        return State::Blocked;
    case SSL_ERROR_ZERO_RETURN:
        return State::Ended;
    case SSL_ERROR_SYSCALL:
        m_error = error == EPIPE ? ECONNRESET : error;
        return m_error == 0 ? State::Ended : State::Failed;
    default:
        break;
    }
    if (ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        return State::Ended; // many clients do not say goodbye
    m_failure = lastWords();
    const int reason = ERR_GET_REASON(ERR_peek_last_error());
    if (reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST)
        m_failure += "; what came is no TLS: is the client's security.protocol SSL or SASL_SSL?";
    if (const long verified = SSL_get_verify_result(m_ssl); verified != X509_V_OK)
        m_failure += std::string(": ") + X509_verify_cert_error_string(verified);
    return State::Failed;
}

TlsChannel::State TlsChannel::handshake()
{
    ERR_clear_error();
    const State state = judge(SSL_do_handshake(m_ssl));
    m_secured = state == State::Done;
    return state;
}

TlsChannel::Io TlsChannel::read(std::span<std::uint8_t> into)
{
    ERR_clear_error();
    Io io;
    const int result = SSL_read_ex(m_ssl, into.data(), into.size(), &io.bytes);
    io.state = judge(result);
    return io;
}

TlsChannel::Io TlsChannel::write(std::span<const std::uint8_t> bytes)
{
    ERR_clear_error();
    Io io;
    const int result = SSL_write_ex(m_ssl, bytes.data(), bytes.size(), &io.bytes);
    io.state = judge(result);
    return io;
}

void TlsChannel::sayGoodbye()
{
    ERR_clear_error();
    if (m_secured && m_failure.empty() && m_error == 0)
        SSL_shutdown(m_ssl);
}

std::string TlsChannel::session() const
{
    std::string words = SSL_get_version(m_ssl) + std::string(" ") + SSL_get_cipher_name(m_ssl);
    const Certificate peer(SSL_get1_peer_certificate(m_ssl), X509_free);
    if (!peer)
        return words;
    const std::unique_ptr<BIO, decltype(&BIO_free_all)> text(BIO_new(BIO_s_mem()), BIO_free_all);
    X509_NAME_print_ex(text.get(), X509_get_subject_name(peer.get()), 0, XN_FLAG_RFC2253);
    char* data = nullptr;
    const long size = BIO_get_mem_data(text.get(), &data);
    return words + ", " + printable({data, static_cast<std::size_t>(size)}, 200);
}

// -- a listener --

TlsListener::~TlsListener() { SSL_CTX_free(m_context); }

Result<std::shared_ptr<const TlsListener>> TlsListener::make(
    const QSslConfiguration& settings, bool choosesCiphers, ClientAuth clientAuth)
{
    ERR_clear_error();
    std::shared_ptr<TlsListener> listener(new TlsListener(SSL_CTX_new(TLS_server_method())));
    SSL_CTX* const context = listener->m_context;
    if (context == nullptr || !setIdentity(context, settings))
        return fail("the broker's private key and certificate do not go together: " + lastWords());
    setProtocols(context, settings, choosesCiphers);
    setClientAuth(context, settings, clientAuth);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    // Tickets that a client has not read when it closes would make its kernel send a reset in the place of a FIN.
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return listener;
}

} // namespace connscope::real
