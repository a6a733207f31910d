// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/jsonl.h"

#include "base/rng.h"
#include "support/rcqt.h"
#include "trace/tracebuilder.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace connscope;
using namespace connscope::trace;

namespace {

std::string written(const Trace& trace)
{
    std::string out;
    const Result<void> done = writeJsonl(trace, [&](std::string_view block) {
        out += block;
        return true;
    });
    return done ? out : "error: " + done.error().message;
}

const std::string kHeader = R"({"connscope-trace":1,"minor":1})"
                            "\n";

/// The error of reading \a lines behind a good header, as "line:column: message"; "" if there is none.
std::string problem(const std::string& lines, const std::string& header = kHeader)
{
    const Result<JsonlResult> result = readJsonl(header + lines);
    return result ? std::string() : result.error().toString();
}

} // namespace

class TestJsonl : public QObject {
    Q_OBJECT

private slots:
    /// Lines as they are written take a way of their own through the reader; spaces send them the other way.
    void spacesMakeNoDifference()
    {
        RC_QVERIFY("a spaced trace is the same trace", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 60, 8);
            std::string text;
            RC_ASSERT(writeJsonl(trace, [&text](std::string_view block) {
                text += block;
                return true;
            }).has_value());
            std::string spaced;
            for (std::size_t i = 0; i < text.size(); ++i) {
                spaced += text[i];
                if (text[i] == '{' || (text[i] == ':' && i > 0 && text[i - 1] == '"'))
                    spaced += ' ';
            }
            const auto plain = readJsonl(text);
            const auto other = readJsonl(spaced);
            RC_ASSERT(plain.has_value() && other.has_value());
            RC_ASSERT(equal(plain->trace, trace));
            RC_ASSERT(equal(other->trace, trace));
        });
    }
    void whatIsWrittenIsReadBackEqual()
    {
        RC_QVERIFY("write, read, equal", [](std::uint64_t seed, std::uint8_t events) {
            const Trace trace = test::randomTrace(seed, events, 10);
            const Result<JsonlResult> result = readJsonl(written(trace));
            RC_ASSERT(result.has_value());
            RC_ASSERT(equal(result->trace, trace));
            RC_ASSERT(result->report.events == trace.size());
            RC_ASSERT(result->report.lostLine == 0);
            RC_ASSERT(result->report.message.empty());
            RC_ASSERT(result->trace.connectionCount() == trace.connectionCount());
            RC_ASSERT(result->trace.clientCount() == trace.clientCount());
            RC_ASSERT(written(result->trace) == written(trace));
        });
        const Trace sample = test::sampleTrace();
        QVERIFY(equal(readJsonl(written(sample))->trace, sample));
        QVERIFY(equal(readJsonl(written(Trace()))->trace, Trace()));
    }

    void anotherParserReadsEveryLine()
    {
        const Trace trace = test::randomTrace(3, 300, 10);
        const QList<QByteArray> lines = QByteArray::fromStdString(written(trace)).trimmed().split('\n');
        QCOMPARE(lines.size(), 302); // the header before the events, the end behind them
        for (const QByteArray& line : lines) {
            QJsonParseError error;
            const QJsonDocument document = QJsonDocument::fromJson(line, &error);
            QVERIFY2(document.isObject(), (line + ": " + error.errorString().toUtf8()).constData());
        }
        const QJsonObject header = QJsonDocument::fromJson(lines.first()).object();
        QCOMPARE(header["connscope-trace"].toInt(), 1);
        const QJsonObject third = QJsonDocument::fromJson(lines[3]).object();
        QCOMPARE(third["id"].toInt(), 2);
        QCOMPARE(third["t_ns"].toInteger(), toNs(trace[2].at));
        QCOMPARE(third["kind"].toString().toStdString(), std::string(kindName(trace[2].kind)));
    }

    void aLineSaysOnlyWhatIsSet()
    {
        test::TraceBuilder b;
        b.trace.header().title = "T";
        const EventId start = b.begin();
        b.wait(1500us);
        const ConnectionId c = b.connect(
            b.client("consumer-1", ClientKind::Consumer, start), NodeId::bootstrap(0), BrokerId {0}, start);
        b.send(c, ApiKey::Fetch, 3);
        const std::string expected
            = R"({"connscope-trace":1,"minor":5,"title":"T","scenario":"","profile":null,"seed":0,"vantage":"simulated","epoch_ms":0})"
              "\n"
              R"({"id":0,"t_ns":0,"kind":"action","rule":"start of the scenario","text":"start"})"
              "\n"
              R"({"id":1,"t_ns":1500000,"kind":"client created","cause":0,"rule":"scenario action","client":0,"value":1,"text":"consumer-1"})"
              "\n"
              R"({"id":2,"t_ns":1500000,"kind":"connect started","cause":0,"rule":"metadata needs a node","conn":0,"client":0,"node":-1,"text":"localhost/127.0.0.1:9092"})"
              "\n"
              R"({"id":3,"t_ns":1500000,"kind":"tcp state","cause":2,"rule":"response arrived","conn":0,"client":0,"node":-1,"broker":0,"value":40000,"text":"10.0.0.7","side":"client","state":"SYN-SENT"})"
              "\n"
              R"({"id":4,"t_ns":1500000,"kind":"tcp state","cause":3,"rule":"response arrived","conn":0,"client":0,"node":-1,"broker":0,"side":"broker","state":"SYN-RECEIVED"})"
              "\n"
              R"({"id":5,"t_ns":1500000,"kind":"request sent","cause":4,"rule":"response arrived","conn":0,"client":0,"node":-1,"broker":0,"api":"FETCH","corr":3,"size":100})"
              "\n"
              R"({"id":6,"t_ns":1500000,"kind":"end"})"
              "\n";
        QCOMPARE(written(b.trace), expected);
    }

    void aProfileOfNobodyIsNullOrEmpty()
    {
        for (const char* profile : {"null", "\"\""}) {
            const auto result = readJsonl(R"({"connscope-trace":1,"profile":)" + std::string(profile) + "}\n");
            QVERIFY2(result.has_value(), profile);
            QCOMPARE(result->trace.header().profile, std::string());
        }
        const auto title = readJsonl("{\"connscope-trace\":1,\"title\":null}\n");
        QVERIFY(!title.has_value());
        QVERIFY2(title.error().message.find("null") != std::string::npos, title.error().message.c_str());
    }
    void aFileThatIsCutKeepsWhatIsWhole()
    {
        RC_QVERIFY(
            "cut anywhere: the whole lines are read, the rest is named", [](std::uint64_t seed, std::uint32_t where) {
                const Trace trace = test::randomTrace(seed, 20, 5);
                const std::string whole = written(trace);
                const std::size_t headerEnd = whole.find('\n');
                const std::size_t cut = where % (whole.size() + 1);
                const std::string text = whole.substr(0, cut);
                const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
                const std::size_t lastEnd = text.rfind('\n');
                const Result<JsonlResult> result = readJsonl(text);
                if (cut < headerEnd) {
                    RC_ASSERT(!result.has_value());
                    RC_ASSERT(result.error().line == 1);
                    return;
                }
                RC_ASSERT(result.has_value());
                const std::size_t rest = lastEnd == std::string::npos ? 0 : text.size() - lastEnd - 1;
                const bool lastIsWhole = cut < whole.size() && whole[cut] == '\n';
                const std::size_t wholeLines = lines + (rest > 0 && lastIsWhole ? 1 : 0);
                const std::size_t events = std::min(wholeLines == 0 ? 0 : wholeLines - 1, trace.size());
                const bool hasEnd = wholeLines == trace.size() + 2;
                RC_ASSERT(result->report.isEndTold == hasEnd);
                RC_ASSERT(result->report.end == (events == 0 ? kStart : trace[events - 1].at));
                RC_ASSERT(result->trace.size() == events);
                for (std::size_t i = 0; i < events; ++i)
                    RC_ASSERT(result->trace[i].at == trace[i].at
                        && result->trace.text(result->trace[i].text) == trace.text(trace[i].text));
                if (rest > 0 && !lastIsWhole) {
                    RC_ASSERT(result->report.lostBytes == rest);
                    RC_ASSERT(result->report.lostLine == static_cast<int>(lines) + 1);
                    RC_ASSERT(!result->report.message.empty());
                } else {
                    RC_ASSERT(result->report.lostBytes == 0u);
                    RC_ASSERT(result->report.message.empty() == hasEnd);
                }
            });
    }

    void theLossIsSaidInWords()
    {
        const std::string text = kHeader + R"({"id":0,"t_ns":0,"kind":"mark"})" + "\n"
            + "{\"id\":1,\"t_ns\":5,\"ki"; // moc trips over a raw string with half a pair of quotes
        const Result<JsonlResult> result = readJsonl(text);
        QVERIFY(result.has_value());
        QCOMPARE(result->report.message,
            std::string("The file ends in the middle of line 3: its last 20 bytes were left out. Everything before "
                        "them was read (events: 1)."));
        // After a crash the end may be zeros.
        const Result<JsonlResult> zeros = readJsonl(text + std::string(100, '\0'));
        QVERIFY(zeros.has_value());
        QCOMPARE(zeros->report.lostBytes, std::uint64_t {120});
    }

    void theLastLineSaysWhenTheRunEnded()
    {
        const Trace trace = test::randomTrace(3, 20, 5);
        const Instant end = trace.end() + 90s;
        std::string text;
        QVERIFY(writeJsonl(
            trace,
            [&](std::string_view block) {
                text += block;
                return true;
            },
            end));
        const Result<JsonlResult> whole = readJsonl(text);
        QVERIFY(whole.has_value());
        QVERIFY(equal(whole->trace, trace)); // it is no event
        QVERIFY(whole->report.isEndTold);
        QCOMPARE(toNs(whole->report.end), toNs(end));
        QCOMPARE(whole->report.message, std::string());
        // A file that was cut at the end of a line is told by what is missing.
        const std::size_t lastLine = text.rfind('\n', text.size() - 2) + 1;
        const Result<JsonlResult> cut = readJsonl(text.substr(0, lastLine));
        QVERIFY(cut.has_value());
        QVERIFY(!cut->report.isEndTold);
        QCOMPARE(toNs(cut->report.end), toNs(trace.end()));
        QVERIFY2(cut->report.message.starts_with(
                     "The file ends without the line that should be its last: it was cut after "
                     "line 21, or is still being written."),
            cut->report.message.c_str());
    }
    void anOlderFileDoesNotTellItsEndAndThatIsSaid()
    {
        const Result<JsonlResult> result = readJsonl(kHeader + R"({"id":0,"t_ns":1500000000,"kind":"mark"})" + "\n");
        QVERIFY(result.has_value());
        QVERIFY(!result->report.isEndTold);
        QCOMPARE(toNs(result->report.end), std::int64_t {1'500'000'000});
        QCOMPARE(result->report.message,
            std::string(
                "The file has format version 1.1, which does not say when the run ended: it is taken to end at "
                "its last event, at 1.500 s."));
    }

    void piecesOfAnySizeReadTheSame()
    {
        RC_QVERIFY("fed in random pieces", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 30, 5);
            const std::string text = written(trace);
            Rng rng {seed};
            JsonlReader reader;
            for (std::size_t i = 0; i < text.size();) {
                const std::size_t n = rng.below(60);
                RC_ASSERT(reader.feed(std::string_view(text).substr(i, n)).has_value());
                i += n;
            }
            const Result<JsonlResult> result = reader.finish();
            RC_ASSERT(result.has_value());
            RC_ASSERT(equal(result->trace, trace));
        });
    }

    void badLinesAreRefusedAtTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* line, const char* message) {
            QTest::newRow(name) << QByteArray(line) << QByteArray(message);
        };
        row("not JSON", "hello",
            "2:1: a line of a trace is a JSON object in braces, but this one begins with 'hello'");
        row("a list", "[1]", "2:1: a line of a trace is a JSON object in braces, but this one begins with '[1]'");
        row("a number", "5", "2:1: a line of a trace is a JSON object in braces, but this one begins with '5'");
        row("rubbish in the middle", R"({"id":0,"t_ns":oops,"kind":"mark"})",
            "2:16: this is not JSON: it goes wrong at 'oops,\"kind\":\"mark\"}'");
        row("two objects", R"({"id":0,"t_ns":0,"kind":"mark"}{})", "2:32: this is not JSON: it goes wrong at '{}'");
        row("an end that is missing", R"({"id":0)", "2:8: the line ends in the middle of its JSON object");
        row("an event behind the end",
            R"({"id":0,"t_ns":5,"kind":"end"})"
            "\n"
            R"({"id":0,"t_ns":6,"kind":"mark"})",
            "3:2: the line before this one ends the trace: nothing may follow it");
        row("an end that counts wrongly", R"({"id":1,"t_ns":5,"kind":"end"})",
            "2:2: events are numbered from 0 in the order of the file: expected 0, found 1");
        row("an end before the last event",
            R"({"id":0,"t_ns":5,"kind":"mark"})"
            "\n"
            R"({"id":1,"t_ns":4,"kind":"end"})",
            "3:9: events are in the order of time: this one is at 4 ns, the one before it at 5 ns");
        row("no id", R"({"t_ns":0,"kind":"mark"})",
            "2:1: an event needs the keys id, t_ns and kind; 'id' is missing");
        row("no time", R"({"id":0,"kind":"mark"})",
            "2:1: an event needs the keys id, t_ns and kind; 't_ns' is missing");
        row("no kind", R"({"id":0,"t_ns":0})", "2:1: an event needs the keys id, t_ns and kind; 'kind' is missing");
        row("an id out of order", R"({"t_ns":0,"id":1,"kind":"mark"})",
            "2:11: events are numbered from 0 in the order of the file: expected 0, found 1");
        row("a cause that is the event itself", R"({"id":0,"t_ns":0,"kind":"mark","cause":0})",
            "2:32: a cause must be an earlier event, but 0 is not before 0");
        row("a connection from nowhere", R"({"id":0,"t_ns":0,"kind":"mark","conn":4000000000})",
            "2:32: connections are numbered from 0 as they appear; this number is far ahead of the events so far");
        row("a client from nowhere", R"({"id":0,"t_ns":0,"kind":"mark","client":100000})",
            "2:32: clients are numbered from 0 as they appear; this number is far ahead of the events so far");
        row("a time before the start", R"({"id":0,"t_ns":-1,"kind":"mark"})",
            "2:9: 't_ns': an event cannot be before the trace's start");
        row("a time too large", R"({"id":0,"t_ns":9223372036854775808,"kind":"mark"})",
            "2:9: 't_ns': out of range: expected nanoseconds since the trace's start, 0 to 2^63 - 1");
        row("a fraction", R"({"id":0,"t_ns":1.5,"kind":"mark"})",
            "2:9: 't_ns': does not take a number with a fraction or out of range");
        row("a number without end", R"({"id":0,"t_ns":1e999,"kind":"mark"})", "2:20: the number 1e999 is too large");
        row("a text for a number", R"({"id":"0","t_ns":0,"kind":"mark"})",
            "2:2: 'id': expected a whole number, not a text");
        row("a number for a text", R"({"id":0,"t_ns":0,"kind":7})", "2:18: 'kind': expected a text, not a number");
        row("null", R"({"id":0,"t_ns":0,"kind":"mark","text":null})", "2:32: 'text': does not take null");
        row("an object for a text", R"({"id":0,"t_ns":0,"kind":"mark","text":{}})",
            "2:32: 'text': does not take an object");
        row("a kind that is misspelt", R"({"id":0,"t_ns":0,"kind":"connect startd"})",
            "2:18: 'kind': 'connect startd' is no kind of event; did you mean 'connect started'?");
        row("a rule that is misspelt", R"({"id":0,"t_ns":0,"kind":"mark","rule":"client idle expry"})",
            "2:32: 'rule': 'client idle expry' is no rule; did you mean 'client idle expiry'?");
        row("a request that is misspelt", R"({"id":0,"t_ns":0,"kind":"mark","api":"FETCHH"})",
            "2:32: 'api': 'FETCHH' is no Kafka request; did you mean 'FETCH'?");
        row("a state that is misspelt", R"({"id":0,"t_ns":0,"kind":"mark","state":"ESTABLISHD"})",
            "2:32: 'state': 'ESTABLISHD' is no TCP state; did you mean 'ESTABLISHED'?");
        row("a side that is misspelt", R"({"id":0,"t_ns":0,"kind":"mark","side":"broke"})",
            "2:32: 'side': 'broke' is no side; did you mean 'broker'?");
        row("a node out of range", R"({"id":0,"t_ns":0,"kind":"mark","node":2147483648})",
            "2:32: 'node': out of range: expected a number of 32 bits");
        row("a size below zero", R"({"id":0,"t_ns":0,"kind":"mark","size":-1})",
            "2:32: 'size': out of range: expected 0 to 4294967295");
        row("a key twice", R"({"id":0,"t_ns":0,"kind":"mark","id":0})", "2:2: 'id': the key is there twice");
        row("hex that is none", R"({"id":0,"t_ns":0,"kind":"mark","text_hex":"abc"})",
            "2:32: 'text_hex': expected an even number of hex digits");
        row("columns count characters", "{\"text\":\"主题\",\"id\":0,\"t_ns\":0,\"kind\":\"x y\"}",
            "2:30: 'kind': 'x y' is no kind of event");
        row("broken UTF-8", "{\"id\":0,\"t_ns\":0,\"kind\":\"mark\",\"text\":\"\xff\"}",
            "2:40: this is not JSON: it goes wrong at '\\xff\"}'");
    }
    void badLinesAreRefusedAtTheirPlace()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, message);
        QCOMPARE(QByteArray::fromStdString(problem(line.toStdString() + "\n")), message);
    }

    void whatLinesSayOfEachOtherIsHeld()
    {
        const std::string first = R"({"id":0,"t_ns":10,"kind":"mark"})"
                                  "\n";
        const auto second = [](const char* line) { return std::string(line) + "\n"; };
        const std::string early = second(R"({"id":1,"t_ns":9,"kind":"mark"})");
        const std::string again = second(R"({"id":0,"t_ns":10,"kind":"mark"})");
        const std::string good = second(R"({"id":1,"t_ns":10,"kind":"mark","cause":0})");
        const std::string unended = R"({"id":7,"t_ns":10,"kind":"mark"})";
        QCOMPARE(problem(first + early),
            std::string("3:9: events are in the order of time: this one is at 9 ns, the one before it at 10 ns"));
        QCOMPARE(problem(first + again),
            std::string("3:2: events are numbered from 0 in the order of the file: expected 1, found 0"));
        QCOMPARE(problem(first + good), std::string());
        // The last line is whole but wrong: that is no cut.
        QCOMPARE(problem(first + unended),
            std::string("3:2: events are numbered from 0 in the order of the file: expected 1, found 7"));
    }

    void anErrorKnowsFileAndOffset()
    {
        const Result<JsonlResult> result
            = readJsonl(kHeader + R"({"id":0,"t_ns":0,"kind":"mrk"})" + "\n", "run.jsonl");
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().toString(),
            std::string("run.jsonl:2:18: 'kind': 'mrk' is no kind of event; did you mean 'mark'?"));
        QCOMPARE(result.error().offset, kHeader.size() + 17);
    }

    void anErrorEndsTheReading()
    {
        JsonlReader reader;
        QVERIFY(!reader.feed("nonsense\n").has_value());
        QVERIFY(!reader.feed(kHeader).has_value());
        QVERIFY(!reader.finish().has_value());
    }

    void headers_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("empty") << QByteArray("")
                               << QByteArray("1: the file is empty; a trace begins with a header line");
        QTest::newRow("blank") << QByteArray("\n \n")
                               << QByteArray("3: the file is empty; a trace begins with a header line");
        QTest::newRow("something else")
            << QByteArray("title: a scenario")
            << QByteArray(
                   "1:1: a line of a trace is a JSON object in braces, but this one begins with 'title: a scenario'");
        QTest::newRow("other JSON") << QByteArray("{\"a\":1}\n")
                                    << QByteArray("1:1: this is no Connscope trace: its first line should be a "
                                                  "header with the key \"connscope-trace\"");
        QTest::newRow("a newer major version") << QByteArray("{\"minor\":3,\"connscope-trace\":2}\n")
                                               << QByteArray("1:12: this trace has format version 2.3, but this "
                                                             "Connscope reads versions up to 1.x; open it with "
                                                             "a newer Connscope");
        QTest::newRow("no version") << QByteArray("{\"connscope-trace\":0}\n")
                                    << QByteArray("1:2: there is no such version of the trace format");
        QTest::newRow("a version that is no number")
            << QByteArray("{\"connscope-trace\":\"1\"}\n")
            << QByteArray("1:2: 'connscope-trace': expected a whole number, not a text");
        QTest::newRow("cut")
            << QByteArray("{\"connscope-trace\":1,\"mi")
            << QByteArray("1:1: the file ends in the middle of its first line, the header, so nothing can be read");
        QTest::newRow("whole but without its line end") << QByteArray("{\"connscope-trace\":1}") << QByteArray("");
        QTest::newRow("a byte order mark before it")
            << QByteArray("\xef\xbb\xbf{\"connscope-trace\":1}\n") << QByteArray("");
        QTest::newRow("a line end of another system") << QByteArray("{\"connscope-trace\":1}\r\n") << QByteArray("");
    }
    void headers()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, message);
        QCOMPARE(QByteArray::fromStdString(problem("", header.toStdString())), message);
    }

    void aNewerMinorVersionIsReadAsFarAsItIsKnown()
    {
        const std::string header = R"({"connscope-trace":1,"minor":9,"later":{"deep":[1,{"x":null}]}})"
                                   "\n";
        const std::string lines
            = R"({"id":0,"t_ns":0,"kind":"quantum leap","rule":"telepathy","api":"TELEPORT","why":[1,2],"text":"far"})"
              "\n"
              R"({"id":1,"t_ns":0,"kind":"mark","unknown":1.5e300})"
              "\n";
        const Result<JsonlResult> result = readJsonl(header + lines);
        QVERIFY2(result.has_value(), result ? "" : result.error().toString().c_str());
        QCOMPARE(result->report.minor, 9);
        const Trace& trace = result->trace;
        QVERIFY(trace[0].kind == EventKind::Mark);
        QVERIFY(trace[0].rule == RuleId::None);
        QVERIFY(trace[0].api == ApiKey::None);
        QCOMPARE(trace.text(trace[0].text), "quantum leap: far");
        QCOMPARE(trace.size(), std::size_t {2});
        QVERIFY(
            problem(lines).find("is no kind of event") != std::string::npos); // in our own version it is a mistake
    }

    void notesAreOfTheHeaderAndOnlyTheyChange()
    {
        const JsonlNotes notes {R"([{"view":"timeline","text":"\u4e00"}])", R"([{"at":"1s"}])"};
        const std::string header
            = R"({"connscope-trace":1,"minor":2,"seed":18446744073709551615,"later":{"deep":[1.5,null]},"title":"annotations"})";
        const auto with = withNotes(header, notes);
        QVERIFY(with.has_value());
        const auto read = readJsonl(*with + "\n");
        QVERIFY2(read.has_value(), read ? "" : read.error().toString().c_str());
        QCOMPARE(read->report.notes.annotations, std::string("[{\"view\":\"timeline\",\"text\":\"一\"}]"));
        QCOMPARE(read->report.notes.bookmarks, notes.bookmarks);
        QCOMPARE(read->report.minor, 2); // an older file still is one: it has no last line
        QCOMPARE(read->trace.header().seed, std::uint64_t {18446744073709551615U});
        QCOMPARE(read->trace.header().title, std::string("annotations"));
        QCOMPARE(withNotes(*with, {}).value(), header);
        QVERIFY(withNotes(*with, {"[]", {}}).value().find("bookmarks") == std::string::npos);
        QVERIFY(readJsonl(header + "\n")->report.notes == JsonlNotes {});
        QVERIFY(!withNotes("{\"id\":0}", notes));
        QVERIFY(!withNotes("{\"connscope-trace\":1", notes));
    }

    void hostileInputIsRefusedQuickly()
    {
        const std::string deep = R"({"id":0,"t_ns":0,"kind":"mark","x":)" + std::string(1'000'000, '[') + "\n";
        QVERIFY(problem(deep).find("nested deeper than 32 levels") != std::string::npos);
        JsonlLimits limits;
        limits.maxLineBytes = 1000;
        const Result<JsonlResult> longLine = readJsonl(kHeader + std::string(2000, ' ') + "\n", {}, limits);
        QVERIFY(!longLine.has_value());
        QCOMPARE(longLine.error().toString(),
            std::string("2:1: the line is longer than 1000 bytes; this is no trace that Connscope wrote"));
        JsonlReader reader({}, limits); // no line end at all: refused before memory is full
        Result<void> fed;
        int pieces = 0;
        for (; fed && pieces < 1000; ++pieces)
            fed = reader.feed(std::string(100, 'x'));
        QVERIFY(pieces <= 11);
        limits.maxLineBytes = 100'000;
        limits.maxEvents = 1;
        const std::string two = R"({"id":0,"t_ns":0,"kind":"mark"})"
                                "\n"
                                R"({"id":1,"t_ns":0,"kind":"mark"})"
                                "\n";
        QCOMPARE(readJsonl(kHeader + two, {}, limits).error().toString(),
            std::string("3:2: there are more than 1 events, which is the limit"));
    }

    void randomBytesNeverBreakTheReader()
    {
        RC_QVERIFY("bytes of a trace, some of them changed", [](std::uint64_t seed) {
            std::string text = written(test::randomTrace(seed, 10, 5));
            Rng rng {seed};
            for (std::uint64_t n = rng.below(5) + 1; n > 0; --n)
                text[rng.below(text.size())] = static_cast<char>(rng.next());
            const Result<JsonlResult> result = readJsonl(text);
            if (result)
                RC_ASSERT(result->report.events == result->trace.size());
            else
                RC_ASSERT(!result.error().message.empty() && result.error().line > 0);
        });
    }

    void blocksEndAtLineEnds()
    {
        const Trace trace = test::randomTrace(5, 500, 5);
        std::vector<std::string> blocks;
        JsonlWriter writer(
            [&](std::string_view block) {
                blocks.emplace_back(block);
                return true;
            },
            1000);
        QVERIFY(writer.begin(trace.header()).has_value());
        QVERIFY(writer.write(trace, 0, 200).has_value());
        QVERIFY(writer.write(trace, 200, trace.size()).has_value());
        QVERIFY(writer.flush().has_value());
        QVERIFY(blocks.size() > 10);
        std::string all;
        for (const std::string& block : blocks) {
            QCOMPARE(block.back(), '\n');
            all += block;
        }
        QVERIFY(equal(readJsonl(all)->trace, trace));
    }

    void aSinkThatFailsStopsTheWriter()
    {
        const Trace trace = test::randomTrace(5, 5000, 5);
        int calls = 0;
        const Result<void> done = writeJsonl(trace, [&](std::string_view) { return ++calls < 3; });
        QVERIFY(!done.has_value());
        QCOMPARE(calls, 3);
        QVERIFY(!done.error().message.empty());
    }

    void aTextThatIsTooLongIsNotWritten()
    {
        Trace trace;
        Event e;
        trace.append(e);
        e.text = trace.intern(std::string(JsonlWriter::kMaxText, '\x01'));
        trace.append(e);
        QVERIFY(equal(readJsonl(written(trace))->trace, trace)); // the longest there may be
        e.text = trace.intern(std::string(JsonlWriter::kMaxText + 1, 'x'));
        trace.append(e);
        QCOMPARE(written(trace),
            std::string("error: The text of event 2 is longer than the 1048576 bytes that a line of a trace file may "
                        "hold; shorten it"));
    }

    void filesAreReadPieceByPiece()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("trace.jsonl").toStdString();
        const Trace trace = test::randomTrace(9, 3000, 50);
        std::ofstream(path, std::ios::binary) << written(trace);
        const Result<JsonlResult> result = readJsonlFile(path);
        QVERIFY2(result.has_value(), result ? "" : result.error().toString().c_str());
        QVERIFY(equal(result->trace, trace));
        const std::string missing = folder.filePath("none").toStdString();
        QCOMPARE(
            readJsonlFile(missing).error().toString(), missing + ": cannot be opened: No such file or directory");
        QVERIFY(!readJsonlFile(folder.path().toStdString()).has_value());
    }
};

QTEST_GUILESS_MAIN(TestJsonl)
#include "tst_jsonl.moc"
