// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "trace/twofold.h"

#include <QObject>

#include <cstdint>
#include <vector>

/// \file
/// What stands out in a picture because another run that it is compared with does not have it, or has it otherwise. Views
/// draw a diamond there: filled = only this run has it, hollow = both have it and something differs. Where two runs are laid
/// over each other (Document::twofold), whatever is of one run's picture alone has its letter as well (theme/runmark.h).

namespace connscope::view {

enum class Mark : std::uint8_t { None, Differs, Alone };

class Marks : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// True where nothing is compared: no view looks further.
    bool isEmpty() const { return m_connections.empty() && m_events.empty(); }
    Mark of(ConnectionId connection) const
    {
        return connection.value < m_connections.size() ? m_connections[connection.value] : Mark::None;
    }
    /// Alone or None: an event is in the other run, or it is not.
    Mark of(EventId event) const
    {
        return event.value < m_events.size() && m_events[event.value] ? Mark::Alone : Mark::None;
    }

    /// By connection; by event: whether only this run has it.
    void set(std::vector<Mark> connections, std::vector<bool> events);
    void clear() { set({}, {}); }

signals:
    void changed();

private:
    std::vector<Mark> m_connections;
    std::vector<bool> m_events;
};

/// What stands out of one run that another lies over, or that another lies beside; either may be nullptr.
inline Mark markOf(const trace::Twofold* twofold, const Marks* marks, ConnectionId id)
{
    if (!id.isValid())
        return Mark::None;
    if (!twofold)
        return marks ? marks->of(id) : Mark::None;
    return twofold->isAlone(id) ? Mark::Alone : twofold->isOtherwise(id) ? Mark::Differs : Mark::None;
}
/// The same of an event: one that both runs have does not stand out, whatever its connection does elsewhere.
inline Mark markOf(const trace::Twofold* twofold, const Marks* marks, EventId id)
{
    if (!id.isValid())
        return Mark::None;
    if (!twofold)
        return marks ? marks->of(id) : Mark::None;
    return twofold->isAlone(id) ? Mark::Alone : Mark::None;
}
/// Whose letter something carries: nobody's where one run is seen, or where both have it alike.
template <typename Id>
trace::Origin runOf(const trace::Twofold* twofold, Id id)
{
    return twofold && id.isValid() ? twofold->origin(id) : trace::Origin::Both;
}
/// Of an event: nobody's where both runs have it.
inline trace::Origin runOf(const trace::Twofold* twofold, EventId id)
{
    return twofold && id.isValid() && twofold->isAlone(id) ? twofold->origin(id) : trace::Origin::Both;
}

} // namespace connscope::view
