// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/requestlife.h"

#include <algorithm>

namespace connscope::inspector {

using trace::Event;
using trace::EventKind;

namespace {

bool isEnd(EventKind kind)
{
    return kind == EventKind::ResponseReceived || kind == EventKind::RequestCancelled
        || kind == EventKind::RequestTimedOut;
}

void take(RequestLife& life, const trace::Trace& trace, EventId id)
{
    const EventKind kind = trace[id].kind;
    if (kind == EventKind::PacketDropped) {
        const EventId cause = trace[id].cause;
        const bool ofAnswer = cause.isValid() && trace[cause].kind == EventKind::ResponseSent;
        EventId& lost = ofAnswer ? life.answerLost : life.lost;
        lost = lost.isValid() ? std::min(lost, id) : id;
    } else if (kind == EventKind::RequestSent)
        life.sent = id;
    else if (kind == EventKind::RequestReceived)
        life.received = id;
    else if (kind == EventKind::ResponseSent)
        life.answered = id;
    else if (isEnd(kind) && !life.done.isValid())
        life.done = id;
    else if (kind == EventKind::RequestQueued)
        life.queued = id;
}

} // namespace

RequestLife RequestLife::of(const trace::Index& index, EventId event)
{
    const trace::Trace& trace = index.trace();
    RequestLife life;
    const Event& e = trace[event];
    if (e.correlation < 0)
        return life;
    // Back to where it was sent or queued: along the causes, which are of the same request.
    EventId start = event;
    for (EventId back = e.cause; back.isValid() && back.value < start.value
         && trace[back].correlation == e.correlation && trace[back].client == e.client
         && (trace[back].connection == e.connection || !trace[back].connection.isValid());
         back = trace[back].cause)
        start = back;
    for (EventId id = event;; id = trace[id].cause) {
        take(life, trace, id);
        if (id == start)
            break;
    }
    const trace::Event& first = life.sent.isValid() ? trace[life.sent] : trace[start];
    const ConnectionId connection = first.connection.isValid() ? first.connection : e.connection;
    if (!connection.isValid()) {
        // A queued request has no connection yet: what it led to is near.
        constexpr std::uint32_t kNear = 20'000;
        const std::uint32_t end = std::min(static_cast<std::uint32_t>(trace.size()), start.value + kNear);
        for (std::uint32_t i = start.value; i < end; ++i) {
            const Event& next = trace[EventId {i}];
            if (next.client == e.client && next.correlation == e.correlation && next.kind == EventKind::RequestSent)
                return of(index, EventId {i});
        }
        return life;
    }
    Duration window = std::chrono::seconds(1);
    Instant from = first.at;
    while (!life.done.isValid() && from <= trace.end()) {
        const Instant to = saturatingAdd(from, window);
        for (const EventId id : index.events(connection, from, to)) {
            const Event& next = trace[id];
            if (id.value < start.value || next.correlation != e.correlation)
                continue;
            if (next.kind == EventKind::RequestSent && life.sent.isValid() && life.sent != id)
                return life; // the number was given again
            take(life, trace, id);
            if (life.done.isValid())
                break;
        }
        from = saturatingAdd(to, Duration {1});
        window *= 8;
    }
    return life;
}

} // namespace connscope::inspector
