// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/jsonwriter.h"
#include "analysis/names.h"
#include "trace/life.h"

namespace connscope::analysis {

/// One connection as an object (docs/command-line.md has its members), where a value may stand. \a names are of its trace.
void writeConnectionJson(JsonWriter& json, const Names& names, const trace::ConnectionLife& life);

} // namespace connscope::analysis
