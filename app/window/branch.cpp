// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/branch.h"

#include "frame/actionwords.h"
#include "protocol/partitiontext.h"
#include "scenario/actionwords.h"
#include "trace/entryname.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace connscope::app {

using Kind = scenario::Action::Kind;

namespace {

class Branch {
    Q_DECLARE_TR_FUNCTIONS(Branch)
};

} // namespace

Result<std::string> scriptNameOf(const view::Document& document, ClientId client)
{
    const scenario::Scenario* scenario = document.scenario();
    const trace::ClientState& state = document.index().end().client(client);
    if (state.exists()) {
        const std::string_view name = trace::entryName(document.trace(), document.trace()[state.created]);
        // An action that made all instances of an entry anew does not tell which one this is.
        const bool several = scenario
            && std::any_of(scenario->clients.begin(), scenario->clients.end(),
                [name](const scenario::ClientEntry& entry) { return entry.count > 1 && entry.name == name; });
        if (!name.empty() && !several)
            return std::string(name);
    }
    // One that was made anew has no start of its own; where there is one client, there is no doubt.
    if (scenario && scenario->clients.size() == 1 && scenario->clients.front().count == 1)
        return scenario->clients.front().name;
    return fail("this client was not started by the scenario's script, so no action can name it");
}

Result<scenario::Action> scriptedAction(
    const topology::TopologyAction& wanted, const view::Document& document, Instant at)
{
    if (!document.scenario() && !document.source().live)
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
    case Kind::RestartBroker:
        action.duration = ms(1'000); // down for so long that its clients notice
        break;
    case Kind::SlowBroker:
        action.duration = ms(500); // added to each answer: to be seen, and below every timeout
        break;
    case Kind::RunSteps: {
        client::Step send;
        send.kind = client::Step::Kind::Send;
        std::optional<protocol::TopicPartition> first;
        document.at(at).forEachLeader([&](TextId id, BrokerId) {
            if (!first)
                first = protocol::parseTopicPartition(document.trace().text(id));
        });
        if (!first)
            return fail("there is no topic yet to send to");
        send.topic = first->topic;
        send.toPartitions = {first->partition};
        action.steps.push_back(std::move(send));
        break;
    }
    case Kind::MoveLeader:
    case Kind::AppendRecords:
        if (const auto partition = protocol::parseTopicPartition(subject)) {
            action.topic = partition->topic;
            action.partition = partition->partition;
            break;
        }
        return fail("'" + subject + "' is no partition");
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        action.group = subject;
        break;
    default:
        break;
    }
    // As the file's reader has it, so that what is saved reads back equal.
    if (action.client.empty() && (scenario::wordOf(action.kind).may & scenario::ClientField) != 0)
        action.client = "*";
    return action;
}

QString branchText(const std::vector<scenario::Action>& added, const theme::Format& format, std::size_t most)
{
    QStringList words;
    for (const scenario::Action& action : added) {
        if (words.size() == static_cast<qsizetype>(most)) {
            words << Branch::tr("and %1 more").arg(format.number(static_cast<qint64>(added.size() - most)));
            break;
        }
        words << frame::actionWords(action, format);
    }
    return words.join(Branch::tr(", "));
}

QStringList branchLines(const std::vector<scenario::Action>& added, const theme::Format& format)
{
    QStringList out;
    for (const scenario::Action& action : added)
        out << format.clock(action.at.value_or(kStart)) + QStringLiteral("   ") + frame::actionWords(action, format);
    return out;
}

} // namespace connscope::app
