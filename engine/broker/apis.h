// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/coordinators.h"
#include "broker/groupcoordinator.h"
#include "broker/metadatacache.h"
#include "broker/records.h"
#include "broker/socketserver.h"
#include "broker/topicadmin.h"
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

    /// What API_VERSIONS lists: with ClusterSpec::carried only what is served.
    const std::vector<protocol::ApiVersionRange>& offered() const { return *m_versions; }
    /// Why this request cannot be served (an API or a version that is not offered); "" if it can. ApiVersions can always,
    /// and so can everything in a simulation.
    std::string refusal(const protocol::Request& request) const;
    /// The broker has had its service time: the request takes effect, and is answered now or later.
    void handle(RequestRef ref);

private:
    using Error = protocol::ErrorCode;
    void apiVersions(RequestRef ref, const Work& work, const protocol::ApiVersionsRequest& request);
    void metadata(RequestRef ref, const Work& work, const protocol::MetadataRequest& request);
    /// auto.create.topics.enable: those of \a topics that do not exist and can.
    void createUnknown(const std::vector<std::string>& topics, const BrokerConfig& config, EventId cause);
    void findCoordinator(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request);
    Error coordinatorOf(
        std::string_view key, protocol::CoordinatorType type, protocol::BrokerEndpoint& endpoint) const;
    void findCoordinators(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request);
    void describeCluster(RequestRef ref, const Work& work);
    void describeConfigs(RequestRef ref, const Work& work, const protocol::DescribeConfigsRequest& request);

    World& m_world;
    Parts m_parts;
    TopicAdmin m_topicAdmin;
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> m_versions;
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> m_ownVersions; // API_VERSIONS only
};

} // namespace connscope::broker
