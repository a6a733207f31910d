// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/livefeed.h"

#include <QTest>

using namespace connscope;
using namespace connscope::app;
using trace::EventKind;

namespace {

/// Events of \a connection that use texts of their own and texts that came before.
void write(trace::Trace& trace, int count, int from)
{
    for (int i = from; i < from + count; ++i) {
        trace::Event e;
        e.kind = i % 3 == 0 ? EventKind::ConnectStarted : EventKind::Mark;
        e.at = kStart + std::chrono::milliseconds(i);
        e.text = trace.intern("text " + std::to_string(i / 2));
        e.connection = i % 3 == 0 ? trace.newConnection() : ConnectionId {};
        e.client = i == 0 ? trace.newClient() : ClientId {0};
        e.vantage = trace::Vantage::Observed;
        trace.append(e);
    }
}

} // namespace

class TestLiveFeed : public QObject {
    Q_OBJECT

private slots:
    void theCopyIsEqualToWhatWasCutHoweverItWasCut()
    {
        trace::Trace source;
        source.header() = {"a title", "file.yaml", "java-4.0", 7, trace::Vantage::Observed, 12};
        source.intern("a text before the first event");
        trace::Trace copy;
        LiveFeed feed;
        int written = 0;
        for (const int piece : {0, 1, 5, 0, 40'000, 3}) { // over more than one of a trace's own chunks
            write(source, piece, written);
            written += piece;
            append(copy, feed.take(source, source.end()));
            QVERIFY(trace::equal(source, copy));
        }
        QCOMPARE(copy.size(), std::size_t(40'009));
        QCOMPARE(copy.connectionCount(), source.connectionCount());
        QCOMPARE(copy.clientCount(), source.clientCount());
        for (std::uint32_t i = 0; i < source.texts().size(); ++i)
            QVERIFY(copy.text(TextId {i}) == source.text(TextId {i}));
    }

    void aPieceTellsHowFarTimeWentAlsoWhereNothingHappened()
    {
        trace::Trace source;
        LiveFeed feed;
        write(source, 3, 0);
        QCOMPARE(feed.take(source, source.end()).events.size(), std::size_t(3));
        const TraceChunk quiet = feed.take(source, kStart + std::chrono::seconds(9));
        QVERIFY(quiet.events.empty() && quiet.textEnds.empty() && !quiet.header);
        QCOMPARE(quiet.until, kStart + std::chrono::seconds(9));
    }

    void textsThatAreEmptyOrHoldAnythingComeWhole()
    {
        trace::Trace source;
        const std::string odd("a\0b\nc", 5);
        source.intern(odd);
        source.intern("");
        write(source, 1, 0);
        trace::Trace copy;
        append(copy, LiveFeed().take(source, kStart));
        QVERIFY(trace::equal(source, copy));
        QVERIFY(copy.texts().find(odd).has_value());
    }
};

QTEST_GUILESS_MAIN(TestLiveFeed)
#include "tst_livefeed.moc"
