// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/consumer.h"

#include "base/recycle.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;
using Progress = GroupMember::Progress;

namespace {

constexpr Duration kDefaultCloseTimeout = ms(30'000); // KafkaConsumer.DEFAULT_CLOSE_TIMEOUT_MS
constexpr Duration kClockTick = ms(1);
/// Passes in one poll, so that a loop that gets nowhere can be stopped.
constexpr int kPassesAtOnce = 10'000;

} // namespace

Consumer::Consumer(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause)
    : m_context([&] {
        Context context(spec, std::move(settings), environment);
        context.now = now;
        return context;
    }())
    , m_call(cause)
    , m_metadata(m_context, cause)
    , m_network(m_context, m_metadata)
    , m_client(m_context, m_network)
    , m_group(m_context, m_metadata, m_network, m_client, m_subscriptions, cause)
    , m_fetcher(m_context, m_metadata, m_network, m_client, m_subscriptions)
    , m_script(std::make_move_iterator(spec.script.begin()), std::make_move_iterator(spec.script.end()))
    , m_origin(cause)
    , m_closeCall(cause)
{
    m_knownMetadata = m_metadata.version();
}

void Consumer::append(std::vector<Step> steps)
{
    std::move(steps.begin(), steps.end(), std::back_inserter(m_script));
    if (m_thread == Thread::Away)
        m_appWake = Instant {};
}

void Consumer::replaceScript(std::vector<Step> steps, EventId cause)
{
    m_script.assign(std::make_move_iterator(steps.begin()), std::make_move_iterator(steps.end()));
    m_origin = cause;
    m_begun = false;
    m_inPoll = false;
    m_thread = Thread::Away;
    m_appWake = Instant {};
}

std::span<const Brain::HotPart> Consumer::hotParts() const
{
    static const std::array<HotPart, 4> kParts = [this] {
        const auto start = reinterpret_cast<std::uintptr_t>(this);
        const auto part = [start](const void* from, const void* to) {
            return HotPart {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from) - start),
                static_cast<std::uint32_t>(
                    reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from))};
        };
        return std::array {part(this, m_metadata.coldPart()), part(&m_network, m_network.coldPart()),
            part(&m_client, m_group.coldPart()), part(&m_fetcher, &m_script)};
    }();
    return kParts;
}

bool Consumer::hasGroup() const
{
    return m_context.settings.hasGroupId || m_context.profile.emptyGroupIdHasCoordinator;
}

EventId Consumer::call(std::string_view text, std::int64_t value)
{
    m_call = m_context.append(EventKind::AppCall, m_origin, RuleId::ApplicationCall, text, value);
    return m_call;
}

// ---- the network, for whichever thread polls ----

// A member that was given no partition: it looks around every retry.backoff.ms, and in between nothing can happen to it
// but what has a time of its own (heartbeat, commit, metadata), which the select's timeout knows, and the idle check.
bool Consumer::hasNothingToDo() const
{
    return m_thread == Thread::Polling && m_loop.kind == Step::Kind::Poll && m_loop.processing == Duration::zero()
        && m_loop.timeout > Duration::zero() && m_subscriptions.automatic && m_subscriptions.partitions.empty()
        && m_group.isStable() && !m_group.rejoinNeeded() && m_group.coordinatorNode() && !m_network.isConnecting()
        && !m_client.hasPending();
}

// How long until the first of the rounds after \a t, when there is one every retry.backoff.ms.
Duration Consumer::roundAfter(Instant t) const
{
    const Duration step = std::max(m_context.settings.retryBackoff, kClockTick);
    const Duration most = m_context.settings.maxPollInterval / 2; // each round counts as a poll()
    const Duration distance = t == kNever ? most : std::min(t - m_context.now, most);
    return step * (std::max(distance, Duration::zero()) / step + 1);
}

Duration Consumer::beforePoll(Duration timeout)
{
    const Duration delay = m_client.beforePoll(m_completions);
    Duration wait = std::min(timeout, delay);
    // Rounds in which nothing is there to read and nothing is due are left out: ten thousand members with nothing to
    // read would play a hundred thousand of them a second.
    if (m_network.inFlightCount() == 0)
        wait = std::min(
            wait, hasNothingToDo() ? roundAfter(m_network.nextIdleExpiry()) : m_context.settings.retryBackoff);
    return std::min(wait, m_network.beforeSelect());
}

void Consumer::finishPass()
{
    m_client.afterPoll(m_completions);
    dispatch();
}

void Consumer::networkReturned()
{
    m_network.deliver(m_reports, m_completions);
    finishPass();
}

void Consumer::dispatch()
{
    // Handlers may queue requests but complete nothing at once, so the list does not grow under the loop.
    for (const Completion& completion : m_completions) {
        if (!m_group.complete(completion))
            m_fetcher.complete(completion);
    }
    recycle(m_completions);
    if (m_knownMetadata != m_metadata.version()) {
        m_knownMetadata = m_metadata.version();
        m_group.checkMetadata();
    }
}

Instant Consumer::poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes)
{
    m_context.now = now;
    m_context.wishes = &wishes;
    if (m_closed) {
        reports.clear();
        return kNever;
    }
    if (m_reports.empty())
        m_reports.swap(reports);
    std::move(reports.begin(), reports.end(), std::back_inserter(m_reports));
    reports.clear();

    const bool wakes = heartbeatThreadWakes();
    // A select returns: the application's, or the short one of the heartbeat thread.
    if (m_thread == Thread::Polling) {
        if (!m_reports.empty() || now >= m_selectDeadline)
            networkReturned();
    } else if (wakes) {
        // The thread polls before it looks at what is due (AbstractCoordinator.HeartbeatThread#run).
        pollNoWakeup();
        m_heartbeatPoll = nextHeartbeatRound();
    }

    for (int passes = 0;; ++passes) {
        const bool isTurn = wakes || m_thread == Thread::Polling || !m_group.isStable() || !m_group.coordinatorNode();
        const bool queued = isTurn && m_group.heartbeatTurn();
        if (m_thread == Thread::Polling || now >= m_appWake) {
            m_quiet = false;
            runApp();
        }
        if (m_closed)
            return kNever;
        if (m_thread == Thread::Polling) {
            const Duration wait = beforePoll(m_pollTimeout);
            if (passes >= kPassesAtOnce) {
                m_selectDeadline = now; // whoever plays the session gets a say; it goes on at once
                break;
            }
            if (!m_completions.empty()) {
                dispatch();
                continue;
            }
            // A thread that was away finds in its sockets what came meanwhile: its first select returns at once.
            if (m_network.select(m_reports, m_completions)) {
                finishPass();
                continue;
            }
            m_selectDeadline = saturatingAdd(now, std::max(wait, kClockTick));
            break;
        }
        if (!queued || passes >= kPassesAtOnce)
            break;
        // The heartbeat thread sends what it queued.
        pollNoWakeup();
    }

    Instant next = m_thread == Thread::Polling ? m_selectDeadline : m_appWake;
    if (m_group.heartbeatEnabled()) {
        if (m_thread == Thread::Polling) {
            next = std::min(next, m_group.nextHeartbeat());
        } else {
            if (m_heartbeatPoll <= now)
                m_heartbeatPoll = nextHeartbeatRound();
            next = std::min({next, heartbeatRound(m_group.nextHeartbeat()),
                std::max(m_heartbeatPoll, heartbeatRound(heartbeatThreadDue()))});
        }
    }
    return std::max(next, now + Duration {1});
}

// ---- the application ----

void Consumer::blockFor(Duration timeout)
{
    m_thread = Thread::Polling;
    m_pollTimeout = std::max(timeout, Duration::zero());
}

// True when the call is through.
bool Consumer::blockOn(Progress progress)
{
    if (progress == Progress::Done)
        return true;
    if (progress == Progress::Sleeping) {
        m_thread = Thread::Sleeping;
        m_appWake = m_group.sleepUntil();
    }
    return false;
}

void Consumer::runApp()
{
    m_thread = Thread::Away;
    m_appWake = kNever;
    while (!m_script.empty()) {
        if (!m_begun) {
            m_begun = true;
            m_announced = false;
            m_inPoll = false;
            m_stepStart = m_context.now;
            const Step& step = m_script.front();
            m_loop = {step.kind, step.duration, step.timeout, step.processing};
        }
        if (!runStep())
            return;
        m_begun = false;
        if (!m_script.empty())
            m_script.pop_front();
        if (m_closed)
            return;
    }
}

void Consumer::subscribe(const Step& step)
{
    if (step.kind == Step::Kind::Subscribe) {
        std::string text;
        for (const std::string& topic : step.topics)
            text += (text.empty() ? "" : ",") + topic;
        call("subscribe(" + text + ')');
        m_subscriptions.automatic = true;
        m_subscriptions.manual = false;
        m_subscriptions.topics = step.topics;
        m_metadata.setTopics(step.topics, m_call);
        m_group.requestRejoin(m_call);
        return;
    }
    std::vector<std::string> topics;
    std::string text;
    for (const protocol::TopicPartition& partition : step.assignment) {
        if (std::find(topics.begin(), topics.end(), partition.topic) == topics.end())
            topics.push_back(partition.topic);
        text += (text.empty() ? "" : ",") + protocol::toString(partition);
    }
    call("assign(" + text + ')');
    m_subscriptions.automatic = false;
    m_subscriptions.manual = true;
    m_subscriptions.topics = topics;
    m_subscriptions.assign(step.assignment, true, m_call);
    m_metadata.setTopics(topics, m_call);
}

// How long until the first end of a poll() at or after \a t + \a slack; Duration::max() if t never comes.
Duration Consumer::boundaryAfter(Instant t, Duration timeout, Duration slack) const
{
    if (t == kNever)
        return Duration::max();
    const Duration distance = std::max(t - m_pollStart + slack, Duration {1});
    return timeout * ((distance + timeout - Duration {1}) / timeout) - (m_context.now - m_pollStart);
}

// One turn of the loop in KafkaConsumer#poll up to its select. True when poll() returns to the application.
bool Consumer::pollOnce()
{
    const Loop& step = m_loop;
    // A poll() that returns nothing to an application that calls it again at once goes on as the next one.
    const bool seamless = step.processing == Duration::zero() && step.timeout > Duration::zero();
    const Instant loopEnd = step.duration < Duration::zero() ? kNever : saturatingAdd(m_stepStart, step.duration);
    if (seamless && m_context.now - m_pollStart >= step.timeout) {
        m_pollStart += step.timeout * ((m_context.now - m_pollStart) / step.timeout);
        if (m_pollStart >= loopEnd)
            return true;
    }
    const Instant pollEnd = saturatingAdd(m_pollStart, step.timeout);
    const Duration left = std::max(pollEnd - m_context.now, Duration::zero());
    m_group.callEnds(pollEnd);

    if (m_subscriptions.automatic) {
        m_group.polled();
        Progress progress = m_group.coordinatorUnknown() ? m_group.ensureCoordinator(m_call) : Progress::Done;
        if (progress == Progress::Done && m_group.rejoinNeeded())
            progress = m_group.ensureActive(m_call);
        if (!blockOn(progress)) {
            if (m_context.now >= pollEnd && step.timeout > Duration::zero())
                return true;
            if (m_thread != Thread::Sleeping)
                blockFor(left);
            return false;
        }
    } else if (m_metadata.isUpdateRequested() && m_metadata.isBootstrap()) {
        // assign(): without any ready node the first metadata are waited for (awaitMetadataUpdate).
        if (m_context.now >= pollEnd && step.timeout > Duration::zero())
            return true;
        blockFor(left);
        return false;
    }
    if (hasGroup())
        m_group.maybeAutoCommit();

    m_fetcher.validatePositions();
    if (!m_subscriptions.hasAllPositions()) {
        if (hasGroup() && !blockOn(m_group.refreshCommitted(m_call))) {
            if (m_context.now >= pollEnd && step.timeout > Duration::zero())
                return true;
            if (m_thread != Thread::Sleeping)
                blockFor(left);
            return false;
        }
        for (PartitionPosition& p : m_subscriptions.partitions) {
            if (p.state == PartitionPosition::State::Initializing)
                p.state = PartitionPosition::State::AwaitingReset;
        }
        if (throwsWithoutPosition())
            return true;
        m_fetcher.resetPositions();
    }

    if (m_fetcher.hasData()) {
        const std::int64_t records = m_fetcher.takeRecords();
        trace::Event e = m_context.event(EventKind::RecordsDelivered, m_fetcher.lastFetch(), RuleId::ResponseArrived);
        e.value = records;
        m_context.append(e);
        // The next round of fetches is on its way while the application handles these.
        if (m_fetcher.sendFetches() > 0 || m_client.hasPending())
            pollNoWakeup();
        return true;
    }
    if (m_context.now >= pollEnd)
        return true;
    m_fetcher.sendFetches();
    Duration wait = left;
    if (seamless) {
        // Between two such polls nothing happens but the idle check at the end of each select: the next boundary that
        // matters is the first one after the oldest connection's limit, or the end of the loop.
        const Duration afterIdle = boundaryAfter(m_network.nextIdleExpiry(), step.timeout, Duration {1});
        const Duration atEnd = boundaryAfter(loopEnd, step.timeout, Duration::zero());
        wait = std::min(afterIdle, atEnd);
    }
    if (hasGroup())
        wait = std::min({wait, m_group.timeToAutoCommit(), m_group.timeToNextHeartbeat()});
    if (!m_subscriptions.hasAllPositions())
        wait = std::min(wait, m_context.settings.retryBackoff);
    blockFor(wait);
    return false;
}

// ConsumerNetworkClient#poll throws what the network met (Metadata#maybeThrowAnyException), a call on the group what its
// coordinator refused for good (AbstractCoordinator#joinGroupIfNeeded): the application's loop ends. The call's words are
// made only then: each turn asks.
template <typename Call>
bool Consumer::refused(Call&& call)
{
    if (const EventId why = m_metadata.takeFatal(); why.isValid()) {
        m_context.append(EventKind::AppReturn, why, m_context.trace[why].rule, call(),
            static_cast<std::int64_t>(m_metadata.fatalCode(why)));
        return true;
    }
    const GroupMember::Thrown thrown = m_group.takeThrown();
    if (thrown.error == protocol::ErrorCode::None)
        return false;
    m_context.append(
        EventKind::AppReturn, thrown.cause, RuleId::ResponseArrived, call(), static_cast<std::int64_t>(thrown.error));
    return true;
}

// auto.offset.reset=none: poll() throws where a position is missing (SubscriptionState#resetInitializingPositions) or was
// refused by the leader (FetchCollector#handleInitializeErrors).
bool Consumer::throwsWithoutPosition()
{
    if (m_context.settings.autoOffsetReset != "none")
        return false;
    const auto it = std::find_if(m_subscriptions.partitions.begin(), m_subscriptions.partitions.end(),
        [](const PartitionPosition& p) { return p.state == PartitionPosition::State::AwaitingReset; });
    if (it == m_subscriptions.partitions.end())
        return false;
    const bool fetched = it->lastLeader.isValid();
    m_context.append(EventKind::AppReturn, fetched ? m_fetcher.lastFetch() : m_group.lastAnswer(),
        RuleId::NoResetPolicy,
        std::string(fetched ? "OffsetOutOfRangeException" : "NoOffsetForPartitionException") + " from poll("
            + formatDuration(m_loop.timeout) + ')');
    m_failed = true;
    return true;
}

bool Consumer::runPollStep()
{
    const Loop& step = m_loop;
    const auto words = [&step] { return "poll(" + formatDuration(step.timeout) + ')'; };
    if (!m_announced) {
        m_announced = true;
        call(words());
    }
    if (m_inPoll && refused(words))
        return true;
    for (;;) {
        if (!m_inPoll) {
            const Instant end = step.duration < Duration::zero() ? kNever : saturatingAdd(m_stepStart, step.duration);
            if (m_context.now >= end)
                return true;
            m_inPoll = true;
            m_pollStart = m_context.now;
        }
        if (!pollOnce())
            return false;
        if (std::exchange(m_failed, false))
            return true;
        m_inPoll = false;
        m_group.callReturned();
        // The application has its records, or nothing, and is away for a while.
        const Duration away
            = std::max(step.processing, step.timeout == Duration::zero() ? kClockTick : Duration::zero());
        if (away > Duration::zero()) {
            m_thread = Thread::Away;
            m_appWake = saturatingAdd(m_context.now, away);
            return false;
        }
    }
}

bool Consumer::runClose(const Step& step)
{
    const bool late = m_context.now >= m_closeDeadline;
    switch (m_closeStage) {
    case CloseStage::None: {
        const Duration timeout = step.timeout < Duration::zero() ? kDefaultCloseTimeout : step.timeout;
        m_closeDeadline = saturatingAdd(m_context.now, std::min(timeout, m_context.settings.requestTimeout));
        m_group.callEnds(m_closeDeadline);
        m_closeCall = m_context.append(
            EventKind::ClientCloseCalled, m_origin, RuleId::ApplicationCall, "close()", toMs(timeout));
        m_closeStage = CloseStage::Commit;
        [[fallthrough]];
    }
    case CloseStage::Commit:
        if (hasGroup() && m_context.settings.autoCommit && !late) {
            if (!blockOn(m_group.commitSync(m_closeCall, RuleId::CommitOnClose))) {
                if (m_thread != Thread::Sleeping)
                    blockFor(m_closeDeadline - m_context.now);
                return false;
            }
        }
        m_group.stopHeartbeats();
        m_group.leave(m_closeCall, RuleId::LeaveOnClose);
        m_closeStage = CloseStage::Leave;
        [[fallthrough]];
    case CloseStage::Leave: {
        const auto coordinator = m_group.coordinatorNode();
        if (coordinator && m_client.hasPending(*coordinator) && !late) {
            blockFor(m_closeDeadline - m_context.now);
            return false;
        }
        m_fetcher.closeSessions(m_closeCall);
        m_closeStage = CloseStage::Sessions;
        [[fallthrough]];
    }
    case CloseStage::Sessions:
        if (m_context.profile.closesFetchSessions && m_client.hasPending() && !late) {
            blockFor(m_closeDeadline - m_context.now);
            return false;
        }
        m_closeStage = CloseStage::Done;
        [[fallthrough]];
    case CloseStage::Done:
        break;
    }
    m_network.closeAll(m_closeCall, late ? RuleId::ClientCloseForced : RuleId::ClientClosed);
    m_context.append(EventKind::ClientClosed, m_closeCall, late ? RuleId::ClientCloseForced : RuleId::ClientClosed);
    m_closed = true;
    return true;
}

bool Consumer::runStep()
{
    if (m_loop.kind == Step::Kind::Poll)
        return runPollStep();
    const Step& step = m_script.front();
    switch (step.kind) {
    case Step::Kind::Wait:
        if (step.duration < Duration::zero())
            return false;
        if (m_context.now - m_stepStart >= step.duration)
            return true;
        m_appWake = m_stepStart + step.duration;
        return false;
    case Step::Kind::Subscribe:
    case Step::Kind::Assign:
        subscribe(step);
        return true;
    case Step::Kind::Unsubscribe:
        if (m_group.leave(call("unsubscribe()"), RuleId::LeaveOnUnsubscribe))
            pollNoWakeup(); // AbstractCoordinator#maybeLeaveGroup
        m_subscriptions = Subscriptions {};
        m_metadata.setTopics({}, m_call);
        return true;
    case Step::Kind::CommitSync:
        if (!m_announced) {
            m_announced = true;
            call("commitSync()");
            m_group.callEnds(saturatingAdd(m_context.now, m_context.settings.defaultApiTimeout));
        }
        if (refused([] { return std::string_view("commitSync()"); }))
            return true;
        if (blockOn(m_group.commitSync(m_call, RuleId::CommitCalled))) {
            const EventId answer = m_group.lastCommit();
            const bool hasWaited = answer.isValid() && m_call < answer; // else there was nothing to commit
            m_context.append(EventKind::AppReturn, hasWaited ? answer : m_call,
                hasWaited ? RuleId::ResponseArrived : RuleId::ApplicationCall, "commitSync()");
            return true;
        }
        // TimeoutException: "Timeout of 60000ms expired before successfully committing offsets" (KafkaConsumer#commitSync).
        if (const Instant end = saturatingAdd(m_stepStart, m_context.settings.defaultApiTimeout);
            m_context.now >= end) {
            m_context.append(EventKind::AppReturn, m_call, RuleId::ApplicationCall, "commitSync()",
                static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
            return true;
        } else if (m_thread != Thread::Sleeping) {
            blockFor(end - m_context.now);
        }
        return false;
    case Step::Kind::CommitAsync:
        m_group.commitAsync(call("commitAsync()"), RuleId::CommitCalled);
        pollNoWakeup(); // ConsumerCoordinator#commitOffsetsAsync: so that it is on its way
        return true;
    case Step::Kind::Close:
        return runClose(step);
    case Step::Kind::Mark:
        m_context.append(EventKind::Mark, m_origin, RuleId::ApplicationCall, step.text);
        return true;
    default:
        return true; // calls of other kinds of clients: the reader refuses them
    }
}

} // namespace connscope::client
