// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/configkeys.h"

#include <QSslConfiguration>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct ssl_ctx_st;
struct ssl_st;

/// \file
/// TLS at a broker's end, over a descriptor that the reactor watches.
///
/// Clients use QSslSocket. A broker may have thousands of ends, whose place is in an epoll set and which must cost little while
/// they are silent: here OpenSSL works on the descriptor itself, and gives its buffers back between records.

namespace connscope::real {

/// One connection's end. It does not own the descriptor.
class TlsChannel {
public:
    enum class State : std::uint8_t {
        Done, ///< the handshake is, or bytes went through
        Blocked, ///< the kernel has nothing, or no room; wantsWrite() says which
        Ended, ///< the peer said goodbye, or its stream ended
        Failed, ///< error(): what the kernel said, or 0: what TLS did not like is in failure()
    };
    struct Io {
        std::size_t bytes = 0;
        State state = State::Done;
    };
    /// Plain bytes in one record, at most.
    static constexpr std::size_t kMaxRecord = 16'384;

    TlsChannel(ssl_ctx_st* context, int fd);
    ~TlsChannel();
    TlsChannel(const TlsChannel&) = delete;
    TlsChannel& operator=(const TlsChannel&) = delete;

    /// As far as it goes; again when the descriptor is ready.
    State handshake();
    bool isSecured() const { return m_secured; }
    /// One record's bytes at most. With room for kMaxRecord nothing of a record is left behind where epoll does not see it.
    Io read(std::span<std::uint8_t> into);
    /// After Blocked the same bytes must come again, more may follow behind them.
    Io write(std::span<const std::uint8_t> bytes);
    bool wantsWrite() const { return m_wantsWrite; }
    /// close_notify, if it goes out at once.
    void sayGoodbye();

    int error() const { return m_error; }
    const std::string& failure() const { return m_failure; }
    /// "TLSv1.3 TLS_AES_256_GCM_SHA384", and whose certificate the client has shown: ", CN=alice".
    std::string session() const;

private:
    State judge(int result);

    ssl_st* m_ssl;
    bool m_secured = false;
    bool m_wantsWrite = false;
    int m_error = 0;
    std::string m_failure;
};

/// ssl.client.auth
enum class ClientAuth : std::uint8_t { None, Requested, Required };

/// What a listener with TLS shows and asks for. Equal for all of its connections.
class TlsListener {
public:
    /// \a settings: the broker's key with its chain, the authorities of clients' certificates, protocols; cipher suites where
    /// \a choosesCiphers. Errors: OpenSSL does not take the key.
    static Result<std::shared_ptr<const TlsListener>> make(
        const QSslConfiguration& settings, bool choosesCiphers, ClientAuth clientAuth);
    ~TlsListener();
    TlsListener(const TlsListener&) = delete;
    TlsListener& operator=(const TlsListener&) = delete;

    std::unique_ptr<TlsChannel> accept(int fd) const { return std::make_unique<TlsChannel>(m_context, fd); }

private:
    explicit TlsListener(ssl_ctx_st* context)
        : m_context(context)
    {
    }
    ssl_ctx_st* m_context;
};

} // namespace connscope::real
