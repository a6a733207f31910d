// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "view/document.h"
#include "view/dots.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::view;
using connscope::test::content;
using connscope::test::dots;

class TestDocument : public QObject {
    Q_OBJECT

private slots:
    void thereIsAlwaysATrace()
    {
        const Document document;
        QVERIFY(document.isEmpty());
        QCOMPARE(document.end(), kStart);
        QCOMPARE(document.at(kStart).applied(), std::size_t(0));
        QVERIFY(!document.scenario());
        QVERIFY(!document.life(ConnectionId {0}));
    }

    void timeGoesOnAfterTheLastEventOfARun()
    {
        Document document;
        document.replace(content(dots({1, 5}), ms(30)));
        QCOMPARE(document.end(), kStart + ms(30));
        document.replace(content(dots({1, 50}), ms(30)));
        QCOMPARE(document.end(), kStart + ms(50));
    }

    void anInstantMeansAllOfItsEvents()
    {
        Document document;
        document.replace(content(dots({1, 5, 5, 5, 9})));
        QCOMPARE(document.positionAt(kStart + ms(5)).applied, std::size_t(4));
        QCOMPARE(document.positionAt(kStart + ms(4)).applied, std::size_t(1));
        QCOMPARE(document.positionAt(kNever), document.endPosition());
        QCOMPARE(document.after(EventId {2}), (Position {kStart + ms(5), 3}));
    }

    /// Every way to a position gives the same world, whatever was looked at before.
    void theWorldAtAPositionDoesNotDependOnTheWay()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        const std::size_t size = document.trace().size();
        const auto check = [&](std::size_t applied) {
            const Position position
                = applied == 0 ? Position {} : document.after(EventId {static_cast<std::uint32_t>(applied - 1)});
            const trace::WorldState world = document.at(position);
            trace::WorldState plain(document.trace());
            for (std::size_t i = 0; i < applied; ++i)
                plain.apply(EventId {static_cast<std::uint32_t>(i)});
            QCOMPARE(world.applied(), plain.applied());
            QCOMPARE(world.now(), position.at);
            QCOMPARE(world.openByRole(), plain.openByRole());
        };
        for (std::size_t i = 0; i <= size; ++i)
            check(i);
        for (std::size_t i = size + 1; i-- > 0;)
            check(i);
        for (std::size_t i = 0; i <= size; ++i)
            check((i * 7) % (size + 1));
    }

    void timePassesBetweenEvents()
    {
        Document document;
        document.replace(content(dots({1, 500})));
        QCOMPARE(document.at(kStart + ms(300)).now(), kStart + ms(300));
        QCOMPARE(document.at(kStart + ms(200)).now(), kStart + ms(200));
    }

    void growingSaysWhatIsNew()
    {
        Document document;
        document.replace(content(dots({1, 2})));
        QCOMPARE(document.at(kStart + ms(9)).applied(), std::size_t(2));
        QSignalSpy grown(&document, &Document::grown);
        document.grow([](trace::Trace&) {});
        QCOMPARE(grown.count(), 0);
        document.grow([](trace::Trace& trace) {
            trace::Event e;
            e.at = kStart + ms(7);
            trace.append(e);
        });
        QCOMPARE(grown.count(), 1);
        QCOMPARE(grown[0][0].value<std::size_t>(), std::size_t(2));
        QCOMPARE(document.at(kStart + ms(9)).applied(), std::size_t(3));
        QCOMPARE(document.index().size(), std::size_t(3));
    }

    void livesAreFoundById()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        QVERIFY(!document.lives().empty());
        for (const trace::ConnectionLife& life : document.lives())
            QCOMPARE(document.life(life.id), &life);
        QVERIFY(!document.life(ConnectionId {100'000}));
    }
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
