// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/types.h"

namespace connscope::wire {

std::string toString(const Uuid& id)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    std::uint32_t bits = 0;
    int have = 0;
    for (const std::uint8_t byte : id.bytes) {
        bits = (bits << 8) | byte;
        have += 8;
        while (have >= 6) {
            have -= 6;
            text += alphabet[(bits >> have) & 63];
        }
    }
    text += alphabet[(bits << (6 - have)) & 63]; // 128 bits are 21 times 6 and 2 more
    return text;
}

} // namespace connscope::wire
