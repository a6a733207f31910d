// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// \file
/// Where the checkout and the built program are. Only this library knows, so that no other test depends on a path.

namespace connscope::test {

/// Absolute path of a file of the checkout: sourcePath("resources/scenarios/13-three-kinds.yaml").
std::string sourcePath(std::string_view relative);
/// Absolute path of the built program; declare the test with PROGRAM so that it is built first.
std::string programPath();
/// The bytes of a file, or a failed test with the path in the message (std::runtime_error, which Qt Test reports).
std::string readFile(const std::string& path);

} // namespace connscope::test
