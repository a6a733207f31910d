// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"
#include "analysis/sampletrace.h"

#include <QTest>

#include <memory>
#include <string>

using namespace connscope;
using namespace connscope::analysis;

namespace {

void append(trace::Trace& trace, const trace::Trace& from, std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        trace::Event e = from[i];
        e.text = trace.intern(from.text(e.text));
        trace.coverClient(e.client);
        trace.coverConnection(e.connection);
        trace.append(e);
    }
}

} // namespace

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
    void aTraceThatGrewGoesOn()
    {
        const trace::Trace whole = test::sampleTrace();
        const std::string log = test::text([&](TextSink& sink) { writeClientLog(whole, sink); });
        trace::Trace trace;
        trace.header() = whole.header();
        std::string text;
        std::unique_ptr<ClientLogReader> reader;
        int readers = 0;
        int instants = 0;
        std::size_t from = 0;
        while (from < whole.size()) {
            std::size_t to = from + 1;
            while (to < whole.size() && whole[to].at == whole[to - 1].at)
                ++to;
            append(trace, whole, from, to);
            from = to;
            if (!reader || !reader->grow()) {
                text.clear();
                ++readers;
                reader
                    = std::make_unique<ClientLogReader>(trace, [&](std::string_view line, EventId) { text += line; });
            }
            while (reader->advance(3)) { }
            QCOMPARE(reader->position(), trace.size());
            ++instants;
        }
        QVERIFY2(readers <= 1 + 3, "one for each broker that is new");
        QVERIFY(instants > 3 * readers);
        QCOMPARE(QString::fromStdString(text), QString::fromStdString(log));
    }
    void aConfigThatComesLateAsksForANewReader()
    {
        const trace::Trace whole = test::sampleTrace();
        trace::Trace trace;
        append(trace, whole, 0, whole.size());
        ClientLogReader reader(trace, [](std::string_view, EventId) {});
        while (reader.advance(1000)) { }
        trace::Event e;
        e.at = trace.end();
        e.kind = trace::EventKind::ConfigChanged;
        e.rule = trace::RuleId::ConfigValue;
        e.client = ClientId {0};
        e.text = trace.intern("group.id = another");
        trace.append(e);
        QVERIFY(!reader.grow());
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
