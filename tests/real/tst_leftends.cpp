// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody else's ends, followed to their end in the kernel's table; and a trace that is kept short lets go of them.
#include "real/leftends.h"
#include "trace/keeping.h"
#include "trace/worldstate.h"

#include <QTest>

using namespace connscope;
using namespace connscope::real;
using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;
using trace::Vantage;

namespace {

Instant second(int n) { return kStart + std::chrono::seconds(n); }

LeftEnd clientEnd(const char* address, TcpState state, TcpState ours, std::uint32_t connection = 0)
{
    LeftEnd end;
    end.connection = ConnectionId {connection};
    end.client = ClientId {0};
    end.broker = BrokerId {1};
    end.local = *Endpoint::parse(address, static_cast<std::uint16_t>(40'000 + connection));
    end.remote = *Endpoint::parse("127.0.0.1", 9092);
    end.state = state;
    end.ours = ours;
    return end;
}

SocketTable table(const LeftEnd& end, TcpState state) { return SocketTable({{end.local, end.remote, state}}); }

/// What happens to a connection of somebody else's client that closes first, as brokers see it.
void connection(trace::Trace& trace, LeftEnds& left, std::uint32_t number, Instant at)
{
    const auto write = [&](EventKind kind, Side side, TcpState state) {
        Event e;
        e.at = at;
        e.kind = kind;
        e.side = side;
        e.state = state;
        e.connection = ConnectionId {number};
        e.client = ClientId {0};
        e.broker = BrokerId {1};
        e.vantage = Vantage::Inferred;
        return trace.append(e);
    };
    write(EventKind::ConnectStarted, Side::Client, TcpState::None);
    write(EventKind::TcpState, Side::Broker, TcpState::Established);
    write(EventKind::TcpState, Side::Client, TcpState::Established);
    write(EventKind::Connected, Side::Client, TcpState::None);
    write(EventKind::FinReceived, Side::Broker, TcpState::CloseWait);
    write(EventKind::Disconnected, Side::Client, TcpState::None);
    write(EventKind::FinSent, Side::Broker, TcpState::LastAck);
    write(EventKind::TcpState, Side::Client, TcpState::TimeWait);
    const EventId last = write(EventKind::Closed, Side::Broker, TcpState::Closed);
    LeftEnd end = clientEnd("127.0.0.1", TcpState::TimeWait, TcpState::LastAck, number);
    end.since = at;
    end.last = last;
    left.add(end, at);
}

} // namespace

class LeftEndsTest : public QObject {
    Q_OBJECT

private slots:
    void aTimeWaitIsSeenToBeOver()
    {
        trace::Trace trace;
        LeftEnds left(trace);
        const LeftEnd end = clientEnd("127.0.0.1", TcpState::FinWait2, TcpState::LastAck);
        left.add(end, second(1));
        QCOMPARE(trace.size(), std::size_t {0}); // nothing is known yet
        left.look(table(end, TcpState::FinWait2), second(1));
        QCOMPARE(trace.size(), std::size_t {0});
        left.look(table(end, TcpState::TimeWait), second(2));
        QCOMPARE(trace.size(), std::size_t {1});
        QCOMPARE(trace[0].state, TcpState::TimeWait);
        QCOMPARE(trace[0].side, Side::Client);
        QCOMPARE(trace[0].vantage, Vantage::Sampled);
        left.look(table(end, TcpState::TimeWait), second(50));
        QCOMPARE(trace.size(), std::size_t {1});
        left.look(SocketTable({}), second(62));
        QCOMPARE(trace.size(), std::size_t {2});
        QCOMPARE(trace[1].kind, EventKind::Closed);
        QCOMPARE(trace[1].rule, RuleId::TimeWaitOver);
        QCOMPARE(trace[1].cause, EventId {0});
        QVERIFY(left.isEmpty());
    }

    void whatWasResetIsGoneAtTheNextLook()
    {
        trace::Trace trace;
        LeftEnds left(trace);
        left.add(clientEnd("::1", TcpState::Established, TcpState::Closed), second(1));
        left.look(SocketTable({}), second(1));
        QCOMPARE(trace.size(), std::size_t {1});
        QCOMPARE(trace[0].rule, RuleId::ConnectionReset);
        QVERIFY(left.isEmpty());
    }

    /// No table of ours has it: its kernel is taken to do as Linux does.
    void anEndOnAnotherMachineIsInferred()
    {
        trace::Trace trace;
        LeftEnds left(trace);
        left.add(clientEnd("192.0.2.7", TcpState::Established, TcpState::LastAck), second(1));
        QCOMPARE(trace.size(), std::size_t {1});
        QCOMPARE(trace[0].state, TcpState::TimeWait);
        QCOMPARE(trace[0].vantage, Vantage::Inferred);
        left.look(SocketTable({}), second(60));
        QCOMPARE(left.size(), std::size_t {1});
        left.look(SocketTable({}), second(61));
        QVERIFY(left.isEmpty());
        QCOMPARE(trace[1].rule, RuleId::TimeWaitOver);
        QCOMPARE(trace[1].vantage, Vantage::Inferred);
        // We closed first and our TIME-WAIT is over: nothing is left there either.
        left.add(clientEnd("192.0.2.7", TcpState::Established, TcpState::TimeWait, 1), second(70));
        QVERIFY(left.isEmpty());
        QCOMPARE(trace[2].kind, EventKind::Closed);
    }

    void aKeptTraceLetsGoOfThem()
    {
        constexpr int kConnections = 2000;
        trace::Trace source;
        LeftEnds left(source);
        trace::KeptTrace kept({.events = 1000});
        const auto follow = [&](Instant now) {
            kept.take(source);
            kept.shorten(now);
        };
        for (std::uint32_t i = 0; i < kConnections; ++i) {
            connection(source, left, i, second(1));
            follow(second(1));
        }
        QVERIFY(kept.trace().size() > std::size_t {kConnections}); // they have sockets
        left.look(SocketTable({}), second(62));
        for (int i = 0; i < 300; ++i) {
            const Instant at = second(63 + 62 * i);
            connection(source, left, static_cast<std::uint32_t>(kConnections + i), at);
            left.look(SocketTable({}), at + std::chrono::seconds(61));
            follow(at + std::chrono::seconds(61));
        }
        QVERIFY2(kept.trace().size() <= 1500, QByteArray::number(qulonglong(kept.trace().size())));
        trace::WorldState world(kept.trace());
        for (std::uint32_t i = 0; i < kept.trace().size(); ++i)
            world.apply(EventId {i});
        int here = 0;
        world.forEachConnection([&](ConnectionId, const trace::ConnectionState&) { ++here; });
        QCOMPARE(here, 0);
    }
};

QTEST_APPLESS_MAIN(LeftEndsTest)
#include "tst_leftends.moc"
