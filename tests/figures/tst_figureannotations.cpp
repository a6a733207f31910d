// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario has written into its picture, in figures.
#include "figures/animation.h"
#include "figures/files.h"
#include "figureworld.h"

#include <QTest>

using namespace connscope;
using namespace connscope::figures;
using scenario::Annotation;

namespace {

Annotation on(Annotation::View view, const char* anchor, const char* text)
{
    Annotation out;
    out.view = view;
    out.anchors = {anchor};
    out.text.en = text;
    return out;
}

struct Sheet {
    QByteArray svg(std::vector<Annotation> annotations, FigureView view = FigureView::Topology,
        Duration at = std::chrono::seconds(2))
    {
        FigureOptions options;
        options.views = {view};
        options.at = kStart + at;
        options.annotations = std::move(annotations);
        const Figure figure(world.document, world.filter, world.look, options);
        return svgFile(figure, world.look, {});
    }
    FigureWorld world;
};

} // namespace

class TestFigureAnnotations : public QObject {
    Q_OBJECT

private slots:
    void everyAnchorOfTheTopologyHasItsWords()
    {
        Sheet sheet;
        for (const char* anchor : {"client consumer-1", "broker 2", "address localhost:9092",
                 "connection consumer-1 -1", "connection consumer-1 2147483645", "connection consumer-1 0"}) {
            const QByteArray svg = sheet.svg({on(Annotation::View::Topology, anchor, "these words")});
            QVERIFY2(svg.contains("these words"), anchor);
        }
        QVERIFY(!sheet.svg({on(Annotation::View::Topology, "connection consumer-1 7", "these words")})
                     .contains("these words"));
        QVERIFY(!sheet.svg({on(Annotation::View::Timeline, "connection consumer-1 0", "these words")})
                     .contains("these words"));
    }

    void aConnectionsWordsAreSeenWhileItIsThere()
    {
        Sheet sheet;
        const Annotation words = on(Annotation::View::Topology, "connection consumer-1 0", "a leader");
        QVERIFY(!sheet.svg({words}, FigureView::Topology, Duration {0}).contains("a leader"));
        QVERIFY(sheet.svg({words}, FigureView::Topology, std::chrono::seconds(2)).contains("a leader"));
        Annotation later = words;
        later.from = kStart + std::chrono::seconds(3);
        later.to = kStart + std::chrono::seconds(4);
        for (const auto& [second, seen] : {std::pair(2, false), {3, true}, {4, true}, {5, false}})
            QCOMPARE(
                sheet.svg({later}, FigureView::Topology, std::chrono::seconds(second)).contains("a leader"), seen);
    }

    void aTimelineHasThemOnItsLanesAndAtItsInstants()
    {
        Sheet sheet;
        Annotation instant = on(Annotation::View::Timeline, "x", "this moment");
        instant.anchors.clear();
        instant.from = kStart + std::chrono::seconds(3);
        const Annotation lane
            = on(Annotation::View::Timeline, "connection consumer-1 2147483645", "the coordinator's");
        const QByteArray svg = sheet.svg({instant, lane}, FigureView::Timeline);
        QVERIFY(svg.contains("this moment"));
        QVERIFY(svg.contains("the coordinator"));
        // Beyond the range that is shown there is nothing to point at.
        FigureOptions options;
        options.views = {FigureView::Timeline};
        options.range = Span {kStart, kStart + std::chrono::seconds(2)};
        options.annotations = {instant};
        const Figure figure(sheet.world.document, sheet.world.filter, sheet.world.look, options);
        QVERIFY(!svgFile(figure, sheet.world.look, {}).contains("this moment"));
    }

    void whatNumbersMeanStandsBelowInTheirOrder()
    {
        Sheet sheet;
        Annotation second = on(Annotation::View::Topology, "broker 1", "the second meaning");
        second.kind = Annotation::Kind::Number;
        second.number = 2;
        Annotation first = on(Annotation::View::Topology, "client consumer-1", "the first meaning");
        first.kind = Annotation::Kind::Number;
        first.number = 1;
        const QByteArray svg = sheet.svg({second, first});
        const qsizetype one = svg.indexOf("the first meaning");
        QVERIFY(one > 0 && svg.indexOf("the second meaning") > one);
        // Of another view's numbers nothing is said.
        first.view = Annotation::View::Timeline;
        first.anchors = {"client consumer-1"};
        QVERIFY(!sheet.svg({second, first}).contains("the first meaning"));
    }

    void theFiguresLanguageDecides()
    {
        Sheet sheet;
        Annotation both = on(Annotation::View::Topology, "broker 2", "the coordinator");
        both.text.zh = "协调者在此";
        sheet.world.look.setLanguage(theme::Language::Chinese);
        const QByteArray svg = sheet.svg({both});
        QVERIFY(svg.contains("协调者在此"));
        QVERIFY(!svg.contains("the coordinator"));
    }

    void inAnAnimationTheyComeAndGo()
    {
        FigureWorld world;
        FigureOptions options;
        options.size = {640, 360};
        options.tempo = {1, true};
        Annotation words = on(Annotation::View::Topology, "broker 2", "now");
        words.from = kStart + std::chrono::milliseconds(500);
        words.to = kStart + std::chrono::seconds(1);
        options.annotations = {words};
        Figure figure(world.document, world.filter, world.look, options);
        figure.setFrame(kStart + std::chrono::milliseconds(100));
        const QImage before = figure.image();
        figure.setFrame(kStart + std::chrono::milliseconds(700));
        const QImage then = figure.image();
        options.annotations.clear();
        Figure plain(world.document, world.filter, world.look, options);
        plain.setFrame(kStart + std::chrono::milliseconds(100));
        QVERIFY(plain.image() == before);
        plain.setFrame(kStart + std::chrono::milliseconds(700));
        QVERIFY(plain.image() != then);
    }

    void nothingMovesBecauseSomethingElseComes()
    {
        // The place of words depends on all of them, not on those that are seen.
        Sheet sheet;
        Annotation still = on(Annotation::View::Topology, "broker 2", "still");
        Annotation comes = on(Annotation::View::Topology, "broker 2", "comes");
        comes.from = kStart + std::chrono::seconds(5);
        const auto placeOf = [](const QByteArray& svg) {
            const qsizetype at = svg.indexOf(">still<");
            const qsizetype begin = svg.lastIndexOf("<text", at);
            return svg.mid(begin, at - begin);
        };
        const QByteArray before = placeOf(sheet.svg({still, comes}, FigureView::Topology, std::chrono::seconds(2)));
        const QByteArray after = placeOf(sheet.svg({still, comes}, FigureView::Topology, std::chrono::seconds(6)));
        QVERIFY(!before.isEmpty());
        QCOMPARE(after, before);
    }
};

QTEST_MAIN(TestFigureAnnotations)
#include "tst_figureannotations.moc"
