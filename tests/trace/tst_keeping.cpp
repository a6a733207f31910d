// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that are kept short, against the whole traces that they were: what is kept must be true and explainable.
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "support/playing.h"
#include "trace/causes.h"
#include "trace/index.h"
#include "trace/jsonl.h"
#include "trace/keeping.h"
#include "trace/life.h"
#include "trace/tracebuilder.h"

#include <QTest>

#include <functional>
#include <string>

using namespace connscope;
using namespace connscope::trace;
using connscope::test::TraceBuilder;

namespace {

/// A trace that grows as a session's does: events of another one, a few at a time.
class Growing {
public:
    explicit Growing(const Trace& whole)
        : m_whole(whole)
    {
        now.header() = whole.header();
    }
    bool grow(std::size_t events)
    {
        for (; events > 0 && now.size() < m_whole.size(); --events) {
            Event e = m_whole[now.size()];
            e.text = now.intern(m_whole.text(e.text));
            now.append(e);
            now.coverConnection(e.connection);
            now.coverClient(e.client);
        }
        return now.size() < m_whole.size();
    }
    Trace now;

private:
    const Trace& m_whole;
};

/// What a state says of all that is still there; \a number spells events.
std::string said(const WorldState& s, const WorldState& whole, const std::function<std::string(EventId)>& number)
{
    std::string out = "open";
    for (const std::uint32_t n : s.openByRole())
        out += " " + std::to_string(n);
    for (std::uint32_t i = 0; i < whole.trace().connectionCount(); ++i) {
        const ConnectionId id {i};
        const ConnectionState there = whole.connection(id);
        if (!there.exists() || whole.isGone(there))
            continue;
        const ConnectionState c = s.connection(id);
        out += "\nconnection " + std::to_string(i);
        if (!c.exists())
            return out + " is not there";
        for (const EventId event : {c.opened, c.dialled, c.connected, c.ready, c.closing, c.released, c.backoff,
                 c.identified, c.usedByClient, c.usedByBroker})
            out += " " + number(event);
        out += " " + std::string(roleName(s.role(c))) + " " + std::string(channelName(s.channel(c))) + " "
            + std::to_string(c.requests) + " " + std::string(ruleName(c.closeRule)) + " "
            + std::string(sideName(c.closer)) + " " + std::string(tcpStateName(c.client)) + "/"
            + std::string(tcpStateName(c.broker)) + (s.isOrphaned(c) ? " orphaned" : "") + " "
            + std::to_string(s.broker(c).value) + ":" + std::to_string(s.localPort(c));
        if (const auto expiry = s.idleExpiry(c, Side::Client))
            out += " expires " + std::to_string(toNs(*expiry));
        for (const InFlightRequest& request : s.inFlight(id))
            out += " " + number(request.sent) + "/" + std::to_string(request.correlation);
    }
    for (std::uint32_t i = 0; i < whole.clientCount(); ++i) {
        if (!whole.client(ClientId {i}).isAlive())
            continue;
        const ClientState c = s.client(ClientId {i});
        const auto text = [&s](TextId id) { return std::string(s.trace().text(id)); };
        out += "\nclient " + std::to_string(i) + " " + number(c.created) + " " + text(c.name)
            + (c.paused ? " paused" : "") + (c.closing ? " closing" : "") + (c.knowsCluster ? " knows" : "") + " "
            + std::to_string(c.generation) + " " + text(c.group) + " " + text(c.transaction) + " "
            + std::to_string(c.groupCoordinator.value) + " " + std::to_string(c.transactionCoordinator.value) + " "
            + text(c.member) + " " + text(c.assignment) + " " + std::to_string(c.metadataVersion) + " "
            + std::to_string(c.idleLimitMs.value_or(-7));
    }
    for (const auto& [broker, b] : whole.brokers()) {
        const BrokerState* here = s.broker(broker);
        out += "\nbroker " + std::to_string(broker.value);
        if (here == nullptr)
            return out + " is not there";
        out += " " + std::to_string(static_cast<int>(here->power)) + " " + number(here->since) + " "
            + std::to_string(here->slowNs) + " " + std::to_string(here->idleLimitMs.value_or(-7));
    }
    whole.forEachLeader([&](TextId what, BrokerId) {
        const auto here = s.trace().texts().find(whole.trace().text(what));
        out += "\nleader " + std::to_string(here ? s.leader(*here).value : -9);
    });
    whole.forEachCoordinator([&](TextId what, BrokerId) {
        const auto here = s.trace().texts().find(whole.trace().text(what));
        out += "\ncoordinator " + std::to_string(here ? s.coordinator(*here).value : -9);
    });
    return out;
}

std::string jsonl(const Trace& trace)
{
    std::string text;
    const auto written = writeJsonl(trace, [&text](std::string_view block) {
        text += block;
        return true;
    });
    return written ? text : written.error().toString();
}

/// An hour of a session, shortened: every connection asks and is answered in turn, and now and then one is closed and
/// another opened. \a ask is called after each event.
template <typename Then>
void longSession(std::size_t events, Then then)
{
    TraceBuilder b;
    const EventId root = b.begin();
    const ClientId client = b.client("c", ClientKind::Consumer, root);
    std::vector<ConnectionId> connections;
    std::int32_t correlation = 0;
    while (b.trace.size() < events) {
        if (connections.size() < 8 || correlation % 5000 == 0) {
            if (connections.size() >= 8) {
                b.close(connections.front(), Side::Client, RuleId::ClientIdleExpiry, b.last());
                connections.erase(connections.begin());
            }
            connections.push_back(b.connect(client, NodeId {static_cast<std::int32_t>(connections.size())},
                BrokerId {static_cast<std::int32_t>(connections.size())}, b.last()));
            b.establish(connections.back());
            b.ready(connections.back());
        }
        const ConnectionId asks = connections[static_cast<std::size_t>(correlation) % connections.size()];
        b.wait(std::chrono::milliseconds(1));
        b.send(asks, ApiKey::Fetch, correlation);
        b.answer(asks, ApiKey::Fetch, correlation++);
        then(b.trace);
    }
}

} // namespace

class TestKeeping : public QObject {
    Q_OBJECT

private slots:
    void whatIsKeptIsWhatItWas_data();
    void whatIsKeptIsWhatItWas();
    void anHourTakesNoMoreMemoryThanAMinute();
    void aLimitOfTimeKeepsThatMuch();
    void aDroppedCauseSaysSo();
    void aTraceShorterThanItsLimitStaysAsItIs();
    void whatWasReleasedIsReadWhereItWasWanted();
    void nothingIsDroppedWhereThatWouldHelpNobody();
};

void TestKeeping::whatIsKeptIsWhatItWas_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("parts");
    for (const char* name :
        {"09-nine-minutes-of-silence", "10-broker-closes-first", "13-three-kinds", "15-first-kind-abandoned",
            "20-multiplexing", "21-coordinator-fails", "22-rolling-restart", "24-nat-forgets",
            "25-producer-per-message", "27-fetch-from-follower", "28-transactional-producer", "30-shared-client-id"})
        QTest::newRow(name) << QString::fromLatin1(name) << 6;
}

void TestKeeping::whatIsKeptIsWhatItWas()
{
    QFETCH(QString, scenario);
    QFETCH(int, parts);
    const Trace whole = test::play(test::shippedScenario(scenario.toStdString()));
    const Index wholeIndex(whole);
    Growing source(whole);
    KeptTrace kept(Keep {whole.size() / static_cast<std::size_t>(parts), {}});
    std::vector<EventId> now; // of each event of the whole trace
    int drops = 0;
    for (bool goesOn = true; goesOn;) {
        goesOn = source.grow(7);
        const std::size_t before = kept.trace().size();
        kept.take(source.now);
        for (std::size_t i = before; i < kept.trace().size(); ++i)
            now.push_back(EventId {static_cast<std::uint32_t>(i)});
        const auto renumbering = kept.shorten(source.now.end());
        if (renumbering) {
            ++drops;
            for (EventId& id : now)
                id = (*renumbering)(id); // 0 stays 0: the event that says what is gone
        }
        if (!renumbering && goesOn)
            continue;
        const Trace& trace = kept.trace();
        QVERIFY(trace.size() <= whole.size());
        // Each event is what it was, with the same cause, or the one that says that its cause is gone.
        std::vector<std::uint32_t> was(trace.size(), EventId::kNone);
        std::size_t gone = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (now[i].value == 0 && drops > 0) {
                ++gone;
                continue;
            }
            was[now[i].value] = static_cast<std::uint32_t>(i);
            Event then = whole[i];
            Event here = trace[now[i]];
            QCOMPARE(trace.text(here.text), whole.text(then.text));
            QCOMPARE(here.cause.value, then.cause.isValid() ? now[then.cause.value].value : EventId::kNone);
            then.text = here.text = TextId {};
            then.cause = here.cause = EventId {};
            QVERIFY(then == here);
        }
        QCOMPARE(trace.dropped(), gone);
        for (std::size_t i = 1; i < trace.size(); ++i)
            QVERIFY2(trace[i].at >= trace[i - 1].at, qPrintable(QString::number(i)));
        // The world at every instant that was kept.
        const Index index(trace);
        const auto number
            = [&was](EventId id) { return id.isValid() ? std::to_string(was[id.value]) : std::string("-"); };
        const auto same = [](EventId id) { return id.isValid() ? std::to_string(id.value) : std::string("-"); };
        const std::size_t from = trace.wholeFrom();
        for (std::size_t i = from; i < trace.size(); i += 1 + (trace.size() - from) / 10) {
            if (was[i] == EventId::kNone)
                continue; // says what was dropped
            const WorldState there = wholeIndex.after(EventId {was[i]});
            QCOMPARE(
                said(index.after(EventId {static_cast<std::uint32_t>(i)}), there, number), said(there, there, same));
        }
        const WorldState there = wholeIndex.after(EventId {static_cast<std::uint32_t>(now.size() - 1)});
        QCOMPARE(said(index.end(), there, number), said(there, there, same));
        // And what connections carried.
        for (std::uint32_t i = 0; i < whole.connectionCount(); ++i) {
            const ConnectionState c = there.connection(ConnectionId {i});
            if (!c.exists() || there.isGone(c))
                continue;
            Traffic carried;
            for (std::size_t n = 0; n < now.size(); ++n) {
                if (whole[n].connection.value == i)
                    carried.count(whole[n]);
            }
            QVERIFY2(index.traffic(ConnectionId {i}, there.now()) == carried, qPrintable(QString::number(i)));
        }
        QVERIFY(verifyCauses(whole).empty() == verifyCauses(trace).empty());
        const auto read = readJsonl(jsonl(trace));
        QVERIFY2(read.has_value(), read ? "" : read.error().toString().c_str());
        QVERIFY(equal(read->trace, trace));
        QCOMPARE(read->trace.wholeFrom(), trace.wholeFrom());
    }
    QVERIFY2(drops >= 2, qPrintable(QString::number(drops)));
}

void TestKeeping::anHourTakesNoMoreMemoryThanAMinute()
{
    constexpr std::uint64_t kKept = 40'000;
    KeptTrace kept(Keep {kKept, {}});
    std::size_t atFirst = 0;
    std::size_t most = 0;
    std::size_t mostOfWriter = 0;
    std::size_t longest = 0;
    std::uint64_t connections = 0;
    // The writer's trace is not ours to release here: a copy of it is, as a session's.
    Trace writer;
    std::size_t seen = 0;
    longSession(1'500'000, [&](const Trace& trace) {
        if (trace.size() - seen < 1000)
            return;
        for (; seen < trace.size(); ++seen) {
            Event e = trace[seen];
            e.text = writer.intern(trace.text(e.text));
            writer.append(e);
            writer.coverConnection(e.connection);
            writer.coverClient(e.client);
        }
        kept.take(writer);
        kept.shorten(writer.end());
        writer.release(writer.size(), {});
        most = std::max(most, kept.trace().bytes());
        mostOfWriter = std::max(mostOfWriter, writer.bytes());
        longest = std::max(longest, kept.trace().size());
        if (seen < 150'000)
            atFirst = most;
        connections = trace.connectionCount();
    });
    QVERIFY(connections > 50);
    QCOMPARE(kept.taken(), writer.size());
    QCOMPARE(most, atFirst); // ten times as long, and not a byte more
    QVERIFY(longest < kKept * 5 / 4 + 2000);
    QVERIFY(most < (longest + 2 * Trace::kChunkSize) * sizeof(Event) + 100'000);
    QVERIFY(mostOfWriter < 3 * Trace::kChunkSize * sizeof(Event) + 100'000);
    const Index index(kept.trace());
    QVERIFY(index.bytes() < longest * 16);
    QCOMPARE(connectionLives(kept.trace()).size() <= 40, true);
    QVERIFY(kept.trace().dropped() > 1'400'000);
}

void TestKeeping::aLimitOfTimeKeepsThatMuch()
{
    const auto firstKept = [](const Trace& trace) {
        std::size_t i = trace.wholeFrom();
        while (trace[i].kind == EventKind::WholeFromHere || trace[i].kind == EventKind::EarlierTraffic)
            ++i;
        return trace[i].at;
    };
    using namespace std::chrono_literals;
    const Duration limit = 2s; // of the five between two pauses
    KeptTrace kept(Keep {0, limit});
    Duration longest {};
    longSession(100'000, [&](const Trace& trace) {
        kept.take(trace);
        kept.shorten(trace.end());
        longest = std::max(longest, trace.end() - firstKept(kept.trace()));
    });
    QVERIFY(longest >= limit);
    QVERIFY(longest < limit * 5 / 4 + 100ms);
    const Trace& trace = kept.trace();
    QCOMPARE(trace[trace.wholeFrom()].kind, EventKind::WholeFromHere);
    // What was dropped last is older than the limit, whatever pause follows it.
    QVERIFY(trace.end() - trace[trace.wholeFrom()].at >= limit);
}

void TestKeeping::aDroppedCauseSaysSo()
{
    const Trace whole = test::play(test::shippedScenario("13-three-kinds"));
    Growing source(whole);
    source.grow(whole.size());
    KeptTrace kept(Keep {whole.size() / 4, {}});
    kept.take(source.now);
    QVERIFY(kept.shorten(source.now.end()).has_value());
    const Trace& trace = kept.trace();
    QCOMPARE(trace[0].kind, EventKind::EventsDropped);
    QCOMPARE(static_cast<std::uint64_t>(trace[0].value), trace.dropped());
    bool found = false;
    for (std::size_t i = trace.wholeFrom(); i < trace.size(); ++i) {
        const auto chain = causeChain(trace, EventId {static_cast<std::uint32_t>(i)});
        QVERIFY(trace[chain.back()].rule == RuleId::TraceLimit || isRootRule(trace[chain.back()].rule));
        found |= chain.back().value == 0;
    }
    QVERIFY(found);
}

void TestKeeping::aTraceShorterThanItsLimitStaysAsItIs()
{
    const Trace whole = test::play(test::shippedScenario("13-three-kinds"));
    KeptTrace kept(Keep {whole.size(), std::chrono::hours(1)});
    kept.take(whole);
    QVERIFY(!kept.shorten(whole.end()).has_value());
    QVERIFY(equal(kept.trace(), whole));
    QCOMPARE(kept.trace().dropped(), 0U);
    QCOMPARE(kept.trace().wholeFrom(), 0U);
}

void TestKeeping::whatWasReleasedIsReadWhereItWasWanted()
{
    Trace trace;
    const auto append = [&trace](std::size_t until) {
        while (trace.size() < until) {
            Event e;
            e.at = kStart + Duration {static_cast<std::int64_t>(trace.size())};
            e.kind = EventKind::Mark;
            e.value = static_cast<std::int64_t>(trace.size());
            trace.append(e);
        }
    };
    append(3 * Trace::kChunkSize + 5);
    const std::size_t before = trace.bytes();
    const std::vector<EventId> wanted {EventId {7}, EventId {Trace::kChunkSize + 1}, EventId {3 * Trace::kChunkSize}};
    trace.release(2 * Trace::kChunkSize + 100, wanted);
    QCOMPARE(trace.released(), 2 * Trace::kChunkSize);
    QVERIFY(trace.bytes() < before / 2 + 1000);
    QCOMPARE(trace[7].value, 7);
    QCOMPARE(trace[Trace::kChunkSize + 1].value, static_cast<std::int64_t>(Trace::kChunkSize + 1));
    QCOMPARE(trace[8].kind, EventKind::EventsDropped);
    QCOMPARE(trace[8].at, kStart);
    QCOMPARE(trace[2 * Trace::kChunkSize].value, static_cast<std::int64_t>(2 * Trace::kChunkSize));
    // It goes on, and what was wanted can be wanted again or not.
    append(6 * Trace::kChunkSize);
    trace.release(trace.size(), std::vector<EventId> {EventId {7}});
    QCOMPARE(trace.released(), 5 * Trace::kChunkSize); // never the last chunk
    QCOMPARE(trace[7].value, 7);
    QCOMPARE(trace[Trace::kChunkSize + 1].kind, EventKind::EventsDropped);
    QCOMPARE(trace.size(), 6 * Trace::kChunkSize);
    QCOMPARE(trace.end(), kStart + Duration {static_cast<std::int64_t>(trace.size() - 1)});
    trace.setMessageSize(EventId {9}, 100); // of a request that waited too long: nothing to tell any more
    QCOMPARE(trace[9].size, 0U);
}

void TestKeeping::nothingIsDroppedWhereThatWouldHelpNobody()
{
    TraceBuilder b;
    const EventId root = b.begin();
    for (int i = 0; i < 20; ++i)
        b.client("c" + std::to_string(i), ClientKind::Producer, root);
    Trace copy = std::move(b.trace);
    const std::size_t size = copy.size();
    QVERIFY(!dropBefore(copy, size).has_value()); // all of them are alive
    QCOMPARE(copy.size(), size);
    QVERIFY(!dropBefore(copy, 0).has_value());
}

QTEST_GUILESS_MAIN(TestKeeping)
#include "tst_keeping.moc"
