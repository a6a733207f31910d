// SPDX-License-Identifier: GPL-3.0-or-later
// A handful of clients and brokers is seen whole in the window, in Teach and in Present and at every size that it has: no
// card is cut by the view's edge or lies under the legend, nothing is so small that it cannot be read, and no map is needed.
// Where there are many, the map lies on no card, and on no link where there is room apart from them.
#include "app/scenariofiles.h"
#include "topology/plan.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QFontInfo>
#include <QTest>

using namespace connscope;
using Fixture = connscope::test::WindowStage;

namespace {

/// Five brokers, two consumers, a producer: as many links as a handful has.
constexpr const char* kFive = R"(connscope: 1
until: 6s
cluster:
  brokers: 5
  topics:
    orders: {partitions: 10}
clients:
  - {name: billing, kind: consumer}
  - {name: audit, kind: consumer}
  - {kind: producer, profile: java-2.2}
)";

constexpr const char* kRacks = R"(connscope: 1
until: 6s
cluster:
  brokers:
    - {id: 0, host: kafka-0.example, rack: eu-central-1a-zone}
    - {id: 1, host: kafka-1.example, rack: eu-central-1a-zone}
    - {id: 2, host: kafka-2.example, rack: b}
    - {id: 999999, host: kafka-3.example, rack: b}
    - {id: 4, host: kafka-4.example, rack: c}
  topics:
    a-topic-with-a-very-long-name-of-a-team: {partitions: 10}
clients:
  - {name: short, kind: consumer}
  - {name: consumer-two, kind: consumer}
  - {kind: producer, profile: java-2.2}
)";

/// What is wrong; "" = nothing.
QString problem(const topology::TopologyWidget& widget, const theme::Look& look)
{
    const topology::Placement& placement = widget.placement();
    const QTransform toWidget = widget.viewport().toWidget();
    const QRectF seen(0, 0, widget.width(), widget.legendTop());
    bool few = true;
    std::size_t brokers = 0;
    std::size_t clients = 0;
    for (const topology::PlacedNode& node : placement.nodes) {
        few = few && !node.isGroup();
        ++(node.isClientSide() ? clients : brokers);
    }
    few = few && brokers <= 8 && clients <= 8;
    const qreal px = QFontInfo(look.text(theme::Type::Small)).pixelSize() * toWidget.m11();
    if (px < topology::kLeastType - 0.01)
        return QStringLiteral("type of %1 px").arg(px);
    if (few) {
        if (widget.showsMap())
            return QStringLiteral("a map of a handful, at %1: cards to %2 of %3 × %4")
                .arg(toWidget.m11())
                .arg(toWidget.mapRect(placement.contents).bottom())
                .arg(seen.width())
                .arg(seen.bottom());
        for (const topology::PlacedNode& node : placement.nodes) {
            const QRectF card = toWidget.mapRect(node.rect);
            if (!seen.contains(card))
                return QStringLiteral("card to %1 of %2").arg(card.bottom()).arg(seen.bottom());
        }
        for (const topology::RackFrame& rack : placement.racks) {
            if (const QRectF frame = toWidget.mapRect(rack.rect); !seen.adjusted(-1, -1, 1, 1).contains(frame))
                return QStringLiteral("frame from %1 to %2 of %3")
                    .arg(frame.top())
                    .arg(frame.bottom())
                    .arg(seen.bottom());
        }
        return {};
    }
    if (!widget.showsMap())
        return {};
    for (const topology::PlacedNode& node : placement.nodes) {
        if (toWidget.mapRect(node.rect).intersects(widget.mapPlace()))
            return QStringLiteral("the map lies on a card");
    }
    return {};
}

} // namespace

class TestWholePicture : public QObject {
    Q_OBJECT

private slots:
    void aHandfulIsSeenWholeAndWithoutAMap_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::newRow("five brokers") << QString() << QString::fromLatin1(kFive);
        QTest::newRow("racks") << QString() << QString::fromLatin1(kRacks);
        for (const std::string& name : app::shippedScenarios(app::shippedScenarioFolder()))
            QTest::newRow(name.c_str()) << test::shipped(name.c_str()) << QString();
    }

    void aHandfulIsSeenWholeAndWithoutAMap()
    {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QTemporaryDir folder;
        if (!text.isEmpty()) {
            file = folder.filePath(QStringLiteral("cast.yaml"));
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(text.toUtf8());
        }
        Fixture f;
        f.window->show();
        QVERIFY(f.opens(file));
        f.context().playback.goToEnd();
        // The window takes another size; what is at its bottom, and in Present the type, follow a moment later.
        for (const char* workspace : {"window.teach", "window.present"}) {
            f.action(workspace)->trigger();
            for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
                f.window->resize(size);
                const auto wrong = [&] { return problem(f.window->topology(), f.context().look); };
                QTRY_VERIFY2(wrong().isEmpty(),
                    qPrintable(QStringLiteral("%1 × %2, %3: %4")
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(QLatin1String(workspace), wrong())));
                f.action(workspace)->trigger(); // as if it had been so from the first
                QCoreApplication::processEvents();
                QCOMPARE(wrong(), QString());
                QCOMPARE(f.window->size(), size);
            }
        }
    }
};

QTEST_MAIN(TestWholePicture)
#include "tst_wholepicture.moc"
