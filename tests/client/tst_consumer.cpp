// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/harness.h"

#include "support/requestrates.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace connscope;
using namespace connscope::client;
using trace::ClientKind;
using trace::EventKind;
using trace::RuleId;

namespace {
Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }
using Config = std::vector<std::pair<std::string, std::string>>;
const Config kGroup {{"group.id", "test"}};
constexpr std::int32_t kCoordinator2 = 2147483645;

std::vector<Step> assignAndPoll(Duration processing = {})
{
    Step assign;
    assign.kind = Step::Kind::Assign;
    assign.assignment = {{"t4", 0}, {"t4", 1}, {"t4", 2}};
    std::vector<Step> steps = subscribeAndPoll(processing);
    steps[0] = assign;
    return steps;
}
// Every fetch is answered after 500 ms, as a broker with nothing to say does.
void answerFetches(Harness& h)
{
    h.answer = [&h](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
        if (request.api != ApiKey::Fetch)
            return h.standardAnswer(node, request);
        protocol::FetchResponse r;
        r.sessionId = 7;
        for (const protocol::FetchPartition& p : std::get<protocol::FetchRequest>(request.body).partitions)
            r.partitions.push_back({p.partition, protocol::ErrorCode::None, 0, p.offset, 0, 0, {}, {}});
        return r;
    };
}
} // namespace

class TestConsumer : public QObject {
    Q_OBJECT
private slots:
    void nothingIsOpenedBeforePoll_data() { profileRows(); }
    void nothingIsOpenedBeforePoll()
    {
        QFETCH(QString, profile);
        std::vector<Step> script = subscribeAndPoll();
        script.insert(script.begin() + 1, waitStep(ms(10'000)));
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, script);
        h.runUntil(at(9999));
        QVERIFY(h.opened().empty());
        h.runUntil(at(11'000));
        QCOMPARE(h.opened().front(), -1);
    }
    void aSecondSubscriptionIsAWholeUpdate_data() { profileRows(); }
    // ConsumerMetadata has no request for new topics alone: KIP-526 is the producer's.
    void aSecondSubscriptionIsAWholeUpdate()
    {
        QFETCH(QString, profile);
        std::vector<Step> script = subscribeAndPoll();
        script[1].duration = ms(5000);
        Step more = script[0];
        more.topics = {"t4", "other"};
        script.push_back(more);
        script.push_back(subscribeAndPoll()[1]);
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, script);
        h.runUntil(at(8000));
        std::vector<std::string> asked;
        for (const trace::Event* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Metadata && e->at > at(4900))
                asked.emplace_back(h.trace.text(e->text));
        }
        QVERIFY(!asked.empty());
        QCOMPARE(asked.front(), std::string("other,t4"));
    }
    void aMemberJoinsAgainWhenItsCommitIsAnswered_data() { profileRows(); }
    // ConsumerCoordinator#onJoinPrepare waits for the answer, by commitSync() before 3.x and by a poll since then; what is
    // assigned is given up behind it.
    void aMemberJoinsAgainWhenItsCommitIsAnswered()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(),
            {{"group.id", "test"}, {"auto.commit.interval.ms", "600000"}}, subscribeAndPoll());
        bool rebalances = false;
        answerFetches(h);
        h.answer = [&h, &rebalances, fetches = h.answer](
                       NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Heartbeat && h.now > at(5000) && !std::exchange(rebalances, true))
                return protocol::HeartbeatResponse {protocol::ErrorCode::RebalanceInProgress};
            return fetches(node, request);
        };
        h.delay = ms(20);
        h.runUntil(at(12'000));
        QVERIFY(rebalances);
        Instant committed {};
        Instant answered {};
        Instant revoked {};
        Instant joined {};
        for (std::size_t i = 0; i < h.trace.size(); ++i) {
            const trace::Event& e = h.trace[EventId {static_cast<std::uint32_t>(i)}];
            if (e.at < at(5000))
                continue;
            if (e.kind == EventKind::RequestSent && e.api == ApiKey::OffsetCommit) {
                committed = e.at;
                QCOMPARE(e.rule, RuleId::CommitBeforeRebalance);
            }
            if (e.kind == EventKind::ResponseReceived && e.api == ApiKey::OffsetCommit)
                answered = e.at;
            if (e.kind == EventKind::PartitionsRevoked)
                revoked = e.at;
            if (e.kind == EventKind::RequestSent && e.api == ApiKey::JoinGroup && joined == Instant {})
                joined = e.at;
        }
        QVERIFY(committed != Instant {});
        QCOMPARE(answered - committed, 2 * h.delay);
        QVERIFY(revoked >= answered);
        QVERIFY(joined >= answered && joined - answered < ms(5));
    }
    void whatWaitedForAConnectionIsCancelledByItsFailure_data() { profileRows(); }
    void whatWaitedForAConnectionIsCancelledByItsFailure()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(), {}, assignAndPoll());
        h.refuses = [](const OpenWish& wish) { return wish.node.value == 1; };
        h.runUntil(at(3000));
        const auto cancelled = h.events(EventKind::RequestCancelled);
        QVERIFY(!cancelled.empty());
        for (const trace::Event* e : cancelled) {
            QCOMPARE(h.trace[e->cause].kind, EventKind::ConnectFailed);
            QCOMPARE(e->rule, RuleId::ConnectionRefused);
        }
    }
    void aPollThatFindsNoNodeIsTold_data() { profileRows(); }
    void aPollThatFindsNoNodeIsTold()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, subscribeAndPoll());
        h.refuses = [](const OpenWish&) { return true; };
        h.runUntil(at(5000));
        const auto none = h.events(EventKind::NodeNotFound);
        QVERIFY(!none.empty());
        QVERIFY(none.size() <= 2U * 5000 / 50); // each rule once in reconnect.backoff.ms
        for (const trace::Event* e : none)
            QCOMPARE(e->value, std::int64_t {50'000'000});
    }
    void theThreeKindsInTheOrderOfTheCoursesLog_data() { profileRows(); }
    void theThreeKindsInTheOrderOfTheCoursesLog()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, subscribeAndPoll());
        h.runUntil(at(2000));
        QCOMPARE(h.opened(), (std::vector<std::int32_t> {-1, kCoordinator2, 2, 0, 1}));
        QVERIFY(h.sentOn(kCoordinator2).find("FIND_COORDINATOR") == std::string::npos);
        QVERIFY(h.sentOn(kCoordinator2).find("FETCH") == h.sentOn(kCoordinator2).find("OFFSET_FETCH") + 7);
        QVERIFY(h.sentOn(-1).find("FIND_COORDINATOR") != std::string::npos);
    }
    void findCoordinatorIsNumberZeroThoughItIsSentThird()
    {
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll());
        h.runUntil(at(100));
        const auto sent = h.events(EventKind::RequestSent);
        QCOMPARE(sent[0]->api, ApiKey::ApiVersions);
        QCOMPARE(sent[0]->correlation, 1);
        QCOMPARE(sent[1]->api, ApiKey::Metadata);
        QCOMPARE(sent[1]->correlation, 2);
        QCOMPARE(sent[2]->api, ApiKey::FindCoordinator);
        QCOMPARE(sent[2]->correlation, 0);
    }
    void theCoordinatorsApiVersionsAndJoinChangedPlaces_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("join");
        QTest::newRow("2.3: JOIN_GROUP is number 3") << "java-2.3" << 3;
        QTest::newRow("3.9: number 4, after API_VERSIONS") << "java-3.9" << 4;
    }
    void theCoordinatorsApiVersionsAndJoinChangedPlaces()
    {
        QFETCH(QString, profile);
        QFETCH(int, join);
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, subscribeAndPoll());
        h.runUntil(at(1000));
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::JoinGroup)
                QCOMPARE(e->correlation, join);
        }
    }
    void heartbeatsComeEveryThreeSeconds()
    {
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(30'500));
        std::vector<Instant> beats;
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Heartbeat)
                beats.push_back(e->at);
        }
        QCOMPARE(beats.size(), std::size_t {10});
        for (std::size_t i = 1; i < beats.size(); ++i)
            QVERIFY(beats[i] - beats[i - 1] >= ms(3000) && beats[i] - beats[i - 1] <= ms(3100));
    }
    void assignNeedsNoCoordinatorWithoutGroup()
    {
        Harness h(ClientKind::Consumer, "java-2.3", {}, assignAndPoll());
        answerFetches(h);
        h.runUntil(at(5000));
        std::vector<std::int32_t> opened = h.opened();
        std::sort(opened.begin(), opened.end());
        QCOMPARE(opened, (std::vector<std::int32_t> {-1, 0, 1, 2}));
        for (const auto& [node, api] : h.sent)
            QVERIFY(api != ApiKey::FindCoordinator && api != ApiKey::Heartbeat);
    }
    void whatTheGroupCommittedIsWhereFetchingStarts()
    {
        Harness h(ClientKind::Consumer, "java-2.2", kGroup, subscribeAndPoll());
        std::vector<std::int64_t> offsets;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::OffsetFetch) {
                protocol::OffsetFetchResponse r;
                for (const auto& p : std::get<protocol::OffsetFetchRequest>(request.body).partitions)
                    r.offsets.push_back({p, 42});
                return r;
            }
            if (request.api == ApiKey::Fetch) {
                for (const auto& p : std::get<protocol::FetchRequest>(request.body).partitions)
                    offsets.push_back(p.offset);
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(1000));
        QCOMPARE(offsets, (std::vector<std::int64_t> {42, 42, 42}));
        for (const auto& [node, api] : h.sent)
            QVERIFY(api != ApiKey::ListOffsets);
    }
    void anApplicationThatStallsLosesItsPlaceInTheGroup()
    {
        // One record wakes poll(), the application then works for ten minutes.
        Harness h(ClientKind::Consumer, "java-2.3", {{"group.id", "test"}, {"max.poll.interval.ms", "60000"}},
            subscribeAndPoll(ms(600'000)));
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Fetch)
                return h.standardAnswer(node, request);
            protocol::FetchResponse r;
            for (const auto& p : std::get<protocol::FetchRequest>(request.body).partitions)
                r.partitions.push_back({p.partition, protocol::ErrorCode::None, 1, p.offset, 1, 80, {}, {}});
            return r;
        };
        h.runUntil(at(59'000));
        QVERIFY(h.events(EventKind::GroupLeft).empty());
        h.runUntil(at(62'000));
        const auto left = h.events(EventKind::GroupLeft);
        QCOMPARE(left.size(), std::size_t {1});
        QCOMPARE(left.front()->rule, RuleId::MaxPollInterval);
        QVERIFY(h.sentOn(kCoordinator2).find("LEAVE_GROUP") != std::string::npos);
        // From now on nobody reads the network: a FIN is not noticed.
        const std::size_t before = h.events(EventKind::Disconnected).size();
        h.peerCloses(0);
        h.runUntil(at(300'000));
        QCOMPARE(h.events(EventKind::Disconnected).size(), before);
        h.runUntil(at(700'000)); // poll() again
        QVERIFY(h.events(EventKind::Disconnected).size() > before);
    }
    void anAssigningConsumerSeesNothingWhileItIsAway()
    {
        Harness h(ClientKind::Consumer, "java-2.3", {{"connections.max.idle.ms", "5000"}}, assignAndPoll());
        answerFetches(h);
        h.runUntil(at(2000));
        h.brain->replaceScript({waitStep(ms(60'000))}, EventId {0});
        h.peerCloses(1);
        h.runUntil(at(50'000));
        QVERIFY(h.events(EventKind::Disconnected).empty());
        QVERIFY(h.events(EventKind::IdleExpired).empty());
    }
    void anAssigningConsumerReadsItsSocketsWhenItPollsAgain_data() { profileRows(); }
    // Facts 3.4: all the ends that came meanwhile show in the next poll(), not in the next time-out of a select.
    void anAssigningConsumerReadsItsSocketsWhenItPollsAgain()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(), {}, assignAndPoll());
        answerFetches(h);
        h.runUntil(at(2000));
        Step poll = subscribeAndPoll().back();
        poll.timeout = ms(3000);
        h.brain->replaceScript({waitStep(ms(4000)), poll}, EventId {0});
        h.runUntil(at(3000));
        for (const std::int32_t node : {-1, 0, 1, 2})
            h.peerCloses(node);
        h.runUntil(at(3500));
        QVERIFY(h.events(EventKind::Disconnected).empty());
        Instant called = kNever;
        h.runUntil(at(12'000));
        for (const auto* e : h.events(EventKind::AppCall)) {
            if (e->at > at(2500))
                called = std::min(called, e->at);
        }
        const auto ended = h.events(EventKind::Disconnected);
        QVERIFY(ended.size() >= 4);
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(ended[i]->at, called);
        // Nothing was written to a connection that had ended.
        for (const auto* sent : h.events(EventKind::RequestSent)) {
            for (const auto* end : ended)
                QVERIFY(sent->connection != end->connection || sent->at < called || end->at > called);
        }
    }
    void anAnswerThatWaitsInTheSocketIsReadWhenPollBegins_data() { profileRows(); }
    void anAnswerThatWaitsInTheSocketIsReadWhenPollBegins()
    {
        QFETCH(QString, profile);
        std::vector<Step> steps = assignAndPoll(ms(2000));
        steps[0].assignment = {{"t4", 0}};
        steps[1].timeout = ms(100);
        Harness h(ClientKind::Consumer, profile.toStdString(), {}, steps);
        h.delay = ms(150); // an answer is there 300 ms after its request, long after poll() went home
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Fetch)
                return h.standardAnswer(node, request);
            protocol::FetchResponse r;
            for (const auto& p : std::get<protocol::FetchRequest>(request.body).partitions)
                r.partitions.push_back({p.partition, protocol::ErrorCode::None, 1, p.offset, 1, 80, {}, {}});
            return r;
        };
        h.runUntil(at(60'000));
        std::vector<Instant> fetches;
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Fetch)
                fetches.push_back(e->at);
        }
        // Each poll() finds the answer at once, asks for more and returns: one FETCH every 2 s.
        QVERIFY(fetches.size() > 10);
        for (std::size_t i = 2; i < fetches.size(); ++i)
            QCOMPARE(fetches[i] - fetches[i - 1], ms(2000));
    }
    void aMemberThatWasExpelledReadsBeforeItWrites_data() { profileRows(); }
    void aMemberThatWasExpelledReadsBeforeItWrites()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Consumer, profile.toStdString(),
            {{"group.id", "test"}, {"max.poll.interval.ms", "10000"}}, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(2000));
        h.brain->replaceScript({waitStep(ms(30'000)), subscribeAndPoll().back()}, EventId {0});
        h.runUntil(at(20'000));
        QCOMPARE(h.events(EventKind::GroupLeft).size(), std::size_t {1});
        const Instant before = h.now;
        for (const std::int32_t node : {-1, 0, 1, 2, kCoordinator2})
            h.peerCloses(node);
        h.runUntil(at(40'000));
        std::map<ConnectionId, Instant> ends;
        for (const auto* e : h.events(EventKind::Disconnected))
            ends.emplace(e->connection, e->at);
        QVERIFY(ends.size() >= 5);
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->at > before)
                QVERIFY2(!ends.contains(e->connection), "it wrote to a connection whose end was in the socket");
        }
        QVERIFY(h.events(EventKind::GroupJoined).size() == 2);
    }
    void commitAsyncIsOnItsWayWhenItReturns()
    {
        Step commit;
        commit.kind = Step::Kind::CommitAsync;
        std::vector<Step> script = subscribeAndPoll();
        script.back().duration = ms(2000);
        script.push_back(commit);
        script.push_back(waitStep(ms(60'000)));
        Harness h(ClientKind::Consumer, "java-2.3", {{"group.id", "test"}, {"enable.auto.commit", "false"}}, script);
        answerFetches(h);
        h.runUntil(at(10'000));
        const auto calls = h.events(EventKind::AppCall);
        const auto sent = h.events(EventKind::RequestSent);
        const auto it
            = std::find_if(sent.begin(), sent.end(), [](const auto* e) { return e->api == ApiKey::OffsetCommit; });
        QVERIFY(it != sent.end());
        QCOMPARE((*it)->at, calls.back()->at);
    }
    void aCoordinatorThatCannotBeReachedIsLookedUpWithPauses_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("away");
        for (const Profile& profile : profiles()) {
            QTest::newRow((profile.name + ", in poll()").c_str()) << QString::fromStdString(profile.name) << false;
            QTest::newRow((profile.name + ", by the heartbeat thread").c_str())
                << QString::fromStdString(profile.name) << true;
        }
    }
    // AbstractCoordinator#ensureCoordinatorReady and HeartbeatThread#run: retry.backoff.ms between two lookups.
    void aCoordinatorThatCannotBeReachedIsLookedUpWithPauses()
    {
        QFETCH(QString, profile);
        QFETCH(bool, away);
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(5000));
        if (away)
            h.brain->replaceScript({waitStep(kNoLimit)}, EventId {0});
        h.refuses = [](const OpenWish& open) { return open.node.value == kCoordinator2; };
        h.peerCloses(kCoordinator2);
        h.runUntil(at(15'000));
        const auto sent = h.events(EventKind::RequestSent);
        const auto lookups = std::count_if(sent.begin(), sent.end(),
            [](const auto* e) { return e->api == ApiKey::FindCoordinator && e->at >= at(5000); });
        // One more for each connect that was tried in between and refused.
        const auto started = h.events(EventKind::ConnectStarted);
        const auto connects = std::count_if(started.begin(), started.end(),
            [](const auto* e) { return e->node.value == kCoordinator2 && e->at >= at(5000); });
        QVERIFY(connects >= 8 && connects <= 20);
        QVERIFY2(lookups >= 10 && lookups <= 101 + connects, std::to_string(lookups).c_str());
        QCOMPARE(test::tooManyInASecond(h.trace), std::string());
    }
    void aJoinRefusedForGoodIsThrownFromPoll_data() { profileRows(); }
    void aJoinRefusedForGoodIsThrownFromPoll()
    {
        QFETCH(QString, profile);
        std::vector<Step> script = subscribeAndPoll();
        script.push_back(waitStep(kNoLimit));
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, script);
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::JoinGroup) {
                protocol::JoinGroupResponse r;
                r.error = protocol::ErrorCode::InvalidSessionTimeout;
                return r;
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        QCOMPARE(
            std::count_if(h.sent.begin(), h.sent.end(), [](const auto& s) { return s.second == ApiKey::JoinGroup; }),
            1);
        const auto returns = h.events(EventKind::AppReturn);
        QCOMPARE(returns.size(), std::size_t {1});
        QCOMPARE(returns.front()->value, static_cast<std::int64_t>(protocol::ErrorCode::InvalidSessionTimeout));
    }
    void aJoinRefusedForNowIsRepeated()
    {
        Harness h(ClientKind::Consumer, "java-3.9", kGroup, subscribeAndPoll());
        int refusals = 3;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::JoinGroup && refusals-- > 0) {
                protocol::JoinGroupResponse r;
                r.error = protocol::ErrorCode::CoordinatorLoadInProgress;
                return r;
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        QVERIFY(h.events(EventKind::AppReturn).empty());
        QCOMPARE(h.events(EventKind::GroupJoined).size(), std::size_t {1});
    }
    void aHealthyMembersHeartbeatThreadSeesAFinWithinATenth()
    {
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(2000));
        h.brain->replaceScript({waitStep(kNoLimit)}, EventId {0});
        h.runUntil(at(2500));
        h.peerCloses(1);
        h.runUntil(at(2700));
        QCOMPARE(h.events(EventKind::Disconnected).size(), std::size_t {1});
    }
    void aMovedCoordinatorIsClosedByTheClientAndLookedUpAgain()
    {
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(1000));
        const auto before = h.answer;
        h.answer
            = [&h, before](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Heartbeat && node.value == kCoordinator2)
                return protocol::HeartbeatResponse {protocol::ErrorCode::NotCoordinator};
            if (request.api == ApiKey::FindCoordinator)
                return protocol::FindCoordinatorResponse {
                    protocol::ErrorCode::None, {BrokerId {0}, "localhost", 9092, {}}};
            return before(node, request);
        };
        h.runUntil(at(10'000));
        QCOMPARE(h.closed.front().first.value, kCoordinator2);
        QCOMPARE(h.closed.front().second, RuleId::CoordinatorChanged);
        QCOMPARE(h.opened().back(), 2147483647);
        // The second lookup goes over an ordinary connection, not over a coordinator's.
        QVERIFY(h.sentOn(kCoordinator2).find("FIND_COORDINATOR") == std::string::npos);
    }
    void aCoordinatorIsClosedForTheReasonItWasGivenUpFor_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<int>("rule");
        const auto row = [](const char* name, protocol::ErrorCode error, RuleId rule) {
            QTest::newRow(name) << static_cast<int>(error) << static_cast<int>(rule);
        };
        row("not the coordinator", protocol::ErrorCode::NotCoordinator, RuleId::CoordinatorChanged);
        row("not available", protocol::ErrorCode::CoordinatorNotAvailable, RuleId::CoordinatorLoading);
        row("silent for session.timeout.ms", protocol::ErrorCode::None, RuleId::SessionTimeout);
    }
    void aCoordinatorIsClosedForTheReasonItWasGivenUpFor()
    {
        QFETCH(int, error);
        QFETCH(int, rule);
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll());
        answerFetches(h);
        h.runUntil(at(1000));
        const auto before = h.answer;
        h.answer = [&h, before, error](
                       NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Heartbeat)
                return before(node, request);
            if (error == 0)
                return std::nullopt;
            return protocol::HeartbeatResponse {static_cast<protocol::ErrorCode>(error)};
        };
        h.runUntil(at(16'000));
        const auto lost = h.events(EventKind::CoordinatorLost);
        QVERIFY(!lost.empty() && !h.closed.empty());
        QCOMPARE(static_cast<int>(lost.front()->rule), rule);
        QCOMPARE(h.closed.front().first.value, kCoordinator2);
        QCOMPARE(static_cast<int>(h.closed.front().second), rule);
        const auto gone = h.events(EventKind::Disconnected);
        QVERIFY(!gone.empty());
        QCOMPARE(static_cast<int>(gone.front()->rule), rule);
    }
    void closeCommitsLeavesAndEndsTheFetchSessions_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("sessions");
        QTest::newRow("2.3") << "java-2.3" << false;
        QTest::newRow("3.9 says goodbye to each leader") << "java-3.9" << true;
    }
    void closeCommitsLeavesAndEndsTheFetchSessions()
    {
        QFETCH(QString, profile);
        QFETCH(bool, sessions);
        std::vector<Step> script = subscribeAndPoll();
        script.back().duration = ms(3000);
        script.push_back(closeStep());
        Harness h(ClientKind::Consumer, profile.toStdString(), kGroup, script);
        answerFetches(h);
        h.runUntil(at(2900));
        h.sent.clear();
        h.runUntil(at(6000));
        QVERIFY(h.brain->isClosed());
        const std::string on = h.sentOn(kCoordinator2);
        QVERIFY2(on.find("OFFSET_COMMIT LEAVE_GROUP") != std::string::npos, on.c_str());
        const auto sent = h.events(EventKind::RequestSent);
        const auto goodbyes = std::count_if(
            sent.begin(), sent.end(), [](const auto* e) { return e->rule == RuleId::FetchSessionClose; });
        QCOMPARE(goodbyes, sessions ? 3 : 0);
        QCOMPARE(h.closed.size(), h.opened().size());
    }
    void aStaticMemberDoesNotLeave()
    {
        std::vector<Step> script = subscribeAndPoll();
        script.back().duration = ms(2000);
        script.push_back(closeStep());
        Harness h(ClientKind::Consumer, "java-3.9", {{"group.id", "test"}, {"group.instance.id", "one"}}, script);
        answerFetches(h);
        h.runUntil(at(6000));
        QVERIFY(h.brain->isClosed());
        QVERIFY(h.sentOn(kCoordinator2).find("LEAVE_GROUP") == std::string::npos);
    }
    void aPreferredReplicaIsFetchedFromItsOwnConnection()
    {
        Harness h(ClientKind::Consumer, "java-3.9", {{"client.rack", "b"}}, [] {
            std::vector<Step> steps = assignAndPoll();
            steps[0].assignment = {{"t4", 0}};
            return steps;
        }());
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Fetch)
                return h.standardAnswer(node, request);
            protocol::FetchResponse r;
            for (const auto& p : std::get<protocol::FetchRequest>(request.body).partitions) {
                protocol::FetchedPartition data {p.partition, protocol::ErrorCode::None, 0, p.offset, 0, 0, {}, {}};
                if (node.value == 0)
                    data.preferredReadReplica = BrokerId {1};
                r.partitions.push_back(data);
            }
            return r;
        };
        h.runUntil(at(2000));
        QVERIFY(h.sentOn(1).find("FETCH") != std::string::npos);
        QCOMPARE(std::count_if(h.sent.begin(), h.sent.end(),
                     [](const auto& s) { return s.first.value == 0 && s.second == ApiKey::Fetch; }),
            1);
    }
    void aReplicaThatTheMetadataLackIsAskedFor_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("asks");
        QTest::newRow("2.8 forgets it and is told the same again") << "java-2.8" << false;
        QTest::newRow("3.9 (KAFKA-14379)") << "java-3.9" << true;
    }
    void aReplicaThatTheMetadataLackIsAskedFor()
    {
        QFETCH(QString, profile);
        QFETCH(bool, asks);
        Harness h(ClientKind::Consumer, profile.toStdString(), {{"client.rack", "b"}}, [] {
            std::vector<Step> steps = assignAndPoll();
            steps[0].assignment = {{"t4", 0}};
            return steps;
        }());
        h.delay = ms(20);
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Fetch)
                return h.standardAnswer(node, request);
            protocol::FetchResponse r;
            for (const auto& p : std::get<protocol::FetchRequest>(request.body).partitions) {
                protocol::FetchedPartition data {p.partition, protocol::ErrorCode::None, 0, p.offset, 0, 0, {}, {}};
                data.preferredReadReplica = BrokerId {7}; // a broker that came after the client's last metadata
                r.partitions.push_back(data);
            }
            return r;
        };
        h.runUntil(at(5000));
        const auto requested = h.events(EventKind::MetadataRequested);
        const auto for7 = std::count_if(
            requested.begin(), requested.end(), [](const auto* e) { return e->rule == RuleId::MetadataNoLeader; });
        QCOMPARE(for7 > 1, asks);
    }
    void whatIfs_data()
    {
        QTest::addColumn<QString>("whatIf");
        QTest::addColumn<int>("connections");
        QTest::newRow("as it is: three kinds, five connections") << "" << 5;
        QTest::newRow("coordinator traffic on the data connection saves one") << "coordinator-on-data" << 4;
        QTest::newRow("keyed by host and port, one connection a broker remains") << "reuse-by-address" << 3;
    }
    void whatIfs()
    {
        QFETCH(QString, whatIf);
        QFETCH(int, connections);
        Harness h(ClientKind::Consumer, "java-2.3", kGroup, subscribeAndPoll(), 1, whatIf.toStdString());
        answerFetches(h);
        h.runUntil(at(20'000));
        QCOMPARE(h.opened().size(), static_cast<std::size_t>(connections));
        QCOMPARE(h.events(EventKind::GroupJoined).size(), std::size_t {1});
        // All three partitions are fetched all the same.
        QVERIFY(std::count_if(h.sent.begin(), h.sent.end(), [](const auto& s) { return s.second == ApiKey::Fetch; })
            > 100);
    }

private:
    static void profileRows()
    {
        QTest::addColumn<QString>("profile");
        for (const Profile& profile : profiles())
            QTest::newRow(profile.name.c_str()) << QString::fromStdString(profile.name);
    }
};

QTEST_GUILESS_MAIN(TestConsumer)
#include "tst_consumer.moc"
