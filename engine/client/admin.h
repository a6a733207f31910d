// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/backoff.h"
#include "client/brain.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/networkclient.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

/// \file
/// The admin client: a thread from construction on that keeps its own metadata and sends each call to the node that the
/// call must go to: any node, the controller, or one broker (KafkaAdminClient.AdminClientRunnable).
///
/// Only the request for metadata may use a bootstrap connection: every other call waits until the brokers are known
/// (NodeProvider#provide, AdminMetadataManager#isReady). A call whose node could not be connected is assigned anew right after
/// the poll (#unassignUnsentCalls) and while one waits for a node a poll takes retry.backoff.ms at most. A call ends with an
/// answer, with default.api.timeout.ms (before 2.5: request.timeout.ms) or with its retries; close() waits for the
/// application's calls alone, and no longer than its limit (#threadShouldExit).

namespace connscope::client {

class Admin final : public Brain {
public:
    Admin(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause);

    Instant poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes) override;
    void append(std::vector<Step> steps) override;
    void replaceScript(std::vector<Step> steps, EventId cause) override;
    bool isClosed() const override { return m_closed; }

private:
    enum class Target : std::uint8_t { LeastLoaded, Controller, Broker };
    struct Call {
        ApiKey api = ApiKey::Metadata;
        protocol::RequestBody body;
        Target target = Target::LeastLoaded;
        BrokerId broker;
        std::string name; ///< as the application spells it
        std::string text; ///< what the request asks for
        EventId cause;
        trace::RuleId rule = trace::RuleId::AdminCall;
        std::uint64_t cookie = 0;
        std::optional<Node> node; ///< once it is assigned
        Instant notBefore {}; ///< retry backoff
        Instant deadline = kNever;
        std::int64_t tries = 0;
        bool inFlight = false;
        bool aborted = false; ///< it timed out in flight: its connection is closed, the end is on its way
        bool isExternal() const { return cookie != 0; }
    };
    bool runApp(); // true when the thread is to be woken
    bool begin(const Step& step);
    Duration callTimeout() const;
    Duration processCalls();
    bool assign(Call& call);
    void timeOutCalls();
    Duration sendEligibleCalls();
    void unassignUnsentCalls();
    void handle(std::vector<Completion>& completions);
    void complete(Call& call, const Completion& completion);
    /// The call is over; \a error goes to whoever waits for it.
    void finish(Call& call, protocol::ErrorCode error, EventId cause, trace::RuleId rule);
    void eraseFinished();
    bool shouldExit() const;

    Context m_context;
    Metadata m_metadata;
    NetworkClient m_network;
    std::deque<Step> m_script;
    std::vector<Call> m_calls;
    std::map<NodeId, Instant> m_readyDeadlines; // nodes that calls wait for
    Backoff m_retryBackoff;
    std::vector<Completion> m_completions;
    EventId m_origin;
    EventId m_call;
    std::uint64_t m_nextCookie = 1;
    std::uint64_t m_waitsFor = 0; // the application's call
    bool m_begun = false;
    Instant m_stepStart {};
    Instant m_appWake = kNever;
    Instant m_selectDeadline {};
    bool m_metadataPending = false;
    bool m_blocked = false;
    bool m_closing = false;
    Instant m_closeDeadline = kNever;
    bool m_closed = false;
};

} // namespace connscope::client
