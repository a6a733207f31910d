// SPDX-License-Identifier: GPL-3.0-or-later
// What the program writes is whole or not there: a file, standard output, a pipe, when it is interrupted and when there is no
// memory.
#include "app/process.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace connscope::test;

class TestOutputFiles : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.reset(new QTemporaryDir);
        QVERIFY(m_folder->isValid());
    }

    void aFileIsWhatStandardOutputWouldHaveBeen()
    {
        const QString path = m_folder->filePath(QStringLiteral("out.jsonl"));
        const Outcome data = connscope_(words("run 13 --format jsonl"));
        const Outcome outcome = connscope_(words("run 13 --format jsonl -o") + QStringList(path));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(content(path), data.out);
        QCOMPARE(files(), QStringList(QStringLiteral("out.jsonl")));
    }
    void aFileIsLeftAloneWhenAnythingIsWrong_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("usage") << QByteArray("run 13 --format nothing") << 2;
        QTest::newRow("setting") << QByteArray("run 13 --set a.b=c") << 2;
        QTest::newRow("scenario") << QByteArray("run nowhere.yaml") << 1;
    }
    void aFileIsLeftAloneWhenAnythingIsWrong()
    {
        QFETCH(QByteArray, arguments);
        QFETCH(int, status);
        const QString path = file("out.txt", "old");
        const Outcome outcome = connscope_(words(arguments.constData()) + QStringList({QStringLiteral("-o"), path}));
        QCOMPARE(outcome.status, status);
        QCOMPARE(content(path), QByteArray("old"));
        QCOMPARE(files(), QStringList(QStringLiteral("out.txt")));
    }
    void aFileThatCannotBeWrittenIsStatusOne_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << QStringLiteral("/");
        QTest::newRow("no such folder") << QStringLiteral("/no/such/folder/out.txt");
        QTest::newRow("full") << QStringLiteral("/dev/full");
    }
    void aFileThatCannotBeWrittenIsStatusOne()
    {
        QFETCH(QString, path);
        const Outcome outcome = connscope_(words("run 13 -o") + QStringList(path));
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains(path.toUtf8()), outcome.err.constData());
    }

    void aReaderThatGoesAwayIsNoError()
    {
        const Outcome outcome = shell(
            QStringLiteral("set -o pipefail; '%1' run 13 --until 10m --format events | head -n 1").arg(program()));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.out.count('\n'), 1);
    }
    void standardOutputThatIsFullOrClosedIsStatusOne()
    {
        for (const char* where : {">/dev/full", ">&-"}) {
            const Outcome outcome
                = shell(QStringLiteral("'%1' run 13 %2").arg(program(), QString::fromLatin1(where)));
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.err.contains("standard output could not be written"), outcome.err.constData());
        }
    }

    void anInterruptLeavesAWholeFile_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void anInterruptLeavesAWholeFile()
    {
        QFETCH(int, number);
        // A year of polling takes much longer than this test.
        QProcess process;
        process.start(program(),
            words("run 13 --until 8784h --format jsonl -o")
                + QStringList(m_folder->filePath(QStringLiteral("out.jsonl"))));
        QVERIFY(process.waitForStarted());
        // The file is opened, without a name or under another one, before the run starts.
        QTRY_VERIFY_WITH_TIMEOUT(hasOpenFile(process.processId()), kPatienceMs);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
        const Outcome outcome = finish(process);
        QCOMPARE(outcome.status, 128 + number);
        QVERIFY2(outcome.err.contains("interrupted at "), outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(files(), QStringList(QStringLiteral("out.jsonl")));
        const QByteArray written = content(m_folder->filePath(QStringLiteral("out.jsonl")));
        QVERIFY(written.endsWith("}\n"));
        const QList<QByteArray> lines = written.trimmed().split('\n');
        const auto kindOf = [&lines](qsizetype fromEnd) {
            const QJsonObject line = QJsonDocument::fromJson(lines.at(lines.size() - fromEnd)).object();
            return line.value(QLatin1String("kind")).toString();
        };
        QCOMPARE(kindOf(1), QStringLiteral("end")); // the file is whole
        QCOMPARE(kindOf(2), QStringLiteral("stopped"));
    }

    // A report that is being written into a pipe which nobody empties: it waits there for as long as the test likes.
    void anInterruptDoesNotTearAReport_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
    }
    void anInterruptDoesNotTearAReport()
    {
        QFETCH(int, count);
        const QString pipe = m_folder->filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
        const int reader = ::open(pipe.toUtf8().constData(), O_RDONLY | O_NONBLOCK);
        QVERIFY(reader >= 0);
        const auto read = [reader] {
            char bytes[4096];
            const ssize_t got = ::read(reader, bytes, sizeof bytes);
            return QByteArray(bytes, got > 0 ? static_cast<int>(got) : 0);
        };
        QProcess process;
        process.start(program(), words("run 22 --format jsonl -o") + QStringList(pipe));
        QVERIFY(process.waitForStarted());
        QByteArray written;
        QTRY_VERIFY_WITH_TIMEOUT(!(written += read()).isEmpty(), kPatienceMs);
        const auto id = static_cast<pid_t>(process.processId());
        QCOMPARE(::kill(id, SIGINT), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!isPending(id, SIGINT), kPatienceMs); // equal count that wait become one
        const auto endsWithOneMore = [&] { return ::kill(id, SIGINT) != 0 || process.waitForFinished(20); };
        QTRY_VERIFY_WITH_TIMEOUT(
            count == 1 || endsWithOneMore(), kPatienceMs); // one that comes at once is the same one
        if (count == 1) {
            const auto isOver = [&] {
                for (QByteArray more = read(); !more.isEmpty(); more = read())
                    written += more;
                return process.waitForFinished(1) || process.state() == QProcess::NotRunning;
            };
            QTRY_VERIFY_WITH_TIMEOUT(isOver(), kPatienceMs);
        }
        const Outcome outcome = finish(process);
        for (QByteArray more = read(); !more.isEmpty(); more = read())
            written += more;
        ::close(reader);
        QCOMPARE(outcome.status, 130);
        if (count == 1) {
            QCOMPARE(outcome.err,
                QByteArray("connscope: interrupted while the report was being written; the report is whole\n"));
            QCOMPARE(written, connscope_(words("run 22 --format jsonl")).out);
        } else {
            QVERIFY2(outcome.err.startsWith("connscope: interrupted again: ended at once; the report was not written "
                                            "whole to '")
                    && outcome.err.endsWith("pipe'\n"),
                outcome.err.constData());
        }
    }
    void aSecondInterruptLeavesTheFileAlone()
    {
        const QString path = file("out.jsonl", "old");
        QProcess process;
        process.start(program(), words("run 13 --until 8784h --format jsonl -o") + QStringList(path));
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(hasOpenFile(process.processId()), kPatienceMs);
        const auto id = static_cast<pid_t>(process.processId());
        QCOMPARE(::kill(id, SIGINT), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!isPending(id, SIGINT), kPatienceMs);
        ::kill(id, SIGTERM); // which may be over by now
        const Outcome outcome = finish(process);
        QVERIFY2(
            outcome.status == 143 || outcome.status == 130, QByteArray::number(outcome.status) + ": " + outcome.err);
        QCOMPARE(files(), QStringList(QStringLiteral("out.jsonl")));
        const QByteArray written = content(path); // whole, if the second one came too late to matter
        QVERIFY2(written == "old" || (outcome.status == 130 && written.endsWith("}\n")),
            "status " + QByteArray::number(outcome.status) + ", err " + outcome.err + ", file ends with "
                + written.right(80));
    }

    void withoutMemoryItSaysSoAndLeavesNoHalfFile()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more address space than the limit that this test sets");
#endif
        const QString scenario = file("large.yaml",
            "connscope: 1\nuntil: 60s\nclients: [{kind: consumer, count: 1000}]\ncluster: {brokers: 10000, topics: "
            "{t4: "
            "10000}}\n");
        const QString out = m_folder->filePath(QStringLiteral("out.jsonl"));
        const Outcome outcome = shell(QStringLiteral("ulimit -v 400000; exec '%1' run '%2' --format jsonl -o '%3'")
                                          .arg(program(), scenario, out));
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("connscope: there is not enough memory for this"), outcome.err.constData());
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList {QStringLiteral("large.yaml")});
    }

private:
    /// A file of the test's folder.
    QString file(const char* name, const QByteArray& bytes)
    {
        const QString path = m_folder->filePath(QString::fromLatin1(name));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
        return path;
    }
    /// Whether a process has a file of the folder open.
    bool hasOpenFile(qint64 process) const
    {
        const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process));
        const QStringList names = descriptors.entryList(QDir::Files | QDir::System | QDir::Hidden);
        return std::any_of(names.begin(), names.end(), [&](const QString& name) {
            char target[4096] = {};
            const QByteArray link = QFile::encodeName(descriptors.filePath(name));
            return ::readlink(link.constData(), target, sizeof target - 1) > 0
                && QString::fromLocal8Bit(target).startsWith(m_folder->path());
        });
    }
    /// Whether a signal was sent and the process has not looked at it yet.
    static bool isPending(pid_t process, int signal)
    {
        const QByteArray status = content(QStringLiteral("/proc/%1/status").arg(process));
        const QList<QByteArray> lines = status.split('\n');
        return std::any_of(lines.begin(), lines.end(), [signal](const QByteArray& line) {
            return (line.startsWith("SigPnd:") || line.startsWith("ShdPnd:"))
                && (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1U) != 0;
        });
    }
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestOutputFiles)
#include "tst_outputfiles.moc"
