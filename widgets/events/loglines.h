// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "trace/trace.h"

#include <QByteArray>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <vector>

namespace connscope::events {

/// Millions of log lines in a few bytes each: lines of about 300 bytes that resemble each other are packed by the
/// thousand, and the few packs that are looked at are kept open. Beside them four bytes a line: the event it tells of.
class LogLines {
public:
    /// \a line without its line feed. Events come in the order of time.
    void append(std::string_view line, EventId event);
    void clear();

    std::size_t size() const { return m_events.size(); }
    QString line(std::size_t i) const;
    EventId event(std::size_t i) const { return m_events[i]; }
    /// Characters of the longest line.
    std::size_t longest() const { return m_longest; }

    /// The first line of an event; else the last one of the events before it. None: size().
    std::size_t lineOf(EventId event, const trace::Trace& trace) const;
    /// How many lines were printed up to and including an event.
    std::size_t printedAfter(EventId event, const trace::Trace& trace) const;

    std::size_t bytes() const;

private:
    static constexpr std::size_t kPack = 1024; // lines
    static constexpr std::size_t kOpen = 8; // packs
    struct Open {
        std::size_t pack = 0;
        QByteArray text;
        std::vector<std::uint32_t> begins; // of its lines
    };
    const Open& open(std::size_t pack) const;
    static Open split(std::size_t pack, QByteArray text);

    std::vector<QByteArray> m_packs; // full ones, packed
    QByteArray m_last; // the one that is being filled
    std::vector<EventId> m_events;
    std::size_t m_longest = 0;
    mutable std::list<Open> m_open; // last used first
};

} // namespace connscope::events
