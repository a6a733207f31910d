// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/event.h"

#include <QTest>

#include <set>
#include <string>

using namespace connscope;
using namespace connscope::trace;

namespace {

/// Every value has a name of its own, and the name leads back; "" only where \a noneIsEmpty for the value 0.
template <typename Enum, typename ToName, typename FromName>
void checkTable(int count, ToName toName, FromName fromName, bool noneIsEmpty)
{
    std::set<std::string> seen;
    for (int i = 0; i < count; ++i) {
        const auto value = static_cast<Enum>(i);
        const std::string name(toName(value));
        if (i == 0 && noneIsEmpty) {
            QCOMPARE(name, std::string());
            continue;
        }
        QVERIFY2(!name.empty(), std::to_string(i).c_str());
        QVERIFY2(seen.insert(name).second, name.c_str());
        QVERIFY2(fromName(name) == value, name.c_str());
    }
    QVERIFY(toName(static_cast<Enum>(count)).empty());
    QVERIFY(!fromName(""));
    QVERIFY(!fromName("no such name"));
    QVERIFY(!fromName("zzz"));
}

} // namespace

class TestEvent : public QObject {
    Q_OBJECT

private slots:
    void everyNameLeadsBack()
    {
        checkTable<EventKind>(kEventKindCount, kindName, kindFromName, false);
        checkTable<Side>(4, sideName, sideFromName, true);
        checkTable<TcpState>(kTcpStateCount, tcpStateName, tcpStateFromName, true);
        checkTable<Vantage>(4, vantageName, vantageFromName, false);
        checkTable<Role>(kRoleCount, roleName, roleFromName, false);
        checkTable<ClientKind>(4, clientKindName, clientKindFromName, false);
    }

    void namesStandAtTheirValues()
    {
        QCOMPARE(kindName(EventKind::ClientCreated), "client created");
        QCOMPARE(kindName(EventKind::ConnectStarted), "connect started");
        QCOMPARE(kindName(EventKind::TcpState), "tcp state");
        QCOMPARE(kindName(EventKind::RequestQueued), "request queued");
        QCOMPARE(kindName(EventKind::NodeChosen), "node chosen");
        QCOMPARE(kindName(EventKind::BrokerUp), "broker up");
        QCOMPARE(kindName(EventKind::MemberRemoved), "member removed");
        QCOMPARE(kindName(EventKind::Stopped), "stopped");
        QCOMPARE(tcpStateName(TcpState::FinWait2), "FIN-WAIT-2");
        QCOMPARE(tcpStateName(TcpState::CloseWait), "CLOSE-WAIT");
        QCOMPARE(tcpStateName(TcpState::Closed), "CLOSED");
        QCOMPARE(sideName(Side::Network), "network");
        QCOMPARE(roleName(Role::Coordinator), "coordinator");
        QCOMPARE(vantageName(Vantage::Sampled), "sampled");
        QCOMPARE(clientKindName(ClientKind::Consumer), "consumer");
    }

    void rulesStandAtTheirIds()
    {
        std::set<std::string> seen;
        for (int i = 0; i < kRuleCount; ++i) {
            const auto id = static_cast<RuleId>(i);
            const Rule& r = rule(id);
            QVERIFY2(r.id == id, std::string(r.name).c_str());
            QVERIFY2(seen.insert(std::string(r.name)).second, std::string(r.name).c_str());
            QVERIFY2(ruleFromName(r.name) == id, std::string(r.name).c_str());
            QVERIFY2(!r.sentence.empty() && r.sentence.back() == '.', std::string(r.name).c_str());
        }
        QVERIFY(rule(static_cast<RuleId>(kRuleCount)).id == RuleId::None);
        QVERIFY(!ruleFromName("no such rule"));
    }
};

QTEST_GUILESS_MAIN(TestEvent)
#include "tst_event.moc"
