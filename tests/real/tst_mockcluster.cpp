// SPDX-License-Identifier: GPL-3.0-or-later
// Our own clients against librdkafka's mock cluster: brokers that somebody else wrote, in every run of the tests. What the
// mock does its own way is arranged in the scenario, so that nothing is compared more loosely than with our own brokers:
// - its node ids begin at 1, and its ports are any;
// - the first member of a group waits three seconds, as with group.initial.rebalance.delay.ms=3000;
// - JOIN_GROUP versions 4 and 5 are offered and do without MEMBER_ID_REQUIRED (KIP-394), so they are not offered here;
// - LIST_OFFSETS answers of version 4 and 5 have four bytes too many (librdkafka 2.0.2), so neither are these;
// - with an error, SYNC_GROUP and FIND_COORDINATOR answer null where no version allows it, which Java's clients refuse, too. A
//   member whose SYNC_GROUP comes after the leader's meets such an error, so a group has one member here and three in tst_kafka.
#include "loopback.h"
#include "placement.h"
#include "scenario/overrides.h"
#include "scenario/writer.h"
#include "told.h"
#include "trace/jsonl.h"

#include <QFile>
#include <QTest>

#include <map>
#include <memory>

using namespace connscope;
using namespace connscope::test;

namespace {

/// The mock as a process.
class MockCluster {
public:
    explicit MockCluster(int brokers)
    {
        m_program.start(
            QCoreApplication::applicationDirPath() + QStringLiteral("/mockcluster"), {QString::number(brokers)});
        const QByteArray key = "bootstrap.servers=";
        if (!m_program.waitForOutput(key, 20'000)
            || !waitUntil([this] { return !m_program.lines().isEmpty(); }, 5'000))
            throw std::runtime_error("the mock cluster did not start: " + m_program.err().toStdString());
        m_servers = m_program.lines().first().mid(key.size());
        order("versions 11 0 3");
        order("versions 2 0 3");
    }
    ~MockCluster() { m_program.closeInput(); }

    const QByteArray& servers() const { return m_servers; }
    /// A command that must be obeyed (std::runtime_error).
    void order(const QByteArray& command)
    {
        m_program.write(command + '\n');
        if (!m_program.waitForOutput("ok " + command + '\n', 10'000))
            throw std::runtime_error("the mock cluster did not do what was said: " + command.toStdString() + ": "
                + m_program.out().right(200).toStdString());
    }
    /// Topics, leaders and coordinators as \a scenario has them.
    void arrange(const scenario::Scenario& scenario)
    {
        for (const broker::TopicSpec& topic : scenario.cluster.topics) {
            const QByteArray name = QByteArray::fromStdString(topic.name);
            order("topic " + name + ' ' + QByteArray::number(topic.partitions.size()) + " 1");
            for (std::size_t i = 0; i < topic.partitions.size(); ++i)
                order("leader " + name + ' ' + QByteArray::number(i) + ' '
                    + QByteArray::number(topic.partitions[i].leader.value));
        }
        for (const auto& [group, broker] : scenario.cluster.groupCoordinators)
            order("coordinator group " + QByteArray::fromStdString(group) + ' ' + QByteArray::number(broker.value));
        for (const auto& [id, broker] : scenario.cluster.transactionCoordinators)
            order(
                "coordinator transaction " + QByteArray::fromStdString(id) + ' ' + QByteArray::number(broker.value));
    }

private:
    Program m_program;
    QByteArray m_servers;
};

} // namespace

class MockClusterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void theSimulationTellsWhatHappenedOnTheMock_data();
    void theSimulationTellsWhatHappenedOnTheMock();
    void anotherCoordinatorIsAnotherStory();
    void aGroupReadsEachRecordOnceAndGoesOnWhereItStopped();
    void transactionsAreCommittedAndAborted();
    void theVersionsAreThoseThatBothHave();
    void whatABrokerRefusesOnceIsAskedAgain();
    void aBrokerThatWasAwayLosesNothing();

private:
    struct Both {
        std::unique_ptr<MockCluster> cluster;
        Program program;
    };
    QString writeFile(const QString& name, const std::string& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
            throw std::runtime_error("cannot write " + file.fileName().toStdString());
        return file.fileName();
    }
    /// The trace of a scenario that is played on the mock.
    Told play(MockCluster& cluster, const std::string& text, const QString& until = QStringLiteral("10s"));

    QTemporaryDir m_folder;
    std::map<QString, std::unique_ptr<Both>> m_both;
};

namespace {

struct Case {
    const char* name;
    const char* until;
    std::vector<const char*> settings; ///< idle limits of minutes become seconds
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> kCases {
        {"13-three-kinds", "12s", {}},
        {"14-five-partitions-four-brokers", "10s", {}},
        {"15-first-kind-abandoned", "15s", {"*.connections.max.idle.ms=5000"}},
    };
    return kCases;
}

/// What stands before the clients of a scenario with one topic.
const std::string kOneTopic = "connscope: 1\nprofile: java-3.9\ncluster: {topics: {t4: {partitions: 3}}}\nclients:\n";

Software mock() { return {protocol::kV2_1, {{"group.initial.rebalance.delay.ms", "3000"}}}; }

} // namespace

void MockClusterTest::theSimulationTellsWhatHappenedOnTheMock_data()
{
    QTest::addColumn<QString>("name");
    for (const Case& c : cases()) {
        const QString name = QLatin1String(c.name);
        QTest::newRow(c.name) << name;
        // All of them at once: each has a cluster of its own and needs its seconds.
        auto both = std::make_unique<Both>();
        const int brokers = name.startsWith(QLatin1String("14")) ? 4 : 3;
        both->cluster = std::make_unique<MockCluster>(brokers);
        const auto scenario = placedScenario(c.name, placesOf(both->cluster->servers().toStdString(), 1), mock());
        both->cluster->arrange(scenario);
        QStringList arguments {QStringLiteral("run"),
            writeFile(name + QStringLiteral(".yaml"), scenario::writeScenario(scenario)), QStringLiteral("--both"),
            QStringLiteral("--bootstrap-server"), QString::fromLatin1(both->cluster->servers().split(',').first()),
            QStringLiteral("--until"), QLatin1String(c.until)};
        // The mock keeps the coordinator of this very group where the scenario has it.
        arguments << QStringLiteral("--set") << QStringLiteral("*.group.id=test");
        for (const char* setting : c.settings)
            arguments << QStringLiteral("--set") << QLatin1String(setting);
        both->program.start(livePath(), arguments);
        m_both[name] = std::move(both);
    }
}

void MockClusterTest::theSimulationTellsWhatHappenedOnTheMock()
{
    QFETCH(QString, name);
    Program& program = m_both.at(name)->program;
    const int status = program.finish(120'000);
    const QByteArray said = program.out() + program.err();
    qInfo("%s", said.constData());
    QVERIFY2(status == 0, said.constData());
    QVERIFY(said.contains("They agree"));
}

/// Else the comparison above would say nothing.
void MockClusterTest::anotherCoordinatorIsAnotherStory()
{
    MockCluster cluster(3);
    auto scenario = placedScenario("13-three-kinds", placesOf(cluster.servers().toStdString(), 1), mock());
    cluster.arrange(scenario);
    scenario.cluster.groupCoordinators.at("test") = BrokerId {1};
    Program program;
    program.start(livePath(),
        {QStringLiteral("run"), writeFile(QStringLiteral("other.yaml"), scenario::writeScenario(scenario)),
            QStringLiteral("--both"), QStringLiteral("--bootstrap-server"),
            QString::fromLatin1(cluster.servers().split(',').first()), QStringLiteral("--set"),
            QStringLiteral("*.group.id=test"), QStringLiteral("--until"), QStringLiteral("5s")});
    QCOMPARE(program.finish(120'000), 1);
    QVERIFY2(program.out().contains("connection 1 to node 2147483644"), program.out().constData());
}

Told MockClusterTest::play(MockCluster& cluster, const std::string& text, const QString& until)
{
    const QString trace = m_folder.filePath(QStringLiteral("trace.jsonl"));
    QFile::remove(trace);
    const QString file = writeFile(QStringLiteral("played.yaml"), text);
    Program program;
    program.start(livePath(),
        {QStringLiteral("run"), file, QStringLiteral("--real"), QStringLiteral("--bootstrap-server"),
            QString::fromLatin1(cluster.servers()), QStringLiteral("--allow-writes"), QStringLiteral("--until"),
            until, QStringLiteral("--format"), QStringLiteral("jsonl"), QStringLiteral("-o"), trace});
    if (const int status = program.finish(60'000); status != 0)
        throw std::runtime_error("status " + std::to_string(status) + ": " + program.err().toStdString());
    const auto read = trace::readJsonlFile(trace.toStdString());
    if (!read)
        throw std::runtime_error(read.error().toString());
    Told told = tell(read->trace);
    if (!told.protocolErrors.empty())
        throw std::runtime_error("protocol error: " + told.protocolErrors.front());
    return told;
}

void MockClusterTest::aGroupReadsEachRecordOnceAndGoesOnWhereItStopped()
{
    MockCluster cluster(3);
    for (const std::string& codec : codecs())
        cluster.order("topic t-" + QByteArray::fromStdString(codec) + " 3 1");
    const Told first = play(cluster, groupsByCodec(1, 34, "9s"), QStringLiteral("14s"));
    QVERIFY2(first.errors.empty(), first.errorWords().c_str());
    QVERIFY(first.isClosed);
    for (const std::string& codec : codecs())
        QVERIFY2(first.recordsOf("reader-" + codec) == 10'200, codec.c_str());
    const Told second
        = play(cluster, groupsByCodec(1, 3, "9s"), QStringLiteral("14s")); // the same groups, another day
    QVERIFY2(second.errors.empty(), second.errorWords().c_str());
    for (const std::string& codec : codecs())
        QVERIFY2(second.recordsOf("reader-" + codec) == 900, codec.c_str());
}

void MockClusterTest::transactionsAreCommittedAndAborted()
{
    MockCluster cluster(3);
    cluster.order("topic t4 3 1");
    cluster.order("coordinator transaction tx 2");
    const Told told = play(cluster,
        kOneTopic
            + "  - {name: producer, kind: producer, config: {transactional.id: tx}, script: [begin-transaction, "
              "send: t4, "
              "send-offsets: {group: g, topic: t4}, commit-transaction, begin-transaction, send: {topic: t4, "
              "partition: 2}, "
              "flush, abort-transaction, close]}\n");
    QVERIFY(told.isClosed);
    QCOMPARE(
        told.transactions, (std::vector<std::string> {"begin", "commit", "complete", "begin", "abort", "complete"}));
    QCOMPARE(told.answers.at(ApiKey::InitProducerId), 1);
    QCOMPARE(told.answers.at(ApiKey::EndTxn), 2);
    QCOMPARE(told.answers.at(ApiKey::AddOffsetsToTxn), 1);
    QCOMPARE(told.answers.at(ApiKey::TxnOffsetCommit), 1);
    QVERIFY(told.answers.at(ApiKey::AddPartitionsToTxn) >= 2);
}

void MockClusterTest::theVersionsAreThoseThatBothHave()
{
    MockCluster cluster(3);
    cluster.order("topic t4 3 1");
    const std::map<ApiKey, int> greatest {{ApiKey::Produce, 3}, {ApiKey::Fetch, 4}, {ApiKey::ListOffsets, 1},
        {ApiKey::Metadata, 1}, {ApiKey::OffsetCommit, 2}, {ApiKey::OffsetFetch, 1}, {ApiKey::FindCoordinator, 0},
        {ApiKey::JoinGroup, 1}, {ApiKey::SyncGroup, 0}, {ApiKey::Heartbeat, 0}, {ApiKey::LeaveGroup, 0},
        {ApiKey::InitProducerId, 0}};
    for (const auto& [api, version] : greatest)
        cluster.order("versions " + QByteArray::number(static_cast<int>(api)) + " 0 " + QByteArray::number(version));
    const Told told = play(cluster,
        kOneTopic
            + "  - {name: producer, kind: producer, script: [send: {topic: t4, records: 50, rounds: 4, every: 50ms}, "
              "close]}\n"
              "  - {name: reader, kind: consumer, config: {group.id: readers, auto.offset.reset: earliest, "
              "heartbeat.interval.ms: 500}, script: [subscribe: t4, poll: 5s, close]}\n");
    QVERIFY(told.versionsRefused > 0);
    QCOMPARE(told.allRecords(), std::int64_t {600});
    for (const auto& [api, version] : greatest) {
        QVERIFY2(told.versions.contains(api), std::string(apiName(api)).c_str());
        QVERIFY2(told.versions.at(api) == version, std::string(apiName(api)).c_str());
    }
}

void MockClusterTest::whatABrokerRefusesOnceIsAskedAgain()
{
    MockCluster cluster(3);
    cluster.order("topic t4 3 1");
    cluster.order("error 0 6 7"); // PRODUCE: NOT_LEADER_OR_FOLLOWER, REQUEST_TIMED_OUT
    cluster.order("error 9 14"); // OFFSET_FETCH: COORDINATOR_LOAD_IN_PROGRESS
    const Told told = play(cluster,
        kOneTopic
            + "  - {name: producer, kind: producer, config: {enable.idempotence: true}, script: [send: {topic: t4, "
              "records: "
              "20, rounds: 5, every: 50ms}, flush, close]}\n"
              "  - {name: reader, kind: consumer, config: {group.id: readers, auto.offset.reset: earliest}, "
              "script: [subscribe: t4, poll: 6s, close]}\n");
    QCOMPARE(told.allRecords(), std::int64_t {300});
    std::size_t refused = 0;
    for (const auto& [name, count] : told.errors)
        refused += static_cast<std::size_t>(count);
    QVERIFY2(refused == 3, told.errorWords().c_str());
}

void MockClusterTest::aBrokerThatWasAwayLosesNothing()
{
    MockCluster cluster(3);
    cluster.order("topic t4 3 1");
    const QString trace = m_folder.filePath(QStringLiteral("away.jsonl"));
    Program program;
    program.start(livePath(),
        {QStringLiteral("run"),
            writeFile(QStringLiteral("away.yaml"),
                kOneTopic
                    + "  - {name: producer, kind: producer, config: {reconnect.backoff.max.ms: 200}, script: [send: "
                      "{topic: "
                      "t4, records: 1, every: 20ms, rounds: 300}, flush, close]}\n"
                      "  - {name: reader, kind: consumer, config: {group.id: readers, auto.offset.reset: earliest, "
                      "reconnect.backoff.max.ms: 200}, script: [subscribe: t4, poll: 11s, close]}\n"),
            QStringLiteral("--real"), QStringLiteral("--bootstrap-server"), QString::fromLatin1(cluster.servers()),
            QStringLiteral("--allow-writes"), QStringLiteral("--until"), QStringLiteral("15s"),
            QStringLiteral("--format"), QStringLiteral("jsonl"), QStringLiteral("-o"), trace});
    waitUntil([&] { return !program.isRunning(); }, 4'500); // the group has met
    QVERIFY(program.isRunning());
    cluster.order("down 2");
    waitUntil([&] { return !program.isRunning(); }, 1'000);
    cluster.order("up 2");
    QCOMPARE(program.finish(60'000), 0);
    const auto read = trace::readJsonlFile(trace.toStdString());
    QVERIFY(read);
    const Told told = tell(read->trace);
    QVERIFY2(told.protocolErrors.empty(), told.protocolErrors.empty() ? "" : told.protocolErrors.front().c_str());
    // Not exactly: the mock takes a batch again whose answer was lost, for it does not look at sequence numbers.
    QVERIFY2(told.allRecords() >= 900, std::to_string(told.allRecords()).c_str());
}

QTEST_GUILESS_MAIN(MockClusterTest)
#include "tst_mockcluster.moc"
