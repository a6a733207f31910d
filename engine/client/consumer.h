// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/brain.h"
#include "client/consumernetwork.h"
#include "client/context.h"
#include "client/fetcher.h"
#include "client/groupmember.h"
#include "client/metadata.h"
#include "client/networkclient.h"
#include "client/subscriptions.h"

#include <deque>
#include <optional>
#include <vector>

/// \file
/// The consumer: an application thread that polls, and a heartbeat thread once it is in a group. The network is read only
/// while one of them polls: nothing at construction; in poll() at once; between two polls by the heartbeat thread every
/// retry.backoff.ms, if it is enabled; otherwise not at all, and then neither a FIN nor an idle limit is noticed. Whichever
/// thread polls next reads first what its sockets hold by then, also where it writes in the same poll
/// (ConsumerNetworkClient#poll, Selector#pollSelectionKeys).

namespace connscope::client {

class alignas(64) Consumer final : public Brain {
public:
    Consumer(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause);

    Instant poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes) override;
    void append(std::vector<Step> steps) override;
    void replaceScript(std::vector<Step> steps, EventId cause) override;
    bool isClosed() const override { return m_closed; }
    std::span<const HotPart> hotParts() const override;
    HotBlock hotBlock() const override { return m_network.hotBlock(); }

private:
    /// Where the application thread stands.
    enum class Thread : std::uint8_t {
        Away, ///< in its own code, until m_appWake
        Polling, ///< in the client, blocked in a select until m_pollDeadline at the latest
        Sleeping, ///< in the client, but sleeping outside of any select, until m_appWake
    };
    enum class CloseStage : std::uint8_t { None, Commit, Leave, Sessions, Done };

    bool hasGroup() const;
    void runApp();
    bool runStep();
    bool runPollStep();
    bool pollOnce();
    Duration boundaryAfter(Instant t, Duration timeout, Duration slack) const;
    bool blockOn(GroupMember::Progress progress);
    void blockFor(Duration timeout);
    bool runClose(const Step& step);
    template <typename Call>
    bool refused(Call&& call);
    void subscribe(const Step& step);
    Duration beforePoll(Duration timeout);
    bool hasNothingToDo() const;
    Duration roundAfter(Instant t) const;
    void networkReturned();
    bool throwsWithoutPosition();
    void pollNoWakeup();
    Instant heartbeatThreadDue() const;
    Instant heartbeatRound(Instant t) const;
    Instant nextHeartbeatRound() const;
    bool heartbeatThreadWakes() const;
    void finishPass();
    void dispatch();
    EventId call(std::string_view text, std::int64_t value = 0);

    /// Of the step under way what each turn asks for.
    struct Loop {
        Step::Kind kind = Step::Kind::Wait;
        Duration duration {};
        Duration timeout {};
        Duration processing {};
    };

    // What each poll looks at lies together, here and in the parts: a thousand consumers take turns in the cache.
    Context m_context;
    Thread m_thread = Thread::Away;
    CloseStage m_closeStage = CloseStage::None;
    bool m_closed = false;
    bool m_begun = false;
    bool m_inPoll = false;
    bool m_announced = false; // the step's poll() was written to the trace
    bool m_quiet
        = false; // the heartbeat thread's last poll found nothing to do, nor did the application anything since
    bool m_failed = false; // the poll() under way throws
    int m_knownMetadata = 0;
    EventId m_call;
    Instant m_appWake {};
    Duration m_pollTimeout {}; // of the select the application is in
    Instant m_selectDeadline = kNever;
    Instant m_heartbeatPoll {}; // the heartbeat thread's next poll while the application is away
    Instant m_quietUntil {}; // when metadata are due, or what may be sent only later
    Instant m_stepStart {};
    Instant m_pollStart {}; // of the poll() under way
    Loop m_loop;
    std::vector<Report> m_reports; // not yet read from the sockets
    std::vector<Completion> m_completions;
    Metadata m_metadata;
    NetworkClient m_network;
    ConsumerNetwork m_client;
    Subscriptions m_subscriptions;
    GroupMember m_group;
    Fetcher m_fetcher;

    std::deque<Step> m_script;
    EventId m_origin;
    Instant m_closeDeadline = kNever;
    EventId m_closeCall;
};

} // namespace connscope::client
