// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/memberlist.h"

#include "base/rng.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace connscope;
using namespace connscope::broker;

namespace {

Member named(std::uint32_t uid, const std::string& id, const std::string& instance = {})
{
    Member member;
    member.uid = uid;
    member.id = id;
    member.instanceId = instance;
    return member;
}

} // namespace

class TestMemberList : public QObject {
    Q_OBJECT

private slots:
    void membersAreWalkedInTheOrderInWhichTheyCame()
    {
        MemberList list;
        for (const std::uint32_t uid : {3U, 7U, 8U})
            list.add(named(uid, "m" + std::to_string(uid)));
        list.erase(7);
        std::string walked;
        for (const auto& [uid, member] : list)
            walked += member.id + ' ';
        QCOMPARE(walked, std::string("m3 m8 "));
        QCOMPARE(list.front().id, std::string("m3"));
    }
    void aMemberWithANewIdIsNotFoundByTheOldOne()
    {
        MemberList list;
        Member& member = list.add(named(1, "old", "instance"));
        list.setId(member, "new");
        QVERIFY(list.find("old") == nullptr);
        QCOMPARE(list.find("new"), &member);
        QCOMPARE(list.findInstance("instance"), &member);
        list.erase(1);
        QVERIFY(
            list.find("new") == nullptr && list.findInstance("instance") == nullptr && list.findUid(1) == nullptr);
        QVERIFY(list.findInstance("") == nullptr);
    }
    void aCopysMembersAreItsOwn()
    {
        MemberList copy;
        copy.add(named(9, "other", "other instance"));
        {
            MemberList list;
            list.add(named(1, "a"));
            list.add(named(2, "b", "instance"));
            copy = list;
            list.find("a")->isNew = false;
            list.erase(2);
        }
        QVERIFY(copy.find("other") == nullptr && copy.findInstance("other instance") == nullptr);
        QCOMPARE(copy.find("a"), copy.findUid(1));
        QCOMPARE(copy.find("b"), copy.findUid(2));
        QCOMPARE(copy.findInstance("instance"), copy.findUid(2));
        QVERIFY(copy.find("a")->isNew);
        const MemberList moved = std::move(copy);
        QCOMPARE(moved.find("b"), moved.findUid(2));
    }
    void whatIsCountedIsWhatAWalkFinds_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 20; ++seed)
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
    }
    void whatIsCountedIsWhatAWalkFinds()
    {
        QFETCH(quint64, seed);
        Rng rng(seed);
        MemberList list;
        const std::string protocols[] = {"range", "roundrobin", "sticky"};
        std::uint32_t next = 0;
        for (int i = 0; i < 300; ++i) {
            const std::uint32_t uid = next > 0 ? static_cast<std::uint32_t>(rng.next() % next) : 0;
            Member* member = list.findUid(uid);
            switch (rng.next() % 4) {
            case 0:
                list.add(named(next, "m" + std::to_string(next)));
                ++next;
                break;
            case 1:
                if (member)
                    list.setProtocols(*member, protocols[rng.next() % 3]);
                break;
            case 2:
                if (member)
                    list.setAwaitingJoin(*member, rng.next() % 2 == 0);
                break;
            default:
                if (member && rng.next() % 3 == 0)
                    list.erase(uid);
                break;
            }
            const auto awaiting
                = std::count_if(list.begin(), list.end(), [](const auto& m) { return m.second.awaitingJoin; });
            QCOMPARE(list.awaitingJoins(), static_cast<std::size_t>(awaiting));
            const std::string me = "m" + std::to_string(uid);
            for (const std::string& protocol : protocols) {
                const bool other = std::any_of(list.begin(), list.end(),
                    [&](const auto& m) { return m.second.protocol != protocol && m.second.id != me; });
                QCOMPARE(list.hasOtherProtocol(protocol, me), other);
            }
        }
    }
    void anIdThatWasGivenOutIsPendingOnce()
    {
        PendingMembers pending;
        pending.add(4, "a");
        pending.add(5, "b");
        QVERIFY(pending.contains("a"));
        QVERIFY(pending.erase("a"));
        QVERIFY(!pending.erase("a") && !pending.erase(std::uint32_t {4}) && !pending.contains("a"));
        QVERIFY(pending.erase(std::uint32_t {5}));
        QVERIFY(pending.empty());
    }
};

QTEST_APPLESS_MAIN(TestMemberList)
#include "tst_memberlist.moc"
