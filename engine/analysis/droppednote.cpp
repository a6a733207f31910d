// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/droppednote.h"

#include "analysis/captionwords.h"
#include "analysis/names.h"
#include "analysis/phrases.h"
#include "analysis/spokentime.h"

#include <utility>

namespace connscope::analysis {

std::string droppedNote(const trace::Trace& trace, Language language)
{
    if (trace.dropped() == 0)
        return {};
    const trace::Event& whole = trace[trace.wholeFrom()];
    return say(language, Phrase::DroppedNote, trace.dropped(), [&](std::string_view slot) {
        if (slot == "events")
            return language == Language::Chinese ? std::to_string(trace.dropped())
                                                 : counted(trace.dropped(), "event");
        return spokenTime(slot == "from" ? Duration {whole.value} : whole.at.time_since_epoch(), language);
    });
}

std::string withDroppedNote(std::string text, const trace::Trace& trace, Language language)
{
    std::string note = droppedNote(trace, language);
    if (note.empty())
        return text;
    return joined({std::move(text), asSentence(language, std::move(note))}, language);
}

} // namespace connscope::analysis
