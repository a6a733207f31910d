// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/jsonl.h"
#include "trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>

/// \file
/// One line of a trace file. What the lines say of each other (numbering, order of time) is the reader's business.

namespace connscope::trace {

struct HeaderLine {
    Header header;
    int major = 0;
    int minor = 0;
    JsonlNotes notes;
};

inline constexpr std::string_view kAnnotationsKey = "annotations";
inline constexpr std::string_view kBookmarksKey = "bookmarks";

/// Of a header line that is known to be right.
JsonlNotes notesOf(std::string_view line);

/// The first line. Errors have column and offset within the line.
Result<HeaderLine> parseHeaderLine(std::string_view line, int maxDepth);

/// The kind of the last line, which is no event: its id is the number of events, its t_ns the end of the run. It looks
/// like an event so that a reader that does not know it, an older one or a few lines of a script, can go on.
inline constexpr std::string_view kEndKind = "end";

struct EventLine {
    std::uint32_t id = 0;
    bool isEnd = false; ///< the last line; of `event` only the instant says something
    Event event; ///< its `text` is not set
    std::string text;
};

/// Parses event lines; keeps its buffers between lines.
class EventLineParser {
public:
    /// \a vantage is the header's. \a newerMinor: names that are not known come from a newer version and are let pass:
    /// an unknown rule reads as none, an unknown kind as a mark with the kind's name as text.
    EventLineParser(Vantage vantage, bool newerMinor, int maxDepth);

    /// Parses \a line into \a out. Errors have column and offset within the line.
    Result<void> parse(std::string_view line, EventLine& out);

private:
    Vantage m_vantage;
    bool m_newerMinor;
    int m_maxDepth;
};

/// Whether \a line is JSON from its first to its last byte; what is cut is not.
bool isWholeJson(std::string_view line);

/// Makes an error that points at \a key in \a line (at the line's start where the key is not spelt there).
Error errorAtKey(std::string_view line, std::string_view key, std::string message);

} // namespace connscope::trace
