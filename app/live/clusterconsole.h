// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

/// \file
/// What can be typed to a running cluster, one command a line.

namespace connscope::app {

/// Something that is not done to the world.
enum class ConsoleRequest { Help, Brokers, Connections, Summary, Quit, Nothing };

struct ConsoleWord {
    std::string_view word;
    std::string_view arguments; ///< "BROKER", "GROUP BROKER"
    std::string_view summary;
};
std::span<const ConsoleWord> consoleWords();
/// What `help` prints.
std::string consoleHelp();

/// An action of a scenario, or a request. Errors say what was expected and, where a word is nearly one, which.
Result<std::variant<ConsoleRequest, scenario::Action>> readConsoleLine(std::string_view line);

} // namespace connscope::app
