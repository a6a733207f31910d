// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/context.h"
#include "frame/messagebar.h"

#include <QPushButton>
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

    void aTextOfTheInterfaceIsToldAgainInAnotherLanguage()
    {
        test::World world;
        MessageBar bar(world.context);
        QString language = QStringLiteral("over");
        bar.show(MessageBar::Kind::Info, [&language] { return language; });
        QCOMPARE(bar.text(), QStringLiteral("over"));
        language = QStringLiteral("结束");
        QEvent change(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&bar, &change);
        QCOMPARE(bar.text(), QStringLiteral("结束"));
        // What came from elsewhere takes its place, and stays as it is.
        bar.show(MessageBar::Kind::Error, QStringLiteral("file.yaml:3: wrong"));
        QCoreApplication::sendEvent(&bar, &change);
        QCOMPARE(bar.text(), QStringLiteral("file.yaml:3: wrong"));
        bar.showProgress(QStringLiteral("Reading"), -1);
        QCoreApplication::sendEvent(&bar, &change);
        QCOMPARE(bar.text(), QStringLiteral("Reading"));
    }

    void progressIsReadInWordsToo()
    {
        test::World world;
        MessageBar bar(world.context);
        bar.showProgress(QStringLiteral("Reading big.jsonl"), 0.429);
        QCOMPARE(bar.text(), QStringLiteral("Reading big.jsonl · 42 %"));
        bar.showProgress(QStringLiteral("Reading big.jsonl"), -1);
        QCOMPARE(bar.text(), QStringLiteral("Reading big.jsonl"));
    }

    void aQuestionIsAnsweredOnceAndAnotherMessageIsNoAnswer()
    {
        test::World world;
        MessageBar bar(world.context);
        QSignalSpy answered(&bar, &MessageBar::answered);
        const auto ask = [&] {
            bar.ask(QStringLiteral("What of it?"), {QStringLiteral("Save"), QStringLiteral("Drop")});
        };
        const auto button = [&bar](const char* text) {
            for (auto* one : bar.findChildren<QPushButton*>()) {
                if (one->text() == QLatin1String(text) && !one->isHidden())
                    return one;
            }
            return static_cast<QPushButton*>(nullptr);
        };
        ask();
        QVERIFY(bar.isAsking());
        QVERIFY(button("Save") && button("Drop"));
        button("Drop")->click();
        QCOMPARE(answered.count(), 1);
        QCOMPARE(answered.last().first().toInt(), 1);
        QVERIFY(!bar.isShowing());
        ask();
        bar.show(MessageBar::Kind::Info, QStringLiteral("something else"));
        QCOMPARE(answered.last().first().toInt(), -1);
        QVERIFY(bar.isShowing() && !bar.isAsking() && !button("Save"));
        ask();
        QTest::keyClick(&bar, Qt::Key_Escape);
        QCOMPARE(answered.last().first().toInt(), -1);
        QCOMPARE(answered.count(), 3);
        bar.answer(0); // nothing is asked
        QCOMPARE(answered.count(), 3);
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
