// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QObject>

#include <cstdint>
#include <vector>

/// \file
/// What stands out in a picture because another run that it is compared with does not have it, or has it otherwise. Views
/// draw a diamond there: filled = only this run has it, hollow = both have it and something differs.

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

} // namespace connscope::view
