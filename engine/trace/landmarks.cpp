// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/landmarks.h"

#include "trace/growth.h"

namespace connscope::trace {

bool Landmarks::isOne(EventKind kind)
{
    switch (kind) {
    case EventKind::ClientCreated:
    case EventKind::ConfigChanged:
    case EventKind::ConnectStarted:
    case EventKind::MetadataUpdated:
    case EventKind::CoordinatorFound:
    case EventKind::GroupJoined:
    case EventKind::BrokerUp:
    case EventKind::LeaderMoved:
    case EventKind::CoordinatorMoved:
        return true;
    default:
        return false;
    }
}

void Landmarks::extend(const Trace& trace)
{
    m_known.resize(trace.clientCount());
    for (; m_size < trace.size(); ++m_size) {
        const Event& e = trace[m_size];
        const bool isFirst = e.client.value < m_known.size() && !m_known[e.client.value];
        if (isFirst)
            m_known[e.client.value] = true;
        if (!isFirst && !isOne(e.kind))
            continue;
        growGently(m_events);
        m_events.emplace_back(static_cast<std::uint32_t>(m_size));
    }
}

} // namespace connscope::trace
