// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/actions.h"
#include "frame/commandpalette.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace connscope::frame;

namespace {

constexpr ActionSpec kSpecs[] = {
    {"playback.play", "&Play", "Plays", "Space", ""},
    {"playback.goto", "&Go To…", "Goes to", "Ctrl+G", ""},
    {"file.open", "&Open…", "Opens", "Ctrl+O", ""},
    {"file.off", "O&ff", "Is off", "", ""},
};

} // namespace

class TestCommandPalette : public QObject {
    Q_OBJECT

private slots:
    void lettersInOrderAreEnough()
    {
        QVERIFY(fuzzyScore(QStringLiteral("gt"), QStringLiteral("Go To…")) > 0);
        QVERIFY(fuzzyScore(QStringLiteral("tg"), QStringLiteral("Go To…")) < 0);
        QVERIFY(fuzzyScore(QString(), QStringLiteral("Go")) == 0);
        QVERIFY(fuzzyScore(QStringLiteral("play"), QStringLiteral("Play"))
            > fuzzyScore(QStringLiteral("play"), QStringLiteral("Panel layout")));
    }

    void whatIsDisabledIsNotOffered()
    {
        Actions actions(kSpecs);
        actions["file.off"]->setEnabled(false);
        CommandPalette palette(actions.all(), nullptr);
        QCOMPARE(palette.offered().size(), qsizetype(3));
        palette.setPattern(QStringLiteral("go"));
        QCOMPARE(palette.offered().first(), actions["playback.goto"]);
    }

    /// Whoever types English finds a Chinese command.
    void theEnglishNameFindsItToo()
    {
        Actions actions(kSpecs);
        QAction* go = actions["playback.goto"];
        const QString english = englishName(go);
        QVERIFY(!english.isEmpty() && !english.contains(u'&'));
        go->setText(QString::fromUtf8("转到(&G)…"));
        CommandPalette palette(actions.all(), nullptr);
        palette.setPattern(english);
        QCOMPARE(palette.offered().first(), go);
        palette.setPattern(QString::fromUtf8("转到"));
        QCOMPARE(palette.offered().first(), go);
    }

    void whereNothingIsFoundItSaysSo()
    {
        Actions actions(kSpecs);
        CommandPalette palette(actions.all(), nullptr);
        palette.setPattern(QStringLiteral("qqqq"));
        QVERIFY(palette.offered().isEmpty());
        auto* list = palette.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 1);
        QVERIFY(!list->topLevelItem(0)->text(0).isEmpty());
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Down);
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
    }

    void keysStandInAColumnOfTheirOwn()
    {
        Actions actions(kSpecs);
        const CommandPalette palette(actions.all(), nullptr);
        auto* list = palette.findChild<QTreeWidget*>();
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            const QAction* action = palette.offered()[row];
            QCOMPARE(list->topLevelItem(row)->text(0), plainText(action));
            QCOMPARE(list->topLevelItem(row)->text(1), action->shortcut().toString(QKeySequence::NativeText));
        }
    }

    void enterRunsTheBest()
    {
        Actions actions(kSpecs);
        QSignalSpy run(actions["file.open"], &QAction::triggered);
        CommandPalette palette(actions.all(), nullptr);
        palette.show();
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("open"));
        QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_COMPARE(run.count(), 1);
        QVERIFY(!palette.isVisible());
    }

    void theNameOfAnActionIsWithoutItsMnemonic()
    {
        QAction english(QStringLiteral("&Go To…"));
        QAction chinese(QString::fromUtf8("打开(&O)…"));
        QCOMPARE(plainText(&english), QString::fromUtf8("Go To…"));
        QCOMPARE(plainText(&chinese), QString::fromUtf8("打开…"));
    }
};

QTEST_MAIN(TestCommandPalette)
#include "tst_commandpalette.moc"
