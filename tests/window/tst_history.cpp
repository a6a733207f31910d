// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using app::History;
using app::LoadRequest;

namespace {

LoadRequest seeded(std::uint64_t seed)
{
    LoadRequest out;
    out.file = "a.yaml";
    out.seed = seed;
    return out;
}

History::Step step(const QString& title, std::uint64_t before, std::uint64_t after, const QString& mergeKey = {})
{
    return {[title] { return title; }, seeded(before), seeded(after), mergeKey, false};
}

/// A picture of one number, and a history of it and of runs.
struct Desk {
    Desk()
    {
        QObject::connect(&history, &History::wanted, &history,
            [this](const LoadRequest& request) { asked.push_back(*request.seed); });
    }
    void paint(int to, bool goesOn = false)
    {
        const int before = picture;
        picture = to;
        history.change<int>([to] { return QStringLiteral("paint %1").arg(to); }, before, to,
            [this](const int& value) {
                picture = value;
                ++shown;
            },
            goesOn);
    }
    int picture = 0;
    int shown = 0;
    std::vector<std::uint64_t> asked;
    History history;
};

} // namespace

class TestHistory : public QObject {
    Q_OBJECT

private slots:
    void stepsOfRunsAndOfThePictureAreTakenBackInTheirOrder()
    {
        Desk desk;
        desk.paint(1);
        desk.history.push(step(QStringLiteral("seed 2"), 1, 2));
        desk.paint(5);
        QCOMPARE(desk.shown, 0); // it was there already
        QVERIFY(desk.asked == std::vector<std::uint64_t>({2}));
        QCOMPARE(desk.history.undoText(), QStringLiteral("paint 5"));
        QVERIFY(desk.history.undoesPicture());
        desk.history.undo();
        QCOMPARE(desk.picture, 1);
        QVERIFY(!desk.history.undoesPicture());
        QVERIFY(desk.history.redoesPicture());
        desk.history.undo();
        QVERIFY(desk.asked == std::vector<std::uint64_t>({2, 1}));
        QCOMPARE(desk.picture, 1);
        desk.history.undo();
        QCOMPARE(desk.picture, 0);
        QVERIFY(!desk.history.canUndo());
        for (int i = 0; i < 3; ++i)
            desk.history.redo();
        QCOMPARE(desk.picture, 5);
        QVERIFY(desk.asked == std::vector<std::uint64_t>({2, 1, 2}));
    }

    void aDragIsOneStep()
    {
        Desk desk;
        desk.paint(3);
        for (int x = 4; x < 30; ++x)
            desk.paint(x, x > 4);
        QCOMPARE(desk.history.count(), 2);
        desk.history.undo();
        QCOMPARE(desk.picture, 3);
        desk.history.redo();
        QCOMPARE(desk.picture, 29);
    }

    void whatComesToNothingIsNoStep()
    {
        Desk desk;
        desk.paint(4);
        desk.paint(0, true);
        QCOMPARE(desk.history.count(), 0);
        QVERIFY(!desk.history.canUndo());
    }

    void somethingNewEndsWhatWasTakenBackOfEitherKind()
    {
        Desk desk;
        desk.paint(1);
        desk.history.push(step(QStringLiteral("seed 2"), 1, 2));
        desk.history.undo();
        desk.paint(7);
        QVERIFY(!desk.history.canRedo());
        desk.history.undo();
        desk.history.push(step(QStringLiteral("seed 3"), 1, 3));
        QVERIFY(!desk.history.canRedo());
    }

    void aRunThatFailsTakesBackItselfAndNotThePicture()
    {
        Desk desk;
        desk.history.push(step(QStringLiteral("seed 2"), 1, 2));
        desk.history.takeBack();
        QCOMPARE(desk.history.count(), 0);
        QVERIFY(desk.asked == std::vector<std::uint64_t>({2})); // nobody was asked for the way back
        desk.history.push(step(QStringLiteral("seed 2"), 1, 2));
        desk.paint(1);
        desk.history.takeBack();
        QCOMPARE(desk.picture, 1);
        QCOMPARE(desk.history.undoText(), QStringLiteral("paint 1"));
    }

    void savedIsWhereItWasSaved()
    {
        Desk desk;
        desk.history.setSaved();
        desk.paint(1);
        QVERIFY(!desk.history.isSaved());
        desk.history.undo();
        QVERIFY(desk.history.isSaved());
    }

    void whatIsTypedInOneGoIsOneStepUntilTheNextSave()
    {
        Desk desk;
        const QString key = QStringLiteral("title");
        desk.history.push(step(QStringLiteral("a"), 1, 2, key));
        desk.history.push(step(QStringLiteral("ab"), 2, 3, key));
        QCOMPARE(desk.history.count(), 1);
        QCOMPARE(desk.history.undoText(), QStringLiteral("ab"));
        desk.history.setSaved();
        desk.history.push(step(QStringLiteral("abc"), 3, 4, key));
        QCOMPARE(desk.history.count(), 2);
    }
};

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
