// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/branch.h"

#include "sim/actiontext.h"

#include <charconv>
#include <utility>

namespace connscope::app {

namespace {

using Kind = scenario::Action::Kind;

constexpr std::string_view kStartClient = "start client ";

/// "t4-0" is partition 0 of t4.
bool splitPartition(const std::string& text, std::string& topic, std::int32_t& partition)
{
    const std::size_t dash = text.rfind('-');
    if (dash == std::string::npos || dash + 1 == text.size())
        return false;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + dash + 1, end, partition);
    topic = text.substr(0, dash);
    return error == std::errc() && stop == end;
}

} // namespace

Result<std::string> scriptNameOf(const view::Document& document, ClientId client)
{
    const trace::Trace& trace = document.trace();
    const trace::ClientState& state = document.index().end().client(client);
    if (state.exists()) {
        const EventId cause = trace[state.created].cause;
        if (cause.isValid()) {
            const std::string_view text = trace.text(trace[cause].text);
            if (trace[cause].kind == trace::EventKind::Action && text.starts_with(kStartClient))
                return std::string(text.substr(kStartClient.size()));
        }
    }
    // One that was made anew has no start of its own; where there is one client, there is no doubt.
    const scenario::Scenario* scenario = document.scenario();
    if (scenario && scenario->clients.size() == 1 && scenario->clients.front().count == 1)
        return scenario->clients.front().name;
    return fail("this client was not started by the scenario's script, so no action can name it");
}

Result<scenario::Action> scriptedAction(
    const topology::TopologyAction& wanted, const view::Document& document, Instant at)
{
    if (!document.scenario())
        return fail("this is a recorded trace: nothing can be done to it");
    scenario::Action action;
    action.kind = wanted.kind;
    action.at = at;
    action.broker = wanted.broker;
    if (wanted.client.isValid()) {
        auto name = scriptNameOf(document, wanted.client);
        if (!name)
            return fail(name.error());
        action.client = *name;
    }
    const std::string subject = wanted.subject.toStdString();
    switch (wanted.kind) {
    case Kind::ResetConnection:
        if (wanted.connection.isValid()) { // else all of the broker's or the client's
            action.node = "conn = " + std::to_string(wanted.connection.value);
            action.client.clear();
            action.broker = {};
        }
        break;
    case Kind::SlowBroker:
        action.duration = ms(500); // added to each answer: to be seen, and below every timeout
        break;
    case Kind::RunSteps: {
        client::Step send;
        send.kind = client::Step::Kind::Send;
        std::int32_t partition = 0;
        document.at(at).forEachLeader([&](TextId id, BrokerId) {
            if (send.topic.empty())
                splitPartition(std::string(document.trace().text(id)), send.topic, partition);
        });
        if (send.topic.empty())
            return fail("there is no topic yet to send to");
        send.toPartitions = {partition};
        action.steps.push_back(std::move(send));
        break;
    }
    case Kind::MoveLeader:
    case Kind::AppendRecords:
        if (!splitPartition(subject, action.topic, action.partition))
            return fail("'" + subject + "' is no partition");
        break;
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        action.group = subject;
        break;
    default:
        break;
    }
    return action;
}

QString actionText(const scenario::Action& action) { return QString::fromStdString(sim::actionText(action)); }

} // namespace connscope::app
