// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/apis.h"

#include "broker/configs.h"
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

/// Whether Apis::handle has something to say to it.
bool isServed(ApiKey api)
{
    switch (api) {
    case ApiKey::None:
    case ApiKey::ConsumerGroupHeartbeat:
    case ApiKey::GetTelemetrySubscriptions:
    case ApiKey::PushTelemetry:
        return false;
    default:
        return true;
    }
}

/// What the wire can carry and the brain serves of \a ranges. PRODUCE keeps its lowest version, whatever is carried of it:
/// a client that does not find 0 there believes that it must not compress (KAFKA-18659).
std::vector<protocol::ApiVersionRange> carriedOf(
    std::vector<protocol::ApiVersionRange> ranges, const std::vector<protocol::ApiVersionRange>& carried)
{
    std::erase_if(ranges, [&](protocol::ApiVersionRange& range) {
        const auto wire = std::find_if(
            carried.begin(), carried.end(), [&](const protocol::ApiVersionRange& c) { return c.api == range.api; });
        if (wire == carried.end() || !isServed(range.api) || range.api == ApiKey::None)
            return true;
        if (range.api != ApiKey::Produce)
            range.min = std::max(range.min, wire->min);
        range.max = std::min(range.max, wire->max);
        return range.min > range.max;
    });
    return ranges;
}

std::vector<protocol::ApiVersionRange> listedVersions(const ClusterSpec& spec)
{
    std::vector<protocol::ApiVersionRange> offered = offeredVersions(spec);
    return spec.carried ? carriedOf(std::move(offered), *spec.carried) : offered;
}

} // namespace

Apis::Apis(World& world, const Parts& parts)
    : m_world(world)
    , m_parts(parts)
    , m_topicAdmin(world, {parts.sockets, parts.topics, parts.records, parts.groups})
    , m_versions(std::make_shared<const std::vector<protocol::ApiVersionRange>>(listedVersions(world.spec)))
{
    std::vector<protocol::ApiVersionRange> own;
    for (const protocol::ApiVersionRange& range : *m_versions) {
        if (range.api == ApiKey::ApiVersions)
            own.push_back(range);
    }
    m_ownVersions = std::make_shared<const std::vector<protocol::ApiVersionRange>>(std::move(own));
}

std::string Apis::refusal(const protocol::Request& request) const
{
    if (!m_world.spec.carried || request.api == ApiKey::ApiVersions
        || std::holds_alternative<protocol::UnreadableRequest>(request.body))
        return {};
    const auto find = [&](const std::vector<protocol::ApiVersionRange>& ranges) {
        return std::find_if(ranges.begin(), ranges.end(),
            [&](const protocol::ApiVersionRange& range) { return range.api == request.api; });
    };
    const auto listed = find(*m_versions);
    if (listed == m_versions->end())
        return "the broker does not have this API";
    const std::int16_t min = std::max(listed->min, find(*m_world.spec.carried)->min);
    if (request.version >= min && request.version <= listed->max)
        return {};
    return std::string(apiName(request.api)) + " version " + std::to_string(request.version)
        + " is not offered: the broker has " + std::to_string(min) + " to " + std::to_string(listed->max);
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
        void operator()(protocol::ApiVersionsRequest& r) const { apis.apiVersions(ref, work, r); }
        void operator()(protocol::MetadataRequest& r) const { apis.metadata(ref, work, r); }
        void operator()(protocol::FindCoordinatorRequest& r) const
        {
            if (r.keys.empty())
                apis.findCoordinator(ref, work, r);
            else
                apis.findCoordinators(ref, work, r);
        }
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
        void operator()(protocol::CreateTopicsRequest& r) const { apis.m_topicAdmin.createTopics(ref, r); }
        void operator()(protocol::DeleteTopicsRequest& r) const { apis.m_topicAdmin.deleteTopics(ref, r); }
        void operator()(protocol::DescribeClusterRequest&) const { apis.describeCluster(ref, work); }
        void operator()(protocol::DescribeConfigsRequest& r) const { apis.describeConfigs(ref, work, r); }
        void operator()(protocol::ListGroupsRequest& r) const { apis.m_parts.groups.listGroups(ref, r); }
        void operator()(protocol::DescribeGroupsRequest& r) const { apis.m_parts.groups.describeGroups(ref, r); }
        // The listener has no SASL: its clients are authenticated as soon as they are connected.
        void operator()(protocol::SaslHandshakeRequest&) const
        {
            answer(protocol::SaslHandshakeResponse {Error::IllegalSaslState, {}});
        }
        void operator()(protocol::SaslAuthenticateRequest&) const
        {
            answer(protocol::SaslAuthenticateResponse {
                Error::IllegalSaslState, "SaslAuthenticate request received after successful authentication"});
        }
        void operator()(protocol::UnreadableRequest&) const
        {
            apis.m_parts.sockets.closeInstead(ref, RuleId::RequestNotUnderstood, work.received);
        }
    };
    std::visit(Visitor {*this, ref, work, answerError}, work.request.body);
}

namespace {

/// ApiVersionsRequest#isValid: a name is [a-zA-Z0-9](?:[a-zA-Z0-9\\-.]*[a-zA-Z0-9])? (KIP-511).
bool isSoftwareName(std::string_view text)
{
    const auto plain
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    return text.empty()
        || (plain(text.front()) && plain(text.back())
            && std::all_of(text.begin(), text.end(), [&](char c) { return plain(c) || c == '-' || c == '.'; }));
}

} // namespace

void Apis::apiVersions(RequestRef ref, const Work& work, const protocol::ApiVersionsRequest& request)
{
    // A version that the broker does not know is answered, in the lowest form, with the versions of this one request
    // (KIP-511): the client asks again.
    const auto& own = *m_ownVersions;
    const bool known
        = own.empty() || (work.request.version >= own.front().min && work.request.version <= own.front().max);
    protocol::ApiVersionsResponse response;
    response.error = known ? Error::None : Error::UnsupportedVersion;
    response.versions = known ? m_versions : m_ownVersions;
    if (known && (!isSoftwareName(request.clientSoftwareName) || !isSoftwareName(request.clientSoftwareVersion))) {
        response.error = Error::InvalidRequest;
        response.versions = nullptr;
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void Apis::metadata(RequestRef ref, const Work& work, const protocol::MetadataRequest& request)
{
    const BrokerConfig& config = m_world.brokers[m_parts.sockets.connection(ref.slot).broker].config;
    const std::uint32_t before = m_parts.topics.size();
    if (config.autoCreateTopics && request.allowAutoTopicCreation && !request.allTopics)
        createUnknown(request.topics, config, work.received);
    const SharedMetadata found = m_parts.topics.size() == before
        ? m_parts.metadata.answer(request)
        : m_parts.metadata.answerAfterCreation(request, before);
    m_parts.sockets.answer(ref, protocol::MetadataResponse {found.cluster}, found.error, RuleId::BrokerAnswers,
        work.received, found.size);
}

void Apis::createUnknown(const std::vector<std::string>& topics, const BrokerConfig& config, EventId cause)
{
    std::vector<std::string_view> unknown;
    for (const std::string& topic : topics) {
        if (m_parts.topics.find(topic) == kNone && isLegalTopicName(topic))
            unknown.push_back(topic);
    }
    std::sort(unknown.begin(), unknown.end());
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    // The broker asks the controller for all of them in one request (AutoTopicCreationManager): all come, or none.
    const auto partitions = static_cast<std::int64_t>(unknown.size()) * std::max(1, config.partitions);
    if (unknown.empty() || !m_parts.topics.whyNoMore(partitions).empty())
        return;
    for (const std::string& topic : topics) {
        if (std::binary_search(unknown.begin(), unknown.end(), topic) && m_parts.topics.find(topic) == kNone)
            m_parts.topics.create(topic, config.partitions, config.replication, cause);
    }
}

Apis::Error Apis::coordinatorOf(
    std::string_view key, protocol::CoordinatorType type, protocol::BrokerEndpoint& endpoint) const
{
    if (type != protocol::CoordinatorType::Group && type != protocol::CoordinatorType::Transaction)
        return Error::InvalidRequest; // 2, that of share groups (KIP-932), is not known here
    const Coordinators& seats
        = type == protocol::CoordinatorType::Group ? m_parts.groupSeats : m_parts.transactionSeats;
    const BrokerIndex coordinator = seats.of(key);
    if (!m_world.isRegistered(coordinator))
        return Error::CoordinatorNotAvailable;
    endpoint = endpointOf(m_world.specOf(coordinator));
    return Error::None;
}

void Apis::findCoordinator(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request)
{
    protocol::FindCoordinatorResponse response;
    response.error = coordinatorOf(request.key, request.type, response.coordinator);
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void Apis::findCoordinators(RequestRef ref, const Work& work, const protocol::FindCoordinatorRequest& request)
{
    protocol::FindCoordinatorResponse response;
    for (const std::string& key : request.keys) {
        protocol::FoundCoordinator& found = response.coordinators.emplace_back();
        found.key = key;
        found.error = coordinatorOf(key, request.type, found.coordinator);
        if (response.error == Error::None)
            response.error = found.error;
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

void Apis::describeCluster(RequestRef ref, const Work& work)
{
    protocol::DescribeClusterResponse response;
    response.controller = m_world.idOf(m_world.controller);
    response.cluster = m_parts.metadata.answer(protocol::MetadataRequest {}).cluster;
    m_parts.sockets.answer(ref, std::move(response), Error::None, RuleId::BrokerAnswers, work.received);
}

void Apis::describeConfigs(RequestRef ref, const Work& work, const protocol::DescribeConfigsRequest& request)
{
    protocol::DescribeConfigsResponse response;
    for (const protocol::ConfigResource& resource : request.resources) {
        response.resources.push_back(
            describeResource(m_world, m_parts.topics, m_parts.sockets.connection(ref.slot).broker, resource));
        if (response.error == Error::None)
            response.error = response.resources.back().error;
    }
    const Error error = response.error;
    m_parts.sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
}

} // namespace connscope::broker
