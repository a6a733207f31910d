// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of traces: any bytes give a trace or an error with a place. What it accepts must survive everything that is
// done with a trace: index, reports, checks; and writing it and reading it again must change nothing.
#include "scenario/tracenotes.h"
#include "trace/causes.h"
#include "trace/jsonl.h"
#include "trace/life.h"
#include "trace/tcpcheck.h"

#include <algorithm>
#include <cstdlib>

using namespace connscope;
using namespace connscope::trace;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    JsonlLimits limits;
    limits.maxLineBytes = 4096;
    limits.maxEvents = 1000;
    Result<JsonlResult> result = readJsonl(text, {}, limits);

    // In pieces it is the same.
    JsonlReader pieces({}, limits);
    Result<void> fed;
    for (std::size_t i = 0; fed && i < size; i += 7)
        fed = pieces.feed(text.substr(i, 7));
    Result<JsonlResult> again = fed ? pieces.finish() : Result<JsonlResult>(fail(fed.error()));
    require(again.has_value() == result.has_value());
    if (!result) {
        require(!result.error().message.empty() && result.error().line >= 1 && result.error().offset <= size);
        require(again.error().toString() == result.error().toString());
        return 0;
    }

    const Trace& trace = result->trace;
    require(equal(trace, again->trace));
    require(result->report.events == trace.size());
    require(result->report.lostBytes <= size);

    // What a person wrote into it: what is taken of it is written and read again as it was.
    std::vector<Error> warnings;
    const scenario::TraceNotes notes = scenario::fromJsonl(result->report.notes, "fuzz.jsonl", warnings);
    const JsonlNotes kept = scenario::toJsonl(notes);
    require(scenario::fromJsonl(kept, "fuzz.jsonl", warnings) == notes);
    if (const auto header = withNotes(text.substr(0, text.find('\n')), kept)) {
        const auto renewed = readJsonl(*header + '\n');
        require(renewed && renewed->report.notes.annotations == kept.annotations);
    }

    const Index index(trace);
    const WorldState middle = index.at(fromNs(toNs(trace.end()) / 2));
    static_cast<void>(middle.nextIdleExpiry(Side::Client));
    static_cast<void>(index.openByRole());
    static_cast<void>(connectionLives(trace));
    static_cast<void>(verifyCauses(trace));
    static_cast<void>(checkTcp(trace));
    if (trace.connectionCount() > 0)
        static_cast<void>(index.events(ConnectionId {0}));

    std::string written;
    const auto take = [&](std::string_view block) {
        written += block;
        return true;
    };
    require(writeJsonl(trace, take, result->report.end).has_value());
    Result<JsonlResult> back = readJsonl(written);
    require(back.has_value() && equal(back->trace, trace));
    require(back->report.isEndTold && back->report.end == result->report.end);
    return 0;
}
