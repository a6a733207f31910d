// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/summary.h"

#include "analysis/names.h"
#include "analysis/phrases.h"
#include "analysis/sentences.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace connscope::compare {

using analysis::Language;
using trace::ConnectionLife;

namespace {

using Slot = std::pair<std::string_view, std::string>;
constexpr std::size_t kMostNodes = 6;

class Summary {
public:
    Summary(const Comparison& comparison, Language language)
        : m_comparison(comparison)
        , m_language(language)
        , m_first(comparison.trace(Run::First))
        , m_second(comparison.trace(Run::Second))
    {
    }

    std::vector<Sentence> make()
    {
        if (m_comparison.isSame()) {
            add(Words::Same,
                {{"connections", connections(m_comparison.connections().size())},
                    {"events", counted(Words::Events, m_comparison.trace(Run::First).size())}});
            return std::move(m_sentences);
        }
        brokers();
        settings();
        parting();
        clients();
        ends();
        idleTimes();
        closeWaits();
        onlyConnections();
        otherAspects();
        reconnects();
        requests();
        if (!m_comparison.alignment().parting() && m_comparison.differenceCount() == 0)
            add(Words::NothingElse, {{"connections", connections(m_comparison.connections().size())}});
        return std::move(m_sentences);
    }

private:
    using Rows = std::vector<std::size_t>;

    // -- words --

    std::string fill(Words pattern, const std::vector<Slot>& slots) const
    {
        return analysis::fillPattern(m_language, words(pattern, m_language), [&slots](std::string_view name) {
            const auto found
                = std::find_if(slots.begin(), slots.end(), [name](const Slot& s) { return s.first == name; });
            return found == slots.end() ? std::string() : found->second;
        });
    }
    std::string word(Words pattern) const { return std::string(words(pattern, m_language)); }
    std::string counted(Words pattern, std::uint64_t n) const
    {
        return analysis::countedPattern(words(pattern, m_language), n);
    }
    std::string connections(std::uint64_t n) const
    {
        return analysis::counted(m_language, analysis::Phrase::Connections, n);
    }
    std::string time(Duration d) const { return analysis::lengthOfTime(d, m_language); }
    std::string runName(Run run) const { return word(run == Run::First ? Words::TheFirst : Words::TheSecond); }
    const analysis::Names& names(Run run) const { return run == Run::First ? m_first : m_second; }
    std::string clientName(Run run, ClientId id) const { return names(run).client(id, m_language); }
    std::string clientName(const Pair<ClientId>& pair) const
    {
        return pair.first.isValid() ? clientName(Run::First, pair.first) : clientName(Run::Second, pair.second);
    }
    std::string join(const std::vector<std::string>& list) const { return analysis::joinAnd(list, m_language); }

    std::string range(Duration from, Duration to) const
    {
        const std::string a = time(from);
        const std::string b = time(to);
        return a == b ? a : fill(Words::Range, {{"from", a}, {"to", b}});
    }

    void add(Words kind, const std::vector<Slot>& slots, Rows rows = {})
    {
        const std::size_t n = ++m_count[kind];
        if (n <= kMostOfAKind) {
            m_sentences.push_back({kind, fill(kind, slots), std::move(rows)});
            m_last[kind] = m_sentences.size() - 1;
            return;
        }
        if (n == kMostOfAKind + 1) {
            m_sentences.insert(
                m_sentences.begin() + static_cast<std::ptrdiff_t>(m_last[kind]) + 1, {Words::More, {}, {}});
            ++m_last[kind];
        }
        Sentence& more = m_sentences[m_last[kind]];
        more.text = fill(Words::More, {{"n", std::to_string(n - kMostOfAKind)}});
        more.rows.insert(more.rows.end(), rows.begin(), rows.end());
    }

    const ConnectionRow& row(std::size_t i) const { return m_comparison.connections()[i]; }
    static const ConnectionLife& life(const ConnectionRow& row, Run run)
    {
        return run == Run::First ? row.first->life : row.second->life;
    }

    /// "2 and 0", "producer-1 → 2 and consumer-1 → 0": the node ids of rows, each once, with their client where there are several.
    std::string nodes(const Rows& rows) const
    {
        std::vector<std::string> list;
        for (const std::size_t i : rows) {
            const ConnectionRow& r = row(i);
            const Run run = r.first ? Run::First : Run::Second;
            std::string text = analysis::nodeText(r.any().life.node);
            if (m_comparison.clients().size() > 1)
                text = clientName(run, r.any().life.client) + " \u2192 " + text;
            if (std::find(list.begin(), list.end(), text) == list.end())
                list.push_back(std::move(text));
        }
        return few(std::move(list));
    }

    std::string few(std::vector<std::string> list) const
    {
        if (list.size() > kMostNodes) {
            const std::size_t left = list.size() - (kMostNodes - 1);
            list.resize(kMostNodes - 1);
            list.push_back(fill(Words::MoreNodes, {{"n", std::to_string(left)}}));
        }
        return join(list);
    }

    std::string end(const ConnectionLife& life) const
    {
        if (!life.closed)
            return word(Words::OpenAtEnd);
        return fill(Words::Closed,
            {{"side", std::string(analysis::sideWord(life.closer, m_language))},
                {"rule", std::string(analysis::ruleName(life.closeRule, m_language))}});
    }

    // -- sentences --

    void brokers()
    {
        for (const Run run : {Run::First, Run::Second}) {
            std::vector<std::string> numbers;
            for (const BrokerId broker : brokersOnlyIn(m_comparison.alignment(), run))
                numbers.push_back(std::to_string(broker.value));
            if (!numbers.empty())
                add(Words::OnlyBroker,
                    {{"run", runName(run)},
                        {"list",
                            fill(numbers.size() == 1 ? Words::OfBroker : Words::OfBrokers,
                                {{"list", few(numbers)}})}});
        }
    }

    void settings()
    {
        const std::string notSet = word(Words::NotSet);
        for (const SettingDifference& d : m_comparison.settings()) {
            std::vector<std::string> owners;
            for (const Pair<ClientId>& client : d.clients)
                owners.push_back(clientName(client));
            for (const BrokerId broker : d.brokers)
                owners.push_back(std::to_string(broker.value));
            std::string owner = few(owners);
            if (!d.brokers.empty())
                owner = fill(d.brokers.size() == 1 ? Words::OfBroker : Words::OfBrokers, {{"list", owner}});
            add(Words::SettingDiffers,
                {{"key", printable(d.key)}, {"owner", owner}, {"first", d.first ? printable(*d.first) : notSet},
                    {"second", d.second ? printable(*d.second) : notSet}});
        }
    }

    void parting()
    {
        const auto parting = m_comparison.alignment().parting();
        if (!parting)
            return;
        const trace::Event& e = m_comparison.trace(parting->run)[parting->event];
        const EventId other = sameWords(*parting);
        const Run otherRun = parting->run == Run::First ? Run::Second : Run::First;
        add(other.isValid() ? Words::PartingOtherwise : Words::Parting,
            {{"time", time(e.at.time_since_epoch())}, {"run", runName(parting->run)},
                {"sentence", analysis::sentence(names(parting->run), e, m_language)},
                {"rule", std::string(analysis::ruleName(e.rule, m_language))},
                {"other",
                    other.isValid() ? time(m_comparison.trace(otherRun)[other].at.time_since_epoch())
                                    : std::string()}});
    }

    /// What the other run has of the same message, though it is another event there; invalid where it has none. The sentence
    /// about the one would be as true of the other.
    EventId sameWords(const Alignment::Parting& parting) const
    {
        const Run otherRun = parting.run == Run::First ? Run::Second : Run::First;
        const trace::Trace& trace = m_comparison.trace(otherRun);
        const trace::Event& e = m_comparison.trace(parting.run)[parting.event];
        const ClientId client = m_comparison.alignment().counterpart(parting.run, e.client);
        if (e.correlation < 0 || !client.isValid())
            return {};
        for (std::uint32_t i = 0; i < trace.size(); ++i) {
            const trace::Event& o = trace[EventId {i}];
            if (o.kind == e.kind && o.client == client && o.correlation == e.correlation && o.api == e.api
                && o.broker == e.broker && !m_comparison.alignment().counterpart(otherRun, EventId {i}).isValid())
                return EventId {i};
        }
        return {};
    }

    void clients()
    {
        for (const ClientRow& client : m_comparison.clients()) {
            if (!client.client.isBoth()) {
                add(Words::OnlyClient,
                    {{"run", runName(client.client.first.isValid() ? Run::First : Run::Second)},
                        {"client", clientName(client.client)}});
            }
        }
    }

    /// Rows that \a key puts together, in the order of their first row. \a key gives nothing for rows that are not meant.
    template <typename Key>
    auto groups(const Key& key) const
    {
        using K = typename std::invoke_result_t<Key, const ConnectionRow&>::value_type;
        std::vector<std::pair<K, Rows>> result;
        std::map<K, std::size_t> places;
        for (std::size_t i = 0; i < m_comparison.connections().size(); ++i) {
            const auto k = key(row(i));
            if (!k)
                continue;
            const auto [place, isNew] = places.try_emplace(*k, result.size());
            if (isNew)
                result.push_back({*k, {}});
            result[place->second].second.push_back(i);
        }
        return result;
    }

    void ends()
    {
        using End = std::tuple<bool, trace::Side, trace::RuleId>;
        const auto endOf = [](const ConnectionLife& l) { return End {l.closed.has_value(), l.closer, l.closeRule}; };
        for (const auto& [key, rows] : groups([&](const ConnectionRow& r) {
                 return r.differs(Aspect::End) && r.isBoth()
                     ? std::optional(std::pair {endOf(r.first->life), endOf(r.second->life)})
                     : std::nullopt;
             })) {
            add(Words::EndDiffers,
                {{"connections", connections(rows.size())}, {"nodes", nodes(rows)},
                    {"first", end(life(row(rows.front()), Run::First))},
                    {"second", end(life(row(rows.front()), Run::Second))}},
                rows);
        }
    }

    void idleTimes()
    {
        for (const auto& [key, rows] : groups([](const ConnectionRow& r) {
                 return r.differs(Aspect::Idle)
                     ? std::optional(std::pair {r.first->life.closer, r.first->life.closeRule})
                     : std::nullopt;
             })) {
            std::pair<Duration, Duration> ranges[2] {
                {Duration::max(), Duration::min()}, {Duration::max(), Duration::min()}};
            for (const std::size_t i : rows) {
                const Duration idle[2] {*row(i).first->idle, *row(i).second->idle};
                for (const std::size_t run : {0U, 1U})
                    ranges[run] = {std::min(ranges[run].first, idle[run]), std::max(ranges[run].second, idle[run])};
            }
            add(Words::IdleDiffers,
                {{"connections", connections(rows.size())}, {"nodes", nodes(rows)},
                    {"end", end(life(row(rows.front()), Run::First))},
                    {"first", range(ranges[0].first, ranges[0].second)},
                    {"second", range(ranges[1].first, ranges[1].second)}},
                rows);
        }
    }

    /// How many connections of a run stood in CLOSE-WAIT for more than a moment, and the longest.
    void closeWaits()
    {
        constexpr Duration kMoment = std::chrono::seconds(1);
        std::uint64_t count[2] {};
        Duration longest[2] {};
        Rows rows;
        for (std::size_t i = 0; i < m_comparison.connections().size(); ++i) {
            const ConnectionRow& r = row(i);
            bool stands = false;
            for (const Run run : {Run::First, Run::Second}) {
                const auto& facts = run == Run::First ? r.first : r.second;
                if (!facts || facts->closeWait < kMoment)
                    continue;
                stands = true;
                ++count[static_cast<std::size_t>(run)];
                longest[static_cast<std::size_t>(run)]
                    = std::max(longest[static_cast<std::size_t>(run)], facts->closeWait);
            }
            if (stands && r.differs())
                rows.push_back(i);
        }
        if (rows.empty() || (count[0] == count[1] && time(longest[0]) == time(longest[1])))
            return;
        const auto say = [&](std::size_t run) {
            return count[run] == 0
                ? word(Words::None)
                : fill(Words::UpTo, {{"connections", connections(count[run])}, {"time", time(longest[run])}});
        };
        add(Words::CloseWaitDiffers, {{"first", say(0)}, {"second", say(1)}}, std::move(rows));
    }

    void onlyConnections()
    {
        for (const auto& [key, rows] : groups([](const ConnectionRow& r) {
                 const ConnectionLife& l = r.any().life;
                 return r.isBoth()
                     ? std::nullopt
                     : std::optional(std::tuple {r.first ? Run::First : Run::Second, l.client, l.openRule});
             })) {
            const auto& [run, client, rule] = key;
            std::vector<std::string> list;
            for (const std::size_t i : rows) {
                std::string text = analysis::nodeText(row(i).any().life.node);
                if (std::find(list.begin(), list.end(), text) == list.end())
                    list.push_back(std::move(text));
            }
            add(Words::OnlyConnections,
                {{"run", runName(run)}, {"connections", connections(rows.size())},
                    {"client", clientName(run, client)}, {"nodes", few(std::move(list))},
                    {"rule", std::string(analysis::ruleName(rule, m_language))}},
                rows);
        }
    }

    template <typename Value, typename Say>
    void aspect(Aspect aspect, Words kind, Value ConnectionLife::*field, const Say& say)
    {
        for (const auto& [key, rows] : groups([&](const ConnectionRow& r) {
                 return r.differs(aspect) ? std::optional(std::pair {r.first->life.*field, r.second->life.*field})
                                          : std::nullopt;
             })) {
            add(kind,
                {{"connections", connections(rows.size())}, {"nodes", nodes(rows)}, {"first", say(key.first)},
                    {"second", say(key.second)}},
                rows);
        }
    }

    void otherAspects()
    {
        aspect(Aspect::Reason, Words::ReasonDiffers, &ConnectionLife::openRule,
            [&](trace::RuleId rule) { return std::string(analysis::ruleName(rule, m_language)); });
        aspect(Aspect::Role, Words::RoleDiffers, &ConnectionLife::role,
            [&](Role role) { return std::string(analysis::roleWord(role, m_language)); });
        aspect(Aspect::Broker, Words::BrokerDiffers, &ConnectionLife::broker,
            [](BrokerId broker) { return broker.isValid() ? std::to_string(broker.value) : std::string("-"); });
    }

    void reconnects()
    {
        using namespace std::chrono;
        for (const ClientRow& client : m_comparison.clients()) {
            if (!client.client.isBoth() || client.reopened[0] == client.reopened[1])
                continue;
            const Run more = client.reopened[0] > client.reopened[1] ? Run::First : Run::Second;
            const std::int64_t length[2] {toNs(m_comparison.end(Run::First)), toNs(m_comparison.end(Run::Second))};
            // An hourly number of what was seen for less than ten minutes would be an invention.
            constexpr std::int64_t kHour = 3'600'000'000'000;
            const bool hourly = std::min(length[0], length[1]) >= kHour / 6;
            std::uint64_t rate[2] {client.reopened[0], client.reopened[1]};
            if (hourly) {
                for (const std::size_t run : {0U, 1U}) {
                    const double hours = static_cast<double>(length[run]) / static_cast<double>(kHour);
                    rate[run]
                        = static_cast<std::uint64_t>(std::llround(static_cast<double>(client.reopened[run]) / hours));
                }
            }
            const std::uint64_t difference = std::max(rate[0], rate[1]) - std::min(rate[0], rate[1]);
            if (difference == 0)
                continue;
            add(hourly ? Words::ReconnectsAnHour : Words::Reconnects,
                {{"client", clientName(client.client)}, {"times", counted(Words::Times, difference)},
                    {"run", runName(more)}, {"first", std::to_string(rate[0])}, {"second", std::to_string(rate[1])}});
        }
    }

    void requests()
    {
        std::map<ApiKey, std::int64_t> by;
        for (const auto& [api, count] : m_comparison.totals(Run::First).requestsByApi)
            by[api] -= static_cast<std::int64_t>(count);
        for (const auto& [api, count] : m_comparison.totals(Run::Second).requestsByApi)
            by[api] += static_cast<std::int64_t>(count);
        std::vector<std::pair<ApiKey, std::int64_t>> sorted(by.begin(), by.end());
        std::stable_sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
        std::vector<std::string> list;
        for (const auto& [api, n] : sorted) {
            if (n == 0)
                continue;
            const std::string name(api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(api));
            list.push_back(
                fill(n > 0 ? Words::MoreOf : Words::FewerOf, {{"n", std::to_string(std::abs(n))}, {"api", name}}));
        }
        if (!list.empty())
            add(Words::RequestsDiffer, {{"list", join(list)}});
    }

    const Comparison& m_comparison;
    Language m_language;
    analysis::Names m_first;
    analysis::Names m_second;
    std::vector<Sentence> m_sentences;
    std::map<Words, std::size_t> m_count;
    std::map<Words, std::size_t> m_last; // where a kind's last sentence is
};

} // namespace

std::vector<Sentence> summarize(const Comparison& comparison, Language language)
{
    return Summary(comparison, language).make();
}

} // namespace connscope::compare
