// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/expectations.h"

#include "scenario/clientconfig.h"
#include "trace/index.h"
#include "trace/life.h"
#include "trace/query.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace connscope::scenario {

namespace {

std::string rangeText(const Range& range)
{
    if (range.low == range.high)
        return std::to_string(range.low);
    if (range.high == std::numeric_limits<std::int64_t>::max())
        return "at least " + std::to_string(range.low);
    return std::to_string(range.low) + " to " + std::to_string(range.high);
}

std::string nodesText(const std::vector<std::int32_t>& nodes)
{
    constexpr std::size_t kShown = 20;
    std::string out;
    for (std::size_t i = 0; i < nodes.size() && i < kShown; ++i)
        out += (i ? ", " : "") + std::to_string(nodes[i]);
    if (nodes.size() > kShown)
        out += ", …";
    return out.empty() ? "none" : out;
}

class Checker {
public:
    Checker(const Scenario& scenario, std::string_view profile, const trace::Trace& trace)
        : m_scenario(scenario)
        , m_profile(profile)
        , m_trace(trace)
        , m_lives(trace::connectionLives(trace))
        , m_origins(clientOrigins(scenario, trace))
    {
    }

    std::vector<Failure> run()
    {
        for (const Expectation& expectation : m_scenario.expectations) {
            if (expectation.profiles.empty()
                || std::find(expectation.profiles.begin(), expectation.profiles.end(), m_profile)
                    != expectation.profiles.end())
                check(expectation);
        }
        return std::move(m_failures);
    }

private:
    bool isMeant(ClientId client) const
    {
        if (m_current->client.empty())
            return true;
        if (!client.isValid() || client.value >= m_origins.size())
            return false;
        const ClientOrigin origin = m_origins[client.value];
        if (origin.entry < 0)
            return false;
        const ClientEntry& entry = m_scenario.clients[static_cast<std::size_t>(origin.entry)];
        return origin.instance < 0 ? m_current->client == entry.name
                                   : matchesClient(m_current->client, entry, origin.instance);
    }

    bool isPast(const std::optional<Instant>& t) const { return t && (!m_current->at || *t <= *m_current->at); }

    void failure(std::string message)
    {
        if (!m_current->client.empty())
            message = m_current->client + ": " + message;
        if (m_current->at)
            message = "at " + formatDuration(m_current->at->time_since_epoch()) + ": " + message;
        if (!m_current->note.empty())
            message += " (" + m_current->note + ')';
        m_failures.push_back({m_current->line, std::move(message)});
    }

    void compare(std::string_view what, const Range& range, std::int64_t found, const std::string& detail = {})
    {
        if (found < range.low || found > range.high) {
            failure(std::string(what) + ": expected " + rangeText(range) + ", found " + std::to_string(found)
                + (detail.empty() ? std::string() : " [" + detail + ']'));
        }
    }

    void check(const Expectation& expectation)
    {
        m_current = &expectation;
        std::vector<const trace::ConnectionLife*> opened;
        std::vector<const trace::ConnectionLife*> closed;
        std::vector<std::int32_t> nodes;
        std::vector<std::int32_t> openNodes;
        for (const trace::ConnectionLife& life : m_lives) {
            if (!isMeant(life.client) || !isPast(life.opened))
                continue;
            opened.push_back(&life);
            nodes.push_back(life.node.value);
            if (isPast(life.closed))
                closed.push_back(&life);
            else
                openNodes.push_back(life.node.value);
        }
        if (expectation.opened)
            compare("opened", *expectation.opened, static_cast<std::int64_t>(opened.size()), nodesText(nodes));
        if (expectation.open)
            compare("open", *expectation.open, static_cast<std::int64_t>(openNodes.size()), nodesText(openNodes));
        for (const auto& [role, range] : expectation.openedByRole)
            compare("opened by role, " + role, range,
                count(opened, [&role = role](const auto& l) { return trace::roleName(l.role) == role; }),
                nodesOf(opened, role, nodes, false));
        for (const auto& [role, range] : expectation.openByRole) {
            compare("open by role, " + role, range,
                count(opened,
                    [this, &role = role](
                        const auto& l) { return trace::roleName(l.role) == role && !isPast(l.closed); }),
                nodesOf(opened, role, openNodes, true));
        }
        for (const auto& [side, range] : expectation.closedBy)
            compare("closed by " + side, range,
                count(closed, [&side = side](const auto& l) { return trace::sideName(l.closer) == side; }),
                closings(closed));
        for (const auto& [rule, range] : expectation.closedByRule)
            compare("closed by rule '" + rule + "'", range,
                count(closed, [&rule = rule](const auto& l) { return trace::ruleName(l.closeRule) == rule; }),
                closings(closed));
        checkNodes(nodes);
        checkRequests();
        checkQueries();
    }

    /// The nodes of the connections that have \a role; where none has, \a others: what there is instead.
    std::string nodesOf(const std::vector<const trace::ConnectionLife*>& lives, std::string_view role,
        const std::vector<std::int32_t>& others, bool openOnly) const
    {
        std::vector<std::int32_t> nodes;
        for (const trace::ConnectionLife* life : lives) {
            if (trace::roleName(life->role) == role && !(openOnly && isPast(life->closed)))
                nodes.push_back(life->node.value);
        }
        return nodesText(nodes.empty() ? others : nodes);
    }

    template <typename Lives, typename Test>
    static std::int64_t count(const Lives& lives, Test test)
    {
        return std::count_if(
            lives.begin(), lives.end(), [&](const trace::ConnectionLife* life) { return test(*life); });
    }

    static std::string closings(const std::vector<const trace::ConnectionLife*>& closed)
    {
        std::map<std::string, int> byReason;
        for (const trace::ConnectionLife* life : closed)
            ++byReason[std::string(trace::sideName(life->closer)) + ", "
                + std::string(trace::ruleName(life->closeRule))];
        std::string out;
        for (const auto& [reason, number] : byReason)
            out += (out.empty() ? "" : "; ") + std::to_string(number) + ' ' + reason;
        return out.empty() ? "none closed" : out;
    }

    void checkNodes(const std::vector<std::int32_t>& found)
    {
        if (m_current->nodes && *m_current->nodes != found)
            failure("nodes: expected " + nodesText(*m_current->nodes) + " in this order, found " + nodesText(found));
        if (!m_current->nodesSet)
            return;
        std::vector<std::int32_t> expected = *m_current->nodesSet;
        std::vector<std::int32_t> sorted = found;
        std::sort(expected.begin(), expected.end());
        std::sort(sorted.begin(), sorted.end());
        if (expected != sorted)
            failure(
                "nodes: expected " + nodesText(*m_current->nodesSet) + " in any order, found " + nodesText(found));
    }

    /// Events up to the expectation's instant.
    std::size_t pastEvents() const { return m_current->at ? m_trace.upperBound(*m_current->at) : m_trace.size(); }

    void checkRequests()
    {
        if (m_current->requests.empty())
            return;
        std::map<std::string_view, std::int64_t> sent;
        for (std::size_t i = 0, end = pastEvents(); i < end; ++i) {
            const trace::Event& event = m_trace[i];
            if (event.kind == trace::EventKind::RequestSent && isMeant(event.client))
                ++sent[apiName(event.api)];
        }
        for (const auto& [api, range] : m_current->requests)
            compare(api + " requests", range, sent[api]);
    }

    void checkQueries()
    {
        for (const auto& [text, range] : m_current->count) {
            const auto query = trace::Query::parse(text);
            if (!query) {
                failure("count: " + query.error().message);
                continue;
            }
            if (!m_index)
                m_index = std::make_unique<trace::Index>(m_trace);
            const auto events = trace::findEvents(*m_index, *query, kStart, m_current->at.value_or(kNever));
            const auto found = std::count_if(
                events.begin(), events.end(), [&](EventId id) { return isMeant(m_trace[id].client); });
            compare("count of " + text, range, found);
        }
    }

    const Scenario& m_scenario;
    std::string_view m_profile;
    const trace::Trace& m_trace;
    const std::vector<trace::ConnectionLife> m_lives;
    const std::vector<ClientOrigin> m_origins;
    std::unique_ptr<trace::Index> m_index; // made when the first query asks
    const Expectation* m_current = nullptr;
    std::vector<Failure> m_failures;
};

/// The client that an action's text names: "recreate-client consumer client.id=x" gives "consumer".
std::string_view namedClient(std::string_view actionText)
{
    constexpr std::string_view kWord = "recreate-client ";
    if (actionText.substr(0, kWord.size()) != kWord)
        return {};
    actionText.remove_prefix(kWord.size());
    return actionText.substr(0, actionText.find(' '));
}

} // namespace

std::string Failure::toString(const Scenario& scenario) const
{
    Error error;
    error.file = scenario.file;
    error.line = line;
    error.message = message;
    return error.toString();
}

std::vector<ClientOrigin> clientOrigins(const Scenario& scenario, const trace::Trace& trace)
{
    struct Start {
        Instant at;
        ClientOrigin origin;
    };
    std::vector<Start> starts;
    for (std::size_t i = 0; i < scenario.clients.size(); ++i) {
        const ClientEntry& entry = scenario.clients[i];
        for (int k = 0; k < entry.count; ++k)
            starts.push_back({saturatingAdd(kStart, entry.start + entry.stagger * k), {static_cast<int>(i), k}});
    }
    std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) { return a.at < b.at; });

    std::vector<ClientOrigin> origins(trace.clientCount());
    std::size_t next = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& event = trace[i];
        if (event.kind != trace::EventKind::ClientCreated || event.client.value >= origins.size())
            continue;
        const std::string_view name
            = event.cause.isValid() ? namedClient(trace.text(trace[event.cause].text)) : std::string_view {};
        if (name.empty()) {
            if (next < starts.size())
                origins[event.client.value] = starts[next++].origin;
            continue;
        }
        if (name == "*" && scenario.clients.size() == 1)
            origins[event.client.value] = {0, scenario.clients[0].count == 1 ? 0 : -1};
        for (std::size_t c = 0; c < scenario.clients.size(); ++c) {
            const ClientEntry& entry = scenario.clients[c];
            for (int k = 0; k < entry.count; ++k) {
                if (name == instanceName(entry, k))
                    origins[event.client.value] = {static_cast<int>(c), k};
            }
            if (name == entry.name && entry.count > 1)
                origins[event.client.value] = {static_cast<int>(c), -1};
        }
    }
    return origins;
}

std::vector<Failure> checkExpectations(
    const Scenario& scenario, std::string_view profileName, const trace::Trace& trace)
{
    return Checker(scenario, profileName.empty() ? std::string_view(scenario.profileName) : profileName, trace).run();
}

} // namespace connscope::scenario
