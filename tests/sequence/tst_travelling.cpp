// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/messages.h"

#include <QTest>

using namespace connscope;
using namespace connscope::sequence;
using trace::Event;
using trace::EventKind;
using trace::Side;
using trace::TcpState;

namespace {

/// A trace of one connection, an event a call.
struct Story {
    trace::Trace trace;
    ConnectionId connection {trace.newConnection()};

    EventId add(int at, EventKind kind, Side side, EventId cause = {}, TcpState state = TcpState::None, int corr = -1)
    {
        Event e;
        e.at = kStart + ms(at);
        e.kind = kind;
        e.side = side;
        e.cause = cause;
        e.state = state;
        e.connection = connection;
        e.correlation = corr;
        e.api = corr >= 0 ? ApiKey::Fetch : ApiKey::None;
        return trace.append(e);
    }
};

using Kind = Message::Kind;

} // namespace

class TestTravelling : public QObject {
    Q_OBJECT

private slots:
    void aHandshakeIsThreeSegments()
    {
        Story s;
        const EventId syn = s.add(0, EventKind::TcpState, Side::Client, {}, TcpState::SynSent);
        const EventId received = s.add(1, EventKind::TcpState, Side::Broker, syn, TcpState::SynReceived);
        const EventId open = s.add(2, EventKind::TcpState, Side::Client, received, TcpState::Established);
        const EventId accepted = s.add(3, EventKind::TcpState, Side::Broker, open, TcpState::Established);
        const std::vector<Message> all = messagesOf(s.trace, {});
        QCOMPARE(all.size(), std::size_t(3));
        QVERIFY(all[0].kind == Kind::Syn && all[0].sent == syn && all[0].arrived == received);
        QVERIFY(all[1].kind == Kind::SynAck && all[1].from == Side::Broker && all[1].arrived == open);
        QVERIFY(all[2].kind == Kind::Ack && all[2].sent == open && all[2].arrived == accepted);
    }

    void anAnswerFindsItsOwnRequest()
    {
        Story s;
        const EventId first = s.add(0, EventKind::RequestSent, Side::Client, {}, TcpState::None, 1);
        const EventId second = s.add(0, EventKind::RequestSent, Side::Client, {}, TcpState::None, 2);
        const EventId atBroker = s.add(1, EventKind::RequestReceived, Side::Broker, second, TcpState::None, 2);
        const std::vector<Message> all = messagesOf(s.trace, {});
        QCOMPARE(all.size(), std::size_t(2));
        QVERIFY(all[0].sent == first && !all[0].arrived.isValid() && !all[0].lost);
        QVERIFY(all[1].arrived == atBroker);
    }

    void everyLostSynIsASegmentOfItsOwn()
    {
        Story s;
        const EventId syn = s.add(0, EventKind::TcpState, Side::Client, {}, TcpState::SynSent);
        s.add(1, EventKind::SynDropped, Side::Network, syn);
        s.add(1000, EventKind::SynDropped, Side::Network, syn);
        const EventId received = s.add(3000, EventKind::TcpState, Side::Broker, syn, TcpState::SynReceived);
        const std::vector<Message> all = messagesOf(s.trace, {});
        QCOMPARE(all.size(), std::size_t(4)); // three SYN, and the SYN, ACK that is under way
        QVERIFY(all[0].lost && all[1].lost);
        QVERIFY(all[2].kind == Kind::Syn && !all[2].lost && !all[2].sent.isValid() && all[2].arrived == received);
        QVERIFY(all[3].kind == Kind::SynAck);
    }

    void aResetByTheNetworkReachesBothEnds()
    {
        Story s;
        const EventId reset = s.add(0, EventKind::ResetSent, Side::Network);
        s.add(1, EventKind::ResetReceived, Side::Client, reset, TcpState::Closed);
        s.add(2, EventKind::ResetReceived, Side::Broker, reset, TcpState::Closed);
        const std::vector<Message> all = messagesOf(s.trace, {});
        QCOMPARE(all.size(), std::size_t(2));
        QVERIFY(all[0].to == Side::Client && all[1].to == Side::Broker);
        QVERIFY(all[0].from == Side::Network && all[1].from == Side::Network);
    }

    void whatNobodySawLeaveHasOneEnd()
    {
        Story s;
        const EventId answer = s.add(5, EventKind::ResponseReceived, Side::Client, {}, TcpState::None, 7);
        const std::vector<Message> all = messagesOf(s.trace, {});
        QCOMPARE(all.size(), std::size_t(1));
        QVERIFY(!all[0].sent.isValid() && all[0].arrived == answer && all[0].from == Side::Broker);
    }

    void aDroppedSegmentIsLost()
    {
        Story s;
        const EventId sent = s.add(0, EventKind::RequestSent, Side::Client, {}, TcpState::None, 1);
        s.add(1, EventKind::PacketDropped, Side::Network, sent);
        QVERIFY(messagesOf(s.trace, {}).front().lost);
    }

    void aRangeHoldsWhatReachesIntoIt()
    {
        Story s;
        const EventId early = s.add(0, EventKind::RequestSent, Side::Client, {}, TcpState::None, 1);
        s.add(1, EventKind::RequestReceived, Side::Broker, early, TcpState::None, 1);
        const EventId across = s.add(5, EventKind::RequestSent, Side::Client, {}, TcpState::None, 2);
        s.add(15, EventKind::RequestReceived, Side::Broker, across, TcpState::None, 2);
        s.add(30, EventKind::RequestSent, Side::Client, {}, TcpState::None, 3);
        const std::vector<Message> all = messagesOf(s.trace, {kStart + ms(10), kStart + ms(20), {}});
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0].correlation, 2);
        QVERIFY(messagesOf(s.trace, {kStart, kNever, [](ConnectionId) { return false; }}).empty());
    }
};

QTEST_GUILESS_MAIN(TestTravelling)
#include "tst_travelling.moc"
