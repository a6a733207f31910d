// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/admin.h"

#include <algorithm>
#include <charconv>

namespace connscope::client {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {
constexpr Duration kLongestPoll = ms(1'200'000); // AdminClientRunnable: at most 20 minutes in one poll
constexpr Duration kClockTick = ms(1);
constexpr std::string_view kBrokerResource = "broker ";
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
    , m_retryBackoff(retryBackoff(m_context.profile, m_context.settings, m_context.rng, "calls"))
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
        name = "describeConfigs(" + step.text + ')';
        call.api = ApiKey::DescribeConfigs;
        call.body = protocol::DescribeConfigsRequest {step.text};
        if (step.text.starts_with(kBrokerResource)) {
            // ConfigResource.Type.BROKER: the broker itself must answer (KafkaAdminClient#nodeFor).
            call.target = Target::Broker;
            std::int32_t id = 0;
            std::from_chars(step.text.data() + kBrokerResource.size(), step.text.data() + step.text.size(), id);
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
    call.name = std::move(name);
    call.text = step.kind == Step::Kind::DescribeConfigs ? step.text : step.topic;
    call.deadline = saturatingAdd(m_context.now, callTimeout());
    call.cookie = m_nextCookie++;
    m_waitsFor = call.cookie;
    m_calls.push_back(std::move(call));
    return true;
}

// KafkaAdminClient#configureDefaultApiTimeoutMs: never below the limit of one request.
Duration Admin::callTimeout() const
{
    const Settings& settings = m_context.settings;
    return m_context.profile.adminCallsHaveOwnLimit ? std::max(settings.defaultApiTimeout, settings.requestTimeout)
                                                    : settings.requestTimeout;
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
                m_closeDeadline
                    = step.timeout < Duration::zero() ? kNever : saturatingAdd(m_context.now, step.timeout);
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
    if (call.isExternal() && m_metadata.isBootstrap()) {
        m_metadata.requestUpdate(call.cause, RuleId::AdminCall);
        return false; // AdminMetadataManager#isReady
    }
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
            m_context.append(EventKind::AppReturn, why, m_context.trace[why].rule, call.name,
                static_cast<std::int64_t>(m_metadata.fatalCode(why)));
        }
        std::erase_if(m_calls, [](const Call& call) { return !call.inFlight && call.cookie != 0; });
    }
    timeOutCalls();
    for (const Call& call : m_calls)
        wait = std::min(wait, call.deadline == kNever ? kLongestPoll : call.deadline + kClockTick - m_context.now);
    if (m_closing && m_closeDeadline != kNever)
        wait = std::min(wait, m_closeDeadline - m_context.now);
    for (Call& call : m_calls) {
        if (call.inFlight || call.node)
            continue;
        if (m_context.now < call.notBefore)
            wait = std::min(wait, call.notBefore - m_context.now);
        else
            assign(call);
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
            call.deadline = saturatingAdd(m_context.now, m_context.settings.requestTimeout);
            assign(call);
            m_calls.push_back(std::move(call));
        } else {
            wait = std::min(wait, toMetadata);
        }
    }
    wait = std::min(wait, sendEligibleCalls());
    if (std::any_of(m_calls.begin(), m_calls.end(), [](const Call& call) { return !call.inFlight && !call.node; }))
        wait = std::min(wait, m_context.settings.retryBackoff);
    return std::max(wait, Duration::zero());
}

// AdminClientRunnable#timeoutPendingCalls, #timeoutCallsToSend, #timeoutCallsInFlight.
void Admin::timeOutCalls()
{
    for (Call& call : m_calls) {
        if (call.aborted || call.deadline == kNever || m_context.now < call.deadline + kClockTick)
            continue;
        if (!call.inFlight) {
            finish(call, ErrorCode::RequestTimedOut, call.cause, RuleId::RequestTimeout);
        } else {
            call.aborted = true; // it comes back as disconnected with the next poll
            m_network.disconnect(call.node->id, call.cause, RuleId::RequestTimeout);
        }
    }
    eraseFinished();
}

// One call to a node at a time (max.in.flight.requests.per.connection = 1).
Duration Admin::sendEligibleCalls()
{
    Duration wait = Duration::max();
    std::vector<NodeId> asked;
    for (Call& call : m_calls) {
        if (call.inFlight || !call.node)
            continue;
        const NodeId node = call.node->id;
        if (std::find(asked.begin(), asked.end(), node) != asked.end())
            continue;
        asked.push_back(node);
        if (std::any_of(m_calls.begin(), m_calls.end(),
                [&](const Call& other) { return other.inFlight && other.node->id == node; })) {
            m_readyDeadlines.erase(node);
            continue;
        }
        const RuleId opening = call.target == Target::Controller ? RuleId::ControllerNeeded
            : !call.isExternal()                                 ? RuleId::MetadataNeedsNode
                                                                 : RuleId::AdminNeedsNode;
        if (!m_network.ready(*call.node, call.cause, opening)) {
            if (m_context.profile.adminGivesUpSlowNodes) {
                const auto [deadline, isNew] = m_readyDeadlines.try_emplace(
                    node, saturatingAdd(m_context.now, m_context.settings.requestTimeout));
                if (!isNew && m_context.now >= deadline->second) {
                    m_readyDeadlines.erase(deadline);
                    const EventId cause = call.cause;
                    for (Call& other : m_calls) {
                        if (!other.inFlight && other.node && other.node->id == node)
                            other.node.reset();
                    }
                    m_network.disconnect(node, cause, RuleId::RequestTimeout);
                    continue;
                }
                wait = std::min(wait, deadline->second - m_context.now);
            }
            wait = std::min(wait, m_network.pollDelay(node));
            continue;
        }
        m_readyDeadlines.erase(node);
        ClientRequest request
            = m_network.newRequest(call.api, protocol::RequestBody(call.body), call.cause, call.rule, call.text);
        request.cookie = call.cookie + 1;
        request.timeout = std::min(request.timeout, call.deadline - m_context.now);
        m_network.send(std::move(request), node);
        call.inFlight = true;
    }
    return wait;
}

void Admin::unassignUnsentCalls()
{
    for (Call& call : m_calls) {
        if (!call.inFlight && call.node && m_network.connectionFailed(call.node->id)) {
            m_readyDeadlines.erase(call.node->id);
            call.node.reset();
        }
    }
}

void Admin::finish(Call& call, ErrorCode error, EventId cause, RuleId rule)
{
    if (!call.isExternal()) {
        m_metadataPending = false;
        if (error != ErrorCode::None)
            m_metadata.giveUpUpdate();
    } else if (call.cookie == m_waitsFor) {
        m_waitsFor = 0;
        m_context.append(EventKind::AppReturn, cause, rule, call.name, static_cast<std::int64_t>(error));
    }
    call.api = ApiKey::None;
    call.inFlight = false;
}

void Admin::eraseFinished()
{
    std::erase_if(m_calls, [](const Call& call) { return call.api == ApiKey::None; });
}

// Call#handleResponse and Call#fail.
void Admin::complete(Call& call, const Completion& completion)
{
    call.inFlight = false;
    const ErrorCode error = completion.unsupported ? ErrorCode::UnsupportedVersion
        : completion.disconnected                  ? ErrorCode::NetworkException
                                                   : protocol::firstError(completion.response.body);
    if (error == ErrorCode::None) {
        if (!call.isExternal())
            m_metadata.update(std::get<protocol::MetadataResponse>(completion.response.body),
                m_metadata.requestVersion(), false, completion.cause);
        finish(call, error, completion.cause, RuleId::ResponseArrived);
        return;
    }
    if (error == ErrorCode::NotController) {
        m_metadata.forgetController();
        m_metadata.requestUpdate(completion.cause, RuleId::MetadataStaleLeader);
    }
    ++call.tries;
    if (call.aborted || m_context.now >= call.deadline) {
        finish(call, ErrorCode::RequestTimedOut, completion.cause, RuleId::RequestTimeout);
        return;
    }
    const bool mayRetry = protocol::isRetriable(error) || error == ErrorCode::NotController;
    if (!mayRetry || call.tries > m_context.settings.retries) {
        finish(call, error, completion.cause, RuleId::ResponseArrived);
        return;
    }
    call.node.reset();
    call.notBefore = saturatingAdd(
        m_context.now, m_retryBackoff.after(static_cast<std::uint32_t>(std::min<std::int64_t>(call.tries, 64))));
    call.cause = completion.cause;
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
    eraseFinished();
}

// The metadata that nobody asked for keep nobody waiting.
bool Admin::shouldExit() const
{
    return m_closing
        && (m_context.now >= m_closeDeadline
            || std::none_of(m_calls.begin(), m_calls.end(), [](const Call& call) { return call.isExternal(); }));
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
        unassignUnsentCalls();
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
        if (shouldExit()) {
            const bool forced
                = std::any_of(m_calls.begin(), m_calls.end(), [](const Call& call) { return call.isExternal(); });
            const RuleId rule = forced ? RuleId::ClientCloseForced : RuleId::ClientClosed;
            m_network.closeAll(m_call, rule);
            m_context.append(EventKind::ClientClosed, m_call, rule);
            m_closed = true;
            return kNever;
        }
        const Duration wait = std::min(processCalls(), m_network.beforeSelect());
        if (m_network.select(m_completions)) {
            unassignUnsentCalls();
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
