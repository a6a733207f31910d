// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/knownaddresses.h"
#include "analysis/sampletrace.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::RuleId;

class TestKnownAddresses : public QObject {
    Q_OBJECT

private slots:
    void whoIsReachedAtTheSamePlaceIsTheSame_data()
    {
        QTest::addColumn<QString>("bootstrap");
        QTest::addColumn<int>("broker");
        QTest::newRow("host and port") << "kafka-1/10.0.0.1:9092" << 1;
        QTest::newRow("the address alone") << "10.0.0.1/10.0.0.1:9092" << 1;
        QTest::newRow("another name of the address") << "bootstrap/10.0.0.1:9092" << 1;
        QTest::newRow("the name, resolved otherwise") << "kafka-1/10.0.0.7:9092" << 1;
        QTest::newRow("without a name") << "/10.0.0.1:9092" << 1;
        QTest::newRow("another port") << "kafka-1/10.0.0.1:9093" << -1;
        QTest::newRow("nobody's") << "elsewhere/10.0.0.9:9092" << -1;
        QTest::newRow("a place of several") << "proxy/10.0.0.4:9092" << -1;
        QTest::newRow("no address") << "kafka-1" << -1;
    }
    void whoIsReachedAtTheSamePlaceIsTheSame()
    {
        QFETCH(QString, bootstrap);
        QFETCH(int, broker);
        TraceBuilder b;
        const ClientId client = b.client("consumer-1", trace::ClientKind::Consumer);
        const std::string dialled = bootstrap.toStdString();
        const ConnectionId asked = b.connect(client, NodeId {-1}, dialled, RuleId::MetadataNeedsNode, EventId {});
        const auto to = [&](int id, const char* remote) {
            b.connect(client, NodeId {id}, remote, RuleId::MetadataNeedsNode, EventId {});
        };
        to(1, "kafka-1/10.0.0.1:9092");
        to(2, "kafka-2/10.0.0.2:9092");
        to(3, "proxy/10.0.0.4:9092");
        to(4, "proxy/10.0.0.4:9092");
        const auto lives = trace::connectionLives(b.trace);
        const KnownAddresses known(b.trace, lives);
        QVERIFY(!lives.at(asked.value).broker.isValid());
        QCOMPARE(known.brokerOf(lives.at(asked.value)), broker < 0 ? BrokerId {} : BrokerId {broker});
        QCOMPARE(known.brokerOf(lives.at(asked.value + 2)), BrokerId {2}); // its own, whatever else is known
    }
};

QTEST_GUILESS_MAIN(TestKnownAddresses)
#include "tst_knownaddresses.moc"
