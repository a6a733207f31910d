// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logwriter.h"

#include "protocol/apiversions.h"

#include <algorithm>

namespace connscope::analysis {

using protocol::LogTemplate;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

LogRequest LogWriter::requestOf()
{
    LogRequest r;
    r.client = m_client;
    r.api = m_event->api;
    r.correlation = m_event->correlation;
    r.version = static_cast<std::int16_t>(m_event->value);
    r.size = m_event->size;
    r.detail = text();
    r.partitions = m_state->assigned;
    r.memberId = m_state->memberId;
    // The coordinator hands out the id of a new member before the group has a generation.
    if (r.memberId.empty() && (r.api == ApiKey::SyncGroup || m_event->rule == RuleId::MemberIdRequired))
        r.memberId = m_clients.memberAfter(*m_client, m_index);
    if (r.memberId.empty() && r.api == ApiKey::LeaveGroup)
        r.memberId = m_state->leavingMember;
    r.generation = m_state->generation;
    if (r.generation < 0 && r.api == ApiKey::SyncGroup)
        r.generation = nextGeneration();
    r.fullFetch = !node().fetches;
    r.brokerVersion = brokerVersion();
    return r;
}

// Its version is known once it is sent; until then a client prints the newest that it speaks
// (ConsumerNetworkClient#checkDisconnects: latestAllowedVersion).
void LogWriter::queued()
{
    LogState::Sent waiting {requestOf(), m_event->at, {}, m_event->node};
    if (const auto own = protocol::clientApiVersions(m_client->version, m_event->api))
        waiting.request.version = own->max;
    m_state->queued[m_event->correlation] = std::move(waiting);
    announceOnce();
}

std::int64_t LogWriter::nextGeneration() const
{
    const auto it = std::find_if(m_client->generations.begin(), m_client->generations.end(),
        [&](const auto& g) { return g.first >= m_index; });
    return it == m_client->generations.end() ? -1 : m_trace[std::size_t {it->first}].value;
}

void LogWriter::announceOnce()
{
    constexpr std::size_t kMostAhead = 256; // events of one instant that are looked through
    const std::size_t index = m_index;
    const Event* const event = m_event;
    const bool together = event->api == ApiKey::ListOffsets || event->api == ApiKey::Fetch;
    const std::size_t end = together ? std::min(m_trace.size(), index + kMostAhead) : index + 1;
    if (!m_state->announced.contains(event->correlation)) {
        for (std::size_t i = index; i < end && m_trace[i].at == event->at; ++i) {
            const Event& e = m_trace[i];
            if (e.client != event->client || e.api != event->api
                || (e.kind != EventKind::RequestQueued && e.kind != EventKind::RequestSent)
                || !m_state->announced.insert(e.correlation).second)
                continue;
            m_index = i;
            m_event = &e;
            announce(requestOf());
        }
        m_index = index;
        m_event = event;
    }
    if (event->kind == EventKind::RequestSent)
        m_state->announced.erase(event->correlation);
}

void LogWriter::announce(const LogRequest& r)
{
    if (m_client->kind == trace::ClientKind::Admin)
        return;
    if (m_client->isProducer())
        return;
    switch (r.api) {
    case ApiKey::FindCoordinator:
        return print(LogTemplate::SendingFindCoordinator, {full()});
    case ApiKey::JoinGroup:
        return announceJoin(r);
    case ApiKey::SyncGroup: {
        const bool follower = r.detail == "follower";
        const std::string body = requestArgument(r);
        print(follower ? LogTemplate::SendingFollowerSync : LogTemplate::SendingLeaderSync, {full(), body});
        return print(
            follower ? LogTemplate::SendingFollowerSyncAtGeneration : LogTemplate::SendingLeaderSyncAtGeneration,
            {full(), generationText(r.generation, r.memberId), body});
    }
    case ApiKey::Heartbeat:
        print(LogTemplate::SendingHeartbeat, {full()});
        return print(LogTemplate::SendingHeartbeatWithGeneration, {std::to_string(r.generation), r.memberId, full()});
    case ApiKey::LeaveGroup: {
        const bool expired = m_event->rule == RuleId::MaxPollInterval;
        if (expired)
            print(LogTemplate::PollTimeoutExpired);
        print(LogTemplate::SendingLeaveGroup, {full()});
        print(LogTemplate::MemberLeaves, {r.memberId, full()});
        return print(LogTemplate::MemberLeavesDueTo,
            {r.memberId, full(), expired ? "consumer poll timeout has expired." : "the consumer is being closed"});
    }
    case ApiKey::OffsetFetch:
        return print(LogTemplate::FetchingCommittedOffsets, {m_state->assigned});
    case ApiKey::OffsetCommit:
        if (m_event->rule == RuleId::CommitOnClose)
            return print(LogTemplate::SyncAutoCommit, {"{...}"});
        if (m_event->rule == RuleId::CommitBeforeRebalance && before(3, 0))
            return print(LogTemplate::SyncAutoCommit, {"{...}"});
        if (m_event->rule == RuleId::AutoCommitInterval || m_event->rule == RuleId::CommitBeforeRebalance)
            print(LogTemplate::AsyncAutoCommit, {"{...}"});
        return;
    case ApiKey::ListOffsets:
        return print(LogTemplate::SendingListOffsets, {requestArgument(r), full()});
    case ApiKey::Fetch:
        return print(LogTemplate::SendingFetch, {m_client->isolation(), requestArgument(r), full()});
    default:
        return;
    }
}

void LogWriter::announceJoin(const LogRequest& r)
{
    if (!m_state->joined) {
        m_state->joined = true;
        print(LogTemplate::HeartbeatThreadStarted);
        if (before(2, 4)) {
            if (m_client->flag("enable.auto.commit"))
                print(LogTemplate::SyncAutoCommit, {"{}"});
            print(LogTemplate::RevokingPartitions, {""});
            print(LogTemplate::HeartbeatThreadDisabled);
        }
    }
    print(LogTemplate::RejoiningGroup);
    print(LogTemplate::JoiningWithSubscription, {m_state->subscription});
    print(LogTemplate::SendingJoinGroup, {requestArgument(r), full()});
}

std::string LogWriter::generationText(std::int64_t generation, const std::string& member) const
{
    return "Generation{generationId=" + std::to_string(generation) + ", memberId='" + member + "', protocol='range'}";
}

void LogWriter::sent()
{
    const LogRequest r = requestOf();
    LogState::Sent record {r, m_event->at, m_event->at, m_event->node};
    announceOnce();
    if (const auto queued = m_state->queued.find(r.correlation); queued != m_state->queued.end()) {
        record.created = queued->second.created;
        m_state->queued.erase(queued);
    }
    const std::string api(apiName(r.api)), correlation = std::to_string(r.correlation),
                                           version = std::to_string(r.version);
    if (r.api == ApiKey::ApiVersions) {
        print(LogTemplate::InitiatingApiVersions, {id()});
        print(LogTemplate::NoVersionInformation, {api, correlation, id(), version});
    } else if (r.api == ApiKey::Metadata && m_client->kind != trace::ClientKind::Admin) {
        print(LogTemplate::SendingMetadataRequest, {requestArgument(r), full()});
    } else if (m_client->isProducer() && r.api != ApiKey::Produce) {
        print(LogTemplate::SendingTransactional, {requestArgument(r), full()});
        print(LogTemplate::SendingTransactionalWithCorrelation, {requestArgument(r), full(), correlation});
    }
    const std::string body = requestBody(r);
    if (before(2, 6)) {
        const auto own = protocol::clientApiVersions(m_client->version, r.api);
        if (r.api == ApiKey::ApiVersions || !own || r.version >= own->max)
            print(LogTemplate::SendingRequest, {api, body, correlation, id()});
        else
            print(LogTemplate::UsingOlderVersion, {version, api, body, correlation, id()});
    } else {
        print(
            LogTemplate::SendingRequestWithHeader, {api, requestHeader(r), std::to_string(timeoutOf(r)), id(), body});
    }
    if (r.api == ApiKey::Fetch)
        node().fetches = r.detail != "close session";
    ++node().inFlight;
    m_state->sent[r.correlation] = record;
}

std::int64_t LogWriter::timeoutOf(const LogRequest& r) const
{
    if (r.api == ApiKey::JoinGroup)
        return m_client->number("max.poll.interval.ms") + 5000;
    return m_client->number("request.timeout.ms");
}

void LogWriter::received()
{
    const auto it = m_state->sent.find(m_event->correlation);
    LogRequest r = it == m_state->sent.end() ? requestOf() : it->second.request;
    if (it != m_state->sent.end()) {
        if (r.api == ApiKey::FindCoordinator)
            m_state->findLatency = m_event->at - it->second.created;
        m_state->sent.erase(it);
    }
    if (node().inFlight > 0)
        --node().inFlight;
    const std::string body
        = responseBody(r, text(), m_clients, m_trace, EventId {static_cast<std::uint32_t>(m_index)});
    const std::string api(apiName(r.api)), correlation = std::to_string(r.correlation);
    if (before(2, 6))
        print(LogTemplate::CompletedReceive, {id(), api, correlation, body});
    else
        print(LogTemplate::ReceivedResponse, {api, id(), requestHeader(r), body});
    if (!m_client->isConsumer())
        return;
    const bool good = text().empty();
    if (r.api == ApiKey::FindCoordinator && !good)
        print(LogTemplate::ReceivedFindCoordinator, {clientResponse(r, body)});
    else if (r.api == ApiKey::Heartbeat && good)
        print(LogTemplate::HeartbeatReceived);
    else if (r.api == ApiKey::Heartbeat && text() == "REBALANCE_IN_PROGRESS")
        print(LogTemplate::HeartbeatRebalancing);
    else if (r.api == ApiKey::Heartbeat)
        heartbeatFailed();
    else if (r.api == ApiKey::LeaveGroup && good)
        print(LogTemplate::LeaveGroupReturned);
    else if (r.api == ApiKey::JoinGroup && good)
        joinAnswered(body);
    // resetGeneration(): the member joins again as a new one.
    if (text() == "UNKNOWN_MEMBER_ID" || text() == "ILLEGAL_GENERATION" || text() == "FENCED_INSTANCE_ID") {
        m_state->memberId.clear();
        m_state->generation = -1;
    }
}

// AbstractCoordinator.HeartbeatResponseHandler#handle.
void LogWriter::heartbeatFailed()
{
    if (text() == "NOT_COORDINATOR" || text() == "COORDINATOR_NOT_AVAILABLE")
        return print(LogTemplate::HeartbeatNoCoordinator, {full()});
    if (text() != "ILLEGAL_GENERATION" && text() != "UNKNOWN_MEMBER_ID" && text() != "FENCED_INSTANCE_ID")
        return;
    if (before(2, 4)) {
        if (text() == "ILLEGAL_GENERATION")
            print(LogTemplate::HeartbeatStaleGeneration, {std::to_string(m_state->generation)});
        else if (text() == "UNKNOWN_MEMBER_ID")
            print(LogTemplate::HeartbeatUnknownMember, {m_state->memberId});
        return;
    }
    const std::string instance = m_client->setting("group.instance.id");
    print(LogTemplate::HeartbeatResetsGeneration,
        {generationText(m_state->generation, m_state->memberId),
            instance.empty() ? std::string("Optional.empty") : "Optional[" + instance + ']', text()});
}

void LogWriter::listOffsetsAnswered()
{
    const auto isOfTheAnswer = [this](std::size_t i) {
        const Event& e = m_trace[i];
        return e.kind == EventKind::FetchPositionReset && e.client == m_event->client && e.cause == m_event->cause;
    };
    const bool isAnswer = m_event->cause.isValid() && m_trace[m_event->cause].api == ApiKey::ListOffsets;
    if (!isAnswer || (m_index > 0 && isOfTheAnswer(m_index - 1)))
        return;
    for (std::size_t i = m_index; i < m_trace.size() && isOfTheAnswer(i); ++i)
        print(LogTemplate::HandlingListOffsets, {m_trace.text(m_trace[i].text), std::to_string(m_trace[i].value)});
}

void LogWriter::joinAnswered(const std::string& body)
{
    print(LogTemplate::ReceivedJoinGroup, {body});
    if (before(2, 4))
        return;
    print(LogTemplate::JoinedGroup, {generationText(nextGeneration(), m_clients.memberAfter(*m_client, m_index))});
    print(LogTemplate::HeartbeatThreadEnabled);
}

std::string LogWriter::clientResponse(const LogRequest& r, const std::string& body) const
{
    return "ClientResponse(receivedTimeMs=" + std::to_string(m_trace.header().epochMs + toNs(m_event->at) / 1'000'000)
        + ", latencyMs=" + std::to_string(toMs(m_state->findLatency)) + ", disconnected=false, "
        + (before(3, 5) ? "" : "timedOut=false, ") + "requestHeader=" + requestHeader(r) + ", responseBody=" + body
        + ")";
}

void LogWriter::cancelled()
{
    const auto it = m_state->sent.find(m_event->correlation);
    if (it == m_state->sent.end()) {
        // It never left the client's queue: only the ConsumerNetworkClient knows of it (#checkDisconnects).
        if (const auto waiting = m_state->queued.find(m_event->correlation); waiting != m_state->queued.end()) {
            if (m_client->isConsumer())
                print(LogTemplate::CancelledWithHeader, {requestHeader(waiting->second.request), id()});
            m_state->queued.erase(waiting);
        }
        return;
    }
    const LogState::Sent s = it->second;
    m_state->sent.erase(it);
    const std::string api(apiName(s.request.api)), correlation = std::to_string(s.request.correlation),
                                                   body = requestBody(s.request);
    print(LogTemplate::CancelledRequest, {api, body, correlation, id()});
    print(LogTemplate::CancelledInFlight,
        {api, correlation, id(), std::to_string(toMs(m_event->at - s.created)),
            std::to_string(toMs(m_event->at - s.sent)), std::to_string(timeoutOf(s.request)), body});
    // What is not the network client's own belongs to the ConsumerNetworkClient.
    if (m_client->isConsumer() && s.request.api != ApiKey::Metadata && s.request.api != ApiKey::ApiVersions)
        print(LogTemplate::CancelledWithHeader, {requestHeader(s.request), id()});
}

} // namespace connscope::analysis
