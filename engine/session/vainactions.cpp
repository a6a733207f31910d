// SPDX-License-Identifier: GPL-3.0-or-later
// Actions that change nothing, such as killing a client that is gone: said in the trace, where one would look for what they did.
#include "session/session.h"

#include <algorithm>

namespace connscope::session {

using Action = scenario::Action;
using Kind = scenario::Action::Kind;

namespace {

bool isOfClients(Kind kind)
{
    switch (kind) {
    case Kind::KillClient:
    case Kind::PauseClient:
    case Kind::ResumeClient:
    case Kind::CloseClient:
    case Kind::RunSteps:
        return true;
    default:
        return false;
    }
}

bool isOfBrokers(Kind kind)
{
    switch (kind) {
    case Kind::KillBroker:
    case Kind::StopBroker:
    case Kind::StartBroker:
    case Kind::PauseBroker:
    case Kind::ResumeBroker:
        return true;
    default:
        return false;
    }
}

} // namespace

// Why it would change nothing at this client; "" if it would.
std::string Session::whyVain(const Action& action, const Process& process) const
{
    if (!process.brain)
        return process.name
            + (process.generation == 0 ? " has not started yet"
                                       : " is not running any more: recreate-client starts it");
    if (action.kind == Kind::ResumeClient && !process.paused)
        return process.name + " is not paused";
    if (action.kind == Kind::PauseClient && process.paused)
        return process.name + " is paused already";
    return {};
}

std::string Session::whyVain(const Action& action, BrokerId broker) const
{
    const std::string name = "broker " + std::to_string(broker.value);
    const bool isUp = m_cluster->isUp(broker);
    switch (action.kind) {
    case Kind::KillBroker:
    case Kind::StopBroker:
        return isUp ? std::string() : name + " is down already";
    case Kind::StartBroker:
        return isUp ? name + " is up already" : std::string();
    case Kind::PauseBroker:
        if (!isUp)
            return name + " is down";
        return m_cluster->isPaused(broker) ? name + " is paused already" : std::string();
    case Kind::ResumeBroker:
        return m_cluster->isPaused(broker) ? std::string() : name + " is not paused";
    default:
        return {};
    }
}

std::string Session::whyVain(const Action& action)
{
    std::vector<std::string> reasons;
    std::size_t targets = 0;
    const auto add = [&](std::string reason) {
        ++targets;
        if (!reason.empty())
            reasons.push_back(std::move(reason));
    };
    if (isOfClients(action.kind)) {
        for (const Process* process : clientsOf(action))
            add(whyVain(action, *process));
    } else if (isOfBrokers(action.kind)) {
        for (const BrokerId broker : brokersOf(action))
            add(whyVain(action, broker));
    }
    if (targets == 0 || reasons.size() < targets)
        return {};
    return reasons.front() + (targets > 1 ? ", and so on for all of " + std::to_string(targets) : "");
}

} // namespace connscope::session
