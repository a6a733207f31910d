// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/eventlists.h"

#include "base/rng.h"
#include "support/rcqt.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::trace;

class TestEventLists : public QObject {
    Q_OBJECT

private slots:
    void listsGiveBackWhatTheyGot()
    {
        RC_QVERIFY("each list holds its own ids in order", [](std::uint64_t seed, std::uint8_t lists, bool wide) {
            Rng rng {seed};
            EventLists all;
            std::vector<std::vector<std::uint32_t>> expected(lists + std::size_t {1});
            std::uint32_t id = static_cast<std::uint32_t>(rng.below(3));
            for (int i = 0; i < 2000; ++i) {
                const auto list = static_cast<std::uint32_t>(rng.below(expected.size()));
                all.append(list, EventId {id});
                expected[list].push_back(id);
                id += 1 + static_cast<std::uint32_t>(rng.below(wide ? 2'000'000 : 3));
            }
            for (std::uint32_t list = 0; list < expected.size(); ++list) {
                RC_ASSERT(all.count(list) == expected[list].size());
                std::vector<std::uint32_t> found;
                EventLists::Position position = all.begin(list);
                for (EventId event; all.next(list, position, event);)
                    found.push_back(event.value);
                RC_ASSERT(found == expected[list]);
                if (!found.empty())
                    RC_ASSERT(all.last(list).value == found.back());
            }
        });
    }

    void aKeptPositionReadsOn()
    {
        EventLists lists;
        std::vector<EventLists::Position> ends;
        for (std::uint32_t i = 0; i < 5000; ++i) {
            ends.push_back(lists.end(3));
            lists.append(3, EventId {i * 150});
        }
        for (std::uint32_t i = 0; i < 5000; i += 7) {
            EventLists::Position position = ends[i].before == 0 ? lists.begin(3) : ends[i];
            EventId event;
            QVERIFY(lists.next(3, position, event));
            QCOMPARE(event.value, i * 150);
        }
        EventId event;
        EventLists::Position nowhere = lists.begin(2);
        QVERIFY(!lists.next(2, nowhere, event));
        QCOMPARE(lists.count(99), std::size_t {0});
    }

    void anIdTakesLittleMoreThanAByte()
    {
        EventLists lists;
        for (std::uint32_t i = 0; i < 1'000'000; ++i)
            lists.append(i % 100, EventId {i});
        QVERIFY2(lists.bytes() < 1'200'000, std::to_string(lists.bytes()).c_str());
    }
};

QTEST_GUILESS_MAIN(TestEventLists)
#include "tst_eventlists.moc"
