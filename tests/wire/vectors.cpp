// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/vectors.h"

#include "support/paths.h"

#include <algorithm>
#include <sstream>

namespace connscope::test {

std::vector<std::vector<std::string>> dataLines(std::string_view file, std::size_t words)
{
    std::vector<std::vector<std::string>> lines;
    std::istringstream in(readFile(sourcePath("tests/data/wire/" + std::string(file))));
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        std::vector<std::string> parts;
        std::size_t at = 0;
        while (parts.size() + 1 < words && line.find(' ', at) != std::string::npos) {
            const std::size_t space = line.find(' ', at);
            parts.push_back(line.substr(at, space - at));
            at = space + 1;
        }
        parts.push_back(line.substr(at));
        parts.resize(words);
        lines.push_back(std::move(parts));
    }
    return lines;
}

wire::Bytes fromHex(std::string_view hex)
{
    wire::Bytes bytes(hex.size() / 2);
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
    return bytes;
}

std::string toHex(const wire::Bytes& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace connscope::test
