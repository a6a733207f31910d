// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/configkeys.h"
#include "real/saslserver.h"
#include "real/throwawaycertificate.h"
#include "real/tlslistener.h"

#include <functional>
#include <memory>
#include <string>

/// \file
/// What stands between a broker of ours and its clients, read from the broker's own keys as SocketServer and
/// SslConfigs read them: the security protocol of its listener, its key store, its users.
///
/// Key stores as with clients (clientsecurity.h). Where a listener speaks TLS and no key store is named, a throw-away
/// certificate takes its place.

namespace connscope::real {

struct ListenerSecurity {
    std::string protocol = "PLAINTEXT"; ///< or SSL, SASL_PLAINTEXT, SASL_SSL
    std::shared_ptr<const TlsListener> tls;
    std::shared_ptr<const SaslListener> sasl;
};

/// The security protocol of a broker's listener: where listener.security.protocol.map leads from the name of the first one of
/// `listeners`, or from PLAINTEXT where none is named.
std::string listenerProtocol(const protocol::ConfigSet& config);

/// \a throwAway gives the certificate for those that have none; asked only then. Errors name the key and what to do.
Result<ListenerSecurity> readListenerSecurity(
    const protocol::ConfigSet& config, const std::function<Result<const ThrowAwayCertificate*>()>& throwAway);

} // namespace connscope::real
