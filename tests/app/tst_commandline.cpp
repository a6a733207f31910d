// SPDX-License-Identifier: GPL-3.0-or-later
// The program as others see it: a process with arguments, two streams and an exit status.
#include "app/process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace connscope::test;

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.reset(new QTemporaryDir);
        QVERIFY(m_folder->isValid());
    }

    void helpAndVersionAreData_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("--help") << QByteArray("--help") << QByteArray("Shows every TCP connection of a Kafka client");
        QTest::newRow("--version") << QByteArray("--version") << QByteArray("connscope ");
        QTest::newRow("run") << QByteArray("run --help") << QByteArray("Usage: connscope run [options] SCENARIO\n");
        QTest::newRow("check") << QByteArray("check --help")
                               << QByteArray("Usage: connscope check [options] FILE…\n");
        QTest::newRow("rules") << QByteArray("rules") << QByteArray("start of the scenario\n");
    }
    void helpAndVersionAreData()
    {
        QFETCH(QByteArray, arguments);
        QFETCH(QByteArray, begins);
        const Outcome outcome = connscope_(words(arguments.constData()));
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.startsWith(begins), outcome.out.constData());
        QCOMPARE(outcome.err, QByteArray());
    }

    void aClientThatCannotBeConstructedIsToldEverywhere()
    {
        const char* const kReason = "No resolvable bootstrap urls given in bootstrap.servers";
        const auto run = [&](const char* format) {
            return connscope_({QStringLiteral("run"), QStringLiteral("13"), QStringLiteral("--set"),
                QStringLiteral("*.bootstrap.servers=nohost:9092"), QStringLiteral("--format"),
                QLatin1String(format)});
        };
        const Outcome summary = run("summary");
        QCOMPARE(summary.status, 0);
        QVERIFY2(summary.err.contains("warning: ") && summary.err.contains(kReason), summary.err.constData());
        QVERIFY2(summary.out.contains(QByteArray("1 client not constructed:  consumer-1: ") + kReason),
            summary.out.constData());
        const Outcome log = run("log");
        QVERIFY2(
            log.out.contains("WARN Couldn't resolve server nohost:9092 from bootstrap.servers"), log.out.constData());
        QVERIFY2(log.out.contains("KafkaException: Failed to construct kafka consumer\nCaused by: "
                                  "org.apache.kafka.common.config.ConfigException: "
                     + QByteArray(kReason) + '\n'),
            log.out.constData());
        QVERIFY(run("why").out.contains("Why it was not constructed:"));
        QVERIFY(run("findings").out.startsWith("Fault: A client was not constructed (not-constructed)\n"));
        const QString file = write("connscope: 1\nclients: [{kind: producer, config: {bootstrap.servers: ''}}]\n");
        const Outcome check = connscope_({QStringLiteral("check"), file});
        QCOMPARE(check.status, 0);
        QVERIFY2(check.err.contains("warning: client producer cannot be constructed"), check.err.constData());
    }
    void theLogWarnsOfAnAddressBeforeTheConstructorIsDone()
    {
        const QString file
            = write("connscope: 1\nuntil: 2s\nnetwork: {unresolvable: [nohost]}\n"
                    "clients: [{kind: producer, config: {bootstrap.servers: 'nohost:9092,localhost:9092'}}, "
                    "{kind: consumer, config: {group.id: g, bootstrap.servers: 'nohost:9092,localhost:9092'}}]\n");
        const QByteArray log
            = connscope_({QStringLiteral("run"), file, QStringLiteral("--format"), QStringLiteral("log")}).out;
        QCOMPARE(log.count("Couldn't resolve server nohost:9092"), 2);
        const qsizetype first = log.indexOf("Couldn't resolve server");
        const qsizetype second = log.indexOf("Couldn't resolve server", first + 1);
        QVERIFY2(first < log.indexOf("Starting Kafka producer I/O thread"), log.constData());
        QVERIFY(log.indexOf("Initializing the Kafka consumer") < second);
        QVERIFY(second < log.indexOf("Kafka consumer initialized"));
    }
    void theLogNamesTheMemberThatLeaves()
    {
        const QString file
            = write("connscope: 1\nprofile: java-2.3\nuntil: 20s\ncluster: {topics: {t4: 3}}\n"
                    "clients: [{kind: consumer, config: {group.id: test}, script: [subscribe: t4, poll: 10s, "
                    "close]}]\n");
        const QByteArray log
            = connscope_({QStringLiteral("run"), file, QStringLiteral("--format"), QStringLiteral("log")}).out;
        const qsizetype joined = log.indexOf("member_id=consumer-1-");
        QVERIFY2(joined > 0, log.constData());
        const QByteArray member = log.mid(joined + 10, log.indexOf(',', joined) - joined - 10);
        QVERIFY2(log.contains("Member " + member + " sending LeaveGroup request to coordinator"), log.constData());
        QVERIFY2(log.contains("LEAVE_GROUP {group_id=test,member_id=" + member + '}'), log.constData());
    }
    void theLogTellsWhatAnswersSaidBeforeWhatFollows_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QByteArray>("join");
        QTest::addColumn<QByteArray>("offsets");
        QTest::newRow("2.3") << QByteArray("java-2.3") << QByteArray("AbstractCoordinator:532")
                             << QByteArray("Fetcher:961");
        QTest::newRow("3.9") << QByteArray("java-3.9") << QByteArray("ConsumerCoordinator:646")
                             << QByteArray("OffsetFetcherUtils:133");
    }
    void theLogTellsWhatAnswersSaidBeforeWhatFollows()
    {
        QFETCH(QByteArray, profile);
        QFETCH(QByteArray, join);
        QFETCH(QByteArray, offsets);
        const QByteArray log = connscope_(words(("run 13 --format log --profile " + profile).constData())).out;
        const QList<QByteArray> lines = log.split('\n');
        const auto lineOf = [&](const QByteArray& begin, const QByteArray& end) {
            for (qsizetype i = 0; i < lines.size(); ++i) {
                if (lines[i].contains(begin) && lines[i].contains(end))
                    return i;
            }
            return qsizetype {-1};
        };
        const qsizetype joined = lineOf("Received successful JoinGroup response: ", join);
        QVERIFY2(joined > 0, log.constData());
        QVERIFY(joined < lineOf("Sending leader SyncGroup", "") || profile == "java-2.3");
        for (const char* partition : {"t4-0", "t4-1", "t4-2"}) {
            const qsizetype handled = lineOf(
                QByteArray("Handling ListOffsetResponse response for ") + partition + ". Fetched offset ", offsets);
            const qsizetype reset = lineOf(QByteArray("Resetting offset for partition ") + partition, "");
            QVERIFY2(handled > 0 && handled < reset, partition);
        }
    }
    void securityOfASimulationIsSaidToChangeNothing()
    {
        const Outcome outcome = connscope_(words("run 13 --set *.security.protocol=SSL"));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err.count("security.protocol=SSL changes nothing in a simulation"), 1);
        QCOMPARE(connscope_(words("run 13")).err, QByteArray());
    }
    void aPipeIsReadAsAScenario()
    {
        const QString command = QStringLiteral("echo '{connscope: 1, clients: [{kind: producer}]}' | '%1' run %2");
        const Outcome dash = shell(command.arg(program(), QStringLiteral("-")));
        QVERIFY2(dash.status == 0 && dash.out.contains("connection"), dash.err.constData());
        const Outcome device = shell(command.arg(program(), QStringLiteral("/dev/stdin")));
        QCOMPARE(device.out, dash.out);
        const Outcome folder = connscope_({QStringLiteral("run"), m_folder->path()});
        QCOMPARE(folder.status, 1);
        QVERIFY(folder.err.contains("this is not a file"));
    }
    void aTraceIsToldByItsContentWhateverStandsBeforeIt()
    {
        const QString name = m_folder->filePath(QStringLiteral("t.jsonl"));
        QCOMPARE(connscope_({QStringLiteral("run"), QStringLiteral("13"), QStringLiteral("--format"),
                                QStringLiteral("jsonl"), QStringLiteral("-o"), name})
                     .status,
            0);
        const Outcome plain = connscope_({QStringLiteral("findings"), name});
        const QByteArray bytes = content(name);
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\xef\xbb\xbf" + bytes);
        file.close();
        const Outcome marked = connscope_({QStringLiteral("findings"), name});
        QCOMPARE(marked.status, 0);
        QCOMPARE(marked.out, plain.out);
        QVERIFY(file.open(QIODevice::WriteOnly)); // empty now
        file.close();
        const Outcome empty = connscope_({QStringLiteral("findings"), name});
        QCOMPARE(empty.status, 1);
        QVERIFY2(empty.err.contains("the file is empty; a trace begins with a header line"), empty.err.constData());
    }
    void aSettingThatNoBrokerWillReadIsWarnedOf_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<bool>("isWarned");
        QTest::newRow("read at the start") << QByteArray("connections.max.idle.ms: 1000}}") << true;
        QTest::newRow("the broker starts later")
            << QByteArray("connections.max.idle.ms: 1000}}, {at: 6s, do: restart-broker, broker: 1}") << false;
        QTest::newRow("the broker started before")
            << QByteArray("connections.max.idle.ms: 1000}}, {at: 4s, do: restart-broker, broker: 1}") << true;
        QTest::newRow("another broker starts later")
            << QByteArray("connections.max.idle.ms: 1000}}, {at: 6s, do: restart-broker, broker: 0}") << true;
        QTest::newRow("taken over at once") << QByteArray("max.connections: 10}}") << false;
    }
    void aSettingThatNoBrokerWillReadIsWarnedOf()
    {
        QFETCH(QByteArray, action);
        QFETCH(bool, isWarned);
        const QString file = write("connscope: 1\nuntil: 10s\ncluster: {brokers: 3}\nclients: [{kind: producer}]\n"
                                   "actions: [{at: 5s, do: set-broker-config, broker: 1, config: {"
            + action + "]\n");
        const Outcome outcome = connscope_({QStringLiteral("check"), file});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err.contains("a broker reads connections.max.idle.ms only when it starts"), isWarned);
    }
    void aLastUseAfterTheCloseIsMarked()
    {
        const QByteArray table = connscope_(words("run 10 --format connections")).out;
        QVERIFY2(table.contains("* later than closed:"), table.constData());
        QVERIFY2(table.contains("305.002*"), table.constData());
        const QByteArray plain = connscope_(words("run 13 --format connections")).out;
        QVERIFY2(!plain.contains('*'), plain.constData());
        QVERIFY(connscope_(words("run 10 --format markdown --lang zh")).out.contains("\\* 晚于关闭"));
    }

    void usageMistakesSayWhatWasMeant_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* arguments, const char* message) {
            QTest::newRow(arguments) << QByteArray(arguments) << QByteArray(message);
        };
        row("rnu 13", "'rnu' is no command of connscope; did you mean 'run'?");
        row("scenario.yaml", "'scenario.yaml' is no command of connscope, and there is no such file");
        row("--verson", "'--verson' is no option of connscope; did you mean '--version'?");
        row("run", "which scenario? Name a file, or one of those that come with the program: 01-producer-start,");
        row("run 13 14", "one scenario at a time: '14' is one too many");
        row("run 13 --sede 1", "there is no option '--sede'; did you mean '--seed'?");
        row("run 13 --fromat events", "there is no option '--fromat'; did you mean '--format'?");
        row("run 13 --seed -1", "--seed: '-1' is no seed; expected a whole number from 0 to 18446744073709551615");
        row("run 13 --seed 18446744073709551616", "is no seed");
        row("check 13 --seed 2", "--seed goes with --run");
        row("run 13 --seed", "--seed: its value is missing");
        row("run 13 --set nosuch.group.id=x",
            "there is no client 'nosuch' in this scenario; names are *, broker.N, cluster or consumer-1.");
        row("run 13 --set =1", "--set: expected NAME.KEY=VALUE, such as consumer-1.connections.max.idle.ms=60000");
        row("run 13 --until 9x", "--until: '9x'");
        row("run 13 --until 0s", "--until: '0s' is out of range");
        row("run 13 --until 9000h", "--until: '9000h' is out of range");
        row("run 13 --until 9999999999d",
            "--until: '9999999999d' is out of range; expected more than 0s and at most 8784h (366 days)");
        row("run 13 --profile java-3.8", "--profile: there is no profile 'java-3.8'; did you mean 'java-2.8'?");
        row("run 13 --format sumary", "--format: there is no format 'sumary'; did you mean 'summary'?");
        row("run 13 --format why --json",
            "--json goes with --format summary, connections, events or findings; why has no JSON form");
        row("run 13 --from 1s",
            "--from goes with --format events, timeline, events-csv, mermaid, plantuml, caption or alt-text; summary "
            "does not take it");
        row("run 13 --format timeline --from soon", "--from: 'soon'");
        row("run 13 --format timeline --from 2s --to 1s", "--to: '1s' is before --from");
        row("run 13 --format timeline --to 9999999999d", "--to: '9999999999d' is out of range");
        row("run 13 --format timeline --width 59", "--width: '59' is no width; expected 60 to 1000 characters");
        row("run 13 --format timeline --width wide", "--width: 'wide' is no width");
        row("run 13 --format mermaid --width 80", "--width goes with --format timeline; mermaid does not take it");
        row("run 13 --format timeline --axis linaer", "--axis: there is no 'linaer'; did you mean 'linear'?");
        row("run 13 --format timeline --lang zh --ascii", "--ascii goes with --lang en");
        row("run 13 --format caption --view sequnce", "--view: there is no 'sequnce'; did you mean 'sequence'?");
        row("run 13 --format caption --from 1s", "--from and --to go with --view timeline or sequence");
        row("run 13 --format caption --view timeline --at 1s", "--at goes with --view topology; a timeline has");
        row("run 13 --format caption --lang fr", "--lang: there is no 'fr'; expected en or zh");
        row("run 13 --set consumer-1", "--set consumer-1: ");
        row("run 13 --set consumr-1.group.id=x", "did you mean 'consumer-1'?");
        row("run 13 --set consumer-1.connections.max.idle=1", "did you mean 'connections.max.idle.ms'?");
        row("run 13 --set consumer-1.connections.max.idle.ms=soon", "connections.max.idle.ms");
        row("check", "which files?");
        row("check 13 --profile java-2.3", "--profile goes with --run");
        row("rules 1", "rules takes no arguments");
    }
    void usageMistakesSayWhatWasMeant()
    {
        QFETCH(QByteArray, arguments);
        QFETCH(QByteArray, message);
        const Outcome outcome = connscope_(words(arguments.constData()));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(message), outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
    }

    void aWindowWithoutADisplayIsRefusedWithAWayOut()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(name));
        const QString scenario
            = QString::fromStdString(connscope::test::sourcePath("resources/scenarios/13-three-kinds.yaml"));
        for (const QStringList& arguments : {QStringList(), QStringList {scenario}}) {
            const Outcome outcome = connscope_(arguments, environment);
            QCOMPARE(outcome.status, 1);
            QVERIFY2(
                outcome.err.contains("no display") && outcome.err.contains("connscope run"), outcome.err.constData());
            QCOMPARE(outcome.out, QByteArray());
        }
    }

    void aScenarioThatIsNoGoodIsStatusOne_data()
    {
        QTest::addColumn<QByteArray>("content"); // of the file; null: there is none
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("not there") << QByteArray() << QByteArray("scenario.yaml");
        QTest::newRow("empty") << QByteArray("") << QByteArray("scenario.yaml");
        QTest::newRow("no YAML") << QByteArray("a: [1,\nb: }") << QByteArray("scenario.yaml:2:");
        QTest::newRow("unknown key") << QByteArray("connscope: 1\nclient:\n  - name: a\n")
                                     << QByteArray("scenario.yaml:2:1: ");
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\x01\x00\xff",
            7) << QByteArray("scenario.yaml");
    }
    void aScenarioThatIsNoGoodIsStatusOne()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, message);
        const QString path
            = content.isNull() ? m_folder->filePath(QStringLiteral("scenario.yaml")) : file("scenario.yaml", content);
        for (const QString& verb : {QStringLiteral("run"), QStringLiteral("check")}) {
            const Outcome outcome = connscope_({verb, path});
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.err.contains(message), outcome.err.constData());
            QCOMPARE(outcome.out, QByteArray());
        }
    }
    void whatIsNoFileIsStatusOne_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << QStringLiteral("/");
        QTest::newRow("inside a file") << QString::fromStdString(connscope::test::sourcePath("README.md/x.yaml"));
        QTest::newRow("cannot be read") << QStringLiteral("/proc/self/mem");
        QTest::newRow("has no end") << QStringLiteral("/dev/zero");
    }
    void aNameThatIsNotShippedIsAnsweredWithTheNearest_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char* name, const char* answer) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(answer);
        };
        row("13-three-kind", "did you mean '13-three-kinds'?");
        row("13-tree-kinds", "did you mean '13-three-kinds'?");
        row("three-kinds", "did you mean '13-three-kinds'?");
        row("tree-kinds", "did you mean '13-three-kinds'?");
        row("12-three-kinds", "did you mean '13-three-kinds'?");
        row("1", "did you mean '01-producer-start'?");
        row("007", "did you mean '07-thousand-brokers'?");
        row("zombie", "did you mean '11-producer-zombie' or '17-consumer-zombie'?");
        row("1.yaml", "did you mean '01-producer-start'?");
        row("13-what", "did you mean '13-three-kinds'?");
        row("99", "no shipped scenario of that name; 'connscope run' alone lists them");
        row("whatever", "no shipped scenario of that name; 'connscope run' alone lists them");
    }
    void aNameThatIsNotShippedIsAnsweredWithTheNearest()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, answer);
        const Outcome outcome = connscope_({QStringLiteral("run"), QString::fromUtf8(name)});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains("there is no file '" + name + "' and no shipped scenario of that name")
                && outcome.err.contains(answer),
            outcome.err.constData());
    }
    void aFileThatIsTooLargeIsToldWithItsSize()
    {
        const QString path = file("large.yaml", "connscope: 1\n" + QByteArray(2'000'000, '#'));
        const Outcome outcome = connscope_({QStringLiteral("run"), path});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("the file has 2000013 bytes; a scenario may have at most 1048576"),
            outcome.err.constData());
    }
    void settingsThatDoNotWorkAreTold()
    {
        const Outcome old = connscope_(words("run 27 --profile java-2.1 --until 1s"));
        QCOMPARE(old.status, 0);
        QVERIFY2(old.err.contains("warning: client says-where-it-is: client.rack = b is left out: a client 2.1"),
            old.err.constData());
        const Outcome wraps
            = connscope_(words("run 13 --until 1s --set *.connections.max.idle.ms=9223372036854775807"));
        QCOMPARE(wraps.status, 0);
        QVERIFY2(wraps.err.contains("by 1000000 in 64 bits, which wraps"), wraps.err.constData());
        QCOMPARE(connscope_(words("run 05 --until 1s")).err, QByteArray());
    }
    void whatIsNoFileIsStatusOne()
    {
        QFETCH(QString, path);
        const Outcome outcome = connscope_({QStringLiteral("run"), path});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.size() > 10, outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
    }

    void aShippedScenarioHasThreeNames()
    {
        const Outcome whole = connscope_({QStringLiteral("run"),
            QString::fromStdString(connscope::test::sourcePath("resources/scenarios/13-three-kinds.yaml"))});
        QCOMPARE(whole.err, QByteArray());
        QCOMPARE(whole.status, 0);
        QVERIFY2(whole.out.contains("5 connections opened:"), whole.out.constData());
        for (const char* name : {"13", "13-three-kinds", "13-three-kinds.yaml"})
            QCOMPARE(connscope_({QStringLiteral("run"), QString::fromLatin1(name)}).out, whole.out);
    }

    void bytesAreTheSameInEveryLocaleAndTimeZone_data()
    {
        QTest::addColumn<QByteArray>("options");
        for (const char* options :
            {"--format summary", "--format summary --json", "--format connections", "--format connections --json",
                "--format events", "--format events --json", "--format why", "--format log", "--format jsonl",
                "--format timeline --width 120", "--format timeline --lang zh --axis linear",
                "--format connections-csv", "--format events-csv --to 2s", "--format markdown --lang zh",
                "--format mermaid", "--format plantuml --lang zh", "--format alt-text --lang zh"})
            QTest::newRow(options) << QByteArray(options);
    }
    void bytesAreTheSameInEveryLocaleAndTimeZone()
    {
        QFETCH(QByteArray, options);
        const QStringList arguments = words("run 13 --seed 3") + words(options.constData());
        QByteArray first;
        for (const auto& [locale, zone] : {std::pair("C", "UTC"), std::pair("de_DE.UTF-8", "Asia/Shanghai"),
                 std::pair("zh_CN.GB18030", "America/St_Johns"), std::pair("no-such-locale", "XYZ-14"),
                 std::pair("", "")}) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            for (const char* name : {"LC_ALL", "LANG", "LC_NUMERIC", "LANGUAGE"})
                environment.insert(QString::fromLatin1(name), QString::fromLatin1(locale));
            environment.insert(QStringLiteral("TZ"), QString::fromLatin1(zone));
            const Outcome outcome = connscope_(arguments, environment);
            QCOMPARE(outcome.status, 0);
            QCOMPARE(outcome.err, QByteArray()); // nor does anybody complain about the locale
            QVERIFY(outcome.out.size() > 200);
            if (first.isEmpty())
                first = outcome.out;
            QCOMPARE(outcome.out, first);
        }
    }

    void optionsReachTheRun()
    {
        const auto summary = [](const char* options) {
            const Outcome outcome = connscope_(words("run 13 --json") + words(options));
            return QJsonDocument::fromJson(outcome.out).object();
        };
        const QJsonObject plain = summary("");
        QCOMPARE(summary("--seed 77").value(QLatin1String("seed")).toInt(), 77);
        QCOMPARE(summary("--until 2s").value(QLatin1String("end_ns")).toInteger(), 2'000'000'000);
        QCOMPARE(summary("--profile course").value(QLatin1String("profile")).toString(), QStringLiteral("course"));
        // One second of idleness is allowed, the run lasts ten: the abandoned first connection is closed.
        const QJsonObject totals
            = summary("--set consumer-1.connections.max.idle.ms=1000").value(QLatin1String("totals")).toObject();
        QVERIFY(totals.value(QLatin1String("closed")).toInt()
            > plain.value(QLatin1String("totals")).toObject().value(QLatin1String("closed")).toInt());
    }
    void theLastSettingOfAKeyCounts()
    {
        const Outcome once = connscope_(words("run 13 --format jsonl --set *.connections.max.idle.ms=5000"));
        const Outcome twice = connscope_(words("run 13 --format jsonl --set consumer-1.connections.max.idle.ms=1 "
                                               "--set consumer-1.connections.max.idle.ms=5000"));
        QCOMPARE(once.status, 0);
        QCOMPARE(twice.out, once.out);
    }
    void connectionsAsJsonAreWhatTheIssueOfTheFormatSays()
    {
        const Outcome outcome = connscope_(words("run 13 --format connections --json"));
        const QJsonArray connections
            = QJsonDocument::fromJson(outcome.out).object().value(QLatin1String("connections")).toArray();
        QCOMPARE(connections.size(), 5);
        QList<qint64> nodes;
        for (const QJsonValue& connection : connections)
            nodes << connection.toObject().value(QLatin1String("node")).toInteger();
        QCOMPARE(nodes, (QList<qint64> {-1, 2147483645, 2, 0, 1}));
        for (const char* key : {"client", "node", "meaning", "role", "remote", "opened_ns", "ready_ns",
                 "last_used_ns", "closed_ns", "closer", "rule", "requests"})
            QVERIFY2(connections.first().toObject().contains(QLatin1String(key)), key);
    }

    void textsForDocumentsAreReachable()
    {
        const auto out = [](const char* arguments) {
            const Outcome outcome = connscope_(words(arguments));
            return outcome.status == 0 && outcome.err.isEmpty() ? QString::fromUtf8(outcome.out) : QString();
        };
        QCOMPARE(out("run 13 --format caption --at 3s").section(QLatin1Char(':'), 0, 0),
            QStringLiteral("Consumer consumer-1 holds five connections 3 s after the start"));
        QCOMPARE(out("run 13 --format caption --at 3s --lang zh").section(QStringLiteral("："), 0, 0),
            QStringLiteral("开始 3 秒后，消费者 consumer-1 有 5 个连接"));
        QVERIFY(out("run 13 --format alt-text --view timeline --from 1s --to 3s")
                    .startsWith(QLatin1String("Timeline from 1 s to 3 s with five lanes. ")));
        QVERIFY(out("run 13 --format mermaid --to 2s").startsWith(QLatin1String("sequenceDiagram\n")));
        QVERIFY(out("run 13 --format plantuml").endsWith(QLatin1String("@enduml\n")));
        QVERIFY(out("run 13 --format markdown").startsWith(QLatin1String("| Client ")));
        QCOMPARE(out("run 13 --format connections-csv").count(QStringLiteral("\r\n")), 6);
        QVERIFY(out("run 13 --format events-csv").startsWith(QLatin1String("id,t_ns,kind,")));
        QVERIFY(out("run 09 --format timeline").contains(QStringLiteral("┊")));
        const QString ascii = out("run 09 --format timeline --ascii --width 70");
        QVERIFY(!ascii.isEmpty());
        for (const QString& line : ascii.split(QLatin1Char('\n')))
            QVERIFY2(line.size() <= 70 && line.toUtf8().size() == line.size(), qPrintable(line));
    }
    void theTimelineIsAsWideAsTheTerminalSaysButNotInAFile()
    {
        const auto widest = [](const QByteArray& text) {
            qsizetype most = 0;
            for (const QString& line : QString::fromUtf8(text).split(QLatin1Char('\n')))
                most = std::max(most, line.size());
            return most;
        };
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("COLUMNS"), QStringLiteral("200"));
        const Outcome wide = connscope_(words("run 13 --format timeline"), environment);
        QVERIFY(widest(wide.out) > 120 && widest(wide.out) <= 200);
        const Outcome narrow = connscope_(words("run 13 --format timeline --width 60"), environment);
        QVERIFY(widest(narrow.out) <= 60);
        const QString path = m_folder->filePath(QStringLiteral("timeline.txt"));
        QCOMPARE(connscope_(words("run 13 --format timeline -o") + QStringList(path), environment).status, 0);
        QVERIFY(widest(content(path)) <= 100);
    }
    void aDiagramThatNobodyCanReadIsRefused()
    {
        const QString path = file("d.mmd", "old");
        const Outcome outcome = connscope_(words("run 29 --format mermaid -o") + QStringList(path));
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("Take a shorter range with --from and --to"), outcome.err.constData());
        QCOMPARE(content(path), QByteArray("old"));
    }

    void checkNamesEveryFileAndEveryMistake()
    {
        const QString good = file("good.yaml", "connscope: 1\nclients:\n  - kind: producer\n");
        const QString bad = file("bad.yaml", "connscope: 1\nclients:\n  - kind: produce\n    nam: x\n");
        const Outcome outcome = connscope_({QStringLiteral("check"), bad, good});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.out, good.toUtf8() + ": ok\n");
        QVERIFY2(outcome.err.contains(bad.toUtf8() + ":3:"), outcome.err.constData());
        QVERIFY2(outcome.err.contains("did you mean 'producer'?"), outcome.err.constData());
        QVERIFY2(outcome.err.contains(bad.toUtf8() + ":4:"), outcome.err.constData());
    }
    void checkRunsAndHoldsToExpectations()
    {
        const Outcome good = connscope_(words("check --run 13"));
        QCOMPARE(good.err, QByteArray());
        QCOMPARE(good.status, 0);
        QCOMPARE(good.out.count('\n'), 7); // profiles
        QVERIFY(good.out.contains("13: course: ok\n"));

        const QString wrong
            = file("wrong.yaml", "connscope: 1\nclients:\n  - kind: producer\nexpect:\n  - opened: 99\n");
        const Outcome outcome = connscope_({QStringLiteral("check"), QStringLiteral("--run"),
            QStringLiteral("--profile"), QStringLiteral("java-2.3"), wrong});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.startsWith(wrong.toUtf8() + ":5:") && outcome.err.contains("99")
                && outcome.err.contains("(java-2.3)"),
            outcome.err.constData());
    }
    void aProfileThatAScenarioExcludesIsTold()
    {
        const QString path = file(
            "some.yaml", "connscope: 1\nprofiles-excluded: {java-2.1: too old}\nclients:\n  - kind: producer\n");
        const Outcome run
            = connscope_({QStringLiteral("run"), path, QStringLiteral("--profile"), QStringLiteral("java-2.1")});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("too old"), run.err.constData());
        const Outcome check = connscope_({QStringLiteral("check"), QStringLiteral("--run"), path});
        QCOMPARE(check.status, 0);
        QVERIFY2(check.out.contains("java-2.1: not run: too old\n"), check.out.constData());
    }
    void aRunThatReachesALimitWritesWhatItHasAndIsStatusOne()
    {
        const QString path = file(
            "small.yaml", "connscope: 1\nmax-events: 100\nclients:\n  - kind: consumer\n    config: {group.id: g}\n");
        const Outcome outcome = connscope_({QStringLiteral("run"), path});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("the run stopped early: stopped at 100 events"), outcome.err.constData());
        QVERIFY2(outcome.out.contains("Stopped early:"), outcome.out.constData());
    }

private:
    /// A file of the test's folder.
    QString write(const QByteArray& text) { return file("written.yaml", text); }
    QString file(const char* name, const QByteArray& bytes)
    {
        const QString path = m_folder->filePath(QString::fromLatin1(name));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
