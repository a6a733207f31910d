// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live/both.h"

#include "analysis/phrases.h"
#include "scenario/clientconfig.h"
#include "session/session.h"
#include "sim/simulation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace connscope::app {

namespace {

/// More than that of one client is not read by anybody.
constexpr std::size_t kMostShown = 20;

/// How late a real machine may have woken its programs, tried in turn: punctual as virtual time is, a quiet machine, a busy one.
constexpr std::array<Duration, 3> kLateness {Duration::zero(), ms(1), ms(5)};

} // namespace

analysis::Tolerance toleranceFor(const scenario::Scenario& scenario)
{
    analysis::Tolerance tolerance;
    tolerance.first = "for real";
    tolerance.firstChinese = "实际的是";
    tolerance.countsBatches = false;
    for (const scenario::ClientEntry& client : scenario.clients) {
        for (const client::Step& step : client.script) {
            if (step.kind == client::Step::Kind::Poll && step.timeout < std::chrono::seconds(5))
                tolerance.clientPoll = std::max(tolerance.clientPoll, step.timeout);
        }
    }
    return tolerance;
}

std::vector<LeftOut> leftOutForReal(const scenario::Scenario& scenario)
{
    const scenario::NetworkSpec& network = scenario.network;
    std::vector<scenario::LinkSpec> links {network.link};
    for (const scenario::LinkRule& rule : network.links)
        links.push_back(rule.link);
    std::vector<LeftOut> out;
    if (network.middlebox.idle > Duration::zero())
        out.push_back(LeftOut::Middlebox);
    if (std::any_of(links.begin(), links.end(), [](const scenario::LinkSpec& link) { return link.loss > 0; }))
        out.push_back(LeftOut::Loss);
    const scenario::LinkSpec usual;
    const auto isSlower = [&usual](const scenario::LinkSpec& link) {
        return link.latency > usual.latency || link.jitter > usual.jitter || link.bitsPerSecond != 0;
    };
    if (std::any_of(links.begin(), links.end(), isSlower))
        out.push_back(LeftOut::Links);
    return out;
}

std::string leftOutText(const std::vector<LeftOut>& leftOut, analysis::Language language)
{
    const bool chinese = language == analysis::Language::Chinese;
    std::string text;
    for (const LeftOut one : leftOut) {
        if (!text.empty())
            text += chinese ? "、" : ", ";
        switch (one) {
        case LeftOut::Middlebox:
            text += chinese ? "中间设备（network.middlebox）" : "the middlebox (network.middlebox)";
            break;
        case LeftOut::Loss:
            text += chinese ? "丢包（loss）" : "lost segments (loss)";
            break;
        case LeftOut::Links:
            text += chinese ? "链路的延迟、抖动或带宽（latency、jitter、bandwidth）"
                            : "the links' latency, jitter or bandwidth";
            break;
        }
    }
    return text;
}

namespace {

/// Where clients were closed because the session was over; the trace's size if they were not.
std::size_t endOfClients(const trace::Trace& trace)
{
    for (std::size_t i = trace.size(); i-- > 0;) {
        const trace::Event& e = trace[i];
        if (e.kind == trace::EventKind::Action && trace.text(e.text) == session::Session::kEndOfClients)
            return i;
    }
    return trace.size();
}

trace::Trace firstEvents(const trace::Trace& trace, std::size_t count)
{
    trace::Trace out;
    out.header() = trace.header();
    for (std::size_t i = out.texts().size(); i < trace.texts().size(); ++i) // the same order gives the same numbers
        out.intern(trace.text(TextId {static_cast<std::uint32_t>(i)}));
    for (std::size_t i = 0; i < count; ++i)
        out.append(trace[i]);
    return out;
}

} // namespace

namespace {

/// For each client the first simulation that tells what it did.
class OwnSeeds {
public:
    /// \a isWanted: it says something where each client has another one.
    explicit OwnSeeds(bool isWanted)
        : m_isWanted(isWanted)
    {
    }

    void take(const std::vector<analysis::ClientComparison>& rows, const SimulationOf& simulation)
    {
        if (!m_isWanted || rows.size() < 2)
            return;
        if (m_found.empty())
            m_found.resize(rows.size());
        if (rows.size() != m_found.size())
            return; // it has clients that the other has not
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!m_found[i] && rows[i].differences.empty())
                m_found[i] = {rows[i], simulation};
        }
    }
    bool areAll() const
    {
        return !m_found.empty() && std::all_of(m_found.begin(), m_found.end(), [](const auto& f) { return bool(f); });
    }
    void give(BothWays& result) const
    {
        result.rows.clear();
        for (const auto& found : m_found) {
            result.rows.push_back(found->first);
            result.simulations.push_back(found->second);
        }
    }

private:
    bool m_isWanted;
    std::vector<std::optional<std::pair<analysis::ClientComparison, SimulationOf>>> m_found;
};

} // namespace

bool areIndependent(const scenario::Scenario& scenario, std::string_view profileName)
{
    std::set<std::string> shared;
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config)
            continue; // it is never constructed
        const bool isConsumer = config->owner() == protocol::ConfigOwner::Consumer;
        if (!isConsumer && config->owner() != protocol::ConfigOwner::Producer)
            continue;
        const std::string key = isConsumer ? "group.id" : "transactional.id";
        if (config->hasValue(key) && (entry.count > 1 || !shared.insert(key + '=' + config->text(key)).second))
            return false;
    }
    return true;
}

BothWays::Verdict BothWays::verdict() const
{
    if (seedsTried == 0 || analysis::countDifferences(rows) > 0)
        return Verdict::Differ;
    return simulations.empty() ? Verdict::Agree : Verdict::AgreeEach;
}

Result<BothWays> compareWithSimulation(const trace::Trace& whole, const scenario::Scenario& scenario,
    const session::Options& given, int mostSeeds, const std::atomic<bool>* cancel)
{
    // How a session on somebody else's cluster takes its leave is no part of the story.
    const std::size_t end = endOfClients(whole);
    session::Options options = given;
    if (end < whole.size())
        options.until = std::min(options.until.value_or(scenario.until), whole[end].at.time_since_epoch());
    const trace::Trace shortened = end < whole.size() ? firstEvents(whole, end) : trace::Trace {};
    const trace::Trace& real = end < whole.size() ? shortened : whole;
    const analysis::Tolerance tolerance = toleranceFor(scenario);
    BothWays best;
    best.leftOut = leftOutForReal(scenario);
    std::size_t fewest = 0;
    OwnSeeds own(areIndependent(scenario, options.profile));
    for (int i = 0; i < mostSeeds * static_cast<int>(kLateness.size()); ++i) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
            break;
        session::Options simulated = options;
        simulated.vantage = trace::Vantage::Simulated;
        simulated.cancel = cancel;
        // The scenario's own first. Punctual timers first, too: what they tell anybody can play again.
        const int seed = i % mostSeeds;
        simulated.seed = seed == 0 ? options.seed.value_or(scenario.seed) : static_cast<std::uint64_t>(seed);
        simulated.wakeLateness = kLateness[static_cast<std::size_t>(i / mostSeeds)];
        auto trace = sim::run(scenario, simulated);
        if (!trace)
            return fail(trace.error());
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
            break; // the simulation was cut short: it tells nothing
        auto rows = analysis::compareTraces(real, *trace, tolerance);
        const std::size_t count = analysis::countDifferences(rows);
        ++best.seedsTried;
        own.take(rows, {*simulated.seed, simulated.wakeLateness});
        if (i == 0 || count < fewest) {
            fewest = count;
            best.rows = std::move(rows);
            best.seed = *simulated.seed;
            best.wakeLateness = simulated.wakeLateness;
        }
        if (count == 0 || (own.areAll() && best.seedsTried >= kSeedsForAll))
            break;
    }
    if (fewest > 0 && own.areAll())
        own.give(best);
    return best;
}

std::string bothWaysText(const BothWays& result, analysis::Language language)
{
    using analysis::Phrase;
    const auto say = [language](std::string_view english, std::string_view chinese, const analysis::Slots& slots) {
        return analysis::fillPattern(language, language == analysis::Language::Chinese ? chinese : english, slots);
    };
    if (result.seedsTried == 0)
        return say("Interrupted: nothing was compared\n", "已中断：没有比较\n", {});
    std::string text;
    for (std::size_t r = 0; r < result.rows.size(); ++r) {
        const analysis::ClientComparison& row = result.rows[r];
        const std::size_t differ = row.differences.size();
        text += say("{name}: {connections}, {requests} for real; {tells}\n",
            "{name}：实际有 {connections}、{requests}；{tells}\n", [&](std::string_view slot) {
                if (slot == "name")
                    return row.name;
                if (slot == "connections")
                    return analysis::counted(language, Phrase::Connections, row.connections);
                if (slot == "requests")
                    return analysis::counted(language, Phrase::Requests, row.requests);
                if (differ == 0 && r < result.simulations.size())
                    return say("the simulation with seed {n} tells the same", "种子 {n} 的模拟与此一致",
                        [&](std::string_view) { return std::to_string(result.simulations[r].seed); });
                if (differ == 0)
                    return say("the simulation tells the same", "模拟与此一致", {});
                return say(differ == 1 ? "1 difference" : "{n} differences", "{n} 处不同",
                    [differ](std::string_view) { return std::to_string(differ); });
            });
        for (std::size_t i = 0; i < std::min(differ, kMostShown); ++i)
            text += "  " + row.differences[i].in(language) + '\n';
        if (differ > kMostShown)
            text += say("  and {n} more\n", "  另有 {n} 处\n",
                [&](std::string_view) { return std::to_string(differ - kMostShown); });
    }
    if (result.verdict() == BothWays::Verdict::AgreeEach) {
        text += say("They agree, each client with a seed of its own: they have nothing to do with each other, and no "
                    "one seed of "
                    "{tried} draws for all of them what was drawn for real\n",
            "两者一致，每个客户端各有一个种子：它们互不影响，试过的 {tried} "
            "次模拟里没有一个种子能同时为它们抽到实际发生的结果\n",
            [&](std::string_view) { return std::to_string(result.seedsTried); });
    } else
        text += say(result.agree() && result.wakeLateness > Duration::zero()
                ? "They agree (seed {seed}, with timers up to {late} late)\n"
                : result.agree() ? "They agree (seed {seed})\n"
                : result.seedsTried == 1
                ? "They differ: none of {tried} simulation tells what happened; shown is seed {seed}\n"
                : "They differ: none of {tried} simulations tells what happened; shown is seed {seed}\n",
            result.agree() && result.wakeLateness > Duration::zero()
                ? "两者一致（种子 {seed}，定时器最多晚 {late}）\n"
                : result.agree() ? "两者一致（种子 {seed}）\n"
                                 : "两者不同：试过的 {tried} 次模拟都讲不出所发生的事；这里显示的是种子 {seed}\n",
            [&](std::string_view slot) {
                return slot == "seed" ? std::to_string(result.seed)
                    : slot == "late"  ? formatDuration(result.wakeLateness)
                                      : std::to_string(result.seedsTried);
            });
    if (!result.leftOut.empty())
        text += say("Only simulated: {what}. Real sockets have none of it; where it matters, the two may differ, or "
                    "agree by a "
                    "seed in which it did nothing\n",
            "仅在模拟中：{what}。真实套接字没有这些；它起作用时两者可能不同，也可能因某个种子里它没有影响而一致\n",
            [&](std::string_view) { return leftOutText(result.leftOut, language); });
    return text;
}

} // namespace connscope::app
