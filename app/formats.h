// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/report.h"
#include "app/output.h"
#include "base/result.h"
#include "scenario/model.h"
#include "trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The formats of `--format`, one row each.

namespace connscope::app {

/// What there is to write about.
struct Outcome {
    const scenario::Scenario& scenario;
    const trace::Trace& trace;
    analysis::ReportOptions options;
};

/// Writes a format. That a piece was refused is for the Output to tell; the error is anything else that is wrong.
using Writer = Result<void> (*)(const Outcome&, Output&);

struct Format {
    const char* name;
    Writer text;
    Writer json; ///< nullptr: there is no --json of it
};

std::span<const Format> formats();
std::vector<std::string_view> formatNames();
/// The row of that name, or what is wrong with it, as a message for usageError().
Result<const Format*> findFormat(const std::string& name, bool json);

} // namespace connscope::app
