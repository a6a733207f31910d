// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <utility>

// SASL_HANDSHAKE and SASL_AUTHENTICATE, as far as a broker must know them to refuse them.

namespace connscope::wire::convert {

ToWire toWire(const protocol::SaslHandshakeRequest& r, const Asked&) { return SaslHandshakeRequest {r.mechanism}; }

FromWire fromWire(const SaslHandshakeRequest& r, std::int16_t)
{
    return protocol::SaslHandshakeRequest {r.mechanism};
}

AnswerToWire toWire(const protocol::SaslHandshakeResponse& r, const Answer&)
{
    return SaslHandshakeResponse {code(r.error), r.mechanisms};
}

AnswerFromWire fromWire(const SaslHandshakeResponse& r, const Context&)
{
    return protocol::SaslHandshakeResponse {errorOf(r.errorCode), r.mechanisms};
}

ToWire toWire(const protocol::SaslAuthenticateRequest&, const Asked&) { return SaslAuthenticateRequest {}; }

FromWire fromWire(const SaslAuthenticateRequest&, std::int16_t) { return protocol::SaslAuthenticateRequest {}; }

AnswerToWire toWire(const protocol::SaslAuthenticateResponse& r, const Answer&)
{
    SaslAuthenticateResponse out;
    out.errorCode = code(r.error);
    out.errorMessage = nullable(r.message);
    return out;
}

AnswerFromWire fromWire(const SaslAuthenticateResponse& r, const Context&)
{
    return protocol::SaslAuthenticateResponse {errorOf(r.errorCode), plain(r.errorMessage)};
}

} // namespace connscope::wire::convert
