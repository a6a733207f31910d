// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/index.h"

namespace connscope::inspector {

/// The events of one request, as far as the trace has them; invalid where it has none.
struct RequestLife {
    EventId queued;
    EventId sent;
    EventId received; ///< by the broker
    EventId answered; ///< by the broker
    EventId lost; ///< the first time that it vanished on the way; TCP may bring it there later
    EventId answerLost; ///< the same of its response
    EventId done; ///< ResponseReceived, RequestCancelled or RequestTimedOut

    /// Of the request that \a event belongs to: same connection, same correlation id, between its sending and its end. Looks
    /// ahead in growing steps, so that a connection with a million events costs no more than the request took.
    static RequestLife of(const trace::Index& index, EventId event);
};

} // namespace connscope::inspector
