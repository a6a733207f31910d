// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/nodelist.h"
#include "client/profile.h"
#include "client/settings.h"
#include "protocol/messages.h"

#include <cstdint>
#include <memory>
#include <vector>

/// \file
/// What the clients of a session need not have each for itself: settings and profiles that are equal, and the brokers of
/// the same metadata answer. A thousand clients that share them find them in the cache; none of it ever changes. And what
/// is counted of all of them together.

namespace connscope::client {

/// How a client decides, and the values that it reads.
struct Config {
    Profile profile;
    Settings settings;
    bool operator==(const Config&) const = default;
};

class Commons {
public:
    /// The one that is equal to \a config.
    std::shared_ptr<const Config> share(Config config);
    /// The brokers of a metadata answer; the last answer's are remembered.
    std::shared_ptr<const NodeTable> nodesOf(const std::shared_ptr<const protocol::ClusterMetadata>& cluster);

    /// \a more batches of records wait in some producer (fewer where it is negative). buffer.memory holds nobody back here,
    /// so somebody has to look at how many there are.
    void addWaiting(std::int64_t more) { m_waiting += more; }
    std::int64_t waitingBatches() const { return m_waiting; }

private:
    std::int64_t m_waiting = 0;
    std::vector<std::shared_ptr<const Config>> m_configs; // the one used last comes last
    std::shared_ptr<const protocol::ClusterMetadata> m_cluster;
    std::shared_ptr<const NodeTable> m_nodes;
};

} // namespace connscope::client
