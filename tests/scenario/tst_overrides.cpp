// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/overrides.h"

#include "scenario/clientconfig.h"
#include "scenario/scenariotext.h"
#include "scenario/writer.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::readGood;

namespace {

Scenario two()
{
    return readGood("connscope: 1\nprofile: java-2.3\nclients: [{kind: consumer, name: c, config: {group.id: g, "
                    "fetch.max.wait.ms: 100}}, {kind: producer, name: p}]\n");
}

QString config(const Scenario& s, std::size_t client)
{
    QStringList out;
    for (const auto& [key, value] : s.clients[client].config)
        out << QString::fromStdString(key + '=' + value);
    return out.join(' ');
}

std::string errorOf(Scenario s, std::string_view setting, std::string_view profile = {})
{
    const auto result = applySetting(s, setting, profile);
    return result ? std::string("no error") : result.error().toString();
}

} // namespace

class tst_Overrides : public QObject {
    Q_OBJECT
private slots:
    void aClientsOwnKey()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "c.connections.max.idle.ms=60000").has_value());
        QVERIFY(config(s, 0).endsWith("connections.max.idle.ms=60000"));
        QVERIFY(!config(s, 1).contains("connections.max.idle.ms"));
    }

    void aKeyThatIsThereKeepsItsPlace()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "c.group.id=other").has_value());
        QCOMPARE(config(s, 0), QString("bootstrap.servers=localhost:9092 group.id=other fetch.max.wait.ms=100"));
    }

    void theValueMayHoldAnything()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "c.client.id=a=b.c d").has_value());
        QVERIFY(config(s, 0).endsWith("client.id=a=b.c d"));
    }

    void everyClientThatKnowsTheKey()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "*.metadata.max.age.ms=1000").has_value());
        QVERIFY(
            config(s, 0).contains("metadata.max.age.ms=1000") && config(s, 1).contains("metadata.max.age.ms=1000"));
        QVERIFY(applySetting(s, "*.linger.ms=5").has_value());
        QVERIFY(!config(s, 0).contains("linger.ms") && config(s, 1).contains("linger.ms=5"));
    }

    void brokers()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "broker.connections.max.idle.ms=5").has_value());
        QVERIFY(applySetting(s, "broker.1.connections.max.idle.ms=7").has_value());
        QVERIFY(applySetting(s, "cluster.auto.create.topics.enable=false").has_value());
        QCOMPARE(s.cluster.brokers[0].config.integer("connections.max.idle.ms"), std::int64_t {5});
        QCOMPARE(s.cluster.brokers[1].config.integer("connections.max.idle.ms"), std::int64_t {7});
        QVERIFY(std::none_of(s.cluster.brokers.begin(), s.cluster.brokers.end(),
            [](const auto& b) { return b.config.flag("auto.create.topics.enable"); }));
    }

    void theProfileDecidesWhatIsKnown()
    {
        Scenario s = two();
        QVERIFY(!applySetting(s, "c.socket.connection.setup.timeout.ms=3000").has_value());
        QVERIFY(applySetting(s, "c.socket.connection.setup.timeout.ms=3000", "java-3.9").has_value());
    }

    void howLargeTheWorldIs()
    {
        Scenario s = two();
        QVERIFY(applySetting(s, "cluster.brokers=5").has_value());
        QCOMPARE(s.cluster.brokers.size(), std::size_t {5});
        QCOMPARE(s.cluster.brokers[4].port, std::uint16_t {9096}); // counted on from 9094
        QCOMPARE(config(s, 0), QString("bootstrap.servers=localhost:9092 group.id=g fetch.max.wait.ms=100"));
        QCOMPARE(s.cluster.topics[0].partitions.size(), std::size_t {3}); // as many as there were
        QVERIFY(applySetting(s, "cluster.t4.partitions=7").has_value());
        QCOMPARE(s.cluster.topics[0].partitions.size(), std::size_t {7});
        QCOMPARE(s.cluster.topics[0].partitions[6].leader, BrokerId {1}); // in turn
        QVERIFY(applySetting(s, "cluster.brokers=2").has_value());
        for (const broker::PartitionSpec& partition : s.cluster.topics[0].partitions)
            QVERIFY(partition.leader.value < 2);
        QVERIFY(applySetting(s, "p.count=3").has_value());
        QCOMPARE(s.clients[1].count, 3);
        QCOMPARE(s.clients[0].count, 1);
    }

    void mistakes_data()
    {
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("1:1: '': expected NAME.KEY=VALUE");
        QTest::newRow("no value") << QByteArray("c.group.id") << QByteArray("expected NAME.KEY=VALUE");
        QTest::newRow("no client") << QByteArray("linger=5") << QByteArray("expected NAME.KEY=VALUE");
        QTest::newRow("no key") << QByteArray("c.=5") << QByteArray("expected NAME.KEY=VALUE");
        QTest::newRow("an example of this scenario")
            << QByteArray("foo") << QByteArray("such as c.connections.max.idle.ms=60000");
        QTest::newRow("nobody") << QByteArray("q.group.id=g")
                                << QByteArray("1:1: there is no client 'q' in this scenario");
        QTest::newRow("a slip in the client")
            << QByteArray("brokr.log.dirs=x") << QByteArray("did you mean 'broker'?");
        QTest::newRow("a slip in the key") << QByteArray("c.connections.max.idel.ms=5") << QByteArray("1:3: ");
        QTest::newRow("another client's key") << QByteArray("c.linger.ms=5") << QByteArray("linger.ms");
        QTest::newRow("nobody knows it") << QByteArray("*.no.such.key=5") << QByteArray("1:3: ");
        QTest::newRow("a bad value") << QByteArray("p.acks=7") << QByteArray("acks");
        QTest::newRow("no such broker") << QByteArray("broker.9.connections.max.idle.ms=5")
                                        << QByteArray("there is no broker 9");
        QTest::newRow("no brokers") << QByteArray("cluster.brokers=0")
                                    << QByteArray("1:9: brokers: expected a number from 1");
        QTest::newRow("brokers in words") << QByteArray("cluster.brokers=two") << QByteArray("1:17: ");
        QTest::newRow("no topic") << QByteArray("cluster.t5.partitions=2") << QByteArray("there is no topic 't5'");
        QTest::newRow("too many instances")
            << QByteArray("p.count=1000000") << QByteArray("1:3: count: expected a number");
        QTest::newRow("a broker without key")
            << QByteArray("broker.9=5") << QByteArray("expected broker.N.KEY=VALUE");
        QTest::newRow("a broker's bad value")
            << QByteArray("broker.1.connections.max.idle.ms=soon") << QByteArray("1:10: ");
    }
    void mistakes()
    {
        QFETCH(QByteArray, setting);
        QFETCH(QByteArray, message);
        const std::string error = errorOf(two(), setting.toStdString());
        QVERIFY2(QByteArray::fromStdString(error).contains(message), error.c_str());
    }

    void aFileOfClientPropertiesGoesToWhoeverHasTheKey()
    {
        Scenario s = two();
        std::vector<Error> warnings;
        const auto properties
            = protocol::parseProperties("linger.ms=5\nfetch.min.bytes=2\nclient.id=x\n", "c.properties");
        QVERIFY(applyProperties(s, *properties, "c.properties", {}, warnings));
        QVERIFY(warnings.empty());
        QCOMPARE(s.clients[0].commandConfig.size(), std::size_t {2}); // fetch.min.bytes, client.id
        QCOMPARE(s.clients[1].commandConfig.size(), std::size_t {2}); // linger.ms, client.id
        QVERIFY(applySetting(s, "p.linger.ms=7"));
        const auto config = buildConfig(s.clients[1], *profileOf(s, s.clients[1]));
        QCOMPARE(config->integer("linger.ms"), std::int64_t {7}); // --set comes last
        QCOMPARE(config->text("client.id"), std::string("x"));
    }
    void aKeyOfNobodyIsAWarningWithItsLine()
    {
        Scenario s = two();
        std::vector<Error> warnings;
        const auto properties = protocol::parseProperties("\nlinger.mss=5\n", "c.properties");
        QVERIFY(applyProperties(s, *properties, "c.properties", {}, warnings));
        QCOMPARE(warnings.size(), std::size_t {1});
        QVERIFY2(warnings[0].toString().starts_with("c.properties:2: unknown"), warnings[0].toString().c_str());
        QVERIFY(warnings[0].message.find("did you mean 'linger.ms'?") != std::string::npos);
    }
    void aValueThatDoesNotFitOrHasToBeFetchedIsAnError()
    {
        for (const char* text : {"linger.ms=soon", "ssl.key.password=${file:/a:b}"}) {
            Scenario s = two();
            std::vector<Error> warnings;
            const auto applied = applyProperties(s, *protocol::parseProperties(text), "c.properties", {}, warnings);
            QVERIFY(!applied);
            QVERIFY2(applied.error().toString().starts_with("c.properties:1: "), applied.error().toString().c_str());
        }
    }
    void whatAFileOfClientPropertiesHoldsIsNeverWritten()
    {
        Scenario s = two();
        const std::string before = writeScenario(s);
        std::vector<Error> warnings;
        QVERIFY(
            applyProperties(s, *protocol::parseProperties("ssl.key.password=sesame"), "c.properties", {}, warnings));
        QCOMPARE(writeScenario(s), before);
    }

    void aMistakeChangesNothing()
    {
        Scenario s = two();
        const std::string before = test::dump(s);
        QVERIFY(!applySetting(s, "*.connections.max.idle.ms=soon").has_value());
        QVERIFY(!applySetting(s, "broker.connections.max.idle.ms=soon").has_value());
        QCOMPARE(test::dump(s), before);
    }
};

QTEST_GUILESS_MAIN(tst_Overrides)
#include "tst_overrides.moc"
