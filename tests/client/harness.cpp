// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/harness.h"

#include "protocol/apiversions.h"

#include <algorithm>
#include <cstdlib>

namespace connscope::client {

using namespace protocol;

Harness::Harness(trace::ClientKind kind, std::string_view profileName,
    std::vector<std::pair<std::string, std::string>> config, std::vector<Step> script, std::uint64_t seed,
    std::string_view whatIf, std::map<std::string, std::vector<std::string>> names)
    : dns(std::move(names))
{
    answer = [this](NodeId node, const Request& request) { return standardAnswer(node, request); };
    ClientSpec spec;
    spec.id = trace.newClient();
    spec.kind = kind;
    spec.clientId = "client-1";
    spec.profile = *findProfile(profileName);
    if (!whatIf.empty() && !applyWhatIf(spec.profile, whatIf))
        std::abort(); // a test with a wrong name is a bad test
    const ConfigOwner owner = kind == trace::ClientKind::Producer ? ConfigOwner::Producer
        : kind == trace::ClientKind::Consumer                     ? ConfigOwner::Consumer
                                                                  : ConfigOwner::Admin;
    spec.config = ConfigSet(owner, spec.profile.version);
    bool bootstrap = false;
    for (const auto& [key, value] : config) {
        bootstrap = bootstrap || key == "bootstrap.servers";
        if (const auto set = spec.config.set(key, value); !set)
            std::abort(); // a test with a bad config is a bad test
    }
    if (!bootstrap)
        (void)spec.config.set("bootstrap.servers", "localhost:9092");
    spec.script = std::move(script);
    spec.seed = seed;

    std::vector<ApiVersionRange> versions;
    for (const ApiVersionRange& range : brokerApiVersions(spec.profile.version))
        versions.push_back(range);
    m_versions = std::make_shared<const std::vector<ApiVersionRange>>(std::move(versions));
    ClusterMetadata cluster;
    cluster.clusterId = "test";
    cluster.controller = BrokerId {1};
    TopicMetadata topic;
    topic.topic = "t4";
    for (int i = 0; i < 3; ++i) {
        cluster.brokers.push_back({BrokerId {i}, "localhost", static_cast<std::uint16_t>(9092 + i), {}});
        topic.partitions.push_back({ErrorCode::None, i, BrokerId {i}, 0, {BrokerId {i}}});
    }
    cluster.topics.push_back(topic);
    m_cluster = std::make_shared<const ClusterMetadata>(std::move(cluster));

    trace::Event root;
    root.kind = trace::EventKind::Action;
    root.rule = trace::RuleId::StartOfWorld;
    const EventId cause = trace.append(root);
    brain = makeClient(std::move(spec), Environment {&trace, this}, now, cause);
}

std::vector<std::string> Harness::resolve(std::string_view host)
{
    const auto it = dns.find(std::string(host));
    return it != dns.end() ? it->second : std::vector<std::string> {"127.0.0.1"};
}

std::optional<ResponseBody> Harness::standardAnswer(NodeId, const Request& request)
{
    switch (request.api) {
    case ApiKey::ApiVersions:
        return ApiVersionsResponse {ErrorCode::None, m_versions};
    case ApiKey::Metadata:
        return MetadataResponse {m_cluster};
    case ApiKey::FindCoordinator:
        return FindCoordinatorResponse {ErrorCode::None, m_cluster->brokers[2]};
    case ApiKey::JoinGroup: {
        JoinGroupResponse r;
        r.generation = 1;
        r.protocolName = "range";
        r.leader = r.memberId = "m";
        r.members = {{"m", "", {"t4"}}};
        return r;
    }
    case ApiKey::SyncGroup: {
        SyncGroupResponse r;
        for (const MemberAssignment& assignment : std::get<SyncGroupRequest>(request.body).assignments)
            r.assignment = assignment.partitions;
        return r;
    }
    case ApiKey::Heartbeat:
        return HeartbeatResponse {};
    case ApiKey::LeaveGroup:
        return LeaveGroupResponse {};
    case ApiKey::OffsetCommit:
        return OffsetCommitResponse {};
    case ApiKey::OffsetFetch: {
        OffsetFetchResponse r;
        for (const TopicPartition& p : std::get<OffsetFetchRequest>(request.body).partitions)
            r.offsets.push_back({p, -1});
        return r;
    }
    case ApiKey::ListOffsets: {
        ListOffsetsResponse r;
        for (const TopicPartition& p : std::get<ListOffsetsRequest>(request.body).partitions)
            r.partitions.push_back({p, ErrorCode::None, 0});
        return r;
    }
    case ApiKey::Fetch:
        return std::nullopt; // a long poll without end, unless the test answers it
    case ApiKey::Produce: {
        ProduceResponse r;
        for (const ProducePartition& p : std::get<ProduceRequest>(request.body).partitions)
            r.partitions.push_back({p.partition, ErrorCode::None, 0, {}});
        return r;
    }
    case ApiKey::InitProducerId:
        return InitProducerIdResponse {ErrorCode::None, 1000, 0};
    case ApiKey::CreateTopics:
        return CreateTopicsResponse {};
    case ApiKey::DescribeCluster:
        return DescribeClusterResponse {ErrorCode::None, BrokerId {1}};
    case ApiKey::DescribeConfigs:
        return DescribeConfigsResponse {};
    default:
        return ErrorOnlyResponse {};
    }
}

void Harness::later(Report report, Duration d) { m_pending.push_back({now + d, m_sequence++, std::move(report)}); }

void Harness::take(std::vector<Wish>& wishes)
{
    for (Wish& wish : wishes) {
        if (auto* open = std::get_if<OpenWish>(&wish)) {
            m_nodes[open->connection] = open->node;
            m_opened.push_back(open->node);
            Report report;
            report.connection = open->connection;
            report.cause = open->cause;
            if (refuses(*open)) {
                report.kind = Report::Kind::Failed;
                report.rule = refusal;
                later(std::move(report), delay);
            } else if (accepts(*open)) {
                later(std::move(report), delay);
            }
        } else if (auto* send = std::get_if<SendWish>(&wish)) {
            const NodeId node = m_nodes.at(send->connection);
            sent.emplace_back(node, send->request.api);
            if (auto body = answer(node, send->request); body && send->request.expectResponse) {
                Report report;
                report.kind = Report::Kind::Received;
                report.connection = send->connection;
                report.cause = send->cause;
                report.response.api = send->request.api;
                report.response.correlationId = send->request.correlationId;
                report.response.body = std::move(*body);
                later(std::move(report), delay * 2);
            }
        } else {
            const auto& close = std::get<CloseWish>(wish);
            closed.emplace_back(m_nodes.at(close.connection), close.rule);
            m_pending.erase(std::remove_if(m_pending.begin(), m_pending.end(),
                                [&](const Pending& p) { return p.report.connection == close.connection; }),
                m_pending.end());
        }
    }
    wishes.clear();
}

void Harness::runUntil(Instant t)
{
    for (;;) {
        Instant next = polls ? m_wake : kNever;
        for (const Pending& p : m_pending)
            next = std::min(next, p.at);
        if (next > t)
            break;
        now = std::max(now, next);
        std::stable_sort(m_pending.begin(), m_pending.end(),
            [](const Pending& a, const Pending& b) { return a.sequence < b.sequence; });
        for (auto it = m_pending.begin(); it != m_pending.end();) {
            if (it->at <= now) {
                m_reports.push_back(std::move(it->report));
                it = m_pending.erase(it);
            } else {
                ++it;
            }
        }
        if (!polls)
            continue;
        std::vector<Wish> wishes;
        m_wake = brain->poll(now, m_reports, wishes);
        take(wishes);
    }
    now = t;
}

std::vector<std::int32_t> Harness::opened() const
{
    std::vector<std::int32_t> ids;
    for (const NodeId node : m_opened)
        ids.push_back(node.value);
    return ids;
}

std::string Harness::sentOn(std::int32_t node) const
{
    std::string text;
    for (const auto& [id, api] : sent) {
        if (id.value == node)
            text += (text.empty() ? "" : " ") + std::string(apiName(api));
    }
    return text;
}

std::vector<const trace::Event*> Harness::events(trace::EventKind kind) const
{
    std::vector<const trace::Event*> found;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == kind)
            found.push_back(&trace[i]);
    }
    return found;
}

ConnectionId Harness::connectionOf(std::int32_t node) const
{
    ConnectionId last;
    for (const auto& [connection, id] : m_nodes) {
        if (id.value == node)
            last = connection;
    }
    return last;
}

void Harness::peerCloses(std::int32_t node)
{
    Report report;
    report.kind = Report::Kind::Closed;
    report.connection = connectionOf(node);
    report.rule = trace::RuleId::PeerClosed;
    report.cause = EventId {0};
    later(std::move(report), Duration::zero());
}

} // namespace connscope::client
