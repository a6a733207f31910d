// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/reader.h"
#include "scenario/scenariotext.h"

#include <QTest>

using connscope::test::errorsOf;

namespace {

/// A row: a text, and what its first error must say: "line:column: " and a part of the message.
void row(const char* name, const char* yaml, const char* place, const char* part)
{
    QTest::newRow(name) << QByteArray(yaml) << QByteArray(place) << QByteArray(part);
}

/// The same for lines under a good head of two lines and above nothing: the first of them is line 3.
void inFile(const char* name, const QByteArray& lines, const char* place, const char* part)
{
    QTest::newRow(name) << "connscope: 1\nclients: [{kind: consumer, name: c, count: 2, config: {group.id: g}}, "
                           "{kind: producer, name: p}]\n"
            + lines << QByteArray(place)
                        << QByteArray(part);
}

} // namespace

class tst_ScenarioErrors : public QObject {
    Q_OBJECT
private slots:
    void aPropertiesFileIsNotRepeated_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("equals") << QByteArray("ssl.key.password=TOPsecret\nsecurity.protocol=SSL\n");
        QTest::addRow("one line") << QByteArray("ssl.key.password=TOPsecret\n");
        QTest::addRow("colons") << QByteArray("ssl.key.password: TOPsecret\nsecurity.protocol: SSL\n");
        QTest::addRow("both") << QByteArray("ssl.key.password=TOPsecret\nsecurity.protocol: SSL\n");
        QTest::addRow("quotes") << QByteArray(
            "sasl.jaas.config=a.b.PlainLoginModule required username=\"u\" password=\"TOPsecret\";\n");
        QTest::addRow("blanks") << QByteArray("ssl.key.password TOPsecret\n");
    }
    void aPropertiesFileIsNotRepeated()
    {
        QFETCH(QByteArray, text);
        const auto result = connscope::scenario::tryScenario(text.toStdString(), "client.properties");
        QVERIFY(!result.scenario);
        QVERIFY(!result.errors.empty());
        for (const connscope::Error& error : result.errors)
            QVERIFY2(error.toString().find("TOPsecret") == std::string::npos, error.toString().c_str());
    }
    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("part");

        // -- YAML --
        row("an empty file", "",
            "1:1: ", "expected a scenario: a map that begins with 'connscope: 1', found nothing");
        row("a text", "hello", "1:1: ", "found a text");
        row("a client.properties file", "security.protocol=SSL\n", "1:1: ", "goes with --command-config");
        row("a colon too many", "connscope: 1\ntitle: a: b\n",
            "2:9: ", "put quotes around a text that contains ': '");
        row("a tab", "connscope: 1\nclients:\n\t- kind: producer\n", "3:1: ", "indent with spaces, not with tabs");
        row("an open bracket", "connscope: 1\nclients: [{kind: producer}\nuntil: 5s\n",
            "3:1: ", "a '[' is not closed before this place");
        row("an open quote", "connscope: 1\ntitle: \"a\nclients: [{kind: producer}]\n",
            "2:8: ", "the quote that opens here is never closed");
        row("broken UTF-8", "connscope: 1\ntitle: a\xff\n",
            "2:9: ", "'\\xff' is not text; a scenario is written in UTF-8");
        row("a control character", "connscope: 1\ntitle: a\x01\n", "2:9: ", "'\\x01' is not text");
        row("columns count characters", "connscope: 1\ntitle: 三类 \xff\n", "2:11: ", "is not text");
        row("an alias", "connscope: 1\ntitle: &a x\ntheme: *a\n",
            "2:8: ", "anchors and aliases (&name, *name) are not part of a scenario");
        row("a tag", "connscope: !!int 1\n", "1:12: ", "are not part of a scenario");
        row("two documents", "connscope: 1\nclients: [{kind: admin}]\n---\nconnscope: 1\n",
            "3:1: ", "more than one document");

        // -- the picture --
        inFile("a word of the picture", "layout: {moved: {brokr 1: [0, 0]}}\n", "3:18: ",
            "layout: expected client NAME, broker ID, address HOST:PORT, or a group: clients …, brokers RACK or "
            "addresses, found 'brokr 1'; did you mean 'broker'?");
        inFile("a nameless client", "layout: {moved: {client: [0, 0]}}\n", "3:18: ", "client needs its name");
        inFile("a broker's id", "layout: {moved: {broker one: [0, 0]}}\n", "3:18: ", "expected the id of a broker");
        inFile("a place", "layout: {moved: {broker 1: [0.5]}}\n",
            "3:28: ", "expected a place such as [0.25, 0.5]: shares of the picture's width");
        inFile("a place far away", "layout: {moved: {broker 1: [0.5, 100.1]}}\n", "3:28: ", "from -100 to 100");
        inFile("a place in words", "layout: {moved: {broker 1: [left, top]}}\n", "3:28: ", "found a list");
        inFile("a place twice", "layout: {moved: {broker 1: [0, 0], broker 1: [1, 1]}}\n",
            "3:36: ", "moved: 'broker 1' is given twice");
        inFile("a key of the layout", "layout: {move: {}}\n", "3:10: ", "did you mean 'moved'?");
        inFile("one that is no group", "layout: {expanded: [broker 1]}\n", "3:21: ", "expected a group");
        inFile("a bookmark without time", "bookmarks: [{note: x}]\n", "3:13: ", "a bookmark needs at");
        inFile("a key of a bookmark", "bookmarks: [{at: 1s, text: x}]\n", "3:22: ", "a bookmark has no 'text'");
        inFile("annotations", "annotations: here\n", "3:14: ", "annotations: expected a list");
        inFile("an annotation without view", "annotations: [{anchor: broker 1, text: x}]\n",
            "3:15: ", "needs view: topology or timeline");
        inFile("an annotation of nothing", "annotations: [{view: topology, text: x}]\n", "3:15: ", "needs anchor");
        inFile("an annotation of no time", "annotations: [{view: timeline, text: x}]\n",
            "3:15: ", "needs anchor or from");
        inFile("a word of an anchor", "annotations: [{view: topology, anchor: brokr 1, text: x}]\n",
            "3:40: ", "expected client NAME, broker ID, address HOST:PORT or connection CLIENT NODE");
        inFile("a connection without node id", "annotations: [{view: topology, anchor: connection c, text: x}]\n",
            "3:40: ", "expected a client and a node id");
        inFile("a lane of a broker", "annotations: [{view: timeline, anchor: broker 1, text: x}]\n",
            "3:40: ", "a timeline has no lane for a broker");
        inFile("an annotation without words", "annotations: [{view: topology, anchor: broker 1}]\n",
            "3:15: ", "kind text needs its text");
        inFile("a disc without number", "annotations: [{view: topology, kind: number, anchor: broker 1}]\n",
            "3:15: ", "needs its number");
        inFile("a number without disc", "annotations: [{view: topology, text: x, number: 2, anchor: broker 1}]\n",
            "3:49: ", "only an annotation of kind number");
        inFile("a kind of annotation", "annotations: [{view: topology, kind: arow, anchor: broker 1}]\n",
            "3:38: ", "did you mean 'arrow'?");
        inFile("an offset", "annotations: [{view: topology, anchor: broker 1, text: x, offset: 5}]\n",
            "3:67: ", "such as [40, -30]");
        inFile("a time backwards", "annotations: [{view: timeline, kind: box, from: 3s, to: 2s}]\n",
            "3:57: ", "this is before from");
        inFile("bookmarks", "bookmarks: 9m\n", "3:12: ", "bookmarks: expected a list");

        // -- the top --
        row("nobody", "connscope: 1\nclients: []\n",
            "2:10: ", "clients: expected a list of clients such as '- {kind: producer}', found an empty list");
        row("nothing", "connscope: 1\nclients:\n", "1:1: ", "clients are missing: a scenario needs at least one");
        row("an empty map", "connscope: 1\nclients: {}\n", "2:10: ", "found an empty map");
        row("longer than time", "connscope: 1\nuntil: 9999999999d\nclients: [{kind: admin}]\n",
            "2:8: ", "until: 9999999999d is out of range; expected 1ns to 366d");
        row("no version", "clients: [{kind: producer}]\n",
            "1:1: ", "the first line of a scenario is its format's version: 'connscope: 1'");
        row("a newer version", "connscope: 2\nwhat: ever\n",
            "1:12: ", "this file is of format version 2; this program reads version 1. Use a newer Connscope");
        row("no version at all", "connscope: one\nclients: [{kind: admin}]\n",
            "1:12: ", "connscope: expected a whole number from 1 to 1000000, found 'one'");
        row("no clients", "connscope: 1\n", "1:1: ", "clients are missing: a scenario needs at least one");
        row("an unknown key", "connscope: 1\nclint: []\nclients: [{kind: admin}]\n",
            "2:1: ", "a scenario has no 'clint'; did you mean 'clients'?");
        row("a key twice", "connscope: 1\nuntil: 1s\nuntil: 2s\nclients: [{kind: admin}]\n",
            "3:1: ", "'until' is given twice");
        inFile("a number without a unit", "until: 30\n", "3:8: ", "until: the unit is missing: write 30ms or 30s");
        inFile("a digit without a unit", "until: 5\n", "3:8: ", "until: the unit is missing: write 5ms or 5s");
        row("a trace", "{\"connscope-trace\":1,\"minor\":1}\n{\"id\":0}\n", "", "this is a trace, not a scenario");
        inFile("a duration that is none", "until: soon\n",
            "3:8: ", "until: 'soon' is not a duration; expected a duration such as 250ms");
        inFile(
            "a duration too long", "until: 9000h\n", "3:8: ", "until: 9000h is out of range; expected 1ns to 366d");
        inFile("an unknown profile", "profile: java-2.9\n", "3:10: ", "there is no profile 'java-2.9'");
        inFile("a negative seed", "seed: -1\n",
            "3:7: ", "seed: expected a whole number from 0 to 18446744073709551615, found '-1'");
        inFile("a bad moment", "epoch: yesterday\n",
            "3:8: ", "epoch: expected a moment in UTC such as 2019-05-27T10:00:54.142Z");
        inFile("an unknown language", "title: {en: a, fr: b}\n", "3:16: ", "title has no 'fr'; it may have en or zh");
        inFile("the own profile excluded", "profiles-excluded: {java-3.9: no}\n",
            "3:21: ", "java-3.9 is the scenario's own profile");

        // -- the cluster --
        inFile("too many brokers", "cluster: {brokers: 10001}\n",
            "3:20: ", "brokers: 10001 is out of range; expected a whole number from 1 to 10000");
        inFile("a number of many digits", "cluster: {brokers: 99999999999999999999999}\n",
            "3:20: ", "is out of range; expected a whole number from 1 to 10000");
        inFile("a broker id twice", "cluster:\n  brokers:\n    - {id: 1}\n    - {id: 1}\n",
            "6:7: ", "there is a broker 1 already");
        inFile("an address twice", "cluster:\n  brokers:\n    - {id: 1, port: 9092}\n    - {id: 2, port: 9092}\n",
            "6:7: ", "another broker listens on localhost:9092 already");
        inFile("an unknown broker key", "cluster:\n  brokers:\n    - {id: 1, racks: a}\n",
            "5:15: ", "a broker has no 'racks'; did you mean 'rack'?");
        inFile("a leader that is not there", "cluster:\n  topics:\n    t4: {leaders: [0, 1, 5]}\n",
            "5:26: ", "leaders: there is no broker 5; the cluster has 0, 1, 2");
        inFile("leaders for other partitions", "cluster:\n  topics:\n    t4: {partitions: 2, leaders: [0, 1, 2]}\n",
            "5:34: ", "leaders: expected a list with one entry for each of the 2 partitions, found 3 entries");
        inFile("a leader without a replica", "cluster:\n  topics:\n    t4: {leaders: [0], replicas: [[1, 2]]}\n",
            "5:35: ", "the leader of partition 0, broker 0, is not among them");
        inFile("more replicas than brokers", "cluster: {topics: {t4: {replication: 4}}}\n",
            "3:38: ", "replication: 4 is out of range; expected a whole number from 1 to 3");
        inFile("a topic name that Kafka refuses", "cluster: {topics: {'a b': 1}}\n",
            "3:20: ", "expected a topic name of letters, digits");
        inFile("a broker setting with a slip", "cluster: {config: {connection.max.idle.ms: 5}}\n",
            "3:20: ", "connections.max.idle.ms");
        inFile("a broker setting of the wrong form", "cluster: {config: {connections.max.idle.ms: never}}\n",
            "3:45: ", "connections.max.idle.ms");
        inFile("an unknown request", "cluster: {api-versions: {FETHC: [0, 1]}}\n", "3:26: ", "did you mean 'FETCH'?");
        inFile("versions the wrong way round", "cluster: {api-versions: {FETCH: [4, 1]}}\n",
            "3:37: ", "1 is out of range; expected a whole number from 4 to 99");
        inFile("an unknown version", "cluster: {version: 2.4}\n",
            "3:20: ", "version: expected 2.1, 2.2, 2.3, 2.8, 3.9 or 4.0, found '2.4'");
        inFile(
            "a pause of no time", "actions: [{at: 1s, do: pause-client, client: c, for: 0s}]\n", "3:54: ", "for: ");
        // Where it stands, and not at the client whose bootstrap.servers it gets into.
        inFile("a broker's host that is none", "cluster: {brokers: [{host: 'a b'}]}\n", "3:28: ",
            "host: expected the name of a host or its address, such as kafka-1.example, 10.0.0.1 or ::1, found 'a "
            "b'");
        inFile("the brokers' host that is none", "cluster: {brokers: {host: 'a,b-{id}'}}\n",
            "3:27: ", "found 'a,b-{id}'");
        inFile("a name with an address that is none", "cluster: {}\nnetwork: {dns: {'a b': [10.0.0.1]}}\n",
            "4:17: ", "dns: expected the name of a host");
        inFile("an address that is none", "network: {dns: {a: [10.0.0.1, 'b c']}}\n", "3:31: ", "found 'b c'");
        inFile("a name that is none", "network: {unresolvable: 'b c'}\n", "3:25: ", "found 'b c'");
        inFile("an advertised address that is none", "cluster: {brokers: [{advertised: 'a:b:c'}]}\n",
            "3:34: ", "advertised: expected host:port such as kafka-1.example:9092");

        // -- the network --
        inFile("an unknown network key", "network: {latencey: 5ms}\n",
            "3:11: ", "network has no 'latencey'; did you mean 'latency'?");
        inFile("a share above one", "network: {loss: 1.5}\n",
            "3:17: ", "loss: expected a share from 0 to 1 such as 0.01, or 1%, found '1.5'");
        inFile("bandwidth without a unit", "network: {bandwidth: 100}\n",
            "3:22: ", "bandwidth: expected 1kbit/s to 1000Gbit/s such as 100Mbit/s");
        inFile("a link of nobody", "network: {links: [{client: q}]}\n",
            "3:28: ", "client: expected a client's name, *, c or p, found 'q'");
        inFile("a name with and without address", "network: {dns: {a: 10.0.0.1}, unresolvable: [a]}\n",
            "3:45: ", "'a' has an address under dns");

        // -- clients --
        row("a client without kind", "connscope: 1\nclients:\n  - name: x\n",
            "3:5: ", "a client needs a kind: producer, consumer or admin");
        row("an unknown kind", "connscope: 1\nclients: [{kind: publisher}]\n",
            "2:18: ", "kind: expected producer, consumer or admin, found 'publisher'");
        row("a name twice", "connscope: 1\nclients: [{kind: admin, name: a}, {kind: admin, name: a}]\n",
            "2:35: ", "there is a client 'a' already");
        row("a name with a dot", "connscope: 1\nclients: [{kind: admin, name: a.b}]\n",
            "2:31: ", "name: expected letters, digits, '-' and '_', found 'a.b'");
        row("a reserved name", "connscope: 1\nclients: [{kind: admin, name: broker}]\n",
            "2:31: ", "'broker' means the cluster's side in settings");
        row("a client setting with a slip", "connscope: 1\nclients: [{kind: producer, config: {linger: 5}}]\n",
            "2:37: ", "linger.ms");
        row("a setting of another kind", "connscope: 1\nclients: [{kind: producer, config: {group.id: g}}]\n",
            "2:37: ", "group.id");
        row("the consumer that is not simulated",
            "connscope: 1\nprofile: java-4.0\nclients: [{kind: consumer, config: {group.id: g, group.protocol: "
            "consumer}}]\n",
            "3:36: ", "the consumer of KIP-848 is not simulated");
        row("a step behind close", "connscope: 1\nclients: [{kind: producer, script: [close, send, close]}]\n",
            "2:44: ", "the client is closed here, so this step is never run");
        row("a value out of range", "connscope: 1\nclients: [{kind: producer, config: {acks: 2}}]\n",
            "2:43: ", "acks");
        row("an unknown what-if", "connscope: 1\nclients: [{kind: admin, what-if: [reuse-by-adress]}]\n",
            "2:35: ", "did you mean 'reuse-by-address'?");
        row("bootstrap twice",
            "connscope: 1\nclients: [{kind: admin, bootstrap: 2, config: {bootstrap.servers: a:1}}]\n",
            "2:36: ", "bootstrap.servers is set under config already");
        row("too many instances", "connscope: 1\nclients: [{kind: admin, count: 6000}, {kind: admin, count: 6000}]\n",
            "2:39: ", "clients: more than 10000 instances in all");

        // -- scripts --
        row("an unknown step", "connscope: 1\nclients: [{kind: producer, script: [sned]}]\n",
            "2:37: ", "did you mean 'send'?");
        row("a step of another kind", "connscope: 1\nclients: [{kind: producer, script: [{poll: 5s}]}]\n",
            "2:38: ", "producer has no step 'poll'; its steps are wait, send");
        row("kill as a step", "connscope: 1\nclients: [{kind: producer, script: [kill]}]\n",
            "2:37: ", "write it under actions");
        row("two steps in one", "connscope: 1\nclients: [{kind: producer, script: [{wait: 1s, flush: }]}]\n",
            "2:48: ", "expected one step for each '-'");
        row("a step without its value", "connscope: 1\nclients: [{kind: producer, script: [wait]}]\n",
            "2:37: ", "wait: something is missing behind it, such as 'wait: 1s'");
        row("a value too many", "connscope: 1\nclients: [{kind: producer, script: [{flush: 1s}]}]\n",
            "2:45: ", "flush stands alone");
        row("an unknown partition",
            "connscope: 1\nclients: [{kind: producer, script: [{send: {topic: t4, partition: 3}}]}]\n",
            "2:67: ", "topic t4 has partitions 0 to 2, not 3");
        row("which topic",
            "connscope: 1\ncluster: {topics: {a: 1, b: 1}}\nclients: [{kind: producer, script: [send]}]\n",
            "3:37: ", "send: the topic is missing; the cluster has 2 topics");
        row("sending without a pause for ever",
            "connscope: 1\nclients: [{kind: producer, script: [{send: {rounds: forever}}]}]\n",
            "2:44: ", "add every");
        row("polling in no time for ever",
            "connscope: 1\nclients: [{kind: consumer, script: [{assign: t4}, {poll: {timeout: 0s}}]}]\n",
            "2:58: ", "the loop takes no time and never ends");
        row("subscribe without a group", "connscope: 1\nclients: [{kind: consumer, script: [{subscribe: t4}]}]\n",
            "2:37: ", "this step needs a group: set group.id under config, or use assign");
        row("poll before subscribe",
            "connscope: 1\nclients: [{kind: consumer, config: {group.id: g}, script: [poll]}]\n",
            "2:60: ", "poll before subscribe or assign");
        row("both subscriptions",
            "connscope: 1\nclients: [{kind: consumer, config: {group.id: g}, script: [{subscribe: t}, {poll: 1s}, "
            "{assign: [t-0]}]}]\n",
            "2:88: ", "subscribe and assign exclude each other");
        row("a partition that is none", "connscope: 1\nclients: [{kind: consumer, script: [{assign: [t5]}]}]\n",
            "2:47: ", "assign: expected topic and partition such as t4-0, found 't5'");
        row("a transaction without id", "connscope: 1\nclients: [{kind: producer, script: [begin-transaction]}]\n",
            "2:37: ", "a transaction needs transactional.id");
        row("sending outside a transaction",
            "connscope: 1\nclients: [{kind: producer, config: {transactional.id: t}, script: [send]}]\n",
            "2:68: ", "put begin-transaction before");
        row("a commit of nothing",
            "connscope: 1\nclients: [{kind: producer, config: {transactional.id: t}, script: "
            "[commit-transaction]}]\n",
            "2:68: ", "no transaction is open here");

        // -- actions --
        inFile("an action without do", "actions: [{at: 1s, broker: 1}]\n", "3:11: ", "an action needs do");
        inFile("an unknown action", "actions: [{at: 1s, do: kill-brokr, broker: 1}]\n",
            "3:24: ", "did you mean 'kill-broker'?");
        inFile("an action without a broker", "actions: [{at: 1s, do: kill-broker}]\n",
            "3:11: ", "kill-broker needs broker");
        inFile("a key of another action", "actions: [{at: 1s, do: kill-broker, broker: 1, topic: t}]\n",
            "3:48: ", "kill-broker has no 'topic'");
        inFile("an action without a time", "actions: [{do: kill-broker, broker: 1}]\n",
            "3:11: ", "an action needs at (a time) or when (a query)");
        inFile("a time and a condition", "actions: [{at: 1s, when: open, do: kill-broker, broker: 1}]\n",
            "3:26: ", "not both");
        inFile("a query with a slip", "actions: [{when: role = coordinatr, do: kill-broker, broker: 1}]\n",
            "3:25: ", "coordinator");
        inFile("a quoted query with a slip",
            "actions: [{when: \"idle > 30s and rol = data\", do: kill-broker, broker: 1}]\n",
            "3:34: ", "did you mean 'role'?");
        inFile("an instance too many", "actions: [{at: 1s, do: kill-client, client: 'c[3]'}]\n",
            "3:45: ", "client c has instances c[1] to c[2]");
        inFile("an unknown topic", "actions: [{at: 1s, do: move-leader, partition: t5-0, broker: 1}]\n",
            "3:48: ", "the cluster has no topic 't5'; did you mean 't4'?");
        inFile("times without every", "actions: [{at: 1s, times: 3, do: mark, text: x}]\n",
            "3:27: ", "times needs every");
        inFile("a step of another client's kind", "actions: [{at: 1s, do: run-steps, client: c, steps: [flush]}]\n",
            "3:54: ", "consumer has no step 'flush'");
        inFile("new settings that are wrong",
            "actions: [{at: 1s, do: recreate-client, client: c, config: {linger.ms: 5}}]\n", "3:61: ", "linger.ms");

        // -- expectations --
        inFile("nothing expected", "expect: [{client: c}]\n", "3:10: ", "this expects nothing");
        inFile(
            "an unknown role", "expect: [{opened-by-role: {bootstrp: 1}}]\n", "3:28: ", "did you mean 'bootstrap'?");
        inFile("an unknown rule", "expect: [{closed-by-rule: {client idle expiri: 1}}]\n",
            "3:28: ", "did you mean 'client idle expiry'?");
        inFile("a range that is none", "expect: [{opened: many}]\n",
            "3:19: ", "opened: expected a number, or a range such as 2..4 or 2.. (at least 2), found 'many'");
        inFile("an empty range", "expect: [{opened: 4..2}]\n", "3:19: ", "the range '4..2' is empty");
        inFile("a count with a slip", "expect: [{count: {kind = redy: 1}}]\n", "3:26: ", "ready");
        inFile("nodes that are none", "expect: [{nodes: [a]}]\n", "3:19: ", "nodes: expected a whole number");
    }

    void badFiles()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, part);
        const auto errors = errorsOf(yaml.toStdString());
        QVERIFY2(!errors.empty(), "nothing was wrong with it");
        const QByteArray first = QByteArray::fromStdString(errors.front());
        QVERIFY2(first.startsWith(place), first.constData());
        QVERIFY2(first.contains(part), first.constData());
    }

    void severalMistakesAreReportedAtOnce()
    {
        const auto errors = errorsOf("connscope: 1\nuntil: soon\ncluster: {brokers: 0}\nclients: [{kind: "
                                     "producr}]\nactions: [{do: mark, text: x}]\n");
        QCOMPARE(errors.size(), std::size_t {4});
        QVERIFY(errors[0].substr(0, 2) == "2:" && errors[1].substr(0, 2) == "3:" && errors[2].substr(0, 2) == "4:"
            && errors[3].substr(0, 2) == "5:");
    }

    void notMoreThanFiftyAreReported()
    {
        std::string yaml = "connscope: 1\nclients: [{kind: producer}]\nexpect:\n";
        for (int i = 0; i < 500; ++i)
            yaml += "  - {opened: many}\n";
        QCOMPARE(errorsOf(yaml).size(), std::size_t {50});
    }
};

QTEST_GUILESS_MAIN(tst_ScenarioErrors)
#include "tst_scenarioerrors.moc"
