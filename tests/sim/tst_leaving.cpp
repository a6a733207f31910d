// SPDX-License-Identifier: GPL-3.0-or-later
// Who leaves its group, and who has nothing to leave: AbstractCoordinator#maybeLeaveGroup.
#include "support/playing.h"

#include <QTest>

#include <string>
#include <vector>

using namespace connscope;
using trace::EventKind;

class TestLeaving : public QObject {
    Q_OBJECT

private slots:
    void whoClosesWhileItsJoinWaits_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("leaves");
        // Up to 2.1 the first JOIN_GROUP goes without a member id, and only its answer gives one.
        QTest::newRow("2.1 has no member id yet") << "java-2.1" << false;
        // From 2.2 on MEMBER_ID_REQUIRED gives one before there is a generation (KIP-394).
        QTest::newRow("2.2") << "java-2.2" << true;
        QTest::newRow("2.8") << "java-2.8" << true;
        QTest::newRow("4.0") << "java-4.0" << true;
    }
    void whoClosesWhileItsJoinWaits()
    {
        QFETCH(QString, profile);
        QFETCH(bool, leaves);
        // The group waits 3 s for more members (group.initial.rebalance.delay.ms); the consumer closes after one.
        const std::string yaml
            = "connscope: 1\nuntil: 20s\ncluster: {topics: {t: 1}, config: "
              "{group.initial.rebalance.delay.ms: 3000}}\nclients:\n  - {name: c, kind: consumer, config: "
              "{group.id: g}, script: [{subscribe: [t]}, {poll: {for: 1s}}, close]}\n";
        sim::Options options;
        options.profile = profile.toStdString();
        const trace::Trace trace = test::play(test::scenarioOf(yaml), options);
        std::vector<EventKind> ends;
        bool isJoinAnsweredBefore = false;
        int leaveRequests = 0;
        Instant closed {};
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.kind == EventKind::ClientCloseCalled && ends.empty())
                isJoinAnsweredBefore = false;
            if (e.kind == EventKind::GroupJoined)
                isJoinAnsweredBefore = true;
            if (e.kind == EventKind::GroupLeft)
                ends.push_back(e.kind);
            if (e.kind == EventKind::RequestSent && e.api == ApiKey::LeaveGroup)
                ++leaveRequests;
            if (e.kind == EventKind::ClientClosed)
                closed = e.at;
        }
        QVERIFY(!isJoinAnsweredBefore);
        QCOMPARE(leaveRequests, leaves ? 1 : 0);
        QCOMPARE(ends.size(), std::size_t(leaves ? 1 : 0));
        // close() waits for what is on the way to the coordinator; the broker reads no LEAVE_GROUP before it has answered the JOIN_GROUP.
        QVERIFY2(closed >= kStart + ms(3000) && closed < kStart + ms(4500), formatDuration(closed - kStart).c_str());
    }
};

QTEST_GUILESS_MAIN(TestLeaving)
#include "tst_leaving.moc"
