// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/context.h"
#include "frame/gallery.h"
#include "scenario/reader.h"
#include "support/paths.h"

#include <QAbstractItemModelTester>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <filesystem>

using namespace connscope;
using namespace connscope::frame;

namespace {

std::vector<GalleryEntry> shipped()
{
    std::vector<GalleryEntry> out;
    for (const auto& file : std::filesystem::directory_iterator(test::sourcePath("resources/scenarios"))) {
        if (file.path().extension() != ".yaml")
            continue;
        const auto scenario = scenario::readScenarioFile(file.path().string());
        if (scenario)
            out.push_back(galleryEntry(QString::fromStdString(file.path().stem().string()), *scenario));
    }
    return out;
}

} // namespace

class TestGallery : public QObject {
    Q_OBJECT

private slots:
    void everyShippedScenarioHasACardInBothLanguages()
    {
        const std::vector<GalleryEntry> entries = shipped();
        QVERIFY(entries.size() >= 30);
        for (const GalleryEntry& entry : entries) {
            QVERIFY2(!entry.theme.isEmpty(), qPrintable(entry.name));
            for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
                QVERIFY2(!entry.titleIn(language).isEmpty(), qPrintable(entry.name));
                QVERIFY2(!entry.descriptionIn(language).isEmpty(), qPrintable(entry.name));
            }
            QVERIFY2(galleryTheme(entry.theme) != entry.theme, qPrintable(entry.theme));
            QVERIFY2(entry.clients > 0 && entry.brokers > 0, qPrintable(entry.name));
        }
    }

    void cardsStandUnderHeadings()
    {
        test::World world;
        GalleryModel model(world.look);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries(shipped());
        QVERIFY(model.data(model.index(0), GalleryModel::IsHeadingRole).toBool());
        QVERIFY(!model.flags(model.index(0)).testFlag(Qt::ItemIsSelectable));
        int headings = 0;
        int cards = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.data(model.index(row), GalleryModel::IsHeadingRole).toBool())
                ++headings;
            else if (model.entry(model.index(row)))
                ++cards;
        }
        QCOMPARE(headings, 8);
        QCOMPARE(cards, model.entryCount());
    }

    void searchLooksIntoEveryLanguage()
    {
        test::World world;
        GalleryModel model(world.look);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries(shipped());
        model.setSearch(QStringLiteral("three kinds"));
        QVERIFY(model.entryCount() >= 1);
        model.setSearch(QString::fromUtf8("三类连接"));
        QVERIFY(model.entryCount() >= 1);
        model.setSearch(QStringLiteral("no such thing at all"));
        QCOMPARE(model.rowCount(), 0);
        model.setSearch({});
        QVERIFY(model.entryCount() >= 30);
    }

    void theSmallPictureShowsTheConnectionsThatAreExpected()
    {
        const theme::Look look;
        GalleryEntry entry;
        entry.clients = 1;
        entry.brokers = 3;
        entry.nodes = {NodeId {-1}, NodeId {2147483645}, NodeId {2}, NodeId {0}, NodeId {1}};
        QImage image(200, 80, QImage::Format_RGB32);
        image.fill(look.theme().card);
        QPainter painter(&image);
        paintMiniature(painter, QRectF(10, 10, 180, 60), entry, look);
        painter.end();
        const auto has = [&image](const QColor& colour) {
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor c = image.pixelColor(x, y);
                    if (std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green())
                            + std::abs(c.blue() - colour.blue())
                        < 40)
                        return true;
                }
            }
            return false;
        };
        for (const Role role : {Role::Bootstrap, Role::Coordinator, Role::Data})
            QVERIFY(has(look.theme().role(role).mark));
        QVERIFY(!has(look.theme().role(Role::Transaction).mark));
    }

    void cardsFillTheirRowAtEveryWidth()
    {
        for (int room = 300; room < 2000; ++room) {
            const int card = cardWidth(room, 240);
            const int columns = (room - 5) / (card + 5);
            QVERIFY2(card >= 240 && card < 2 * 245, qPrintable(QString::number(card)));
            const int left = room - 5 - columns * (card + 5);
            QVERIFY2(left >= 0 && left < columns + 1,
                qPrintable(QStringLiteral("%1 of %2 are empty").arg(left).arg(room)));
        }
    }
};

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
