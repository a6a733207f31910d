// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <chrono>
#include <cstdint>

namespace connscope::test {

constexpr Duration us(std::int64_t n) { return std::chrono::microseconds(n); }

inline void append(trace::Trace& out, trace::EventKind kind, Instant at, std::uint32_t connection,
    std::int32_t correlation = -1, ApiKey api = ApiKey::None)
{
    trace::Event e;
    e.at = at;
    e.kind = kind;
    e.client = ClientId {0};
    e.connection = ConnectionId {connection};
    e.correlation = correlation;
    e.api = api;
    out.append(e);
}

/// A connection that opens within a millisecond after a tenth of a second.
inline trace::Trace opening()
{
    trace::Trace out;
    out.newClient();
    out.newConnection();
    append(out, trace::EventKind::ConnectStarted, kStart + ms(100), 0);
    append(out, trace::EventKind::Connected, kStart + ms(101), 0);
    return out;
}

/// One exchange: a tenth of a millisecond for each way and at the broker.
inline void exchange(trace::Trace& out, Instant at, std::uint32_t connection, std::int32_t correlation, ApiKey api)
{
    append(out, trace::EventKind::RequestSent, at, connection, correlation, api);
    append(out, trace::EventKind::RequestReceived, at + us(100), connection, correlation, api);
    append(out, trace::EventKind::ResponseSent, at + us(200), connection, correlation, api);
    append(out, trace::EventKind::ResponseReceived, at + us(300), connection, correlation, api);
}

} // namespace connscope::test
