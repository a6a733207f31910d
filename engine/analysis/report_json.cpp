// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/totals.h"
#include "base/text.h"
#include "trace/jsontext.h"
#include "trace/life.h"

#include <algorithm>
#include <optional>
#include <string>

namespace connscope::analysis {

using trace::ConnectionLife;

namespace {

/// JSON as it is written, with the commas where they belong. Only what these reports need.
class Json {
public:
    explicit Json(TextSink& sink)
        : m_sink(sink)
    {
    }

    void open(char bracket)
    {
        m_sink << bracket;
        m_first = true;
    }
    void close(char bracket)
    {
        m_sink << bracket;
        m_first = false;
    }
    /// Ends a line between two members, so that a diff of two reports is a diff of connections.
    void line(int indent) { m_pendingLine = indent; }
    void lineNow(int indent)
    {
        m_sink << '\n';
        m_sink.pad(static_cast<std::size_t>(indent));
        m_pendingLine = -1;
    }
    void item()
    {
        if (!m_first)
            m_sink << ',';
        if (m_pendingLine >= 0)
            lineNow(m_pendingLine);
        else if (!m_first)
            m_sink << ' ';
        m_first = false;
    }
    void key(std::string_view name)
    {
        item();
        text(name);
        m_sink << ": ";
    }
    void text(std::string_view value)
    {
        m_buffer.clear();
        if (trace::isUtf8(value))
            trace::appendJsonString(m_buffer, value);
        else
            trace::appendJsonString(m_buffer, printable(value, value.size() * 4));
        m_sink << m_buffer;
    }
    void null() { m_sink << "null"; }
    template <std::integral Number>
    void number(Number value)
    {
        m_sink << value;
    }

    void member(std::string_view name, std::string_view value)
    {
        key(name);
        text(value);
    }
    /// null for an empty text.
    void memberOrNull(std::string_view name, std::string_view value)
    {
        key(name);
        if (value.empty())
            null();
        else
            text(value);
    }
    template <std::integral Number>
    void member(std::string_view name, Number value)
    {
        key(name);
        number(value);
    }
    void member(std::string_view name, const std::optional<Instant>& t)
    {
        key(name);
        if (t)
            number(toNs(*t));
        else
            null();
    }

private:
    TextSink& m_sink;
    std::string m_buffer;
    int m_pendingLine = -1;
    bool m_first = true;
};

std::string_view apiText(ApiKey api) { return api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(api); }

void writeHead(Json& json, const trace::Trace& trace, Instant end)
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

void writeConnection(Json& json, const Names& names, const ConnectionLife& life)
{
    const trace::Trace& trace = names.trace();
    json.item();
    json.open('{');
    json.member("connection", life.id.value);
    const std::string_view clientId = trace.text(life.clientName);
    json.memberOrNull("client", clientId.empty() ? std::string_view(names.client(life.client)) : clientId);
    json.key("client_number");
    if (life.client.isValid())
        json.number(life.client.value);
    else
        json.null();
    json.key("node");
    if (life.node.isValid())
        json.number(life.node.value);
    else
        json.null();
    json.memberOrNull("meaning", nodeMeaning(life.node, life.role));
    json.member("role", trace::roleName(life.role));
    json.memberOrNull("remote", names.remote(life.id));
    json.member("opened_ns", toNs(life.opened));
    json.member("ready_ns", life.ready);
    json.member("last_used_ns", life.lastUsed);
    json.member("closed_ns", life.closed);
    json.memberOrNull("closer", life.closed ? trace::sideName(life.closer) : "");
    json.memberOrNull(
        "rule", life.closed && life.closeRule != trace::RuleId::None ? trace::ruleName(life.closeRule) : "");
    json.memberOrNull("open_rule", life.openRule != trace::RuleId::None ? trace::ruleName(life.openRule) : "");
    json.key("requests");
    json.open('{');
    for (const ApiKey api : allApiKeys()) {
        if (const std::uint32_t count = life.traffic.of(api); count > 0)
            json.member(apiName(api), count);
    }
    if (const std::uint32_t count = life.traffic.of(ApiKey::None); count > 0)
        json.member(apiText(ApiKey::None), count);
    json.close('}');
    json.close('}');
}

void writeConnectionList(
    Json& json, const Names& names, const std::vector<ConnectionLife>& lives, const TextSink& sink)
{
    json.line(2);
    json.key("connections");
    json.open('[');
    for (const ConnectionLife& life : lives) {
        if (!sink.good())
            return;
        json.line(4);
        writeConnection(json, names, life);
    }
    if (!lives.empty())
        json.lineNow(2);
    json.close(']');
}

void writeByRole(Json& json, std::string_view name, const Totals::ByRole& counts)
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

void writeTotals(Json& json, const Totals& totals)
{
    json.line(2);
    json.key("totals");
    json.open('{');
    json.line(4);
    json.member("clients", totals.clients.size());
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
    Json json(sink);
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

} // namespace connscope::analysis
