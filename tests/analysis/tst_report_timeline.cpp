// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"
#include "analysis/report.h"
#include "analysis/sampletrace.h"
#include "analysis/textaxis.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

Instant seconds(double s) { return fromNs(static_cast<std::int64_t>(s * 1e9)); }

QString timeline(const trace::Trace& trace, const ReportOptions& options = {})
{
    return QString::fromStdString(test::text([&](TextSink& sink) { writeTimeline(trace, sink, options); }));
}

/// The line that has \a word; "" if none.
QString lineWith(const QString& text, const QString& word)
{
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (line.contains(word))
            return line;
    }
    return {};
}

std::size_t width(const QString& line) { return displayWidth(line.toStdString()); }

} // namespace

class TestReportTimeline : public QObject {
    Q_OBJECT

private slots:
    void aHandshakeAndNineMinutesOfSilenceFitOnOneLine()
    {
        const QString text = timeline(test::sampleTrace());
        const QString bootstrap = lineWith(text, QStringLiteral("-1 bootstrap"));
        QVERIFY2(bootstrap.contains(QStringLiteral("├")), qPrintable(text));
        QVERIFY2(bootstrap.trimmed().endsWith(QLatin1Char('C')), qPrintable(text));
        QVERIFY2(bootstrap.count(QStringLiteral("┊")) == 4, qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("┊9 min 3 s┊")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("┊1.5 s┊")), qPrintable(text));
        // The other two outlive the range.
        QVERIFY2(lineWith(text, QStringLiteral("2147483645 coordinator")).trimmed().endsWith(QStringLiteral("─")),
            qPrintable(text));
        QVERIFY2(lineWith(text, QStringLiteral("  2 data")).contains(QStringLiteral("■")), qPrintable(text));
    }
    void noLineIsLongerThanItsWidth_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isChinese");
        QTest::addColumn<bool>("isAscii");
        for (const int width : {60, 61, 80, 100, 133, 240, 1000}) {
            QTest::addRow("%d", width) << width << false << false;
            QTest::addRow("%d Chinese", width) << width << true << false;
            QTest::addRow("%d ASCII", width) << width << false << true;
        }
    }
    void noLineIsLongerThanItsWidth()
    {
        QFETCH(int, width);
        QFETCH(bool, isChinese);
        QFETCH(bool, isAscii);
        TraceBuilder b;
        b.trace.header().title = std::string(300, 'x') + "标题";
        const ClientId c = b.client(
            "订单服务的一个名字很长很长很长很长很长很长很长很长很长很长很长很长的客户端" + std::string(150, 'y'),
            trace::ClientKind::Producer);
        for (int i = 0; i < 30; ++i) {
            b.at(std::int64_t {1'000'000} * i * i);
            const ConnectionId connection
                = b.connect(c, NodeId {i}, std::string(150, 'h') + ":1", RuleId::LeaderHasRecords, {});
            b.exchange(connection, ApiKey::Produce, i, "", RuleId::BatchReady, {});
        }
        for (const bool isFolded : {true, false}) {
            ReportOptions options;
            options.width = static_cast<std::size_t>(width);
            options.language = isChinese ? Language::Chinese : Language::English;
            options.isAscii = isAscii;
            options.isFolded = isFolded;
            const QString text = timeline(b.trace, options);
            for (const QString& line : text.split(QLatin1Char('\n'))) {
                QVERIFY2(::width(line) <= options.width, qPrintable(line));
                QVERIFY2(!line.endsWith(QLatin1Char(' ')), qPrintable(line));
                if (isAscii)
                    QVERIFY2(std::all_of(line.begin(), line.end(), [](QChar ch) { return ch.unicode() < 0x80; }),
                        qPrintable(line));
            }
        }
    }
    void lanesLineUpWhateverTheNamesAre()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        b.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
        b.connect(c, NodeId::coordinator(BrokerId {1}), "h:1", RuleId::CoordinatorNeeded, {});
        b.at(1'000'000);
        b.connect(c, NodeId {2}, "h:1", RuleId::LeaderHasRecords, {});
        ReportOptions options;
        options.language = Language::Chinese;
        const QString text = timeline(b.trace, options);
        const QString data = lineWith(text, QStringLiteral("  1 数据"));
        const QString coordinator = lineWith(text, QStringLiteral("协调者"));
        const QString mark = QStringLiteral("├");
        QVERIFY2(data.contains(mark) && coordinator.contains(mark), qPrintable(text));
        QCOMPARE(width(data.section(mark, 0, 0)), width(coordinator.section(mark, 0, 0)));
    }
    void linearTimeIsNotFolded()
    {
        ReportOptions options;
        options.isFolded = false;
        const QString text = timeline(test::sampleTrace(), options);
        QVERIFY2(!text.contains(QStringLiteral("┊")), qPrintable(text));
        // From 1.5 s to 545 s of 545 s: the line is nearly all of one silence.
        QVERIFY2(lineWith(text, QStringLiteral("-1 bootstrap")).count(QStringLiteral("─")) > 50, qPrintable(text));
    }
    void whoClosedStandsAtTheEnd()
    {
        for (const auto& [side, letter] : {std::pair {Side::Client, 'C'}, std::pair {Side::Broker, 'B'}}) {
            TraceBuilder b;
            const ClientId c = b.client("c", trace::ClientKind::Producer);
            const ConnectionId connection = b.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
            b.at(5'000'000);
            trace::Event fin;
            fin.kind = EventKind::FinSent;
            fin.connection = connection;
            fin.client = c;
            fin.node = NodeId {1};
            fin.side = side;
            fin.state = trace::TcpState::FinWait1;
            fin.rule = side == Side::Client ? RuleId::ClientIdleExpiry : RuleId::BrokerIdleExpiry;
            b.add(fin);
            ReportOptions options;
            options.end = seconds(10);
            const QString lane = lineWith(timeline(b.trace, options), QStringLiteral("1 data"));
            QVERIFY2(lane.contains(QLatin1Char(letter)), qPrintable(lane));
            // A broker's FIN leaves the client's end open until it looks.
            QCOMPARE(lane.contains(QStringLiteral("╌")), side == Side::Broker);
        }
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
        b.at(1'000'000);
        b.on(connection, EventKind::ConnectFailed, RuleId::ConnectionRefused, {});
        QVERIFY(lineWith(timeline(b.trace), QStringLiteral("1 data")).endsWith(QLatin1Char('N')));
    }
    void whatTheBrokerClosedAnswersNothing()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        const ConnectionId connection = b.connect(c, NodeId {1}, "h:1", RuleId::LeaderToFetch, {});
        trace::Event e = b.trace[b.opening(connection)];
        e.kind = EventKind::RequestSent;
        e.api = ApiKey::Fetch;
        e.correlation = 1;
        b.at(1'000'000);
        b.add(e);
        e = b.trace[b.opening(connection)];
        e.kind = EventKind::FinSent;
        e.side = Side::Broker;
        e.state = trace::TcpState::FinWait1;
        e.rule = RuleId::BrokerIdleExpiry;
        b.at(5'000'000);
        b.add(e);
        ReportOptions options;
        options.end = seconds(10);
        options.isFolded = false;
        const QString lane = lineWith(timeline(b.trace, options), QStringLiteral("1 data"));
        QVERIFY2(lane.contains(QStringLiteral("═B╌")) && lane.endsWith(QStringLiteral("╌")), qPrintable(lane));
    }
    void theStripCountsWhatIsOpen()
    {
        const QString strip = lineWith(timeline(test::sampleTrace()), QStringLiteral("open  ")).mid(4).trimmed();
        QVERIFY2(strip.contains(QLatin1Char('1')) && strip.contains(QLatin1Char('3')), qPrintable(strip));
        QVERIFY2(strip.endsWith(QLatin1Char('2')), qPrintable(strip));
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        for (int i = 0; i < 12; ++i)
            b.connect(c, NodeId {i}, "h:1", RuleId::LeaderToFetch, {});
        QVERIFY(lineWith(timeline(b.trace), QStringLiteral("open  ")).trimmed().endsWith(QLatin1Char('+')));
    }
    void aThousandLanesAreOneForEachRole()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        for (int i = 0; i < 1000; ++i)
            b.connect(c, NodeId {i}, "h:1", RuleId::LeaderToFetch, {});
        const QString one = timeline(b.trace);
        QVERIFY2(one.contains(QStringLiteral("1000 × data")) && one.contains(QStringLiteral("1 × bootstrap")),
            qPrintable(one));
        QVERIFY(one.count(QLatin1Char('\n')) < 15);
        TraceBuilder many;
        for (int i = 0; i < 500; ++i)
            many.connect(many.client("c" + std::to_string(i), trace::ClientKind::Consumer), NodeId {-1}, "h:1",
                RuleId::MetadataNeedsNode, {});
        const QString all = timeline(many.trace);
        QVERIFY2(all.contains(QStringLiteral("500 × bootstrap")), qPrintable(all));
        QVERIFY(all.count(QLatin1Char('\n')) < 15);
    }
    void onlyTheRangeIsDrawn()
    {
        ReportOptions options;
        options.from = seconds(1);
        options.to = seconds(1.505);
        const QString text = timeline(test::sampleTrace(), options);
        QVERIFY2(lineWith(text, QStringLiteral("  2 data")).isEmpty(), qPrintable(text)); // opened at 1.511
        QVERIFY2(text.contains(QLatin1String("1 s to 1.505 s, ")), qPrintable(text));
        QVERIFY2(!lineWith(text, QStringLiteral("-1 bootstrap")).contains(QLatin1Char('C')), qPrintable(text));
        options.from = options.to = seconds(1);
        QCOMPARE(
            timeline(test::sampleTrace(), options), QStringLiteral("Three kinds\nNo connection in this range.\n"));
    }
    void aTraceOfNothingSaysSo()
    {
        const trace::Trace trace;
        QCOMPARE(timeline(trace), QStringLiteral("No connection in this range.\n"));
    }

    void everyInstantHasItsColumnAndTheyAscend()
    {
        // Bursts with silences of all sizes between them.
        std::vector<Instant> instants;
        std::int64_t now = 0;
        for (int i = 1; i < 400; ++i) {
            now += i % 150 == 0 ? std::int64_t {1'000'000'000} * i : std::int64_t {1'000} * (i % 7);
            instants.push_back(fromNs(now));
        }
        for (const std::size_t columns : std::initializer_list<std::size_t> {33, 60, 80, 500}) {
            for (const bool mayFold : {true, false}) {
                const TextAxis axis(kStart, fromNs(now), instants, columns, mayFold);
                QVERIFY(axis.columns() <= columns);
                std::size_t last = 0;
                for (const Instant t : instants) {
                    const std::size_t column = axis.column(t);
                    QVERIFY(column >= last && column < axis.columns());
                    last = column;
                    for (const TextAxis::Segment& segment : axis.segments())
                        QVERIFY(
                            !segment.isFolded || column < segment.column || column >= segment.column + segment.width);
                }
                QCOMPARE(axis.column(kStart), std::size_t {0});
                QCOMPARE(axis.column(fromNs(now)), axis.columns() - 1);
                QCOMPARE(axis.segments().size() > 1, mayFold && columns > 40); // the labels need room
            }
        }
    }
    void ticksAreRoundAndDoNotTouch()
    {
        const TextAxis axis(kStart, seconds(10), {}, 80, false);
        const std::vector<TextAxis::Label> labels = axis.labels();
        QVERIFY(labels.size() >= 4);
        QCOMPARE(labels.front().text, std::string("0 s"));
        QCOMPARE(labels[1].text, std::string("2 s"));
        QCOMPARE(labels[2].text, std::string("4 s"));
        for (std::size_t i = 1; i < labels.size(); ++i)
            QVERIFY(labels[i].column >= labels[i - 1].column + displayWidth(labels[i - 1].text) + 2);
    }
    void silencesOfOneSizeAreFoldedTogetherOrNotAtAll()
    {
        std::vector<Instant> instants;
        for (int i = 0; i < 5; ++i) { // every seven minutes, 10 ms of work
            for (int k = 0; k <= 5; ++k)
                instants.push_back(seconds(420 * i) + ms(2 * k));
        }
        const TextAxis few(kStart, instants.back(), instants, 100, true);
        QCOMPARE(few.segments().size(), std::size_t {9});
        QCOMPARE(few.step(), Duration {1'200'000});
        instants.clear();
        for (int i = 0; i < 50; ++i)
            instants.push_back(seconds(420 * i));
        const TextAxis many(kStart, instants.back(), instants, 80, true);
        QCOMPARE(many.segments().size(), std::size_t {1});
    }
    void handshakesAreNotFolded()
    {
        std::vector<Instant> instants;
        for (int i = 0; i <= 8; ++i)
            instants.push_back(kStart + ms(100) * i + (i > 4 ? ms(700) : Duration {}));
        QCOMPARE(TextAxis(kStart, instants.back(), instants, 80, true).segments().size(), std::size_t {1});
    }
    void theLastLabelEndsWithTheLine()
    {
        const TextAxis axis(kStart, seconds(540), {seconds(0.001), seconds(0.002), seconds(540)}, 60, true);
        const std::vector<TextAxis::Label> labels = axis.labels();
        QCOMPARE(labels.back().text, std::string("540 s"));
        QCOMPARE(labels.back().tick, axis.columns() - 1);
        QCOMPARE(labels.back().column + 5, axis.columns());
    }
    void anAxisOfOneInstantHasAColumn()
    {
        const TextAxis axis(seconds(3), seconds(3), {seconds(3)}, 40, true);
        QCOMPARE(axis.columns(), std::size_t {1});
        QCOMPARE(axis.column(seconds(3)), std::size_t {0});
    }
};

QTEST_GUILESS_MAIN(TestReportTimeline)
#include "tst_report_timeline.moc"
