// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/partitiontext.h"

#include <charconv>

namespace connscope::protocol {

std::optional<TopicPartition> parseTopicPartition(std::string_view text)
{
    const std::size_t dash = text.rfind('-');
    if (dash == std::string_view::npos || dash == 0)
        return std::nullopt;
    const std::string_view digits = text.substr(dash + 1);
    TopicPartition out {std::string(text.substr(0, dash)), 0};
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), out.partition);
    if (digits.empty() || failure != std::errc() || end != digits.data() + digits.size() || out.partition < 0)
        return std::nullopt;
    return out;
}

} // namespace connscope::protocol
