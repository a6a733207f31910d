// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"
#include "events/loglines.h"
#include "events/logspans.h"
#include "events/logview.h"
#include "events/rowsview.h"
#include "events/searchbar.h"
#include "events/stage.h"

#include <QTest>

using namespace connscope;
using namespace connscope::events;
using connscope::test::Stage;
using trace::EventKind;
using Kind = LogSpan::Kind;

namespace {

const LogSpan* spanOf(const std::vector<LogSpan>& spans, Kind kind)
{
    for (const LogSpan& span : spans) {
        if (span.kind == kind)
            return &span;
    }
    return nullptr;
}

} // namespace

class TestLogView : public QObject {
    Q_OBJECT

private slots:
    void aLineIsTakenApart()
    {
        const QString line
            = QStringLiteral("[2019-05-27 10:00:54,142] DEBUG [Consumer clientId=consumer-1, groupId=test] "
                             "Initiating connection to node localhost:9094 (id: 2147483645 rack: null) "
                             "(org.apache.kafka.clients.NetworkClient:944)");
        const std::vector<LogSpan> spans = logSpans(line);
        const auto text = [&](Kind kind) {
            const LogSpan* span = spanOf(spans, kind);
            return span ? line.mid(span->from, span->length) : QString();
        };
        QCOMPARE(text(Kind::Time), QStringLiteral("[2019-05-27 10:00:54,142]"));
        QCOMPARE(text(Kind::Level), QStringLiteral("DEBUG"));
        QCOMPARE(text(Kind::Client), QStringLiteral("[Consumer clientId=consumer-1, groupId=test]"));
        QCOMPARE(text(Kind::NodeId), QStringLiteral("2147483645"));
        QCOMPARE(spanOf(spans, Kind::NodeId)->node, NodeId {2147483645});
        QCOMPARE(text(Kind::Source), QStringLiteral("(org.apache.kafka.clients.NetworkClient:944)"));
        int at = 0;
        for (const LogSpan& span : spans) {
            QVERIFY(span.from >= at && span.length > 0);
            at = span.from + span.length;
        }
        QVERIFY(at <= line.size());
    }
    void requestsConfigKeysAndBootstrapIdsAreSetOff()
    {
        const QString line = QStringLiteral("[2019-05-27 10:00:54,142] WARN Sending METADATA to node -1: see "
                                            "bootstrap.servers. (x.Y:1)");
        const std::vector<LogSpan> spans = logSpans(line);
        QVERIFY(spanOf(spans, Kind::Warning) && spanOf(spans, Kind::Request) && spanOf(spans, Kind::ConfigKey));
        QCOMPARE(spanOf(spans, Kind::NodeId)->node, NodeId {-1});
    }
    void whatIsNoLogLineHasNoSpans()
    {
        QVERIFY(logSpans(u"").empty());
        QVERIFY(logSpans(u"java.io.EOFException").empty());
        QVERIFY(logSpans(u"[2019-05-27 10:00:54,142]").size() <= 1);
        QVERIFY(logSpans(u"[2019-05-27 10:00:54,142] DEBUG").size() <= 1);
    }
    void packedLinesComeBackAsTheyWere()
    {
        LogLines lines;
        trace::Trace trace;
        for (std::uint32_t i = 0; i < 5000; ++i) {
            trace::Event e;
            e.at = fromNs(i / 4);
            trace.append(e);
            lines.append("line " + std::to_string(i) + " says something that is much like the others", EventId {i});
            if (i % 700 == 0)
                QCOMPARE(lines.line(i / 2),
                    QStringLiteral("line %1 says something that is much like the others").arg(i / 2));
        }
        QCOMPARE(lines.size(), std::size_t {5000});
        for (std::size_t i = 0; i < 5000; i += 123)
            QVERIFY(lines.line(i).startsWith(QStringLiteral("line %1 ").arg(i)));
        QCOMPARE(lines.line(5000), QString());
        QCOMPARE(lines.lineOf(EventId {4321}, trace), std::size_t {4321});
        QCOMPARE(lines.printedAfter(EventId {4321}, trace), std::size_t {4322});
        QCOMPARE(lines.printedAfter(EventId {}, trace), std::size_t {0});
        QVERIFY(lines.bytes() < 5000 * 30);
    }
    void everyLineOfTheClientsLogIsThere()
    {
        Stage stage;
        stage.play("13-three-kinds");
        LogView view(stage.context);
        view.resize(900, 300);
        QVERIFY(!view.isMaking()); // nobody has looked yet
        view.show();
        view.finish();
        std::string log;
        analysis::TextSink sink([&](std::string_view piece) {
            log += piece;
            return true;
        });
        analysis::ClientLogOptions options;
        options.brokerVersion = stage.document.scenario()->cluster.version;
        analysis::writeClientLog(stage.trace(), sink, options);
        QString shown;
        for (std::size_t i = 0; i < view.lines().size(); ++i)
            shown += view.lines().line(i) + u'\n';
        QCOMPARE(shown, QString::fromStdString(log));
    }
    /// A session writes its events a few instants at a time; the lines that are there stay and new ones follow.
    void aTraceThatGrowsAddsItsLines()
    {
        Stage played;
        played.play("13-three-kinds");
        std::string log;
        analysis::TextSink sink([&](std::string_view piece) {
            log += piece;
            return true;
        });
        analysis::writeClientLog(played.trace(), sink);

        Stage stage;
        stage.document.replace(std::make_unique<view::Content>(view::Source {}, trace::Trace {}));
        LogView view(stage.context);
        view.resize(900, 300);
        view.show();
        view.finish();
        std::size_t from = 0;
        std::size_t searched = 0;
        const trace::Trace& whole = played.trace();
        while (from < whole.size()) {
            std::size_t to = std::min(from + 40, whole.size());
            while (to < whole.size() && whole[to].at == whole[to - 1].at)
                ++to;
            stage.document.grow([&](trace::Trace& trace) {
                trace.header() = whole.header();
                for (; from < to; ++from) {
                    trace::Event e = whole[from];
                    e.text = trace.intern(whole.text(e.text));
                    trace.coverClient(e.client);
                    trace.coverConnection(e.connection);
                    trace.append(e);
                }
            });
            const std::size_t before = view.lines().size();
            QVERIFY(before >= searched);
            view.finish();
            QVERIFY(view.lines().size() >= before);
            searched = view.lines().size();
        }
        QString shown;
        for (std::size_t i = 0; i < view.lines().size(); ++i)
            shown += view.lines().line(i) + u'\n';
        QCOMPARE(shown, QString::fromStdString(log));
        QCOMPARE(view.restarts(), 1);
    }
    void aLineLeadsToItsEventAndAnEventToItsLine()
    {
        Stage stage;
        stage.play("13-three-kinds");
        LogView view(stage.context);
        view.resize(900, 300);
        view.show();
        view.finish();
        const EventId opening = stage.find(EventKind::ConnectStarted);
        stage.selection.setCurrent(view::Item::of(opening));
        const int row = view.rows().currentRow();
        QVERIFY(row >= 0);
        QVERIFY(view.rows().rowText(row).contains(QLatin1String("connection to node localhost:9092 (id: -1")));
        stage.selection.setCurrent({});
        QTest::mouseClick(
            view.rows().viewport(), Qt::LeftButton, {}, QPoint(40, view.rows().rowRect(3).center().y()));
        QCOMPARE(stage.selection.current().event(), view.lines().event(3));
        QCOMPARE(stage.playback.event(), view.lines().event(3));
        QCOMPARE(view.rows().currentRow(), 3);
    }
    void whatIsStillToComeIsBehindThePlayhead()
    {
        Stage stage;
        stage.play("13-three-kinds");
        LogView view(stage.context);
        view.resize(900, 300);
        view.show();
        view.finish();
        stage.playback.setPosition({});
        QCOMPARE(view.rows().playheadRow(), -1);
        stage.playback.goToEnd();
        QCOMPARE(view.rows().playheadRow(), view.rows().rows() - 1);
    }
    void theSearchCountsLines()
    {
        Stage stage;
        stage.play("13-three-kinds");
        LogView view(stage.context);
        view.resize(900, 300);
        view.show();
        view.finish();
        stage.playback.goToStart();
        view.searchBar().setText(QStringLiteral("initiating connection"));
        view.finish();
        QCOMPARE(view.searchBar().foundText(), QStringLiteral("5 found"));
        view.stepMatch(1);
        QCOMPARE(view.searchBar().foundText(), QStringLiteral("1 of 5"));
        QCOMPARE(stage.trace()[stage.selection.current().event()].kind, EventKind::ConnectStarted);
    }
    void linesAreMadeOfAnotherTraceWhenThereIsOne()
    {
        Stage stage;
        stage.play("13-three-kinds");
        LogView view(stage.context);
        view.show();
        view.finish();
        const std::size_t lines = view.lines().size();
        stage.show({});
        view.finish();
        QCOMPARE(view.lines().size(), std::size_t {0});
        stage.play("13-three-kinds");
        view.finish();
        QCOMPARE(view.lines().size(), lines);
    }
};

QTEST_MAIN(TestLogView)
#include "tst_logview.moc"
