// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

#include <string>
#include <string_view>

/// \file
/// Values of fields as a person reads them in the inspector.

namespace connscope::wire {

/// "3", "true"; error codes and api keys with their names: "27 (REBALANCE_IN_PROGRESS)", "3 (METADATA)".
std::string numberText(const Field& field, const NumberRef& number);
/// The text with control characters, backslashes and bytes that are no UTF-8 as \\xNN.
std::string printable(std::string_view text);

} // namespace connscope::wire
