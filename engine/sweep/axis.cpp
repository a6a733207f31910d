// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/axis.h"

#include "base/text.h"
#include "client/profile.h"
#include "scenario/overrides.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace connscope::sweep {

namespace {

template <typename Number>
std::optional<Number> wholeNumber(std::string_view text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

struct Range {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::optional<std::int64_t> count;
    bool isLog = false;
};

/// Nothing for a text that is no range ("localhost..x" may be a value); an error for one with a mistake.
Result<std::optional<Range>> parseRange(std::string_view text)
{
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return std::optional<Range> {};
    Range range;
    const auto from = wholeNumber<std::int64_t>(text.substr(0, dots));
    std::string_view rest = text.substr(dots + 2);
    const std::size_t slash = rest.find('/');
    const auto to = wholeNumber<std::int64_t>(rest.substr(0, slash));
    if (!from || !to)
        return std::optional<Range> {};
    range.from = *from;
    range.to = *to;
    const std::string shown = "'" + printable(text) + "'";
    if (*to < *from)
        return fail(shown + ": a range goes from the lower number to the higher one");
    if (slash != std::string_view::npos) {
        std::string_view count = rest.substr(slash + 1);
        range.isLog = count.ends_with("log");
        if (range.isLog)
            count.remove_suffix(3);
        range.count = wholeNumber<std::int64_t>(count);
        if (!range.count || *range.count < 2 || *range.count > static_cast<std::int64_t>(kMostValues))
            return fail(shown + ": behind the '/' expected how many values there are, 2 to "
                + std::to_string(kMostValues) + ", such as 1..1000/20 or 1..1000/20log");
        if (range.isLog && *from < 1)
            return fail(shown + ": with equal ratios a range begins at 1 or more");
    } else if (static_cast<std::uint64_t>(*to) - static_cast<std::uint64_t>(*from) >= kMostValues) {
        return fail(shown + ": these are more than " + std::to_string(kMostValues)
            + " values; choose some of them, such as " + printable(text) + "/20");
    }
    return std::optional(range);
}

std::vector<std::int64_t> valuesOf(const Range& range)
{
    std::vector<std::int64_t> out;
    if (!range.count) {
        for (std::int64_t v = range.from;; ++v) {
            out.push_back(v);
            if (v == range.to)
                return out;
        }
    }
    const double from = static_cast<double>(range.from);
    const double to = static_cast<double>(range.to);
    for (std::int64_t i = 0; i < *range.count; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(*range.count - 1);
        const double exact = range.isLog ? from * std::pow(to / from, share) : from + (to - from) * share;
        out.push_back(i == 0 ? range.from : i + 1 == *range.count ? range.to : std::llround(exact));
    }
    return out;
}

/// At commas; "\," is a comma.
std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> out(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
            out.back() += text[++i];
        else if (text[i] == ',')
            out.emplace_back();
        else
            out.back() += text[i];
    }
    return out;
}

Result<void> checkValue(const Axis& axis, const std::string& value)
{
    if (axis.isSeed() && !wholeNumber<std::uint64_t>(value))
        return fail("seed: expected a whole number, found '" + printable(value) + "'");
    if (axis.isProfile()) {
        if (const auto found = client::findProfile(value); !found)
            return fail(found.error());
    }
    return {};
}

} // namespace

std::optional<std::vector<double>> Axis::numbers() const
{
    std::vector<double> out;
    for (const std::string& value : values) {
        const auto number = wholeNumber<std::int64_t>(value);
        if (!number)
            return std::nullopt;
        out.push_back(static_cast<double>(*number));
    }
    return out;
}

Result<Axis> parseAxis(std::string_view text)
{
    const std::size_t equals = text.find('=');
    Axis axis;
    axis.name = text.substr(0, equals);
    if (equals == std::string_view::npos || axis.name.empty() || equals + 1 == text.size())
        return fail("'" + printable(text)
            + "': expected NAME=VALUES, such as cluster.brokers=1..9, producer.connections.max.idle.ms=60000,540000 "
              "or profile=java-2.1,java-3.9");
    if (!axis.isProfile() && !axis.isSeed() && axis.name.find('.') == std::string::npos)
        return fail("'" + printable(axis.name)
            + "': expected NAME.KEY of a client or of the cluster (producer.linger.ms, cluster.brokers, "
              "cluster.partitions, producer.count), profile or seed");
    std::set<std::string> seen;
    const auto add = [&](std::string value) {
        if (seen.insert(value).second)
            axis.values.push_back(std::move(value));
    };
    for (std::string& value : split(text.substr(equals + 1))) {
        auto range = parseRange(value);
        if (!range)
            return fail(axis.name + ": " + range.error().message);
        if (*range) {
            for (const std::int64_t number : valuesOf(**range))
                add(std::to_string(number));
            continue;
        }
        if (auto good = checkValue(axis, value); !good)
            return fail(good.error());
        add(std::move(value));
    }
    if (axis.values.size() > kMostValues)
        return fail(axis.name + ": " + std::to_string(axis.values.size()) + " values; at most "
            + std::to_string(kMostValues) + " are tried");
    return axis;
}

Result<void> applyValue(
    const Axis& axis, const std::string& value, scenario::Scenario& scenario, session::Options& options)
{
    if (axis.isProfile()) {
        options.profile = value;
        return {};
    }
    if (axis.isSeed()) {
        options.seed = wholeNumber<std::uint64_t>(value);
        return {};
    }
    return scenario::applySetting(scenario, settingText(axis, value), options.profile);
}

std::string settingText(const Axis& axis, const std::string& value) { return axis.name + '=' + value; }

} // namespace connscope::sweep
