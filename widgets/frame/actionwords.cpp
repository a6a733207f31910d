// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/actionwords.h"

#include <QCoreApplication>
#include <QStringList>

namespace connscope::frame {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(ActionWords)

public:
    Words(const scenario::Action& action, const theme::Format& format)
        : m_action(action)
        , m_format(format)
    {
    }

    QString all() const
    {
        QString out = verb();
        const bool isSlow = m_action.kind == scenario::Action::Kind::SlowBroker;
        if (m_action.duration > Duration::zero() && !isSlow)
            out = tr("%1 for %2").arg(out, m_format.duration(m_action.duration));
        return out;
    }

private:
    QString broker() const
    {
        return m_action.broker.isValid() ? tr("broker %1").arg(m_action.broker.value) : tr("every broker");
    }
    QString client() const
    {
        return m_action.client.empty() || m_action.client == "*" ? tr("every client") : text(m_action.client);
    }
    QString link() const { return tr("%1 – %2").arg(client(), broker()); }
    QString partition() const { return text(m_action.topic) + u'-' + QString::number(m_action.partition); }
    QString config() const
    {
        QStringList out;
        for (const auto& [key, value] : m_action.config)
            out << text(key) + u'=' + text(value);
        return out.join(QStringLiteral(", "));
    }
    static QString text(const std::string& s) { return QString::fromStdString(s); }

    QString verb() const
    {
        using Kind = scenario::Action::Kind;
        switch (m_action.kind) {
        case Kind::KillBroker:
            return tr("kill %1").arg(broker());
        case Kind::StopBroker:
            return tr("stop %1").arg(broker());
        case Kind::StartBroker:
            return tr("start %1").arg(broker());
        case Kind::RestartBroker:
            return tr("restart %1").arg(broker());
        case Kind::PauseBroker:
            return tr("pause %1").arg(broker());
        case Kind::ResumeBroker:
            return tr("resume %1").arg(broker());
        case Kind::SlowBroker:
            return tr("slow %1 by %2").arg(broker(), m_format.duration(m_action.duration));
        case Kind::CutLink:
            return tr("cut the link %1").arg(link());
        case Kind::HealLink:
            return tr("heal the link %1").arg(link());
        case Kind::ResetConnection:
            return m_action.node.empty() ? tr("reset the connections %1").arg(link())
                                         : tr("reset the connection %1").arg(text(m_action.node));
        case Kind::DropSyn:
            return tr("drop SYNs to %1").arg(broker());
        case Kind::AcceptSyn:
            return tr("let SYNs through to %1").arg(broker());
        case Kind::RefuseConnections:
            return tr("refuse connections to %1").arg(broker());
        case Kind::AcceptConnections:
            return tr("accept connections to %1").arg(broker());
        case Kind::MoveLeader:
            return tr("move the leader of %1 to %2").arg(partition(), broker());
        case Kind::MoveCoordinator:
        case Kind::MoveTransactionCoordinator:
            return tr("move the coordinator of %1 to %2").arg(text(m_action.group), broker());
        case Kind::CreateTopic:
            return tr("create topic %1").arg(text(m_action.topic));
        case Kind::AppendRecords:
            return tr("append %1 records to %2").arg(m_format.number(m_action.records), partition());
        case Kind::KillClient:
            return tr("kill %1").arg(client());
        case Kind::PauseClient:
            return tr("pause %1").arg(client());
        case Kind::ResumeClient:
            return tr("resume %1").arg(client());
        case Kind::CloseClient:
            return tr("close %1").arg(client());
        case Kind::RecreateClient:
            return m_action.config.empty() ? tr("create %1 again").arg(client())
                                           : tr("create %1 again with %2").arg(client(), config());
        case Kind::RunSteps:
            return m_action.steps.size() == 1 && m_action.steps.front().kind == client::Step::Kind::Send
                ? tr("send a record from %1").arg(client())
                : tr("run steps of %1").arg(client());
        case Kind::SetBrokerConfig:
            return tr("set %1 of %2").arg(config(), broker());
        case Kind::Mark:
            return text(m_action.text);
        }
        return {};
    }

    const scenario::Action& m_action;
    const theme::Format& m_format;
};

} // namespace

QString actionWords(const scenario::Action& action, const theme::Format& format)
{
    return Words(action, format).all();
}

} // namespace connscope::frame
