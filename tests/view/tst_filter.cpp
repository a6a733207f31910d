// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "view/document.h"
#include "view/dots.h"
#include "view/filter.h"
#include "view/filtersentence.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::view;
using connscope::test::content;

class TestFilter : public QObject {
    Q_OBJECT

private slots:
    void withoutATextEverythingMatches()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        const Filter filter(document);
        QVERIFY(!filter.isActive());
        QVERIFY(filter.matches(EventId {0}));
        QVERIFY(filter.matchesEver(ConnectionId {0}));
        QCOMPARE(filter.sentence(), QString());
    }

    void itFindsTheEventsThatTheQueryFinds()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        Filter filter(document);
        for (const char* text : {"role = coordinator", "kind = \"request sent\"", "node in (-1, 2)", "not open"}) {
            filter.setText(QString::fromUtf8(text));
            QVERIFY(filter.isActive());
            const auto expected = trace::findEvents(document.index(), filter.query());
            std::vector<EventId> found;
            for (std::uint32_t i = 0; i < document.trace().size(); ++i) {
                if (filter.matches(EventId {i}))
                    found.push_back(EventId {i});
            }
            QCOMPARE(found.size(), expected.size());
            QVERIFY2(found == expected, text);
        }
    }

    void aWrongTextSaysWhereAndKeepsTheLastRightOne()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        Filter filter(document);
        QSignalSpy changed(&filter, &Filter::changed);
        QSignalSpy error(&filter, &Filter::errorChanged);
        filter.setText(QStringLiteral("role = coordinator"));
        filter.setText(QStringLiteral("role = coordinatr"));
        QVERIFY(filter.error());
        QCOMPARE(filter.error()->column, 8);
        QVERIFY(QString::fromStdString(filter.error()->message).contains(QLatin1String("coordinator")));
        QCOMPARE(QString::fromStdString(filter.query().text()), QStringLiteral("role = coordinator"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(error.count(), 1);
        filter.clear();
        QVERIFY(!filter.error());
        QVERIFY(!filter.isActive());
        QCOMPARE(changed.count(), 2);
        QCOMPARE(error.count(), 2);
    }

    void aConnectionMatchesAtAnInstantAndALaneWheneverItDid()
    {
        Document document;
        document.replace(content(test::sampleTrace()));
        Filter filter(document);
        filter.setText(QStringLiteral("role = coordinator"));
        int lanes = 0;
        for (const trace::ConnectionLife& life : document.lives()) {
            QCOMPARE(filter.matchesEver(life.id), life.role == Role::Coordinator);
            lanes += filter.matchesEver(life.id) ? 1 : 0;
            QCOMPARE(filter.matches(document.at(document.end()), life.id), life.role == Role::Coordinator);
        }
        QCOMPARE(lanes, 1);
    }

    void anotherTraceIsAskedAnew()
    {
        Document document;
        document.replace(content(test::dots({1, 2, 3})));
        Filter filter(document);
        filter.setText(QStringLiteral("text = 2"));
        QVERIFY(filter.matches(EventId {1}));
        document.replace(content(test::dots({2, 9})));
        QVERIFY(filter.matches(EventId {0}));
        QVERIFY(!filter.matches(EventId {1}));
        document.grow([](trace::Trace& trace) {
            trace::Event e;
            e.at = kStart + ms(10);
            e.text = trace.intern("2");
            trace.append(e);
        });
        QVERIFY(filter.matches(EventId {2}));
    }

    /// Asked while it grows, a filter about events says what it would say of the whole.
    void aTraceThatGrowsIsAskedFromWhereItWas()
    {
        Document whole;
        whole.replace(content(test::sampleTrace()));
        Filter filter(whole);
        Document document;
        Filter growing(document);
        for (const char* text : {"api = Fetch", "kind = \"idle expired\"", "idle > 1s"}) {
            filter.setText(QString::fromLatin1(text));
            growing.setText(QString::fromLatin1(text));
            document.replace(content(trace::Trace {}));
            const trace::Trace& all = whole.trace();
            for (std::size_t i = 0; i < all.size(); ++i) {
                document.grow([&](trace::Trace& trace) {
                    trace::Event e = all[i];
                    e.text = trace.intern(all.text(e.text));
                    trace.coverClient(e.client);
                    trace.coverConnection(e.connection);
                    trace.append(e);
                });
                const EventId id {static_cast<std::uint32_t>(i)};
                QCOMPARE(growing.matches(id), filter.matches(id));
                for (const trace::ConnectionLife& life : document.lives()) {
                    const bool seen = filter.matches(whole.at(whole.after(id)), life.id);
                    if (filter.query().needsEvent() && i + 1 < all.size() && all[i + 1].at > all[i].at)
                        QCOMPARE(growing.matches(document.at(document.endPosition()), life.id), seen);
                    growing.matchesEver(life.id);
                }
            }
            for (const trace::ConnectionLife& life : whole.lives())
                QCOMPARE(growing.matchesEver(life.id), filter.matchesEver(life.id));
        }
    }

    void itIsSaidAsASentence_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* text, const char* sentence) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(sentence);
        };
        row("role = coordinator", "the role is coordinator");
        row("role = coordinator and idle > 30s",
            "the role is coordinator and the client's idle time is more than 30s");
        row("node in (-1, -2) and not open", "the node id is one of -1, -2 and the connection is not open");
        row("node not in (1)", "the node id is none of 1");
        row("kind = \"connect started\"", "the event is “connect started”");
        row("client ~ \"^consumer-\" or orphaned",
            "the client matches “^consumer-” or the connection is an abandoned bootstrap connection");
        row("not (size<=10 or size >= 20)", "it is not so that (the size is at most 10 or the size is at least 20)");
        row("open = no", "the connection is not open");
    }
    void itIsSaidAsASentence()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const auto query = trace::Query::parse(text.toStdString());
        QVERIFY(query);
        QCOMPARE(filterSentence(*query), sentence);
    }
};

QTEST_GUILESS_MAIN(TestFilter)
#include "tst_filter.moc"
