// SPDX-License-Identifier: GPL-3.0-or-later
// What avoids it really avoids it, and what is known not to help is not told.
#include "findings/findings.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "sweep/searchwords.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace connscope;
using sweep::Goal;
using sweep::Search;
using sweep::SearchPlan;
using sweep::Trial;

namespace {

scenario::Scenario load(const std::string& name)
{
    auto scenario = scenario::readScenarioFile(test::sourcePath("resources/scenarios/" + name + ".yaml"));
    if (!scenario)
        qFatal("%s", scenario.error().toString().c_str());
    return std::move(*scenario);
}

std::vector<trace::ConnectionLife> livesOf(const scenario::Scenario& scenario)
{
    const auto trace = sim::run(scenario);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return trace::connectionLives(*trace);
}

const Trial* trialOf(const Search& search, std::string_view setting)
{
    const auto it = std::find_if(search.trials.begin(), search.trials.end(),
        [setting](const Trial& trial) { return trial.setting == setting; });
    return it == search.trials.end() ? nullptr : &*it;
}

} // namespace

class TestSearch : public QObject {
    Q_OBJECT

private slots:
    void theMiddleboxIsMetByAShorterLimit()
    {
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ClientLimitAboveMiddlebox};
        const auto found = sweep::search(load("24-nat-forgets"), plan);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
        const Trial* shorter = trialOf(*found, "suffers.connections.max.idle.ms=300000");
        QVERIFY(shorter);
        QCOMPARE(shorter->outcome, Trial::Outcome::Avoids);
        QCOMPARE(trialOf(*found, "suffers.connections.max.idle.ms=1800000")->outcome, Trial::Outcome::Remains);
        QVERIFY(trialOf(*found, "suffers.connections.max.idle.ms=540000")->outcome
            == Trial::Outcome::NotTaken); // its default
        // The answer says why, and what it costs.
        const auto answers = sweep::answers(*found);
        QVERIFY(!answers.empty());
        const auto limit = std::find_if(answers.begin(), answers.end(),
            [](const sweep::Answer& a) { return a.setting.find("connections.max.idle.ms") != std::string::npos; });
        QVERIFY(limit != answers.end());
        QVERIFY(!limit->why.empty() && !limit->numbers.empty() && !limit->costs.empty());
    }
    void whatAvoidsItIsTrueInARunOfItsOwn()
    {
        const scenario::Scenario scenario = load("17-consumer-zombie");
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ZombieConnection};
        const auto found = sweep::search(scenario, plan);
        QVERIFY(found.has_value());
        QVERIFY(!found->best().empty());
        for (const Trial& trial : found->trials) {
            if (trial.outcome != Trial::Outcome::Avoids || trial.setting.starts_with("profile"))
                continue;
            scenario::Scenario changed = scenario;
            QVERIFY(scenario::applySetting(changed, trial.setting).has_value());
            sim::Statistics statistics;
            const auto trace = sim::run(changed, {}, &statistics);
            const auto then = findings::findings(*trace, statistics.end);
            QVERIFY2(std::none_of(then.begin(), then.end(),
                         [](const auto& f) { return f.kind == findings::Kind::ZombieConnection; }),
                trial.setting.c_str());
        }
    }
    void aReconnectAfterAnIdleCloseIsAvoidedByALongerLimit()
    {
        // The second connection to a node that the producer had one to before.
        const scenario::Scenario scenario = load("10-broker-closes-first");
        const auto lives = livesOf(scenario);
        const trace::ConnectionLife* again = nullptr;
        for (const trace::ConnectionLife& life : lives) {
            const bool wasBefore = std::any_of(lives.begin(), lives.end(), [&](const trace::ConnectionLife& other) {
                return other.id < life.id && other.client == life.client && other.node == life.node;
            });
            if (wasBefore && !again)
                again = &life;
        }
        QVERIFY(again);
        SearchPlan plan;
        plan.goal = {Goal::Kind::Opening, again->id, {}};
        const auto found = sweep::search(scenario, plan);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
        QCOMPARE(trialOf(*found, "cluster.connections.max.idle.ms=600000")->outcome, Trial::Outcome::Avoids);
        QCOMPARE(trialOf(*found, "cluster.connections.max.idle.ms=60000")->outcome, Trial::Outcome::NotTaken);
    }
    void closeWaitIsAvoidedByClosingFirst()
    {
        const scenario::Scenario scenario = load("10-broker-closes-first");
        const auto trace = sim::run(scenario);
        ConnectionId standing;
        for (const findings::Finding& f : findings::findings(*trace)) {
            if (f.kind == findings::Kind::CloseWaitStanding)
                standing = f.connections.front();
        }
        QVERIFY(standing.isValid());
        SearchPlan plan;
        plan.goal = {Goal::Kind::CloseWait, standing, {}};
        const auto found = sweep::search(scenario, plan);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
        QCOMPARE(trialOf(*found, "cluster.connections.max.idle.ms=600000")->outcome, Trial::Outcome::Avoids);
        // Whoever does not poll does not close first either, whatever the limit.
        QCOMPARE(trialOf(*found, "consumer.request.timeout.ms=60000")->outcome == Trial::Outcome::Avoids, false);
    }
    void theEndOfAConnectionMayBeAnother()
    {
        const scenario::Scenario scenario = load("15-first-kind-abandoned");
        const auto lives = livesOf(scenario);
        const auto closed
            = std::find_if(lives.begin(), lives.end(), [](const auto& life) { return life.closed.has_value(); });
        QVERIFY(closed != lives.end());
        SearchPlan plan;
        plan.goal = {Goal::Kind::End, closed->id, {}};
        const auto found = sweep::search(scenario, plan);
        QVERIFY(found.has_value());
        QCOMPARE(trialOf(*found, "consumer.connections.max.idle.ms=1800000")->outcome, Trial::Outcome::Avoids);
        QCOMPARE(trialOf(*found, "cluster.connections.max.idle.ms=300000")->outcome,
            Trial::Outcome::Avoids); // the broker is first
        QVERIFY(trialOf(*found, "consumer.fetch.max.wait.ms=100")->outcome != Trial::Outcome::Avoids);
    }
    void whatIsNotThereCannotBeAvoided()
    {
        const scenario::Scenario scenario = load("13-three-kinds");
        SearchPlan plan;
        plan.goal = {Goal::Kind::Opening, ConnectionId {99}, {}};
        QVERIFY(sweep::search(scenario, plan).error().message.find("no connection 99") != std::string::npos);
        plan.goal = {Goal::Kind::End, ConnectionId {0}, {}};
        QVERIFY(sweep::search(scenario, plan).error().message.find("still open") != std::string::npos);
        plan.goal = {Goal::Kind::CloseWait, ConnectionId {0}, {}};
        QVERIFY(sweep::search(scenario, plan).error().message.find("CLOSE-WAIT") != std::string::npos);
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::Leak};
        QVERIFY(sweep::search(scenario, plan).error().message.find("no leak") != std::string::npos);
    }
    void theReasonGoesInTheDirectionOfTheChange()
    {
        // From ten minutes down to five, and from never to half an hour.
        for (const auto& [name, kind, value, says] :
            {std::tuple("24-nat-forgets", findings::Kind::ClientLimitAboveMiddlebox, "300000",
                 "A broker that closes earlier"),
                std::tuple("17-consumer-zombie", findings::Kind::ZombieConnection, "1800000",
                    "A broker that closes earlier")}) {
            SearchPlan plan;
            plan.goal = {Goal::Kind::Finding, {}, kind};
            const auto found = sweep::search(load(name), plan);
            QVERIFY(found.has_value());
            const Trial* trial = trialOf(*found, std::string("cluster.connections.max.idle.ms=") + value);
            QVERIFY(trial);
            QCOMPARE(trial->outcome, Trial::Outcome::Avoids);
            QVERIFY(trial->isBelow);
            for (const sweep::Answer& answer : sweep::answers(*found)) {
                if (answer.setting.starts_with("cluster.connections.max.idle.ms"))
                    QVERIFY2(answer.why.starts_with(says), answer.why.c_str());
            }
        }
        QVERIFY(sweep::isBelow("connections.max.idle.ms", "1800000", "-1"));
        QVERIFY(!sweep::isBelow("connections.max.idle.ms", "-1", "540000"));
        QVERIFY(sweep::isBelow("enable.auto.commit", "false", "true"));
        QVERIFY(!sweep::isBelow("profile", "java-2.1", "java-3.9"));
    }
    /// A limit of half an hour does nothing in a run of half an hour: one that shows what it does is told first.
    void whatIsSeenInTheRunIsToldFirst()
    {
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ZombieConnection};
        const auto found = sweep::search(load("17-consumer-zombie"), plan);
        QVERIFY(found.has_value());
        const Trial* late = trialOf(*found, "zombie.connections.max.idle.ms=3600000");
        QVERIFY(late && late->outcome == Trial::Outcome::Avoids && late->isUnseen);
        bool isTold = false;
        for (const sweep::Answer& answer : sweep::answers(*found)) {
            const Trial& trial = found->trials[answer.trial];
            QVERIFY2(!trial.isUnseen, answer.setting.c_str());
            QVERIFY(answer.why.find("This run is over") == std::string::npos);
            isTold = isTold || answer.setting.starts_with("zombie.connections.max.idle.ms");
        }
        QVERIFY(isTold);
        // Where there is nothing else it says so.
        sweep::Search only = *found;
        std::erase_if(only.trials, [late](const Trial& trial) { return trial.setting != late->setting; });
        QCOMPARE(sweep::answers(only).size(), std::size_t {1});
        QVERIFY(sweep::answers(only).front().why.ends_with("This run is over before that is seen."));
    }

    /// Which node a client asks is drawn; a pause has its own draws. What is set as it is anyway, or pauses where nothing fails,
    /// changes no event.
    void aLimitOfPausesChangesNoChoice()
    {
        int tried = 0;
        for (const char* name :
            {"13-three-kinds", "04-send-opens-connection", "12-consumer-start", "19-least-loaded"}) {
            const scenario::Scenario scenario = load(name);
            const auto before = sim::run(scenario);
            QVERIFY(before.has_value());
            for (const char* setting : {"*.reconnect.backoff.max.ms=50", "*.reconnect.backoff.max.ms=10000",
                     "*.socket.connection.setup.timeout.ms=20000",
                     "*.socket.connection.setup.timeout.max.ms=200000"}) {
                scenario::Scenario changed = scenario;
                if (!scenario::applySetting(changed, setting))
                    continue; // its version does not have the key
                ++tried;
                const auto after = sim::run(changed);
                QVERIFY(after.has_value());
                const auto told = [](const trace::Trace& trace) {
                    std::vector<std::tuple<Instant, trace::EventKind, std::int32_t, std::uint32_t>> out;
                    for (std::size_t i = 0; i < trace.size(); ++i) {
                        const trace::Event& e = trace[i];
                        if (e.kind != trace::EventKind::ConfigChanged)
                            out.emplace_back(e.at, e.kind, e.node.value, e.connection.value);
                    }
                    return out;
                };
                QVERIFY2(told(*before) == told(*after), qPrintable(QString("%1 %2").arg(name, setting)));
            }
        }
        QVERIFY(tried >= 8);
    }
    void whatIsSetSoAlreadyIsNotTried()
    {
        SearchPlan plan;
        plan.goal.kind = Goal::Kind::Opening;
        const scenario::Scenario scenario = load("13-three-kinds");
        const auto lives = livesOf(scenario);
        const auto ofConsumer
            = std::find_if(lives.begin(), lives.end(), [&](const auto& life) { return life.node.isCoordinator(); });
        QVERIFY(ofConsumer != lives.end());
        plan.goal.connection = ofConsumer->id;
        const auto found = sweep::search(scenario, plan);
        QVERIFY(found.has_value());
        // Defaults of a consumer of Kafka 3.9.
        for (const char* setting : {"request.timeout.ms=30000", "heartbeat.interval.ms=3000",
                 "metadata.max.age.ms=300000", "max.poll.interval.ms=300000"}) {
            const auto trial = std::find_if(found->trials.begin(), found->trials.end(),
                [&](const Trial& t) { return t.setting.ends_with(std::string(".") + setting); });
            QVERIFY2(trial != found->trials.end(), setting);
            QVERIFY2(trial->outcome == Trial::Outcome::NotTaken, setting);
        }
    }
    void luckIsToldLastAndSaysSo()
    {
        Search search;
        search.goal = {Goal::Kind::Opening, ConnectionId {1}, {}};
        const auto avoids = [&](std::size_t candidate, const char* value, bool isLucky, std::size_t differences) {
            Trial trial;
            trial.candidate = candidate;
            trial.value = value;
            trial.setting = "p." + std::string(sweep::candidates()[candidate].key) + '=' + value;
            trial.outcome = Trial::Outcome::Avoids;
            trial.isDone = true;
            trial.isLucky = isLucky;
            trial.differences = differences;
            search.trials.push_back(trial);
        };
        avoids(0, "30000", true, 0);
        avoids(0, "50000", false, 7);
        avoids(2, "10000", true, 1);
        const auto told = sweep::answers(search);
        QCOMPARE(told.size(), std::size_t {2});
        QCOMPARE(QString::fromStdString(told[0].setting), QString("p.connections.max.idle.ms=50000"));
        QVERIFY(told[0].why.find("chance") == std::string::npos);
        QVERIFY(told[0].others.empty()); // 30000 does not do the same
        QVERIFY(told[1].why.ends_with("By chance only: with another seed it does not avoid it."));
        QVERIFY(sweep::answers(search, analysis::Language::Chinese)[1].why.find("碰巧") != std::string::npos);
    }
    /// Every answer without reserve holds with the next seeds as well.
    void whatIsToldWithoutReserveStandsOtherSeeds()
    {
        const scenario::Scenario scenario = load("17-consumer-zombie");
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ZombieConnection};
        const auto found = sweep::search(scenario, plan);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
        std::size_t seen = 0;
        for (const Trial& trial : found->trials) {
            if (trial.outcome != Trial::Outcome::Avoids || trial.isLucky || trial.isUnseen
                || trial.setting.starts_with("profile"))
                continue;
            for (std::uint64_t seed = scenario.seed + 1; seed <= scenario.seed + 3; ++seed) {
                scenario::Scenario changed = scenario;
                QVERIFY(scenario::applySetting(changed, trial.setting).has_value());
                session::Options options;
                options.seed = seed;
                sim::Statistics statistics;
                const auto trace = sim::run(changed, options, &statistics);
                const auto then = findings::findings(*trace, statistics.end);
                QVERIFY2(std::none_of(then.begin(), then.end(),
                             [](const auto& f) { return f.kind == findings::Kind::ZombieConnection; }),
                    trial.setting.c_str());
                ++seen;
            }
        }
        QVERIFY(seen >= 3);
    }

    void aNumberThatReadsTheSameIsNoDifference()
    {
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ClientLimitAboveBroker};
        const auto found = sweep::search(load("10-broker-closes-first"), plan);
        QVERIFY(found.has_value());
        std::size_t told = 0;
        for (const sweep::Answer& answer : sweep::answers(*found)) {
            const std::string word = " instead of ";
            for (std::size_t at = answer.numbers.find(word); at != std::string::npos;
                 at = answer.numbers.find(word, at + 1)) {
                const std::string before = answer.numbers.substr(0, at);
                const std::size_t end = answer.numbers.find_first_of(",.", at);
                const std::string was = answer.numbers.substr(at + word.size(), end - at - word.size());
                QVERIFY2(!before.ends_with(' ' + was), answer.numbers.c_str());
                ++told;
            }
        }
        QVERIFY(told > 3);
    }

    void whatSeveralClientsHaveIsTriedAtAllOfThem()
    {
        // Two producers have it: the lowest that the findings advise is tried at both, and found to help.
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ClientLimitAboveBroker};
        scenario::Scenario two = load("11-producer-zombie");
        QVERIFY(scenario::applySetting(two, "cluster.connections.max.idle.ms=60000"));
        const auto found = sweep::search(two, plan);
        QVERIFY(found.has_value());
        const Trial* all = trialOf(*found, "*.connections.max.idle.ms=29000");
        QVERIFY(all);
        QCOMPARE(all->outcome, Trial::Outcome::Avoids);
        for (const std::string& rest : sweep::withoutSuccess(*found))
            QVERIFY2(!rest.starts_with("connections.max.idle.ms"), rest.c_str());
        const auto answers = sweep::answers(*found);
        const auto said = std::find_if(answers.begin(), answers.end(),
            [](const sweep::Answer& a) { return a.setting.starts_with("*.connections.max.idle.ms="); });
        QVERIFY(said != answers.end());
        QVERIFY2(said->why.starts_with("A client that closes earlier"), said->why.c_str());
        // One client's matter is tried at that client alone.
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ClientLimitAboveMiddlebox};
        const auto one = sweep::search(load("24-nat-forgets"), plan);
        QVERIFY(one.has_value() && !trialOf(*one, "*.connections.max.idle.ms=300000"));
    }
    /// No client's limit is in time: what the finding advises at the broker is tried, and helps.
    void whatAFindingAdvisesAtTheBrokerIsTried()
    {
        SearchPlan plan;
        plan.goal = {Goal::Kind::Finding, {}, findings::Kind::ClientLimitAboveBroker};
        scenario::Scenario scenario = load("09-nine-minutes-of-silence");
        QVERIFY(scenario::applySetting(scenario, "cluster.connections.max.idle.ms=20000"));
        QVERIFY(scenario::applySetting(scenario, "producer.connections.max.idle.ms=700000"));
        const auto found = sweep::search(scenario, plan);
        QVERIFY(found.has_value());
        const Trial* advised = trialOf(*found, "cluster.connections.max.idle.ms=780000");
        QVERIFY(advised);
        QCOMPARE(advised->outcome, Trial::Outcome::Avoids);
        for (const Trial& trial : found->trials)
            QVERIFY2(!trial.setting.starts_with("producer.connections.max.idle.ms=")
                    || trial.outcome != Trial::Outcome::Avoids,
                trial.setting.c_str());
    }
    void theThreadsDoNotMatter()
    {
        const scenario::Scenario scenario = load("13-three-kinds");
        const auto told = [&](unsigned threads, analysis::Language language) {
            SearchPlan plan;
            plan.goal = {Goal::Kind::Opening, ConnectionId {1}, {}};
            plan.threads = threads;
            std::string out;
            analysis::TextSink sink([&out](std::string_view piece) {
                out += piece;
                return true;
            });
            sweep::writeSearchJson(*sweep::search(scenario, plan), sink, language);
            return out;
        };
        const std::string english = told(1, analysis::Language::English);
        QCOMPARE(told(4, analysis::Language::English), english);
        const QString chinese = QString::fromStdString(told(2, analysis::Language::Chinese));
        QVERIFY(chinese.contains(QRegularExpression(QStringLiteral("\\p{Han}"))));
    }
    void candidatesAreKeysThatKafkaHas()
    {
        static const QRegularExpression kHan(QStringLiteral("\\p{Han}"));
        std::size_t trials = 0;
        for (const sweep::Candidate& c : sweep::candidates()) {
            const std::string key(c.key);
            const bool isKnown = c.scope == sweep::Scope::Profile
                || (c.scope == sweep::Scope::Cluster
                        ? protocol::findConfigKey(protocol::ConfigOwner::Broker, key) != nullptr
                        : protocol::findConfigKey(protocol::ConfigOwner::Producer, key) != nullptr
                            || protocol::findConfigKey(protocol::ConfigOwner::Consumer, key) != nullptr);
            QVERIFY2(isKnown, key.c_str());
            QVERIFY(!c.values.empty());
            for (const sweep::Candidate::Why& why : {c.up, c.down}) {
                QVERIFY(!why.english.empty());
                QVERIFY(QString::fromUtf8(why.chinese.data(), qsizetype(why.chinese.size())).contains(kHan));
            }
            trials += static_cast<std::size_t>(std::count(c.values.begin(), c.values.end(), ',')) + 1;
        }
        QVERIFY2(trials <= 200, "a search is bounded");
    }
};

QTEST_GUILESS_MAIN(TestSearch)
#include "tst_search.moc"
