// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/fieldtext.h"

#include "protocol/errors.h"

#include <cstdint>

namespace connscope::wire {

namespace {

/// Bytes of the UTF-8 character that starts here; 0 if none does.
std::size_t characterSize(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    const std::size_t size = first < 0x80 ? 1
        : first < 0xc2                    ? 0
        : first < 0xe0                    ? 2
        : first < 0xf0                    ? 3
        : first < 0xf5                    ? 4
                                          : 0;
    if (size == 0 || size > text.size())
        return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    }
    const bool tooLong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
    const bool noCharacter = (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
    return tooLong || noCharacter ? 0 : size;
}

/// "" for a code that errors.h does not know.
std::string_view errorText(std::int64_t code)
{
    const auto error = static_cast<protocol::ErrorCode>(code);
    const std::string_view name = protocol::errorName(error);
    return protocol::errorFromName(name) == error ? name : std::string_view();
}

} // namespace

std::string numberText(const Field& field, const NumberRef& number)
{
    if (number.type() == NumberRef::Type::Bool)
        return number.get() ? "true" : "false";
    std::string text = std::to_string(number.get());
    const std::string_view name = field.name;
    std::string_view meaning;
    if (name == "errorCode")
        meaning = errorText(number.get());
    else if (name == "apiKey" || name == "requestApiKey")
        meaning = apiName(static_cast<ApiKey>(number.get()));
    if (!meaning.empty() && meaning != "UNKNOWN")
        text += " (" + std::string(meaning) + ")";
    return text;
}

std::string printable(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    while (!text.empty()) {
        const std::size_t size = characterSize(text);
        const auto byte = static_cast<std::uint8_t>(text.front());
        if (size == 0 || byte < 0x20 || byte == 0x7f || byte == '\\') {
            out += "\\x";
            out += digits[byte >> 4];
            out += digits[byte & 15];
            text.remove_prefix(1);
        } else {
            out += text.substr(0, size);
            text.remove_prefix(size);
        }
    }
    return out;
}

} // namespace connscope::wire
