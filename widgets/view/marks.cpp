// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/marks.h"

#include <utility>

namespace connscope::view {

void Marks::set(std::vector<Mark> connections, std::vector<bool> events)
{
    const bool wasEmpty = isEmpty();
    m_connections = std::move(connections);
    m_events = std::move(events);
    if (!wasEmpty || !isEmpty())
        emit changed();
}

} // namespace connscope::view
