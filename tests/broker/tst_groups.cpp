// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "driver.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr Duration kSession = ms(10'000);
constexpr Duration kRebalance = ms(300'000);

/// A member as the tests play it.
struct Player {
    ConnectionId connection;
    std::string id;
    std::int32_t generation = -1;
    std::string instance;
};

class Scene : public Driver {
public:
    explicit Scene(
        int brokers = 1, std::vector<std::pair<std::string, std::string>> config = {}, std::int16_t version = 5)
        : Driver(specOf(brokers, std::move(config)))
        , m_version(version)
    {
    }
    static ClusterSpec specOf(int brokers, std::vector<std::pair<std::string, std::string>> config)
    {
        ClusterSpec spec = clusterOf(brokers, config);
        spec.groupCoordinators["g"] = BrokerId {0};
        return spec;
    }

    Player player(int broker = 0, const std::string& instance = {})
    {
        Player p;
        p.connection = open(broker, "10.0.0.1", {}, client("consumer-1"));
        p.instance = instance;
        return p;
    }
    std::int32_t join(const Player& p, std::vector<std::string> topics = {"t4"})
    {
        protocol::JoinGroupRequest request;
        request.groupId = "g";
        request.memberId = p.id;
        request.groupInstanceId = p.instance;
        request.sessionTimeout = kSession;
        request.rebalanceTimeout = kRebalance;
        request.topics = std::move(topics);
        return send(p.connection, ApiKey::JoinGroup, m_version, std::move(request));
    }
    const protocol::JoinGroupResponse* joined(std::int32_t asked) const
    {
        return answer<protocol::JoinGroupResponse>(asked);
    }
    /// Takes over what an answered join says.
    bool take(Player& p, std::int32_t asked) const
    {
        const auto* response = joined(asked);
        if (response == nullptr)
            return false;
        p.id = response->memberId;
        p.generation = response->generation;
        return response->error == ErrorCode::None;
    }
    /// The first join of a new member, up to the one that is held (KIP-394).
    std::int32_t enter(Player& p)
    {
        const std::int32_t first = join(p);
        pass(ms(1));
        const auto* response = joined(first);
        if (response == nullptr || response->error != ErrorCode::MemberIdRequired)
            return first;
        p.id = response->memberId;
        return join(p);
    }
    std::int32_t sync(const Player& p, std::vector<protocol::MemberAssignment> assignments = {})
    {
        protocol::SyncGroupRequest request;
        request.groupId = "g";
        request.memberId = p.id;
        request.generation = p.generation;
        request.assignments = std::move(assignments);
        return send(p.connection, ApiKey::SyncGroup, 3, std::move(request));
    }
    ErrorCode heartbeat(const Player& p)
    {
        const std::int32_t asked
            = send(p.connection, ApiKey::Heartbeat, 3, protocol::HeartbeatRequest {"g", p.id, p.generation});
        pass(ms(1));
        return answer<protocol::HeartbeatResponse>(asked)->error;
    }
    ErrorCode leave(const Player& p)
    {
        const std::int32_t asked = send(p.connection, ApiKey::LeaveGroup, 1, protocol::LeaveGroupRequest {"g", p.id});
        pass(ms(1));
        return answer<protocol::LeaveGroupResponse>(asked)->error;
    }
    ErrorCode commit(const Player& p, std::int64_t offset)
    {
        protocol::OffsetCommitRequest request;
        request.groupId = "g";
        request.memberId = p.id;
        request.generation = p.generation;
        request.offsets.push_back({{"t4", 0}, offset});
        const std::int32_t asked = send(p.connection, ApiKey::OffsetCommit, 7, std::move(request));
        pass(ms(1));
        return answer<protocol::OffsetCommitResponse>(asked)->error;
    }
    std::int64_t committed(const Player& p)
    {
        const std::int32_t asked
            = send(p.connection, ApiKey::OffsetFetch, 5, protocol::OffsetFetchRequest {"g", {{"t4", 0}}});
        pass(ms(1));
        const auto* response = answer<protocol::OffsetFetchResponse>(asked);
        return response->error == ErrorCode::None ? response->offsets.at(0).offset : -99;
    }
    /// Two members, stable, the first of them leading. Empty on failure.
    std::vector<Player> stablePair()
    {
        std::vector<Player> players {player(), player()};
        const std::int32_t a = enter(players[0]);
        const std::int32_t b = enter(players[1]);
        pass(ms(6000));
        if (!take(players[0], a) || !take(players[1], b))
            return {};
        const std::int32_t waiting = sync(players[1]);
        pass(ms(1));
        const std::int32_t leading = sync(players[0], {{players[0].id, {{"t4", 0}}}, {players[1].id, {{"t4", 1}}}});
        pass(ms(1));
        const auto* share = answer<protocol::SyncGroupResponse>(waiting);
        if (answer<protocol::SyncGroupResponse>(leading) == nullptr || share == nullptr
            || share->assignment.size() != 1)
            return {};
        return players;
    }

private:
    std::int16_t m_version;
};

} // namespace

/// The group coordinator of the classic protocol.
class TestGroups : public QObject {
    Q_OBJECT
private slots:
    void aNewMemberIsGivenAnIdFirst();
    void olderJoinsAreHeldAtOnce();
    void theFirstJoinWaitsForOthers();
    void aSecondMemberWithinTheDelayProlongsIt();
    void withoutADelayTheFirstMemberIsAloneAtOnce();
    void theLeaderAssignsForAll();
    void aNewMemberMakesAllJoinAgain();
    void whoDoesNotRejoinInTimeIsOut();
    void aSilentMemberIsRemoved();
    void heartbeatsKeepAMember();
    void leavingRebalancesTheOthers();
    void theLastOneOutLeavesAnEmptyGroup();
    void wrongGenerationsAndStrangersAreRefused();
    void aRebalanceInterruptsASync();
    void theWrongBrokerIsNotTheCoordinator();
    void offsetsAreKept();
    void aGroupMovesWithItsMembers();
    void aMoveDuringARebalanceGoesBackToTheLastGeneration();
    void aKilledCoordinatorIsReplaced();
    void aStaticMemberComesBackWithoutARebalance();
    void aSecondInstanceFencesTheFirst();
    void sessionTimeoutsHaveLimits();
    void aGroupMayBeFull();
    void joinsThatAreGivenUpDoNotBlockTheGroup();
};

void TestGroups::aNewMemberIsGivenAnIdFirst()
{
    Scene s;
    Player p = s.player();
    const std::int32_t first = s.join(p);
    s.pass(ms(1));
    QCOMPARE(s.joined(first)->error, ErrorCode::MemberIdRequired);
    const std::string id = s.joined(first)->memberId;
    QCOMPARE(id.size(), std::string("consumer-1-").size() + 36);
    QVERIFY(id.starts_with("consumer-1-"));
    QCOMPARE(id[std::string("consumer-1-").size() + 14], '4'); // a random UUID
    p.id = id;
    const std::int32_t second = s.join(p);
    s.pass(ms(3001));
    QCOMPARE(s.joined(second)->error, ErrorCode::None);
    QCOMPARE(s.joined(second)->memberId, id);
    QCOMPARE(s.joined(second)->leader, id);
    QCOMPARE(s.joined(second)->generation, 1);
    QCOMPARE(s.joined(second)->members.size(), std::size_t {1});
    QCOMPARE(s.joined(second)->members.at(0).topics, std::vector<std::string> {"t4"});
}

void TestGroups::olderJoinsAreHeldAtOnce()
{
    Scene s(1, {}, 3);
    const std::int32_t only = s.join(s.player());
    s.pass(ms(3001));
    QCOMPARE(s.joined(only)->error, ErrorCode::None);
    QVERIFY(s.joined(only)->memberId.starts_with("consumer-1-"));
}

void TestGroups::theFirstJoinWaitsForOthers()
{
    Scene s;
    Player p = s.player();
    const std::int32_t asked = s.enter(p); // at 1 ms, handled at 2 ms
    s.runUntil(kStart + ms(3002) - Duration {1});
    QVERIFY(s.joined(asked) == nullptr);
    s.runUntil(kStart + ms(3002));
    QVERIFY(s.joined(asked) != nullptr);
    const trace::Event& sent = s.trace[s.answers.at(asked).cause];
    QCOMPARE(sent.rule, RuleId::RebalanceDelay);
    const trace::Event& rebalancing = s.trace[sent.cause];
    QCOMPARE(rebalancing.kind, EventKind::GroupRebalancing);
    QCOMPARE(s.trace.text(rebalancing.text), std::string_view("g"));
    QCOMPARE(rebalancing.value, std::int64_t {1});
}

void TestGroups::aSecondMemberWithinTheDelayProlongsIt()
{
    Scene s;
    Player a = s.player();
    Player b = s.player();
    const std::int32_t first = s.enter(a); // handled at 2 ms
    s.runUntil(kStart + ms(2000));
    const std::int32_t second = s.enter(b);
    s.runUntil(kStart + ms(3500));
    QVERIFY(s.joined(first) == nullptr);
    s.runUntil(kStart + ms(6002));
    QVERIFY(s.take(a, first) && s.take(b, second));
    QCOMPARE(toNs(s.answers.at(first).at), toNs(kStart + ms(6002)));
    QCOMPARE(s.joined(first)->members.size(), std::size_t {2});
    QVERIFY(s.joined(second)->members.empty());
    QCOMPARE(s.joined(second)->leader, a.id);
}

void TestGroups::withoutADelayTheFirstMemberIsAloneAtOnce()
{
    Scene s(1, {{"group.initial.rebalance.delay.ms", "0"}});
    Player a = s.player();
    const std::int32_t asked = s.enter(a);
    s.pass(ms(1));
    QVERIFY(s.take(a, asked));
    QCOMPARE(s.trace[s.answers.at(asked).cause].rule, RuleId::BrokerAnswers);
}

void TestGroups::theLeaderAssignsForAll()
{
    Scene s;
    std::vector<Player> players {s.player(), s.player(), s.player()};
    std::vector<std::int32_t> joins;
    for (Player& p : players)
        joins.push_back(s.enter(p));
    s.pass(ms(7000));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(s.take(players[i], joins[i]));
    const std::int32_t second = s.sync(players[1]);
    const std::int32_t third = s.sync(players[2]);
    s.pass(ms(100));
    QVERIFY(s.answer<protocol::SyncGroupResponse>(second) == nullptr);
    const std::int32_t first
        = s.sync(players[0], {{players[0].id, {{"t4", 0}}}, {players[1].id, {{"t4", 1}, {"t4", 2}}}});
    s.pass(ms(1));
    QCOMPARE(s.answer<protocol::SyncGroupResponse>(first)->assignment,
        (std::vector<protocol::TopicPartition> {{"t4", 0}}));
    QCOMPARE(s.answer<protocol::SyncGroupResponse>(second)->assignment.size(), std::size_t {2});
    QVERIFY(s.answer<protocol::SyncGroupResponse>(third)->assignment.empty()); // left out: nothing
    QCOMPARE(s.trace[s.answers.at(second).cause].rule, RuleId::AssignmentReady);
    // Who asks again in a stable group is told again.
    const std::int32_t again = s.sync(players[1]);
    s.pass(ms(1));
    QCOMPARE(s.answer<protocol::SyncGroupResponse>(again)->assignment.size(), std::size_t {2});
}

void TestGroups::aNewMemberMakesAllJoinAgain()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None);
    Player third = s.player();
    const std::int32_t asked = s.enter(third);
    s.pass(ms(1));
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::RebalanceInProgress);
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::RebalanceInProgress);
    const std::int32_t a = s.join(pair[0]);
    s.pass(ms(500));
    QVERIFY(s.joined(a) == nullptr);
    const std::int32_t b = s.join(pair[1]);
    s.pass(ms(1));
    QVERIFY(s.take(pair[0], a) && s.take(pair[1], b) && s.take(third, asked));
    QCOMPARE(third.generation, 2);
    QCOMPARE(s.joined(a)->members.size(), std::size_t {3});
    QCOMPARE(s.trace[s.answers.at(a).cause].rule, RuleId::RebalanceInProgress);
    QCOMPARE(s.events(EventKind::GroupRebalancing).size(), std::size_t {2});
}

void TestGroups::whoDoesNotRejoinInTimeIsOut()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    const std::int32_t again = s.join(pair[0]); // the leader wants a new assignment
    const Instant start = s.now;
    // The other one heartbeats, but its application does not poll.
    while (s.now < start + kRebalance)
        QVERIFY((s.heartbeat(pair[1]), s.pass(ms(2999)), true));
    s.runUntil(start + kRebalance + ms(1));
    QVERIFY(s.take(pair[0], again));
    QCOMPARE(s.joined(again)->members.size(), std::size_t {1});
    const auto removed = s.events(EventKind::MemberRemoved);
    QCOMPARE(removed.size(), std::size_t {1});
    QCOMPARE(s.trace.text(removed[0].text), std::string_view(pair[1].id));
    QCOMPARE(removed[0].rule, RuleId::RebalanceInProgress);
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::UnknownMemberId);
}

void TestGroups::aSilentMemberIsRemoved()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::None);
    const Instant last = s.now;
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None);
        s.pass(ms(2400));
    }
    s.runUntil(last + kSession - Duration {1});
    QVERIFY(s.events(EventKind::MemberRemoved).empty());
    s.runUntil(last + kSession);
    const auto removed = s.events(EventKind::MemberRemoved);
    QCOMPARE(removed.size(), std::size_t {1});
    QCOMPARE(removed[0].rule, RuleId::SessionTimeout);
    QCOMPARE(s.trace.text(removed[0].text), std::string_view(pair[1].id));
    QCOMPARE(s.trace[removed[0].cause].api, ApiKey::Heartbeat);
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::RebalanceInProgress);
}

void TestGroups::heartbeatsKeepAMember()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None);
        QCOMPARE(s.heartbeat(pair[1]), ErrorCode::None);
        s.pass(ms(9900));
    }
    QVERIFY(s.events(EventKind::MemberRemoved).empty());
}

void TestGroups::leavingRebalancesTheOthers()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.leave(pair[0]), ErrorCode::None);
    QCOMPARE(s.events(EventKind::MemberRemoved).at(0).rule, RuleId::LeaveOnClose);
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::RebalanceInProgress);
    const std::int32_t again = s.join(pair[1]);
    s.pass(ms(1));
    QVERIFY(s.take(pair[1], again));
    QCOMPARE(s.joined(again)->leader, pair[1].id);
    QCOMPARE(s.leave(pair[0]), ErrorCode::UnknownMemberId);
}

void TestGroups::theLastOneOutLeavesAnEmptyGroup()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.leave(pair[0]), ErrorCode::None);
    QCOMPARE(s.leave(pair[1]), ErrorCode::None);
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::UnknownMemberId);
    // The next one starts with the delay of an empty group again, in a later generation.
    Player fresh = s.player();
    const std::int32_t asked = s.enter(fresh);
    s.pass(ms(3001));
    QVERIFY(s.take(fresh, asked));
    QVERIFY(fresh.generation > pair[0].generation);
    QCOMPARE(s.trace[s.answers.at(asked).cause].rule, RuleId::RebalanceDelay);
}

void TestGroups::wrongGenerationsAndStrangersAreRefused()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    Player late = pair[1];
    late.generation = 0;
    QCOMPARE(s.heartbeat(late), ErrorCode::IllegalGeneration);
    QCOMPARE(s.commit(late, 5), ErrorCode::IllegalGeneration);
    Player stranger = pair[1];
    stranger.id = "nobody";
    QCOMPARE(s.heartbeat(stranger), ErrorCode::UnknownMemberId);
    QCOMPARE(s.commit(stranger, 5), ErrorCode::UnknownMemberId);
    const std::int32_t asked = s.join(stranger);
    s.pass(ms(1));
    QCOMPARE(s.joined(asked)->error, ErrorCode::UnknownMemberId);
}

void TestGroups::aRebalanceInterruptsASync()
{
    Scene s;
    std::vector<Player> players {s.player(), s.player()};
    const std::int32_t a = s.enter(players[0]);
    const std::int32_t b = s.enter(players[1]);
    s.pass(ms(6100));
    QVERIFY(s.take(players[0], a) && s.take(players[1], b));
    const std::int32_t waiting = s.sync(players[1]);
    s.pass(ms(10));
    Player third = s.player();
    s.enter(third);
    s.pass(ms(2));
    QCOMPARE(s.answer<protocol::SyncGroupResponse>(waiting)->error, ErrorCode::RebalanceInProgress);
}

void TestGroups::theWrongBrokerIsNotTheCoordinator()
{
    Scene s(2);
    Player p = s.player(1);
    const std::int32_t asked = s.join(p);
    s.pass(ms(1));
    QCOMPARE(s.joined(asked)->error, ErrorCode::NotCoordinator);
    QCOMPARE(s.heartbeat(p), ErrorCode::NotCoordinator);
    QCOMPARE(s.commit(p, 1), ErrorCode::NotCoordinator);
    QCOMPARE(s.leave(p), ErrorCode::NotCoordinator);
    QCOMPARE(s.committed(p), std::int64_t {-99});
}

void TestGroups::offsetsAreKept()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.committed(pair[0]), std::int64_t {-1});
    QCOMPARE(s.commit(pair[0], 17), ErrorCode::None);
    QCOMPARE(s.committed(pair[1]), std::int64_t {17});
    QCOMPARE(s.leave(pair[0]), ErrorCode::None);
    QCOMPARE(s.leave(pair[1]), ErrorCode::None);
    QCOMPARE(s.committed(pair[1]), std::int64_t {17});
    // Without a group, as with assign(): generation -1.
    Player alone = s.player();
    QCOMPARE(s.commit(alone, 18), ErrorCode::None);
    QCOMPARE(s.committed(alone), std::int64_t {18});
}

void TestGroups::aGroupMovesWithItsMembers()
{
    Scene s(2);
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    QCOMPARE(s.commit(pair[0], 17), ErrorCode::None);
    const auto moved = s.act([&](Cluster& c, std::vector<Action>& out) {
        return c.moveGroupCoordinator("g", BrokerId {1}, s.now, s.root, out);
    });
    QVERIFY(moved.has_value());
    QCOMPARE(s.cluster->groupCoordinator("g"), BrokerId {1});
    const auto events = s.events(EventKind::CoordinatorMoved);
    QCOMPARE(events.size(), std::size_t {1});
    QCOMPARE(s.trace.text(events[0].text), std::string_view("group g"));
    QCOMPARE(events[0].broker, BrokerId {1});
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::NotCoordinator);
    for (Player& p : pair)
        p.connection = s.open(1);
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None); // same generation, same members
    QCOMPARE(s.heartbeat(pair[1]), ErrorCode::None);
    QCOMPARE(s.committed(pair[0]), std::int64_t {17});
    s.pass(kSession + ms(1));
    QCOMPARE(s.events(EventKind::MemberRemoved).size(), std::size_t {2}); // and the same session timeouts
}

void TestGroups::aMoveDuringARebalanceGoesBackToTheLastGeneration()
{
    Scene s(2);
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    const std::int32_t again = s.join(pair[0]);
    s.pass(ms(5));
    QVERIFY(s.joined(again) == nullptr);
    const auto moved = s.act([&](Cluster& c, std::vector<Action>& out) {
        return c.moveGroupCoordinator("g", BrokerId {1}, s.now, s.root, out);
    });
    QVERIFY(moved.has_value());
    QCOMPARE(s.joined(again)->error, ErrorCode::NotCoordinator);
    for (Player& p : pair)
        p.connection = s.open(1);
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None);
}

void TestGroups::aKilledCoordinatorIsReplaced()
{
    Scene s(3);
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    s.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, s.now, s.root, out); });
    QCOMPARE(s.cluster->groupCoordinator("g"), BrokerId {1});
    const ConnectionId any = s.open(2);
    const std::int32_t asked = s.send(any, ApiKey::FindCoordinator, 3, protocol::FindCoordinatorRequest {"g", {}});
    s.pass(ms(1));
    QCOMPARE(s.answer<protocol::FindCoordinatorResponse>(asked)->coordinator.id, BrokerId {1});
    QCOMPARE(int(s.answer<protocol::FindCoordinatorResponse>(asked)->coordinator.port), 9093);
    pair[0].connection = s.open(1);
    QCOMPARE(s.heartbeat(pair[0]), ErrorCode::None);
    // The old coordinator gets it back when preferred leaders are elected, five minutes after its start.
    s.call([&](Cluster& c, std::vector<Action>& out) { c.startBroker(BrokerId {0}, s.now, s.root, out); });
    s.pass(ms(299'999));
    QCOMPARE(s.cluster->groupCoordinator("g"), BrokerId {1});
    s.pass(ms(1));
    QCOMPARE(s.cluster->groupCoordinator("g"), BrokerId {0});
}

void TestGroups::aStaticMemberComesBackWithoutARebalance()
{
    Scene s(1, {{"group.initial.rebalance.delay.ms", "0"}});
    Player p = s.player(0, "instance");
    const std::int32_t first = s.join(p);
    s.pass(ms(1));
    QVERIFY(s.take(p, first)); // a static member needs no id first
    QVERIFY(p.id.starts_with("instance-"));
    s.sync(p, {{p.id, {{"t4", 0}}}});
    s.pass(ms(1));
    Player again = s.player(0, "instance");
    const std::int32_t second = s.join(again);
    s.pass(ms(1));
    QVERIFY(s.take(again, second));
    QCOMPARE(again.generation, p.generation);
    QVERIFY(again.id != p.id);
    QCOMPARE(s.joined(second)->leader, p.id); // its old name, so that it does not assign anew
    const std::int32_t share = s.sync(again);
    s.pass(ms(1));
    QCOMPARE(s.answer<protocol::SyncGroupResponse>(share)->assignment.size(), std::size_t {1});
    QCOMPARE(s.events(EventKind::GroupRebalancing).size(), std::size_t {1});
}

void TestGroups::aSecondInstanceFencesTheFirst()
{
    Scene s(1, {{"group.initial.rebalance.delay.ms", "0"}});
    Player p = s.player(0, "instance");
    const std::int32_t first = s.join(p);
    s.pass(ms(1));
    QVERIFY(s.take(p, first));
    s.sync(p, {{p.id, {{"t4", 0}}}});
    Player twin = s.player(0, "instance");
    const std::int32_t second = s.join(twin);
    s.pass(ms(2));
    QVERIFY(s.take(twin, second));
    QCOMPARE(s.heartbeat(p), ErrorCode::FencedInstanceId);
    QCOMPARE(s.commit(p, 1), ErrorCode::FencedInstanceId);
    const std::int32_t rejoin = s.join(p);
    s.pass(ms(1));
    QCOMPARE(s.joined(rejoin)->error, ErrorCode::FencedInstanceId);
    QCOMPARE(s.heartbeat(twin), ErrorCode::None);
}

void TestGroups::sessionTimeoutsHaveLimits()
{
    Scene s(1, {{"group.min.session.timeout.ms", "20000"}});
    const std::int32_t asked = s.join(s.player());
    s.pass(ms(1));
    QCOMPARE(s.joined(asked)->error, ErrorCode::InvalidSessionTimeout);
}

void TestGroups::aGroupMayBeFull()
{
    Scene s(1, {{"group.max.size", "1"}});
    Player a = s.player();
    const std::int32_t first = s.enter(a);
    s.pass(ms(10));
    const std::int32_t second = s.join(s.player());
    s.pass(ms(10));
    QCOMPARE(s.joined(second)->error, ErrorCode::GroupMaxSizeReached);
    s.pass(ms(3000));
    QVERIFY(s.take(a, first));
}

void TestGroups::joinsThatAreGivenUpDoNotBlockTheGroup()
{
    Scene s;
    std::vector<Player> pair = s.stablePair();
    QCOMPARE(pair.size(), std::size_t {2});
    // A newcomer takes an id and is never seen again: its id lapses after the session timeout.
    const std::int32_t ghost = s.join(s.player());
    s.pass(ms(1));
    QCOMPARE(s.joined(ghost)->error, ErrorCode::MemberIdRequired);
    const Instant given = s.now;
    const std::int32_t a = s.join(pair[0]);
    const std::int32_t b = s.join(pair[1]);
    s.runUntil(given + kSession - ms(1));
    QVERIFY(s.joined(a) == nullptr);
    s.runUntil(given + kSession);
    QVERIFY(s.take(pair[0], a) && s.take(pair[1], b));
}

QTEST_GUILESS_MAIN(TestGroups)
#include "tst_groups.moc"
