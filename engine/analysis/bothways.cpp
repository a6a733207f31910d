// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/bothways.h"

#include "analysis/tracestory.h"
#include "trace/life.h"

#include <algorithm>

namespace connscope::analysis {

namespace {

/// Clients with an event of their own, in the order of construction; somebody else's clients are left out.
std::vector<std::pair<ClientId, std::string>> clientsOf(const trace::Trace& trace)
{
    std::vector<std::pair<ClientId, std::string>> clients;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == trace::EventKind::ClientCreated && trace[i].vantage != trace::Vantage::Inferred)
            clients.emplace_back(trace[i].client, trace.text(trace[i].text));
    }
    return clients;
}

/// Who closed, as every report of that trace says.
void tellClosers(Story& story, const std::vector<trace::ConnectionLife>& connections)
{
    for (Life& life : story.lives) {
        const auto found = std::lower_bound(connections.begin(), connections.end(), life.connection,
            [](const trace::ConnectionLife& one, ConnectionId id) { return one.id < id; });
        if (found != connections.end() && found->id == life.connection)
            life.closer = found->closer;
    }
}

} // namespace

std::vector<ClientComparison> compareTraces(
    const trace::Trace& first, const trace::Trace& second, const Tolerance& tolerance)
{
    const auto a = clientsOf(first);
    const auto b = clientsOf(second);
    const auto firstLives = trace::connectionLives(first);
    const auto secondLives = trace::connectionLives(second);
    std::vector<ClientComparison> rows;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        ClientComparison row;
        row.name = i < a.size() ? a[i].second : b[i].second;
        if (i >= a.size() || i >= b.size()) {
            const bool only = i < a.size();
            row.differences.push_back({kStart,
                "client " + row.name + " is there only " + (only ? tolerance.first : std::string("simulated")),
                "客户端 " + row.name + (only ? " 没有出现在模拟里" : " 只出现在模拟里")});
            rows.push_back(std::move(row));
            continue;
        }
        row.client = a[i].first;
        Story real = storyOf(first, a[i].first, MarksFrom::Calls);
        Story simulated = storyOf(second, b[i].first, MarksFrom::Calls);
        tellClosers(real, firstLives);
        tellClosers(simulated, secondLives);
        row.connections = real.lives.size();
        for (const Life& life : real.lives)
            row.requests += life.requests.size();
        row.differences = differences(real, simulated, tolerance);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::size_t countDifferences(const std::vector<ClientComparison>& rows)
{
    std::size_t count = 0;
    for (const ClientComparison& row : rows)
        count += row.differences.size();
    return count;
}

} // namespace connscope::analysis
