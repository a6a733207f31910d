// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/types.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// The files in tests/data/wire: what Kafka's own classes write (tests/wire/java/README.md).

namespace connscope::test {

/// The words of each line of tests/data/wire/\a file; the last of `words` words is the rest of the line.
std::vector<std::vector<std::string>> dataLines(std::string_view file, std::size_t words);
wire::Bytes fromHex(std::string_view hex);
std::string toHex(const wire::Bytes& bytes);

} // namespace connscope::test
