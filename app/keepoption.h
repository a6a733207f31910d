// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options.h"
#include "trace/keeping.h"

#include <optional>
#include <string>

/// \file
/// --keep and --keep-events: how much of the trace of a session that may run for hours stays.

namespace connscope::app {

void addKeepOptions(Options& options, const char* otherwise);
/// Into \a keep, which stays as it was where none is given. The usage mistake, if there is one.
std::optional<std::string> readKeepOptions(const Options& options, trace::Keep& keep);
/// Says on standard error that the oldest events of a trace that is about to be reported were dropped, if they were: not every
/// report has a place for it.
void warnOfDropped(const trace::Trace& trace);

} // namespace connscope::app
