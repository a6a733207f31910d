// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/loader.h"
#include "support/paths.h"
#include "trace/jsonl.h"

#include <QCoreApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;
using namespace connscope::app;

namespace {

const std::atomic<bool> kGoOn {false};
const LoadProgress kSilent = [](LoadPhase, double) {};

LoadRequest shipped(const char* name)
{
    LoadRequest out;
    out.file = test::sourcePath(std::string("resources/scenarios/") + name + ".yaml");
    return out;
}

QString write(const QTemporaryDir& dir, const char* name, const QByteArray& bytes)
{
    QFile file(dir.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return file.fileName();
}

} // namespace

class TestLoader : public QObject {
    Q_OBJECT

private slots:
    void aScenarioIsRunToItsEnd()
    {
        std::vector<double> shares;
        const LoadResult result = load(shipped("13-three-kinds"), kGoOn, [&shares](LoadPhase phase, double share) {
            if (phase == LoadPhase::Running)
                shares.push_back(share);
        });
        QVERIFY(result.errors.empty());
        QVERIFY(result.content);
        QVERIFY(result.content->scenario);
        QCOMPARE(result.content->lives.all().size(), std::size_t(5));
        QCOMPARE(result.content->until, kStart + result.content->scenario->until);
        QVERIFY(std::is_sorted(shares.begin(), shares.end()) && shares.size() > 10 && shares.back() == 1.0);
    }

    void whatIsThereInAMomentIsWaitedFor()
    {
        Loader loader;
        int finished = 0;
        connect(&loader, &Loader::finished, this, [&](const std::shared_ptr<LoadResult>& result) {
            QVERIFY(result->content);
            ++finished;
        });
        QVERIFY(loader.settleWithin(std::chrono::milliseconds(1))); // nothing runs
        loader.start(shipped("13-three-kinds"));
        QVERIFY(loader.settleWithin(std::chrono::minutes(1)));
        QCOMPARE(finished, 1); // and nobody had to go back to the event loop
        QVERIFY(!loader.isRunning());
        loader.start(shipped("29-two-hundred-consumers"));
        QVERIFY(!loader.settleWithin(std::chrono::milliseconds(0))); // that takes longer
        QTRY_COMPARE_WITH_TIMEOUT(finished, 2, 60'000);
    }

    void runInSlicesItIsTheSameTrace()
    {
        const LoadResult a = load(shipped("13-three-kinds"), kGoOn, kSilent);
        const LoadResult b = load(shipped("13-three-kinds"), kGoOn, kSilent);
        QVERIFY(trace::equal(a.content->trace, b.content->trace));
    }

    void profileSeedAndSettingsAreTaken()
    {
        LoadRequest request = shipped("13-three-kinds");
        request.profile = "java-2.1";
        request.seed = 7;
        request.settings = {"consumer-1.client.id=renamed"};
        const LoadResult result = load(request, kGoOn, kSilent);
        QVERIFY(result.content);
        QCOMPARE(result.content->trace.header().seed, std::uint64_t(7));
        QCOMPARE(result.content->names.client(ClientId {0}), std::string("renamed"));
        QCOMPARE(result.content->source.profile, std::string("java-2.1"));
    }

    void whatAFileIsIsToldByItsContent()
    {
        const QTemporaryDir dir;
        LoadResult run = load(shipped("13-three-kinds"), kGoOn, kSilent);
        std::string jsonl;
        const Instant end = run.content->until;
        QVERIFY(end > run.content->trace.end());
        QVERIFY(trace::writeJsonl(
            run.content->trace,
            [&jsonl](std::string_view block) {
                jsonl += block;
                return true;
            },
            end));
        LoadRequest request;
        request.file = write(dir, "a.yaml", QByteArray::fromStdString(jsonl)).toStdString(); // whatever its name
        const LoadResult read = load(request, kGoOn, kSilent);
        QVERIFY2(read.content, read.errors.empty() ? "" : read.errors.front().message.c_str());
        QVERIFY(!read.content->scenario);
        QVERIFY(trace::equal(read.content->trace, run.content->trace));
        QCOMPARE(toNs(read.content->until), toNs(end));
        QVERIFY(read.warnings.empty());
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << QByteArray("") << QStringLiteral("empty");
        QTest::newRow("binary") << QByteArray("\x7f\x00\x01", 3) << QStringLiteral("no text");
        QTest::newRow("another YAML") << QByteArray("a: 1\n") << QStringLiteral("connscope");
        QTest::newRow("another JSON") << QByteArray("{\"a\": 1}\n") << QString();
        QTest::newRow("cut") << QByteArray("{") << QString();
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        const QTemporaryDir dir;
        LoadRequest request;
        request.file = write(dir, "x", bytes).toStdString();
        const LoadResult result = load(request, kGoOn, kSilent);
        QVERIFY(!result.content);
        QVERIFY(!result.errors.empty());
        const QString said = QString::fromStdString(result.errors.front().toString());
        QVERIFY2(said.contains(message) && said.contains(QString::fromStdString(request.file)), qPrintable(said));
    }

    void aFileThatIsNotThereAndAFolderAreErrors()
    {
        const QTemporaryDir dir;
        for (const QString& path : {dir.filePath(QStringLiteral("no")), dir.path()}) {
            LoadRequest request;
            request.file = path.toStdString();
            QVERIFY(!load(request, kGoOn, kSilent).errors.empty());
        }
    }

    void aWrongSettingIsAnError()
    {
        LoadRequest request = shipped("13-three-kinds");
        request.settings = {"nobody.key=1"};
        const LoadResult result = load(request, kGoOn, kSilent);
        QVERIFY(!result.content);
        QVERIFY(!result.errors.empty());
    }

    void cancellingStopsItAndGivesNothing()
    {
        std::atomic<bool> cancel {false};
        const LoadResult result
            = load(shipped("29-two-hundred-consumers"), cancel, [&cancel](LoadPhase, double) { cancel = true; });
        QVERIFY(result.cancelled);
        QVERIFY(!result.content);
        QVERIFY(result.errors.empty());
    }

    void aNewerRequestTakesThePlaceOfAnOlder()
    {
        Loader loader;
        std::vector<std::string> titles;
        connect(&loader, &Loader::finished, this, [&titles](const std::shared_ptr<LoadResult>& result) {
            titles.push_back(result->content ? result->content->source.fileName.toStdString() : "none");
        });
        loader.start(shipped("29-two-hundred-consumers"));
        loader.start(shipped("13-three-kinds"));
        QTRY_COMPARE_WITH_TIMEOUT(titles.size(), std::size_t(1), 60'000);
        QVERIFY(titles.front().find("13-three-kinds") != std::string::npos);
        QVERIFY(!loader.isRunning());
    }

    void whatWasBegunAheadIsTakenUp()
    {
        Loader loader;
        std::vector<std::string> titles;
        connect(&loader, &Loader::finished, this, [&titles](const std::shared_ptr<LoadResult>& result) {
            titles.push_back(result->content ? result->content->source.fileName.toStdString() : "none");
        });
        const LoadRequest big = shipped("29-two-hundred-consumers");
        const LoadRequest small = shipped("13-three-kinds");
        loader.startAhead(small.file);
        QVERIFY(!loader.isRunning()); // nobody has asked yet
        loader.start(small);
        QVERIFY(loader.isRunning());
        QVERIFY(loader.settleWithin(std::chrono::minutes(1)));
        QCOMPARE(titles, std::vector<std::string> {small.file});
        // Something else is asked for instead, or the same with a change: that is what comes.
        loader.startAhead(big.file);
        loader.start(small);
        QVERIFY(loader.settleWithin(std::chrono::minutes(1)));
        LoadRequest changed = small;
        changed.seed = 5;
        loader.startAhead(small.file);
        loader.start(changed);
        QTRY_COMPARE_WITH_TIMEOUT(titles.size(), std::size_t(3), 60'000);
        QCOMPARE(titles.back(), small.file);
        QCOMPARE(titles[1], small.file);
    }

    void whatNobodyAsksForDoesNotCome()
    {
        Loader loader;
        int finished = 0;
        connect(&loader, &Loader::finished, this, [&finished] { ++finished; });
        const LoadRequest small = shipped("13-three-kinds");
        loader.startAhead(small.file);
        QVERIFY(loader.settleWithin(std::chrono::minutes(1))); // nothing is asked for, so nothing runs
        // The event loop may have dropped it since: it is then begun anew.
        QCoreApplication::processEvents();
        QCOMPARE(finished, 0);
        loader.start(small);
        QTRY_COMPARE_WITH_TIMEOUT(finished, 1, 60'000);
    }
};

QTEST_GUILESS_MAIN(TestLoader)
#include "tst_loader.moc"
