// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keepoption.h"

#include "analysis/names.h"
#include "app/commandline.h"
#include "base/text.h"

#include <charconv>

namespace connscope::app {

namespace {

/// Fewer are no trace of anything.
constexpr std::uint64_t kFewest = 1000;
constexpr std::uint64_t kMost = 1'000'000'000;

} // namespace

void addKeepOptions(Options& options, const char* otherwise)
{
    options.add("keep", "T", "the trace keeps what happened in the last T, such as 10m; the oldest is dropped");
    options.add("keep-events", "N", otherwise);
}

std::optional<std::string> readKeepOptions(const Options& options, trace::Keep& keep)
{
    std::optional<Duration> time;
    if (auto mistake = readUntil(options, "keep", time))
        return mistake;
    keep.time = time.value_or(keep.time);
    if (options.isSet("keep-events")) {
        const std::string text = options.value("keep-events");
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), keep.events);
        const bool whole = error == std::errc {} && end == text.data() + text.size();
        if (!whole || (keep.events != 0 && keep.events < kFewest) || keep.events > kMost)
            return "--keep-events: expected a number of events, at least " + std::to_string(kFewest)
                + ", or 0 for all of them; not '" + printable(text) + "'";
    }
    return std::nullopt;
}

void warnOfDropped(const trace::Trace& trace)
{
    if (trace.dropped() == 0)
        return;
    say("the oldest " + analysis::counted(trace.dropped(), "event") + (trace.dropped() == 1 ? " was" : " were")
        + " dropped: the trace is whole from "
        + formatDuration(trace[EventId {static_cast<std::uint32_t>(trace.wholeFrom())}].at.time_since_epoch())
        + " on");
}

} // namespace connscope::app
