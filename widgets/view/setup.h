// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstddef>

namespace connscope::view {

/// How many events at the beginning only set the world up: brokers that come up, leaders and coordinators that are named,
/// before any client or connection is there. To who steps through a trace they are one.
std::size_t setUpEvents(const trace::Trace& trace);

} // namespace connscope::view
