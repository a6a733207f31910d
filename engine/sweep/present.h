// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string_view>

/// \file
/// Whether two scenarios that are written differently mean the same: a key that is set to what it is anyway changes nothing.

namespace connscope::sweep {

/// True when every client and every broker of \a b has, for each key, the value that it has in \a a: as set, as derived from other
/// keys, or as its version has it by default. Both have the same clients and brokers in the same order. \a profile is the one that
/// all clients run on; "" where each has its own. False where a client's settings cannot be built.
bool meansTheSame(const scenario::Scenario& a, const scenario::Scenario& b, std::string_view profile = {});

} // namespace connscope::sweep
