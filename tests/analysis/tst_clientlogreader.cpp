// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"
#include "analysis/sampletrace.h"

#include <QTest>

#include <string>

using namespace connscope;
using namespace connscope::analysis;

class TestClientLogReader : public QObject {
    Q_OBJECT

private slots:
    void piecesOfAnySizeGiveTheWholeLog()
    {
        const trace::Trace trace = test::sampleTrace();
        const std::string whole = test::text([&](TextSink& sink) { writeClientLog(trace, sink); });
        QVERIFY(whole.size() > 1000);
        for (const std::size_t turn : {std::size_t {1}, std::size_t {7}, std::size_t {100'000}}) {
            std::string text;
            ClientLogReader reader(trace, [&](std::string_view line, EventId) { text += line; });
            while (reader.advance(turn))
                QVERIFY(reader.position() < trace.size());
            QCOMPARE(reader.position(), trace.size());
            QCOMPARE(text, whole);
            QVERIFY(!reader.advance(turn)); // and no line twice
            QCOMPARE(text, whole);
        }
    }
    void eachLineComesWithAnEventOfItsInstant()
    {
        const trace::Trace trace = test::sampleTrace();
        Instant last {};
        int lines = 0;
        ClientLogReader reader(trace, [&](std::string_view line, EventId event) {
            QVERIFY(event.value < trace.size());
            QVERIFY(trace[event].client.isValid());
            QVERIFY2(trace[event].at >= last, "lines are in the order of time");
            last = trace[event].at;
            QVERIFY(line.ends_with('\n'));
            ++lines;
        });
        while (reader.advance(1000)) { }
        QVERIFY(lines > 10);
    }
    void anEmptyTraceHasNoLines()
    {
        const trace::Trace trace;
        ClientLogReader reader(trace, [](std::string_view, EventId) { QFAIL("a line of nothing"); });
        QVERIFY(!reader.advance(10));
    }
};

QTEST_GUILESS_MAIN(TestClientLogReader)
#include "tst_clientlogreader.moc"
