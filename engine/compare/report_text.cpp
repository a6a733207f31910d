// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "base/text.h"
#include "compare/report.h"
#include "compare/summary.h"

#include <algorithm>
#include <array>
#include <string>

namespace connscope::compare {

using analysis::Columns;
using analysis::Names;
using analysis::TextSink;

namespace {

constexpr std::size_t kWidth = 110;
constexpr std::size_t kIndent = 4;

/// "simulated from x.yaml, profile java-2.8, seed 1, 390.000 s".
std::string describe(const Comparison& comparison, Run run)
{
    const trace::Header& header = comparison.trace(run).header();
    std::string text(trace::vantageName(header.vantage));
    if (!header.scenario.empty())
        text += ", " + printable(header.scenario, 200);
    if (!header.profile.empty())
        text += ", profile " + printable(header.profile);
    if (header.vantage == trace::Vantage::Simulated)
        text += ", seed " + std::to_string(header.seed);
    const analysis::Totals& totals = comparison.totals(run);
    return text + ", " + analysis::lengthOfTime(comparison.end(run).time_since_epoch()) + "; "
        + analysis::counted(totals.opened, "connection") + " opened, " + std::to_string(totals.open)
        + " open at the end";
}

std::string timeText(const std::optional<Instant>& t)
{
    return t ? formatSeconds(t->time_since_epoch()) : std::string("-");
}

std::string closerText(const trace::ConnectionLife& life)
{
    if (!life.closed)
        return "-";
    const std::string_view side = trace::sideName(life.closer);
    return side.empty() ? "-" : std::string(side);
}

// -- connections --

enum Cell : std::size_t { Mark, Client, Node, Role, Opened1, Closed1, Closer1, Opened2, Closed2, Closer2, CellCount };
using Row = std::array<std::string, CellCount>;

char mark(const ConnectionRow& row)
{
    if (!row.second)
        return '<';
    if (!row.first)
        return '>';
    return row.differs() ? '*' : ' ';
}

Row cells(const ConnectionRow& row, const Names& first, const Names& second)
{
    Row out;
    out[Mark] = mark(row);
    const std::string& client = (row.first ? first : second).client(row.any().life.client);
    out[Client] = client.empty() ? "-" : client;
    out[Node] = analysis::nodeText(row.any().life.node);
    out[Role] = trace::roleName(row.any().life.role);
    for (const std::size_t run : {0U, 1U}) {
        const std::optional<ConnectionFacts>& facts = run == 0 ? row.first : row.second;
        const std::size_t at = run == 0 ? Opened1 : Opened2;
        out[at] = facts ? timeText(facts->life.opened) : "";
        out[at + 1] = facts ? timeText(facts->life.closed) : "";
        out[at + 2] = facts ? closerText(facts->life) : "";
    }
    return out;
}

std::string endText(const trace::ConnectionLife& life)
{
    if (!life.closed)
        return "open at the end";
    return closerText(life) + " (" + std::string(trace::ruleName(life.closeRule)) + ')';
}

std::string requestDifference(const trace::Traffic& a, const trace::Traffic& b)
{
    std::string out;
    const auto add = [&](std::string_view name, std::uint32_t x, std::uint32_t y) {
        if (x == y)
            return;
        (out += out.empty() ? "" : ", ") += name;
        out += ' ' + std::to_string(x) + " | " + std::to_string(y);
    };
    for (const ApiKey api : allApiKeys())
        add(apiName(api), a.of(api), b.of(api));
    add("UNKNOWN", a.of(ApiKey::None), b.of(ApiKey::None));
    return out;
}

/// "end: client (client idle expiry) | broker (broker idle expiry); requests: FETCH 3 | 4".
std::string aspectText(const ConnectionRow& row)
{
    const ConnectionFacts& a = *row.first;
    const ConnectionFacts& b = *row.second;
    std::string out;
    const auto add = [&](Aspect aspect, const std::string& x, const std::string& y) {
        (out += out.empty() ? "" : "; ") += aspectName(aspect);
        out += ": " + x + (y.empty() ? "" : " | " + y);
    };
    const auto broker = [](BrokerId id) { return id.isValid() ? std::to_string(id.value) : std::string("-"); };
    for (const Aspect aspect : row.aspects) {
        switch (aspect) {
        case Aspect::Reason:
            add(aspect, std::string(trace::ruleName(a.life.openRule)), std::string(trace::ruleName(b.life.openRule)));
            break;
        case Aspect::Role:
            add(aspect, std::string(trace::roleName(a.life.role)), std::string(trace::roleName(b.life.role)));
            break;
        case Aspect::Broker:
            add(aspect, broker(a.life.broker), broker(b.life.broker));
            break;
        case Aspect::End:
            add(aspect, endText(a.life), endText(b.life));
            break;
        case Aspect::Idle:
            add(aspect, analysis::lengthOfTime(*a.idle), analysis::lengthOfTime(*b.idle));
            break;
        case Aspect::CloseWait:
            add(aspect, analysis::lengthOfTime(a.closeWait), analysis::lengthOfTime(b.closeWait));
            break;
        case Aspect::Requests:
            add(aspect, requestDifference(a.life.traffic, b.life.traffic), {});
            break;
        }
    }
    return out;
}

// -- events --

enum EventCell : std::size_t { EventMark, Time, Number, EventClient, Place, Kind, Rule, Details, EventCellCount };
using EventRow = std::array<std::string, EventCellCount>;

EventRow eventCells(Run run, const Names& names, EventId id)
{
    const trace::Event& e = names.trace()[id];
    EventRow row;
    row[EventMark] = run == Run::First ? '<' : '>';
    row[Time] = formatSeconds(e.at.time_since_epoch(), 6);
    row[Number] = std::to_string(id.value);
    row[EventClient] = e.client.isValid() ? names.client(e.client) : "-";
    row[Place] = names.place(e);
    row[Kind] = trace::kindName(e.kind);
    row[Rule] = e.rule == trace::RuleId::None ? "-" : std::string(trace::ruleName(e.rule));
    row[Details] = analysis::details(names.trace(), e);
    for (std::string& cell : row) {
        if (cell.empty() && &cell != &row[Details])
            cell = "-";
    }
    return row;
}

/// Events without counterpart of both runs, by time.
template <typename Visit>
void forEachAlone(const Comparison& comparison, const Visit& visit)
{
    const Alignment& alignment = comparison.alignment();
    const trace::Trace& first = comparison.trace(Run::First);
    const trace::Trace& second = comparison.trace(Run::Second);
    const auto skip = [&](Run run, std::size_t i) {
        const trace::Trace& trace = comparison.trace(run);
        while (i < trace.size() && alignment.counterpart(run, EventId {static_cast<std::uint32_t>(i)}).isValid())
            ++i;
        return i;
    };
    std::size_t i = skip(Run::First, 0);
    std::size_t j = skip(Run::Second, 0);
    while (i < first.size() || j < second.size()) {
        const bool isFirst = j == second.size() || (i < first.size() && first[i].at <= second[j].at);
        if (!visit(isFirst ? Run::First : Run::Second, EventId {static_cast<std::uint32_t>(isFirst ? i : j)}))
            return;
        if (isFirst)
            i = skip(Run::First, i + 1);
        else
            j = skip(Run::Second, j + 1);
    }
}

} // namespace

bool writeSummary(const Comparison& comparison, TextSink& sink)
{
    sink << "first:   " << describe(comparison, Run::First) << '\n';
    sink << "second:  " << describe(comparison, Run::Second) << "\n\n";
    for (const Sentence& sentence : summarize(comparison)) {
        sink << "- ";
        analysis::writeWrapped(sink, sentence.text, 2, kWidth, 2);
    }
    return sink.flush();
}

bool writeConnections(const Comparison& comparison, TextSink& sink)
{
    using enum Columns::Align;
    const Names first(comparison.trace(Run::First));
    const Names second(comparison.trace(Run::Second));
    Columns columns({{"", Left}, {"client", Left}, {"node", Right}, {"role", Left}, {"1st: opened s", Right},
        {"closed s", Right}, {"closer", Left}, {"2nd: opened s", Right}, {"closed s", Right}, {"closer", Left}});
    for (const ConnectionRow& row : comparison.connections())
        columns.measure(cells(row, first, second));
    columns.writeHeading(sink);
    for (const ConnectionRow& row : comparison.connections()) {
        if (!sink.good())
            break;
        columns.write(sink, cells(row, first, second));
        if (row.isBoth() && row.differs())
            analysis::writeWrapped(sink, aspectText(row), kIndent, kWidth);
    }
    return sink.flush();
}

bool writeEvents(const Comparison& comparison, TextSink& sink)
{
    using enum Columns::Align;
    const Names first(comparison.trace(Run::First));
    const Names second(comparison.trace(Run::Second));
    const auto names = [&](Run run) -> const Names& { return run == Run::First ? first : second; };
    Columns columns({{"", Left}, {"time s", Right}, {"event", Right}, {"client", Left}, {"node", Left},
        {"kind", Left}, {"rule", Left}, {"details", Left}});
    forEachAlone(comparison, [&](Run run, EventId id) {
        columns.measure(eventCells(run, names(run), id));
        return true;
    });
    columns.writeHeading(sink);
    forEachAlone(comparison, [&](Run run, EventId id) {
        columns.write(sink, eventCells(run, names(run), id));
        return sink.good();
    });
    return sink.flush();
}

} // namespace connscope::compare
