// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writer.h"

#include "scenario/scenariotext.h"
#include "scenario/yamldocument.h"
#include "scenario/yamltext.h"
#include "support/rcqt.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::dump;
using connscope::test::readGood;

namespace {

/// What a reader makes of `key: <scalar>` and `[<scalar>]` and `{<scalar>: x}`; "" and a failed test where it is no YAML.
std::vector<std::string> readBack(const std::string& scalar)
{
    std::vector<std::string> out;
    const auto document = YamlDocument::parse("a: " + scalar + "\nb: [" + scalar + "]\nc: {" + scalar + ": x, y: " + scalar + "}\n", "f");
    if (!document)
        throw std::runtime_error(document.error().toString());
    const auto text = [](const YamlNode& node) { return node.isScalar() ? node.text : std::string("(no scalar)"); };
    const YamlNode& root = document->root();
    out.push_back(text(root.entries[0].value));
    out.push_back(text(root.entries[1].value.items[0]));
    out.push_back(text(root.entries[2].value.entries[0].key));
    out.push_back(text(root.entries[2].value.entries[1].value));
    return out;
}

const char* const kRich = R"yaml(connscope: 1
title: {en: "A: title # with \"everything\"", zh: 标题}
description:
  en: "line one\nline two\n"
  zh: |
    第一行

    第二行
theme: x
seed: 18446744073709551615
until: 1h1ms
epoch: 2019-05-27T10:00:54.142Z
profile: java-2.3
profiles-excluded: {java-2.1: "because: of this"}
max-events: 12345
cluster:
  id: c
  version: 2.8
  brokers:
    - {id: 3, host: a.example, port: 9, advertised: "b.example:10", rack: r1, service-time: 1.5ms, slow-apis: {FETCH: 2s}, config: {connections.max.idle.ms: 1}}
    - {id: 5, host: "::1", port: 9, advertised: "[::2]:11"}
  topics:
    t: {leaders: [3, none, 5], replicas: [[3, 5], [5], [3, 5]], records: [1, 2, 3]}
    u: {partitions: 2, records: 9}
  groups: {"g: 1": 3}
  transactions: {tx: 5}
  controller: 5
  api-versions: {FETCH: [4, 11]}
  throttle: {x: 1ms}
  replication-delay: 1ms
  failure-detection: 2s
network:
  latency: 1us
  jitter: 0
  bandwidth: 10kbit/s
  loss: 12.3456789%
  retransmission: 1s
  links: [{client: p, broker: 5, loss: 0.125}, {bandwidth: unlimited}]
  dns: {n: [10.0.0.1, "::1"]}
  unresolvable: [m]
  middlebox: {idle: 1s, answers: reset}
  kernel: {syn-retry: 2s, syn-retries: 1, retransmission-give-up: 5s, time-wait: 1s, fin-wait-2: 2s, keepalive-time: 3s, keepalive-interval: 4s, keepalive-probes: 5}
  turn: 1ms
clients:
  - name: p
    kind: producer
    profile: java-3.9
    what-if: [reuse-by-address, coordinator-on-data]
    config: {transactional.id: tx, bootstrap.servers: [a.example:9, "[::1]:9"], client.id: ""}
    host: 10.0.0.9
    start: 1s
    count: 3
    stagger: 5ms
    script:
      - begin-transaction
      - send: {topic: t, partitions: [0, 2], every: 1s, rounds: forever, records: 2, size: 3, sync: true, round-robin: true}
      - send-offsets: {group: g, topic: t}
      - commit-transaction
      - begin-transaction
      - abort-transaction
      - flush
      - mark: "a: b"
      - close: {timeout: 0s}
      - close
  - name: c
    kind: consumer
    config: {group.id: g}
    script:
      - subscribe: [t, "it's"]
      - poll: {for: 1s, timeout: 5ms, processing: 6ms}
      - commit-sync
      - commit-async
      - unsubscribe
      - assign: [t-0, it-s-7]
      - poll
  - kind: admin
    script: [describe-cluster, {describe-configs: {broker: 5}}, {describe-configs: {topic: t}}, {create-topic: {topic: z, partitions: 4}}, {wait: 1s}]
actions:
  - {at: 1s, do: kill-broker, broker: 3}
  - {at: 1s, do: stop-broker, broker: 3}
  - {at: 1s, do: start-broker, broker: 3}
  - {at: 1s, do: pause-broker, broker: 3, for: 1s}
  - {at: 1s, do: resume-broker, broker: 3}
  - {at: 1s, do: slow-broker, broker: 3, by: 0s}
  - {at: 1s, do: cut-link, client: p, broker: 3, for: 2s}
  - {at: 1s, do: heal-link}
  - {at: 1s, do: reset-connection, client: "p[2]", connection: "idle > 1s"}
  - {at: 1s, do: drop-syn, broker: 5}
  - {at: 1s, do: accept-syn, broker: 5}
  - {at: 1s, do: refuse-connections, broker: 5, for: 1m}
  - {at: 1s, do: accept-connections, broker: 5}
  - {at: 1s, do: move-leader, partition: t-0, broker: 5}
  - {at: 1s, do: move-coordinator, group: g, broker: 5}
  - {at: 1s, do: move-transaction-coordinator, transactional-id: tx, broker: 5}
  - {at: 1s, do: create-topic, topic: fresh, partitions: 3, replication: 2}
  - {at: 1s, every: 2s, do: append-records, partition: t-1, records: 5}
  - {at: 1s, every: 2s, times: 7, do: append-records, partition: fresh-0}
  - {when: 'role = bootstrap and client = "a, b"', after: 3s, do: kill-client, client: c}
  - {at: 1s, do: pause-client, client: "*", for: 1s}
  - {at: 1s, do: resume-client, client: "*"}
  - {at: 1s, do: close-client, client: c}
  - {at: 1s, do: recreate-client, client: c, config: {client.id: "x y"}}
  - {at: 1s, do: run-steps, client: c, steps: [commit-sync, {mark: x}]}
  - {at: 1s, do: set-broker-config, broker: 3, config: {connections.max.idle.ms: 7}}
  - {at: 1s, do: mark, text: "multi\nline"}
expect:
  - {profiles: [course, java-2.1], client: "p[1]", at: 2s, opened: 1..2, open: 3.., opened-by-role: {data: 1}, open-by-role: {bootstrap: 0}, closed-by: {network: 1},
     closed-by-rule: {"course: broker closes idle connection": 2}, requests: {METADATA: 1..}, nodes: [], nodes-in-any-order: [-1, 2147483645], count: {'text = "a: b"': 1}, note: "n: #1"}
)yaml";

} // namespace

class tst_Writer : public QObject {
    Q_OBJECT
private slots:
    void everyFieldComesBack()
    {
        const Scenario first = readGood(kRich);
        const std::string text = writeScenario(first);
        const Scenario second = readGood(text);
        QCOMPARE(dump(second), dump(first));
        QCOMPARE(writeScenario(second), text);
    }

    void shippedScenariosComeBack_data()
    {
        QTest::addColumn<QString>("path");
        for (const std::string& path : test::shippedScenarios())
            QTest::newRow(test::baseName(path).c_str()) << QString::fromStdString(path);
    }
    void shippedScenariosComeBack()
    {
        QFETCH(QString, path);
        const auto first = readScenarioFile(path.toStdString());
        QVERIFY2(first.has_value(), first ? "" : first.error().toString().c_str());
        const std::string text = writeScenario(*first);
        const Scenario second = readGood(text);
        QCOMPARE(dump(second), dump(*first));
        QCOMPARE(writeScenario(second), text);
    }

    void anEmptyListOfTopicsIsNotTheDefault()
    {
        const Scenario s = readGood("connscope: 1\ncluster: {topics: {}}\nclients: [{kind: admin}]\n");
        QVERIFY(s.cluster.topics.empty());
        QVERIFY(readGood(writeScenario(s)).cluster.topics.empty());
    }

    void textsThatLookLikeSomethingElse_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", "~", "null", "true", "-", "- a", "-1", "?", "a?", "a: b", "a:", ":a", "#", "a #b", "a#b", "[", "]", "{", "}", ",", "&a", "*a", "!a", "|", ">",
                 "'", "\"", "%", "@", "`", "a\nb", "a\tb", "\\", "\\n", " a", "a ", "---", "...", "<<", "=", "localhost:9092", "a,b", "三类", "é", "0x10", "1e3", "a\x7f",
                 "kind = \"ready\" and text ~ '^a'"})
            QTest::newRow(text) << QByteArray(text);
    }
    void textsThatLookLikeSomethingElse()
    {
        QFETCH(QByteArray, text);
        for (const std::string& back : readBack(yamlScalar(text.toStdString())))
            QCOMPARE(QByteArray::fromStdString(back), text);
    }

    void anyTextComesBackAsAScalar()
    {
        RC_QVERIFY("a text survives as a scalar, in a list and in a map", [] {
            // Printable characters, the ones that mean something to YAML above all.
            const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(rc::gen::elementOf(std::string(" :#-?,[]{}&*!|>'\"%@`\\\n\t~")), rc::gen::inRange<char>('0', 'z')));
            for (const std::string& back : readBack(yamlScalar(text)))
                RC_ASSERT(back == text);
        });
    }

    void blocksOfTextComeBack()
    {
        RC_QVERIFY("a text of several lines survives as a value", [] {
            const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \n\t#:-")));
            std::string out;
            YamlValue::map().add("k", text).write(out, 0);
            const auto document = YamlDocument::parse(out, "f");
            RC_ASSERT(document.has_value());
            const YamlNode& value = document->root().entries[0].value;
            RC_ASSERT((value.isScalar() ? value.text : std::string()) == text);
        });
    }
};

QTEST_GUILESS_MAIN(tst_Writer)
#include "tst_writer.moc"
