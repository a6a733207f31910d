// SPDX-License-Identifier: GPL-3.0-or-later
// The query parser: any text gives a query or an error with a place; what it accepts can be evaluated.
#include "trace/query.h"

#include <cstdlib>

using namespace connscope;
using namespace connscope::trace;

namespace {

/// A few events with every kind of field set.
const Index& sample()
{
    static const Trace trace = [] {
        Trace t;
        const auto add = [&t](EventKind kind, Side side, TcpState state, std::string_view text) {
            Event e;
            e.at = fromNs(static_cast<std::int64_t>(t.size()) * 1'000'000'000);
            e.kind = kind;
            e.client = ClientId {0};
            if (kind != EventKind::ClientCreated) {
                e.connection = ConnectionId {0};
                e.node = NodeId::bootstrap(0);
            }
            e.side = side;
            e.state = state;
            e.api = kind == EventKind::RequestSent ? ApiKey::Fetch : ApiKey::None;
            e.correlation = 3;
            e.size = 100;
            e.value = 5;
            e.rule = RuleId::ClientIdleExpiry;
            e.text = t.intern(text);
            t.append(e);
            t.coverConnection(e.connection);
            t.coverClient(e.client);
        };
        add(EventKind::ClientCreated, Side::None, TcpState::None, "consumer-1");
        add(EventKind::ConnectStarted, Side::None, TcpState::None, "localhost/127.0.0.1:9092");
        add(EventKind::TcpState, Side::Client, TcpState::Established, "");
        add(EventKind::Ready, Side::None, TcpState::None, "");
        add(EventKind::RequestSent, Side::Client, TcpState::None, "");
        add(EventKind::FinSent, Side::Client, TcpState::FinWait1, "");
        return t;
    }();
    static const Index index(trace);
    return index;
}

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Query> query = Query::parse(text);
    if (!query) {
        require(!query.error().message.empty() && query.error().line >= 1 && query.error().column >= 1);
        require(query.error().offset <= size);
        return 0;
    }
    require(query->text() == text);
    static_cast<void>(findEvents(sample(), *query));
    static_cast<void>(findConnections(sample().end(), *query));
    static_cast<void>(findConnections(sample().at(kStart), *query));
    static_cast<void>(query->needsEvent() || query->needsTime());
    return 0;
}
