// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/connectionjson.h"
#include "analysis/jsonwriter.h"
#include "analysis/names.h"
#include "compare/report.h"
#include "compare/summary.h"

namespace connscope::compare {

using analysis::JsonWriter;
using analysis::Names;

namespace {

void writeRun(JsonWriter& json, const Comparison& comparison, Run run)
{
    const trace::Header& header = comparison.trace(run).header();
    json.line(2);
    json.key(run == Run::First ? "first" : "second");
    json.open('{');
    json.memberOrNull("title", header.title);
    json.memberOrNull("scenario", header.scenario);
    json.memberOrNull("profile", header.profile);
    json.member("seed", header.seed);
    json.member("vantage", trace::vantageName(header.vantage));
    json.member("end_ns", toNs(comparison.end(run)));
    json.member("events", comparison.trace(run).size());
    json.member("events_alone", comparison.alignment().aloneCount(run));
    json.member("opened", comparison.totals(run).opened);
    json.member("open_at_end", comparison.totals(run).open);
    json.close('}');
}

void writeSettings(JsonWriter& json, const Comparison& comparison)
{
    const Names first(comparison.trace(Run::First));
    json.line(2);
    json.key("settings");
    json.open('[');
    for (const SettingDifference& d : comparison.settings()) {
        json.line(4);
        json.item();
        json.open('{');
        json.key("clients");
        json.open('[');
        for (const Pair<ClientId>& client : d.clients) {
            json.item();
            json.text(first.client(client.first));
        }
        json.close(']');
        json.key("brokers");
        json.open('[');
        for (const BrokerId broker : d.brokers) {
            json.item();
            json.number(broker.value);
        }
        json.close(']');
        json.member("key", d.key);
        for (const Run run : {Run::First, Run::Second}) {
            const std::optional<std::string>& value = run == Run::First ? d.first : d.second;
            json.key(run == Run::First ? "first" : "second");
            if (value)
                json.text(*value);
            else
                json.null();
        }
        json.close('}');
    }
    if (!comparison.settings().empty())
        json.lineNow(2);
    json.close(']');
}

void writeSentences(JsonWriter& json, const Comparison& comparison)
{
    json.line(2);
    json.key("summary");
    json.open('[');
    for (const Sentence& sentence : summarize(comparison)) {
        json.line(4);
        json.item();
        json.text(sentence.text);
    }
    json.lineNow(2);
    json.close(']');
}

void writeConnectionRow(JsonWriter& json, const ConnectionRow& row, const Names& first, const Names& second)
{
    json.open('{');
    json.key("differs");
    json.open('[');
    for (const Aspect aspect : row.aspects) {
        json.item();
        json.text(aspectName(aspect));
    }
    json.close(']');
    for (const Run run : {Run::First, Run::Second}) {
        const std::optional<ConnectionFacts>& facts = run == Run::First ? row.first : row.second;
        json.line(6);
        json.key(run == Run::First ? "first" : "second");
        if (facts)
            analysis::writeConnectionJson(json, run == Run::First ? first : second, facts->life);
        else
            json.null();
    }
    json.close('}');
}

} // namespace

bool writeJson(const Comparison& comparison, analysis::TextSink& sink)
{
    const Names first(comparison.trace(Run::First));
    const Names second(comparison.trace(Run::Second));
    JsonWriter json(sink);
    json.open('{');
    json.line(2);
    json.member("connscope-comparison", 1);
    json.key("same");
    json.boolean(comparison.isSame());
    writeRun(json, comparison, Run::First);
    writeRun(json, comparison, Run::Second);
    writeSettings(json, comparison);
    writeSentences(json, comparison);
    json.line(2);
    json.key("connections");
    json.open('[');
    for (const ConnectionRow& row : comparison.connections()) {
        if (!sink.good())
            break;
        json.line(4);
        json.item();
        writeConnectionRow(json, row, first, second);
    }
    if (!comparison.connections().empty())
        json.lineNow(2);
    json.close(']');
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    return sink.flush();
}

} // namespace connscope::compare
