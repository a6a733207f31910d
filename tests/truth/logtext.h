// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// \file
/// The words of a Java client's log, of every version between 2.1 and 4.0: pieces that the reader of recordings puts
/// together. Functions named take… cut what they read off the front of their argument.

namespace connscope::truth {

/// Cuts \a prefix off if it is there.
bool take(std::string_view& text, std::string_view prefix);
/// Cuts off everything up to and including \a end, and returns it without \a end; the whole text if there is none.
std::string_view takeUntil(std::string_view& text, char end);
/// "[2026-11-29 13:55:16,300] " as milliseconds since the year 1970, as if it were UTC.
std::optional<std::int64_t> takeTimestamp(std::string_view& text);

/// The parts between \a separator; empty ones are left out.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The whole text as a number.
std::optional<std::int64_t> number(std::string_view text);
/// Cuts the number off the front.
std::optional<std::int64_t> leadingNumber(std::string_view& text);
/// The value of "key=value" in a line of blank-separated fields.
std::string_view fieldOf(std::string_view line, std::string_view key);
/// The number after `"key":` in a flat JSON object.
std::optional<std::int64_t> jsonNumber(std::string_view object, std::string_view key);
/// "14.722" (three decimals).
Duration secondsOf(std::string_view text);

/// Node.toString: "localhost:9092 (id: -1 rack: null)".
struct FullNode {
    std::string_view host;
    std::uint16_t port = 0;
    NodeId id;
};
std::optional<FullNode> fullNode(std::string_view text);
/// A bare id: "-1. Fetching API versions." gives -1; no valid node if there is none.
NodeId shortNode(std::string_view text);

struct RequestLine {
    ApiKey api = ApiKey::None;
    std::int32_t correlation = -1;
    NodeId node;
};
/// "Sending METADATA {…} with correlation id 2 to node -1", "Using older server API v5 to send …" (up to 2.5),
/// "Sending METADATA request with header RequestHeader(…, correlationId=2) and timeout 30000 to node -1: …" (2.6+).
std::optional<RequestLine> requestLine(std::string_view message);
/// "Completed receive from node -1 for METADATA with correlation id 2, received …" (up to 2.5),
/// "Received METADATA response from node -1 for request with header RequestHeader(…, correlationId=2): …" (2.6+).
std::optional<RequestLine> answerLine(std::string_view message);

} // namespace connscope::truth
