// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "view/document.h"

#include <string_view>

namespace connscope::view {

/// Where "go to" goes: "9m" (since the start), "+30s" and "-30s" (from where the playhead is), "#1203" (right after that
/// event), "9:03.181" or "00:09:03.181" (as clocks show it), "start", "end". What lies outside the trace is an error
/// that says where it ends.
Result<Position> parsePlace(std::string_view text, const Document& document, const Position& now);

} // namespace connscope::view
