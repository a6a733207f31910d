// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/annotations.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using annotation::Annotations;
using scenario::Annotation;

namespace {

Annotation words(const char* text)
{
    Annotation out;
    out.anchors = {"broker 1"};
    out.text.en = text;
    return out;
}

} // namespace

class TestAnnotations : public QObject {
    Q_OBJECT

private slots:
    void everyChangeCanBeTakenBackAndDoneAgain()
    {
        Annotations all;
        const QSignalSpy changed(&all, &Annotations::changed);
        all.add(words("one"));
        all.add(words("two"));
        all.set(0, words("three"));
        all.remove(1);
        QCOMPARE(changed.count(), 4);
        const std::vector<Annotation> last = all.all();
        for (int i = 0; i < 4; ++i)
            all.undo();
        QVERIFY(all.all().empty());
        QVERIFY(!all.undoStamp());
        all.undo(); // nothing is left, nothing happens
        for (int i = 0; i < 4; ++i)
            all.redo();
        QVERIFY(all.all() == last);
        QVERIFY(!all.redoStamp());
    }

    void aDragIsOneChange()
    {
        Annotations all;
        all.setAll({words("one")});
        for (int x = 1; x <= 20; ++x) {
            Annotation moved = all.all().front();
            moved.offset = scenario::Offset {x, 0};
            all.set(0, moved, x > 1);
        }
        QCOMPARE(all.all().front().offset->x, 20);
        all.undo();
        QVERIFY(!all.all().front().offset);
        QVERIFY(!all.undoStamp());
    }

    void whatCameAndWentInOneChangeLeavesNoTrace()
    {
        Annotations all;
        const std::size_t index = all.add(words(""));
        all.remove(index, true);
        QVERIFY(!all.undoStamp());
        QVERIFY(!all.picked());
    }

    void aChangeRemembersBetweenWhatItLies()
    {
        Annotations all;
        all.setStamp(2);
        all.add(words("one"));
        all.setStamp(5);
        all.add(words("two"));
        QCOMPARE(*all.undoStamp(), std::size_t {5});
        all.undo();
        QCOMPARE(*all.undoStamp(), std::size_t {2});
        QCOMPARE(*all.redoStamp(), std::size_t {5});
        all.dropRedo();
        QVERIFY(!all.redoStamp());
    }

    void anotherFileHasNothingToTakeBack()
    {
        Annotations all;
        all.add(words("one"));
        all.setAll({words("two")});
        QVERIFY(!all.undoStamp());
        QVERIFY(!all.picked());
    }

    void numbersGoOnFromTheLargest()
    {
        Annotations all;
        QCOMPARE(all.nextNumber(), 1);
        Annotation number = words("");
        number.kind = Annotation::Kind::Number;
        number.number = 7;
        all.add(number);
        QCOMPARE(all.nextNumber(), 8);
        number.number = scenario::kLargestNumber;
        all.add(number);
        QCOMPARE(all.nextNumber(), scenario::kLargestNumber);
    }

    void thereIsALimit()
    {
        Annotations all;
        all.setAll(std::vector<Annotation>(scenario::kMostAnnotations, words("x")));
        all.add(words("one too many"));
        QCOMPARE(all.all().size(), scenario::kMostAnnotations);
    }
};

QTEST_GUILESS_MAIN(TestAnnotations)
#include "tst_annotations.moc"
