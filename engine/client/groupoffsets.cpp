// SPDX-License-Identifier: GPL-3.0-or-later
// Committed offsets of a group: asking where it left off, and committing (ConsumerCoordinator).
#include "client/groupmember.h"

#include <algorithm>

namespace connscope::client {

using protocol::ErrorCode;
using trace::RuleId;

Duration GroupMember::pauseAfter(std::uint32_t failures) { return m_lookupBackoff.after(failures); }

bool GroupMember::hasCommittable() const
{
    return std::any_of(m_subscriptions.partitions.begin(), m_subscriptions.partitions.end(),
        [](const PartitionPosition& p) { return p.offset >= 0; });
}

std::vector<protocol::PartitionOffset> GroupMember::committable() const
{
    std::vector<protocol::PartitionOffset> offsets;
    for (const PartitionPosition& p : m_subscriptions.partitions) {
        if (p.offset >= 0)
            offsets.push_back({p.id, p.offset});
    }
    return offsets;
}

GroupMember::Progress GroupMember::refreshCommitted(EventId cause)
{
    std::vector<protocol::TopicPartition> missing;
    EventId why;
    for (const PartitionPosition& p : m_subscriptions.partitions) {
        if (p.state == PartitionPosition::State::Initializing) {
            missing.push_back(p.id);
            why = laterOf(why, p.cause);
        }
    }
    if (missing.empty())
        return Progress::Done;
    if (m_offsetFetchInFlight)
        return Progress::Network;
    const Progress coordinator = ensureCoordinator(cause);
    if (coordinator != Progress::Done)
        return coordinator;
    if (m_context.now < m_offsetFetchNotBefore)
        return sleep(m_offsetFetchNotBefore - m_context.now);
    m_offsetFetchInFlight = true;
    m_client.send(*m_coordinator,
        request(ApiKey::OffsetFetch, protocol::OffsetFetchRequest {m_context.settings.groupId, std::move(missing)},
            why, RuleId::CommittedOffsetsNeeded, m_context.settings.groupId),
        RuleId::CoordinatorNeeded);
    return Progress::Network;
}

void GroupMember::onOffsetFetch(const Completion& completion)
{
    m_offsetFetchInFlight = false;
    m_offsetFetchNotBefore = saturatingAdd(m_context.now, pauseAfter(++m_offsetFetchFailures));
    if (completion.disconnected) {
        markCoordinatorUnknown(completion.cause, m_context.trace[completion.cause].rule, true);
        return;
    }
    const auto& body = std::get<protocol::OffsetFetchResponse>(completion.response.body);
    if (body.error != ErrorCode::None) {
        if (body.error == ErrorCode::NotCoordinator || body.error == ErrorCode::CoordinatorNotAvailable)
            markCoordinatorUnknown(completion.cause, ruleOf(body.error), false);
        else if (!protocol::isRetriable(body.error))
            m_thrown = {body.error, completion.cause}; // ConsumerCoordinator.OffsetFetchResponseHandler#handle
        return;
    }
    m_offsetFetchNotBefore = Instant {};
    m_offsetFetchFailures = 0;
    m_lastAnswer = completion.cause;
    for (const protocol::PartitionOffset& offset : body.offsets) {
        PartitionPosition* p = m_subscriptions.find(offset.partition);
        if (!p || p->state != PartitionPosition::State::Initializing)
            continue;
        if (offset.offset >= 0) {
            p->offset = offset.offset;
            p->hasEpoch = offset.offset > 0;
            // An epoch comes with offsets of records that were consumed; the leader checks it first (KIP-320).
            const bool validate = m_context.profile.validatesEpochs && offset.offset > 0;
            p->state = validate ? PartitionPosition::State::Validating : PartitionPosition::State::Fetching;
        } else {
            p->state = PartitionPosition::State::AwaitingReset;
        }
        p->cause = completion.cause;
        p->pending = false;
        p->notBefore = Instant {};
    }
}

bool GroupMember::commitAsync(EventId cause, RuleId rule)
{
    if (!hasCommittable())
        return false;
    if (coordinatorUnknown()) {
        lookup(cause);
        return false;
    }
    m_client.send(*m_coordinator,
        request(ApiKey::OffsetCommit,
            protocol::OffsetCommitRequest {
                m_context.settings.groupId, m_memberId, m_subscriptions.automatic ? m_generation : -1, committable()},
            cause, rule, m_context.settings.groupId),
        RuleId::CoordinatorNeeded);
    return true;
}

GroupMember::Progress GroupMember::commitSync(EventId cause, RuleId rule)
{
    switch (m_syncCommit) {
    case SyncCommit::InFlight:
        return Progress::Network;
    case SyncCommit::Finished:
        m_syncCommit = SyncCommit::None;
        m_commitFailures = 0;
        return Progress::Done;
    case SyncCommit::Failed:
        m_syncCommit = SyncCommit::None;
        return sleep(pauseAfter(++m_commitFailures));
    case SyncCommit::None:
        break;
    }
    if (!hasCommittable())
        return Progress::Done;
    const Progress coordinator = ensureCoordinator(cause);
    if (coordinator != Progress::Done)
        return coordinator;
    ClientRequest r = request(ApiKey::OffsetCommit,
        protocol::OffsetCommitRequest {
            m_context.settings.groupId, m_memberId, m_subscriptions.automatic ? m_generation : -1, committable()},
        cause, rule, m_context.settings.groupId);
    m_syncCommit = SyncCommit::InFlight;
    m_syncCommitCorrelation = r.correlation;
    m_client.send(*m_coordinator, std::move(r), RuleId::CoordinatorNeeded);
    return Progress::Network;
}

void GroupMember::onCommit(const Completion& completion)
{
    ErrorCode error = ErrorCode::NetworkException;
    if (completion.disconnected) {
        markCoordinatorUnknown(completion.cause, m_context.trace[completion.cause].rule, true);
    } else {
        error = protocol::firstError(completion.response.body);
        if (error == ErrorCode::NotCoordinator || error == ErrorCode::CoordinatorNotAvailable)
            markCoordinatorUnknown(completion.cause, ruleOf(error), false);
        else if (error == ErrorCode::UnknownMemberId || error == ErrorCode::IllegalGeneration)
            resetGeneration();
        else if (error == ErrorCode::RebalanceInProgress)
            requestRejoin(completion.cause);
    }
    if (m_syncCommit == SyncCommit::InFlight && completion.correlation == m_syncCommitCorrelation) {
        const bool again = completion.disconnected || protocol::isRetriable(error);
        m_syncCommit = again ? SyncCommit::Failed : SyncCommit::Finished;
        m_lastCommit = completion.cause;
    }
}

void GroupMember::maybeAutoCommit()
{
    if (!m_context.settings.autoCommit || m_context.now < m_nextAutoCommit)
        return;
    m_nextAutoCommit = saturatingAdd(m_context.now, m_context.settings.autoCommitInterval);
    commitAsync(m_lastGroupEvent, RuleId::AutoCommitInterval);
}

Duration GroupMember::timeToAutoCommit() const
{
    return m_context.settings.autoCommit ? std::max(m_nextAutoCommit - m_context.now, Duration::zero())
                                         : Duration::max();
}

} // namespace connscope::client
