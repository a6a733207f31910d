// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "view/document.h"

#include <string>
#include <string_view>

namespace connscope::view {

struct Place {
    Position position;
    std::string note; ///< where it is not what was asked for, why: a sentence in the interface's language
    EventId event {}; ///< that was named; invalid for a time
};

/// Where "go to" goes: "9m" (since the start), "+30s" and "-30s" (from where the playhead is), "#1203" (right after that
/// event), "9:03.181" or "00:09:03.181" (as clocks show it), "start", "end". A clock of three parts that lies beyond the end
/// is looked for on the wall: "10:00:57" where the trace's own time of day comes by there. A time or a step beyond an end of the trace
/// is that end; an event that there is not is an error.
/// \a language: of the note.
Result<Place> parsePlace(std::string_view text, const Document& document, const Position& now,
    analysis::Language language = analysis::Language::English);

} // namespace connscope::view
