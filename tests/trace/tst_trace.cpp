// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace.h"

#include "support/rcqt.h"
#include "trace/tracebuilder.h"

#include <QTest>

#include <map>

using namespace connscope;
using namespace connscope::trace;

class TestTrace : public QObject {
    Q_OBJECT

private slots:
    void aTextHasOneNumber()
    {
        RC_QVERIFY("interning gives a text one number and keeps it", [](const std::vector<std::string>& texts) {
            StringTable table;
            std::map<std::string, std::uint32_t> numbers;
            std::vector<std::string_view> views;
            for (const std::string& text : texts) {
                const TextId id = table.intern(text);
                RC_ASSERT(table.at(id) == text);
                const auto [it, isNew] = numbers.emplace(text, id.value);
                RC_ASSERT(it->second == id.value);
                RC_ASSERT(table.find(text) == id);
                views.push_back(table.at(id));
            }
            for (std::size_t i = 0; i < texts.size(); ++i)
                RC_ASSERT(views[i] == texts[i]); // growing moved nothing
            numbers.emplace("", 0);
            RC_ASSERT(table.size() == numbers.size());
        });
    }

    void theTableGrowsPastManyBlocks()
    {
        StringTable table;
        for (int i = 0; i < 20'000; ++i) {
            const std::string text = "text " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 40), 'x');
            QCOMPARE(table.intern(text).value, static_cast<std::uint32_t>(i + 1));
        }
        const std::string huge(300'000, 'h');
        const TextId id = table.intern(huge);
        QVERIFY(table.at(id) == huge);
        for (int i = 0; i < 20'000; ++i) {
            const std::string text = "text " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 40), 'x');
            QCOMPARE(table.intern(text).value, static_cast<std::uint32_t>(i + 1));
            QVERIFY(table.at(TextId {static_cast<std::uint32_t>(i + 1)}) == text);
        }
        QVERIFY(!table.find("never seen"));
        QCOMPARE(table.at(TextId {999'999}), std::string_view());
        QCOMPARE(table.at(TextId {}), std::string_view());
        QCOMPARE(table.intern("").value, 0u);
    }

    void aRepeatedTextCostsNothing()
    {
        StringTable table;
        table.intern("poll(200ms)");
        const std::size_t once = table.bytes();
        for (int i = 0; i < 100'000; ++i)
            table.intern("poll(200ms)");
        QCOMPARE(table.bytes(), once);
    }

    void boundsAgreeWithASearchFromTheStart()
    {
        RC_QVERIFY("lowerBound and upperBound", [](std::vector<std::uint16_t> times, std::uint16_t wanted) {
            std::sort(times.begin(), times.end());
            Trace t;
            for (const std::uint16_t ns : times) {
                Event e;
                e.at = fromNs(ns);
                t.append(e);
            }
            const auto count = [&](auto predicate) {
                return static_cast<std::size_t>(std::count_if(times.begin(), times.end(), predicate));
            };
            RC_ASSERT(t.lowerBound(fromNs(wanted)) == count([&](std::uint16_t ns) { return ns < wanted; }));
            RC_ASSERT(t.upperBound(fromNs(wanted)) == count([&](std::uint16_t ns) { return ns <= wanted; }));
            RC_ASSERT(t.lowerBound(kStart) == 0u);
            RC_ASSERT(t.upperBound(kNever) == times.size());
        });
    }

    void eventsStayWhereTheyAre()
    {
        Trace t;
        Event e;
        for (std::uint32_t i = 0; i < 3 * Trace::kChunkSize + 7; ++i) {
            e.value = i;
            QCOMPARE(t.append(e).value, i);
        }
        const Event* first = &t[0];
        for (std::size_t i = 0; i < t.size(); ++i)
            QCOMPARE(t[i].value, static_cast<std::int64_t>(i));
        for (int i = 0; i < 100'000; ++i)
            t.append(e);
        QCOMPARE(&t[0], first);
    }

    void tracesAreEqualByTheirWords()
    {
        const auto make = [](std::string_view first, std::string_view second, std::string_view title) {
            Trace t;
            t.header().title = title;
            t.intern(first);
            Event e;
            e.text = t.intern(second);
            t.append(e);
            return t;
        };
        QVERIFY(equal(make("a", "b", ""), make("b", "b", ""))); // other ids, same words
        QVERIFY(!equal(make("a", "b", ""), make("a", "c", "")));
        QVERIFY(!equal(make("a", "b", ""), make("a", "b", "title")));
        QVERIFY(!equal(make("a", "b", ""), Trace()));
        Trace other = make("a", "b", "");
        Event e;
        e.size = 1;
        other.append(e);
        Trace longer = make("a", "b", "");
        e.size = 2;
        longer.append(e);
        QVERIFY(!equal(other, longer));
    }
};

QTEST_GUILESS_MAIN(TestTrace)
#include "tst_trace.moc"
