// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/admin.h"

#include <algorithm>

namespace connscope::client {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {
constexpr Duration kLongestPoll = ms(1'200'000); // AdminClientRunnable: at most 20 minutes in one poll
constexpr Duration kClockTick = ms(1);
/// Passes in one poll, so that a loop that gets nowhere can be stopped.
constexpr int kPassesAtOnce = 10'000;
} // namespace

Admin::Admin(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause)
    : m_context([&] {
        Context context(spec, std::move(settings), environment);
        context.now = now;
        return context;
    }())
    , m_metadata(m_context, cause)
    , m_network(m_context, m_metadata)
    , m_script(std::make_move_iterator(spec.script.begin()), std::make_move_iterator(spec.script.end()))
    , m_origin(cause)
    , m_call(cause)
{
}

void Admin::append(std::vector<Step> steps) { std::move(steps.begin(), steps.end(), std::back_inserter(m_script)); }

void Admin::replaceScript(std::vector<Step> steps, EventId cause)
{
    m_script.assign(std::make_move_iterator(steps.begin()), std::make_move_iterator(steps.end()));
    m_origin = cause;
    m_begun = false;
    m_waitsFor = 0;
}

bool Admin::begin(const Step& step)
{
    Call call;
    std::string name;
    switch (step.kind) {
    case Step::Kind::DescribeCluster:
        name = "describeCluster()";
        // KIP-700 (2.8): a request of its own; before, and with brokers that lack it, the answer comes from METADATA.
        if (m_context.profile.describesCluster) {
            call.api = ApiKey::DescribeCluster;
            call.body = protocol::DescribeClusterRequest {};
        } else {
            call.body = protocol::MetadataRequest {false, {}, false};
        }
        break;
    case Step::Kind::DescribeConfigs:
        name = "describeConfigs(" + step.topic + ')';
        call.api = ApiKey::DescribeConfigs;
        call.body = protocol::DescribeConfigsRequest {step.topic};
        if (step.topic.rfind("broker ", 0) == 0) {
            call.target = Target::Broker;
            std::int32_t id = 0;
            for (const char c : step.topic.substr(7, 9)) {
                if (c >= '0' && c <= '9')
                    id = id * 10 + (c - '0');
            }
            call.broker = BrokerId {id};
        }
        break;
    case Step::Kind::CreateTopic:
        name = "createTopics(" + step.topic + ')';
        call.api = ApiKey::CreateTopics;
        call.body = protocol::CreateTopicsRequest {{{step.topic, step.partitions, 1}}};
        call.target = Target::Controller;
        break;
    default:
        return false;
    }
    m_call = m_context.append(EventKind::AppCall, m_origin, RuleId::ApplicationCall, name);
    call.cause = m_call;
    call.text = step.topic;
    call.cookie = m_nextCookie++;
    m_waitsFor = call.cookie;
    m_calls.push_back(std::move(call));
    return true;
}

bool Admin::runApp()
{
    bool woke = false;
    m_appWake = kNever;
    while (!m_script.empty() && !m_closing) {
        const Step& step = m_script.front();
        if (!m_begun) {
            m_begun = true;
            m_stepStart = m_context.now;
            if (step.kind == Step::Kind::Close) {
                m_call = m_context.append(EventKind::ClientCloseCalled, m_origin, RuleId::ApplicationCall, "close()",
                    step.timeout < Duration::zero() ? -1 : toMs(step.timeout));
                m_closing = true;
                return true;
            }
            if (step.kind == Step::Kind::Mark)
                m_context.append(EventKind::Mark, m_origin, RuleId::ApplicationCall, step.text);
            woke = begin(step) || woke;
        }
        if (m_waitsFor != 0)
            break;
        if (step.kind == Step::Kind::Wait) {
            if (step.duration < Duration::zero())
                break;
            if (m_context.now - m_stepStart < step.duration) {
                m_appWake = m_stepStart + step.duration;
                break;
            }
        }
        m_begun = false;
        m_script.pop_front();
    }
    return woke;
}

// NodeProvider#provide: false when no node can be named yet.
bool Admin::assign(Call& call)
{
    switch (call.target) {
    case Target::LeastLoaded: {
        const auto chosen = m_network.leastLoadedNode();
        if (!chosen.node)
            return false;
        call.node = *chosen.node;
        trace::Event e = m_context.event(EventKind::NodeChosen, call.cause, RuleId::LeastLoadedNode);
        e.node = call.node->id;
        e.broker = call.node->id.brokerId();
        e.value = chosen.inFlight;
        e.size = static_cast<std::uint32_t>(m_metadata.nodes().size());
        call.cause = m_context.append(e);
        return true;
    }
    case Target::Controller:
    case Target::Broker: {
        if (m_metadata.isBootstrap())
            return false; // AdminMetadataManager#isReady: wait for the first answer
        const BrokerId id = call.target == Target::Controller ? m_metadata.controller() : call.broker;
        const Node* node = id.isValid() ? m_metadata.nodes().find(NodeId::broker(id)) : nullptr;
        if (!node) {
            m_metadata.requestUpdate(call.cause, RuleId::AdminCall);
            return false;
        }
        call.node = *node;
        return true;
    }
    }
    return false;
}

Duration Admin::processCalls()
{
    Duration wait = kLongestPoll;
    // Calls that have no node yet fail with the exception (KafkaAdminClient.AdminClientRunnable#maybeDrainPendingCall).
    if (const EventId why = m_metadata.takeFatal(); why.isValid()) {
        for (const Call& call : m_calls) {
            if (call.inFlight || call.cookie == 0 || call.cookie != m_waitsFor)
                continue;
            m_waitsFor = 0;
            m_context.append(EventKind::AppReturn, why, RuleId::AuthenticationFailed, call.text,
                static_cast<std::int64_t>(ErrorCode::SaslAuthenticationFailed));
        }
        std::erase_if(m_calls, [](const Call& call) { return !call.inFlight && call.cookie != 0; });
    }
    if (!m_metadataPending) {
        const Duration toMetadata = m_metadata.timeToNextUpdate(m_context.now);
        if (toMetadata == Duration::zero()) {
            m_metadataPending = true;
            Call call;
            call.body = protocol::MetadataRequest {false, {}, false};
            call.cause = m_metadata.dueCause();
            call.rule = m_context.trace[call.cause].rule;
            call.cookie = 0;
            m_calls.insert(m_calls.begin(), std::move(call));
        } else {
            wait = std::min(wait, toMetadata);
        }
    }
    for (Call& call : m_calls) {
        if (call.inFlight)
            continue;
        if (m_context.now < call.notBefore) {
            wait = std::min(wait, call.notBefore - m_context.now);
            continue;
        }
        if (!call.node && !assign(call)) {
            wait = std::min(wait, m_context.settings.retryBackoff);
            continue;
        }
        const RuleId opening = call.target == Target::Controller ? RuleId::ControllerNeeded
            : call.cookie == 0                                   ? RuleId::MetadataNeedsNode
                                                                 : RuleId::AdminNeedsNode;
        if (!m_network.ready(*call.node, call.cause, opening)) {
            if (m_network.connectionFailed(call.node->id))
                call.node.reset(); // unassignUnsentCalls
            else
                wait = std::min(wait, m_network.pollDelay(call.node->id));
            continue;
        }
        ClientRequest request
            = m_network.newRequest(call.api, protocol::RequestBody(call.body), call.cause, call.rule, call.text);
        request.cookie = call.cookie + 1;
        m_network.send(std::move(request), call.node->id);
        call.inFlight = true;
    }
    return wait;
}

void Admin::complete(Call& call, const Completion& completion)
{
    call.inFlight = false;
    const ErrorCode error
        = completion.disconnected ? ErrorCode::NetworkException : protocol::firstError(completion.response.body);
    const bool isMetadata = call.api == ApiKey::Metadata && call.cookie == 0;
    if (error != ErrorCode::None && (protocol::isRetriable(error) || error == ErrorCode::NotController)) {
        if (isMetadata) {
            m_metadata.failedUpdate(m_context.now);
            m_metadataPending = false;
        } else {
            call.node.reset();
            call.notBefore = m_context.now + m_context.settings.retryBackoff;
            call.cause = completion.cause;
            if (error == ErrorCode::NotController)
                m_metadata.forgetController();
            m_metadata.requestUpdate(completion.cause, RuleId::MetadataStaleLeader);
            return;
        }
    } else if (isMetadata) {
        m_metadata.update(std::get<protocol::MetadataResponse>(completion.response.body), m_metadata.requestVersion(),
            false, completion.cause);
        m_metadataPending = false;
    }
    if (call.cookie != 0 && call.cookie == m_waitsFor) {
        m_waitsFor = 0;
        m_context.append(EventKind::AppReturn, completion.cause, RuleId::ResponseArrived, call.text,
            static_cast<std::int64_t>(error));
    }
    call.api = ApiKey::None; // finished
}

void Admin::handle(std::vector<Completion>& completions)
{
    for (const Completion& completion : completions) {
        for (Call& call : m_calls) {
            if (call.inFlight && call.cookie + 1 == completion.cookie) {
                complete(call, completion);
                break;
            }
        }
    }
    completions.clear();
    m_calls.erase(std::remove_if(m_calls.begin(), m_calls.end(), [](const Call& c) { return c.api == ApiKey::None; }),
        m_calls.end());
}

Instant Admin::poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes)
{
    m_context.now = now;
    m_context.wishes = &wishes;
    if (m_closed) {
        reports.clear();
        return kNever;
    }
    const auto selectReturns = [&] {
        m_network.deliver(reports, m_completions);
        handle(m_completions);
        m_blocked = false;
    };
    if (m_blocked && (!reports.empty() || now >= m_selectDeadline))
        selectReturns();
    if (runApp() && m_blocked)
        selectReturns();
    for (int passes = 0; !m_blocked; ++passes) {
        if (passes == kPassesAtOnce)
            return now;
        if (!reports.empty())
            selectReturns();
        if (m_closing && m_calls.empty()) {
            m_network.closeAll(m_call, RuleId::ClientClosed);
            m_context.append(EventKind::ClientClosed, m_call, RuleId::ClientClosed);
            m_closed = true;
            return kNever;
        }
        const Duration wait = std::min(processCalls(), m_network.beforeSelect());
        if (m_network.select(m_completions)) {
            handle(m_completions);
            runApp();
            continue;
        }
        m_selectDeadline = saturatingAdd(now, std::max(wait, kClockTick));
        m_blocked = true;
        if (runApp())
            selectReturns();
    }
    return std::min(m_selectDeadline, m_appWake);
}

} // namespace connscope::client
