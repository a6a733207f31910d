// SPDX-License-Identifier: GPL-3.0-or-later
// Queries inside a scenario file.
#include "scenario/sections.h"

namespace connscope::scenario {

std::optional<trace::Query> readQuery(Reading& reading, const YamlNode& node, std::string_view what)
{
    const auto text = reading.text(node, what);
    if (!text)
        return std::nullopt;
    auto query = trace::Query::parse(*text);
    if (query)
        return std::move(*query);
    reading.errorInside(node, query.error().offset, std::string(what) + ": " + query.error().message);
    return std::nullopt;
}

} // namespace connscope::scenario
