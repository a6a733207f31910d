// SPDX-License-Identifier: GPL-3.0-or-later
// What a sequence holds, and that Mermaid's and PlantUML's own readers find the same in what is written.
#include "analysis/report.h"
#include "analysis/sampletrace.h"
#include "analysis/sequence.h"
#include "support/paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <optional>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;
using Kind = SequenceStep::Kind;

namespace {

constexpr int kPatienceMs = 120'000;

Instant seconds(double s) { return fromNs(static_cast<std::int64_t>(s * 1e9)); }

QStringList textsOf(const Sequence& sequence)
{
    QStringList out;
    for (const SequenceStep& step : sequence.steps)
        out << QString::fromStdString(step.text);
    return out;
}

QString written(Result<void> (*write)(const trace::Trace&, TextSink&, const ReportOptions&),
    const trace::Trace& trace, const ReportOptions& options = {})
{
    return QString::fromStdString(test::text([&](TextSink& sink) { QVERIFY(write(trace, sink, options)); }));
}

/// A trace whose names are what a language for diagrams takes for its own words.
trace::Trace trickyTrace()
{
    TraceBuilder b;
    b.trace.header().title = "end; #35; %%{init: {}}%% <b>bold</b> \"quoted\" **x** //y// \\n [[z]]";
    const ClientId c = b.client("end; a -->> b: x # %% <script> \"q\" $p _u_ `t`", trace::ClientKind::Producer);
    const ConnectionId connection = b.connect(c, NodeId {-1}, "h__o--st~~:1", RuleId::MetadataNeedsNode, {});
    b.connected(connection, b.last());
    b.exchange(connection, ApiKey::Metadata, 1, "t", RuleId::MetadataAtStart, b.last());
    b.at(5'000'000);
    trace::Event late;
    late.kind = EventKind::RequestTimedOut;
    late.connection = connection;
    late.client = c;
    late.node = NodeId {-1};
    late.api = ApiKey::Produce;
    late.correlation = 2;
    late.rule = RuleId::RequestTimeout;
    b.add(late);
    return std::move(b.trace);
}

struct Answer {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

Answer ask(const QString& program, const QStringList& arguments, const QString& input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input.toUtf8());
    process.closeWriteChannel();
    if (!process.waitForFinished(kPatienceMs)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class TestSequence : public QObject {
    Q_OBJECT

private slots:
    void aConsumersFirstSecondsAreArrows()
    {
        const trace::Trace trace = test::sampleTrace();
        const auto sequence = makeSequence(trace, kStart, trace.end());
        QVERIFY(sequence);
        QCOMPARE(sequence->hosts.front().name, std::string("consumer-1"));
        QVERIFY(sequence->hosts.front().isClient);
        const QStringList texts = textsOf(*sequence);
        QCOMPARE(texts.mid(0, 8),
            (QStringList {QStringLiteral("node -1: connect (find coordinator needs a node)"),
                QStringLiteral("node -1: connected"), QStringLiteral("node -1: API_VERSIONS 1"),
                QStringLiteral("node -1: API_VERSIONS 1"), QStringLiteral("node -1: METADATA 2"),
                QStringLiteral("node -1: METADATA 2"), QStringLiteral("node -1: FIND_COORDINATOR 0"),
                QStringLiteral("node -1: FIND_COORDINATOR 0")}));
        QCOMPARE(sequence->steps[2].kind, Kind::Arrow);
        QCOMPARE(sequence->steps[3].kind, Kind::Answer);
        QCOMPARE(sequence->steps[3].to, sequence->steps[2].from);
        QCOMPARE(texts.last(), QStringLiteral("node -1: FIN (client idle expiry)"));
    }
    void aLoopIsOneArrowAndSilenceIsAStep()
    {
        const trace::Trace trace = test::sampleTrace();
        const auto sequence = makeSequence(trace, kStart, trace.end());
        QVERIFY(sequence);
        const QStringList texts = textsOf(*sequence);
        QCOMPARE(texts.filter(QStringLiteral("FETCH")),
            (QStringList {
                QStringLiteral("node 2: 10 × FETCH, 1.52 s to 1.53 s"), QStringLiteral("node 2: 10 × FETCH")}));
        QVERIFY2(texts.contains(QStringLiteral("9 min 3 s later")), qPrintable(texts.join(QLatin1Char('\n'))));
    }
    void twoOfAKindStayTwo()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        const ConnectionId connection = b.connect(c, NodeId {2}, "h:1", RuleId::LeaderToFetch, {});
        b.exchange(connection, ApiKey::Fetch, 1, "", RuleId::FetchWhenIdle, {});
        b.exchange(connection, ApiKey::Fetch, 2, "", RuleId::FetchWhenIdle, {});
        const auto sequence = makeSequence(b.trace, kStart, b.trace.end());
        QVERIFY(sequence);
        QCOMPARE(textsOf(*sequence).filter(QStringLiteral("FETCH")).size(), 4);
    }
    void onlyTheRangeIsTold()
    {
        const trace::Trace trace = test::sampleTrace();
        const auto sequence = makeSequence(trace, seconds(2), trace.end());
        QVERIFY(sequence);
        QCOMPARE(textsOf(*sequence), QStringList {QStringLiteral("node -1: FIN (client idle expiry)")});
        QCOMPARE(sequence->hosts.size(), std::size_t {2});
    }
    void aFailedConnectIsTold()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        b.on(connection, EventKind::ConnectFailed, RuleId::ConnectionRefused, {});
        const auto sequence = makeSequence(b.trace, kStart, b.trace.end());
        QVERIFY(sequence);
        QCOMPARE(textsOf(*sequence).last(), QStringLiteral("node -1: not connected (connection refused)"));
        // The client knows it by itself: nobody who was not reached says so.
        const SequenceStep& last = sequence->steps.back();
        QVERIFY(last.kind == SequenceStep::Kind::Note);
        QVERIFY(sequence->hosts[last.from].isClient && last.to == last.from);
    }
    void itIsChineseToo()
    {
        const trace::Trace trace = test::sampleTrace();
        const auto sequence = makeSequence(trace, kStart, trace.end(), Language::Chinese);
        QVERIFY(sequence);
        QVERIFY(textsOf(*sequence).contains(QStringLiteral("节点 -1：已连接")));
    }
    void whatNobodyCanReadIsRefusedWithTheWayOut()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        for (int i = 0; i < 300; ++i)
            b.connected(b.connect(c, NodeId {1}, "h:1", RuleId::LeaderToFetch, {}), {});
        const auto many = makeSequence(b.trace, kStart, b.trace.end());
        QVERIFY(!many);
        QCOMPARE(many.error().message,
            std::string(
                "a sequence diagram of this would have 600 arrows and notes, loops folded; at most 400 can be "
                "read. Take a shorter range with --from and --to"));
        TraceBuilder wide;
        for (int i = 0; i < 50; ++i)
            wide.connect(wide.client("c" + std::to_string(i), trace::ClientKind::Consumer), NodeId {1}, "h:1",
                RuleId::LeaderToFetch, {});
        const auto hosts = makeSequence(wide.trace, kStart, wide.trace.end());
        QVERIFY(!hosts);
        QVERIFY(QString::fromStdString(hosts.error().message).contains(QLatin1String("51 columns")));
    }
    void nothingIsADiagramToo()
    {
        const trace::Trace trace;
        QVERIFY(written(writeMermaid, trace).startsWith(QLatin1String("sequenceDiagram\n    accDescr: ")));
        QCOMPARE(written(writePlantUml, trace), QStringLiteral("@startuml\nhide footbox\n@enduml\n"));
    }
    void mermaidFindsWhatWasWritten_data() { traces(); }
    void mermaidFindsWhatWasWritten()
    {
        const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
        if (node.isEmpty())
            QSKIP("node is not installed");
        QFETCH(bool, isTricky);
        const trace::Trace trace = isTricky ? trickyTrace() : test::sampleTrace();
        const QString text = written(writeMermaid, trace);
        const QString script = QString::fromStdString(test::sourcePath("tests/analysis/parsemermaid.mjs"));
        const Answer answer = ask(node, {script}, text);
        if (answer.status == 3)
            QSKIP("the packages mermaid and jsdom are not where node looks for them (NODE_PATH)");
        QVERIFY2(answer.status == 0, answer.err + text.toUtf8());
        const QJsonObject read = QJsonDocument::fromJson(answer.out).object();
        const auto sequence = makeSequence(trace, kStart, trace.end());
        QVERIFY(sequence);
        QCOMPARE(read[QLatin1String("title")].toString(), QString::fromStdString(trace.header().title));
        QStringList hosts;
        for (const SequenceHost& host : sequence->hosts)
            hosts << QString::fromStdString(host.name);
        QCOMPARE(read[QLatin1String("hosts")].toVariant().toStringList(), hosts);
        QCOMPARE(read[QLatin1String("texts")].toVariant().toStringList(), textsOf(*sequence));
        QVERIFY(
            read[QLatin1String("description")].toString().startsWith(QLatin1String("Sequence diagram from 0 s to ")));
    }
    void plantUmlFindsWhatWasWritten_data() { traces(); }
    void plantUmlFindsWhatWasWritten()
    {
        const QString plantUml = QStandardPaths::findExecutable(QStringLiteral("plantuml"));
        if (plantUml.isEmpty())
            QSKIP("plantuml is not installed");
        QFETCH(bool, isTricky);
        const trace::Trace trace = isTricky ? trickyTrace() : test::sampleTrace();
        const QString text = written(writePlantUml, trace);
        const Answer answer = ask(plantUml, {QStringLiteral("-tsvg"), QStringLiteral("-pipe")}, text);
        QVERIFY2(answer.status == 0, answer.err + text.toUtf8());
        // The texts of the picture, each in an element of its own; words are not compared by their blanks.
        QString shown;
        static const QRegularExpression kText(QStringLiteral("<text[^>]*>([^<]*)</text>"));
        const QString svg = QString::fromUtf8(answer.out);
        for (auto it = kText.globalMatch(svg); it.hasNext();)
            shown += it.next().captured(1) + QLatin1Char(' ');
        static const std::pair<const char*, const char*> kEntities[] {
            {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#160;", " "}, {"&nbsp;", " "}, {"&amp;", "&"}};
        for (const auto& [entity, character] : kEntities)
            shown.replace(QLatin1String(entity), QLatin1String(character));
        shown = shown.simplified();
        const auto sequence = makeSequence(trace, kStart, trace.end());
        QVERIFY(sequence);
        QStringList expected {QString::fromStdString(trace.header().title)};
        for (const SequenceHost& host : sequence->hosts)
            expected << QString::fromStdString(host.name);
        expected << textsOf(*sequence);
        for (const QString& words : std::as_const(expected))
            QVERIFY2(shown.contains(words.simplified()), qPrintable(words + QLatin1String(" is not in ") + shown));
    }

private:
    static void traces()
    {
        QTest::addColumn<bool>("isTricky");
        QTest::newRow("a consumer's first seconds") << false;
        QTest::newRow("names that are markup") << true;
    }
};

QTEST_GUILESS_MAIN(TestSequence)
#include "tst_sequence.moc"
