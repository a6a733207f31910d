// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// Reader for client.properties and server.properties: the syntax of java.util.Properties that such files use.

namespace connscope::protocol {

struct Property {
    std::string key;
    std::string value;
    int line = 0; ///< where the entry begins, from 1
};

/// Entries in the order of the file; a key that comes twice stays twice (Java takes the last one).
/// Comments begin with # or !; key and value are parted by '=', ':' or blanks; a backslash at the end of a line goes on in
/// the next; escapes are \t \n \r \f \uXXXX, and a backslash before any other character stands for that character.
/// Text is UTF-8. \a file is only used in errors. Errors: an entry without a value, an empty key, a broken \u, a control
/// byte, more than 1 MiB of text.
Result<std::vector<Property>> parseProperties(std::string_view text, std::string_view file = {});

} // namespace connscope::protocol
