// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wrote into a trace, in its header and apart from what the run is.
#include "trace/jsonlline.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace connscope::trace {

// Few headers have any, and they are no flat object: read by themselves.
JsonlNotes notesOf(std::string_view line)
{
    JsonlNotes out;
    if (line.find(kAnnotationsKey) == std::string_view::npos && line.find(kBookmarksKey) == std::string_view::npos)
        return out;
    const auto header = nlohmann::ordered_json::parse(line, nullptr, false);
    for (const auto& [key, array] : {std::pair(kAnnotationsKey, &out.annotations), {kBookmarksKey, &out.bookmarks}}) {
        if (const auto found = header.find(std::string(key)); found != header.end() && !found->is_null())
            *array = found->dump();
    }
    return out;
}

Result<std::string> withNotes(std::string_view headerLine, const JsonlNotes& notes)
{
    if (const auto parsed = parseHeaderLine(headerLine, JsonlLimits().maxDepth); !parsed)
        return fail(parsed.error());
    using Ordered = nlohmann::ordered_json;
    Ordered header = Ordered::parse(headerLine, nullptr, false);
    // The version stays: it says what else there is in the file, such as its last line.
    for (const auto& [key, array] :
        {std::pair(kAnnotationsKey, &notes.annotations), {kBookmarksKey, &notes.bookmarks}}) {
        header.erase(std::string(key));
        if (!array->empty())
            header[std::string(key)] = Ordered::parse(*array, nullptr, false);
    }
    return header.dump();
}

} // namespace connscope::trace
