// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/report.h"
#include "app/formats.h"
#include "app/options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What a report is told on the command line: which part of the trace, in which language, how wide. The same for every
/// command that has --format.

namespace connscope::app {

/// Without their dashes.
std::vector<const char*> reportOptionNames();
/// Whether \a format takes the one of that name.
bool takes(const Format& format, std::string_view name);
/// Declares --from, --to, --lang, --view, --at, --width, --axis and --ascii.
void addReportOptions(Options& options);
/// The usage mistake, if there is one: a value that is none, or an option that \a format does not take. \a toFile: the
/// report goes to a file, so the width of a terminal has nothing to say.
std::optional<std::string> readReportOptions(
    const Options& options, const Format& format, bool toFile, analysis::ReportOptions& report);

} // namespace connscope::app
