// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/jsonwriter.h"
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "findings/findings.h"
#include "findings/report.h"
#include "findings/words.h"

namespace connscope::findings {

using analysis::JsonWriter;

namespace {

template <typename Id>
void writeIds(JsonWriter& json, std::string_view name, const std::vector<Id>& ids)
{
    json.key(name);
    json.open('[');
    for (const Id id : ids) {
        json.item();
        json.number(id.value);
    }
    json.close(']');
}

void writeSetting(JsonWriter& json, const std::optional<Remedy>& remedy)
{
    json.memberOrNull("side", remedy ? trace::sideName(remedy->side) : std::string_view {});
    json.memberOrNull("key", remedy ? remedy->key : std::string_view {});
    json.memberOrNull("value", remedy ? std::string_view(remedy->value) : std::string_view {});
}

void writeRemedy(JsonWriter& json, const Finding& finding, analysis::Language language)
{
    json.line(6);
    json.key("remedy");
    json.open('{');
    json.member("text", remedy(finding, language));
    writeSetting(json, finding.remedy);
    if (finding.also) {
        json.key("also");
        json.open('{');
        writeSetting(json, finding.also);
        json.close('}');
    }
    json.close('}');
}

void writeFinding(JsonWriter& json, const analysis::Names& names, const Finding& finding, analysis::Language language)
{
    const trace::Trace& trace = names.trace();
    json.open('{');
    json.member("kind", kindName(finding.kind));
    json.member("weight", weightName(finding.weight));
    json.member("certainty", certaintyName(finding.certainty));
    json.line(6);
    json.member("title", title(finding.kind, language));
    json.line(6);
    json.member("text", text(names, finding, language));
    json.line(6);
    json.memberOrNull("doubt", doubt(finding, language));
    writeRemedy(json, finding, language);
    json.line(6);
    json.key("clients");
    json.open('[');
    for (const ClientId client : finding.clients) {
        json.item();
        json.text(names.client(client));
    }
    json.close(']');
    json.line(6);
    json.key("node");
    if (finding.node.isValid())
        json.number(finding.node.value);
    else
        json.null();
    json.key("broker");
    if (finding.broker.isValid())
        json.number(finding.broker.value);
    else
        json.null();
    json.member("length_ns", finding.length.count());
    json.line(6);
    writeIds(json, "connections", finding.connections);
    json.line(6);
    json.key("events");
    json.open('[');
    for (const EventId id : finding.events) {
        json.line(8);
        json.item();
        json.open('{');
        json.member("event", id.value);
        json.member("at_ns", toNs(trace[id].at));
        json.key("connection");
        if (trace[id].connection.isValid())
            json.number(trace[id].connection.value);
        else
            json.null();
        json.member("text", analysis::sentence(names, trace[id], language));
        json.close('}');
    }
    json.lineNow(6);
    json.close(']');
    json.close('}');
}

} // namespace

bool writeFindingsJson(const trace::Trace& trace, analysis::TextSink& sink, const ReportOptions& options)
{
    const analysis::Names names(trace);
    const trace::Header& header = trace.header();
    JsonWriter json(sink);
    json.open('{');
    json.line(2);
    json.member("connscope-findings", 1);
    json.line(2);
    json.memberOrNull("title", header.title);
    json.memberOrNull("scenario", header.scenario);
    json.memberOrNull("profile", header.profile);
    json.member("seed", header.seed);
    json.member("vantage", trace::vantageName(header.vantage));
    json.line(2);
    json.key("findings");
    json.open('[');
    bool isAny = false;
    for (const Finding& finding : findings(trace, options.end)) {
        if (finding.weight > options.least)
            continue;
        if (!sink.good())
            break;
        isAny = true;
        json.line(4);
        json.item();
        writeFinding(json, names, finding, options.language);
    }
    if (isAny)
        json.lineNow(2);
    json.close(']');
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    return sink.flush();
}

bool writeAllFindingsJson(const trace::Trace& trace, analysis::TextSink& sink, const analysis::ReportOptions& options)
{
    ReportOptions all;
    static_cast<analysis::ReportOptions&>(all) = options;
    return writeFindingsJson(trace, sink, all);
}

} // namespace connscope::findings
