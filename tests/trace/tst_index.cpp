// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/index.h"

#include "base/rng.h"
#include "support/rcqt.h"
#include "trace/statetext.h"
#include "trace/tracebuilder.h"

#include <QTest>

using namespace connscope;
using namespace connscope::trace;

namespace {

WorldState foldTo(const Trace& trace, Instant t)
{
    WorldState state(trace);
    for (std::uint32_t i = 0; i < trace.size() && trace[i].at <= t; ++i)
        state.apply(EventId {i});
    state.advanceTo(t);
    return state;
}

/// \a connections connections, each of which sends and is answered in turn.
Trace busyTrace(std::uint32_t connections, std::size_t requests)
{
    test::TraceBuilder b;
    const EventId start = b.begin();
    const ClientId client = b.client("producer-1", ClientKind::Producer, start);
    std::vector<ConnectionId> all;
    for (std::uint32_t i = 0; i < connections; ++i) {
        const BrokerId broker {static_cast<std::int32_t>(i)};
        all.push_back(b.connect(client, NodeId::broker(broker), broker, start));
        b.establish(all.back());
        b.ready(all.back());
    }
    for (std::size_t i = 0; i < requests; ++i) {
        b.wait(1ms);
        const ConnectionId c = all[i % all.size()];
        b.send(c, ApiKey::Produce, static_cast<std::int32_t>(i));
        b.answer(c, ApiKey::Produce, static_cast<std::int32_t>(i));
    }
    return std::move(b.trace);
}

} // namespace

class TestIndex : public QObject {
    Q_OBJECT

private slots:
    void anyInstantIsWhatTheFoldSays()
    {
        RC_QVERIFY("at, after, before and seek agree with a fold from the start", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 400, 30);
            const Index index(trace);
            Rng rng {seed};
            WorldState moving = index.at(kStart);
            for (int i = 0; i < 10; ++i) {
                const Instant t
                    = fromNs(static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(toNs(trace.end())) + 2)));
                const std::string expected = test::stateText(foldTo(trace, t));
                RC_ASSERT(test::stateText(index.at(t)) == expected);
                index.seek(moving, t);
                RC_ASSERT(test::stateText(moving) == expected);
                const EventId event {static_cast<std::uint32_t>(rng.below(trace.size()))};
                RC_ASSERT(index.after(event).applied() == event.value + 1u);
                RC_ASSERT(index.before(event).applied() == event.value);
            }
            RC_ASSERT(test::stateText(index.after(EventId {static_cast<std::uint32_t>(trace.size() - 1)}))
                == test::stateText(index.end()));
        });
    }

    void checkpointsChangeNothing()
    {
        const Trace trace = test::randomTrace(7, 60'000, 200);
        const Index index(trace);
        QVERIFY(index.checkpointCount() >= 3);
        Rng rng {7};
        for (int i = 0; i < 12; ++i) {
            const Instant t
                = fromNs(static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(toNs(trace.end())))));
            QCOMPARE(test::stateText(index.at(t)), test::stateText(foldTo(trace, t)));
        }
    }

    void anEmptyTraceHasAnIndex()
    {
        const Trace trace;
        const Index index(trace);
        QCOMPARE(index.at(kNever).applied(), std::size_t {0});
        QCOMPARE(index.after(EventId {}).applied(), std::size_t {0});
        QVERIFY(index.events(ConnectionId {0}).empty());
        QVERIFY(index.openByRole().empty());
        QCOMPARE(index.traffic(ConnectionId {5}, kNever).total(), 0u);
    }

    void theLifeOfAConnectionIsEveryEventOfIt()
    {
        RC_QVERIFY("events and traffic agree with a search through the trace",
            [](std::uint64_t seed, std::uint32_t from, std::uint32_t to) {
                const Trace trace = test::randomTrace(seed, 300, 6);
                const Index index(trace);
                const auto end = static_cast<std::uint64_t>(toNs(trace.end())) + 2;
                const Instant first = fromNs(static_cast<std::int64_t>(from % end));
                const Instant last = fromNs(static_cast<std::int64_t>(to % end));
                for (std::uint32_t c = 0; c < 7; ++c) {
                    std::vector<EventId> all, some;
                    Traffic traffic;
                    for (std::uint32_t i = 0; i < trace.size(); ++i) {
                        if (trace[i].connection != ConnectionId {c})
                            continue;
                        all.push_back(EventId {i});
                        if (trace[i].at >= first && trace[i].at <= last)
                            some.push_back(EventId {i});
                        if (trace[i].at <= last)
                            traffic.count(trace[i]);
                    }
                    RC_ASSERT(index.events(ConnectionId {c}) == all);
                    RC_ASSERT(index.eventCount(ConnectionId {c}) == all.size());
                    RC_ASSERT(index.events(ConnectionId {c}, first, last) == some);
                    RC_ASSERT(index.traffic(ConnectionId {c}, last) == traffic);
                }
            });
    }

    void longLivesAreEnteredInTheMiddle()
    {
        const Trace trace = busyTrace(2, 30'000);
        const Index index(trace);
        QVERIFY(index.eventCount(ConnectionId {0}) > 50'000);
        const Traffic half = index.traffic(ConnectionId {0}, fromNs(Duration(15s).count()));
        QCOMPARE(half.of(ApiKey::Produce), 7500u);
        QCOMPARE(half.total(), 7500u);
        QCOMPARE(half.sentBytes, std::uint64_t {750'000});
        QCOMPARE(half.receivedBytes, std::uint64_t {1'500'000});
        QCOMPARE(half.of(ApiKey::Fetch), 0u);
        const std::vector<EventId> second
            = index.events(ConnectionId {1}, fromNs(Duration(20s).count()), fromNs(Duration(20s).count()));
        QCOMPARE(second.size(), std::size_t {4});
        QVERIFY(trace[second.front()].kind == EventKind::RequestSent);
    }

    void requestsWithoutANameAreCountedTogether()
    {
        test::TraceBuilder b;
        const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
        b.send(c, static_cast<ApiKey>(static_cast<std::int16_t>(400)), 1);
        b.send(c, static_cast<ApiKey>(static_cast<std::int16_t>(4)), 2);
        b.send(c, ApiKey::PushTelemetry, 3);
        const Index index(b.trace);
        QCOMPARE(index.traffic(c, kNever).of(ApiKey::None), 2u);
        QCOMPARE(index.traffic(c, kNever).of(ApiKey::PushTelemetry), 1u);
        QCOMPARE(index.traffic(c, kNever).total(), 3u);
    }

    void openByRoleIsAStepSeries()
    {
        RC_QVERIFY("the last step before an instant is what the world counts there", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 300, 25);
            const Index index(trace);
            const std::vector<OpenStep> steps = index.openByRole();
            WorldState state(trace);
            std::size_t next = 0;
            std::array<std::uint32_t, kRoleCount> open {};
            for (std::uint32_t i = 0; i < trace.size(); ++i) {
                state.apply(EventId {i});
                if (next < steps.size() && steps[next].event == EventId {i}) {
                    RC_ASSERT(steps[next].at == trace[i].at);
                    open = steps[next++].open;
                }
                RC_ASSERT(open == state.openByRole());
            }
            RC_ASSERT(next == steps.size());
        });
    }

    void anIndexCatchesUp()
    {
        const Trace whole = test::randomTrace(11, 30'000, 500);
        Trace growing;
        Index index(growing);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            Event e = whole[i];
            e.text = growing.intern(whole.text(e.text));
            growing.append(e);
            growing.coverConnection(e.connection);
            growing.coverClient(e.client);
            if (i % 777 == 0)
                index.extend();
        }
        index.extend();
        QCOMPARE(index.size(), whole.size());
        const Index atOnce(whole);
        QCOMPARE(index.checkpointCount(), atOnce.checkpointCount());
        QCOMPARE(test::stateText(index.at(fromNs(toNs(whole.end()) / 2))),
            test::stateText(atOnce.at(fromNs(toNs(whole.end()) / 2))));
        for (std::uint32_t c = 0; c < 500; c += 50)
            QCOMPARE(index.events(ConnectionId {c}), atOnce.events(ConnectionId {c}));
    }

    void anEventTakesAtMost64Bytes_data()
    {
        QTest::addColumn<unsigned>("connections");
        QTest::newRow("one connection") << 1u;
        QTest::newRow("a hundred") << 100u;
        QTest::newRow("a thousand") << 1000u;
        QTest::newRow("five thousand") << 5000u;
    }
    void anEventTakesAtMost64Bytes()
    {
        QFETCH(unsigned, connections);
        const Trace trace = busyTrace(connections, 100'000);
        const Index index(trace);
        const double bytes = static_cast<double>(trace.bytes() + index.bytes()) / static_cast<double>(trace.size());
        QVERIFY2(bytes <= 64.0, std::to_string(bytes).c_str());
        QVERIFY(index.checkpointCount() >= 1);
    }
};

QTEST_GUILESS_MAIN(TestIndex)
#include "tst_index.moc"
