// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/connectionjson.h"
#include "analysis/jsonwriter.h"
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/totals.h"
#include "base/text.h"
#include "trace/jsonl.h"
#include "trace/jsontext.h"
#include "trace/life.h"

#include <algorithm>
#include <optional>
#include <string>

namespace connscope::analysis {

using trace::ConnectionLife;

namespace {

std::string_view apiText(ApiKey api) { return api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(api); }

void writeHead(JsonWriter& json, const trace::Trace& trace, Instant end)
{
    const trace::Header& header = trace.header();
    json.open('{');
    json.line(2);
    json.member("connscope-report", 1);
    json.member("title", header.title);
    json.member("scenario", header.scenario);
    json.memberOrNull("profile", header.profile);
    json.member("seed", header.seed);
    json.member("vantage", trace::vantageName(header.vantage));
    json.member("end_ns", toNs(end));
    if (trace.dropped() == 0)
        return;
    const trace::Event& whole = trace[trace.wholeFrom()];
    json.member("dropped_events", trace.dropped());
    json.member("dropped_from_ns", whole.value);
    json.member("dropped_to_ns", toNs(whole.at));
}

void writeConnectionList(
    JsonWriter& json, const Names& names, const std::vector<ConnectionLife>& lives, const TextSink& sink)
{
    json.line(2);
    json.key("connections");
    json.open('[');
    for (const ConnectionLife& life : lives) {
        if (!sink.good())
            return;
        json.line(4);
        json.item();
        writeConnectionJson(json, names, life);
    }
    if (!lives.empty())
        json.lineNow(2);
    json.close(']');
}

void writeByRole(JsonWriter& json, std::string_view name, const Totals::ByRole& counts)
{
    json.key(name);
    json.open('{');
    for (const Role role : {Role::Bootstrap, Role::Coordinator, Role::Data, Role::Transaction, Role::Unknown}) {
        const std::uint64_t count = counts[static_cast<std::size_t>(role)];
        if (role != Role::Unknown || count > 0)
            json.member(trace::roleName(role), count);
    }
    json.close('}');
}

void writeTotals(JsonWriter& json, const Totals& totals)
{
    json.line(2);
    json.key("totals");
    json.open('{');
    json.line(4);
    json.member("clients", totals.clients.size());
    json.member("clients_not_constructed", totals.notConstructed);
    json.member("opened", totals.opened);
    json.member("open_at_end", totals.open);
    json.member("closed", totals.closed());
    json.member("never_connected", totals.failed);
    json.line(4);
    writeByRole(json, "opened_by_role", totals.openedByRole);
    json.line(4);
    writeByRole(json, "open_at_end_by_role", totals.openByRole);
    json.line(4);
    json.key("closed_by");
    json.open('{');
    for (const trace::Side side : {trace::Side::Client, trace::Side::Broker, trace::Side::Network}) {
        const auto it = totals.closedBy.find(side);
        json.member(trace::sideName(side), it == totals.closedBy.end() ? 0 : it->second);
    }
    json.close('}');
    json.line(4);
    json.key("closed_by_rule");
    json.open('[');
    for (const auto& [ending, count] : totals.endings) {
        json.item();
        json.open('{');
        json.memberOrNull("closer", trace::sideName(ending.first));
        json.memberOrNull(
            "rule", ending.second == trace::RuleId::None ? std::string_view() : trace::ruleName(ending.second));
        json.member("count", count);
        json.close('}');
    }
    json.close(']');
    json.line(4);
    json.member("requests", totals.requests);
    json.member("requests_cancelled", totals.cancelled);
    json.member("requests_timed_out", totals.timedOut);
    json.line(4);
    json.key("requests_by_api");
    json.open('{');
    for (const auto& [api, count] : totals.requestsByApi)
        json.member(apiText(api), count);
    json.close('}');
    json.line(4);
    json.key("longest_idle");
    if (totals.longestIdle) {
        json.open('{');
        json.member("connection", totals.longestIdle->connection.value);
        json.member("from_ns", toNs(totals.longestIdle->from));
        json.member("length_ns", totals.longestIdle->length.count());
        json.close('}');
    } else {
        json.null();
    }
    json.lineNow(2);
    json.close('}');
}

bool write(const trace::Trace& trace, TextSink& sink, const ReportOptions& options, bool withTotals)
{
    const Names names(trace);
    const std::vector<ConnectionLife> lives = trace::connectionLives(trace);
    const Instant end = std::max(trace.end(), options.end.value_or(trace.end()));
    JsonWriter json(sink);
    writeHead(json, trace, end);
    if (withTotals)
        writeTotals(json, totals(trace, lives, end));
    writeConnectionList(json, names, lives, sink);
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    return sink.flush();
}

} // namespace

bool writeConnectionsJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    return write(trace, sink, options, false);
}

bool writeSummaryJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    return write(trace, sink, options, true);
}

Result<void> writeEventsJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    JsonWriter json(sink);
    writeHead(json, trace, std::max(trace.end(), options.end.value_or(trace.end())));
    json.line(2);
    json.key("events");
    json.open('[');
    bool isHeader = true;
    trace::JsonlWriter lines(
        [&](std::string_view line) {
            if (isHeader)
                return true;
            json.line(4);
            json.item();
            sink << line.substr(0, line.size() - 1);
            return true;
        },
        1); // a block is a line
    if (auto begun = lines.begin(trace.header()); !begun)
        return begun;
    if (auto flushed = lines.flush(); !flushed)
        return flushed;
    isHeader = false;
    const std::size_t from = trace.lowerBound(options.first());
    const std::size_t to = trace.upperBound(options.last(trace));
    for (std::size_t i = from; i < to && sink.good(); ++i) {
        if (auto written = lines.write(trace, i, i + 1); !written)
            return written;
        if (auto flushed = lines.flush(); !flushed)
            return flushed;
    }
    if (from < to)
        json.lineNow(2);
    json.close(']');
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    sink.flush();
    return {};
}

} // namespace connscope::analysis
