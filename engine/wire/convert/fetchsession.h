// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"

#include <vector>

/// \file
/// The client's end of a fetch session (KIP-227; FetchSessionHandler.java). Our own consumer says in every FETCH which
/// partitions it wants. A broker with a session wants to hear what changed: a partition that is not named again stays in
/// the session, and its records keep coming to somebody who does not want them.

namespace connscope::wire::convert {

/// What one broker has been asked for by one client. Its requests are shown in the order in which they are sent.
class FetchSession {
public:
    /// Adds what is no longer wanted to an incremental FETCH of our own client (one without a detail), and remembers what
    /// is. A full one (sessionEpoch 0) or a last one (-1) begins anew. Partitions that have not changed are named all the
    /// same: a broker takes that as an update.
    void prepare(protocol::FetchRequest& request);

private:
    std::vector<protocol::TopicPartition> m_wanted; ///< sorted
};

} // namespace connscope::wire::convert
