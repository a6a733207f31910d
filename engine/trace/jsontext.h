// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// \file
/// Text inside JSON. JSON is UTF-8 and nothing else; text of a trace may be any bytes, since evidence may hold anything.

namespace connscope::trace {

/// Whether \a text is well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF).
bool isUtf8(std::string_view text);

/// Appends \a text as a JSON string in quotes; it must be UTF-8.
void appendJsonString(std::string& out, std::string_view text);

/// Two lower-case hex digits a byte.
void appendHex(std::string& out, std::string_view bytes);
/// The way back; nothing for an odd length or another character than a hex digit.
std::optional<std::string> fromHex(std::string_view hex);

} // namespace connscope::trace
