// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unveiling.h"

#include <algorithm>

namespace connscope::app {

namespace {

/// An event and the TCP state that it comes with: only the state says which broker the address of a `connect started` is, and
/// without it the picture would have a machine of its own for that address.
std::size_t withItsState(const trace::Trace& whole, std::size_t count)
{
    while (count > 0 && count < whole.size() && whole[count].kind == trace::EventKind::TcpState
        && whole[count].connection == whole[count - 1].connection && whole[count].at == whole[count - 1].at)
        ++count;
    return count;
}

} // namespace

void appendUpTo(trace::Trace& part, const trace::Trace& whole, std::size_t count)
{
    const std::size_t end = withItsState(whole, std::min(count, whole.size()));
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
