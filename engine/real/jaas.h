// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// sasl.jaas.config: one login module with its options, as
/// `org.apache.kafka.common.security.plain.PlainLoginModule required username="alice" password="…";`
///
/// Source: JaasConfig (a java.io.StreamTokenizer: C and C++ comments, values in double or single quotes with the escapes of
/// Java), JaasContext#load ("exactly one login module").

namespace connscope::real {

struct JaasEntry {
    std::string module; ///< "org.apache.kafka.common.security.plain.PlainLoginModule"
    std::string flag; ///< "required"
    std::vector<std::pair<std::string, std::string>> options;

    /// The last word of `module`: "PlainLoginModule".
    std::string_view moduleName() const;
    /// Null where it was not given.
    const std::string* option(std::string_view name) const;
};

/// Errors name the column and what was expected, and never repeat a value: it may be a password.
Result<JaasEntry> parseJaas(std::string_view text);

} // namespace connscope::real
