// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/stage.h"

#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "support/playing.h"

#include <stdexcept>
#include <string>

namespace connscope::test {

void Stage::play(std::string_view name, std::optional<Duration> until)
{
    auto scenario = shippedScenario(std::string(name));
    sim::Options options;
    options.until = until;
    auto trace = test::play(scenario, options);
    document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace), std::move(scenario)));
}

void Stage::playText(std::string_view yaml)
{
    auto scenario = scenarioOf(std::string(yaml));
    auto trace = test::play(scenario);
    document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace), std::move(scenario)));
}

void Stage::show(trace::Trace trace)
{
    document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace)));
}

EventId Stage::find(trace::EventKind kind, std::size_t from) const
{
    for (std::size_t i = from; i < trace().size(); ++i) {
        if (trace()[i].kind == kind)
            return EventId {static_cast<std::uint32_t>(i)};
    }
    return {};
}

ConnectionId Stage::connection(Role role) const
{
    for (const trace::ConnectionLife& life : document.lives()) {
        if (life.role == role)
            return life.id;
    }
    return {};
}

trace::Trace longTrace(std::size_t events)
{
    using trace::EventKind;
    trace::Trace trace;
    trace::Event e;
    e.kind = EventKind::ClientCreated;
    e.rule = trace::RuleId::ApplicationCall;
    e.client = trace.newClient();
    e.value = static_cast<std::int64_t>(trace::ClientKind::Consumer);
    e.text = trace.intern("consumer-1");
    EventId last = trace.append(e);
    for (int broker = 0; broker < 3; ++broker) {
        e.kind = EventKind::ConnectStarted;
        e.rule = trace::RuleId::LeaderToFetch;
        e.cause = last;
        e.connection = trace.newConnection();
        e.node = NodeId {broker};
        e.broker = BrokerId {broker};
        e.value = 0;
        e.text = trace.intern("localhost:909" + std::to_string(broker + 2));
        trace.append(e);
    }
    const TextId text = trace.intern("t4-0");
    for (std::size_t i = trace.size(); i < events; ++i) {
        const auto broker = static_cast<std::int32_t>(i / 2 % 3);
        e.at = fromNs(static_cast<std::int64_t>(i) * 50'000);
        e.kind = i % 2 == 0 ? EventKind::RequestSent : EventKind::ResponseReceived;
        e.rule = i % 2 == 0 ? trace::RuleId::FetchWhenIdle : trace::RuleId::ResponseArrived;
        e.cause = EventId {static_cast<std::uint32_t>(i - 1)};
        e.connection = ConnectionId {static_cast<std::uint32_t>(broker)};
        e.node = NodeId {broker};
        e.broker = {};
        e.api = ApiKey::Fetch;
        e.correlation = static_cast<std::int32_t>(i / 2);
        e.text = i % 2 == 0 ? text : TextId {0};
        e.size = 100;
        trace.append(e);
    }
    return trace;
}

} // namespace connscope::test
