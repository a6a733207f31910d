// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <string_view>

namespace connscope::trace {

/// The scenario's own name of a client ("reader", "reader[2]"), which the action that started it or made it anew has.
/// \a created is its ClientCreated. "" where something else created it, or an action for every client. Lives as long as
/// the trace.
std::string_view entryName(const Trace& trace, const Event& created);

} // namespace connscope::trace
