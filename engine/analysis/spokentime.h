// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "base/time.h"

#include <string>

namespace connscope::analysis {

/// A length of time as a sentence has it: "3 s", "1.5 ms", "9 min", "1 h 30 min"; "9 分钟". To the second from two
/// minutes on, to the millisecond from one second on, to the microsecond below; zeros at the end are left out.
std::string spokenTime(Duration d, Language language = Language::English);

} // namespace connscope::analysis
