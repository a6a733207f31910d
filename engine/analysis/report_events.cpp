// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"
#include "analysis/knownhow.h"
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/sentences.h"

#include <array>
#include <bitset>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace connscope::analysis {

using trace::Event;

namespace {

enum Cell : std::size_t { Number, Time, Cause, Client, Connection, Node, Kind, Rule, Known, Details, CellCount };
using Row = std::array<std::string, CellCount>;

constexpr int kDecimals = 6; // of a second

std::string timeText(Instant t) { return formatSeconds(t.time_since_epoch(), kDecimals); }

/// What every row of a column can need, without looking at rows one by one: numbers grow, names are few.
void measure(Columns& columns, const Names& names, bool saysHow)
{
    const trace::Trace& trace = names.trace();
    std::bitset<trace::kEventKindCount> kinds;
    std::bitset<trace::kRuleCount> rules;
    std::array<bool, 2> longNodes {};
    for (std::size_t i = 0; i < trace.size(); ++i) {
        kinds.set(static_cast<std::size_t>(trace[i].kind));
        rules.set(static_cast<std::size_t>(trace[i].rule));
        longNodes[trace[i].node.isCoordinator() ? 1 : 0] = true;
    }
    Row row;
    row[Number] = row[Cause] = std::to_string(trace.size());
    row[Time] = timeText(trace.end());
    row[Connection] = std::to_string(trace.connectionCount());
    row[Node] = longNodes[1] ? nodeText(NodeId {NodeId::kMax}) : std::string("-1");
    columns.measure(row);
    for (std::uint32_t c = 0; c < trace.clientCount(); ++c) {
        Row client;
        client[Client] = names.client(ClientId {c});
        columns.measure(client);
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        Row kind;
        if (kinds[k])
            kind[Kind] = trace::kindName(static_cast<trace::EventKind>(k));
        columns.measure(kind);
    }
    if (saysHow) {
        Row known;
        for (const bool isSimulated : {true, false}) { // those that are not have names no longer than "observed"
            known[Known] = trace::vantageName(isSimulated ? trace::Vantage::Simulated : trace::Vantage::Observed);
            if (!isSimulated || names.trace().header().vantage == trace::Vantage::Simulated)
                columns.measure(known);
        }
    }
    for (std::size_t r = 0; r < rules.size(); ++r) {
        Row rule;
        if (rules[r] && r > 0)
            rule[Rule] = trace::ruleName(static_cast<trace::RuleId>(r));
        columns.measure(rule);
    }
}

} // namespace

bool writeEvents(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    using enum Columns::Align;
    const Names names(trace);
    // How an event is known is a column where it is not the same of all.
    const bool saysHow = hasRealEvents(trace);
    std::vector<Columns::Column> named {{"#", Right}, {"time s", Right}, {"cause", Right}, {"client", Left},
        {"conn", Right}, {"node", Right}, {"kind", Left}, {"rule", Left}, {"known", Left}, {"details", Left}};
    if (!saysHow)
        named.erase(named.begin() + Known);
    Columns columns(std::move(named));
    measure(columns, names, saysHow);
    columns.writeHeading(sink);
    Row row;
    const std::size_t to = trace.upperBound(options.last(trace));
    for (std::size_t i = trace.lowerBound(options.first()); i < to && sink.good(); ++i) {
        const Event& e = trace[i];
        row[Number] = std::to_string(i);
        row[Time] = timeText(e.at);
        row[Cause] = e.cause.isValid() ? std::to_string(e.cause.value) : std::string("-");
        row[Client] = e.client.isValid() ? names.client(e.client) : std::string("-");
        row[Connection] = e.connection.isValid() ? std::to_string(e.connection.value) : std::string("-");
        row[Node] = nodeText(e.node.isValid() ? e.node : names.node(e.connection));
        row[Kind] = trace::kindName(e.kind);
        row[Rule] = e.rule == trace::RuleId::None ? std::string("-") : std::string(trace::ruleName(e.rule));
        row[Known] = saysHow ? std::string(trace::vantageName(e.vantage)) : details(trace, e);
        row[Details] = saysHow ? details(trace, e) : std::string();
        columns.write(sink, std::span(row).first(saysHow ? CellCount : CellCount - 1));
    }
    return sink.flush();
}

} // namespace connscope::analysis
