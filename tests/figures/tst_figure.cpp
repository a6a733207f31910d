// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "topology/cast.h"

#include <QSet>
#include <QTest>

using namespace connscope;
using namespace connscope::figures;

namespace {

struct World {
    World()
    {
        auto scenario = scenario::readScenarioFile(test::sourcePath("resources/scenarios/13-three-kinds.yaml"));
        auto trace = sim::run(*scenario);
        document.replace(std::make_unique<view::Content>(
            view::Source {}, std::move(*trace), std::move(*scenario), kStart + std::chrono::seconds(10)));
    }
    QImage image(const FigureOptions& options) const { return figureImage(document, filter, look, options); }

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
        const World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.views = {FigureView::Topology, FigureView::Timeline};
        const QImage first = world.image(options);
        QVERIFY(first != world.image(at(std::chrono::seconds(5))));
        QCOMPARE(world.image(options), first);
        QCOMPARE(World().image(options), first);
    }

    void scaleMeansMoreDevicePixels()
    {
        const World world;
        FigureOptions options = at(std::chrono::seconds(2));
        options.size = {640, 480};
        options.scale = 2.5;
        QCOMPARE(world.image(options).size(), QSize(1600, 1200));
    }

    void viewsShareTheSheetAndDoNotOverlap()
    {
        FigureOptions options;
        options.size = {1000, 900};
        options.views = {FigureView::Timeline, FigureView::Topology, FigureView::Timeline};
        const std::vector<QRectF> rects = figureRects(options);
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
        options.selected = view::Item::of(ConnectionId {1});
        QVERIFY(differs(world.image(options)));
        world.filter.setText(QStringLiteral("role = coordinator"));
        QVERIFY(differs(world.image(options)));
        options.views = {FigureView::Timeline};
        QVERIFY(differs(world.image(options)));
        world.filter.clear();
        QVERIFY(differs(world.image(options)));
        options.bookmarks = {{world.document.positionAt(kStart + std::chrono::seconds(5)), QStringLiteral("here")}};
        QVERIFY(differs(world.image(options)));
        world.look.setMode(theme::Look::Mode::Dark);
        QVERIFY(differs(world.image(options)));
        world.look.setHighContrast(true);
        QVERIFY(differs(world.image(options)));
    }
};

QTEST_MAIN(TestFigure)
#include "tst_figure.moc"
