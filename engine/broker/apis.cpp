// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/apis.h"

#include "protocol/apiversions.h"

#include <algorithm>
#include <utility>

namespace connscope::broker {

using trace::RuleId;

namespace {

std::vector<protocol::ApiVersionRange> offeredVersions(const ClusterSpec& spec)
{
    const auto own = protocol::brokerApiVersions(spec.version);
    std::vector<protocol::ApiVersionRange> ranges(own.begin(), own.end());
    for (const auto& [api, range] : spec.apiVersions) {
        const auto at = std::lower_bound(ranges.begin(), ranges.end(), api,
            [](const protocol::ApiVersionRange& r, ApiKey key) { return r.api < key; });
        const bool there = at != ranges.end() && at->api == api;
        if (range.first > range.second) { // not offered at all
            if (there)
                ranges.erase(at);
        } else if (there) {
            at->min = range.first;
            at->max = range.second;
        } else {
            ranges.insert(at, {api, range.first, range.second});
        }
    }
    return ranges;
}

} // namespace

Apis::Apis(World& world, const Parts& parts)
    : m_world(world)
    , m_parts(parts)
    , m_versions(std::make_shared<const std::vector<protocol::ApiVersionRange>>(offeredVersions(world.spec)))
{
    std::vector<protocol::ApiVersionRange> own;
    for (const protocol::ApiVersionRange& range : *m_versions) {
        if (range.api == ApiKey::ApiVersions)
            own.push_back(range);
    }
    m_ownVersions = std::make_shared<const std::vector<protocol::ApiVersionRange>>(std::move(own));
}

void Apis::handle(RequestRef ref)
{
    Work* found = m_parts.sockets.work(ref);
    if (found == nullptr)
        return;
    Work& work = *found;
    const auto answerError = [&](auto response) {
        const Error error = response.error;
        m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
    };
    struct Visitor {
        Apis& apis;
        RequestRef ref;
        Work& work;
        decltype(answerError)& answer;
        void operator()(protocol::ApiVersionsRequest&) const { apis.apiVersions(ref, work); }
        void operator()(protocol::MetadataRequest& r) const { apis.metadata(ref, work, r); }
        void operator()(protocol::FindCoordinatorRequest& r) const { apis.findCoordinator(ref, work, r); }
        void operator()(protocol::JoinGroupRequest& r) const { apis.m_parts.groups.joinGroup(ref, r); }
        void operator()(protocol::SyncGroupRequest& r) const { apis.m_parts.groups.syncGroup(ref, r); }
        void operator()(protocol::HeartbeatRequest& r) const { apis.m_parts.groups.heartbeat(ref, r); }
        void operator()(protocol::LeaveGroupRequest& r) const { apis.m_parts.groups.leaveGroup(ref, r); }
        void operator()(protocol::OffsetCommitRequest& r) const { apis.m_parts.groups.offsetCommit(ref, r); }
        void operator()(protocol::OffsetFetchRequest& r) const { apis.m_parts.groups.offsetFetch(ref, r); }
        void operator()(protocol::ListOffsetsRequest& r) const { apis.m_parts.records.listOffsets(ref, r); }
        void operator()(protocol::OffsetForLeaderEpochRequest& r) const
        {
            apis.m_parts.records.offsetForLeaderEpoch(ref, r);
        }
        void operator()(protocol::FetchRequest& r) const { apis.m_parts.records.fetch(ref, r); }
        void operator()(protocol::ProduceRequest& r) const { apis.m_parts.records.produce(ref, r); }
        void operator()(protocol::InitProducerIdRequest& r) const
        {
            apis.m_parts.transactions.initProducerId(ref, r);
        }
        void operator()(protocol::AddPartitionsToTxnRequest& r) const
        {
            apis.m_parts.transactions.addPartitions(ref, r);
        }
        void operator()(protocol::AddOffsetsToTxnRequest& r) const { apis.m_parts.transactions.addOffsets(ref, r); }
        void operator()(protocol::EndTxnRequest& r) const { apis.m_parts.transactions.endTransaction(ref, r); }
        void operator()(protocol::TxnOffsetCommitRequest& r) const { apis.m_parts.groups.txnOffsetCommit(ref, r); }
        void operator()(protocol::CreateTopicsRequest& r) const { apis.createTopics(ref, work, r); }
        void operator()(protocol::DescribeClusterRequest&) const
        {
            answer(protocol::DescribeClusterResponse {Error::None, apis.m_world.idOf(apis.m_world.controller)});
        }
        void operator()(protocol::DescribeConfigsRequest&) const { answer(protocol::DescribeConfigsResponse {}); }
    };
    std::visit(Visitor {*this, ref, work, answerError}, work.request.body);
}

void Apis::apiVersions(RequestRef ref, const Work& work)
{
    // A version that the broker does not know is answered, in the lowest form, with the versions of this one request
    // (KIP-511): the client asks again.
    const auto& own = *m_ownVersions;
    const bool known
        = own.empty() || (work.request.version >= own.front().min && work.request.version <= own.front().max);
    protocol::ApiVersionsResponse response;
    response.error = known ? Error::None : Error::UnsupportedVersion;
    response.versions = known ? m_versions : m_ownVersions;
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void Apis::metadata(RequestRef ref, const Work& work, const protocol::MetadataRequest& request)
{
    const BrokerConfig& config = m_world.brokers[m_parts.sockets.connection(ref.slot).broker].config;
    std::vector<std::string> created;
    if (config.autoCreateTopics && request.allowAutoTopicCreation && !request.allTopics) {
        for (const std::string& topic : request.topics) {
            if (m_parts.topics.find(topic) != kNone || !isLegalTopicName(topic))
                continue;
            m_parts.topics.create(topic, config.partitions, config.replication, work.received);
            created.push_back(topic);
        }
    }
    const SharedMetadata found
        = created.empty() ? m_parts.metadata.answer(request) : m_parts.metadata.answerAfterCreation(request, created);
    m_parts.sockets.answer(ref, protocol::MetadataResponse {found.cluster}, found.error, RuleId::BrokerAnswers,
        work.received, found.size);
}

void Apis::findCoordinator(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request)
{
    const Coordinators& seats
        = request.type == protocol::CoordinatorType::Group ? m_parts.groupSeats : m_parts.transactionSeats;
    const BrokerIndex coordinator = seats.of(request.key);
    protocol::FindCoordinatorResponse response;
    if (!m_world.isRegistered(coordinator)) {
        response.error = Error::CoordinatorNotAvailable;
    } else {
        response.coordinator = endpointOf(m_world.specOf(coordinator));
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void Apis::createTopics(RequestRef ref, const Work& work, const protocol::CreateTopicsRequest& request)
{
    // From 4.0 on there is no ZooKeeper: any broker passes the request on to the controller (KIP-590).
    const BrokerIndex broker = m_parts.sockets.connection(ref.slot).broker;
    protocol::CreateTopicsResponse response;
    if (broker != m_world.controller && m_world.spec.version < protocol::kV4_0)
        response.error = Error::NotController;
    for (const protocol::NewTopic& topic : request.topics) {
        if (response.error == Error::NotController)
            break;
        Error error = Error::None;
        if (!isLegalTopicName(topic.name))
            error = Error::InvalidTopic;
        else if (m_parts.topics.find(topic.name) != kNone)
            error = Error::TopicAlreadyExists;
        else {
            const BrokerConfig& config = m_world.brokers[broker].config;
            m_parts.topics.create(topic.name, topic.partitions > 0 ? topic.partitions : config.partitions,
                topic.replication > 0 ? topic.replication : config.replication, work.received);
        }
        if (response.error == Error::None)
            response.error = error;
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

} // namespace connscope::broker
