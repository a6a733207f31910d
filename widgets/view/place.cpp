// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/place.h"

#include "analysis/spokenaction.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <optional>

namespace connscope::view {

namespace {

std::string plain(const QString& text) { return text.toStdString(); }

std::string_view trimmed(std::string_view text)
{
    const std::size_t from = text.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string_view()
                                          : text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

std::string fill(std::string text, const std::string& value, const char* mark = "%1")
{
    const std::size_t at = text.find(mark);
    return at == std::string::npos ? text : text.replace(at, 2, value);
}

/// "9:03.181", "1:02:03": the duration since the start; nothing where it is no clock.
Result<Duration> parseClock(std::string_view text)
{
    std::int64_t whole = 0;
    std::size_t colons = 0;
    std::string_view rest = text;
    for (std::size_t colon = rest.find(':'); colon != std::string_view::npos; colon = rest.find(':')) {
        std::int64_t part = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + colon, part);
        if (error != std::errc() || end != rest.data() + colon || part < 0 || part > 1'000'000 || ++colons > 2)
            return fail(std::string());
        whole = (whole + part) * 60;
        rest.remove_prefix(colon + 1);
    }
    const auto seconds = parseDuration(std::string(rest) + "s");
    if (!seconds || rest.empty() || *seconds >= std::chrono::seconds(60))
        return fail(std::string());
    return std::chrono::seconds(whole) + *seconds;
}

constexpr std::int64_t kDayNs = 86'400'000'000'000;

/// "10:00:57" as the clock on the wall shows the trace's seconds: the duration since the start of the first such time, where
/// the trace has it. The wall shows whole thousandths or less, so a second that began before the start is the start.
std::optional<Duration> onTheWall(Duration timeOfDay, std::string_view text, const Document& document)
{
    const std::size_t colons = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
    if (colons != 2 || document.isEmpty() || timeOfDay >= std::chrono::hours(24))
        return std::nullopt;
    const std::int64_t startOfDay
        = (document.trace().header().epochMs % 86'400'000 + 86'400'000) % 86'400'000 * 1'000'000;
    std::int64_t since = timeOfDay.count() - startOfDay;
    if (since <= -std::chrono::nanoseconds(std::chrono::seconds(1)).count())
        since += kDayNs;
    const Duration found {std::max<std::int64_t>(since, 0)};
    if (kStart + found > document.end())
        return std::nullopt;
    return found;
}

/// "10:00:57" of an instant.
std::string wallText(const Document& document, Instant t)
{
    const std::int64_t ms = document.trace().header().epochMs + toNs(t) / 1'000'000;
    const std::int64_t second = (ms / 1000 % 86'400 + 86'400) % 86'400;
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return two(second / 3600) + ':' + two(second / 60 % 60) + ':' + two(second % 60);
}

/// One rule for times and steps: beyond an end is that end, and it is said.
Place placeAt(const Document& document, Instant t, analysis::Language language)
{
    if (t > document.end())
        return {document.endPosition(),
            fill(plain(QCoreApplication::translate("Place", "The trace ends at %1: this is its end.")),
                analysis::spokenDuration(document.end() - kStart, language))};
    if (t < kStart)
        return {document.positionAt(kStart),
            plain(QCoreApplication::translate("Place", "Before this there is nothing: this is the start."))};
    return {document.positionAt(t), {}};
}

} // namespace

Result<Place> parsePlace(
    std::string_view text, const Document& document, const Position& now, analysis::Language language)
{
    text = trimmed(text);
    if (text == "start")
        return Place {document.positionAt(kStart), {}};
    if (text == "end")
        return Place {document.endPosition(), {}};
    if (text.starts_with('#')) {
        const std::string_view digits = text.substr(1);
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
            return fail(plain(QCoreApplication::translate("Place", "An event is written as #1203.")));
        if (number >= document.trace().size())
            return fail(fill(plain(QCoreApplication::translate("Place", "The trace has %1 events; the first is #0.")),
                std::to_string(document.trace().size())));
        return Place {document.after(EventId {number}), {}, EventId {number}};
    }
    if (text.starts_with('+') || text.starts_with('-')) {
        const auto length = parseDuration(text.substr(1));
        if (!length)
            return fail(length.error().message);
        const Instant t = text.starts_with('+') ? saturatingAdd(now.at, *length) : now.at - *length;
        return placeAt(document, t, language);
    }
    if (text.find(':') != std::string_view::npos) {
        std::string decimal(text); // the wall's clock has a comma before its thousandths
        std::replace(decimal.begin(), decimal.end(), ',', '.');
        if (const auto clock = parseClock(decimal)) {
            const Instant since = saturatingAdd(kStart, *clock);
            if (since > document.end()) {
                if (const auto wall = onTheWall(*clock, text, document))
                    return placeAt(document, kStart + *wall, language);
            }
            Place place = placeAt(document, since, language);
            if (!place.note.empty())
                place.note += ' '
                    + fill(fill(plain(QCoreApplication::translate("Place", "On the wall it goes from %1 to %2.")),
                               wallText(document, kStart)),
                        wallText(document, document.end()), "%2");
            return place;
        }
        return fail(plain(QCoreApplication::translate("Place",
            "A clock is written as 9:03.181 or 00:09:03.181, since the start, or as 10:00:57, on the wall.")));
    }
    const auto length = parseDuration(text);
    if (!length)
        return fail(plain(QCoreApplication::translate("Place",
            "Where to? A time since the start (9m, 1.5s), a step (+30s, -30s), an event (#1203), a clock (9:03.181), "
            "a time on the wall (10:00:57), start or end.")));
    return placeAt(document, saturatingAdd(kStart, *length), language);
}

} // namespace connscope::view
