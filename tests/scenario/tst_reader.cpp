// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/reader.h"

#include "scenario/clientconfig.h"
#include "scenario/scenariotext.h"
#include "support/paths.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::readGood;

namespace {

using Step = client::Step;

/// A producer with the given lines under it.
Scenario withProducer(const std::string& lines)
{
    return readGood("connscope: 1\nclients:\n  - kind: producer\n" + lines);
}

QString kinds(const std::vector<Step>& steps)
{
    QStringList out;
    for (const Step& step : steps)
        out << QString::number(static_cast<int>(step.kind));
    return out.join(' ');
}

const std::string& config(const ClientEntry& client, std::string_view key)
{
    static const std::string kNone = "(not set)";
    const auto it = std::find_if(
        client.config.begin(), client.config.end(), [&](const auto& entry) { return entry.first == key; });
    return it == client.config.end() ? kNone : it->second;
}

} // namespace

class tst_Reader : public QObject {
    Q_OBJECT
private slots:
    void theSmallestUsefulFile()
    {
        const Scenario s = readGood("connscope: 1\nclients:\n  - kind: consumer\n    config: {group.id: test}\n");
        QCOMPARE(s.cluster.brokers.size(), std::size_t {3});
        QCOMPARE(s.cluster.brokers[2].id.value, 2);
        QCOMPARE(s.cluster.brokers[2].port, std::uint16_t {9094});
        QCOMPARE(s.cluster.topics.size(), std::size_t {1});
        QCOMPARE(s.cluster.topics[0].name, std::string("t4"));
        QCOMPARE(s.cluster.topics[0].partitions.size(), std::size_t {3});
        QCOMPARE(s.cluster.topics[0].partitions[1].leader.value, 1);
        QCOMPARE(s.clients.size(), std::size_t {1});
        QCOMPARE(s.clients[0].name, std::string("consumer"));
        QCOMPARE(config(s.clients[0], "bootstrap.servers"), std::string("localhost:9092"));
        QCOMPARE(s.until, Duration(std::chrono::seconds(30)));
        QCOMPARE(s.profileName, std::string("java-3.9"));
    }

    void aConsumerWithAGroupSubscribesAndPollsForEver()
    {
        const Scenario s = readGood(
            "connscope: 1\nclients: [{kind: consumer, config: {group.id: g}}]\ncluster: {topics: {a: 1, b: 2}}\n");
        const std::vector<Step>& script = s.clients[0].script;
        QCOMPARE(script.size(), std::size_t {2});
        QVERIFY(script[0].kind == Step::Kind::Subscribe);
        QCOMPARE(script[0].topics, (std::vector<std::string> {"a", "b"}));
        QVERIFY(script[1].kind == Step::Kind::Poll);
        QCOMPARE(script[1].duration, client::kNoLimit);
    }

    void aConsumerWithoutAGroupAssigns()
    {
        const Scenario s = readGood("connscope: 1\nclients: [{kind: consumer}]\ncluster: {topics: {a: 1, b: 2}}\n");
        QVERIFY(s.clients[0].script[0].kind == Step::Kind::Assign);
        QCOMPARE(s.clients[0].script[0].assignment.size(), std::size_t {3});
    }

    void aProducerSendsOnceAndAnAdminAsks()
    {
        const Scenario s = readGood("connscope: 1\nclients: [{kind: producer}, {kind: admin}]\n");
        QVERIFY(s.clients[0].script[0].kind == Step::Kind::Wait);
        QVERIFY(s.clients[0].script[1].kind == Step::Kind::Send);
        QCOMPARE(s.clients[0].script[1].topic, std::string("t4"));
        QVERIFY(s.clients[0].script[1].toPartitions.empty());
        QVERIFY(s.clients[1].script[0].kind == Step::Kind::DescribeCluster);
    }

    void clientsWithoutNamesGetDifferentOnes()
    {
        const Scenario s = readGood("connscope: 1\nclients: [{kind: producer, name: producer-2}, {kind: producer}, "
                                    "{kind: producer}, {kind: producer}]\n");
        QCOMPARE(s.clients[1].name, std::string("producer"));
        QCOMPARE(s.clients[2].name, std::string("producer-3"));
        QCOMPARE(s.clients[3].name, std::string("producer-4"));
    }

    void textsInOneLanguageOrTwo()
    {
        const Scenario one = readGood("connscope: 1\ntitle: A title\nclients: [{kind: admin}]\n");
        QCOMPARE(one.title.en, std::string("A title"));
        QVERIFY(one.title.zh.empty());
        const Scenario two = readGood("connscope: 1\ntitle: {en: A title, zh: 标题}\nclients: [{kind: admin}]\n");
        QCOMPARE(two.title.zh, std::string("标题"));
    }

    void theTopOfTheFile()
    {
        const Scenario s
            = readGood("connscope: 1\ntheme: t\nseed: 18446744073709551615\nuntil: 1h30m\nepoch: "
                       "2019-05-27T10:00:54Z\nprofile: java-4.x\n"
                       "profiles-excluded: {java-2.1: too old}\nmax-events: 1000\nclients: [{kind: admin}]\n");
        QCOMPARE(s.seed, std::uint64_t {18446744073709551615U});
        QCOMPARE(s.until, Duration(std::chrono::minutes(90)));
        QCOMPARE(s.epochMs, std::int64_t {1558951254000});
        QCOMPARE(s.profileName, std::string("java-4.0"));
        QCOMPARE(s.notForProfiles.at("java-2.1"), std::string("too old"));
        QCOMPARE(s.maxEvents, std::uint64_t {1000});
    }

    void brokersByCountByPatternAndByList()
    {
        const Scenario many = readGood("connscope: 1\ncluster: {brokers: 1000}\nclients: [{kind: admin}]\n");
        QCOMPARE(many.cluster.brokers.size(), std::size_t {1000});
        QCOMPARE(many.cluster.brokers[999].host, std::string("localhost"));
        QCOMPARE(many.cluster.brokers[999].port, std::uint16_t {10091});

        const Scenario pattern = readGood("connscope: 1\ncluster: {brokers: {count: 4, first-id: 101, host: "
                                          "'k{id}.example', port: 9094, racks: [a, b]}}\n"
                                          "clients: [{kind: admin}]\n");
        QCOMPARE(pattern.cluster.brokers[1].id.value, 102);
        QCOMPARE(pattern.cluster.brokers[1].host, std::string("k102.example"));
        QCOMPARE(pattern.cluster.brokers[1].port, std::uint16_t {9094});
        QCOMPARE(pattern.cluster.brokers[3].rack, std::string("b"));

        const Scenario list = readGood("connscope: 1\ncluster:\n  brokers:\n    - {id: 7, host: a.example, "
                                       "advertised: 'b.example', rack: r, service-time: 2ms, "
                                       "slow-apis: {API_VERSIONS: 2s}}\n    - {id: 9, host: c.example, advertised: "
                                       "'[::1]:19092'}\nclients: [{kind: admin}]\n");
        QCOMPARE(list.cluster.brokers[0].id.value, 7);
        QCOMPARE(list.cluster.brokers[0].port, std::uint16_t {9092});
        QCOMPARE(list.cluster.brokers[0].advertisedHost, std::string("b.example"));
        QCOMPARE(list.cluster.brokers[0].advertisedPort, std::uint16_t {9092});
        QCOMPARE(list.cluster.brokers[0].extraServiceTime.at(ApiKey::ApiVersions), Duration(std::chrono::seconds(2)));
        QCOMPARE(list.cluster.brokers[1].advertisedHost, std::string("::1"));
        QCOMPARE(list.cluster.brokers[1].advertisedPort, std::uint16_t {19092});
    }

    void topicsWithLeadersReplicasAndRecords()
    {
        const Scenario s = readGood(
            "connscope: 1\ncluster:\n  brokers: 4\n  topics:\n    a: {leaders: [3, none, 1], replication: 2, "
            "records: 7}\n"
            "    b: {replicas: [[2, 0], [1]], records: [5, 6]}\n    c: {partitions: 6, replication: 3}\n    d:\n"
            "clients: [{kind: admin}]\n");
        const auto& topics = s.cluster.topics;
        QCOMPARE(topics[0].partitions[0].leader.value, 3);
        QCOMPARE(topics[0].partitions[0].replicas, (std::vector<BrokerId> {BrokerId {3}, BrokerId {0}}));
        QVERIFY(!topics[0].partitions[1].leader.isValid());
        QCOMPARE(topics[0].partitions[2].records, std::int64_t {7});
        QCOMPARE(topics[1].partitions[0].leader.value, 2);
        QCOMPARE(topics[1].partitions[1].records, std::int64_t {6});
        QCOMPARE(
            topics[2].partitions[5].replicas, (std::vector<BrokerId> {BrokerId {1}, BrokerId {2}, BrokerId {3}}));
        QCOMPARE(topics[3].partitions.size(), std::size_t {4});
    }

    void clusterSettingsYieldToABrokersOwn()
    {
        const Scenario s = readGood("connscope: 1\ncluster:\n  version: 2.8\n  brokers: [{id: 0}, {id: 1, config: "
                                    "{connections.max.idle.ms: 5000}}]\n"
                                    "  config: {connections.max.idle.ms: 60000, auto.create.topics.enable: false}\n  "
                                    "groups: {g: 1}\n  transactions: {tx: 0}\n"
                                    "  controller: 1\n  api-versions: {FETCH: [4, 11]}\n  throttle: {producer-1: "
                                    "500ms}\n  replication-delay: 3ms\n"
                                    "  failure-detection: 10s\nclients: [{kind: admin}]\n");
        QCOMPARE(s.cluster.brokers[0].config.integer("connections.max.idle.ms"), std::int64_t {60000});
        QCOMPARE(s.cluster.brokers[1].config.integer("connections.max.idle.ms"), std::int64_t {5000});
        QVERIFY(!s.cluster.brokers[1].config.flag("auto.create.topics.enable"));
        QVERIFY(s.cluster.version == protocol::kV2_8);
        QCOMPARE(s.cluster.groupCoordinators.at("g").value, 1);
        QCOMPARE(s.cluster.transactionCoordinators.at("tx").value, 0);
        QCOMPARE(s.cluster.controller.value, 1);
        QCOMPARE(int {s.cluster.apiVersions.at(ApiKey::Fetch).second}, 11);
        QCOMPARE(s.cluster.throttle.at("producer-1"), ms(500));
        QCOMPARE(s.cluster.replicationDelay, ms(3));
        QCOMPARE(s.cluster.failureDetection, ms(10'000));
    }

    void theNetwork()
    {
        const Scenario s = readGood("connscope: 1\nnetwork:\n  latency: 5ms\n  jitter: 0\n  bandwidth: 100Mbit/s\n  "
                                    "loss: 0.5%\n  retransmission: 300ms\n  links:\n"
                                    "    - {client: producer, broker: 1, latency: 80ms}\n    - {loss: 0.25}\n  dns: "
                                    "{k.example: [10.0.0.1, 10.0.0.2]}\n"
                                    "  unresolvable: [x.example]\n  middlebox: {idle: 350s, answers: reset}\n  "
                                    "kernel: {syn-retries: 2, time-wait: 30s}\n  turn: 50us\n"
                                    "clients: [{kind: producer}]\n");
        const NetworkSpec& n = s.network;
        QCOMPARE(n.link.latency, ms(5));
        QCOMPARE(n.link.bitsPerSecond, std::int64_t {100'000'000});
        QCOMPARE(n.link.loss, 0.005);
        QCOMPARE(n.links[0].client, std::string("producer"));
        QCOMPARE(n.links[0].broker->value, 1);
        QCOMPARE(n.links[0].link.latency, ms(80));
        QCOMPARE(n.links[0].link.bitsPerSecond, std::int64_t {100'000'000});
        QCOMPARE(n.links[1].client, std::string("*"));
        QVERIFY(!n.links[1].broker.has_value());
        QCOMPARE(n.links[1].link.loss, 0.25);
        QCOMPARE(n.dns.at("k.example").size(), std::size_t {2});
        QCOMPARE(n.middlebox.idle, ms(350'000));
        QVERIFY(n.middlebox.resets);
        QCOMPARE(n.kernel.synRetries, 2);
        QCOMPARE(n.kernel.timeWait, ms(30'000));
        QCOMPARE(n.turn, Duration(std::chrono::microseconds(50)));
    }

    void sharesAreExact_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("share");
        QTest::newRow("none") << "0" << 0.0;
        QTest::newRow("all") << "100%" << 1.0;
        QTest::newRow("decimal") << "0.001" << 0.001;
        QTest::newRow("percent") << "1.5%" << 0.015;
    }
    void sharesAreExact()
    {
        QFETCH(QString, text);
        QFETCH(double, share);
        const Scenario s
            = readGood("connscope: 1\nnetwork: {loss: " + text.toStdString() + "}\nclients: [{kind: admin}]\n");
        QCOMPARE(s.network.link.loss, share);
    }

    void aClientWithEverything()
    {
        const Scenario s = readGood("connscope: 1\nclients:\n  - name: c\n    kind: consumer\n    profile: "
                                    "java-2.3\n    what-if: [reuse-by-address]\n    host: 10.9.8.7\n"
                                    "    start: 2s\n    count: 5\n    stagger: 100ms\n    config:\n      "
                                    "bootstrap.servers: [localhost:9092, localhost:9093]\n      group.id: g\n"
                                    "      connections.max.idle.ms: -1\n");
        const ClientEntry& c = s.clients[0];
        QCOMPARE(c.profileName, std::string("java-2.3"));
        QCOMPARE(c.whatIf, std::vector<std::string> {"reuse-by-address"});
        QCOMPARE(c.host, std::string("10.9.8.7"));
        QCOMPARE(c.start, ms(2'000));
        QCOMPARE(c.count, 5);
        QCOMPARE(c.stagger, ms(100));
        QCOMPARE(config(c, "bootstrap.servers"), std::string("localhost:9092,localhost:9093"));
        QCOMPARE(config(c, "connections.max.idle.ms"), std::string("-1"));
        QCOMPARE(c.line, 3);
    }

    void bootstrapByNumber()
    {
        QCOMPARE(config(withProducer("    bootstrap: 2\n").clients[0], "bootstrap.servers"),
            std::string("localhost:9092,localhost:9093"));
        QCOMPARE(config(withProducer("    bootstrap: all\n").clients[0], "bootstrap.servers"),
            std::string("localhost:9092,localhost:9093,localhost:9094"));
    }

    void stepsOfAProducer()
    {
        const Scenario s = withProducer("    config: {transactional.id: tx}\n    script:\n      - wait: 1s\n      - "
                                        "begin-transaction\n      - send\n"
                                        "      - send: {partition: 1, every: 2s, rounds: 3, records: 4, size: 50, "
                                        "sync: true, round-robin: true}\n"
                                        "      - send: {topic: t4, partitions: [0, 2], every: 1s, for: 1m}\n      - "
                                        "send-offsets: {group: g, topic: t4}\n      - commit-transaction\n"
                                        "      - begin-transaction\n      - abort-transaction\n      - flush\n      "
                                        "- mark: a text\n      - close: {timeout: 5s}\n");
        const std::vector<Step>& steps = s.clients[0].script;
        QCOMPARE(steps.size(), std::size_t {12});
        QCOMPARE(steps[2].topic, std::string("t4"));
        QCOMPARE(steps[3].toPartitions, std::vector<std::int32_t> {1});
        QCOMPARE(steps[3].rounds, std::int64_t {3});
        QCOMPARE(steps[3].records, 4);
        QCOMPARE(steps[3].size, 50);
        QVERIFY(steps[3].sync && steps[3].roundRobin);
        QCOMPARE(steps[4].toPartitions, (std::vector<std::int32_t> {0, 2}));
        QCOMPARE(steps[4].rounds, std::int64_t {60});
        QCOMPARE(steps[5].group, std::string("g"));
        QCOMPARE(steps[10].text, std::string("a text"));
        QCOMPARE(steps[11].timeout, ms(5'000));
    }

    void stepsOfAConsumerAndAnAdmin()
    {
        const Scenario s = readGood("connscope: 1\nclients:\n  - kind: consumer\n    config: {group.id: g}\n    "
                                    "script:\n      - subscribe: [t4, other]\n      - poll: 6s\n"
                                    "      - poll: {for: forever, timeout: 50ms, processing: 10ms}\n      - "
                                    "commit-sync\n      - commit-async\n      - unsubscribe\n      - assign: [t4-2]\n"
                                    "      - assign: t4\n      - poll\n      - close\n  - kind: admin\n    script:\n "
                                    "     - describe-cluster\n      - describe-configs: {broker: 1}\n"
                                    "      - describe-configs: {topic: t4}\n      - create-topic: {topic: fresh, "
                                    "partitions: 5}\n      - close\n");
        const std::vector<Step>& c = s.clients[0].script;
        QCOMPARE(c[1].duration, ms(6'000));
        QCOMPARE(c[1].timeout, ms(200));
        QCOMPARE(c[2].duration, client::kNoLimit);
        QCOMPARE(c[2].processing, ms(10));
        QCOMPARE(c[6].assignment, (std::vector<protocol::TopicPartition> {{"t4", 2}}));
        QCOMPARE(c[7].assignment.size(), std::size_t {3});
        QCOMPARE(c[8].duration, client::kNoLimit);
        QCOMPARE(c[9].timeout, client::kNoLimit);
        const std::vector<Step>& a = s.clients[1].script;
        QCOMPARE(a[1].text, std::string("broker 1"));
        QCOMPARE(a[2].topic, std::string("t4"));
        QCOMPARE(a[3].partitions, 5);
        QVERIFY(!kinds(a).isEmpty());
    }

    void topicsThatAreNotThereAreWarnedAbout()
    {
        const ReadResult result = tryScenario(
            "connscope: 1\ncluster: {topics: {orders: 1}}\nclients: [{kind: producer, script: [{send: order}]}]\n",
            "f");
        QVERIFY(result.scenario.has_value());
        QCOMPARE(result.warnings.size(), std::size_t {1});
        QVERIFY(QString::fromStdString(result.warnings[0].message).contains("did you mean 'orders'"));
        QCOMPARE(result.warnings[0].line, 3);
    }

    void topicsThatAreMeantToBeNewAreNotWarnedAbout_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("an action creates it")
            << QByteArray("actions: [{at: 1s, do: create-topic, topic: fresh, partitions: 1}]\n");
        QTest::newRow("a step creates it")
            << QByteArray("actions: [{at: 1s, do: run-steps, client: a, steps: [{create-topic: {topic: fresh}}]}]\n");
        QTest::newRow("an expectation speaks of it")
            << QByteArray("expect: [{count: {'kind = topic-created and text = fresh': 1}}]\n");
    }
    void topicsThatAreMeantToBeNewAreNotWarnedAbout()
    {
        QFETCH(QByteArray, rest);
        const std::string head
            = "connscope: 1\nclients:\n  - {kind: producer, script: [{send: fresh}, {send: frsh}]}\n"
              "  - {name: a, kind: admin}\n";
        const ReadResult result = tryScenario(head + rest.toStdString(), "f");
        QVERIFY2(result.scenario.has_value(), result.errors.empty() ? "" : result.errors[0].message.c_str());
        QCOMPARE(result.warnings.size(), std::size_t {1});
        QVERIFY(QString::fromStdString(result.warnings[0].message).contains("no topic 'frsh' at the start"));
    }

    void whatHappensMillionsOfTimesIsWarnedAbout_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QByteArray>("warning");
        QTest::newRow("an action")
            << QByteArray("actions: [{at: 10s, do: mark, text: x, every: 1us}]\n")
            << QByteArray(
                   "4:47: mark every 1us happens 20000001 times in 20s, with an event or more each time; a run "
                   "stops at max-events. Use a longer every, or fewer times");
        QTest::newRow("an action that ends")
            << QByteArray("actions: [{at: 0, do: mark, text: x, every: 1us, times: 1000000}]\n") << QByteArray();
        QTest::newRow("an action late in the run")
            << QByteArray("actions: [{at: 29.5s, do: mark, text: x, every: 1us}]\n") << QByteArray();
        QTest::newRow("a step") << QByteArray(
            "  - {kind: producer, name: p, script: [{send: {topic: t4, every: 2us, rounds: forever}}]}\n")
                                << QByteArray("4:47: send every 2us happens 15000001 times in 30s");
        QTest::newRow("a step without a pause")
            << QByteArray("  - {kind: producer, name: p, script: [{send: {topic: t4, rounds: 2000000}}]}\n")
            << QByteArray("4:47: send without a pause happens 2000000 times");
        QTest::newRow("an action behind the end")
            << QByteArray("actions: [{at: 31s, do: mark, text: x}]\n")
            << QByteArray(
                   "4:11: this comes at 31s, after the end of the scenario (until: 30s), so it does not happen");
        QTest::newRow("an expectation behind the end")
            << QByteArray("expect: [{at: 31s, open: 0}]\n")
            << QByteArray("4:15: this looks at 31s, after the end of the scenario (until: 30s), so it is held "
                          "against the end");
        QTest::newRow("an action at the end")
            << QByteArray("actions: [{at: 30s, do: mark, text: x}]\n") << QByteArray();
        QTest::newRow("a usual step") << QByteArray(
            "  - {kind: producer, name: p, script: [{send: {topic: t4, every: 1ms, rounds: forever}}]}\n")
                                      << QByteArray();
    }
    void whatHappensMillionsOfTimesIsWarnedAbout()
    {
        QFETCH(QByteArray, rest);
        QFETCH(QByteArray, warning);
        const ReadResult result
            = tryScenario("connscope: 1\nclients:\n  - {kind: admin}\n" + rest.toStdString(), std::string());
        QVERIFY2(result.scenario.has_value(), result.errors.empty() ? "" : result.errors[0].message.c_str());
        QCOMPARE(result.warnings.size(), warning.isEmpty() ? std::size_t {0} : std::size_t {1});
        if (!warning.isEmpty()) {
            const std::string text = result.warnings[0].toString();
            QVERIFY2(QByteArray::fromStdString(text).startsWith(warning), text.c_str());
        }
    }

    void anIdleLimitThatWrapsIsWarnedAbout_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("warning");
        QTest::newRow("usual") << QByteArray("540000") << QByteArray();
        QTest::newRow("never") << QByteArray("-1") << QByteArray();
        QTest::newRow("the longest") << QByteArray("9223372036854") << QByteArray();
        QTest::newRow("one more") << QByteArray("9223372036855")
                                  << QByteArray("every connection counts as idle at the next poll and is closed");
        QTest::newRow("Long.MAX_VALUE") << QByteArray(
            "9223372036854775807") << QByteArray("every connection counts as idle at the next poll and is closed");
        QTest::newRow("around once") << QByteArray("18446744073710") << QByteArray("the limit becomes ");
    }
    void anIdleLimitThatWrapsIsWarnedAbout()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, warning);
        for (const char* who : {"clients: [{kind: admin, config: {connections.max.idle.ms: ",
                 "cluster: {config: {connections.max.idle.ms: "}) {
            const bool client = who[1] == 'l' && who[2] == 'i';
            const ReadResult result = tryScenario("connscope: 1\n" + std::string(who) + value.toStdString()
                    + (client ? "}}]\n" : "}}\nclients: [{kind: admin}]\n"),
                "f");
            QVERIFY(result.scenario.has_value());
            QCOMPARE(result.warnings.empty(), warning.isEmpty());
            if (!warning.isEmpty()) {
                QCOMPARE(result.warnings[0].line, 2);
                QVERIFY2(QByteArray::fromStdString(result.warnings[0].message).contains(warning),
                    result.warnings[0].message.c_str());
            }
        }
    }

    void actionsAtATimeAndOnACondition()
    {
        const Scenario s = readGood("connscope: 1\nclients: [{kind: consumer, name: c, count: 3, config: {group.id: "
                                    "g}}]\nactions:\n  - {at: 5s, do: kill-broker, broker: 1}\n"
                                    "  - {when: role = coordinator and state = ready, after: 2s, every: 10s, times: "
                                    "3, do: pause-client, client: 'c[2]', for: 4s}\n"
                                    "  - {at: 1s, every: 1s, do: append-records, partition: t4-2, records: 9}\n  - "
                                    "{at: 6s, do: slow-broker, broker: 0, by: 200ms}\n"
                                    "  - {at: 7s, do: reset-connection, connection: 2147483645}\n  - {at: 8s, do: "
                                    "run-steps, client: c, steps: [commit-sync, {mark: x}]}\n"
                                    "  - {at: 9s, do: recreate-client, client: c, config: {max.poll.records: 10}}\n  "
                                    "- {at: 9s, do: create-topic, topic: n, partitions: 4, replication: 2}\n"
                                    "  - {at: 10s, do: cut-link, broker: 2}\n  - {at: 11s, do: "
                                    "move-transaction-coordinator, transactional-id: tx, broker: 2}\n");
        const auto& a = s.actions;
        QCOMPARE(a.size(), std::size_t {10});
        QVERIFY(
            a[0].kind == Action::Kind::KillBroker && a[0].at == kStart + ms(5'000) && a[0].broker == BrokerId {1});
        QVERIFY(a[1].when.has_value() && !a[1].at);
        QCOMPARE(a[1].whenText, std::string("role = coordinator and state = ready"));
        QCOMPARE(a[1].after, ms(2'000));
        QCOMPARE(a[1].times, 3);
        QCOMPARE(a[1].client, std::string("c[2]"));
        QCOMPARE(a[1].duration, ms(4'000));
        QCOMPARE(a[2].times, 0);
        QCOMPARE(a[2].topic, std::string("t4"));
        QCOMPARE(a[2].partition, 2);
        QCOMPARE(a[2].records, std::int64_t {9});
        QCOMPARE(a[3].duration, ms(200));
        QCOMPARE(a[4].node, std::string("2147483645"));
        QCOMPARE(a[4].client, std::string("*"));
        QCOMPARE(a[5].steps.size(), std::size_t {2});
        QCOMPARE(a[6].config.size(), std::size_t {1});
        QCOMPARE(a[7].partitions, 4);
        QVERIFY(a[8].broker == BrokerId {2} && a[8].client == "*");
        QCOMPARE(a[9].group, std::string("tx"));
    }

    void expectations()
    {
        const Scenario s
            = readGood("connscope: 1\nclients: [{kind: consumer, name: c, config: {group.id: g}}]\nexpect:\n  - "
                       "profiles: [course, java-4.x]\n    client: c\n    at: 9s\n"
                       "    opened: 2..4\n    open: 3..\n    opened-by-role: {bootstrap: 1}\n    closed-by: {client: "
                       "0}\n    closed-by-rule: {client idle expiry: 1}\n"
                       "    requests: {METADATA: 1..2}\n    nodes: [-1, 2147483645]\n    nodes-in-any-order: [0]\n   "
                       " count: {kind = ready and node = -1: 1}\n    note: why\n");
        const Expectation& e = s.expectations[0];
        QCOMPARE(e.profiles, (std::vector<std::string> {"course", "java-4.0"}));
        QCOMPARE(e.client, std::string("c"));
        QVERIFY(e.at == kStart + ms(9'000));
        QCOMPARE(e.opened->high, std::int64_t {4});
        QCOMPARE(e.open->high, std::numeric_limits<std::int64_t>::max());
        QCOMPARE(e.closedByRule.at("client idle expiry").low, std::int64_t {1});
        QCOMPARE(*e.nodes, (std::vector<std::int32_t> {-1, 2147483645}));
        QCOMPARE(e.count.at("kind = ready and node = -1").low, std::int64_t {1});
        QCOMPARE(e.line, 4);
    }

    void settingsThatAVersionLacksAreLeftOutWithAWarning()
    {
        const Scenario s
            = readGood("connscope: 1\nclients: [{kind: producer, config: {socket.connection.setup.timeout.ms: 3000, "
                       "client.dns.lookup: use_all_dns_ips}}]\n");
        std::vector<Error> warnings;
        const auto old = client::findProfile("java-2.1");
        const auto config = buildConfig(s.clients[0], *old, &warnings);
        QVERIFY(config.has_value());
        QVERIFY(!config->isSet("socket.connection.setup.timeout.ms"));
        QVERIFY(config->isSet("client.dns.lookup"));
        QCOMPARE(warnings.size(), std::size_t {1});
        QVERIFY(QString::fromStdString(warnings[0].message).contains("socket.connection.setup.timeout.ms"));
        const auto modern = client::findProfile("java-3.9");
        QVERIFY(buildConfig(s.clients[0], *modern)->isSet("socket.connection.setup.timeout.ms"));
    }

    void settingsThatNoVersionTakesAreAnError()
    {
        Scenario s = withProducer("");
        s.clients[0].config.emplace_back("no.such.key", "1");
        const auto profile = client::findProfile("java-3.9");
        QVERIFY(!buildConfig(s.clients[0], *profile).has_value());
    }

    void instancesHaveNames()
    {
        ClientEntry entry;
        entry.name = "c";
        QCOMPARE(instanceName(entry, 0), std::string("c"));
        entry.count = 3;
        QCOMPARE(instanceName(entry, 2), std::string("c[3]"));
        QVERIFY(matchesClient("c", entry, 1) && matchesClient("c[2]", entry, 1) && matchesClient("*", entry, 1));
        QVERIFY(!matchesClient("c[1]", entry, 1) && !matchesClient("d", entry, 1));
    }

    void filesAreReadOrRefused()
    {
        const auto good = readScenarioFile(test::sourcePath("resources/scenarios/13-three-kinds.yaml"));
        QVERIFY(good.has_value());
        QVERIFY(good->file.find("13-three-kinds.yaml") != std::string::npos);

        QTemporaryDir dir;
        const auto missing = readScenarioFile(dir.filePath("none.yaml").toStdString());
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().toString().find("none.yaml: there is no such file") != std::string::npos);
        const auto folder = readScenarioFile(dir.path().toStdString());
        QVERIFY(!folder.has_value());
        QVERIFY(folder.error().message.find("not a file") != std::string::npos);
    }

    void aByteOrderMarkAndWindowsLineEndsDoNoHarm()
    {
        const Scenario s = readGood("\xef\xbb\xbf"
                                    "connscope: 1\r\nclients:\r\n  - kind: producer\r\n");
        QCOMPARE(s.clients.size(), std::size_t {1});
        const auto errors = test::errorsOf("\xef\xbb\xbf"
                                           "connscope: 1\r\nclints:\r\n  - kind: producer\r\n");
        QVERIFY(!errors.empty());
        QVERIFY(errors[0].substr(0, 4) == "2:1:");
    }
};

QTEST_GUILESS_MAIN(tst_Reader)
#include "tst_reader.moc"
