// SPDX-License-Identifier: GPL-3.0-or-later
// The reports for people say what was sampled or inferred; of a simulation, and of what a program saw itself, they say nothing.
#include "analysis/report.h"
#include "analysis/sampletrace.h"

#include <QTest>

#include <functional>

using namespace connscope;
using namespace connscope::analysis;

namespace {

/// Somebody else's client connects; later both ends are gone from the kernel's table.
trace::Trace outsider(trace::Vantage opened, trace::Vantage closed)
{
    test::TraceBuilder b;
    const ClientId client = b.client("kcat", trace::ClientKind::Other);
    trace::Event e;
    e.connection = b.trace.newConnection();
    e.client = client;
    e.node = NodeId {-1};
    e.cause = EventId {0};
    e.kind = trace::EventKind::ConnectStarted;
    e.rule = trace::RuleId::ObservedPeer;
    e.text = b.trace.intern("127.0.0.1:9092");
    e.vantage = opened;
    b.at(1'000'000);
    const EventId opening = b.add(e);
    b.at(2'000'000);
    e.kind = trace::EventKind::Closed;
    e.side = trace::Side::Client;
    e.state = trace::TcpState::Closed;
    e.rule = trace::RuleId::SocketGone;
    e.text = {};
    e.vantage = closed;
    e.cause = opening;
    b.add(e);
    return std::move(b.trace);
}

QString text(const std::function<void(TextSink&)>& report) { return QString::fromStdString(test::text(report)); }

constexpr auto kInferred = trace::Vantage::Inferred;
constexpr auto kSampled = trace::Vantage::Sampled;
constexpr auto kObserved = trace::Vantage::Observed;

} // namespace

class TestKnownHow : public QObject {
    Q_OBJECT

private slots:
    void connectionsMarkTheTimesThatNobodySaw()
    {
        const auto connections = [](trace::Vantage opened, trace::Vantage closed) {
            return text([&](TextSink& sink) { writeConnections(outsider(opened, closed), sink); });
        };
        const QString both = connections(kInferred, kSampled);
        QVERIFY2(both.contains(QLatin1String("1.0000~")), qPrintable(both));
        QVERIFY2(both.contains(QLatin1String("2.0000~")), qPrintable(both));
        QVERIFY2(both.contains(QLatin1String("\n~ not seen by the program that did it: inferred")), qPrintable(both));
        const QString closed = connections(kObserved, kSampled);
        QVERIFY2(closed.contains(QLatin1String("1.0000 ")) && closed.contains(QLatin1String("2.0000~")),
            qPrintable(closed));
        QVERIFY(!connections(kObserved, kObserved).contains(QLatin1Char('~')));
    }

    void markdownDoesInBothLanguages()
    {
        const auto table = [](trace::Vantage opened, Language language) {
            return text([&](TextSink& sink) {
                ReportOptions options;
                options.language = language;
                writeConnectionsMarkdown(outsider(opened, kObserved), sink, options);
            });
        };
        const QString english = table(kInferred, Language::English);
        QVERIFY2(english.contains(QLatin1String("1.000000\\~ ")), qPrintable(english));
        QVERIFY2(english.contains(QLatin1String("2.000000 ")), qPrintable(english));
        QVERIFY2(english.contains(QLatin1String("\n\n\\~ not seen by")), qPrintable(english));
        QVERIFY(table(kInferred, Language::Chinese).contains(QStringLiteral("推断")));
        QVERIFY(!table(kObserved, Language::English).contains(QLatin1Char('~')));
    }

    void whySaysItBehindTheSentence()
    {
        const auto why = [](trace::Vantage opened, trace::Vantage closed) {
            return text([&](TextSink& sink) { writeWhy(outsider(opened, closed), sink); });
        };
        QCOMPARE(
            why(kInferred, kSampled).count(QLatin1String("(inferred)")), 2); // why opened; because of why it ended
        QCOMPARE(why(kInferred, kSampled).count(QLatin1String("(sampled)")), 1);
        QVERIFY(!why(kObserved, kObserved).contains(QLatin1String("inferred)")));
    }

    void theTimelineSaysWhoIsSomebodyElse()
    {
        const auto timeline = [](trace::Vantage opened, bool ascii) {
            return text([&](TextSink& sink) {
                ReportOptions options;
                options.isAscii = ascii;
                writeTimeline(outsider(opened, kObserved), sink, options);
            });
        };
        QVERIFY2(
            timeline(kInferred, false).contains(QStringLiteral("kcat – inferred from what arrived at the brokers\n")),
            qPrintable(timeline(kInferred, false)));
        QVERIFY(
            timeline(kInferred, true).contains(QStringLiteral("kcat - inferred from what arrived at the brokers\n")));
        QVERIFY(!timeline(kObserved, false).contains(QLatin1String("inferred")));
    }
};

QTEST_GUILESS_MAIN(TestKnownHow)
#include "tst_knownhow.moc"
