// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/waits.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace connscope::sequence {

using trace::Event;
using trace::EventKind;

std::vector<Wait> waitsOf(const trace::Trace& trace, const MessageRange& range)
{
    std::vector<Wait> all;
    std::map<std::pair<ConnectionId, std::int32_t>, std::size_t> open;
    const auto end = [&](ConnectionId connection, std::int32_t correlation, Instant at) {
        if (const auto found = open.find({connection, correlation}); found != open.end()) {
            all[found->second].to = at;
            open.erase(found);
        }
    };
    const std::size_t size = range.to == kNever ? trace.size() : trace.upperBound(range.to);
    for (std::size_t i = 0; i < size; ++i) {
        const Event& e = trace[i];
        if (!e.connection.isValid() || (range.takes && !range.takes(e.connection)))
            continue;
        switch (e.kind) {
        case EventKind::RequestSent:
            if (e.rule == trace::RuleId::SilentRequest)
                break;
            open[{e.connection, e.correlation}] = all.size();
            all.push_back({e.at, kNever, e.connection, e.api});
            break;
        case EventKind::RequestReceived: // of a client that was not seen
            if (!e.cause.isValid() && open.try_emplace({e.connection, e.correlation}, all.size()).second)
                all.push_back({e.at, kNever, e.connection, e.api});
            break;
        case EventKind::ResponseSent:
        case EventKind::ResponseReceived:
        case EventKind::RequestCancelled:
        case EventKind::RequestTimedOut:
            end(e.connection, e.correlation, e.at);
            break;
        case EventKind::Disconnected:
        case EventKind::Closed: {
            auto next = open.lower_bound({e.connection, INT32_MIN});
            while (next != open.end() && next->first.first == e.connection) {
                all[next->second].to = e.at;
                next = open.erase(next);
            }
            break;
        }
        default:
            break;
        }
    }
    std::erase_if(all, [&range](const Wait& wait) { return wait.to < range.from; });
    return all;
}

} // namespace connscope::sequence
