// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/query.h"

#include <QString>

namespace connscope::view {

/// A query in words of the interface's language: `role = coordinator and idle > 30s` becomes "role is coordinator and
/// idle for more than 30s". Fields, words and values stay as the language has them. "" for a query that holds for all.
QString filterSentence(const trace::Query& query);

} // namespace connscope::view
