// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/branch.h"

#include <QCoreApplication>
#include <QUndoCommand>

#include <utility>

namespace connscope::app {

namespace {

using Kind = scenario::Action::Kind;

QString words(const char* text) { return QCoreApplication::translate("Branch", text); }

// With %1 = broker or client, %2 = what else it is about.
const char* pattern(Kind kind)
{
    switch (kind) {
    case Kind::KillBroker:
        return QT_TRANSLATE_NOOP("Branch", "kill broker %1");
    case Kind::StopBroker:
        return QT_TRANSLATE_NOOP("Branch", "stop broker %1");
    case Kind::StartBroker:
        return QT_TRANSLATE_NOOP("Branch", "start broker %1");
    case Kind::PauseBroker:
        return QT_TRANSLATE_NOOP("Branch", "pause broker %1");
    case Kind::ResumeBroker:
        return QT_TRANSLATE_NOOP("Branch", "resume broker %1");
    case Kind::SlowBroker:
        return QT_TRANSLATE_NOOP("Branch", "slow broker %1 down");
    case Kind::CutLink:
        return QT_TRANSLATE_NOOP("Branch", "cut the link between %2 and broker %1");
    case Kind::HealLink:
        return QT_TRANSLATE_NOOP("Branch", "heal the link between %2 and broker %1");
    case Kind::ResetConnection:
        return QT_TRANSLATE_NOOP("Branch", "reset %2");
    case Kind::DropSyn:
        return QT_TRANSLATE_NOOP("Branch", "drop SYNs to broker %1");
    case Kind::AcceptSyn:
        return QT_TRANSLATE_NOOP("Branch", "let SYNs to broker %1 through");
    case Kind::RefuseConnections:
        return QT_TRANSLATE_NOOP("Branch", "broker %1 refuses connections");
    case Kind::AcceptConnections:
        return QT_TRANSLATE_NOOP("Branch", "broker %1 accepts connections");
    case Kind::MoveLeader:
        return QT_TRANSLATE_NOOP("Branch", "move the leader of %2 to broker %1");
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        return QT_TRANSLATE_NOOP("Branch", "move the coordinator of %2 to broker %1");
    case Kind::CreateTopic:
        return QT_TRANSLATE_NOOP("Branch", "create topic %2");
    case Kind::AppendRecords:
        return QT_TRANSLATE_NOOP("Branch", "append records to %2");
    case Kind::KillClient:
        return QT_TRANSLATE_NOOP("Branch", "kill -9 %2");
    case Kind::PauseClient:
        return QT_TRANSLATE_NOOP("Branch", "pause %2");
    case Kind::ResumeClient:
        return QT_TRANSLATE_NOOP("Branch", "resume %2");
    case Kind::CloseClient:
        return QT_TRANSLATE_NOOP("Branch", "close %2");
    case Kind::RecreateClient:
        return QT_TRANSLATE_NOOP("Branch", "recreate %2");
    case Kind::RunSteps:
        return QT_TRANSLATE_NOOP("Branch", "more calls of %2");
    case Kind::SetBrokerConfig:
        return QT_TRANSLATE_NOOP("Branch", "change the settings of broker %1");
    case Kind::Mark:
        return QT_TRANSLATE_NOOP("Branch", "mark “%2”");
    }
    return "";
}

// What the action is about beside its broker.
QString target(const scenario::Action& action)
{
    const QString client = action.client.empty() || action.client == "*"
        ? words(QT_TRANSLATE_NOOP("Branch", "every client"))
        : QString::fromStdString(action.client);
    switch (action.kind) {
    case Kind::ResetConnection:
        return action.node.empty()
            ? words(QT_TRANSLATE_NOOP("Branch", "the connections of %1")).arg(client)
            : words(QT_TRANSLATE_NOOP("Branch", "%1 of %2")).arg(QString::fromStdString(action.node), client);
    case Kind::MoveLeader:
    case Kind::AppendRecords:
        return QString::fromStdString(action.topic + '-' + std::to_string(action.partition));
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        return QString::fromStdString(action.group);
    case Kind::CreateTopic:
        return QString::fromStdString(action.topic);
    case Kind::Mark:
        return QString::fromStdString(action.text);
    default:
        return client;
    }
}

} // namespace

QString actionWords(const scenario::Action& action)
{
    QString text = words(pattern(action.kind));
    const QString broker = action.broker.isValid() ? QString::number(action.broker.value) : QStringLiteral("*");
    // One at a time: a name that holds "%2" is no placeholder.
    const bool needsTarget = text.contains(QLatin1String("%2"));
    const bool needsBroker = text.contains(QLatin1String("%1"));
    if (needsBroker && needsTarget)
        return text.arg(broker, target(action));
    if (needsBroker)
        return text.arg(broker);
    return needsTarget ? text.replace(QLatin1String("%2"), target(action)) : text;
}

class Branch::Add : public QUndoCommand {
public:
    Add(Branch& branch, scenario::Action action, const QString& text)
        : QUndoCommand(text)
        , m_branch(branch)
        , m_action(std::move(action))
    {
    }
    void redo() override
    {
        m_branch.m_actions.push_back(m_action);
        emit m_branch.changed();
    }
    void undo() override
    {
        m_branch.m_actions.pop_back();
        if (!m_branch.m_clearing)
            emit m_branch.changed();
    }

private:
    Branch& m_branch;
    scenario::Action m_action;
};

Branch::Branch(QObject* parent)
    : QObject(parent)
{
}

void Branch::add(scenario::Action action, Instant at, const theme::Format& format)
{
    action.at = at;
    action.when.reset();
    const QString text = words(QT_TRANSLATE_NOOP("Branch", "%1 at %2")).arg(actionWords(action), format.tick(at));
    m_stack.push(new Add(*this, std::move(action), text));
}

QString Branch::sentence(const theme::Format& format) const
{
    if (m_actions.empty())
        return {};
    const scenario::Action& first = m_actions.front();
    const QString what
        = words(QT_TRANSLATE_NOOP("Branch", "%1 at %2")).arg(actionWords(first), format.tick(*first.at));
    if (m_actions.size() == 1)
        return words(QT_TRANSLATE_NOOP("Branch", "Branch: %1")).arg(what);
    return words(QT_TRANSLATE_NOOP("Branch", "Branch: %1 and %2 more"))
        .arg(what, format.number(static_cast<std::int64_t>(m_actions.size()) - 1));
}

void Branch::clear()
{
    m_clearing = true;
    m_stack.clear();
    m_actions.clear();
    m_clearing = false;
}

} // namespace connscope::app
