// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/jsontext.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace connscope::trace {

namespace {

constexpr char kDigits[] = "0123456789abcdef";

bool needsEscape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/// Length of the well-formed sequence at \a text[i], or 0.
std::size_t sequence(std::string_view text, std::size_t i)
{
    const auto byte
        = [&](std::size_t k) { return k < text.size() ? static_cast<std::uint8_t>(text[k]) : std::uint8_t {0}; };
    const auto in = [](std::uint8_t b, int low, int high) { return b >= low && b <= high; };
    const std::uint8_t first = byte(i);
    if (first < 0x80)
        return 1;
    if (in(first, 0xc2, 0xdf))
        return in(byte(i + 1), 0x80, 0xbf) ? 2 : 0;
    if (in(first, 0xe0, 0xef)) {
        const bool second = in(byte(i + 1), first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
        return second && in(byte(i + 2), 0x80, 0xbf) ? 3 : 0;
    }
    if (in(first, 0xf0, 0xf4)) {
        const bool second = in(byte(i + 1), first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
        return second && in(byte(i + 2), 0x80, 0xbf) && in(byte(i + 3), 0x80, 0xbf) ? 4 : 0;
    }
    return 0;
}

} // namespace

bool isUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence(text, i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        const auto plain
            = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), needsEscape) - text.begin());
        out.append(text.data(), plain);
        if (plain == text.size())
            break;
        const char c = text[plain];
        switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\t':
            out += "\\t";
            break;
        case '\r':
            out += "\\r";
            break;
        default:
            out += "\\u00";
            out += kDigits[(c >> 4) & 15];
            out += kDigits[c & 15];
            break;
        }
        text.remove_prefix(plain + 1);
    }
    out += '"';
}

void appendHex(std::string& out, std::string_view bytes)
{
    for (const char c : bytes) {
        out += kDigits[(static_cast<unsigned char>(c) >> 4) & 15];
        out += kDigits[static_cast<unsigned char>(c) & 15];
    }
}

std::optional<std::string> fromHex(std::string_view hex)
{
    if (hex.size() % 2 != 0)
        return std::nullopt;
    std::string out;
    out.reserve(hex.size() / 2);
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const int high = hexValue(hex[i]);
        const int low = hexValue(hex[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

} // namespace connscope::trace
