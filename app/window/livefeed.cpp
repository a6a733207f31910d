// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/livefeed.h"

#include <cassert>
#include <string_view>

namespace connscope::app {

TraceChunk LiveFeed::take(const trace::Trace& trace, Instant until)
{
    TraceChunk chunk;
    if (m_events == 0)
        chunk.header = trace.header();
    chunk.first = m_events;
    chunk.events.reserve(trace.size() - m_events);
    for (; m_events < trace.size(); ++m_events)
        chunk.events.push_back(trace[m_events]);
    chunk.firstText = static_cast<std::uint32_t>(m_texts);
    for (; m_texts < trace.texts().size(); ++m_texts) {
        chunk.texts += trace.text(TextId {static_cast<std::uint32_t>(m_texts)});
        chunk.textEnds.push_back(static_cast<std::uint32_t>(chunk.texts.size()));
    }
    chunk.connections = trace.connectionCount();
    chunk.clients = trace.clientCount();
    chunk.until = until;
    return chunk;
}

void append(trace::Trace& copy, const TraceChunk& chunk, const trace::Following& following)
{
    assert(following(EventId {static_cast<std::uint32_t>(chunk.first)}).value == copy.size());
    assert(copy.texts().size() == chunk.firstText);
    if (chunk.header)
        copy.header() = *chunk.header;
    // Each text is in the source's table once, so the same order gives the same numbers.
    std::size_t from = 0;
    for (const std::uint32_t end : chunk.textEnds) {
        copy.intern(std::string_view(chunk.texts).substr(from, end - from));
        from = end;
    }
    for (trace::Event event : chunk.events) {
        event.cause = following(event.cause);
        copy.append(event);
    }
    if (chunk.connections > 0)
        copy.coverConnection(ConnectionId {chunk.connections - 1});
    if (chunk.clients > 0)
        copy.coverClient(ClientId {chunk.clients - 1});
}

} // namespace connscope::app
