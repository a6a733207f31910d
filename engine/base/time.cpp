// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/time.h"

#include <array>

namespace connscope {

namespace {

__extension__ using Wide = __int128;

struct Unit {
    std::string_view name;
    std::int64_t ns;
};

// Longest name first where one is a prefix of another.
constexpr std::array<Unit, 8> kUnits {{{"ms", 1'000'000}, {"us", 1'000}, {"µs", 1'000}, {"ns", 1},
    {"h", 3'600'000'000'000}, {"m", 60'000'000'000}, {"s", 1'000'000'000}, {"d", 86'400'000'000'000}}};

constexpr auto kDurationHelp = "expected a duration such as 250ms, 540s, 9m or 1h30m";

bool isDigit(char c) { return c >= '0' && c <= '9'; }

Error durationError(std::string_view text)
{
    Error error;
    error.message = "'" + std::string(text.substr(0, 40)) + "' is not a duration; " + kDurationHelp;
    return error;
}

} // namespace

Result<Duration> parseDuration(std::string_view text)
{
    if (text == "0")
        return Duration::zero();
    if (text.empty())
        return fail(durationError(text));
    std::int64_t total = 0;
    std::size_t i = 0;
    while (i < text.size()) {
        std::int64_t whole = 0;
        const std::size_t start = i;
        for (; i < text.size() && isDigit(text[i]); ++i) {
            if (__builtin_mul_overflow(whole, 10, &whole) || __builtin_add_overflow(whole, text[i] - '0', &whole))
                return fail(
                    "'" + std::string(text.substr(0, 40)) + "' is longer than the 292 years a trace can hold");
        }
        std::int64_t fraction = 0;
        std::int64_t scale = 1;
        const bool hasWhole = i > start;
        if (i < text.size() && text[i] == '.') {
            ++i;
            const std::size_t first = i;
            for (; i < text.size() && isDigit(text[i]); ++i) {
                if (i - first >= 9)
                    continue; // beyond the nanosecond
                fraction = fraction * 10 + (text[i] - '0');
                scale *= 10;
            }
            if (i == first)
                return fail(durationError(text));
        } else if (!hasWhole) {
            return fail(durationError(text));
        }
        const Unit* unit = nullptr;
        for (const Unit& candidate : kUnits) {
            if (text.substr(i, candidate.name.size()) == candidate.name) {
                unit = &candidate;
                break;
            }
        }
        if (!unit)
            return fail(durationError(text));
        i += unit->name.size();
        std::int64_t part = 0;
        // fraction < scale <= 1e9 and unit->ns <= 8.64e13: the product needs 128 bits.
        const auto fractionNs = static_cast<std::int64_t>(static_cast<Wide>(fraction) * unit->ns / scale);
        if (__builtin_mul_overflow(whole, unit->ns, &part) || __builtin_add_overflow(part, fractionNs, &part)
            || __builtin_add_overflow(total, part, &total))
            return fail("'" + std::string(text.substr(0, 40)) + "' is longer than the 292 years a trace can hold");
    }
    return Duration {total};
}

std::string formatDuration(Duration d)
{
    std::int64_t ns = d.count();
    if (ns == 0)
        return "0s";
    std::string out;
    if (ns < 0) {
        if (ns == std::numeric_limits<std::int64_t>::min())
            return "-9223372036854775808ns";
        out = "-";
        ns = -ns;
    }
    const auto take = [&](std::int64_t unit, std::string_view name) {
        if (ns >= unit) {
            out += std::to_string(ns / unit);
            out += name;
            ns %= unit;
        }
    };
    take(3'600'000'000'000, "h");
    take(60'000'000'000, "m");
    if (ns == 0)
        return out;
    const auto decimal = [&](std::int64_t unit, std::string_view name) {
        out += std::to_string(ns / unit);
        std::int64_t rest = ns % unit;
        if (rest != 0) {
            std::string digits = std::to_string(unit + rest).substr(1);
            while (digits.back() == '0')
                digits.pop_back();
            out += '.';
            out += digits;
        }
        out += name;
    };
    if (ns >= 1'000'000'000)
        decimal(1'000'000'000, "s");
    else if (ns >= 1'000'000)
        decimal(1'000'000, "ms");
    else if (ns >= 1'000)
        decimal(1'000, "us");
    else
        decimal(1, "ns");
    return out;
}

std::string formatSeconds(Duration d, int decimals)
{
    std::int64_t ns = d.count();
    std::string out;
    if (ns < 0) {
        out = "-";
        ns = ns == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max() : -ns;
    }
    out += std::to_string(ns / 1'000'000'000);
    if (decimals > 0) {
        out += '.';
        out += std::to_string(1'000'000'000 + ns % 1'000'000'000)
                   .substr(1, static_cast<std::size_t>(decimals > 9 ? 9 : decimals));
    }
    return out;
}

} // namespace connscope
