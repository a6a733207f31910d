// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/sasl.h"

namespace connscope::wire {

void SaslHandshakeRequest::describe(Visitor& v) { v.field("mechanism", mechanism); }

void SaslHandshakeResponse::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("mechanisms", mechanisms);
}

void SaslAuthenticateRequest::describe(Visitor& v)
{
    v.field("authBytes", authBytes);
    v.end(unknownTaggedFields);
}

void SaslAuthenticateResponse::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, all().nullable());
    v.field("authBytes", authBytes);
    v.field("sessionLifetimeMs", sessionLifetimeMs, since(1));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
