// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/brain.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/networkclient.h"

#include <deque>
#include <optional>
#include <vector>

/// \file
/// The admin client: a thread from construction on that keeps its own metadata and sends each call to the node that the
/// call must go to: any node, the controller, or one broker (KafkaAdminClient.AdminClientRunnable).

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
        std::string text;
        EventId cause;
        trace::RuleId rule = trace::RuleId::AdminCall;
        std::uint64_t cookie = 0;
        std::optional<Node> node; ///< once it is assigned
        Instant notBefore {}; ///< retry backoff
        bool inFlight = false;
    };
    bool runApp(); // true when the thread is to be woken
    bool begin(const Step& step);
    Duration processCalls();
    bool assign(Call& call);
    void handle(std::vector<Completion>& completions);
    void complete(Call& call, const Completion& completion);

    Context m_context;
    Metadata m_metadata;
    NetworkClient m_network;
    std::deque<Step> m_script;
    std::vector<Call> m_calls;
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
    bool m_closed = false;
};

} // namespace connscope::client
