// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/stage.h"
#include "inspector/pagewriter.h"
#include "inspector/sheetlayout.h"
#include "inspector/sheetview.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::inspector;
using connscope::test::Stage;

namespace {

Sheet sample()
{
    Sheet sheet;
    sheet.caption(QStringLiteral("Connection"));
    sheet.add(BlockKind::Hero, QStringLiteral("2147483645")).role = Role::Coordinator;
    sheet.text(QStringLiteral("group coordinator on broker 2 = 2147483647 − 2"));
    sheet.fact(QStringLiteral("broker"), QStringLiteral("broker 2"), view::Item::of(BrokerId {2}));
    sheet.mono(
        QStringLiteral("from → to"), QStringLiteral("127.0.0.1:51624 → a.very.long.host.name.example.org:9094"));
    sheet.mono(QStringLiteral("socket.connection.setup.timeout.max.ms"), QStringLiteral("30000")).isChanged = true;
    sheet.section(QStringLiteral("Why?"));
    Block& step = sheet.add(BlockKind::Step, QStringLiteral("the scenario begins"));
    step.note = QStringLiteral("00:00:00.000 · start of the scenario");
    step.item = view::Item::of(EventId {0});
    Block& bar = sheet.add(BlockKind::Bar, QStringLiteral("12"));
    bar.label = QStringLiteral("FETCH");
    bar.share = 1;
    return sheet;
}

} // namespace

class TestSheet : public QObject {
    Q_OBJECT

private slots:
    void blocksFollowEachOtherAndStayInsideTheColumn_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {200, 320, 420, 520, 900})
            QTest::addRow("%d px", width) << width;
    }
    void blocksFollowEachOtherAndStayInsideTheColumn()
    {
        QFETCH(int, width);
        const theme::Look look;
        const Sheet sheet = sample();
        const SheetLayout layout = layoutSheet(sheet, width, look);
        QCOMPARE(layout.blocks.size(), sheet.blocks.size());
        qreal y = 0;
        for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
            const PlacedBlock& b = layout.blocks[i];
            QVERIFY(b.rect.top() >= y);
            y = b.rect.bottom();
            for (const QRectF& part : {b.label, b.text, b.note, b.more, b.mark}) {
                if (part.isEmpty())
                    continue;
                QVERIFY2(part.left() >= 0 && part.right() <= width && part.top() >= b.rect.top() - 0.5
                        && part.bottom() <= b.rect.bottom() + 0.5,
                    qPrintable(sheet.blocks[i].plain()));
            }
            QVERIFY2(!b.label.intersects(b.text), qPrintable(sheet.blocks[i].plain()));
            QVERIFY(!b.text.intersects(b.note) && !b.note.intersects(b.more));
            QCOMPARE(blockAt(layout, b.rect.center().y()), static_cast<int>(i));
        }
        QVERIFY(layout.height >= y);
        QCOMPARE(blockAt(layout, layout.height + 10), -1);
    }
    void aNarrowColumnIsTallerNotCut()
    {
        const theme::Look look;
        QVERIFY(layoutSheet(sample(), 260, look).height > layoutSheet(sample(), 600, look).height);
    }
    void onlyBlocksThatChangedArePaintedAgain()
    {
        const theme::Look look;
        SheetView view(look);
        view.resize(400, 500);
        view.show();
        view.setSheet(sample());
        view.setSheet(sample());
        QCOMPARE(view.repainted(), 0);
        Sheet next = sample();
        next.blocks[3].text = QStringLiteral("broker 1");
        view.setSheet(next);
        QCOMPARE(view.repainted(), 1);
    }
    void aSheetIsReadCopiedAndWalkedByKeyboard()
    {
        const theme::Look look;
        SheetView view(look);
        view.resize(400, 500);
        view.show();
        view.setSheet(sample());
        QVERIFY(view.copyText().contains(QStringLiteral("broker: broker 2\n")));
        QVERIFY(view.copyText().contains(QStringLiteral("2147483645, coordinator\n")));
        QSignalSpy activated(&view, &SheetView::activated);
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.focusedBlock(), 3);
        QCOMPARE(view.copyText(), QStringLiteral("broker: broker 2"));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.at(0).at(0).value<view::Item>(), view::Item::of(BrokerId {2}));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.blockRect(7).center());
        QCOMPARE(activated.at(1).at(0).value<view::Item>(), view::Item::of(EventId {0}));
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(list);
        QCOMPARE(list->childCount(), static_cast<int>(view.sheet().blocks.size()));
        QCOMPARE(list->child(3)->role(), QAccessible::Link);
        QCOMPARE(list->child(6)->role(), QAccessible::Heading);
        QCOMPARE(list->child(3)->text(QAccessible::Name), QStringLiteral("broker: broker 2"));
    }
    void everyPageOfEveryThingFitsItsColumn_data()
    {
        QTest::addColumn<QString>("scenario");
        for (const char* name :
            {"10-broker-closes-first", "13-three-kinds", "21-coordinator-fails", "28-transactional-producer"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void everyPageOfEveryThingFitsItsColumn()
    {
        QFETCH(QString, scenario);
        Stage stage;
        stage.play(scenario.toStdString());
        const ConfigBook configs(stage.trace());
        std::vector<view::Item> items {view::Item::of(ClientId {0}), view::Item::of(BrokerId {0})};
        for (const trace::ConnectionLife& life : stage.document.lives())
            items.push_back(view::Item::of(life.id));
        for (std::uint32_t i = 0; i < stage.trace().size(); i += 37)
            items.push_back(view::Item::of(EventId {i}));
        for (const Instant t : {kStart, stage.document.end()}) {
            const trace::WorldState world = stage.document.at(t);
            const PageWriter writer(stage.document, world, configs, stage.look);
            for (const view::Item& item : items) {
                const Sheet sheet = writer.page(item);
                QVERIFY(!sheet.blocks.empty());
                const SheetLayout layout = layoutSheet(sheet, 320, stage.look);
                for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
                    const PlacedBlock& b = layout.blocks[i];
                    QVERIFY2(b.text.right() <= 320 && b.mark.right() <= 320 && !b.label.intersects(b.text),
                        qPrintable(sheet.blocks[i].plain()));
                }
            }
        }
    }
};

QTEST_MAIN(TestSheet)
#include "tst_sheet.moc"
