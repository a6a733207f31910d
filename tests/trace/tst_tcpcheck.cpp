// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tcpcheck.h"

#include "trace/tracebuilder.h"

#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::trace;

namespace {

std::string firstProblem(const Trace& trace)
{
    const std::vector<TcpProblem> problems = checkTcp(trace);
    return problems.empty() ? std::string() : problems.front().message;
}

/// One end that goes through \a states.
Trace walk(std::initializer_list<TcpState> states, Side side = Side::Client, Vantage vantage = Vantage::Simulated)
{
    Trace trace;
    for (const TcpState state : states) {
        Event e;
        e.kind = EventKind::TcpState;
        e.connection = ConnectionId {0};
        e.side = side;
        e.state = state;
        e.vantage = vantage;
        trace.append(e);
    }
    return trace;
}

} // namespace

class TestTcpCheck : public QObject {
    Q_OBJECT

private slots:
    void everyCellOfTheTableIsDecided()
    {
        // RFC 9293 figure 5, and the ways out of section 3.10 (reset, timeout, abort, FIN in SYN-RECEIVED).
        using enum TcpState;
        const std::set<std::pair<TcpState, TcpState>> allowed {{Closed, Listen}, {Closed, SynSent},
            {Listen, SynReceived}, {Listen, SynSent}, {Listen, Closed}, {SynSent, SynReceived},
            {SynSent, Established}, {SynSent, Closed}, {SynReceived, Established}, {SynReceived, FinWait1},
            {SynReceived, CloseWait}, {SynReceived, Listen}, {SynReceived, Closed}, {Established, FinWait1},
            {Established, CloseWait}, {Established, Closed}, {FinWait1, FinWait2}, {FinWait1, Closing},
            {FinWait1, TimeWait}, {FinWait1, Closed}, {FinWait2, TimeWait}, {FinWait2, Closed}, {CloseWait, LastAck},
            {CloseWait, Closed}, {Closing, TimeWait}, {Closing, Closed}, {LastAck, Closed}, {TimeWait, Closed}};
        for (int from = 1; from < kTcpStateCount; ++from) {
            for (int to = 1; to < kTcpStateCount; ++to) {
                const auto a = static_cast<TcpState>(from);
                const auto b = static_cast<TcpState>(to);
                const std::string cell = std::string(tcpStateName(a)) + " -> " + std::string(tcpStateName(b));
                QVERIFY2(tcpMayFollow(a, b) == (a == b || allowed.count({a, b}) > 0), cell.c_str());
            }
        }
    }

    void aWholeLifeIsGood()
    {
        QCOMPARE(firstProblem(test::sampleTrace()), std::string());
        for (const Side closer : {Side::Client, Side::Broker}) {
            test::TraceBuilder b;
            const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
            b.establish(c);
            b.close(c, closer, RuleId::ClientClosed, EventId {0});
            QCOMPARE(firstProblem(b.trace), std::string());
        }
    }

    void whatTcpDoesNotDoIsNamed()
    {
        using enum TcpState;
        QCOMPARE(firstProblem(walk({SynSent, Established, TimeWait})),
            "event 2, connection 0, client's end: ESTABLISHED -> TIME-WAIT is no transition of RFC 9293");
        QCOMPARE(firstProblem(walk({Established})),
            "event 0, connection 0, client's end: (not seen) -> ESTABLISHED is no transition of RFC 9293");
        QCOMPARE(firstProblem(walk({SynReceived, Established, FinWait1, Established}, Side::Broker)),
            "event 3, connection 0, broker's end: FIN-WAIT-1 -> ESTABLISHED is no transition of RFC 9293");
        QCOMPARE(firstProblem(walk({SynSent, Closed, SynSent})),
            "event 2, connection 0, client's end: CLOSED -> SYN-SENT, but a connection lives once");
        QCOMPARE(firstProblem(walk({SynSent, SynSent, Established, Established})),
            std::string()); // a state may be repeated
    }

    void aFinMovesItsSender()
    {
        test::TraceBuilder b;
        const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
        b.establish(c);
        b.add(b.of(c, EventKind::FinSent, Side::Client, TcpState::None));
        QCOMPARE(firstProblem(b.trace),
            "event " + std::to_string(b.last().value)
                + ", connection 0, client's end: a FIN was sent, but the end is in ESTABLISHED and not in FIN-WAIT-1 "
                  "or LAST-ACK");
    }

    void aFinIsNotReceivedBeforeItIsSent()
    {
        test::TraceBuilder b;
        const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
        b.establish(c);
        b.add(b.of(c, EventKind::FinReceived, Side::Client, TcpState::CloseWait));
        QVERIFY(
            firstProblem(b.trace).find("a FIN was received that the other end had not sent") != std::string::npos);
    }

    void aReceivedFinMovesItsReceiver()
    {
        test::TraceBuilder b;
        const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
        b.establish(c);
        b.add(b.of(c, EventKind::FinSent, Side::Broker, TcpState::FinWait1));
        b.add(b.of(c, EventKind::FinReceived, Side::Client, TcpState::None));
        QVERIFY(firstProblem(b.trace).find("a FIN was received, but the end is in ESTABLISHED") != std::string::npos);
    }

    void aSocketThatIsGoneIsClosed()
    {
        test::TraceBuilder b;
        const ConnectionId c = b.connect(ClientId {}, NodeId::broker(BrokerId {0}), BrokerId {0}, EventId {});
        b.add(b.of(c, EventKind::Closed, Side::Client, TcpState::None));
        QVERIFY(firstProblem(b.trace).find("the socket is gone, but its state is SYN-SENT") != std::string::npos);
    }

    void evidenceHasGaps()
    {
        using enum TcpState;
        QCOMPARE(firstProblem(walk({Established, TimeWait}, Side::Client, Vantage::Observed)), std::string());
    }
};

QTEST_GUILESS_MAIN(TestTcpCheck)
#include "tst_tcpcheck.moc"
