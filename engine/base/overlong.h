// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace connscope {

/// Whether \a text has the form of a duration but is longer than a Duration can hold. parseDuration refuses it; who has a
/// smaller limit should name that instead of the 292 years.
inline bool isOverlong(std::string_view text)
{
    if (parseDuration(text))
        return false;
    std::string zeros(text); // the same form, and short
    std::replace_if(
        zeros.begin(), zeros.end(), [](char c) { return c >= '0' && c <= '9'; }, '0');
    return zeros != "0" && parseDuration(zeros).has_value(); // "0" alone needs no unit, "5" does
}

} // namespace connscope
