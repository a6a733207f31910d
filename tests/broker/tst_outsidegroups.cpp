// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

using Config = std::vector<std::pair<std::string, std::string>>; // key, value
using Protocols = std::vector<std::pair<std::string, std::string>>; // name, metadata

protocol::Bytes bytes(const std::string& text) { return std::make_shared<const std::string>(text); }
std::string text(const protocol::Bytes& opaque) { return opaque ? *opaque : "(null)"; }

struct Player {
    ConnectionId connection;
    std::string id {};
    std::int32_t generation = -1;
    std::string instance {};
    Protocols protocols {{"range", "r"}};
};

class Scene : public OutsideDriver {
public:
    explicit Scene(const Config& config = {})
        : OutsideDriver(clusterOf(1, config))
    {
    }
    Player player(Protocols protocols = {{"range", "r"}}, const std::string& instance = {})
    {
        Player p {open(0, "127.0.0.1", {}, client("kcat"))};
        p.protocols = std::move(protocols);
        p.instance = instance;
        return p;
    }
    std::int32_t join(const Player& p, const std::string& type = "consumer", std::int16_t version = 9)
    {
        protocol::JoinGroupRequest request;
        request.groupId = "g";
        request.memberId = p.id;
        request.groupInstanceId = p.instance;
        request.sessionTimeout = ms(10'000);
        request.rebalanceTimeout = ms(300'000);
        protocol::JoinGroupDetail detail;
        detail.protocolType = type;
        for (const auto& [name, metadata] : p.protocols)
            detail.protocols.push_back({name, bytes(metadata)});
        request.detail = std::make_shared<const protocol::JoinGroupDetail>(std::move(detail));
        return send(p.connection, ApiKey::JoinGroup, version, std::move(request));
    }
    protocol::JoinGroupResponse joined(std::int32_t asked)
    {
        const auto* response = answer<protocol::JoinGroupResponse>(asked);
        return response == nullptr ? protocol::JoinGroupResponse {} : *response;
    }
    /// The join that is held, behind the one that gave the id (KIP-394).
    std::int32_t enter(Player& p)
    {
        const std::int32_t first = join(p);
        pass(ms(1));
        if (joined(first).error != ErrorCode::MemberIdRequired)
            return first;
        p.id = joined(first).memberId;
        return join(p);
    }
    /// All of them join; the first is the leader. Answers in their order.
    std::vector<protocol::JoinGroupResponse> gather(std::vector<Player*> players)
    {
        std::vector<std::int32_t> asked;
        for (Player* p : players)
            asked.push_back(enter(*p));
        pass(ms(7000));
        std::vector<protocol::JoinGroupResponse> responses;
        for (std::size_t i = 0; i < players.size(); ++i) {
            responses.push_back(joined(asked[i]));
            players[i]->id = responses.back().memberId;
            players[i]->generation = responses.back().generation;
        }
        return responses;
    }
    std::int32_t sync(
        const Player& p, std::vector<protocol::MemberAssignment> shares = {}, const std::string& protocolName = {})
    {
        protocol::SyncGroupRequest request;
        request.groupId = "g";
        request.memberId = p.id;
        request.groupInstanceId = p.instance;
        request.generation = p.generation;
        request.assignments = std::move(shares);
        request.protocolName = protocolName;
        return send(p.connection, ApiKey::SyncGroup, 5, std::move(request));
    }
    ErrorCode heartbeat(const Player& p)
    {
        return ask<protocol::HeartbeatResponse>(
            p.connection, ApiKey::Heartbeat, 4, protocol::HeartbeatRequest {"g", p.id, p.generation, p.instance})
            .error;
    }
    protocol::OffsetCommitResponse commit(
        const Player& p, std::vector<protocol::PartitionOffset> offsets, const std::string& group = "g")
    {
        return ask<protocol::OffsetCommitResponse>(p.connection, ApiKey::OffsetCommit, 8,
            protocol::OffsetCommitRequest {group, p.id, p.generation, std::move(offsets), p.instance});
    }
    /// The first of them leads and gives each its share.
    std::vector<Player> stable(int members, const std::string& instance = {})
    {
        std::vector<Player> players;
        for (int i = 0; i < members; ++i)
            players.push_back(player({{"range", "r"}}, i == 0 ? instance : std::string {}));
        std::vector<Player*> all;
        std::vector<protocol::MemberAssignment> shares;
        for (Player& p : players)
            all.push_back(&p);
        gather(all);
        for (const Player& p : players)
            shares.push_back({p.id, {}, bytes("share")});
        for (std::size_t i = 1; i < players.size(); ++i)
            sync(players[i]);
        sync(players[0], std::move(shares));
        pass(ms(1));
        return players;
    }
};

} // namespace

/// Consumer groups of clients from outside: opaque bytes, votes, several at once.
class TestOutsideGroups : public QObject {
    Q_OBJECT
private slots:
    void theLeaderGetsWhatEachSaidForTheChosenProtocol()
    {
        Scene s;
        Player a = s.player({{"range", "a-range"}, {"sticky", "a-sticky"}});
        Player b = s.player({{"sticky", "b-sticky"}});
        const auto answers = s.gather({&a, &b});
        QCOMPARE(answers[0].protocolName, std::string("sticky")); // the only one that both speak
        QCOMPARE(text(answers[0].protocolType), std::string("consumer"));
        QCOMPARE(answers[0].members.size(), std::size_t {2});
        QCOMPARE(text(answers[0].members[0].metadata), std::string("a-sticky"));
        QCOMPARE(text(answers[0].members[1].metadata), std::string("b-sticky"));
        QVERIFY(answers[1].members.empty());
        QCOMPARE(answers[1].leader, a.id);
    }

    void membersVoteForTheFirstProtocolThatAllSpeak()
    {
        Scene s;
        Player a = s.player({{"x", ""}, {"y", ""}});
        Player b = s.player({{"only b", ""}, {"y", ""}, {"x", ""}});
        Player c = s.player({{"y", ""}, {"x", ""}});
        QCOMPARE(s.gather({&a, &b, &c})[0].protocolName, std::string("y"));
    }

    void whoSharesNoProtocolIsRefused()
    {
        Scene s;
        Player a = s.player();
        s.gather({&a});
        const std::int32_t other = s.join(s.player({{"roundrobin", ""}}));
        const std::int32_t otherType = s.join(s.player(), "connect");
        const std::int32_t nothing = s.join(s.player(Protocols {}));
        s.pass(ms(1));
        QCOMPARE(s.joined(other).error, ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(s.joined(otherType).error, ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(s.joined(nothing).error, ErrorCode::InconsistentGroupProtocol);
    }

    void assignmentsTravelAsTheyAre()
    {
        Scene s;
        Player a = s.player();
        Player b = s.player();
        s.gather({&a, &b});
        const std::int32_t follower = s.sync(b);
        s.pass(ms(1));
        QVERIFY(s.answer<protocol::SyncGroupResponse>(follower) == nullptr);
        const std::int32_t leader = s.sync(a, {{b.id, {}, bytes("for b")}}, "range");
        s.pass(ms(1));
        QCOMPARE(text(s.answer<protocol::SyncGroupResponse>(follower)->bytes), std::string("for b"));
        QCOMPARE(s.answer<protocol::SyncGroupResponse>(follower)->protocolName, std::string("range"));
        QVERIFY(!s.answer<protocol::SyncGroupResponse>(leader)->bytes); // left out
        const std::int32_t wrong = s.sync(b, {}, "sticky");
        s.pass(ms(1));
        QCOMPARE(s.answer<protocol::SyncGroupResponse>(wrong)->error, ErrorCode::InconsistentGroupProtocol);
    }

    void aStaticMemberTakesItsOldPlaceAndItsFormerSelfIsFenced()
    {
        Scene s;
        std::vector<Player> players = s.stable(2, "static-1");
        Player old = players[0];
        Player back = s.player({{"range", "r"}}, "static-1");
        const std::int32_t asked = s.join(back);
        s.pass(ms(1));
        const protocol::JoinGroupResponse response = s.joined(asked);
        QCOMPARE(response.error, ErrorCode::None);
        QVERIFY(response.skipAssignment); // it leads, and the group need not be assigned anew (KIP-814)
        QCOMPARE(response.leader, response.memberId);
        QCOMPARE(response.generation, old.generation);
        QCOMPARE(s.heartbeat(old), ErrorCode::FencedInstanceId);
        QCOMPARE(s.commit(old, {{{"t4", 0}, 1}}).partitions.at(0).error, ErrorCode::FencedInstanceId);
        back.id = response.memberId;
        back.generation = response.generation;
        QCOMPARE(s.heartbeat(back), ErrorCode::None);
        QCOMPARE(s.heartbeat(players[1]), ErrorCode::None);
    }

    void severalMembersLeaveAtOnce()
    {
        Scene s;
        const std::vector<Player> players = s.stable(3, "static-1");
        const auto left = s.ask<protocol::LeaveGroupResponse>(players[0].connection, ApiKey::LeaveGroup, 4,
            protocol::LeaveGroupRequest {"g", "", {{"", "static-1"}, {players[1].id, ""}, {"nobody", ""}}});
        QCOMPARE(left.error, ErrorCode::None);
        QCOMPARE(left.members.at(0).error, ErrorCode::None);
        QCOMPARE(left.members.at(1).error, ErrorCode::None);
        QCOMPARE(left.members.at(2).error, ErrorCode::UnknownMemberId);
        QCOMPARE(s.heartbeat(players[2]), ErrorCode::RebalanceInProgress);
    }

    void theSizeOfAGroupIsLimited()
    {
        Scene s(Config {{"group.max.size", "1"}});
        s.stable(1);
        Player late = s.player();
        const std::int32_t asked = s.enter(late);
        s.pass(ms(1));
        QCOMPARE(s.joined(asked).error, ErrorCode::GroupMaxSizeReached);
    }

    void everyGroupHasAName()
    {
        Scene s;
        protocol::JoinGroupRequest request;
        request.sessionTimeout = ms(10'000);
        QCOMPARE(s.ask<protocol::JoinGroupResponse>(s.open(0), ApiKey::JoinGroup, 5, request).error,
            ErrorCode::InvalidGroupId);
    }

    void committedOffsetsComeBackAsTheyWere()
    {
        Scene s;
        const std::vector<Player> players = s.stable(1);
        protocol::PartitionOffset offset {{"t4", 0}, 42};
        offset.leaderEpoch = 3;
        offset.metadata = bytes("note");
        const auto committed = s.commit(players[0], {offset, {{"no", 0}, 1}});
        QCOMPARE(committed.partitions.at(0).error, ErrorCode::None);
        QCOMPARE(committed.partitions.at(1).error, ErrorCode::UnknownTopicOrPartition);
        const auto fetched = s.ask<protocol::OffsetFetchResponse>(players[0].connection, ApiKey::OffsetFetch, 7,
            protocol::OffsetFetchRequest {"g", {{"t4", 0}, {"no", 0}}});
        QCOMPARE(fetched.offsets.at(0).offset, 42);
        QCOMPARE(fetched.offsets.at(0).leaderEpoch, 3);
        QCOMPARE(text(fetched.offsets.at(0).metadata), std::string("note"));
        QCOMPARE(fetched.offsets.at(1).offset, -1);
        QCOMPARE(fetched.offsets.at(1).error, ErrorCode::None);
    }

    void aNoteMayNotBeTooLong()
    {
        Scene s(Config {{"offset.metadata.max.bytes", "4"}});
        const Player simple {s.open(0)};
        protocol::PartitionOffset offset {{"t4", 0}, 42};
        offset.metadata = bytes("notes");
        QCOMPARE(s.commit(simple, {offset}).partitions.at(0).error, ErrorCode::OffsetMetadataTooLarge);
        offset.metadata = bytes("note");
        QCOMPARE(s.commit(simple, {offset}).partitions.at(0).error, ErrorCode::None);
    }

    void allOffsetsOfSeveralGroupsAreFetchedInOneRequest()
    {
        Scene s;
        const Player simple {s.open(0)};
        s.commit(simple, {{{"t4", 0}, 1}}, "g1");
        s.commit(simple, {{{"t4", 0}, 2}}, "g2");
        protocol::OffsetFetchRequest request;
        request.groups = {{"g1", true, {}}, {"g2", false, {{"t4", 0}}}, {"g3", true, {}}};
        const auto response
            = s.ask<protocol::OffsetFetchResponse>(simple.connection, ApiKey::OffsetFetch, 8, std::move(request));
        QCOMPARE(response.groups.size(), std::size_t {3});
        QCOMPARE(response.groups[0].offsets.at(0).offset, 1);
        QCOMPARE(response.groups[1].offsets.at(0).offset, 2);
        QVERIFY(response.groups[2].offsets.empty());
        QCOMPARE(response.groups[2].error, ErrorCode::None);
    }

    void onlyAnEmptyGroupTakesOffsetsFromWhoIsNoMember()
    {
        Scene s;
        s.stable(1);
        const Player simple {s.open(0)};
        QCOMPARE(s.commit(simple, {{{"t4", 0}, 1}}).partitions.at(0).error, ErrorCode::UnknownMemberId);
    }

    void offsetsOfAnOpenTransactionAreUnstable()
    {
        Scene s;
        const ConnectionId c = s.open(0);
        const auto producer = s.ask<protocol::InitProducerIdResponse>(
            c, ApiKey::InitProducerId, 1, protocol::InitProducerIdRequest {"tx", ms(60'000)});
        s.ask<protocol::ErrorOnlyResponse>(c, ApiKey::AddOffsetsToTxn, 1,
            protocol::AddOffsetsToTxnRequest {"tx", producer.producerId, producer.producerEpoch, "g"});
        const auto sent = s.ask<protocol::ErrorOnlyResponse>(c, ApiKey::TxnOffsetCommit, 2,
            protocol::TxnOffsetCommitRequest {
                "tx", "g", producer.producerId, producer.producerEpoch, {{{"t4", 0}, 9}}});
        QCOMPARE(sent.partitions.at(0).error, ErrorCode::None);
        protocol::OffsetFetchRequest request {"g", {{"t4", 0}}};
        const auto fetch
            = [&] { return s.ask<protocol::OffsetFetchResponse>(c, ApiKey::OffsetFetch, 7, request).offsets.at(0); };
        QCOMPARE(fetch().offset, -1);
        request.requireStable = true;
        QCOMPARE(fetch().error, ErrorCode::UnstableOffsetCommit);
        s.ask<protocol::ErrorOnlyResponse>(
            c, ApiKey::EndTxn, 1, protocol::EndTxnRequest {"tx", producer.producerId, producer.producerEpoch, true});
        s.pass(ms(5));
        QCOMPARE(fetch().offset, 9);
    }

    void aZombieCannotCommitInATransaction()
    {
        Scene s;
        const std::vector<Player> players = s.stable(1);
        protocol::TxnOffsetCommitRequest request {"tx", "g", 1, 0, {{{"t4", 0}, 9}}};
        request.memberId = players[0].id;
        request.generation = players[0].generation + 1;
        QCOMPARE(s.ask<protocol::ErrorOnlyResponse>(players[0].connection, ApiKey::TxnOffsetCommit, 3, request)
                     .partitions.at(0)
                     .error,
            ErrorCode::IllegalGeneration);
    }

    void groupsAreListedAndDescribed()
    {
        Scene s;
        const std::vector<Player> players = s.stable(1);
        const Player simple {s.open(0)};
        s.commit(simple, {{{"t4", 0}, 1}}, "offsets only");
        const auto list = [&](std::vector<std::string> states) {
            return s
                .ask<protocol::ListGroupsResponse>(
                    simple.connection, ApiKey::ListGroups, 4, protocol::ListGroupsRequest {std::move(states), {}})
                .groups;
        };
        QCOMPARE(list({}).size(), std::size_t {2});
        QCOMPARE(list({"stable"}).size(), std::size_t {1});
        QCOMPARE(list({"stable"}).at(0).protocolType, std::string("consumer"));
        const auto groups = s.ask<protocol::DescribeGroupsResponse>(simple.connection, ApiKey::DescribeGroups, 5,
                                 protocol::DescribeGroupsRequest {{"g", "offsets only", "none"}})
                                .groups;
        QCOMPARE(groups.at(0).state, std::string("Stable"));
        QCOMPARE(groups[0].protocol, std::string("range"));
        QCOMPARE(groups[0].members.at(0).memberId, players[0].id);
        QCOMPARE(groups[0].members[0].clientId, std::string("kcat"));
        QCOMPARE(groups[0].members[0].clientHost, std::string("/127.0.0.1"));
        QCOMPARE(text(groups[0].members[0].metadata), std::string("r"));
        QCOMPARE(text(groups[0].members[0].assignment), std::string("share"));
        QCOMPARE(groups[1].state, std::string("Empty"));
        QCOMPARE(groups[2].state, std::string("Dead"));
        QCOMPARE(groups[2].error, ErrorCode::None);
        const auto newest = s.ask<protocol::DescribeGroupsResponse>(simple.connection, ApiKey::DescribeGroups, 6,
                                 protocol::DescribeGroupsRequest {{"g", "none"}})
                                .groups;
        QCOMPARE(newest.at(0).error, ErrorCode::None);
        QCOMPARE(newest.at(1).error, ErrorCode::GroupIdNotFound); // KIP-1043
        QCOMPARE(newest[1].state, std::string("Dead"));
    }
};

QTEST_GUILESS_MAIN(TestOutsideGroups)
#include "tst_outsidegroups.moc"
