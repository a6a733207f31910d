// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/selection.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::view;

namespace {

Item connection(std::uint32_t n) { return Item::of(ConnectionId {n}); }

} // namespace

class TestSelection : public QObject {
    Q_OBJECT

private slots:
    void backAndForthAsInABrowser()
    {
        Selection s;
        s.setCurrent(connection(1));
        s.setCurrent(connection(2));
        s.setCurrent(connection(3));
        s.goBack();
        s.goBack();
        QCOMPARE(s.current(), connection(1));
        s.goForward();
        QCOMPARE(s.current(), connection(2));
        s.setCurrent(connection(9)); // drops 3
        QVERIFY(!s.canGoForward());
        s.goBack();
        QCOMPARE(s.current(), connection(2));
        s.goBack();
        s.goBack();
        QVERIFY(s.current().isNone());
        QVERIFY(!s.canGoBack());
    }

    void selectingNothingIsNoStepOfTheWay()
    {
        Selection s;
        s.setCurrent(connection(1));
        s.setCurrent({});
        QVERIFY(s.current().isNone());
        s.setCurrent(connection(2));
        s.goBack();
        QCOMPARE(s.current(), connection(1));
    }

    void theSameThingTwiceIsSaidOnce()
    {
        Selection s;
        QSignalSpy changed(&s, &Selection::currentChanged);
        QSignalSpy hover(&s, &Selection::hoverChanged);
        QSignalSpy range(&s, &Selection::rangeChanged);
        for (int i = 0; i < 2; ++i) {
            s.setCurrent(connection(1));
            s.setHovered(connection(4));
            s.setRange(Range {kStart + ms(9), kStart + ms(2)});
        }
        QCOMPARE(changed.count(), 1);
        QCOMPARE(hover.count(), 1);
        QCOMPARE(range.count(), 1);
        QCOMPARE(*s.range(), (Range {kStart + ms(2), kStart + ms(9)}));
        QCOMPARE(s.range()->length(), ms(7));
    }

    void historyHasAnEnd()
    {
        Selection s;
        for (std::uint32_t i = 0; i < 1000; ++i)
            s.setCurrent(connection(i));
        std::size_t steps = 0;
        while (s.canGoBack()) {
            s.goBack();
            ++steps;
        }
        QCOMPARE(steps, Selection::kMaxHistory - 1);
    }

    void clearingForgetsEverything()
    {
        Selection s;
        s.setCurrent(connection(1));
        s.setHovered(connection(2));
        s.setRange(Range {});
        s.clear();
        QVERIFY(s.current().isNone());
        QVERIFY(s.hovered().isNone());
        QVERIFY(!s.range());
        QVERIFY(!s.canGoBack());
    }

    void itemsKnowTheirKind()
    {
        QVERIFY(Item::of(ConnectionId {}).isNone());
        QCOMPARE(Item::of(BrokerId {3}).broker(), BrokerId {3});
        QVERIFY(!Item::of(BrokerId {3}).client().isValid());
        QCOMPARE(Item::request(EventId {7}).event(), EventId {7});
        QVERIFY(Item::request(EventId {7}) != Item::of(EventId {7}));
        QCOMPARE(Item::lane(ConnectionId {2}).connection(), ConnectionId {2});
    }
};

QTEST_GUILESS_MAIN(TestSelection)
#include "tst_selection.moc"
