// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// \file
/// Moments in UTC as scenarios write them. Proleptic Gregorian, no leap seconds, no locale.

namespace connscope::scenario {

/// "2019-05-27T10:00:54.142Z" (or without ".142") to milliseconds since 1970-01-01; nothing for anything else, and for
/// years outside 1970 to 9999.
std::optional<std::int64_t> parseUtc(std::string_view text);
/// The form that parseUtc reads back; \a ms from 0 to the end of year 9999.
std::string formatUtc(std::int64_t ms);

} // namespace connscope::scenario
