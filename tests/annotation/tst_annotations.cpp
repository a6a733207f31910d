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
    void everyChangeSaysWhatWasThereBefore()
    {
        Annotations all;
        const QSignalSpy changed(&all, &Annotations::changed);
        std::vector<std::vector<Annotation>> before;
        QObject::connect(
            &all, &Annotations::edited, &all, [&before](const std::vector<Annotation>& was, bool goesOn) {
                QVERIFY(!goesOn);
                before.push_back(was);
            });
        std::vector<std::vector<Annotation>> states {all.all()};
        all.add(words("one"));
        states.push_back(all.all());
        all.add(words("two"));
        states.push_back(all.all());
        all.set(0, words("three"));
        states.push_back(all.all());
        all.set(0, words("three")); // no change
        all.remove(1);
        all.remove(7); // there is none
        QCOMPARE(changed.count(), 4);
        QVERIFY(before == states);
    }

    void aDragGoesOn()
    {
        Annotations all;
        all.setAll({words("one")});
        QSignalSpy edited(&all, &Annotations::edited);
        for (int x = 1; x <= 3; ++x) {
            Annotation moved = all.all().front();
            moved.offset = scenario::Offset {x, 0};
            all.set(0, moved, x > 1);
        }
        QCOMPARE(edited.count(), 3);
        QCOMPARE(edited.at(0).at(1).toBool(), false);
        QCOMPARE(edited.at(1).at(1).toBool(), true);
        QCOMPARE(edited.at(2).at(1).toBool(), true);
    }

    void whatAFileHasIsNobodysEdit()
    {
        Annotations all;
        all.add(words("one"));
        const QSignalSpy edited(&all, &Annotations::edited);
        const QSignalSpy changed(&all, &Annotations::changed);
        all.setAll({words("two")});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(edited.count(), 0);
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
