// SPDX-License-Identifier: GPL-3.0-or-later
// The trace and its index at ten million events: bytes an event, time of a seek, rates of building, writing and reading.
// Worlds of several shapes, since checkpoints cost what is busy between them.
//
//     bench_index [EVENTS]     10 million by default
#include "base/rng.h"
#include "trace/jsonl.h"
#include "trace/life.h"
#include "trace/query.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace connscope;
using namespace connscope::trace;

namespace {

/// CPU time of this thread: what else the machine does matters less.
double seconds()
{
    timespec t {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

struct World {
    const char* name;
    std::uint32_t clients;
    std::uint32_t brokers; ///< each client talks to each of them
    std::size_t requestsPerConnection; ///< then it is closed and opened again
};

class Writer {
public:
    Writer(const World& world, std::size_t events)
        : m_world(world)
        , m_events(events)
    {
    }

    Trace run()
    {
        Event root;
        root.kind = EventKind::Action;
        root.rule = RuleId::StartOfWorld;
        m_trace.append(root);
        for (std::uint32_t b = 0; b < m_world.brokers; ++b)
            config({}, BrokerId {static_cast<std::int32_t>(b)}, 600'000);
        for (std::uint32_t c = 0; c < m_world.clients; ++c) {
            Event e;
            e.kind = EventKind::ClientCreated;
            e.client = m_trace.newClient();
            e.cause = EventId {0};
            e.text = m_trace.intern("consumer-" + std::to_string(c));
            e.value = static_cast<std::int64_t>(ClientKind::Consumer);
            m_trace.append(e);
            config(e.client, {}, 540'000);
        }
        m_lanes.resize(std::size_t {m_world.clients} * m_world.brokers);
        while (m_trace.size() < m_events) {
            const auto lane = static_cast<std::uint32_t>(m_rng.below(m_lanes.size()));
            m_now += Duration {static_cast<std::int64_t>(m_rng.below(2'000'000))};
            if (!m_lanes[lane].connection.isValid())
                open(lane);
            else if (m_lanes[lane].requests >= m_world.requestsPerConnection)
                close(lane);
            else
                request(lane);
        }
        return std::move(m_trace);
    }

private:
    struct Lane {
        ConnectionId connection;
        std::size_t requests = 0;
        std::int32_t correlation = 0;
    };

    void config(ClientId client, BrokerId broker, int ms)
    {
        Event e;
        e.kind = EventKind::ConfigChanged;
        e.rule = RuleId::ConfigValue;
        e.client = client;
        e.broker = broker;
        e.text = m_trace.intern("connections.max.idle.ms = " + std::to_string(ms));
        m_trace.append(e);
    }

    void add(std::uint32_t lane, EventKind kind, Side side, TcpState state, RuleId rule, ApiKey api = ApiKey::None,
        std::string_view text = {})
    {
        Event e;
        e.at = m_now;
        e.kind = kind;
        e.side = side;
        e.state = state;
        e.rule = rule;
        e.api = api;
        e.cause = EventId {static_cast<std::uint32_t>(m_trace.size() - 1)};
        e.connection = m_lanes[lane].connection;
        e.client = ClientId {lane / m_world.brokers};
        const auto broker = static_cast<std::int32_t>(lane % m_world.brokers);
        e.node = NodeId {broker};
        e.broker = BrokerId {broker};
        if (api != ApiKey::None) {
            e.correlation = m_lanes[lane].correlation;
            e.size = 80;
            e.value = 1'000'000;
        }
        e.text = m_trace.intern(text);
        m_trace.append(e);
    }

    void open(std::uint32_t lane)
    {
        m_lanes[lane] = {m_trace.newConnection(), 0, 0};
        const std::string remote = "broker" + std::to_string(lane % m_world.brokers) + "/10.0.0.1:9092";
        add(lane, EventKind::ConnectStarted, Side::None, TcpState::None, RuleId::LeaderToFetch, ApiKey::None, remote);
        add(lane, EventKind::TcpState, Side::Client, TcpState::SynSent, RuleId::ThreeWayHandshake);
        add(lane, EventKind::TcpState, Side::Broker, TcpState::SynReceived, RuleId::ThreeWayHandshake);
        add(lane, EventKind::TcpState, Side::Client, TcpState::Established, RuleId::ThreeWayHandshake);
        add(lane, EventKind::TcpState, Side::Broker, TcpState::Established, RuleId::ThreeWayHandshake);
        add(lane, EventKind::Connected, Side::None, TcpState::None, RuleId::ThreeWayHandshake);
        exchange(lane, ApiKey::ApiVersions);
        add(lane, EventKind::Ready, Side::None, TcpState::None, RuleId::ResponseArrived);
    }

    void exchange(std::uint32_t lane, ApiKey api)
    {
        add(lane, EventKind::RequestSent, Side::None, TcpState::None, RuleId::FetchWhenIdle, api, "t4-0");
        add(lane, EventKind::RequestReceived, Side::Broker, TcpState::None, RuleId::BrokerAnswers, api);
        add(lane, EventKind::ResponseSent, Side::Broker, TcpState::None, RuleId::BrokerAnswers, api);
        add(lane, EventKind::ResponseReceived, Side::None, TcpState::None, RuleId::ResponseArrived, api);
        ++m_lanes[lane].correlation;
    }

    void request(std::uint32_t lane)
    {
        ++m_lanes[lane].requests;
        exchange(lane, m_lanes[lane].requests % 3 == 0 ? ApiKey::Metadata : ApiKey::Fetch);
    }

    void close(std::uint32_t lane)
    {
        add(lane, EventKind::IdleExpired, Side::Client, TcpState::None, RuleId::ClientIdleExpiry);
        add(lane, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::ClientIdleExpiry);
        add(lane, EventKind::FinReceived, Side::Broker, TcpState::CloseWait, RuleId::PassiveClose);
        add(lane, EventKind::TcpState, Side::Client, TcpState::FinWait2, RuleId::ActiveClose);
        add(lane, EventKind::FinSent, Side::Broker, TcpState::LastAck, RuleId::PeerClosed);
        add(lane, EventKind::FinReceived, Side::Client, TcpState::TimeWait, RuleId::ActiveClose);
        add(lane, EventKind::Closed, Side::Broker, TcpState::Closed, RuleId::PassiveClose);
        add(lane, EventKind::Closed, Side::Client, TcpState::Closed, RuleId::TimeWaitOver);
        m_lanes[lane] = {};
    }

    const World& m_world;
    std::size_t m_events;
    Trace m_trace;
    Instant m_now {};
    Rng m_rng {1};
    std::vector<Lane> m_lanes;
};

struct Quantiles {
    double median;
    double p99;
    double max;
};

/// Milliseconds of \a runs calls.
template <typename Call>
Quantiles timed(int runs, Call call)
{
    std::vector<double> ms;
    for (int i = 0; i < runs; ++i) {
        const double start = seconds();
        call();
        ms.push_back((seconds() - start) * 1000);
    }
    std::sort(ms.begin(), ms.end());
    const auto n = static_cast<double>(ms.size());
    return {ms[ms.size() / 2], ms[static_cast<std::size_t>(n * 0.99)], ms.back()};
}

void seeks(const World& world, std::size_t events)
{
    const double start = seconds();
    const Trace trace = Writer(world, events).run();
    const double built = seconds();
    const Index index(trace);
    const double indexed = seconds();

    const auto n = static_cast<double>(trace.size());
    Rng rng {2};
    std::uint64_t check = 0;
    const auto instant
        = [&] { return fromNs(static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(toNs(trace.end()))))); };
    const Quantiles at = timed(1000, [&] {
        const WorldState state = index.at(instant());
        check += state.openByRole()[static_cast<std::size_t>(Role::Data)];
    });
    const Quantiles life = timed(1000, [&] {
        const ConnectionId c {static_cast<std::uint32_t>(rng.below(trace.connectionCount()))};
        check += index.traffic(c, instant()).total();
    });
    std::printf("%-34s %6.2f %5.2f %5.2f %6.2f %6zu | %7.3f %7.3f %7.3f | %7.3f %7.3f | %6.1f %6.1f\n", world.name,
        static_cast<double>(trace.bytes() + index.bytes()) / n, static_cast<double>(trace.texts().bytes()) / n,
        static_cast<double>(index.bytes()) / n, n / 1e6, index.checkpointCount(), at.median, at.p99, at.max,
        life.median, life.max, n / (built - start) / 1e6, n / (indexed - built) / 1e6);
    std::fflush(stdout);
    if (check == 1)
        std::puts(""); // the results are used
}

void files(const World& world, std::size_t events)
{
    const Trace trace = Writer(world, events).run();
    const auto n = static_cast<double>(trace.size());
    std::string text;
    double start = seconds();
    const Result<void> done = writeJsonl(trace, [&](std::string_view block) {
        text += block;
        return true;
    });
    const double writing = seconds() - start;
    start = seconds();
    const Result<JsonlResult> result = readJsonl(text);
    const double reading = seconds() - start;
    if (!done || !result || !equal(result->trace, trace)) {
        std::puts("JSON Lines: what was written is not what was read");
        std::exit(1);
    }
    start = seconds();
    const std::vector<ConnectionLife> lives = connectionLives(trace);
    const double summing = seconds() - start;
    const Index index(trace);
    start = seconds();
    const Result<Query> query
        = Query::parse("role = data and inflight >= 1 and client ~ \"^consumer-1\" and kind = \"request sent\"");
    const std::size_t found = query ? findEvents(index, *query).size() : 0;
    const double searching = seconds() - start;
    std::printf("\n%.1f M events, %.0f bytes a line: write %.2f s (%.1f M events/s), read %.2f s (%.2f M events/s, "
                "%.0f MB/s)\n",
        n / 1e6, static_cast<double>(text.size()) / n, writing, n / writing / 1e6, reading, n / reading / 1e6,
        static_cast<double>(text.size()) / reading / 1e6);
    std::printf("sum up %zu connections: %.1f M events/s; search with a query: %.1f M events/s, %zu found\n",
        lives.size(), n / summing / 1e6, n / searching / 1e6, found);
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t events = argc > 1 ? static_cast<std::size_t>(std::strtoull(argv[1], nullptr, 10)) : 10'000'000;
    const World worlds[] = {
        {"1 connection, never closed", 1, 1, ~std::size_t {0}},
        {"10 brokers x 10 clients", 10, 10, 1000},
        {"1000 brokers x 1 client", 1, 1000, 1000},
        {"the same, 10 requests each", 1, 1000, 10},
        {"100 brokers x 100 clients", 100, 100, 200},
        {"10 brokers x 10000 clients", 10'000, 10, 1000},
        {"a connection for each message", 100'000, 1, 1},
    };
    std::printf("%-34s %6s %5s %5s %6s %6s | %23s | %15s | %13s\n", "", "bytes", "text", "index", "events", "check-",
        "at an instant, ms", "traffic, ms", "M events/s");
    std::printf("%-34s %6s %5s %5s %6s %6s | %7s %7s %7s | %7s %7s | %6s %6s\n", "world", "/event", "", "", "M",
        "points", "median", "p99", "max", "median", "max", "append", "index");
    for (const World& world : worlds)
        seeks(world, events);
    files(worlds[2], std::min<std::size_t>(events, 1'000'000));
    return 0;
}
