// SPDX-License-Identifier: GPL-3.0-or-later
// RFC 4180. Texts are those of the trace, not the shortened ones of a terminal: a program reads this.
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/sentences.h"
#include "base/text.h"
#include "trace/jsontext.h"
#include "trace/life.h"

#include <initializer_list>
#include <optional>
#include <string>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Event;

namespace {

/// One line at a time. A cell is quoted where it has to be; then its quotes are doubled (RFC 4180, 2.5 to 2.7).
class Csv {
public:
    explicit Csv(TextSink& sink)
        : m_sink(sink)
    {
    }

    void heading(std::initializer_list<std::string_view> names)
    {
        for (const std::string_view name : names)
            cell(name);
        endLine();
    }
    void cell(std::string_view text)
    {
        separate();
        if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
            m_sink << text;
            return;
        }
        m_sink << '"';
        for (const char c : text) {
            if (c == '"')
                m_sink << '"';
            m_sink << c;
        }
        m_sink << '"';
    }
    /// Text of the trace, which may be any bytes; a file of comma-separated values is UTF-8.
    void traceText(std::string_view text)
    {
        if (trace::isUtf8(text))
            cell(text);
        else
            cell(printable(text, text.size() * 4));
    }
    template <std::integral Number>
    void cell(Number number)
    {
        separate();
        m_sink << number;
    }
    void empty() { separate(); }
    void cell(const std::optional<Instant>& t)
    {
        if (t)
            cell(toNs(*t));
        else
            empty();
    }
    /// A number, or nothing where \a isThere is false.
    template <std::integral Number>
    void cell(Number number, bool isThere)
    {
        if (isThere)
            cell(number);
        else
            empty();
    }
    void endLine()
    {
        m_sink << "\r\n";
        m_isFirst = true;
    }

private:
    void separate()
    {
        if (!m_isFirst)
            m_sink << ',';
        m_isFirst = false;
    }

    TextSink& m_sink;
    bool m_isFirst = true;
};

/// "API_VERSIONS 1, METADATA 2", in the order of the API keys.
std::string requestsByApi(const ConnectionLife& life)
{
    std::string out;
    const auto add = [&](std::string_view name, std::uint32_t count) {
        if (count == 0)
            return;
        out += out.empty() ? "" : ", ";
        ((out += name) += ' ') += std::to_string(count);
    };
    for (const ApiKey api : allApiKeys())
        add(apiName(api), life.traffic.of(api));
    add("UNKNOWN", life.traffic.of(ApiKey::None));
    return out;
}

} // namespace

bool writeConnectionsCsv(const trace::Trace& trace, TextSink& sink)
{
    const Names names(trace);
    Csv csv(sink);
    csv.heading({"connection", "client", "client_number", "node", "meaning", "role", "remote", "opened_ns",
        "ready_ns", "last_used_ns", "closed_ns", "closer", "rule", "open_rule", "requests", "requests_by_api",
        "sent_bytes", "received_bytes"});
    for (const ConnectionLife& life : trace::connectionLives(trace)) {
        if (!sink.good())
            break;
        const std::string_view clientId = trace.text(life.clientName);
        csv.cell(life.id.value);
        csv.traceText(clientId.empty() ? std::string_view(names.client(life.client)) : clientId);
        csv.cell(life.client.value, life.client.isValid());
        csv.cell(life.node.value, life.node.isValid());
        csv.cell(std::string_view(nodeMeaning(life.node, life.role)));
        csv.cell(trace::roleName(life.role));
        csv.cell(std::string_view(names.remote(life.id)));
        csv.cell(toNs(life.opened));
        csv.cell(life.ready);
        csv.cell(life.lastUsed);
        csv.cell(life.closed);
        csv.cell(life.closed ? trace::sideName(life.closer) : std::string_view());
        csv.cell(life.closed && life.closeRule != trace::RuleId::None ? trace::ruleName(life.closeRule)
                                                                      : std::string_view());
        csv.cell(life.openRule != trace::RuleId::None ? trace::ruleName(life.openRule) : std::string_view());
        csv.cell(life.traffic.total());
        csv.cell(std::string_view(requestsByApi(life)));
        csv.cell(life.traffic.sentBytes);
        csv.cell(life.traffic.receivedBytes);
        csv.endLine();
    }
    return sink.flush();
}

bool writeEventsCsv(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    const Names names(trace);
    Csv csv(sink);
    csv.heading({"id", "t_ns", "kind", "cause", "rule", "conn", "client", "client_id", "node", "broker", "api",
        "corr", "size", "value", "text", "side", "state", "vantage", "details"});
    const std::size_t to = trace.upperBound(options.last(trace));
    for (std::size_t i = trace.lowerBound(options.first()); i < to && sink.good(); ++i) {
        const Event& e = trace[i];
        const NodeId node = e.node.isValid() ? e.node : names.node(e.connection);
        csv.cell(i);
        csv.cell(toNs(e.at));
        csv.cell(trace::kindName(e.kind));
        csv.cell(e.cause.value, e.cause.isValid());
        csv.cell(e.rule == trace::RuleId::None ? std::string_view() : trace::ruleName(e.rule));
        csv.cell(e.connection.value, e.connection.isValid());
        csv.cell(e.client.value, e.client.isValid());
        csv.cell(std::string_view(e.client.isValid() ? names.client(e.client) : std::string()));
        csv.cell(node.value, node.isValid());
        csv.cell(e.broker.value, e.broker.isValid());
        csv.cell(e.api == ApiKey::None ? std::string_view() : apiName(e.api));
        csv.cell(e.correlation, e.correlation != -1);
        csv.cell(e.size);
        csv.cell(e.value);
        csv.traceText(trace.text(e.text));
        csv.cell(trace::sideName(e.side));
        csv.cell(trace::tcpStateName(e.state));
        csv.cell(trace::vantageName(e.vantage));
        csv.cell(std::string_view(details(trace, e)));
        csv.endLine();
    }
    return sink.flush();
}

} // namespace connscope::analysis
