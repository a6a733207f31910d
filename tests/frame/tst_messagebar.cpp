// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/context.h"
#include "frame/messagebar.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace connscope;
using namespace connscope::frame;

class TestMessageBar : public QObject {
    Q_OBJECT

private slots:
    void progressEndsButAMessageStays()
    {
        test::World world;
        MessageBar bar(world.context);
        QVERIFY(!bar.isShowing());
        bar.showProgress(QStringLiteral("Reading"), 0.5);
        QVERIFY(bar.isProgress());
        bar.endProgress();
        QVERIFY(!bar.isShowing());
        bar.show(MessageBar::Kind::Error, QStringLiteral("wrong"));
        bar.endProgress();
        QVERIFY(bar.isShowing());
        QCOMPARE(bar.text(), QStringLiteral("wrong"));
        QCOMPARE(bar.kind(), MessageBar::Kind::Error);
    }

    void itsButtonCancelsWorkAndClosesMessages()
    {
        test::World world;
        MessageBar bar(world.context);
        QSignalSpy cancelled(&bar, &MessageBar::cancelled);
        bar.showProgress(QStringLiteral("Reading"), -1);
        bar.findChild<QToolButton*>()->click();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(bar.isShowing()); // until the work has really ended
        bar.endProgress();
        bar.show(MessageBar::Kind::Info, QStringLiteral("saved"));
        bar.findChild<QToolButton*>()->click();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!bar.isShowing());
    }
};

QTEST_MAIN(TestMessageBar)
#include "tst_messagebar.moc"
