// SPDX-License-Identifier: GPL-3.0-or-later
// Of the work that is asked for while other work is done, the newest counts, and nothing else is heard of.
#include "app/window/newestjob.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <memory>
#include <string>

using namespace connscope;
using app::NewestJob;

class TestNewestJob : public QObject {
    Q_OBJECT

private slots:
    void theNewestIsDoneAndHeardOfInTheOwnersThread()
    {
        QObject owner;
        QSemaphore begun;
        QSemaphore goOn;
        std::string done;
        std::string heard;
        NewestJob job(&owner);
        const auto work = [&](char name) {
            return [&, name]() -> NewestJob::Finish {
                done += name; // one at a time, each behind the join of the one before
                begun.release();
                goOn.acquire();
                return [&, name] {
                    heard += name;
                    QCOMPARE(QThread::currentThread(), owner.thread());
                };
            };
        };
        job.start(work('a'));
        QVERIFY(begun.tryAcquire(1, 10'000)); // it runs
        job.start(work('b'));
        job.start(work('c'));
        goOn.release(2);
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(done, "ac");
        QCOMPARE(heard, "c");
    }
    void whatIsDroppedIsNotHeardOf()
    {
        QObject owner;
        QSemaphore begun;
        QSemaphore goOn;
        int heard = 0;
        NewestJob job(&owner);
        job.start([&]() -> NewestJob::Finish {
            begun.release();
            goOn.acquire();
            return [&] { ++heard; };
        });
        QVERIFY(begun.tryAcquire(1, 10'000));
        job.drop();
        goOn.release();
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(heard, 0);
        job.start([&]() -> NewestJob::Finish { return [&] { ++heard; }; });
        QTRY_COMPARE(heard, 1);
    }
    void anOwnerThatGoesWaitsForItsThreadAndHearsNothing()
    {
        const auto over = std::make_shared<bool>(false);
        int heard = 0;
        {
            QObject owner;
            NewestJob job(&owner);
            job.start([&, over]() -> NewestJob::Finish {
                *over = true;
                return [&] { ++heard; };
            });
        }
        QVERIFY(*over);
        QCoreApplication::processEvents();
        QCOMPARE(heard, 0);
    }
};

QTEST_GUILESS_MAIN(TestNewestJob)
#include "tst_newestjob.moc"
