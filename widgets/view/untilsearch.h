// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/query.h"
#include "trace/worldstate.h"
#include "view/position.h"

#include <cstddef>
#include <optional>

namespace connscope::view {

class Document;

/// Looks for the first place behind another at which a query holds: right after an event for which it does, or at the
/// instant at which it becomes true of a connection because time passed. What holds already because of time has to become
/// false first. It goes on in pieces, so that a window stays awake over ten million events.
class UntilSearch {
public:
    /// \a document outlives it and stays as it is; \a to: how far it looks.
    UntilSearch(const Document& document, trace::Query query, const Position& from, const Position& to);

    enum class State : std::uint8_t { Searching, Found, Nowhere };
    /// Looks at so many more events.
    State step(std::size_t events);

    const Position& place() const { return m_place; } ///< where it was found
    EventId event() const { return m_event; } ///< invalid where time alone made it true
    /// 0 to 1.
    double share() const;

private:
    bool becomesTrueBefore(Instant until);

    const Document& m_document;
    trace::Query m_query;
    Position m_from;
    Position m_to;
    trace::WorldState m_world;
    std::size_t m_next;
    bool m_byTime;
    bool m_held;
    Position m_place;
    EventId m_event;
};

} // namespace connscope::view
