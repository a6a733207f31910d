// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "trace/jsonl.h"

#include <string>
#include <vector>

/// \file
/// What a person wrote into the picture of a trace, in the trace's own file: the same keys as in a scenario, as JSON in the
/// trace's header (docs/trace-format.md).

namespace connscope::scenario {

struct TraceNotes {
    std::vector<Annotation> annotations;
    std::vector<Bookmark> bookmarks;
    bool operator==(const TraceNotes&) const = default;
};

/// Bytes of a text that are no UTF-8 are written as U+FFFD: JSON has no other way.
trace::JsonlNotes toJsonl(const TraceNotes& notes);
/// The way back. What cannot be read, such as an annotation of a kind that only a newer version knows, is left out and said in
/// \a warnings with the name \a file.
TraceNotes fromJsonl(const trace::JsonlNotes& notes, const std::string& file, std::vector<Error>& warnings);

} // namespace connscope::scenario
