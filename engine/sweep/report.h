// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "sweep/sweep.h"

/// \file
/// A sweep as text. Rows that were cancelled are left out. Each returns false when the sink refused a piece.

namespace connscope::sweep {

/// Columns that line up, one row a run; under it why a run gave no numbers, or numbers of a part of it.
bool writeTable(const Table& table, analysis::TextSink& sink);
/// Comma-separated values as RFC 4180 has them, lines that end in CR LF; the last column says what is wrong with a run.
bool writeCsv(const Table& table, analysis::TextSink& sink);
/// {"connscope-sweep": 1, …, "rows": […]} (docs/command-line.md).
bool writeJson(const Table& table, analysis::TextSink& sink);

} // namespace connscope::sweep
