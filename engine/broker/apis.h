// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/coordinators.h"
#include "broker/groupcoordinator.h"
#include "broker/metadatacache.h"
#include "broker/records.h"
#include "broker/socketserver.h"
#include "broker/topics.h"
#include "broker/transactions.h"

#include <memory>
#include <vector>

/// \file
/// Which part of a broker a request is for (KafkaApis#handle), and the requests that need no part of their own.

namespace connscope::broker {

class Apis {
public:
    struct Parts {
        SocketServer& sockets;
        Topics& topics;
        MetadataCache& metadata;
        Records& records;
        GroupCoordinator& groups;
        TransactionCoordinator& transactions;
        Coordinators& groupSeats;
        Coordinators& transactionSeats;
    };
    Apis(World& world, const Parts& parts);

    /// The broker has had its service time: the request takes effect, and is answered now or later.
    void handle(RequestRef ref);

private:
    using Error = protocol::ErrorCode;
    void apiVersions(RequestRef ref, const Work& work);
    void metadata(RequestRef ref, const Work& work, const protocol::MetadataRequest& request);
    void findCoordinator(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request);
    void createTopics(RequestRef ref, const Work& work, const protocol::CreateTopicsRequest& request);

    World& m_world;
    Parts m_parts;
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> m_versions;
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> m_ownVersions; // API_VERSIONS only
};

} // namespace connscope::broker
