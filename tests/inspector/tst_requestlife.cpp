// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/stage.h"
#include "inspector/requestlife.h"

#include <QTest>

using namespace connscope;
using namespace connscope::inspector;
using connscope::test::Stage;
using trace::EventKind;

class TestRequestLife : public QObject {
    Q_OBJECT

private slots:
    void anyEventOfARequestLeadsToTheWholeOfIt()
    {
        Stage stage;
        stage.play("13-three-kinds");
        int requests = 0;
        for (std::size_t i = 0; i < stage.trace().size(); ++i) {
            const trace::Event& e = stage.trace()[i];
            if (e.kind != EventKind::RequestSent)
                continue;
            const EventId sent {static_cast<std::uint32_t>(i)};
            const RequestLife life = RequestLife::of(stage.document.index(), sent);
            QCOMPARE(life.sent, sent);
            ++requests;
            for (const EventId part : {life.received, life.answered, life.done}) {
                if (!part.isValid())
                    continue;
                QCOMPARE(stage.trace()[part].correlation, e.correlation);
                QCOMPARE(stage.trace()[part].connection, e.connection);
                QCOMPARE(RequestLife::of(stage.document.index(), part).sent, sent);
            }
            if (life.done.isValid())
                QVERIFY(life.received < life.answered && life.answered < life.done);
        }
        QVERIFY(requests > 20);
    }
    void aQueuedRequestLeadsToItsSending()
    {
        Stage stage;
        stage.play("13-three-kinds");
        const EventId queued = stage.find(EventKind::RequestQueued);
        const RequestLife life = RequestLife::of(stage.document.index(), queued);
        QVERIFY(life.sent.isValid());
        QCOMPARE(stage.trace()[life.sent].api, stage.trace()[queued].api);
        QVERIFY(life.done.isValid());
    }
    /// librdkafka, kafka-python and KafkaJS count for each connection: the cause of a request may be one with its number.
    void theSameNumberOnAnotherConnectionIsAnotherRequest()
    {
        trace::Trace trace;
        const auto write = [&](EventKind kind, std::uint32_t connection, EventId cause) {
            trace::Event e;
            e.at = kStart + ms(static_cast<std::int64_t>(trace.size()));
            e.kind = kind;
            e.connection = ConnectionId {connection};
            e.client = ClientId {0};
            e.correlation = 1;
            e.cause = cause;
            return trace.append(e);
        };
        const EventId first = write(EventKind::RequestSent, 1, {});
        const EventId answer = write(EventKind::ResponseReceived, 1, first);
        const EventId second = write(EventKind::RequestSent, 2, answer);
        const EventId read = write(EventKind::RequestReceived, 2, second);
        const EventId end = write(EventKind::ResponseReceived, 2, read);
        const trace::Index index(trace);
        const RequestLife life = RequestLife::of(index, end);
        QCOMPARE(life.sent, second);
        QCOMPARE(life.received, read);
        QCOMPARE(life.done, end);
        QCOMPARE(RequestLife::of(index, second).sent, second);
        QCOMPARE(RequestLife::of(index, answer).sent, first);
    }
    void anEventWithoutARequestHasNone()
    {
        Stage stage;
        stage.play("13-three-kinds");
        QVERIFY(!RequestLife::of(stage.document.index(), EventId {0}).sent.isValid());
    }
};

QTEST_MAIN(TestRequestLife)
#include "tst_requestlife.moc"
