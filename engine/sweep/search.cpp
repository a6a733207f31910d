// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/search.h"

#include "analysis/names.h"
#include "analysis/spokentime.h"
#include "compare/summary.h"
#include "findings/findings.h"
#include "findings/words.h"
#include "protocol/configkeys.h"
#include "scenario/overrides.h"
#include "sim/simulation.h"
#include "sweep/present.h"
#include "trace/entryname.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace connscope::sweep {

using analysis::Language;
using compare::Comparison;
using compare::Run;
using trace::ConnectionLife;

namespace {

constexpr std::size_t kMostCosts = 5;
constexpr std::uint64_t kOtherSeeds = 3; // that a change has to stand before it is told without reserve
const std::string kEveryone = "*."; // as --set has every client

/// A run that ended where it should.
struct Played {
    trace::Trace trace;
    Instant end {};
    std::vector<ConnectionLife> lives;
    std::string stopped; ///< which limit ended it early; "" where none did
};

const ConnectionLife* find(const std::vector<ConnectionLife>& lives, ConnectionId id)
{
    const auto it
        = std::find_if(lives.begin(), lives.end(), [id](const ConnectionLife& life) { return life.id == id; });
    return it == lives.end() ? nullptr : &*it;
}

std::size_t countTo(const std::vector<ConnectionLife>& lives, ClientId client, NodeId node)
{
    return static_cast<std::size_t>(std::count_if(lives.begin(), lives.end(),
        [&](const ConnectionLife& life) { return life.client == client && life.node == node; }));
}

const findings::Finding* findIn(const std::vector<findings::Finding>& found, findings::Kind kind)
{
    const auto it = std::find_if(found.begin(), found.end(), [kind](const auto& f) { return f.kind == kind; });
    return it == found.end() ? nullptr : &*it;
}

class Searcher {
public:
    Searcher(const scenario::Scenario& scenario, const SearchPlan& plan, const std::atomic<bool>* cancel)
        : m_scenario(scenario)
        , m_plan(plan)
        , m_cancel(cancel)
    {
    }

    Result<void> begin()
    {
        session::Options options = m_plan.options;
        Result<Played> played = play(m_scenario, options);
        if (!played)
            return fail(played.error());
        m_first = std::move(*played);
        if (!m_first.stopped.empty())
            return fail("the run stopped early: " + m_first.stopped);
        return checkGoal();
    }

    Search makeTrials()
    {
        Search out;
        out.goal = m_plan.goal;
        out.before = measure(m_first.trace, m_first.end);
        describe(out.what);
        for (std::size_t c = 0; c < candidates().size(); ++c) {
            const Candidate& candidate = candidates()[c];
            addTrials(out.trials, c, owner(candidate.scope),
                candidate.scope == Scope::Cluster ? m_advisedBroker : m_advised[0]);
            // What several clients have alike goes only when all of them are set otherwise.
            if (candidate.scope == Scope::Client && m_concernsSeveral && owner(candidate.scope) != kEveryone)
                addTrials(out.trials, c, kEveryone, m_advised[1]);
        }
        return out;
    }

    void attempt(Trial& trial) const
    {
        scenario::Scenario scenario = m_scenario;
        session::Options options = m_plan.options;
        const Candidate& candidate = candidates()[trial.candidate];
        if (candidate.scope == Scope::Profile)
            options.profile = trial.value;
        else if (!scenario::applySetting(scenario, trial.setting, options.profile)
            || meansTheSame(m_scenario, scenario, options.profile)) {
            trial.isDone = true;
            return;
        }
        const Result<Played> second = play(scenario, options);
        if (m_cancel && *m_cancel)
            return;
        trial.isDone = true;
        if (!second)
            return; // its constructor refuses it
        if (!second->stopped.empty()) {
            trial.outcome = Trial::Outcome::NotWhole;
            return;
        }
        const Comparison comparison = compared(m_first, *second);
        if (comparison.settings().empty() && comparison.isSame()) {
            trial.outcome = Trial::Outcome::NotTaken; // it is set so already
            return;
        }
        const bool isSame = !comparison.alignment().parting() && comparison.differenceCount() == 0;
        if (!isAvoided(m_first, m_plan.goal.connection, *second, comparison)) {
            trial.outcome = isSame ? Trial::Outcome::NoEffect : Trial::Outcome::Remains;
            return;
        }
        trial.outcome = Trial::Outcome::Avoids;
        trial.isUnseen = isSame;
        trial.isLucky = !isSame && !standsOtherSeeds(scenario, options);
        if (m_cancel && *m_cancel) {
            trial.isDone = false;
            return;
        }
        trial.isBelow = isBelowPresent(comparison, trial);
        trial.measures = measure(second->trace, second->end);
        trial.differences = comparison.differenceCount() - 1;
        if (m_plan.goal.kind == Goal::Kind::Finding)
            trial.differences = comparison.differenceCount();
        for (int language = 0; language < analysis::kLanguageCount; ++language)
            trial.costs[language] = costs(comparison, static_cast<Language>(language));
    }

private:
    static void addTrials(std::vector<Trial>& trials, std::size_t candidate, const std::string& owner,
        const std::optional<findings::Remedy>& advised)
    {
        const Candidate& row = candidates()[candidate];
        std::string_view values = row.values;
        std::string longer;
        const bool isAdvised = advised && row.scope != Scope::Profile && advised->key == row.key;
        if (isAdvised && !isAmong(values, advised->value)) {
            longer = advised->value + ',' + std::string(values);
            values = longer;
        }
        while (!values.empty()) {
            const std::size_t comma = values.find(',');
            Trial trial;
            trial.candidate = candidate;
            trial.value = values.substr(0, comma);
            trial.setting = owner + std::string(row.key) + '=' + trial.value;
            trials.push_back(std::move(trial));
            values = comma == std::string_view::npos ? std::string_view {} : values.substr(comma + 1);
        }
    }

    static bool isAmong(std::string_view values, const std::string& value)
    {
        return (',' + std::string(values) + ',').find(',' + value + ',') != std::string::npos;
    }

    /// What the findings of the goal's kind advise is tried too: at the client concerned what its own says, at all of them the
    /// lowest, at the brokers the highest.
    void takeAdvice(const findings::Finding& finding)
    {
        if (!finding.remedy || finding.remedy->side == trace::Side::None || finding.remedy->value.empty())
            return;
        if (finding.remedy->side == trace::Side::Broker) {
            if (!m_advisedBroker || isBelow(finding.remedy->key, m_advisedBroker->value, finding.remedy->value))
                m_advisedBroker = finding.remedy;
            return;
        }
        if (std::find(finding.clients.begin(), finding.clients.end(), m_client) != finding.clients.end())
            m_advised[0] = finding.remedy;
        auto& all = m_advised[1];
        if (!all || (all->key == finding.remedy->key && isBelow(all->key, finding.remedy->value, all->value)))
            all = finding.remedy;
    }

    /// Whether the value of a trial is below what it was.
    static bool isBelowPresent(const Comparison& comparison, const Trial& trial)
    {
        const std::string_view key = candidates()[trial.candidate].key;
        for (const compare::SettingDifference& difference : comparison.settings()) {
            if (difference.key != key || !difference.second)
                continue;
            const auto present = difference.first ? difference.first : defaultOf(key);
            return present && isBelow(key, *difference.second, *present);
        }
        const auto present = defaultOf(key);
        return present && isBelow(key, trial.value, *present);
    }

    /// Of a key that the first run did not tell: it is not set there.
    static std::optional<std::string> defaultOf(std::string_view key)
    {
        constexpr protocol::KafkaVersion kNewest {4, 0};
        for (const auto owner :
            {protocol::ConfigOwner::Producer, protocol::ConfigOwner::Consumer, protocol::ConfigOwner::Broker}) {
            if (const protocol::ConfigKey* known = protocol::findConfigKey(owner, key)) {
                const auto value = known->defaultIn(kNewest);
                return value ? std::optional<std::string>(*value) : std::nullopt;
            }
        }
        return std::nullopt;
    }

    Result<Played> play(const scenario::Scenario& scenario, session::Options options) const
    {
        options.cancel = m_cancel;
        options.maxEvents = std::min(m_plan.maxEvents, scenario.maxEvents);
        sim::Statistics statistics;
        auto trace = sim::run(scenario, options, &statistics);
        if (!trace)
            return fail(trace.error());
        Played played {std::move(*trace), statistics.end, {}, {}};
        played.lives = trace::connectionLives(played.trace);
        if (statistics.stoppedEarly && !played.trace.empty())
            played.stopped = played.trace.text(played.trace[played.trace.size() - 1].text);
        return played;
    }

    Result<void> checkGoal()
    {
        const Goal& goal = m_plan.goal;
        if (goal.kind == Goal::Kind::Finding) {
            const auto found = findings::findings(m_first.trace, m_first.end);
            const findings::Finding* finding = findIn(found, goal.finding);
            if (!finding)
                return fail("there is no " + std::string(findings::kindName(goal.finding))
                    + " in this run: nothing is to be avoided");
            if (!finding->clients.empty())
                m_client = finding->clients.front();
            const std::string first = clientEntry(m_client);
            for (const findings::Finding& each : found) {
                if (each.kind != goal.finding)
                    continue;
                takeAdvice(each);
                m_concernsSeveral = m_concernsSeveral
                    || std::any_of(each.clients.begin(), each.clients.end(),
                        [&](ClientId client) { return clientEntry(client) != first; });
            }
            return {};
        }
        const ConnectionLife* life = find(m_first.lives, goal.connection);
        const std::string number = std::to_string(goal.connection.value);
        if (!life)
            return fail("there is no connection " + number
                + " in this run; connscope run SCENARIO --format connections "
                  "--json has their numbers");
        m_client = life->client;
        if (goal.kind == Goal::Kind::End && !life->closed)
            return fail("connection " + number + " is still open at the end of this run");
        if (goal.kind == Goal::Kind::CloseWait
            && closeWaitIn(m_first.trace, goal.connection, m_first.end) <= kBriefCloseWait)
            return fail("the client's end of connection " + number + " does not stand in CLOSE-WAIT in this run");
        return {};
    }

    /// "suffers." of the client concerned, as --set has it.
    std::string owner(Scope scope) const
    {
        if (scope == Scope::Profile)
            return {};
        if (scope == Scope::Cluster)
            return "cluster.";
        const std::string name = clientEntry(m_client);
        return name.empty() ? kEveryone : name + '.';
    }

    std::string clientEntry(ClientId client) const
    {
        if (!client.isValid())
            return {};
        for (std::size_t i = 0; i < m_first.trace.size(); ++i) {
            const trace::Event& e = m_first.trace[i];
            if (e.kind != trace::EventKind::ClientCreated || e.client != client)
                continue;
            const std::string name(trace::entryName(m_first.trace, e));
            return name.substr(0, name.find('[')); // all instances alike
        }
        return {};
    }

    static Duration closeWaitIn(const trace::Trace& trace, ConnectionId id, Instant end)
    {
        Duration total {};
        Instant from = kNever;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.connection != id || e.side != trace::Side::Client || e.state == trace::TcpState::None)
                continue;
            if (e.state == trace::TcpState::CloseWait) {
                from = std::min(from, e.at);
            } else if (from != kNever) {
                total += e.at - from;
                from = kNever;
            }
        }
        return from == kNever ? total : total + (std::max(end, trace.end()) - from);
    }

    /// Whether it is avoided in runs with other seeds as well: of two such runs, one with the change and one without, as here.
    /// A seed whose run does not have what is to be avoided says nothing.
    bool standsOtherSeeds(const scenario::Scenario& changed, const session::Options& changedOptions) const
    {
        const std::uint64_t seed = m_plan.options.seed.value_or(m_scenario.seed);
        for (std::uint64_t other = seed + 1; other <= seed + kOtherSeeds; ++other) {
            session::Options plain = m_plan.options;
            session::Options options = changedOptions;
            plain.seed = options.seed = other;
            const Result<Played> first = play(m_scenario, plain);
            if (!first || !first->stopped.empty())
                continue;
            ConnectionId connection;
            if (m_plan.goal.kind == Goal::Kind::Finding) {
                if (!findIn(findings::findings(first->trace, first->end), m_plan.goal.finding))
                    continue;
            } else {
                connection = sameIn(*first);
                if (!connection.isValid())
                    continue;
            }
            const Result<Played> second = play(changed, options);
            if (!second || !second->stopped.empty())
                continue;
            if (!isAvoided(*first, connection, *second, compared(*first, *second)))
                return false;
        }
        return true;
    }

    static Comparison compared(const Played& first, const Played& second)
    {
        compare::Options options;
        options.end[0] = first.end;
        options.end[1] = second.end;
        return {first.trace, second.trace, options};
    }

    /// The connection that is to the run with another seed what the goal's is to this one, and of which the same is to be avoided;
    /// none where there is no such.
    ConnectionId sameIn(const Played& other) const
    {
        const Goal& goal = m_plan.goal;
        const Comparison comparison = compared(m_first, other);
        const ConnectionId counterpart = comparison.alignment().counterpart(Run::First, goal.connection);
        const ConnectionLife* there = find(other.lives, counterpart);
        const ConnectionLife& here = *find(m_first.lives, goal.connection);
        if (!there)
            return {};
        if (goal.kind == Goal::Kind::End
            && (!there->closed || there->closer != here.closer || there->closeRule != here.closeRule))
            return {};
        if (goal.kind == Goal::Kind::CloseWait && closeWaitIn(other.trace, counterpart, other.end) <= kBriefCloseWait)
            return {};
        return counterpart;
    }

    /// Whether what is to be avoided of \a connection in \a first is not in \a second. \a connection is not looked at for a finding.
    bool isAvoided(
        const Played& first, ConnectionId connection, const Played& second, const Comparison& comparison) const
    {
        const Goal& goal = m_plan.goal;
        if (goal.kind == Goal::Kind::Finding)
            return findIn(findings::findings(second.trace, second.end), goal.finding) == nullptr;
        const ConnectionLife& before = *find(first.lives, connection);
        const ClientId client = comparison.alignment().counterpart(Run::First, before.client);
        const ConnectionId counterpart = comparison.alignment().counterpart(Run::First, connection);
        // Another one in its place is the same thing under another cause: only fewer of them are fewer.
        const bool isFewer = client.isValid()
            && countTo(second.lives, client, before.node) < countTo(first.lives, before.client, before.node);
        if (goal.kind == Goal::Kind::Opening)
            return !counterpart.isValid() && isFewer;
        if (!counterpart.isValid())
            return isFewer;
        if (goal.kind == Goal::Kind::CloseWait)
            return closeWaitIn(second.trace, counterpart, second.end) <= kBriefCloseWait;
        const ConnectionLife& after = *find(second.lives, counterpart);
        return !after.closed || after.closer != before.closer || after.closeRule != before.closeRule;
    }

    /// What else differs, without what was set and where the runs part, which the reader knows.
    static std::vector<std::string> costs(const Comparison& comparison, Language language)
    {
        std::vector<std::string> out;
        for (const compare::Sentence& sentence : compare::summarize(comparison, language)) {
            if (sentence.kind == compare::Words::SettingDiffers || sentence.kind == compare::Words::Parting
                || sentence.kind == compare::Words::PartingOtherwise)
                continue;
            if (out.size() == kMostCosts)
                break;
            out.push_back(sentence.text);
        }
        return out;
    }

    void describe(std::string (&what)[analysis::kLanguageCount]) const
    {
        const Goal& goal = m_plan.goal;
        const analysis::Names names(m_first.trace);
        if (goal.kind == Goal::Kind::Finding) {
            const auto found = findings::findings(m_first.trace, m_first.end);
            for (int i = 0; i < analysis::kLanguageCount; ++i)
                what[i] = findings::text(names, *findIn(found, goal.finding), static_cast<Language>(i));
            return;
        }
        const ConnectionLife& life = *find(m_first.lives, goal.connection);
        const std::string node = analysis::nodeText(life.node) + " (" + names.remote(life.id) + ")";
        const auto at
            = [&](Instant t, Language language) { return analysis::spokenTime(t.time_since_epoch(), language); };
        const auto rule
            = [&](trace::RuleId id, Language language) { return std::string(analysis::ruleName(id, language)); };
        constexpr Language en = Language::English;
        constexpr Language zh = Language::Chinese;
        const std::string who = names.client(life.client, en);
        const std::string whoZh = names.client(life.client, zh);
        switch (goal.kind) {
        case Goal::Kind::Opening:
            what[0] = "That " + who + " connects to node " + node + " at " + at(life.opened, en) + " ("
                + rule(life.openRule, en) + ").";
            what[1] = whoZh + " 在 " + at(life.opened, zh) + " 连接节点 " + node + "（" + rule(life.openRule, zh)
                + "）。";
            break;
        case Goal::Kind::End:
            what[0] = "That the connection of " + who + " to node " + node + " is closed by the "
                + std::string(analysis::sideWord(life.closer, en)) + " at " + at(*life.closed, en) + " ("
                + rule(life.closeRule, en) + ").";
            what[1] = whoZh + " 到节点 " + node + " 的连接在 " + at(*life.closed, zh) + " 被"
                + std::string(analysis::sideWord(life.closer, zh)) + "关闭（" + rule(life.closeRule, zh) + "）。";
            break;
        default: {
            const Duration stood = closeWaitIn(m_first.trace, goal.connection, m_first.end);
            what[0] = "That the client's end of the connection of " + who + " to node " + node
                + " stands in CLOSE-WAIT for " + analysis::spokenTime(stood, en) + ".";
            what[1] = whoZh + " 到节点 " + node + " 的连接在客户端一侧停留在 CLOSE-WAIT "
                + analysis::spokenTime(stood, zh) + "。";
            break;
        }
        }
    }

    const scenario::Scenario& m_scenario;
    const SearchPlan& m_plan;
    const std::atomic<bool>* m_cancel;
    Played m_first;
    ClientId m_client;
    std::optional<findings::Remedy> m_advised[2]; ///< at the client concerned, at all clients
    std::optional<findings::Remedy> m_advisedBroker; ///< at every broker
    bool m_concernsSeveral = false; ///< entries of the scenario, not only instances of one
};

} // namespace

std::vector<std::size_t> Search::best() const
{
    std::map<std::size_t, std::size_t> byCandidate;
    const auto isLess = [&](std::size_t a, std::size_t b) {
        const Trial& x = trials[a];
        const Trial& y = trials[b];
        return std::tie(x.isLucky, x.isUnseen, x.differences, a) < std::tie(y.isLucky, y.isUnseen, y.differences, b);
    };
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (trials[i].outcome != Trial::Outcome::Avoids)
            continue;
        const auto [it, isNew] = byCandidate.emplace(trials[i].candidate, i);
        if (!isNew && isLess(i, it->second))
            it->second = i;
    }
    std::vector<std::size_t> out;
    out.reserve(byCandidate.size());
    for (const auto& [candidate, trial] : byCandidate)
        out.push_back(trial);
    std::sort(out.begin(), out.end(), isLess);
    return out;
}

bool Search::isWhole() const
{
    return std::all_of(trials.begin(), trials.end(), [](const Trial& trial) { return trial.isDone; });
}

Result<Search> search(const scenario::Scenario& scenario, const SearchPlan& plan, const std::atomic<bool>* cancel,
    const Progress& progress)
{
    Searcher searcher(scenario, plan, cancel);
    if (auto begun = searcher.begin(); !begun)
        return fail(begun.error());
    Search out = searcher.makeTrials();
    runJobs(
        out.trials.size(), plan.threads, cancel, [&](std::size_t i) { searcher.attempt(out.trials[i]); }, progress);
    return out;
}

} // namespace connscope::sweep
