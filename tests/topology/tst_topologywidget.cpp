// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/metrics.h"
#include "topology/mnemonics.h"
#include "topology/topologywidget.h"

#include "topologysupport.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

using namespace connscope;
using namespace connscope::topology;

namespace {

struct Room {
    explicit Room(const std::string& number, const std::string& profile = {})
    {
        document.replace(test::runScenario(test::scenarioNamed(number), std::chrono::minutes(1), profile));
        widget = std::make_unique<TopologyWidget>(view::Context {document, playback, selection, filter, look});
        widget->resize(1280, 800);
        widget->show();
        playback.setInstant(kStart + ms(3000));
    }

    QPoint onWidget(QPointF scene) const { return widget->viewport().toWidget().map(scene).toPoint(); }
    QPoint badgeOf(NodeId node) const
    {
        for (const BadgePicture& badge : widget->scene().badges) {
            if (badge.node == node)
                return onWidget(badge.rect.center());
        }
        return {};
    }

    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    theme::Look look;
    std::unique_ptr<TopologyWidget> widget;
};

} // namespace

class TestTopologyWidget : public QObject {
    Q_OBJECT

private slots:
    void everyEntryOfAMenuHasAMnemonicOfItsOwn();
    void aClickOnABadgeSelectsItsConnectionForAllViews();
    void thePointerSharesItsHover();
    void whatIsUnderAPointerThatRestsIsTrueNow();
    void aTraceMayBeReplacedUnderAPointerWhileItPlays();
    void draggingABrokerMovesItAndSaysSo();
    void whatStandsOnADraggedCardGoesWithIt_data();
    void whatStandsOnADraggedCardGoesWithIt();
    void theWheelZoomsAtThePointerAndFFitsAgain();
    void doubleClickOpensAGroupInPlace();
    void doubleClickOnACellOnlyOpensItsGroup();
    void anOpenedGroupIsReadBesideWhatItsLinksLeadTo_data();
    void anOpenedGroupIsReadBesideWhatItsLinksLeadTo();
    void noPictureIsMadeSoSmallThatItsTextCannotBeRead_data();
    void noPictureIsMadeSoSmallThatItsTextCannotBeRead();
    void noMapWhereEveryCardIsSeen_data() { noPictureIsMadeSoSmallThatItsTextCannotBeRead_data(); }
    void noMapWhereEveryCardIsSeen();
    void aFewAreShownWhole_data();
    void aFewAreShownWhole();
    void aClickOnAGroupSelectsAllOfIt();
    void aLineThatSeveralShareIsSelectedAsAWhole();
    void tabWalksOverNodesAndLinksAndEnterSelects();
    void aScreenReaderFindsNodesAndLinks();
    void aScreenReaderHearsWhatIsSelectedAndWhatCanBeOpened();
    void whatCanBeDoneDependsOnTheState();
    void whatWouldDoNothingSaysWhy();
    void somebodyElsesBrokersTakeNoOrders();
    void anotherTraceBeginsAnew();
    void playingStretchesJumpingDoesNot();
    void aTraceThatGrowsGivesThePictureOfTheWhole();
};

void TestTopologyWidget::everyEntryOfAMenuHasAMnemonicOfItsOwn()
{
    const auto check = [](auto&& self, const QMenu& menu) -> void {
        QString used;
        for (const QAction* action : menu.actions()) {
            if (action->menu())
                self(self, *action->menu());
            if (action->isSeparator())
                continue;
            const qsizetype at = action->text().indexOf(QRegularExpression(QStringLiteral("&[A-Za-z]")));
            QVERIFY2(at >= 0, qPrintable(action->text()));
            const QChar letter = action->text()[at + 1].toUpper();
            QVERIFY2(!used.contains(letter), qPrintable(action->text()));
            used += letter;
        }
    };
    Room room("13");
    for (const view::Item item :
        {view::Item::of(BrokerId {1}), view::Item::of(ClientId {0}), view::Item::of(ConnectionId {0})}) {
        QMenu menu;
        room.widget->addVerbs(menu, item);
        QVERIFY(!menu.isEmpty());
        addMnemonics(menu);
        check(check, menu);
    }
    // What has one keeps it; an ampersand of a name is none; where there is no letter, one is put behind.
    QMenu menu;
    menu.addAction(QStringLiteral("&Kill"));
    menu.addAction(QStringLiteral("Kaffee && Kuchen"));
    menu.addAction(QString::fromUtf8("关闭"));
    menu.addAction(QString::fromUtf8("编辑…"));
    addMnemonics(menu);
    QCOMPARE(menu.actions()[0]->text(), QStringLiteral("&Kill"));
    QCOMPARE(menu.actions()[1]->text(), QStringLiteral("K&affee && Kuchen"));
    QCOMPARE(menu.actions()[2]->text(), QString::fromUtf8("关闭(&B)"));
    QCOMPARE(menu.actions()[3]->text(), QString::fromUtf8("编辑(&C)…"));
}

void TestTopologyWidget::aClickOnABadgeSelectsItsConnectionForAllViews()
{
    Room room("13");
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, room.badgeOf(NodeId {2147483645}));
    const ConnectionId selected = room.selection.current().connection();
    QVERIFY(selected.isValid());
    QCOMPARE(room.document.life(selected)->node, NodeId {2147483645});
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, QPoint(640, 5));
    QVERIFY(room.selection.current().isNone());
}

void TestTopologyWidget::thePointerSharesItsHover()
{
    Room room("13");
    QTest::mouseMove(room.widget.get(), room.badgeOf(NodeId {2}));
    QCOMPARE(room.document.life(room.selection.hovered().connection())->node, NodeId {2});
}

/// And said: a tip that is in sight tells of the present instant.
void TestTopologyWidget::whatIsUnderAPointerThatRestsIsTrueNow()
{
    Room room("13");
    const QPoint at = room.badgeOf(NodeId {2});
    QTest::mouseMove(room.widget.get(), at + QPoint(0, 60));
    QTest::mouseMove(room.widget.get(), at);
    const view::Item link = room.selection.hovered();
    QVERIFY(link.connection().isValid());
    QHelpEvent help(QEvent::ToolTip, at, room.widget->mapToGlobal(at));
    QCoreApplication::sendEvent(room.widget.get(), &help);
    const QString before = QToolTip::text();
    QVERIFY(!before.isEmpty());
    room.playback.setInstant(kStart); // nothing is open yet
    QVERIFY(room.selection.hovered() != link);
    QTRY_VERIFY(!QToolTip::isVisible() || QToolTip::text() != before);
    // While somebody points elsewhere by the keyboard that stays.
    room.playback.setInstant(kStart + ms(3000));
    QCOMPARE(room.selection.hovered(), link);
    const view::Item other = view::Item::of(BrokerId {1});
    room.selection.setHovered(other);
    room.playback.setInstant(kStart + ms(3100));
    QCOMPARE(room.selection.hovered(), other);
}

/// Playback hears of the new trace first and stops: what the view still holds is the old one's, and must not be asked.
void TestTopologyWidget::aTraceMayBeReplacedUnderAPointerWhileItPlays()
{
    for (const bool plays : {true, false}) {
        Room room("13");
        const QPoint at = room.badgeOf(NodeId {1});
        QTest::mouseMove(room.widget.get(), at + QPoint(0, 60));
        QTest::mouseMove(room.widget.get(), at);
        QVERIFY(!room.selection.hovered().isNone());
        if (plays)
            room.playback.play();
        room.document.replace(test::runScenario(test::scenarioNamed("01"))); // fewer of everything
        QVERIFY(!room.playback.isPlaying());
        const view::Item hovered = room.selection.hovered();
        QVERIFY(!hovered.connection().isValid() || room.document.life(hovered.connection()));
    }
}

void TestTopologyWidget::draggingABrokerMovesItAndSaysSo()
{
    Room room("13");
    const QSignalSpy spy(room.widget.get(), &TopologyWidget::arrangementChanged);
    const std::uint32_t node = room.widget->placement().nodeOfEnd[1];
    const QRectF before = room.widget->placement().nodes[node].rect;
    const QPoint from = room.onWidget(before.center());
    QTest::mousePress(room.widget.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(room.widget.get(), from + QPoint(-60, 30));
    QTest::mouseMove(room.widget.get(), from + QPoint(-120, 60));
    QTest::mouseRelease(room.widget.get(), Qt::LeftButton, {}, from + QPoint(-120, 60));
    const QPointF by = room.widget->placement().nodes[node].rect.center() - before.center();
    const double zoom = room.widget->viewport().zoom();
    QVERIFY2(std::abs(by.x() + 120 / zoom) < 2 && std::abs(by.y() - 60 / zoom) < 2,
        qPrintable(QStringLiteral("%1 %2").arg(by.x()).arg(by.y())));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(room.widget->arrangement().moved.size(), std::size_t {1});
    QVERIFY(room.widget->arrangement().moved.contains("broker 1"));
    room.widget->resetArrangement();
    QCOMPARE(room.widget->placement().nodes[node].rect, before);
}

void TestTopologyWidget::whatStandsOnADraggedCardGoesWithIt_data()
{
    QTest::addColumn<bool>("client");
    QTest::addColumn<double>("zoom");
    for (const double zoom : {1.0, 2.0}) {
        QTest::addRow("client, %g times", zoom) << true << zoom;
        QTest::addRow("broker, %g times", zoom) << false << zoom;
    }
}

/// Texts, chips, ports and badges: the picture is the one that somebody sees who never saw the card elsewhere.
void TestTopologyWidget::whatStandsOnADraggedCardGoesWithIt()
{
    QFETCH(bool, client);
    QFETCH(double, zoom);
    Room room("13");
    if (zoom > 1)
        QTest::keyClick(room.widget.get(), Qt::Key_Plus);
    room.widget->grab(); // its texts are there
    const Placement& placement = room.widget->placement();
    const std::uint32_t node = client ? placement.nodeOfClient[0] : placement.nodeOfEnd[1];
    const auto titleIsOnCard = [&] {
        const auto& still = room.widget->scene().still;
        return std::any_of(still.begin(), still.end(), [&](const Label& label) {
            return label.text == room.widget->scene().nodes[node].title
                && placement.nodes[node].rect.contains(label.rect.center());
        });
    };
    QVERIFY(titleIsOnCard());
    const QPoint from = room.onWidget(placement.nodes[node].rect.center());
    const QPoint by = client ? QPoint(60, 40) : QPoint(-90, 150); // within the picture: the view stays
    QTest::mousePress(room.widget.get(), Qt::LeftButton, {}, from);
    for (const double share : {0.3, 0.6, 1.0}) {
        QTest::mouseMove(room.widget.get(), from + by * share);
        QVERIFY(titleIsOnCard());
        room.widget->grab();
    }
    QTest::mouseRelease(room.widget.get(), Qt::LeftButton, {}, from + by);

    Room fresh("13");
    fresh.widget->setArrangement(room.widget->arrangement());
    const Scene& moved = room.widget->scene();
    const Scene& other = fresh.widget->scene();
    const auto places = [](const Scene& scene) {
        std::vector<std::pair<QString, QRectF>> out;
        for (const Label& label : scene.still)
            out.emplace_back(label.text, label.rect);
        return out;
    };
    QCOMPARE(places(moved), places(other));
    QCOMPARE(moved.badges, other.badges);
    if (zoom == 1) {
        room.selection.setHovered({});
        fresh.selection.setHovered({});
        room.widget->fit(); // while a card is dragged the view stays
        fresh.widget->fit();
        QCOMPARE(room.widget->grab().toImage(), fresh.widget->grab().toImage());
    }
}

void TestTopologyWidget::theWheelZoomsAtThePointerAndFFitsAgain()
{
    Room room("13");
    const QPointF at(900, 300);
    const QPointF fixed = room.widget->viewport().toScene(at);
    const double before = room.widget->viewport().zoom();
    QWheelEvent wheel(at, room.widget->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(room.widget.get(), &wheel);
    QVERIFY(room.widget->viewport().zoom() > before * 1.2);
    const QPointF now = room.widget->viewport().toScene(at);
    QVERIFY((now - fixed).manhattanLength() < 0.01);
    QTest::keyClick(room.widget.get(), Qt::Key_F);
    QVERIFY(room.widget->viewport().isFitted());
    QCOMPARE(room.widget->viewport().zoom(), before);
}

void TestTopologyWidget::doubleClickOpensAGroupInPlace()
{
    Room room("29");
    const QRectF group = room.widget->placement().nodes.front().rect;
    const QPoint title = room.onWidget(group.topLeft() + QPointF(30, 14));
    QTest::mouseDClick(room.widget.get(), Qt::LeftButton, {}, title);
    QCOMPARE(room.widget->placement().nodes.front().detail, Detail::Tiles);
    QVERIFY(room.widget->placement().links.size() > 400);
    room.widget->toggleGroup(0);
    QCOMPARE(room.widget->placement().nodes.front().rect, group);
}

void TestTopologyWidget::anOpenedGroupIsReadBesideWhatItsLinksLeadTo_data()
{
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 800), QSize(915, 340), QSize(697, 242)}) {
        QTest::addRow("07 course %dx%d", size.width(), size.height())
            << QStringLiteral("07") << QStringLiteral("course") << size;
        QTest::addRow("07 %dx%d", size.width(), size.height()) << QStringLiteral("07") << QString() << size;
        QTest::addRow("29 %dx%d", size.width(), size.height()) << QStringLiteral("29") << QString() << size;
    }
}

/// And shut, everything is where it was.
void TestTopologyWidget::anOpenedGroupIsReadBesideWhatItsLinksLeadTo()
{
    QFETCH(QString, number);
    QFETCH(QString, profile);
    QFETCH(QSize, size);
    Room room(number.toStdString(), profile.toStdString());
    TopologyWidget& widget = *room.widget;
    widget.resize(size);
    const auto& nodes = widget.placement().nodes;
    const auto group = std::find_if(nodes.begin(), nodes.end(), [](const PlacedNode& n) { return n.isGroup(); });
    QVERIFY(group != nodes.end());
    const auto index = static_cast<std::uint32_t>(group - nodes.begin());
    for (const bool zoomed : {false, true}) { // as it comes, and as somebody looks at it
        if (zoomed)
            widget.zoomIn();
        const QTransform before = widget.viewport().toWidget();
        widget.toggleGroup(index);
        const PlacedNode& open = widget.placement().nodes[index];
        QCOMPARE(open.detail, Detail::Tiles);
        const QRectF seen = widget.viewport().seen(size);
        QVERIFY2(widget.viewport().zoom() >= 0.74, qPrintable(QString::number(widget.viewport().zoom())));
        // The side of the group at which its links end, and the other end of one of them.
        const qreal edge = open.isClientSide() ? open.rect.right() - 4 : open.rect.left() + 4;
        QVERIFY(seen.contains(QPointF(edge, open.cells.top() + 4)));
        const bool leads = std::any_of(open.links.begin(), open.links.end(), [&](std::uint32_t link) {
            const PlacedLink& l = widget.placement().links[link];
            const QRectF other = widget.placement().nodes[open.isClientSide() ? l.end : l.client].rect;
            const QRectF shown = other & seen;
            // Its name stands at its top.
            return shown.width() > other.width() * 0.5 && shown.height() > 10 && shown.top() < other.top() + 2;
        });
        QVERIFY(leads || open.links.empty());
        const QRectF all = widget.placement().bounds;
        QVERIFY2(seen.adjusted(-1, -1, 1, 1).contains(all) || widget.showsMap(),
            qPrintable(QStringLiteral("%1 x %2 of %3 x %4 at %5")
                           .arg(seen.width())
                           .arg(seen.height())
                           .arg(all.width())
                           .arg(all.height())
                           .arg(widget.viewport().zoom())));
        widget.resize(size + QSize(40, 30)); // it stays with what was opened
        QVERIFY(widget.viewport().zoom() >= 0.74);
        widget.resize(size);
        widget.toggleGroup(index);
        QCOMPARE(widget.viewport().toWidget(), before);
    }
}

void TestTopologyWidget::noPictureIsMadeSoSmallThatItsTextCannotBeRead_data()
{
    QTest::addColumn<QString>("scenario");
    for (const std::string& name : test::shippedScenarios())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestTopologyWidget::noPictureIsMadeSoSmallThatItsTextCannotBeRead()
{
    QFETCH(QString, scenario);
    Room room(scenario.left(2).toStdString());
    for (const QSize size : {QSize(697, 242), QSize(915, 340), QSize(1280, 800)}) {
        room.widget->resize(size);
        QVERIFY2(room.widget->viewport().zoom() >= leastEnlargement(Metrics(room.look)) - 1e-9,
            qPrintable(QString::number(room.widget->viewport().zoom())));
        // What is left over is below, not beside.
        const QRectF seen = room.widget->viewport().seen(size);
        QVERIFY2(room.widget->placement().bounds.width() <= seen.width() + 2,
            qPrintable(QStringLiteral("%1 of %2 at %3")
                           .arg(seen.width())
                           .arg(room.widget->placement().bounds.width())
                           .arg(size.width())));
    }
}

/// A map says that there is more than is seen. Of empty ground beside the cards it says nothing.
void TestTopologyWidget::noMapWhereEveryCardIsSeen()
{
    QFETCH(QString, scenario);
    Room room(scenario.left(2).toStdString());
    for (const QSize size : {QSize(697, 242), QSize(915, 340), QSize(1014, 372), QSize(1280, 800)}) {
        room.widget->resize(size);
        const QRectF seen = room.widget->viewport().seen(size);
        const auto& nodes = room.widget->placement().nodes;
        const bool all = std::all_of(nodes.begin(), nodes.end(), [&](const PlacedNode& node) {
            return seen.adjusted(0, 0, 0, -seen.height() * 0.15).contains(node.rect.adjusted(-9, -9, 9, 9));
        });
        QVERIFY(!all || !room.widget->showsMap());
        const bool some = std::any_of(
            nodes.begin(), nodes.end(), [&](const PlacedNode& node) { return !seen.contains(node.rect); });
        QVERIFY(!some || room.widget->showsMap());
    }
}

void TestTopologyWidget::aFewAreShownWhole_data()
{
    QTest::addColumn<QString>("yaml");
    const QString head = QStringLiteral("connscope: 1\nuntil: 5s\ncluster:\n  topics: {orders: {partitions: 10}}\n");
    const QString clients = QStringLiteral(
        "clients:\n  - {name: billing, kind: consumer}\n  - {name: audit, kind: consumer}\n  - {kind: producer}\n");
    QTest::newRow("three clients, five brokers") << head + QStringLiteral("  brokers: 5\n") + clients;
    QTest::newRow("three racks") << head
            + QStringLiteral("  brokers:\n"
                             "    - {id: 0, host: kafka-0.example, rack: eu-central-1a-zone}\n"
                             "    - {id: 1, host: kafka-1.example, rack: eu-central-1a-zone}\n"
                             "    - {id: 2, host: kafka-2.example, rack: b}\n"
                             "    - {id: 999999, host: kafka-3.example, rack: b}\n"
                             "    - {id: 4, host: kafka-4.example, rack: c}\n")
            + clients;
}

/// The place of the topology in a window of 1024x700 and of 1280x800, and of one in a hall.
void TestTopologyWidget::aFewAreShownWhole()
{
    QFETCH(QString, yaml);
    struct Place {
        QSize size;
        double typeScale;
    };
    for (const Place& place : {Place {{737, 300}, 1}, Place {{920, 340}, 1}, Place {{1264, 425}, 1.3}}) {
        view::Document document;
        view::Playback playback {document};
        view::Selection selection;
        view::Filter filter {document};
        theme::Look look;
        look.setTextScale(place.typeScale);
        document.replace(test::runScenarioText(yaml.toStdString()));
        TopologyWidget widget(view::Context {document, playback, selection, filter, look});
        widget.resize(place.size);
        widget.show();
        const qreal legend = Metrics(look).small * 2;
        const QRectF seen = widget.viewport().seen(place.size).adjusted(0, 0, 0, -legend);
        for (const PlacedNode& node : widget.placement().nodes) {
            QVERIFY2(seen.contains(node.rect),
                qPrintable(QStringLiteral("%1: to %2 of %3")
                               .arg(place.size.width())
                               .arg(node.rect.bottom())
                               .arg(seen.bottom())));
        }
        QVERIFY(!widget.showsMap());
        QVERIFY(widget.viewport().zoom() >= leastEnlargement(Metrics(look)) - 1e-9);
    }
}

void TestTopologyWidget::aClickOnAGroupSelectsAllOfIt()
{
    Room room("29");
    const QRectF group = room.widget->placement().nodes.front().rect;
    for (const QPointF at : {group.topLeft() + QPointF(30, 14), group.center()}) { // its title, its squares
        room.selection.setCurrent({});
        QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, room.onWidget(at));
        const view::Group* selected = room.selection.group(room.selection.current());
        QVERIFY(selected);
        QCOMPARE(selected->clients.size(), std::size_t {200});
        QCOMPARE(selected->connections.size(), room.document.lives().size());
        QCOMPARE(room.widget->placement().nodes.front().detail, Detail::Group);
    }
    // The same by keys; Enter opens it besides.
    const view::Item item = room.selection.current();
    room.selection.setCurrent({});
    room.widget->setFocus();
    QTest::keyClick(room.widget.get(), Qt::Key_Tab);
    QTest::keyClick(room.widget.get(), Qt::Key_Return);
    QCOMPARE(room.selection.current(), item);
    QCOMPARE(room.widget->placement().nodes.front().detail, Detail::Tiles);
    // Of an open group a click takes one.
    QVERIFY2(room.widget->viewport().zoom() > 0.7, qPrintable(QString::number(room.widget->viewport().zoom())));
    const PlacedNode& open = room.widget->placement().nodes.front();
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, room.onWidget(open.cellOf(3).center()));
    QVERIFY2(room.selection.current().client().isValid(),
        qPrintable(
            QStringLiteral("%1 %2").arg(static_cast<int>(room.selection.current().kind)).arg(open.cell.width())));
}

void TestTopologyWidget::aLineThatSeveralShareIsSelectedAsAWhole()
{
    Room room("29");
    const auto& links = room.widget->placement().links;
    const auto bundle = std::find_if(links.begin(), links.end(), [&](const PlacedLink& l) {
        return l.isBundle() && room.widget->scene().links[static_cast<std::size_t>(&l - links.data())].isVisible();
    });
    QVERIFY(bundle != links.end());
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, room.onWidget(bundle->curve.at(0.5)));
    const view::Group* selected = room.selection.group(room.selection.current());
    QVERIFY(selected);
    QCOMPARE(selected->kind, view::Group::Kind::Connections);
    QVERIFY(selected->connections.size() >= bundle->places.size());
}

void TestTopologyWidget::tabWalksOverNodesAndLinksAndEnterSelects()
{
    Room room("13");
    room.widget->setFocus();
    const auto& targets = room.widget->targets();
    QCOMPARE(targets.size(), std::size_t {9}); // four nodes, five links
    QTest::keyClick(room.widget.get(), Qt::Key_Tab);
    QCOMPARE(room.widget->focusedTarget(), std::optional(targets.front()));
    QTest::keyClick(room.widget.get(), Qt::Key_Return);
    QVERIFY(room.selection.current().client().isValid());
    QTest::keyClick(room.widget.get(), Qt::Key_Right);
    QVERIFY(room.widget->focusedTarget()->link != Cast::kNone);
    QTest::keyClick(room.widget.get(), Qt::Key_Return);
    QVERIFY(room.selection.current().connection().isValid());
    QTest::keyClick(room.widget.get(), Qt::Key_Escape);
    QVERIFY(!room.widget->focusedTarget());
}

void TestTopologyWidget::aScreenReaderFindsNodesAndLinks()
{
    Room room("13");
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(room.widget.get());
    QVERIFY(face);
    QCOMPARE(face->childCount(), 9);
    QStringList names;
    for (int i = 0; i < face->childCount(); ++i) {
        QAccessibleInterface* child = face->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(child->parent(), face);
        QCOMPARE(face->indexOfChild(child), i);
        QVERIFY(!child->rect().isEmpty());
        names << child->text(QAccessible::Name);
    }
    QVERIFY2(names.filter(QStringLiteral("2147483645, coordinator, consumer-1 to broker 2")).size() == 1,
        qPrintable(names.join(QLatin1Char('\n'))));
    face->child(8)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(room.selection.current().connection().isValid());
}

void TestTopologyWidget::aScreenReaderHearsWhatIsSelectedAndWhatCanBeOpened()
{
    Room room("13");
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(room.widget.get());
    const auto selected = [face] {
        std::vector<int> out;
        for (int i = 0; i < face->childCount(); ++i) {
            if (face->child(i)->state().selected)
                out.push_back(i);
        }
        return out;
    };
    QVERIFY(selected().empty());
    for (int i = 0; i < face->childCount(); ++i) {
        face->child(i)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(selected(), std::vector<int> {i});
        QVERIFY(!face->child(i)->state().expandable); // one client, three brokers
    }
    // What lies on a link selects it as well.
    const ConnectionId link = room.selection.current().connection();
    room.selection.setCurrent(view::Item::of(room.document.life(link)->openEvent));
    QCOMPARE(selected(), std::vector<int> {face->childCount() - 1});

    Room many("29");
    QAccessibleInterface* groups = QAccessible::queryAccessibleInterface(many.widget.get());
    int opened = 0;
    for (int i = 0; i < groups->childCount(); ++i) {
        if (!groups->child(i)->state().expandable)
            continue;
        QVERIFY(groups->child(i)->state().collapsed && !groups->child(i)->state().expanded);
        groups->child(i)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(groups->child(i)->state().expanded && !groups->child(i)->state().collapsed);
        QVERIFY(groups->child(i)->state().selected);
        ++opened;
    }
    QVERIFY(opened > 0);
}

void TestTopologyWidget::doubleClickOnACellOnlyOpensItsGroup()
{
    Room room("29");
    const auto& nodes = room.widget->placement().nodes;
    const auto group = std::find_if(nodes.begin(), nodes.end(), [](const PlacedNode& n) { return n.isGroup(); });
    QVERIFY(group != nodes.end());
    const std::string key = group->key;
    const QPoint cell = room.onWidget(group->cellOf(0).center());
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, cell);
    QVERIFY(!room.selection.current().isNone()); // one click means what lies there
    const view::Item before = view::Item::of(room.document.lives().front().id);
    room.selection.setCurrent(before);
    // As Qt tells of a double click: its first click comes as one, and its second button goes up as well.
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, cell);
    QTest::mouseDClick(room.widget.get(), Qt::LeftButton, {}, cell);
    QTest::mouseRelease(room.widget.get(), Qt::LeftButton, {}, cell);
    QVERIFY(room.widget->arrangement().expanded.contains(key));
    QCOMPARE(room.selection.current(), before);
    const auto& opened = room.widget->placement().nodes;
    const auto tiles = std::find_if(opened.begin(), opened.end(), [&](const PlacedNode& n) { return n.key == key; });
    QTest::mouseClick(room.widget.get(), Qt::LeftButton, {}, room.onWidget(tiles->cellOf(3).center()));
    QVERIFY(room.selection.current().client().isValid()); // the next click is a click
}

void TestTopologyWidget::whatCanBeDoneDependsOnTheState()
{
    using Kind = scenario::Action::Kind;
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("22")));
    const auto kinds = [&](Instant t, view::Item item) {
        std::vector<Kind> out;
        for (const ActionEntry& entry : actionsFor(theatre.cast, theatre.document.at(t), item))
            out.push_back(entry.more.empty() ? entry.action.kind : entry.more.front().action.kind);
        return out;
    };
    const auto has = [](const std::vector<Kind>& all, Kind kind) {
        return std::find(all.begin(), all.end(), kind) != all.end();
    };
    const view::Item zero = view::Item::of(BrokerId {0});
    QVERIFY(has(kinds(kStart + ms(20'000), zero), Kind::KillBroker));
    QVERIFY(has(kinds(kStart + ms(20'000), zero), Kind::MoveLeader));
    QVERIFY(!has(kinds(kStart + ms(20'000), zero), Kind::StartBroker));
    QCOMPARE(kinds(kStart + ms(31'000), zero), std::vector<Kind> {Kind::StartBroker});
    const auto client = kinds(kStart + ms(20'000), view::Item::of(ClientId {0}));
    QVERIFY(has(client, Kind::KillClient) && has(client, Kind::CloseClient) && has(client, Kind::PauseClient));
    QVERIFY(has(kinds(kStart + ms(20'000), view::Item::of(ConnectionId {0})), Kind::ResetConnection));
    QVERIFY(kinds(kStart, view::Item()).empty());
}

void TestTopologyWidget::whatWouldDoNothingSaysWhy()
{
    using Kind = scenario::Action::Kind;
    const test::Theatre theatre(
        test::runScenarioText("connscope: 1\nuntil: 10s\nclients: [{name: c, kind: producer}]\n"
                              "actions:\n"
                              "  - {at: 3s, do: cut-link, client: c, broker: 0}\n"
                              "  - {at: 5s, do: heal-link, client: c, broker: 0}\n"));
    view::Item link;
    for (const trace::ConnectionLife& life : theatre.document.lives()) {
        if (life.broker == BrokerId {0})
            link = view::Item::of(life.id);
    }
    QVERIFY(link);
    const auto does = [&](Kind kind, Instant t, view::Item item) {
        for (const ActionEntry& entry : actionsFor(theatre.cast, theatre.document.at(t), item)) {
            if (entry.action.kind == kind && entry.more.empty())
                return entry.unavailable.isEmpty();
        }
        return false;
    };
    for (const int second : {2, 4, 6}) {
        const Instant t = kStart + std::chrono::seconds(second);
        QCOMPARE(does(Kind::HealLink, t, link), second == 4);
        QCOMPARE(does(Kind::CutLink, t, link), second != 4);
    }
    QVERIFY(does(Kind::ResetConnection, kStart + ms(2000), link));
    QVERIFY(does(Kind::ResetConnection, kStart + ms(2000), view::Item::of(BrokerId {0})));
    for (const ActionEntry& entry :
        actionsFor(theatre.cast, theatre.document.at(view::Position {}), view::Item::of(BrokerId {0})))
        QCOMPARE(entry.unavailable.isEmpty(), entry.action.kind != Kind::ResetConnection);
}

void TestTopologyWidget::somebodyElsesBrokersTakeNoOrders()
{
    using Kind = scenario::Action::Kind;
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const trace::WorldState& world = theatre.document.at(kStart + std::chrono::seconds(5));
    int orders = 0;
    const std::function<void(const std::vector<ActionEntry>&)> look = [&](const std::vector<ActionEntry>& entries) {
        for (const ActionEntry& entry : entries) {
            look(entry.more);
            if (!entry.more.empty() || entry.action.kind == Kind::ResetConnection)
                continue;
            ++orders;
            QVERIFY2(entry.unavailable.contains(QLatin1String("not ours")), qPrintable(entry.text));
        }
    };
    look(actionsFor(theatre.cast, world, view::Item::of(BrokerId {0}), view::World::Outside));
    QVERIFY(orders >= 6);
    // Our own client is ours.
    for (const ActionEntry& entry :
        actionsFor(theatre.cast, world, view::Item::of(ClientId {0}), view::World::Outside))
        QVERIFY2(entry.unavailable.isEmpty() || !entry.unavailable.contains(QLatin1String("not ours")),
            qPrintable(entry.text));
}

void TestTopologyWidget::anotherTraceBeginsAnew()
{
    Room room("13");
    room.widget->zoomIn();
    room.document.replace(test::runScenario(test::scenarioNamed("14")));
    room.playback.goToStart();
    QVERIFY(room.widget->viewport().isFitted());
    QCOMPARE(room.widget->placement().nodes.size(), std::size_t {5});
}

void TestTopologyWidget::playingStretchesJumpingDoesNot()
{
    Room room("13");
    room.playback.goToStart();
    room.playback.play();
    room.playback.advance(ms(200));
    const bool echoes = std::any_of(room.widget->scene().traffic.dots.begin(),
        room.widget->scene().traffic.dots.end(), [](const Dot& dot) { return dot.echo; });
    QVERIFY(echoes || !room.widget->scene().traffic.streams.empty());
    // What stands is shown as it is, however one got there and at which speed.
    room.playback.pause();
    for (const Dot& dot : room.widget->scene().traffic.dots)
        QVERIFY(!dot.echo);
    const view::Position here = room.playback.position();
    const QImage played = room.widget->grab().toImage();
    room.playback.setSpeed(50);
    room.playback.goToEnd();
    QVERIFY(room.widget->grab().toImage() != played);
    room.playback.setPosition(here);
    QCOMPARE(room.widget->grab().toImage(), played);
}

/// Traffic alone does not cast and place everybody anew.
void TestTopologyWidget::aTraceThatGrowsGivesThePictureOfTheWhole()
{
    Room whole("13");
    Room room("13");
    const trace::Trace& all = whole.document.trace();
    trace::Trace begun;
    begun.header() = all.header();
    auto content
        = std::make_unique<view::Content>(view::Source {}, std::move(begun), std::nullopt, whole.document.end());
    room.document.replace(std::move(content));
    const auto cast = [&](std::size_t from, std::size_t to) {
        const int before = room.widget->castings();
        room.document.grow([&](trace::Trace& trace) {
            for (std::size_t i = from; i < to; ++i) {
                trace::Event e = all[i];
                e.text = trace.intern(all.text(e.text));
                trace.coverClient(e.client);
                trace.coverConnection(e.connection);
                trace.append(e);
            }
        });
        return room.widget->castings() - before;
    };
    int castings = 0;
    int growths = 0;
    for (std::size_t from = 0; from < all.size(); ++growths) {
        const std::size_t to = std::min(from + 25, all.size());
        castings += cast(from, to);
        from = to;
    }
    QVERIFY2(castings * 3 < growths, qPrintable(QStringLiteral("%1 of %2").arg(castings).arg(growths)));
    for (const Duration t : {ms(0), ms(900), ms(3000), ms(30'000)}) {
        whole.playback.setInstant(kStart + t);
        room.playback.setInstant(kStart + t);
        QCOMPARE(room.widget->grab().toImage(), whole.widget->grab().toImage());
    }
}

QTEST_MAIN(TestTopologyWidget)
#include "tst_topologywidget.moc"
