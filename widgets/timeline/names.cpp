// SPDX-License-Identifier: GPL-3.0-or-later
// What the things of a timeline are called.
#include "theme/runmark.h"
#include "timeline/layout.h"

#include <QCoreApplication>

namespace connscope::timeline {

namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QString brokerText(BrokerId broker) { return QCoreApplication::translate("Timeline", "broker %1").arg(broker.value); }

/// Why a connection ended, in a word or two.
QString reason(trace::RuleId rule)
{
    using trace::RuleId;
    switch (rule) {
    case RuleId::None:
        return {};
    case RuleId::ClientIdleExpiry:
    case RuleId::BrokerIdleExpiry:
    case RuleId::CourseBrokerIdleExpiry:
        return QCoreApplication::translate("Timeline", "idle");
    case RuleId::ClientClosed:
    case RuleId::ClientCloseForced:
        return QStringLiteral("close()");
    case RuleId::ProcessKilled:
    case RuleId::BrokerKilled:
        return QCoreApplication::translate("Timeline", "killed");
    case RuleId::BrokerStopped:
        return QCoreApplication::translate("Timeline", "stopped");
    case RuleId::RequestTimeout:
        return QCoreApplication::translate("Timeline", "request timeout");
    case RuleId::ConnectionSetupTimeout:
    case RuleId::SynRetriesExhausted:
        return QCoreApplication::translate("Timeline", "no answer");
    case RuleId::ConnectionRefused:
        return QCoreApplication::translate("Timeline", "refused");
    case RuleId::HostUnreachable:
        return QCoreApplication::translate("Timeline", "unreachable");
    case RuleId::UnresolvedHost:
        return QCoreApplication::translate("Timeline", "unknown host");
    case RuleId::PeerClosed:
        return QStringLiteral("FIN");
    case RuleId::ConnectionReset:
        return QCoreApplication::translate("Timeline", "reset");
    case RuleId::MiddleboxForgot:
        return QCoreApplication::translate("Timeline", "forgotten");
    default:
        return text(trace::ruleName(rule));
    }
}

} // namespace

QString laneNode(const Lane& lane)
{
    return lane.node.isValid() ? theme::Format::nodeId(lane.node) : QStringLiteral("?"); // not learnt yet
}

QString laneRun(const Lane& lane)
{
    return lane.run == trace::Origin::Both
        ? QString()
        : QCoreApplication::translate("Timeline", "run %1", "A or B").arg(theme::runLetter(lane.run));
}

QString laneName(const Lane& lane, const view::Document& document, GroupBy groupedBy)
{
    const QString separator = QStringLiteral(" · ");
    const QString where = lane.role == Role::Bootstrap || !lane.broker.isValid()
        ? text(document.names().remote(lane.first()))
        : brokerText(lane.broker);
    if (groupedBy == GroupBy::Client)
        return theme::roleWord(lane.role) + separator + where;
    const QString client = text(document.names().client(lane.client));
    return client + separator + (groupedBy == GroupBy::Broker ? theme::roleWord(lane.role) : where);
}

QString groupName(std::uint32_t group, GroupBy by, const view::Document& document)
{
    if (group == kPinnedGroup)
        return QCoreApplication::translate("Timeline", "pinned");
    switch (by) {
    case GroupBy::Client:
        break;
    case GroupBy::Broker:
        return group == kNoGroup ? QCoreApplication::translate("Timeline", "broker not known")
                                 : brokerText(BrokerId {static_cast<std::int32_t>(group)});
    case GroupBy::Role:
        return theme::roleWord(static_cast<Role>(group));
    }
    return text(document.names().client(ClientId {group}));
}

QString endWords(trace::Side closer, trace::RuleId rule)
{
    const QString who = theme::closerWord(closer);
    const QString why = reason(rule);
    if (who.isEmpty())
        return why;
    return why.isEmpty() ? who : QCoreApplication::translate("Timeline", "%1, %2", "who ended it, why").arg(who, why);
}

} // namespace connscope::timeline
