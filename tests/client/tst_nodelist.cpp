// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/nodelist.h"

#include <QtTest>

#include <map>
#include <set>

using namespace connscope;
using namespace connscope::client;

namespace {
NodeList make(int count)
{
    std::vector<Node> nodes;
    for (int i = 0; i < count; ++i)
        nodes.push_back({NodeId {i}, "localhost", static_cast<std::uint16_t>(9092 + i), {}});
    NodeList list;
    list.assign(std::move(nodes));
    return list;
}
} // namespace

class TestNodeList : public QObject {
    Q_OBJECT
private slots:
    void aWalkSeesEachNodeOnceAndTheOrderStays()
    {
        Rng rng(3);
        NodeList list = make(50);
        std::vector<std::int32_t> first;
        for (std::size_t i = 0; i < 50; ++i)
            first.push_back(list.shuffled((i + 17) % 50, rng).id.value);
        QCOMPARE(std::set<std::int32_t>(first.begin(), first.end()).size(), std::size_t {50});
        std::vector<std::int32_t> second;
        for (std::size_t i = 0; i < 50; ++i)
            second.push_back(list.shuffled((i + 17) % 50, rng).id.value);
        QCOMPARE(second, first);
    }
    void everyOrderOfThreeIsAsLikelyAsAnother()
    {
        Rng rng(11);
        NodeList list = make(3);
        std::map<std::vector<std::int32_t>, int> seen;
        const int runs = 60'000;
        for (int run = 0; run < runs; ++run) {
            list.reshuffle();
            std::vector<std::int32_t> order;
            for (const std::size_t position : {2U, 0U, 1U})
                order.push_back(list.shuffled(position, rng).id.value);
            ++seen[order];
        }
        QCOMPARE(seen.size(), std::size_t {6});
        for (const auto& [order, count] : seen)
            QVERIFY2(std::abs(count - runs / 6) < 400, qPrintable(QString::number(count)));
    }
    void findKnowsOnlyItsNodes()
    {
        const NodeList list = make(3);
        QVERIFY(list.find(NodeId {2}));
        QVERIFY(!list.find(NodeId {3}));
        QVERIFY(!list.find(NodeId::bootstrap(0)));
    }
};

QTEST_GUILESS_MAIN(TestNodeList)
#include "tst_nodelist.moc"
