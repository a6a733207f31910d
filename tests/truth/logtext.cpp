// SPDX-License-Identifier: GPL-3.0-or-later
#include "truth/logtext.h"

#include <charconv>
#include <chrono>

namespace connscope::truth {

bool take(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string_view takeUntil(std::string_view& text, char end)
{
    const std::size_t at = text.find(end);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return taken;
}

std::optional<std::int64_t> takeTimestamp(std::string_view& text)
{
    // "[2026-11-29 13:55:16,300] "
    constexpr std::size_t length = 26;
    if (text.size() < length || text[0] != '[' || text[24] != ']' || text[25] != ' ')
        return std::nullopt;
    const auto part = [&](std::size_t at, std::size_t digits) { return number(text.substr(at, digits)); };
    const auto year = part(1, 4);
    const auto month = part(6, 2);
    const auto day = part(9, 2);
    const auto hour = part(12, 2);
    const auto minute = part(15, 2);
    const auto second = part(18, 2);
    const auto milli = part(21, 3);
    if (!year || !month || !day || !hour || !minute || !second || !milli)
        return std::nullopt;
    text.remove_prefix(length);
    const std::chrono::sys_days date
        = std::chrono::year {static_cast<int>(*year)} / static_cast<int>(*month) / static_cast<int>(*day);
    return date.time_since_epoch().count() * std::int64_t {86'400'000}
    + ((*hour * 60 + *minute) * 60 + *second) * 1000 + *milli;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::string_view part = takeUntil(text, separator);
        if (!part.empty())
            parts.push_back(part);
    }
    return parts;
}

std::optional<std::int64_t> leadingNumber(std::string_view& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<std::int64_t> number(std::string_view text)
{
    const auto value = leadingNumber(text);
    return text.empty() ? value : std::nullopt;
}

std::string_view fieldOf(std::string_view line, std::string_view key)
{
    for (std::string_view field : split(line, ' ')) {
        if (take(field, key) && take(field, "="))
            return field;
    }
    return {};
}

std::optional<std::int64_t> jsonNumber(std::string_view object, std::string_view key)
{
    std::size_t at = object.find(key);
    if (at == std::string_view::npos || at == 0 || object[at - 1] != '"')
        return std::nullopt;
    std::string_view rest = object.substr(at + key.size());
    if (!take(rest, "\":"))
        return std::nullopt;
    return leadingNumber(rest);
}

Duration secondsOf(std::string_view text)
{
    const std::int64_t seconds = number(takeUntil(text, '.')).value_or(0);
    return ms(seconds * 1000 + number(text).value_or(0));
}

std::optional<FullNode> fullNode(std::string_view text)
{
    constexpr std::string_view middle = " (id: ";
    const std::size_t id = text.find(middle);
    if (id == std::string_view::npos)
        return std::nullopt;
    const std::size_t colon = text.rfind(':', id);
    const auto port = number(text.substr(colon + 1, id - colon - 1));
    std::string_view rest = text.substr(id + middle.size());
    const auto value = leadingNumber(rest);
    if (colon == std::string_view::npos || !port || !value || !rest.starts_with(" rack: "))
        return std::nullopt;
    return FullNode {
        text.substr(0, colon), static_cast<std::uint16_t>(*port), NodeId {static_cast<std::int32_t>(*value)}};
}

NodeId shortNode(std::string_view text)
{
    const auto value = leadingNumber(text);
    return value ? NodeId {static_cast<std::int32_t>(*value)} : NodeId {};
}

namespace {

/// "… correlationId=2, headerVersion=2) and so on": the number and what stands behind the parenthesis.
std::optional<std::int32_t> takeHeader(std::string_view& text)
{
    constexpr std::string_view key = "correlationId=";
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + key.size());
    const auto value = leadingNumber(text);
    takeUntil(text, ')');
    return value ? std::optional(static_cast<std::int32_t>(*value)) : std::nullopt;
}

} // namespace

std::optional<RequestLine> requestLine(std::string_view message)
{
    RequestLine line;
    const bool older = take(message, "Using older server API v");
    if (older) {
        leadingNumber(message);
        if (!take(message, " to send "))
            return std::nullopt;
    } else if (!take(message, "Sending ")) {
        return std::nullopt;
    }
    const auto api = apiFromName(takeUntil(message, ' '));
    if (!api)
        return std::nullopt;
    line.api = *api;
    if (!older && take(message, "request with header ")) {
        const auto correlation = takeHeader(message);
        constexpr std::string_view to = " to node ";
        const std::size_t at = message.find(to);
        if (!correlation || at == std::string_view::npos)
            return std::nullopt;
        line.correlation = *correlation;
        line.node = shortNode(message.substr(at + to.size()));
        return line;
    }
    constexpr std::string_view with = " with correlation id ";
    const std::size_t at = message.rfind(with); // the body in front may hold anything
    if (at == std::string_view::npos)
        return std::nullopt;
    message.remove_prefix(at + with.size());
    line.correlation = static_cast<std::int32_t>(leadingNumber(message).value_or(-1));
    if (!take(message, " to node "))
        return std::nullopt;
    line.node = shortNode(message);
    return line;
}

std::optional<RequestLine> answerLine(std::string_view message)
{
    RequestLine line;
    if (take(message, "Completed receive from node ")) {
        line.node = shortNode(takeUntil(message, ' '));
        take(message, "for ");
        const auto api = apiFromName(takeUntil(message, ' '));
        if (!api || !take(message, "with correlation id "))
            return std::nullopt;
        line.api = *api;
        line.correlation = static_cast<std::int32_t>(leadingNumber(message).value_or(-1));
        return line;
    }
    if (!take(message, "Received "))
        return std::nullopt;
    const auto api = apiFromName(takeUntil(message, ' '));
    if (!api || !take(message, "response from node "))
        return std::nullopt;
    line.api = *api;
    line.node = shortNode(takeUntil(message, ' '));
    const auto correlation = takeHeader(message);
    if (!correlation)
        return std::nullopt;
    line.correlation = *correlation;
    return line;
}

} // namespace connscope::truth
