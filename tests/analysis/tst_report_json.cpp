// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report.h"
#include "analysis/sampletrace.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;

namespace {

using Report = bool (*)(const trace::Trace&, TextSink&, const ReportOptions&);

QJsonObject json(const trace::Trace& trace, Report report = writeConnectionsJson, const ReportOptions& options = {})
{
    const std::string text = test::text([&](TextSink& sink) { report(trace, sink, options); });
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    if (error.error != QJsonParseError::NoError)
        qWarning("%s at %d in %s", qPrintable(error.errorString()), error.offset, text.c_str());
    return document.object();
}

} // namespace

class TestReportJson : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aConnectionIsAnObject()
    {
        const QJsonObject root = json(test::sampleTrace());
        QCOMPARE(root.value(QLatin1String("connscope-report")).toInt(), 1);
        QCOMPARE(root.value(QLatin1String("seed")).toInteger(), 7);
        QCOMPARE(root.value(QLatin1String("end_ns")).toInteger(), 545'000'000'000);
        QVERIFY(!root.contains(QLatin1String("totals")));
        const QJsonArray connections = root.value(QLatin1String("connections")).toArray();
        QCOMPARE(connections.size(), 3);
        const QJsonObject expected {
            {QStringLiteral("connection"), 0},
            {QStringLiteral("client"), QStringLiteral("consumer-1")},
            {QStringLiteral("client_number"), 0},
            {QStringLiteral("node"), -1},
            {QStringLiteral("meaning"), QStringLiteral("first address of bootstrap.servers")},
            {QStringLiteral("role"), QStringLiteral("bootstrap")},
            {QStringLiteral("remote"), QStringLiteral("localhost:9092")},
            {QStringLiteral("opened_ns"), 1'500'000'000},
            {QStringLiteral("ready_ns"), 1'502'000'000},
            {QStringLiteral("last_used_ns"), 1'504'000'000},
            {QStringLiteral("closed_ns"), qint64 {545'000'000'000}},
            {QStringLiteral("closer"), QStringLiteral("client")},
            {QStringLiteral("rule"), QStringLiteral("client idle expiry")},
            {QStringLiteral("open_rule"), QStringLiteral("find coordinator needs a node")},
            {QStringLiteral("requests"),
                QJsonObject {{QStringLiteral("METADATA"), 1}, {QStringLiteral("FIND_COORDINATOR"), 1},
                    {QStringLiteral("API_VERSIONS"), 1}}},
        };
        QCOMPARE(connections.first().toObject(), expected);
    }
    void whatDidNotHappenIsNull()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        const QJsonObject connection = json(b.trace).value(QLatin1String("connections")).toArray().first().toObject();
        for (const char* key : {"ready_ns", "last_used_ns", "closed_ns", "closer", "rule"})
            QVERIFY2(connection.contains(QLatin1String(key)) && connection.value(QLatin1String(key)).isNull(), key);
        QCOMPARE(connection.value(QLatin1String("requests")).toObject(), QJsonObject());
    }
    void theCloserIsOneOfThree()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const auto end = [&](EventKind kind, RuleId rule, trace::Side side) {
            const ConnectionId connection = b.connect(c, NodeId {0}, "h:1", RuleId::MetadataNeedsNode, {});
            b.on(connection, kind, rule, {}, side);
        };
        end(EventKind::IdleExpired, RuleId::ClientIdleExpiry, trace::Side::Client);
        end(EventKind::FinSent, RuleId::BrokerIdleExpiry, trace::Side::Broker);
        end(EventKind::ConnectFailed, RuleId::ConnectionRefused, trace::Side::None);
        QStringList closers;
        const QJsonArray connections = json(b.trace).value(QLatin1String("connections")).toArray();
        for (const QJsonValue& connection : connections)
            closers << connection.toObject().value(QLatin1String("closer")).toString();
        QCOMPARE(
            closers, QStringList({QStringLiteral("client"), QStringLiteral("broker"), QStringLiteral("network")}));
    }
    void theSummaryHasTotalsAsWell()
    {
        const QJsonObject root = json(test::sampleTrace(), writeSummaryJson);
        QCOMPARE(root.value(QLatin1String("connections")).toArray().size(), 3);
        const QJsonObject totals = root.value(QLatin1String("totals")).toObject();
        QCOMPARE(totals.value(QLatin1String("opened")).toInt(), 3);
        QCOMPARE(totals.value(QLatin1String("open_at_end")).toInt(), 2);
        QCOMPARE(
            totals.value(QLatin1String("opened_by_role")).toObject().value(QLatin1String("coordinator")).toInt(), 1);
        QCOMPARE(totals.value(QLatin1String("closed_by")).toObject(),
            (QJsonObject {
                {QStringLiteral("client"), 1}, {QStringLiteral("broker"), 0}, {QStringLiteral("network"), 0}}));
        QCOMPARE(totals.value(QLatin1String("requests_by_api")).toObject().value(QLatin1String("FETCH")).toInt(), 10);
        QCOMPARE(totals.value(QLatin1String("longest_idle")).toObject().value(QLatin1String("length_ns")).toInteger(),
            543'496'000'000);
    }
    void anEmptyTraceIsStillJson()
    {
        const trace::Trace trace;
        const QJsonObject root = json(trace, writeSummaryJson);
        QVERIFY(root.value(QLatin1String("connections")).toArray().isEmpty());
        QVERIFY(root.value(QLatin1String("totals")).toObject().value(QLatin1String("longest_idle")).isNull());
    }
    void anyBytesInANameGiveValidJson()
    {
        TraceBuilder b;
        b.trace.header().title = "\"quoted\"\n\xff";
        const ClientId c = b.client("\xc3\x28\\\x01", trace::ClientKind::Producer);
        b.connect(c, NodeId {-1}, "h\x02\xfe:1", RuleId::MetadataNeedsNode, {});
        const QJsonObject root = json(b.trace);
        QVERIFY(root.value(QLatin1String("title")).toString().startsWith(QLatin1String("\"quoted\"")));
        QCOMPARE(root.value(QLatin1String("connections")).toArray().size(), 1);
    }
    void aSeedOf64BitsIsKept()
    {
        trace::Trace trace;
        trace.header().seed = 18'446'744'073'709'551'615U;
        const std::string text = test::text([&](TextSink& sink) { writeConnectionsJson(trace, sink); });
        QVERIFY(text.find("\"seed\": 18446744073709551615") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestReportJson)
#include "tst_report_json.moc"
