// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values and Markdown: what other programs read.
#include "analysis/report.h"
#include "analysis/sampletrace.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr int kPatienceMs = 60'000;

QString csvOfConnections(const trace::Trace& trace)
{
    return QString::fromStdString(test::text([&](TextSink& sink) { writeConnectionsCsv(trace, sink); }));
}

QString csvOfEvents(const trace::Trace& trace, const ReportOptions& options = {})
{
    return QString::fromStdString(test::text([&](TextSink& sink) { writeEventsCsv(trace, sink, options); }));
}

QString markdown(const trace::Trace& trace, Language language = Language::English)
{
    ReportOptions options;
    options.language = language;
    return QString::fromStdString(
        test::text([&](TextSink& sink) { writeConnectionsMarkdown(trace, sink, options); }));
}

/// What Python's reader of comma-separated values makes of it.
std::optional<QJsonArray> readByPython(const QString& csv)
{
    QProcess process;
    process.start(QStringLiteral("python3"),
        {QStringLiteral("-c"),
            QStringLiteral("import csv,io,json,sys\n"
                           "text=io.TextIOWrapper(sys.stdin.buffer,encoding='utf-8',newline='')\n"
                           "print(json.dumps(list(csv.DictReader(text,strict=True))))")});
    process.write(csv.toUtf8());
    process.closeWriteChannel();
    if (!process.waitForFinished(kPatienceMs) || process.exitCode() != 0)
        return std::nullopt;
    return QJsonDocument::fromJson(process.readAllStandardOutput()).array();
}

bool hasPython() { return !QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty(); }

trace::Trace trickyTrace()
{
    TraceBuilder b;
    const ClientId c = b.client("a,\"b\"\r\nc|d_e *f* `g` <h> \\i", trace::ClientKind::Producer);
    b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
    return std::move(b.trace);
}

} // namespace

class TestReportTables : public QObject {
    Q_OBJECT

private slots:
    void linesEndAsTheStandardHasIt()
    {
        const QString text = csvOfConnections(test::sampleTrace());
        const QStringList lines = text.split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 5); // a heading, three connections, nothing behind the last line's end
        QVERIFY(lines.last().isEmpty());
        QVERIFY(lines[0].startsWith(
            QLatin1String("connection,client,client_number,node,meaning,role,remote,opened_ns,")));
        QVERIFY2(lines[1].startsWith(QLatin1String("0,consumer-1,0,-1,first address of bootstrap.servers,bootstrap,"
                                                   "localhost:9092,1500000000,")),
            qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(
                     QLatin1String(",client,client idle expiry,find coordinator needs a node,3,\"METADATA 1, "
                                   "FIND_COORDINATOR 1, API_VERSIONS 1\",")),
            qPrintable(lines[1]));
    }
    void everyLineHasAsManyCellsAsTheHeading()
    {
        if (!hasPython())
            QSKIP("python3 is not installed");
        for (const QString& csv : {csvOfConnections(test::sampleTrace()), csvOfEvents(test::sampleTrace())}) {
            const auto rows = readByPython(csv);
            QVERIFY(rows && !rows->isEmpty());
            for (const QJsonValue& row : *rows) {
                QVERIFY(!row.toObject().contains(QLatin1String(""))); // cells without a name
                for (const QJsonValue& cell : row.toObject())
                    QVERIFY(cell.isString()); // null: a cell is missing
            }
        }
    }
    void aNameComesBackAsItIs()
    {
        if (!hasPython())
            QSKIP("python3 is not installed");
        const auto rows = readByPython(csvOfConnections(trickyTrace()));
        QVERIFY(rows);
        QCOMPARE(rows->size(), 1);
        QCOMPARE((*rows)[0][QLatin1String("client")].toString(), QStringLiteral("a,\"b\"\r\nc|d_e *f* `g` <h> \\i"));
    }
    void eventsAreThoseOfTheTrace()
    {
        const trace::Trace trace = test::sampleTrace();
        const QStringList lines = csvOfEvents(trace).split(QStringLiteral("\r\n"));
        QCOMPARE(static_cast<std::size_t>(lines.size()), trace.size() + 2);
        QVERIFY2(lines[4].startsWith(QLatin1String("3,1500000000,connect started,2,find coordinator needs a node,0,0,"
                                                   "consumer-1,-1,")),
            qPrintable(lines[4]));
    }
    void eventsAreThoseOfTheRange()
    {
        ReportOptions options;
        options.from = fromNs(1'501'000'000);
        options.to = fromNs(1'502'000'000);
        const QStringList lines = csvOfEvents(test::sampleTrace(), options).split(QStringLiteral("\r\n"));
        QVERIFY(lines.size() > 3);
        for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
            const qint64 at = lines[i].section(QLatin1Char(','), 1, 1).toLongLong();
            QVERIFY(at >= 1'501'000'000 && at <= 1'502'000'000);
        }
    }
    void bytesThatAreNoTextStayReadable()
    {
        TraceBuilder b;
        b.client("bad\xff", trace::ClientKind::Producer);
        const QString text = csvOfEvents(b.trace);
        QVERIFY2(text.contains(QLatin1String("bad\\xff")), qPrintable(text));
    }
    void eventsAsJsonHaveTheKeysOfTheTraceFormat()
    {
        const trace::Trace trace = test::sampleTrace();
        ReportOptions options;
        options.to = fromNs(1'500'000'000);
        const std::string text = test::text([&](TextSink& sink) { QVERIFY(writeEventsJson(trace, sink, options)); });
        QJsonParseError error;
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(json[QLatin1String("connscope-report")].toInt(), 1);
        const QJsonArray events = json[QLatin1String("events")].toArray();
        QCOMPARE(events.size(), 4);
        QCOMPARE(events[3][QLatin1String("kind")].toString(), QStringLiteral("connect started"));
        QCOMPARE(events[3][QLatin1String("id")].toInt(), 3);
        QCOMPARE(events[3][QLatin1String("node")].toInt(), -1);
    }
    void noEventsAreAnEmptyList()
    {
        const trace::Trace trace;
        const std::string text = test::text([&](TextSink& sink) { QVERIFY(writeEventsJson(trace, sink)); });
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        QVERIFY(json[QLatin1String("events")].isArray());
        QVERIFY(json[QLatin1String("events")].toArray().isEmpty());
    }

    void theTableIsOneOfMarkdown()
    {
        const QStringList lines = markdown(test::sampleTrace()).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0],
            QStringLiteral("| Client     |    Node id | Role        | Remote         | Opened (s) | Opening rule     "
                           "             | "
                           "Ready (s) | Last used (s) | Closed (s) | Closed by | Closing rule       | Requests |"));
        QCOMPARE(lines[1],
            QStringLiteral("| ---------- | ---------: | ----------- | -------------- | ---------: | "
                           "----------------------------- | --------: | ------------: | ---------: | --------- | "
                           "------------------ | -------: |"));
        QCOMPARE(lines[2],
            QStringLiteral("| consumer-1 |         -1 | bootstrap   | localhost:9092 |   1.500000 | "
                           "find coordinator needs a node |  1.502000 |      1.504000 | 545.000000 | client    | "
                           "client idle expiry |        3 |"));
    }
    void namesAreNoMarkup()
    {
        const QString text = markdown(trickyTrace());
        QVERIFY2(text.contains(QLatin1String("| a,\"b\"\\\\x0d\\\\x0ac\\|d_e \\*f\\* \\`g\\` \\<h\\> \\\\i ")),
            qPrintable(text));
        QCOMPARE(text.count(QLatin1Char('\n')), 3);
    }
    void chineseColumnsLineUp()
    {
        const QStringList lines = markdown(test::sampleTrace(), Language::Chinese).split(QLatin1Char('\n'));
        QVERIFY2(lines[0].startsWith(QStringLiteral("| 客户端     |   节点编号 | 角色   |")), qPrintable(lines[0]));
        QVERIFY2(lines[2].startsWith(QStringLiteral("| consumer-1 |         -1 | 引导   |")), qPrintable(lines[2]));
    }
};

QTEST_GUILESS_MAIN(TestReportTables)
#include "tst_report_tables.moc"
