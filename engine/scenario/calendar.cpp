// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/calendar.h"

#include <chrono>

namespace connscope::scenario {

namespace {

/// Digits of a fixed width, then whatever follows in \a rest; -1 when they are not digits.
int take(std::string_view& rest, std::size_t width)
{
    if (rest.size() < width)
        return -1;
    int value = 0;
    for (std::size_t i = 0; i < width; ++i) {
        if (rest[i] < '0' || rest[i] > '9')
            return -1;
        value = value * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(width);
    return value;
}

bool takeChar(std::string_view& rest, char c)
{
    if (rest.empty() || rest.front() != c)
        return false;
    rest.remove_prefix(1);
    return true;
}

std::string padded(std::int64_t value, std::size_t width)
{
    std::string digits = std::to_string(value);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

} // namespace

std::optional<std::int64_t> parseUtc(std::string_view text)
{
    const int year = take(text, 4);
    const bool dash1 = takeChar(text, '-');
    const int month = take(text, 2);
    const bool dash2 = takeChar(text, '-');
    const int day = take(text, 2);
    const bool t = takeChar(text, 'T');
    const int hour = take(text, 2);
    const bool colon1 = takeChar(text, ':');
    const int minute = take(text, 2);
    const bool colon2 = takeChar(text, ':');
    const int second = take(text, 2);
    const int ms = takeChar(text, '.') ? take(text, 3) : 0;
    if (!dash1 || !dash2 || !t || !colon1 || !colon2 || !takeChar(text, 'Z') || !text.empty())
        return std::nullopt;
    const std::chrono::year_month_day date {std::chrono::year {year},
        std::chrono::month {static_cast<unsigned>(month)}, std::chrono::day {static_cast<unsigned>(day)}};
    if (year < 1970 || month < 1 || day < 1 || !date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59
        || second < 0 || second > 59 || ms < 0)
        return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    return ((days * 24 + hour) * 60 + minute) * 60'000 + std::int64_t {second} * 1'000 + ms;
}

std::string formatUtc(std::int64_t ms)
{
    constexpr std::int64_t kDay = 86'400'000;
    const std::chrono::year_month_day date {std::chrono::sys_days(std::chrono::days(ms / kDay))};
    const std::int64_t rest = ms % kDay;
    std::string out = padded(static_cast<int>(date.year()), 4) + '-' + padded(static_cast<unsigned>(date.month()), 2)
        + '-' + padded(static_cast<unsigned>(date.day()), 2) + 'T' + padded(rest / 3'600'000, 2) + ':'
        + padded(rest / 60'000 % 60, 2) + ':' + padded(rest / 1'000 % 60, 2);
    if (rest % 1'000 != 0)
        out += '.' + padded(rest % 1'000, 3);
    return out + 'Z';
}

} // namespace connscope::scenario
