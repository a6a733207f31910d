// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/actiontext.h"

#include "scenario/actionwords.h"

namespace connscope::scenario {

using Action = scenario::Action;
using Kind = scenario::Action::Kind;

std::string linkText(const Action& action)
{
    const bool everyone = action.client.empty() || action.client == "*";
    std::string text = everyone ? "every client" : action.client;
    text += action.broker.isValid() ? " - broker " + std::to_string(action.broker.value) : " - every broker";
    return text;
}

std::string actionText(const Action& action)
{
    std::string text(scenario::wordOf(action.kind).word);
    const auto add = [&text](std::string_view word) {
        text += ' ';
        text += word;
    };
    const std::string broker = action.broker.isValid() ? std::to_string(action.broker.value) : "*";
    const std::string partition = action.topic + '-' + std::to_string(action.partition);
    switch (action.kind) {
    case Kind::KillBroker:
    case Kind::StopBroker:
    case Kind::StartBroker:
    case Kind::RestartBroker:
    case Kind::PauseBroker:
    case Kind::ResumeBroker:
    case Kind::DropSyn:
    case Kind::AcceptSyn:
    case Kind::RefuseConnections:
    case Kind::AcceptConnections:
        add(broker);
        break;
    case Kind::SlowBroker:
        add(broker);
        add("by " + formatDuration(action.duration));
        return text;
    case Kind::CutLink:
    case Kind::HealLink:
        add(linkText(action));
        break;
    case Kind::ResetConnection:
        add(linkText(action));
        if (!action.node.empty())
            add(action.node);
        break;
    case Kind::MoveLeader:
        add(partition + " to " + broker);
        break;
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        add(action.group + " to " + broker);
        break;
    case Kind::CreateTopic:
        add(action.topic);
        break;
    case Kind::AppendRecords:
        add(partition + ' ' + std::to_string(action.records));
        break;
    case Kind::KillClient:
    case Kind::PauseClient:
    case Kind::ResumeClient:
    case Kind::CloseClient:
    case Kind::RunSteps:
        add(action.client.empty() ? "*" : action.client);
        break;
    case Kind::RecreateClient:
        add(action.client.empty() ? "*" : action.client);
        for (const auto& [key, value] : action.config)
            add(key + '=' + std::string(protocol::shownValue(key, value)));
        break;
    case Kind::SetBrokerConfig:
        add(broker);
        for (const auto& [key, value] : action.config)
            add(key + '=' + std::string(protocol::shownValue(key, value)));
        break;
    case Kind::Mark:
        add(action.text);
        break;
    }
    if (action.duration > Duration::zero())
        add("for " + formatDuration(action.duration));
    return text;
}

} // namespace connscope::scenario
