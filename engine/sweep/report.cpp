// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/report.h"

#include "analysis/columns.h"
#include "analysis/jsonwriter.h"
#include "base/text.h"

#include <cmath>
#include <string>
#include <vector>

namespace connscope::sweep {

using analysis::Columns;
using analysis::JsonWriter;
using analysis::TextSink;

namespace {

/// Every number of a run is a whole one.
std::int64_t whole(const Column& column, const Measures& measures) { return std::llround(column.number(measures)); }

std::vector<std::string> cells(const Row& row)
{
    std::vector<std::string> out;
    for (const std::string& value : row.values)
        out.push_back(printable(value, 200));
    for (const Column& column : columns())
        out.push_back(row.error.empty() ? std::to_string(whole(column, row.measures)) : std::string("-"));
    return out;
}

std::string csvText(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

} // namespace

bool writeTable(const Table& table, TextSink& sink)
{
    std::vector<Columns::Column> heads;
    for (const Axis& axis : table.axes)
        heads.push_back({axis.name, Columns::Align::Right});
    for (const Column& column : columns())
        heads.push_back({column.title, Columns::Align::Right});
    Columns lines(heads);
    for (const Row& row : table.rows) {
        if (row.isDone)
            lines.measure(cells(row));
    }
    lines.writeHeading(sink);
    for (const Row& row : table.rows) {
        if (!row.isDone)
            continue;
        if (!sink.good())
            break;
        lines.write(sink, cells(row));
        if (!row.error.empty())
            analysis::writeWrapped(sink, "not run: " + row.error, 4, 110);
        else if (!row.stopped.empty())
            analysis::writeWrapped(sink, "stopped early: " + row.stopped, 4, 110);
    }
    return sink.flush();
}

bool writeCsv(const Table& table, TextSink& sink)
{
    for (const Axis& axis : table.axes)
        sink << csvText(axis.name) << ',';
    for (const Column& column : columns())
        sink << column.name << ',';
    sink << "problem\r\n";
    for (const Row& row : table.rows) {
        if (!row.isDone)
            continue;
        if (!sink.good())
            break;
        for (const std::string& value : row.values)
            sink << csvText(value) << ',';
        for (const Column& column : columns()) {
            if (row.error.empty())
                sink << whole(column, row.measures);
            sink << ',';
        }
        sink << csvText(row.error.empty() ? row.stopped : row.error) << "\r\n";
    }
    return sink.flush();
}

bool writeJson(const Table& table, TextSink& sink)
{
    JsonWriter json(sink);
    json.open('{');
    json.line(2);
    json.member("connscope-sweep", 1);
    json.line(2);
    json.memberOrNull("scenario", table.scenario);
    json.memberOrNull("title", table.title);
    json.memberOrNull("profile", table.profile);
    json.member("seed", table.seed);
    json.line(2);
    json.key("vary");
    json.open('[');
    for (const Axis& axis : table.axes) {
        json.line(4);
        json.item();
        json.open('{');
        json.member("name", axis.name);
        json.key("values");
        json.open('[');
        for (const std::string& value : axis.values) {
            json.item();
            json.text(value);
        }
        json.close(']');
        json.close('}');
    }
    json.lineNow(2);
    json.close(']');
    json.line(2);
    json.key("whole");
    json.boolean(table.isWhole());
    json.line(2);
    json.key("rows");
    json.open('[');
    bool isAny = false;
    for (const Row& row : table.rows) {
        if (!row.isDone)
            continue;
        if (!sink.good())
            break;
        isAny = true;
        json.line(4);
        json.item();
        json.open('{');
        json.key("values");
        json.open('[');
        for (const std::string& value : row.values) {
            json.item();
            json.text(value);
        }
        json.close(']');
        for (const Column& column : columns()) {
            json.key(column.name);
            if (row.error.empty())
                json.number(whole(column, row.measures));
            else
                json.null();
        }
        json.memberOrNull("error", row.error);
        json.memberOrNull("stopped_early", row.stopped);
        json.close('}');
    }
    if (isAny)
        json.lineNow(2);
    json.close(']');
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    return sink.flush();
}

} // namespace connscope::sweep
