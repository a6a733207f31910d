// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"

#include <optional>
#include <string_view>

namespace connscope::protocol {

/// Topic and partition of "t4-0"; the last dash is the one. Nothing where there is no topic or no partition from 0 on.
std::optional<TopicPartition> parseTopicPartition(std::string_view text);

} // namespace connscope::protocol
