// SPDX-License-Identifier: GPL-3.0-or-later
// What links and nodes look like at an instant, and that the picture is a function of it.
#include "topology/describe.h"
#include "topology/labels.h"
#include "topology/layers.h"
#include "topology/strokes.h"

#include "topologysupport.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace connscope;
using namespace connscope::topology;
using theme::LinkState;

class TestTopologyPicture : public QObject {
    Q_OBJECT

private slots:
    void goingTwiceToAnInstantGivesTheSamePixels();
    void layersShowWhatAPainterPaints();
    void layersArePaintedOnlyWhenWhatTheyHoldChanges();
    void anAddressTurnsOutToBeABrokerWhenMetadataArrives();
    void theAbandonedBootstrapConnectionSaysSoAndCountsDown();
    void closeWaitShowsWhoClosedAndBothEnds();
    void aRefusalIsSeenOnItsWayAndFailsNothingBeforeItArrives();
    void whatAMiddleboxHasForgottenIsNoHealthyLink();
    void aClosedLinkLeavesAGhostForAWhile();
    void everyStateIsDrawnDifferentlyWithoutColour();
    void badgesExplainThemselves();
    void thePictureCanBeRead();
    void aBrokerThatIsDownIsMarked();
    void oneOfAGroupIsFramedWhereItIsSelected();
    void theFilterDimsTheRest();
    void nothingThatTheFilterLeavesOutSpeaksUp();
    void withReducedMotionMessagesLightUpInPlace();
};

void TestTopologyPicture::goingTwiceToAnInstantGivesTheSamePixels()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const Instant t = kStart + ms(1003);
    const QImage first = theatre.image(t);
    QVERIFY(theatre.image(kStart + ms(9000)) != first);
    QVERIFY(theatre.image(kStart) != first);
    QCOMPARE(theatre.image(t), first);
}

void TestTopologyPicture::layersShowWhatAPainterPaints()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("14")));
    const Scene scene = theatre.scene(kStart + ms(3000));
    const QSize size = theatre.placement->size.toSize();
    QImage whole(size, QImage::Format_RGB32);
    QImage layered = whole.copy();
    {
        QPainter painter(&whole);
        paintScene(painter, theatre.stage(), scene);
    }
    Layers layers;
    {
        QPainter painter(&layered);
        layers.paint(painter, theatre.stage(), scene, {}, size, 1, {});
    }
    QCOMPARE(layered, whole);
}

void TestTopologyPicture::layersArePaintedOnlyWhenWhatTheyHoldChanges()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const QSize size = theatre.placement->size.toSize();
    QImage image(size, QImage::Format_RGB32);
    Layers layers;
    QPainter painter(&image);
    for (int i = 0; i < 20; ++i) {
        // Between two heartbeats and after the reveal nothing but dots and rings moves.
        const Instant t = kStart + ms(8000) + i * ms(16);
        layers.paint(painter, theatre.stage(), theatre.scene(t, {1, true}), {}, size, 1, {});
    }
    QCOMPARE(layers.nodesPainted(), 1);
    QVERIFY2(layers.linksPainted() <= 3, qPrintable(QString::number(layers.linksPainted())));
}

void TestTopologyPicture::anAddressTurnsOutToBeABrokerWhenMetadataArrives()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const std::uint32_t zero = theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {0})];
    const std::uint32_t one = theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {1})];
    const Scene before = theatre.scene(kStart + std::chrono::microseconds(500));
    QCOMPARE(before.nodes[zero].mood, Mood::Address);
    QCOMPARE(before.nodes[zero].title, QStringLiteral("localhost:9092"));
    QCOMPARE(before.nodes[one].mood, Mood::NotYet);
    const Scene after = theatre.scene(theatre.cast.clusterKnown);
    QCOMPARE(after.nodes[zero].mood, Mood::Normal);
    QCOMPARE(after.nodes[zero].title, QStringLiteral("broker 0"));
    QCOMPARE(after.nodes[zero].reveal, 1.0);
    QCOMPARE(after.nodes[one].reveal, 0.0);
    // On paper nothing says for how long: it would be a frame without a meaning.
    topology::Tempo onPaper;
    onPaper.onPaper = true;
    QCOMPARE(theatre.scene(theatre.cast.clusterKnown, onPaper).nodes[zero].reveal, 0.0);
    QCOMPARE(theatre.scene(kStart + ms(9000)).nodes[zero].reveal, 0.0);
}

void TestTopologyPicture::theAbandonedBootstrapConnectionSaysSoAndCountsDown()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("15")));
    const Instant t = kStart + std::chrono::minutes(8);
    const Scene scene = theatre.scene(t);
    bool found = false;
    for (const LinkPicture& link : scene.links) {
        if (!link.orphaned)
            continue;
        found = true;
        QCOMPARE(link.state, LinkState::Idle);
        QVERIFY(link.client.countdown && link.broker.countdown);
        // nine minutes at the client, ten at the broker, both since the last byte moved
        QVERIFY(link.client.countdown->left < std::chrono::minutes(1) + std::chrono::seconds(2));
        QVERIFY(link.broker.countdown->left > link.client.countdown->left);
        QCOMPARE(link.client.countdown->whole, Duration(std::chrono::minutes(9)));
    }
    QVERIFY(found);
    QVERIFY(std::any_of(scene.still.begin(), scene.still.end(), [](const Label& label) {
        return label.text == QStringLiteral("no longer used")
            || label.text == QStringLiteral("unused"); // by its room
    }));
}

void TestTopologyPicture::closeWaitShowsWhoClosedAndBothEnds()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("10")));
    const Scene scene = theatre.scene(kStart + std::chrono::minutes(2));
    int closeWait = 0;
    for (const LinkPicture& link : scene.links) {
        if (link.state != LinkState::ClosingByBroker)
            continue;
        ++closeWait;
        QCOMPARE(link.firstFin, trace::Side::Broker);
        QCOMPARE(link.client.tcp, trace::TcpState::CloseWait);
    }
    QCOMPARE(closeWait, 4);
    QCOMPARE(std::count_if(scene.still.begin(), scene.still.end(),
                 [](const Label& label) { return label.text == QStringLiteral("CLOSE-WAIT"); }),
        4);
}

void TestTopologyPicture::aRefusalIsSeenOnItsWayAndFailsNothingBeforeItArrives()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("22"), std::chrono::seconds(62)));
    const trace::Trace& trace = theatre.document.trace();
    const auto find = [&](trace::EventKind kind, ConnectionId connection) {
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind == kind && trace[i].rule == trace::RuleId::ConnectionRefused
                && (!connection.isValid() || trace[i].connection == connection))
                return EventId {static_cast<std::uint32_t>(i)};
        }
        return EventId {};
    };
    const EventId sent = find(trace::EventKind::ResetSent, {});
    QVERIFY(sent.isValid());
    const ConnectionId connection = trace[sent].connection;
    const EventId received = find(trace::EventKind::ResetReceived, connection);
    const EventId failed = find(trace::EventKind::ConnectFailed, connection);
    QVERIFY(sent < received && received < failed);
    const std::uint32_t link = theatre.placement->linkOfSlot[theatre.cast.slotOf(connection)];
    const auto sceneAt
        = [&](view::Position position) { return makeScene(theatre.stage(), theatre.document.at(position), {}); };
    const auto says = [](const std::vector<Label>& labels, QLatin1String text) {
        return std::count_if(labels.begin(), labels.end(), [&](const Label& l) { return l.text == text; });
    };

    const Scene before = sceneAt(theatre.document.after(EventId {sent.value - 1}));
    QVERIFY(!before.links[link].reset);
    double last = 2;
    for (const int part : {0, 1, 2, 3}) {
        const Instant t = trace[sent].at + (trace[received].at - trace[sent].at) * part / 4;
        const Scene scene
            = part == 0 ? sceneAt(theatre.document.after(sent)) : sceneAt(theatre.document.positionAt(t));
        QCOMPARE(scene.links[link].state, LinkState::Connecting);
        QVERIFY(scene.links[link].reset.has_value());
        QVERIFY(*scene.links[link].reset < last);
        last = *scene.links[link].reset;
        QCOMPARE(says(scene.moving, QLatin1String("RST")), 1);
        QVERIFY(says(scene.still, QLatin1String("SYN-SENT")) >= 1);
        const view::Counters counters = theatre.document.tally().at(theatre.document.at(t));
        QCOMPARE(counters.closedBy[static_cast<std::size_t>(trace::Side::Network)], 0u);
    }
    const Scene after = sceneAt(theatre.document.after(failed));
    QVERIFY(!after.links[link].reset);
    QVERIFY(after.links[link].state == LinkState::Refused || after.links[link].state == LinkState::BackingOff);
    const view::Counters counters = theatre.document.tally().at(theatre.document.at(theatre.document.after(failed)));
    QCOMPARE(counters.closedBy[static_cast<std::size_t>(trace::Side::Network)], 1u);
}

/// Neither end knows: both are ESTABLISHED. What is sent is lost, and that is seen where it is lost.
void TestTopologyPicture::whatAMiddleboxHasForgottenIsNoHealthyLink()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("24"), std::chrono::seconds(480)));
    const auto hasText = [](const std::vector<Label>& labels, const QString& text) {
        return std::any_of(labels.begin(), labels.end(), [&](const Label& label) { return label.text == text; });
    };
    const Scene before = theatre.scene(kStart + std::chrono::seconds(300));
    QVERIFY(std::none_of(before.links.begin(), before.links.end(), [](const auto& l) { return l.forgotten > 0; }));
    QVERIFY(!describe(theatre.stage(), before).contains(QStringLiteral("middlebox")));

    const Scene scene = theatre.scene(kStart + std::chrono::seconds(430));
    const auto dot = std::find_if(
        scene.traffic.dots.begin(), scene.traffic.dots.end(), [](const Dot& d) { return d.api == ApiKey::Produce; });
    QVERIFY(dot != scene.traffic.dots.end());
    QVERIFY(dot->lost);
    QCOMPARE(dot->u, 0.5);
    const LinkPicture& link = scene.links[dot->link];
    QCOMPARE(link.client.tcp, trace::TcpState::Established);
    QCOMPARE(link.broker.tcp, trace::TcpState::Established);
    QCOMPARE(link.forgotten, 1U);
    LinkPicture healthy = link;
    healthy.forgotten = 0;
    QVERIFY(strokesOf(link, false, theatre.look.theme()) != strokesOf(healthy, false, theatre.look.theme()));
    QVERIFY(lookKey(link) != lookKey(healthy));
    const PlacedLink& placed = theatre.placement->links[dot->link];
    const auto cap = capOf(placed, link, *theatre.metrics);
    QVERIFY(cap && !capOf(placed, healthy, *theatre.metrics));
    const double at = placed.curve.u(cap->rect().center().x());
    QVERIFY(std::abs(at - gapOf(placed)) < 0.04); // the cross is in its gap
    QVERIFY(hasText(scene.still, QStringLiteral("forgotten by a middlebox"))
        || hasText(scene.still, QStringLiteral("forgotten")));
    QVERIFY(hasText(scene.moving, QStringLiteral("PRODUCE %1 lost").arg(dot->correlation)));
    Hit hit;
    hit.link = dot->link;
    QVERIFY(hoverWords(theatre.stage(), scene, hit).contains(QStringLiteral("a middlebox has forgotten it")));
    hit.dot = static_cast<std::size_t>(dot - scene.traffic.dots.begin());
    const QString words = hoverWords(theatre.stage(), scene, hit);
    QVERIFY2(words.contains(QStringLiteral("is lost on 0: a middlebox has forgotten")), qPrintable(words));
    QVERIFY(!words.contains(QStringLiteral("travels")));
    // While it plays it is seen to go there first.
    const Scene playing = theatre.scene(kStart + std::chrono::seconds(420) + ms(3), {1, true});
    for (const Dot& d : playing.traffic.dots)
        QVERIFY(d.api != ApiKey::Produce || d.lost == (d.u >= 0.5));
}

void TestTopologyPicture::aClosedLinkLeavesAGhostForAWhile()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("15")));
    for (const trace::ConnectionLife& life : theatre.document.lives()) {
        if (!life.gone)
            continue;
        const std::uint32_t link = theatre.placement->linkOfSlot[theatre.cast.slotOf(life.id)];
        const Scene soon = theatre.scene(*life.gone + ms(500));
        const Scene later = theatre.scene(*life.gone + ms(3500));
        if (soon.links[link].connection != life.id)
            continue;
        QVERIFY(soon.links[link].isVisible());
        QVERIFY(soon.links[link].ghost > 0 && soon.links[link].ghost < 0.5);
        QCOMPARE(later.links[link].shown, LinkPicture::Shown::Past);
        return;
    }
    QFAIL("nothing was closed");
}

void TestTopologyPicture::everyStateIsDrawnDifferentlyWithoutColour()
{
    const theme::Theme& theme = theme::themeOf(theme::Scheme::Light);
    // Pieces of line and their widths; the glyphs and end states of stateLook come on top.
    std::map<QString, QString> seen;
    for (int s = 0; s < theme::kLinkStateCount; ++s) {
        LinkPicture picture;
        picture.shown = LinkPicture::Shown::Link;
        picture.state = static_cast<LinkState>(s);
        picture.role = Role::Data;
        picture.handshake = 0.5;
        QString shape = theme::stateLook(picture.state).glyph;
        for (const Stroke& stroke : strokesOf(picture, false, theme)) {
            shape += QStringLiteral("|%1 %2 %3 %4 %5")
                         .arg(stroke.u0)
                         .arg(stroke.u1)
                         .arg(stroke.width)
                         .arg(stroke.offset)
                         .arg(stroke.dash.size());
        }
        QVERIFY2(!seen.contains(shape),
            qPrintable(theme::linkStateWord(picture.state) + QStringLiteral(" looks like ") + seen[shape]));
        seen[shape] = theme::linkStateWord(picture.state);
    }
}

void TestTopologyPicture::badgesExplainThemselves()
{
    QCOMPARE(nodeIdWords(NodeId {2147483645}, Role::Coordinator, BrokerId {2}),
        QStringLiteral("2147483645 = 2147483647 − 2: group coordinator on broker 2"));
    QCOMPARE(nodeIdWords(NodeId {-1}, Role::Bootstrap, {}),
        QStringLiteral("−1: first address of bootstrap.servers, broker not known yet"));
    QCOMPARE(nodeIdWords(NodeId {-12}, Role::Bootstrap, {}),
        QStringLiteral("−12: address 12 of bootstrap.servers, broker not known yet"));
    QCOMPARE(nodeIdWords(NodeId {-1}, Role::Bootstrap, BrokerId {0}),
        QStringLiteral("−1: first address of bootstrap.servers, which is broker 0"));
    QCOMPARE(nodeIdWords(NodeId {2}, Role::Data, BrokerId {2}), QStringLiteral("2: broker 2"));
}

void TestTopologyPicture::thePictureCanBeRead()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const QString words = describe(theatre.stage(), theatre.scene(kStart + ms(1000)));
    QVERIFY2(
        words.contains(QStringLiteral("2147483645, coordinator, consumer-1 to broker 2: ready")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("broker 2, localhost:9094, leader of t4-2, coordinator test")),
        qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("FETCH 17 waits in the broker for its answer, on 1")), qPrintable(words));
}

void TestTopologyPicture::aBrokerThatIsDownIsMarked()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("22")));
    const std::uint32_t zero = theatre.placement->nodeOfEnd[theatre.cast.endAt(BrokerId {0})];
    QCOMPARE(theatre.scene(kStart + ms(29'000)).nodes[zero].mood, Mood::Normal);
    QCOMPARE(theatre.scene(kStart + ms(31'000)).nodes[zero].mood, Mood::Down);
    QCOMPARE(theatre.scene(kStart + ms(50'000)).nodes[zero].mood, Mood::Normal);
}

void TestTopologyPicture::oneOfAGroupIsFramedWhereItIsSelected()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("07"), std::chrono::seconds(5)));
    for (const bool open : {false, true}) {
        const auto& nodes = theatre.placement->nodes;
        const auto group
            = std::find_if(nodes.begin(), nodes.end(), [](const PlacedNode& node) { return node.isGroup(); });
        QVERIFY(group != nodes.end());
        if (open) {
            theatre.arrangement.expanded.insert(group->key);
            theatre.resize({1600, 700});
        }
        const std::uint32_t end = theatre.cast.endAt(BrokerId {478});
        const PlacedNode& node = theatre.placement->nodes[theatre.placement->nodeOfEnd[end]];
        QCOMPARE(node.detail, open ? Detail::Tiles : Detail::Group);
        const auto member = std::find(node.members.begin(), node.members.end(), end) - node.members.begin();
        Highlight highlight;
        highlight.selected = view::Item::of(BrokerId {478});
        const QRectF bounds = theatre.placement->bounds;
        const auto painted = [&](const Highlight& what) {
            QImage image(bounds.size().toSize(), QImage::Format_RGB32);
            QPainter painter(&image);
            painter.translate(-bounds.topLeft());
            paintScene(painter, theatre.stage(), theatre.scene(kStart + ms(1000)), what);
            return image;
        };
        const QImage chosen = painted(highlight);
        const QImage plain = painted({});
        const QRect frame
            = memberFrame(node, static_cast<std::size_t>(member)).translated(-bounds.topLeft()).toRect();
        QVERIFY(frame.width() >= 10 && frame.height() >= 10);
        // Its frame is as dark as ink all around, and its neighbours' places are as they were.
        const QRgb ink = theatre.look.theme().ink.rgb();
        for (const QPoint at : {QPoint(frame.center().x(), frame.top()), QPoint(frame.left(), frame.center().y())}) {
            int darkest = 255;
            for (int d = -1; d <= 1; ++d)
                darkest = std::min(darkest, std::abs(qGray(chosen.pixel(at + QPoint(d, d))) - qGray(ink)));
            QVERIFY2(darkest < 60, qPrintable(QStringLiteral("%1 open %2").arg(darkest).arg(open)));
        }
        const QRect beyond(frame.right() + 6, frame.top(), 12, frame.height());
        QCOMPARE(chosen.copy(beyond), plain.copy(beyond));
    }
}

void TestTopologyPicture::theFilterDimsTheRest()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    theatre.filter.setText(QStringLiteral("role = coordinator"));
    int dimmed = 0;
    const Scene scene = theatre.scene(kStart + ms(2000));
    for (const LinkPicture& link : scene.links) {
        dimmed += link.dimmed ? 1 : 0;
        QCOMPARE(link.dimmed, link.role != Role::Coordinator);
    }
    QCOMPARE(dimmed, 4);
}

/// States, words and badges of what is left out step back with its line.
void TestTopologyPicture::nothingThatTheFilterLeavesOutSpeaksUp()
{
    const std::vector<std::pair<const char*, Instant>> scenes {{"10", kStart + std::chrono::minutes(2)},
        {"15", kStart + std::chrono::minutes(8)}, {"22", kStart + ms(30'500)}};
    for (const auto& [number, t] : scenes) {
        test::Theatre theatre(test::runScenario(test::scenarioNamed(number), std::chrono::minutes(9)));
        const auto loud = [&] {
            const Scene scene = theatre.scene(t);
            QStringList out;
            for (std::size_t i = scene.nodeLabels; i < scene.still.size(); ++i) {
                if (!scene.still[i].dimmed)
                    out << scene.still[i].text;
            }
            for (const Label& label : scene.moving) {
                if (!label.dimmed)
                    out << label.text;
            }
            return out;
        };
        QVERIFY(!loud().isEmpty());
        theatre.filter.setText(QStringLiteral("broker = 77"));
        QVERIFY2(loud().isEmpty(), qPrintable(QString::fromLatin1(number) + u' ' + loud().join(u' ')));
    }
}

void TestTopologyPicture::withReducedMotionMessagesLightUpInPlace()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("13"), ms(100)));
    // Where each message is over its way: the places of its dot, by link, correlation id and direction.
    const auto ways = [&theatre] {
        std::map<std::tuple<std::uint32_t, std::int32_t, int>, std::set<double>> out;
        for (int us = 0; us <= 5000; us += 20) {
            for (const Dot& dot : theatre.scene(kStart + Duration {us * 1000}, {0.001, true}).traffic.dots) {
                if (dot.phase == Dot::Phase::Request || dot.phase == Dot::Phase::Response)
                    out[{dot.link, dot.correlation, static_cast<int>(dot.phase)}].insert(dot.u);
            }
        }
        return out;
    };
    const auto travelling = ways();
    QVERIFY(travelling.size() >= 5);
    QVERIFY(std::any_of(travelling.begin(), travelling.end(),
        [](const auto& way) { return *way.second.rbegin() - *way.second.begin() > 0.5; }));
    theatre.look.setReducedMotion(true);
    const auto still = ways();
    QCOMPARE(still.size(), travelling.size()); // none is left out
    for (const auto& [message, places] : still) {
        for (const double place : places)
            QVERIFY2(place > 0.25 && place < 0.8, qPrintable(QString::number(place)));
        // It moves aside for others on its link and no further.
        QVERIFY2(*places.rbegin() - *places.begin() < 0.25, qPrintable(QString::number(*places.rbegin())));
    }
}

QTEST_MAIN(TestTopologyPicture)
#include "tst_topologypicture.moc"
