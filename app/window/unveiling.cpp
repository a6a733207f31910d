// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unveiling.h"

#include <algorithm>

namespace connscope::app {

void appendUpTo(trace::Trace& part, const trace::Trace& whole, std::size_t count)
{
    const std::size_t end = std::min(count, whole.size());
    for (std::size_t i = part.size(); i < end; ++i) {
        trace::Event event = whole[i];
        event.text = part.intern(whole.text(event.text)); // each trace numbers its words itself
        part.append(event);
        part.coverConnection(event.connection);
        part.coverClient(event.client);
    }
}

trace::Trace beginningOf(const trace::Trace& whole, std::size_t count)
{
    trace::Trace part;
    part.header() = whole.header();
    appendUpTo(part, whole, count);
    return part;
}

} // namespace connscope::app
