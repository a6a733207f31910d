// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "support/playing.h"
#include "topology/cast.h"

#include <QSet>
#include <QTest>

using namespace connscope;
using namespace connscope::figures;

namespace {

struct World {
    explicit World(const char* file = "13-three-kinds.yaml")
    {
        auto scenario = test::shippedScenario(file);
        auto trace = test::play(scenario);
        document.replace(std::make_unique<view::Content>(
            view::Source {}, std::move(trace), std::move(scenario), kStart + std::chrono::seconds(10)));
    }
    QImage image(const FigureOptions& options) { return figureImage(document, filter, look, options); }

    view::Document document;
    view::Filter filter {document};
    theme::Look look;
};

FigureOptions at(Duration t)
{
    FigureOptions options;
    options.at = kStart + t;
    return options;
}

} // namespace

class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void theSameInstantGivesTheSamePixels()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.views = {FigureView::Topology, FigureView::Timeline, FigureView::Sequence};
        options.size = {1280, 2400};
        const QImage first = world.image(options);
        QVERIFY(first != world.image(at(std::chrono::seconds(5))));
        QCOMPARE(world.image(options), first);
        QCOMPARE(World().image(options), first);
    }

    void scaleMeansMoreDevicePixels()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.size = {640, 480};
        options.scale = 2.5;
        QCOMPARE(world.image(options).size(), QSize(1600, 1200));
    }

    void aSmallerScaleShowsTheSameSheet()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.views = {FigureView::Topology, FigureView::Timeline};
        const QImage whole = world.image(options);
        options.scale = 0.5;
        const QImage half = world.image(options);
        QCOMPARE(half.size(), whole.size() / 2);
        const QImage expected = whole.scaled(half.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        double sum = 0;
        for (int y = 0; y < half.height(); ++y) {
            for (int x = 0; x < half.width(); ++x)
                sum += std::abs(qGray(half.pixel(x, y)) - qGray(expected.pixel(x, y)));
        }
        const double mean = sum / (half.width() * half.height());
        QVERIFY2(mean < 5, qPrintable(QString::number(mean)));
    }

    void aSheetTooSmallForItsTypeIsShrunkAndSaysSo()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.size = {pxOfMm(66), pxOfMm(44)};
        options.scale = 4;
        {
            const Figure figure(world.document, world.filter, world.look, options);
            QVERIFY(figure.smallestText() < 6);
            QCOMPARE(figure.warnings().size(), qsizetype(1));
        }
        // Where small type is wanted, the same picture as on a sheet of the least width, only smaller.
        options.smallestText = 3;
        const Figure figure(world.document, world.filter, world.look, options);
        FigureOptions least = options;
        least.size = QSizeF(480, 320);
        least.scale = options.scale * options.size.width() / least.size.width();
        const QImage small = figure.image();
        const QImage large = Figure(world.document, world.filter, world.look, least).image().scaled(small.size());
        double sum = 0;
        for (int y = 0; y < small.height(); ++y) {
            for (int x = 0; x < small.width(); ++x)
                sum += std::abs(qGray(small.pixel(x, y)) - qGray(large.pixel(x, y)));
        }
        QVERIFY2(sum / (small.width() * small.height()) < 10, qPrintable(QString::number(sum))); // a px aside
    }

    /// A column of a page is narrow and as long as need be: nothing has to be smaller than 6 pt in it.
    void aColumnOfAPageIsReadable()
    {
        World world;
        for (const double mm : {84.0, 90.0}) {
            for (const FigureView view : {FigureView::Topology, FigureView::Timeline, FigureView::Sequence}) {
                FigureOptions options = at(std::chrono::seconds(2));
                options.views = {view};
                if (view == FigureView::Sequence)
                    options.range = Span {kStart, kStart + std::chrono::milliseconds(4)};
                options.size = {pxOfMm(mm), 0};
                options.mostHeight = 8000;
                const Figure figure(world.document, world.filter, world.look, options);
                QVERIFY2(figure.smallestText() > 5.95, qPrintable(QString::number(figure.smallestText())));
                QVERIFY2(figure.warnings().isEmpty(), qPrintable(figure.warnings().join(u'\n')));
                QCOMPARE(figure.pages(), std::size_t {1}); // also where its width is no whole number of px
                QVERIFY(figure.refusal().isEmpty());
            }
        }
    }

    /// Also where there is more than one client: then it is taller.
    void aColumnIsAsTallAsItsTypeNeeds()
    {
        for (const char* file : {"24-nat-forgets.yaml", "27-fetch-from-follower.yaml", "30-shared-client-id.yaml"}) {
            World world(file);
            FigureOptions options = at(std::chrono::seconds(9));
            options.size = {pxOfMm(88), 0};
            options.mostHeight = 8000;
            const Figure figure(world.document, world.filter, world.look, options);
            QVERIFY2(figure.smallestText() > 5.95,
                qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(file)).arg(figure.smallestText())));
            QVERIFY(figure.options().size.height() < 2.2 * figure.options().size.width());
        }
    }

    void wordsThatLeaveNoRoomForThePictureAreRefused()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.size = {600, 400};
        options.caption = QStringLiteral("word ").repeated(400);
        QVERIFY(
            Figure(world.document, world.filter, world.look, options).refusal().contains(QStringLiteral("caption")));
        options.mostHeight = 4000;
        const Figure higher(world.document, world.filter, world.look, options);
        QVERIFY(higher.refusal().isEmpty());
        QVERIFY(higher.options().size.height() > 600);
    }

    void aTitleOfOneLongWordStaysOnTheSheet()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.size = {600, 500};
        options.title = QString(u'W').repeated(90);
        const QImage image = world.image(options);
        for (int y = 0; y < 120; ++y)
            QCOMPARE(
                image.pixel(image.width() - 4, y), image.pixel(image.width() - 1, y)); // nothing reaches the edge
        options.title = QString(u'W').repeated(60);
        const QRectF lower = Figure(world.document, world.filter, world.look, options).rects().front();
        options.title = QStringLiteral("W");
        QVERIFY(Figure(world.document, world.filter, world.look, options).rects().front().top() < lower.top());
    }

    void viewsShareTheSheetAndDoNotOverlap()
    {
        World world;
        FigureOptions options;
        options.size = {1000, 900};
        options.views = {FigureView::Timeline, FigureView::Topology, FigureView::Timeline};
        const Figure figure(world.document, world.filter, world.look, options);
        const std::vector<QRectF>& rects = figure.rects();
        QCOMPARE(rects.size(), std::size_t(3));
        for (std::size_t i = 0; i < rects.size(); ++i) {
            QVERIFY(QRectF(0, 0, 1000, 900.5).contains(rects[i]));
            QCOMPARE(rects[i].width(), 1000.0);
            if (i > 0)
                QVERIFY(rects[i].top() > rects[i - 1].bottom());
        }
        QVERIFY(rects[1].height() > rects[0].height());
        QCOMPARE(rects[0].height(), rects[2].height());
    }

    void everythingThatIsAskedForChangesThePicture()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        QList<QImage> seen {world.image(options)};
        const auto differs = [&seen](const QImage& image) {
            const bool is = !seen.contains(image);
            seen << image;
            return is;
        };
        options.legend = false;
        QVERIFY(differs(world.image(options)));
        topology::Arrangement& arrangement = options.arrangement;
        arrangement.moved[topology::Cast(world.document).clients.front().key] = {0.3, 0.3};
        QVERIFY(differs(world.image(options)));
        options.title = QStringLiteral("Three kinds");
        QVERIFY(differs(world.image(options)));
        options.caption = QStringLiteral("A consumer opens five connections.");
        QVERIFY(differs(world.image(options)));
        options.notes = true;
        QVERIFY(differs(world.image(options)));
        options.selected = view::Item::of(ConnectionId {1});
        QVERIFY(differs(world.image(options)));
        world.filter.setText(QStringLiteral("role = coordinator"));
        QVERIFY(differs(world.image(options)));
        options.views = {FigureView::Sequence};
        QVERIFY(differs(world.image(options)));
        options.views = {FigureView::Timeline};
        QVERIFY(differs(world.image(options)));
        options.range = Span {kStart, kStart + std::chrono::seconds(3)};
        QVERIFY(differs(world.image(options)));
        options.axis = timeline::AxisKind::Linear;
        QVERIFY(differs(world.image(options)));
        world.filter.clear();
        QVERIFY(differs(world.image(options)));
        options.views = {FigureView::Sequence};
        options.size = {1280, 3000};
        QVERIFY(differs(world.image(options)));
        options.gather = 0;
        QVERIFY(differs(world.image(options)));
        options.views = {FigureView::Timeline};
        options.bookmarks = {{world.document.positionAt(kStart + std::chrono::seconds(5)), QStringLiteral("here")}};
        QVERIFY(differs(world.image(options)));
        world.look.setMode(theme::Look::Mode::Dark);
        QVERIFY(differs(world.image(options)));
        world.look.setHighContrast(true);
        QVERIFY(differs(world.image(options)));
    }

    /// Of a range the axis is that of the range: whatever moves in it moves in the picture, still or animated.
    void thePlayheadOfARangeMovesWithTheClock()
    {
        World world;
        const QRgb colour = world.look.theme().accent.rgb();
        const auto column = [colour](const QImage& image) { // the longest line from above to below
            std::pair<int, int> most {0, -1};
            for (int x = 0; x < image.width(); ++x) {
                int n = 0;
                for (int y = 0; y < image.height(); ++y)
                    n += image.pixel(x, y) == colour ? 1 : 0;
                most = std::max(most, {n, x});
            }
            return most.first > image.height() / 2 ? most.second : -1;
        };
        FigureOptions options;
        options.views = {FigureView::Timeline};
        options.size = {1000, 400};
        options.legend = false;
        options.range = Span {kStart, kStart + ms(12)};
        std::vector<int> still;
        for (const auto at : {ms(0), Duration {3'900'000}, ms(5), ms(8), ms(12)}) {
            options.at = kStart + at;
            still.push_back(column(figureImage(world.document, world.filter, world.look, options)));
        }
        QVERIFY2(still.front() > 100 && still.back() > 950, "the range does not begin and end where the axis does");
        for (std::size_t i = 1; i < still.size(); ++i)
            QVERIFY2(still[i] > still[i - 1] + 20, qPrintable(QString::number(still[i])));
        Figure moving(world.document, world.filter, world.look, options);
        int before = -1;
        for (int i = 0; i <= 24; ++i) {
            moving.setFrame(kStart + Duration {i * 500'000});
            const int x = column(moving.image());
            QVERIFY2(x > before, qPrintable(QStringLiteral("frame %1: %2 after %3").arg(i).arg(x).arg(before)));
            before = x;
        }
        QCOMPARE(before, still.back());
        // Cut out of the whole, as the window shows it, the same range lies otherwise.
        options.at = kStart + ms(5);
        options.isCutOut = true;
        QVERIFY(column(figureImage(world.document, world.filter, world.look, options)) != still[2]);
    }

    void aTransparentFigureHasNoGround()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.views = {FigureView::Topology, FigureView::Timeline, FigureView::Sequence};
        options.size = {1280, 2400};
        const QImage ground = world.image(options);
        options.transparent = true;
        const QImage image = world.image(options);
        QVERIFY(!ground.hasAlphaChannel());
        for (const QPoint corner : {QPoint(2, 2), QPoint(1277, 2), QPoint(2, 2397), QPoint(1277, 1000)})
            QCOMPARE(qAlpha(image.pixel(corner)), 0);
    }

    void labelsAreAsLargeAsWasAskedForOrItIsSaid()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.smallestText = 12;
        const Figure large(world.document, world.filter, world.look, options);
        QVERIFY(large.smallestText() >= 11.9);
        QVERIFY(large.warnings().isEmpty());
        const double scale = world.look.textScale();
        options.size = {480, 240};
        options.smallestText = 20;
        {
            const Figure small(world.document, world.filter, world.look, options);
            QVERIFY(small.smallestText() < 20);
            QVERIFY(small.warnings().join(QLatin1Char(' ')).contains(QStringLiteral("less than 20")));
        }
        QCOMPARE(world.look.textScale(), scale);
    }

    void aSequenceThatNeedsSeveralSheetsSaysHowMany()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(10));
        options.views = {FigureView::Sequence};
        options.size = {1000, 500};
        options.smallestText = 8;
        const Figure figure(world.document, world.filter, world.look, options);
        QVERIFY(figure.pages() > 1);
        QVERIFY(figure.image(1) != figure.image(2));
        options.page = figure.pages() + 1;
        QVERIFY(!Figure(world.document, world.filter, world.look, options).refusal().isEmpty());
    }

    void aRangeWithoutAMessageIsRefused()
    {
        World world;
        FigureOptions options = at(std::chrono::seconds(10));
        options.views = {FigureView::Sequence};
        world.filter.setText(QStringLiteral("node = 77"));
        QVERIFY(!Figure(world.document, world.filter, world.look, options).refusal().isEmpty());
    }
};

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
