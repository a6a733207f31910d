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

    /// A live session grows many times a second: what is computed of its trace is as if it had been read at once.
    void growingPieceByPieceGivesTheSameAsAtOnce()
    {
        Document whole;
        whole.replace(content(test::sampleTrace()));
        const trace::Trace& all = whole.trace();
        Document document;
        std::size_t from = 0;
        std::size_t told = 0;
        while (from < all.size()) {
            document.grow([&](trace::Trace& trace) {
                for (const std::size_t end = std::min(from + 1 + from % 4, all.size()); from < end; ++from) {
                    trace::Event e = all[from];
                    e.text = trace.intern(all.text(e.text));
                    trace.coverClient(e.client);
                    trace.coverConnection(e.connection);
                    trace.append(e);
                }
            });
            QVERIFY2(document.changedLives().size() <= 4, "only what the new events speak of");
            told += document.changedLives().size();
            static_cast<void>(document.at(document.endPosition()));
        }
        QVERIFY(told > 0);
        QCOMPARE(document.lives().size(), whole.lives().size());
        for (std::size_t i = 0; i < whole.lives().size(); ++i) {
            trace::ConnectionLife life = document.lives()[i];
            // Texts are numbered as they are met.
            life.clientName = whole.lives()[i].clientName;
            life.remote = whole.lives()[i].remote;
            life.local = whole.lives()[i].local;
            QVERIFY(life == whole.lives()[i]);
            QCOMPARE(document.names().remote(life.id), whole.names().remote(life.id));
        }
        QCOMPARE(document.landmarks().all(), whole.landmarks().all());
        for (std::uint32_t c = 0; c < all.clientCount(); ++c)
            QCOMPARE(document.names().client(ClientId {c}), whole.names().client(ClientId {c}));
        for (std::size_t i = 0; i < all.size(); ++i) {
            const EventId id {static_cast<std::uint32_t>(i)};
            QCOMPARE(
                document.tally().at(document.at(document.after(id))), whole.tally().at(whole.at(whole.after(id))));
        }
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
