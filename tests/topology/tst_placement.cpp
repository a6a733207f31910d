// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/placement.h"

#include "topologysupport.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace connscope;
using namespace connscope::topology;
using connscope::test::us;

class TestPlacement : public QObject {
    Q_OBJECT

private slots:
    void clientsStandLeftOfBrokers();
    void portsOfOneNodeAreInAFixedColumnAndApart();
    void parallelLinksNeverTouch();
    void badgesLieOnTheirLinksApartFromEachOtherAndFromNodes();
    void aNodeKeepsItsPlaceWhateverTheInstant();
    void thousandBrokersAreGroupedAndTheFiveInUseStandAlone();
    void addressesStandApartUntilTheyTurnOutToBeBrokers_data();
    void addressesStandApartUntilTheyTurnOutToBeBrokers();
    void anAddressOfAnOutsideClusterIsTheBrokerThatIsReachedThere();
    void manyAddressesAreAGroupOfAddressesFirst();
    void twoHundredClientsAreOneGroup();
    void bundlesBetweenTheSameGroupsDoNotCross();
    void aFewKeepTheirBadgesInASmallWindow_data();
    void aFewKeepTheirBadgesInASmallWindow();
    void anOpenedGroupHasATileForEachMemberInItsPlace();
    void besideAnOpenedGroupEachBrokerHasItsShare();
    void linksOfOthersRunPastAnOpenedGroupAndKeepTheirBadges();
    void draggedNodesStayWhereTheyWerePutAtEverySize();
    void smallPicturesAreEnlargedAndStillFit();
    void aNodeIdIsNeverCut();
    void namesAreWholeWhereThereIsRoom();
    void aCardSaysWhatItIsInARowThatHasRoomForIt();
    void racksAreFramed();
    void racksOfASmallClusterAreShownAlikeAndFillTheWidth();
    void closingIsToldInACrowdedPictureToo();
};

void TestPlacement::clientsStandLeftOfBrokers()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("10")));
    qreal clients = 0;
    qreal brokers = 1e9;
    for (const PlacedNode& node : theatre.placement->nodes) {
        if (node.isClientSide())
            clients = std::max(clients, node.rect.right());
        else
            brokers = std::min(brokers, node.rect.left());
    }
    QVERIFY2(clients + 200 < brokers, qPrintable(QStringLiteral("%1 %2").arg(clients).arg(brokers)));
}

void TestPlacement::portsOfOneNodeAreInAFixedColumnAndApart()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    for (const PlacedNode& node : theatre.placement->nodes) {
        qreal last = -1e9;
        for (std::uint32_t l : node.links) {
            const Curve& curve = theatre.placement->links[l].curve;
            const QPointF port = node.isClientSide() ? curve.from : curve.to;
            QCOMPARE(port.x(), node.isClientSide() ? node.rect.right() : node.rect.left());
            QVERIFY(port.y() > node.rect.top() && port.y() < node.rect.bottom());
            QVERIFY2(port.y() > last + 5, "ports lie on each other");
            last = port.y();
        }
    }
}

void TestPlacement::parallelLinksNeverTouch()
{
    // Broker 2 is reached as 2147483645 and as 2.
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const Placement& p = *theatre.placement;
    int pairs = 0;
    for (std::size_t a = 0; a < p.links.size(); ++a) {
        for (std::size_t b = a + 1; b < p.links.size(); ++b) {
            if (p.links[a].client != p.links[b].client || p.links[a].end != p.links[b].end)
                continue;
            ++pairs;
            for (int i = 0; i <= 20; ++i) {
                const qreal x
                    = p.links[a].curve.from.x() + (p.links[a].curve.to.x() - p.links[a].curve.from.x()) * i / 20;
                QVERIFY(std::abs(p.links[a].curve.y(x) - p.links[b].curve.y(x)) > 8);
            }
        }
    }
    QCOMPARE(pairs, 2);
}

void TestPlacement::badgesLieOnTheirLinksApartFromEachOtherAndFromNodes()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("14")));
    const Placement& p = *theatre.placement;
    for (std::size_t a = 0; a < p.links.size(); ++a) {
        const QRectF& badge = p.links[a].badge;
        QVERIFY(!badge.isNull());
        QVERIFY(std::abs(p.links[a].curve.y(badge.center().x()) - badge.center().y()) < 1);
        for (std::size_t b = a + 1; b < p.links.size(); ++b)
            QVERIFY(!badge.intersects(p.links[b].badge));
        for (const PlacedNode& node : p.nodes)
            QVERIFY(!badge.intersects(node.rect));
    }
}

void TestPlacement::aNodeKeepsItsPlaceWhateverTheInstant()
{
    // Placement is not told the instant; that a link opened late changes nothing is what this shows.
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const auto before = theatre.scene(kStart);
    const auto after = theatre.scene(kStart + ms(9000));
    QCOMPARE(before.links.size(), after.links.size());
    QCOMPARE(before.nodes.size(), after.nodes.size());
    QVERIFY(!before.links.back().isVisible());
    QVERIFY(after.links.back().isVisible());
}

void TestPlacement::thousandBrokersAreGroupedAndTheFiveInUseStandAlone()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("07"), std::chrono::minutes(1)));
    std::size_t grouped = 0;
    std::size_t alone = 0;
    for (const PlacedNode& node : theatre.placement->nodes) {
        if (node.kind == NodeKind::Brokers)
            grouped += node.members.size();
        else if (node.kind == NodeKind::Broker)
            ++alone;
    }
    QCOMPARE(grouped + alone, std::size_t {1000});
    QVERIFY2(alone >= 5 && alone < 20, qPrintable(QString::number(alone)));
    for (int b = 0; b < 5; ++b)
        QVERIFY(!theatre.placement->nodes[theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {b})]].isGroup());
    QVERIFY(theatre.placement->links.size() < 40);
    QVERIFY(theatre.placement->bounds.height() <= theatre.placement->size.height() + 1);
}

void TestPlacement::addressesStandApartUntilTheyTurnOutToBeBrokers_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::newRow("small") << QSizeF(640, 330);
    QTest::newRow("usual") << QSizeF(900, 340);
    QTest::newRow("large") << QSizeF(1600, 900);
}

void TestPlacement::addressesStandApartUntilTheyTurnOutToBeBrokers()
{
    QFETCH(QSizeF, size);
    test::Theatre theatre(test::runScenario(test::scenarioNamed("07"), std::chrono::minutes(1)));
    theatre.resize(size);
    for (const bool known : {false, true}) {
        const Scene scene = theatre.scene(known ? theatre.cast.clusterKnown : kStart);
        for (int b = 0; b < 3; ++b) {
            const std::uint32_t n = theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {b})];
            QCOMPARE(theatre.placement->nodes[n].kind, NodeKind::Broker);
            QCOMPARE(scene.nodes[n].mood, known ? Mood::Normal : Mood::Address);
            QCOMPARE(scene.nodes[n].title,
                known ? QStringLiteral("broker %1").arg(b) : QStringLiteral("kafka-%1.example:9092").arg(b));
        }
    }
    QVERIFY(theatre.placement->bounds.height() <= theatre.placement->size.height() + 1);
}

/// A session with somebody else's cluster does not know where a bootstrap connection went: no event says it.
void TestPlacement::anAddressOfAnOutsideClusterIsTheBrokerThatIsReachedThere()
{
    const test::Theatre ours(test::runScenario(test::scenarioNamed("13")));
    const trace::Trace& all = ours.document.trace();
    trace::Trace outside;
    outside.header() = all.header();
    outside.header().vantage = trace::Vantage::Observed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        trace::Event e = all[i];
        if (e.side == trace::Side::Broker || e.kind == trace::EventKind::BrokerUp
            || e.kind == trace::EventKind::LeaderMoved)
            continue; // what only brokers know
        if (e.node.isBootstrap())
            e.broker = {};
        e.text = outside.intern(all.text(e.text));
        e.cause = {};
        outside.coverClient(e.client);
        outside.coverConnection(e.connection);
        outside.append(e);
    }
    const test::Theatre theatre(
        std::make_unique<view::Content>(view::Source {}, std::move(outside), std::nullopt, ours.document.end()));
    bool isBootstrap = false;
    for (const CastEnd& end : theatre.cast.ends) {
        QVERIFY2(end.broker.isValid(), qPrintable(end.address));
        isBootstrap |= end.isBootstrap;
    }
    QVERIFY(isBootstrap);
    QVERIFY(!theatre.cast.ends.empty());
    QVERIFY(theatre.cast.isCurrent(theatre.document));
}

void TestPlacement::manyAddressesAreAGroupOfAddressesFirst()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("02"), std::chrono::seconds(5)));
    const auto group = std::find_if(theatre.placement->nodes.begin(), theatre.placement->nodes.end(),
        [](const PlacedNode& node) { return node.kind == NodeKind::Brokers; });
    QVERIFY(group != theatre.placement->nodes.end());
    const auto n = static_cast<std::size_t>(group - theatre.placement->nodes.begin());
    const QString count = QLocale(QLocale::English).toString(static_cast<int>(group->members.size()));
    QCOMPARE(theatre.scene(kStart).nodes[n].title, count + QStringLiteral(" addresses"));
    QCOMPARE(theatre.scene(theatre.cast.clusterKnown).nodes[n].title, count + QStringLiteral(" brokers"));
}

void TestPlacement::twoHundredClientsAreOneGroup()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("29"), std::chrono::minutes(1)));
    QCOMPARE(theatre.placement->nodes.front().kind, NodeKind::Clients);
    QCOMPARE(theatre.placement->nodes.front().members.size(), std::size_t {200});
    QCOMPARE(theatre.placement->nodes.size(), std::size_t {7});
}

void TestPlacement::bundlesBetweenTheSameGroupsDoNotCross()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("29"), ms(30'000)));
    const auto& links = theatre.placement->links;
    QVERIFY(links.size() >= 3);
    for (const PlacedLink& a : links) {
        for (const PlacedLink& b : links) {
            if (a.client == b.client && a.end == b.end && a.curve.from.y() < b.curve.from.y())
                QVERIFY(a.curve.to.y() < b.curve.to.y());
        }
    }
}

void TestPlacement::aFewKeepTheirBadgesInASmallWindow_data()
{
    QTest::addColumn<QSizeF>("size"); // of the topology in the window
    QTest::newRow("1280x800") << QSizeF(913, 343);
    QTest::newRow("1280x800 with a message") << QSizeF(913, 289);
    QTest::newRow("1024x700") << QSizeF(658, 243);
}

void TestPlacement::aFewKeepTheirBadgesInASmallWindow()
{
    QFETCH(QSizeF, size);
    for (const char* number : {"13", "14"}) {
        test::Theatre theatre(test::runScenario(test::scenarioNamed(number), ms(10'000)));
        theatre.resize(size);
        for (const PlacedNode& node : theatre.placement->nodes)
            QVERIFY2(!node.isGroup(), number);
        for (const PlacedLink& link : theatre.placement->links)
            QVERIFY2(!link.badge.isNull(), number);
    }
    // More of them may lose badges, but each broker stands on its own.
    for (const char* number : {"10", "21", "22", "24"}) {
        test::Theatre theatre(test::runScenario(test::scenarioNamed(number), ms(120'000)));
        theatre.resize(size);
        for (const PlacedNode& node : theatre.placement->nodes)
            QVERIFY2(!node.isGroup(), number);
    }
}

void TestPlacement::anOpenedGroupHasATileForEachMemberInItsPlace()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("29"), std::chrono::minutes(1)));
    const std::size_t shut = theatre.placement->links.size();
    theatre.arrangement.expanded.insert(theatre.placement->nodes.front().key);
    theatre.resize({1280, 800});
    const PlacedNode& node = theatre.placement->nodes.front();
    QCOMPARE(node.detail, Detail::Tiles);
    QVERIFY(theatre.placement->links.size() > shut * 10);
    for (std::size_t i = 0; i < node.members.size(); ++i) {
        QVERIFY(node.rect.contains(node.cellOf(i)));
        if (i > 0)
            QVERIFY(!node.cellOf(i).intersects(node.cellOf(i - 1)));
    }
}

/// Its links make no broker's card taller than its share, or the whole picture would be drawn small for it.
void TestPlacement::besideAnOpenedGroupEachBrokerHasItsShare()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("29"), std::chrono::minutes(1)));
    theatre.arrangement.expanded.insert(theatre.placement->nodes.front().key);
    for (const QSizeF size : {QSizeF(913, 343), QSizeF(1280, 800), QSizeF(1500, 620)}) {
        theatre.resize(size);
        qreal cards = 0;
        for (const PlacedNode& node : theatre.placement->nodes)
            cards += node.isClientSide() ? 0 : 1;
        for (const PlacedNode& node : theatre.placement->nodes) {
            if (!node.isClientSide())
                QVERIFY2(node.rect.height() <= std::max(size.height() / cards, 150.0), node.key.c_str());
        }
    }
}

void TestPlacement::linksOfOthersRunPastAnOpenedGroupAndKeepTheirBadges()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("07"), std::chrono::seconds(5)));
    const auto& shut = theatre.placement->nodes;
    const auto group = std::find_if(shut.begin(), shut.end(), [](const PlacedNode& node) { return node.isGroup(); });
    QVERIFY(group != shut.end());
    theatre.arrangement.expanded.insert(group->key);
    for (const QSizeF size : {QSizeF(1280, 500), QSizeF(1080, 470), QSizeF(1900, 700)}) {
        theatre.resize(size);
        const Placement& placement = *theatre.placement;
        std::size_t others = 0;
        for (const PlacedLink& link : placement.links) {
            const PlacedNode* open = nullptr;
            for (const PlacedNode& node : placement.nodes)
                open = node.detail == Detail::Tiles ? &node : open;
            QVERIFY(open);
            if (&placement.nodes[link.end] == open)
                continue;
            ++others;
            QVERIFY(!link.badge.isNull());
            QVERIFY(link.curve.lead <= link.curve.trail && link.curve.lead >= link.curve.from.x());
            for (double u = 0; u <= 1; u += 0.01)
                QVERIFY(!open->rect.contains(link.curve.at(u)));
        }
        QVERIFY(others >= 6); // three addresses, and the brokers that stand alone
    }
}

void TestPlacement::draggedNodesStayWhereTheyWerePutAtEverySize()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    theatre.arrangement.moved["broker 1"] = {0.5, 0.25};
    theatre.arrangement.moved["broker 99"] = {0.1, 0.1}; // nobody
    for (const QSizeF size : {QSizeF(1280, 800), QSizeF(1920, 1080), QSizeF(900, 560)}) {
        theatre.resize(size);
        const QSizeF scene = theatre.placement->size;
        const PlacedNode& node
            = theatre.placement->nodes[theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {1})]];
        QVERIFY(node.moved);
        QVERIFY(std::abs(node.rect.center().x() - scene.width() / 2) <= 1);
        QVERIFY(std::abs(node.rect.center().y() - scene.height() / 4) <= 1);
    }
}

void TestPlacement::smallPicturesAreEnlargedAndStillFit()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    theatre.resize({1920, 1080});
    QVERIFY(theatre.enlargement > 1.2);
    QVERIFY(theatre.placement->bounds.height() <= theatre.placement->size.height() + 1);
    theatre.resize({900, 400});
    QCOMPARE(theatre.enlargement, 1.0);
}

void TestPlacement::aNodeIdIsNeverCut()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    for (const PlacedLink& link : theatre.placement->links) {
        const NodeId id = theatre.cast.places[link.places.front()].node;
        QVERIFY(link.badge.width() >= theatre.metrics->badgeSize(id).width());
    }
}

void TestPlacement::racksOfASmallClusterAreShownAlikeAndFillTheWidth()
{
    test::Theatre theatre(test::runScenarioText(R"(connscope: 1
title: racks
until: 5s
cluster:
  brokers: {count: 9, racks: [a, b, c]}
clients:
  - {kind: consumer, name: payments-reconciliation-service-eu-central-1-blue-deployment-7f9c}
  - {kind: producer, name: pay}
  - {kind: consumer, name: c3}
)"));
    theatre.resize({915, 340});
    const Placement& p = *theatre.placement;
    QVERIFY(theatre.enlargement >= leastEnlargement(*theatre.metrics));
    const qreal margin = theatre.metrics->body * 1.5;
    QVERIFY(p.nodes.front().rect.left() <= margin);
    QVERIFY(p.nodes.back().rect.right() >= p.size.width() - margin);
    QVERIFY2(p.bounds.height() <= p.size.height() * 1.5, qPrintable(QString::number(p.bounds.height())));
    // In each rack as many cards as in the others, but for the address of bootstrap.servers.
    std::map<QString, int> cards;
    for (const PlacedNode& node : p.nodes) {
        if (!node.isClientSide() && !theatre.cast.ends[node.members.front()].isBootstrap)
            ++cards[theatre.cast.ends[node.members.front()].rack];
    }
    QCOMPARE(cards.size(), std::size_t {3});
    QCOMPARE(cards[QStringLiteral("a")], cards[QStringLiteral("b")]);
    QCOMPARE(cards[QStringLiteral("b")], cards[QStringLiteral("c")]);
}

void TestPlacement::closingIsToldInACrowdedPictureToo()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("08")));
    for (const QSizeF size : {QSizeF(697, 242), QSizeF(915, 340)}) {
        theatre.resize(size);
        // Killed at ten seconds: half a millisecond later some ends are in CLOSE-WAIT.
        const Scene scene = theatre.scene(kStart + us(10'000'500));
        int waiting = 0;
        for (const LinkPicture& link : scene.links)
            waiting += link.client.tcp == trace::TcpState::CloseWait || link.broker.tcp == trace::TcpState::CloseWait;
        QVERIFY(waiting > 0);
        const auto told = std::count_if(scene.still.begin(), scene.still.end(), [](const Label& label) {
            return label.text == QStringLiteral("CLOSE-WAIT") || label.text == QStringLiteral("CW");
        });
        QCOMPARE(static_cast<int>(told), waiting);
    }
}

void TestPlacement::namesAreWholeWhereThereIsRoom()
{
    // Its clients differ in the end of their names, and its bootstrap address is a long one.
    for (const QSizeF size : {QSizeF(1400, 560), QSizeF(770, 380), QSizeF(1000, 600)}) {
        test::Theatre theatre(test::runScenario(test::scenarioNamed("24"), std::chrono::minutes(1)));
        theatre.resize(size);
        for (const Instant t : {kStart, kStart + std::chrono::seconds(30)}) {
            const Scene scene = theatre.scene(t);
            QStringList said;
            for (const Label& label : scene.still)
                said << label.text;
            const QString all = said.join(u'|');
            QVERIFY2(all.contains(QLatin1String("producer-1 (closes-first)")), qPrintable(all));
            QVERIFY2(t > kStart || all.contains(QLatin1String("kafka-0.example:9092")), qPrintable(all));
        }
    }
}

void TestPlacement::aCardSaysWhatItIsInARowThatHasRoomForIt()
{
    // One coordinator's connection goes and another comes: the rows of their long node ids are both kept.
    test::Theatre theatre(test::runScenario(test::scenarioNamed("21"), std::chrono::minutes(1)));
    for (const QSizeF size : {QSizeF(1280, 480), QSizeF(950, 480), QSizeF(1900, 700), QSizeF(915, 290),
             QSizeF(915, 330), QSizeF(700, 330)}) {
        theatre.resize(size);
        const Scene scene = theatre.scene(kStart + std::chrono::seconds(7));
        QStringList said;
        for (const Label& label : scene.still)
            said << label.text;
        const QString all = said.join(u'|');
        QVERIFY2(said.contains(QStringLiteral("consumer · group test")) || !all.contains(QLatin1String("consumer…")),
            qPrintable(QStringLiteral("%1x%2: ").arg(size.width()).arg(size.height()) + all));
    }
}

void TestPlacement::racksAreFramed()
{
    const test::Theatre theatre(test::runScenarioText(
        "connscope: 1\ntitle: {en: x}\nuntil: 2s\ncluster:\n  brokers:\n"
        "    - {id: 0, rack: r1}\n    - {id: 1, rack: r2}\n    - {id: 2, rack: r1}\n  topics:\n    t4: 3\n"
        "clients:\n  - {name: p, kind: producer}\n"));
    QCOMPARE(theatre.placement->racks.size(), std::size_t {2});
    QCOMPARE(theatre.placement->racks[0].rack, QStringLiteral("r1"));
    QVERIFY(!theatre.placement->racks[0].rect.intersects(theatre.placement->racks[1].rect));
    for (int b : {0, 2}) {
        const PlacedNode& node
            = theatre.placement->nodes[theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {b})]];
        QVERIFY(theatre.placement->racks[0].rect.contains(node.rect));
    }
}

QTEST_MAIN(TestPlacement)
#include "tst_placement.moc"
