// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/loglines.h"

#include <algorithm>

namespace connscope::events {

namespace {

constexpr int kFastest = 1; // of zlib's levels: lines shrink to a tenth and packing stays out of sight

} // namespace

void LogLines::append(std::string_view line, EventId event)
{
    m_last.append(line.data(), static_cast<qsizetype>(line.size()));
    m_last.append('\n');
    m_events.push_back(event);
    m_longest = std::max(m_longest, line.size());
    if (m_events.size() % kPack == 0) {
        m_packs.push_back(qCompress(m_last, kFastest));
        m_last.clear();
    }
    // The pack that is being filled has grown.
    std::erase_if(m_open, [&](const Open& open) { return open.pack >= (m_events.size() - 1) / kPack; });
}

void LogLines::clear()
{
    m_packs.clear();
    m_last.clear();
    m_events.clear();
    m_open.clear();
    m_longest = 0;
}

LogLines::Open LogLines::split(std::size_t pack, QByteArray text)
{
    Open open {pack, std::move(text), {}};
    open.begins.reserve(kPack);
    for (qsizetype at = 0; at < open.text.size(); at = open.text.indexOf('\n', at) + 1)
        open.begins.push_back(static_cast<std::uint32_t>(at));
    return open;
}

const LogLines::Open& LogLines::open(std::size_t pack) const
{
    const auto known = std::find_if(m_open.begin(), m_open.end(), [&](const Open& o) { return o.pack == pack; });
    if (known != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, known);
        return m_open.front();
    }
    m_open.push_front(split(pack, pack < m_packs.size() ? qUncompress(m_packs[pack]) : m_last));
    if (m_open.size() > kOpen)
        m_open.pop_back();
    return m_open.front();
}

QString LogLines::line(std::size_t i) const
{
    if (i >= size())
        return {};
    const Open& pack = open(i / kPack);
    const qsizetype begin = pack.begins[i % kPack];
    return QString::fromUtf8(pack.text.constData() + begin, pack.text.indexOf('\n', begin) - begin);
}

std::size_t LogLines::printedAfter(EventId event, const trace::Trace& trace) const
{
    if (!event.isValid())
        return 0;
    // Lines are in the order of instants; within one they may come after those of later events.
    const Instant at = trace[event].at;
    const auto from
        = std::partition_point(m_events.begin(), m_events.end(), [&](EventId e) { return trace[e].at < at; });
    auto after = from;
    for (auto it = from; it != m_events.end() && trace[*it].at == at; ++it) {
        if (it->value <= event.value)
            after = it + 1;
    }
    return static_cast<std::size_t>(after - m_events.begin());
}

std::size_t LogLines::lineOf(EventId event, const trace::Trace& trace) const
{
    const std::size_t printed = printedAfter(event, trace);
    if (printed == 0)
        return size();
    std::size_t line = printed - 1;
    const EventId found = m_events[line];
    while (line > 0 && m_events[line - 1] == found)
        --line;
    return line;
}

std::size_t LogLines::bytes() const
{
    std::size_t n = m_events.capacity() * sizeof(EventId) + static_cast<std::size_t>(m_last.capacity());
    for (const QByteArray& pack : m_packs)
        n += static_cast<std::size_t>(pack.size());
    return n;
}

} // namespace connscope::events
