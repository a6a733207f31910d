// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/backoff.h"
#include "client/consumernetwork.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/subscriptions.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// \file
/// A consumer as a member of its group: finding the coordinator, joining, syncing, heartbeats, committed offsets, leaving
/// (consumer.internals.AbstractCoordinator and ConsumerCoordinator).
///
/// Kafka's code blocks inside these calls. Here each call looks at where things stand, does the next thing that can be done
/// and says whether it is through; the caller polls the network and calls again. The order of what is done is the same.
///
/// A coordinator that is found and cannot be reached is given up, and the application sleeps before it asks again:
/// retry.backoff.ms, from 3.7 on growing to retry.backoff.max.ms (AbstractCoordinator#ensureCoordinatorReady, KIP-580). The
/// heartbeat thread looks again every retry.backoff.ms (AbstractCoordinator.HeartbeatThread#run). An answer to JOIN_GROUP or
/// SYNC_GROUP that is not retriable is thrown from the call (AbstractCoordinator#joinGroupIfNeeded).

namespace connscope::client {

class GroupMember {
public:
    GroupMember(Context& context, Metadata& metadata, NetworkClient& network, ConsumerNetwork& client,
        Subscriptions& subscriptions, EventId constructed);

    /// How far a blocking call got.
    enum class Progress : std::uint8_t {
        Done,
        Network, ///< an answer or metadata must arrive first
        Sleeping, ///< the thread sleeps until sleepUntil() outside of any poll
    };
    Instant sleepUntil() const { return m_sleepUntil; }
    /// The application's call returns at \a end at the latest (its Timer): no sleep inside it is longer, and retries count
    /// from zero in each call. Say it again as often as the call looks.
    void callEnds(Instant end);
    /// The application is back in its own code; what it waited for is nobody's but the heartbeat thread's now.
    void callReturned()
    {
        m_appLooksUp = false;
        m_awaitEnd = Instant {};
    }
    /// An answer that is no use repeating for: what the application's call throws. Once; no error if there was none.
    struct Thrown {
        protocol::ErrorCode error = protocol::ErrorCode::None;
        EventId cause;
    };
    /// The answer that let commitSync() come back; invalid where there was none yet.
    EventId lastCommit() const { return m_lastCommit; }
    /// The last event that told this member something about its group.
    EventId lastAnswer() const { return laterOf(m_lastGroupEvent, m_lastAnswer); }
    Thrown takeThrown() { return std::exchange(m_thrown, Thrown {}); }

    /// A coordinator is known and not failing (ensureCoordinatorReady).
    Progress ensureCoordinator(EventId cause);
    /// The group is joined and partitions are assigned (ensureActiveGroup).
    Progress ensureActive(EventId cause);
    bool coordinatorUnknown();
    bool rejoinNeeded() const { return m_rejoinNeeded || m_joinInFlight; }
    /// Another subscription (SubscriptionState#subscribe), because of \a cause.
    void requestRejoin(EventId cause)
    {
        m_rejoinNeeded = true;
        m_joinCause = cause;
    }
    bool isStable() const { return m_state == State::Stable; }
    /// Something in the metadata changed what this member, as the group's leader, had assigned.
    void checkMetadata();

    // -- committed offsets --
    Progress refreshCommitted(EventId cause);
    /// Asynchronous commit of all positions. False when there is nothing to commit or no coordinator.
    bool commitAsync(EventId cause, trace::RuleId rule);
    /// Synchronous commit; call again until Done.
    Progress commitSync(EventId cause, trace::RuleId rule);
    void maybeAutoCommit();
    Duration timeToAutoCommit() const;

    // -- heartbeat thread --
    bool heartbeatEnabled() const { return m_heartbeatEnabled; }
    /// The application polled.
    void polled() { m_lastPoll = m_context.now; }
    /// One round of the heartbeat thread: heartbeat, lost coordinator, session or poll timeout. True if it queued a request.
    bool heartbeatTurn();
    /// When heartbeatTurn() has something to do next.
    Instant nextHeartbeat() const;
    Instant lastHeartbeat() const { return m_lastHeartbeat; }
    Duration timeToNextHeartbeat() const;
    void stopHeartbeats() { m_heartbeatEnabled = false; }

    /// Sends LEAVE_GROUP if it is a dynamic member of a group. True if sent.
    bool leave(EventId cause, trace::RuleId rule);
    std::optional<NodeId> coordinatorNode() const
    {
        return m_coordinator ? std::optional(m_coordinator->id) : std::nullopt;
    }

    /// Takes a finished request; false if it is not one of this member's.
    bool complete(const Completion& completion);
    /// Where what each poll looks at ends (Brain::hotParts).
    const void* coldPart() const { return &m_coordinatorCause; }

private:
    /// A call of the application waits for metadata after a lookup that failed.
    bool awaitsMetadata() const
    {
        return m_metadata.version() <= m_awaitMetadataVersion && m_context.now < m_awaitEnd;
    }
    void awaitMetadata(EventId cause);
    enum class State : std::uint8_t { Unjoined, Rebalancing, Stable };
    Progress sleep(Duration duration);
    bool lookup(EventId cause); // false: no node
    void backOffLookup();
    bool onUnsupported(ApiKey api);
    void onFindCoordinator(const Completion& completion);
    void onJoin(const Completion& completion);
    void onSync(const Completion& completion);
    void onHeartbeat(const Completion& completion);
    void onCommit(const Completion& completion);
    void onOffsetFetch(const Completion& completion);
    void joinFailed(Duration pause);
    void sendJoin(EventId cause);
    void sendSync(const protocol::JoinGroupResponse& response, EventId cause);
    std::vector<protocol::MemberAssignment> assign(const protocol::JoinGroupResponse& response);
    Progress prepareJoin(EventId cause);
    /// Why the client no longer trusts a coordinator that answered \a error.
    static trace::RuleId ruleOf(protocol::ErrorCode error);
    /// AbstractCoordinator#markCoordinatorUnknown. A connection that still stands is closed by the same \a rule.
    void markCoordinatorUnknown(EventId cause, trace::RuleId rule, bool isDisconnected);
    void resetGeneration();
    bool hasCommittable() const;
    std::vector<protocol::PartitionOffset> committable() const;
    template <typename Body>
    ClientRequest request(ApiKey api, Body&& body, EventId cause, trace::RuleId rule, std::string_view text = {})
    {
        return m_network.newRequest(api, std::forward<Body>(body), cause, rule, text);
    }

    enum class SyncCommit : std::uint8_t { None, InFlight, Finished, Failed };

    // What each poll looks at lies together.
    Context& m_context;
    Metadata& m_metadata;
    NetworkClient& m_network;
    ConsumerNetwork& m_client;
    Subscriptions& m_subscriptions;
    Instant m_nextAutoCommit {};
    Instant m_callEnd = kNever;
    std::optional<Node> m_coordinator;
    State m_state = State::Unjoined;
    bool m_rejoinNeeded = true;
    bool m_joinInFlight = false;
    bool m_heartbeatEnabled = false;
    bool m_appLooksUp = false; // the application is in ensureCoordinator()
    bool m_findInFlight = false;
    SyncCommit m_syncCommit = SyncCommit::None;
    int m_awaitMetadataVersion = -1; // discovery failed: wait for newer metadata than this …
    Instant m_awaitEnd {}; // … until the application's call ends (ConsumerNetworkClient#awaitMetadataUpdate)
    Instant m_lastHeartbeat {};
    Instant m_lastHeartbeatAnswer {};
    Instant m_lastPoll {};
    Thrown m_thrown;
    EventId m_lastGroupEvent;
    EventId m_lastCommit; // the answer to the last commit that a call waited for
    EventId m_lastAnswer; // to the last OFFSET_FETCH
    EventId m_lastBeat; // the last answer to a HEARTBEAT
    std::int32_t m_generation = -1;

    EventId m_coordinatorCause;
    Instant m_sleepUntil {};
    Instant m_lookupNotBefore {}; // the application's next FIND_COORDINATOR
    /// retry.backoff.ms, growing from 3.7 on with \a failures in a row (KIP-580).
    Duration pauseAfter(std::uint32_t failures);
    std::uint32_t m_commitFailures = 0; // of the synchronous commit that is repeated
    std::uint32_t m_offsetFetchFailures = 0;
    std::uint32_t m_lookupFailures = 0; // of the application's call
    Instant m_heartbeatLookupNotBefore {}; // the heartbeat thread's next one
    Backoff m_lookupBackoff;

    bool m_needsJoinPrepare = true;
    bool m_prepareCommitSent = false;
    bool isCommitting() const { return m_syncCommit != SyncCommit::None; }
    bool m_preparePolled = false;
    bool m_isLeader = false;
    Instant m_joinNotBefore {};
    EventId m_joinCause;
    trace::RuleId m_joinRule = trace::RuleId::JoinGroup;
    std::string m_memberId;
    std::map<std::string, std::size_t> m_assignedCounts; // leader: partitions per topic that it assigned

    bool m_heartbeatInFlight = false;
    bool m_offsetFetchInFlight = false;
    Instant m_offsetFetchNotBefore {};
    std::int32_t m_syncCommitCorrelation = -1;
};

} // namespace connscope::client
