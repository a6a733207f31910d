// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/causes.h"

namespace connscope::trace {

namespace {

bool needsReason(EventKind kind)
{
    switch (kind) {
    case EventKind::ConnectStarted:
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
    case EventKind::IdleExpired:
    case EventKind::FinSent:
    case EventKind::ResetSent:
    case EventKind::Closed:
        return true;
    default:
        return false;
    }
}

std::string describe(const Trace& trace, std::size_t i)
{
    return "event " + std::to_string(i) + " (" + std::string(kindName(trace[i].kind)) + ")";
}

} // namespace

std::vector<EventId> causeChain(const Trace& trace, EventId event)
{
    std::vector<EventId> chain;
    while (event.isValid() && event.value < trace.size()) {
        chain.push_back(event);
        const EventId cause = trace[event].cause;
        if (!cause.isValid() || cause >= event)
            break;
        event = cause;
    }
    return chain;
}

bool isRootRule(RuleId rule)
{
    return rule == RuleId::StartOfWorld || rule == RuleId::ScenarioAction || rule == RuleId::ApplicationCall
        || rule == RuleId::ConfigValue || rule == RuleId::TraceLimit;
}

std::vector<CauseProblem> verifyCauses(const Trace& trace, std::size_t limit)
{
    std::vector<CauseProblem> problems;
    std::vector<bool> rooted(trace.size()); // the chain of each event ends well
    for (std::size_t i = 0; i < trace.size() && problems.size() < limit; ++i) {
        const Event& e = trace[i];
        const EventId id {static_cast<std::uint32_t>(i)};
        const bool backwards = e.cause.isValid() && e.cause < id;
        rooted[i] = e.cause.isValid() ? backwards && rooted[e.cause.value] : isRootRule(e.rule);
        if (!needsReason(e.kind) || e.vantage != Vantage::Simulated)
            continue;
        if (e.rule == RuleId::None) {
            problems.push_back({id, describe(trace, i) + ": no rule"});
        } else if (!rooted[i]) {
            const std::size_t end = causeChain(trace, id).back().value;
            problems.push_back({id,
                describe(trace, i) + ": its causes end at " + describe(trace, end) + " with rule '"
                    + std::string(ruleName(trace[end].rule)) + "', which nobody did and no config value says"});
        }
    }
    return problems;
}

} // namespace connscope::trace
