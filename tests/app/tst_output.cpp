// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"
#include "app/output.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using connscope::app::Output;

namespace {

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

} // namespace

class TestOutput : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.reset(new QTemporaryDir);
        QVERIFY(m_folder->isValid());
        m_path = m_folder->filePath(QStringLiteral("out.txt"));
    }

    void afterAFirstSignalALateOneDoesNotChangeTheStatus()
    {
        const auto handlerOf = [](int number) {
            struct sigaction now { };
            sigaction(number, nullptr, &now);
            return now.sa_handler;
        };
        {
            connscope::app::Interrupt interrupt("again");
            QVERIFY(!interrupt.isSet());
        }
        QVERIFY(handlerOf(SIGTERM) == SIG_DFL); // nobody asked for anything
        {
            connscope::app::Interrupt interrupt("again");
            QCOMPARE(::raise(SIGINT), 0);
            QCOMPARE(::raise(SIGINT), 0); // timeout(1) sends it to its child and then to the group
            QCOMPARE(interrupt.signal(), SIGINT);
            interrupt.hold();
            QCOMPARE(::raise(SIGTERM), 0); // the last step is not cut
            QCOMPARE(interrupt.signal(), SIGINT);
        }
        QCOMPARE(::raise(SIGTERM), 0); // between the last step and the end: still here
        ::signal(SIGINT, SIG_DFL);
        ::signal(SIGTERM, SIG_DFL);
    }
    void aFileAppearsWholeWithCommit()
    {
        Output output(m_path.toStdString());
        QVERIFY(output.open());
        QVERIFY(output.write("first "));
        QVERIFY(output.write("second"));
        QVERIFY(!QFile::exists(m_path));
        QVERIFY(output.commit());
        QCOMPARE(content(m_path), QByteArray("first second"));
    }
    void withoutCommitTheOldFileStaysAndNothingElseIsLeft()
    {
        writeOld();
        {
            Output output(m_path.toStdString());
            QVERIFY(output.open());
            QVERIFY(output.write("half of it"));
        }
        QCOMPARE(content(m_path), QByteArray("old"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    }
    void anUnfinishedWriteLeavesTheOldFile()
    {
        writeOld();
        {
            Output output(m_path.toStdString());
            QVERIFY(output.open());
            QVERIFY(output.write("half of it"));
        }
        QCOMPARE(content(m_path), QByteArray("old"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    }
    void anOutputNamesWhereItGoes()
    {
        QCOMPARE(Output("").name(), std::string("standard output"));
        QCOMPARE(Output("-").name(), std::string("standard output"));
        QCOMPARE(Output("a.txt").name(), std::string("'a.txt'"));
    }
    void aFolderIsRefusedBeforeTheRun()
    {
        Output output(m_folder->path().toStdString());
        const auto opened = output.open();
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.starts_with("cannot write '"), opened.error().message.c_str());
    }
    void aFolderThatIsNotThereIsRefused()
    {
        Output output(m_folder->filePath(QStringLiteral("none/out.txt")).toStdString());
        QVERIFY(!output.open());
    }
    void aDeviceStaysADevice()
    {
        const std::string fifo = m_folder->filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
        QVERIFY(reader >= 0);
        Output output(fifo);
        QVERIFY(output.open());
        QVERIFY(output.write("through"));
        QVERIFY(output.commit());
        char bytes[16] = {};
        QCOMPARE(::read(reader, bytes, sizeof bytes), ssize_t {7});
        ::close(reader);
        struct stat info { };
        QCOMPARE(::stat(fifo.c_str(), &info), 0);
        QVERIFY(S_ISFIFO(info.st_mode));
    }
    void aReaderThatWentAwayIsNoErrorAndEndsTheWriting()
    {
        const std::string fifo = m_folder->filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
        Output output(fifo);
        QVERIFY(output.open());
        ::close(reader);
        QVERIFY(!output.write("nobody reads this"));
        QVERIFY(!output.write("nor this"));
        QVERIFY(output.commit());
    }
    void aFileThatCannotGrowSaysWhy()
    {
        writeOld();
        rlimit before {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit small {10'000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        std::string message;
        {
            Output output(m_path.toStdString());
            bool good = output.open().has_value();
            for (int i = 0; i < 4; ++i)
                good = output.write(std::string(3'000, 'x')) && good;
            QVERIFY(!good);
            const auto committed = output.commit();
            if (!committed)
                message = committed.error().message;
        }
        ::setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(message, "'" + m_path.toStdString() + "' was not written: " + std::strerror(EFBIG));
        QCOMPARE(content(m_path), QByteArray("old"));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
    }
    void aFullDeviceIsAnError()
    {
        Output output("/dev/full");
        QVERIFY(output.open());
        QVERIFY(!output.write("x"));
        const auto committed = output.commit();
        QVERIFY(!committed);
        QVERIFY2(committed.error().message.starts_with("'/dev/full' could not be written: "),
            committed.error().message.c_str());
    }

private:
    void writeOld()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("old");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

// Writing to a pipe without a reader raises SIGPIPE, which the program ignores as well.
int main(int argc, char** argv)
{
    ::signal(SIGPIPE, SIG_IGN);
    QCoreApplication application(argc, argv);
    TestOutput test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_output.moc"
