// SPDX-License-Identifier: GPL-3.0-or-later
// Legends say what occurs in the figure, all of it and nothing else; lanes without room are counted; heights follow.
#include "figures/figure.h"
#include "figures/files.h"
#include "figureworld.h"
#include "theme/legend.h"

#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>

#include <set>
#include <utility>

using namespace connscope;
using namespace connscope::figures;

namespace {

/// All that can be read in it.
QStringList textsOf(FigureWorld& world, const FigureOptions& options)
{
    const Figure figure(world.document, world.filter, world.look, options);
    QStringList out;
    QXmlStreamReader xml(svgFile(figure, world.look, {}));
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
            out << xml.text().toString();
    }
    return out;
}

FigureOptions of(FigureView view, Duration at, QSizeF size = {1000, 600})
{
    FigureOptions options;
    options.views = {view};
    options.at = kStart + at;
    options.size = size;
    return options;
}

using std::chrono::milliseconds;
using std::chrono::seconds;

} // namespace

class TestFigureLegend : public QObject {
    Q_OBJECT

private slots:
    void aTopologySaysWhatIsThereAtItsInstant()
    {
        FigureWorld world;
        const QStringList early = textsOf(world, of(FigureView::Topology, milliseconds(1)));
        QVERIFY(early.contains(QStringLiteral("bootstrap")));
        QVERIFY2(!early.contains(QStringLiteral("data")), qPrintable(early.join(QLatin1Char('|'))));
        const QStringList late = textsOf(world, of(FigureView::Topology, seconds(2)));
        for (const char* word : {"bootstrap", "coordinator", "data", "request that waits"})
            QVERIFY2(late.contains(QLatin1String(word)), word);
        for (const char* word : {"request", "response", "closed by the broker"})
            QVERIFY2(!late.contains(QLatin1String(word)), word);

        FigureWorld closing("10-broker-closes-first.yaml");
        const QStringList after = textsOf(closing, of(FigureView::Topology, seconds(70)));
        QVERIFY2(after.contains(QStringLiteral("closed by the broker")), qPrintable(after.join(QLatin1Char('|'))));
        QVERIFY(!after.contains(QStringLiteral("closed by the client")));
    }

    void shortNamesOfStatesAreExplained()
    {
        FigureWorld world("10-broker-closes-first.yaml");
        const QStringList narrow = textsOf(world, of(FigureView::Topology, seconds(70), {640, 480}));
        const QStringList wide = textsOf(world, of(FigureView::Topology, seconds(70), {1280, 600}));
        QVERIFY2(narrow.count(QStringLiteral("CW")) > 1, qPrintable(narrow.join(QLatin1Char('|'))));
        QCOMPARE(narrow.count(QStringLiteral("CLOSE-WAIT")), qsizetype(1));
        QVERIFY(wide.count(QStringLiteral("CLOSE-WAIT")) > 1 && !wide.contains(QStringLiteral("CW")));
    }

    void aMovingTopologySaysWhatComesInItsRange()
    {
        FigureWorld world;
        FigureOptions options = of(FigureView::Topology, {});
        options.tempo = {1, false};
        options.clock = true;
        options.range = Span {kStart, kStart + seconds(1)};
        const QStringList texts = textsOf(world, options);
        for (const char* word : {"bootstrap", "coordinator", "data", "request", "response"})
            QVERIFY2(texts.contains(QLatin1String(word)), word);
    }

    void aTimelineSaysWhatItsLanesShow()
    {
        FigureWorld world;
        const QStringList texts = textsOf(world, of(FigureView::Timeline, seconds(10)));
        for (const char* word :
            {"connecting", "checking API versions", "ready", "idle", "a request, until its answer"})
            QVERIFY2(texts.contains(QLatin1String(word)), qPrintable(texts.join(QLatin1Char('|'))));
        for (const char* word : {"TIME-WAIT", "closed by the client", "closed by the broker", "ended by the network"})
            QVERIFY2(!texts.contains(QLatin1String(word)), word);

        FigureWorld restart("22-rolling-restart.yaml");
        const QStringList all = textsOf(restart, of(FigureView::Timeline, seconds(1), {1000, 800}));
        for (const char* word :
            {"TIME-WAIT", "closed by the broker", "ended by the network", "error, time-out or lost segment"})
            QVERIFY2(all.contains(QLatin1String(word)), qPrintable(all.join(QLatin1Char('|'))));
        FigureOptions early = of(FigureView::Timeline, seconds(1), {1000, 800});
        early.range = Span {kStart, kStart + seconds(10)}; // before the first broker stops
        QVERIFY(!textsOf(restart, early).contains(QStringLiteral("closed by the broker")));
    }

    void aSequenceSaysWhatItsArrowsAre()
    {
        FigureWorld world;
        FigureOptions options = of(FigureView::Sequence, seconds(10), {1000, 900});
        options.range = Span {kStart, kStart + milliseconds(4)};
        const QStringList texts = textsOf(world, options);
        for (const char* word : {"request", "response", "TCP segment of a handshake", "broker at work on a request"})
            QVERIFY2(texts.contains(QLatin1String(word)), qPrintable(texts.join(QLatin1Char('|'))));
        for (const char* word :
            {"closed by the client", "closed by the broker", "reset", "lost", "exchanges, counted"})
            QVERIFY2(!texts.contains(QLatin1String(word)), word);

        FigureWorld closing("10-broker-closes-first.yaml");
        closing.filter.setText(QStringLiteral("node = -1"));
        const QStringList all = textsOf(closing, of(FigureView::Sequence, seconds(400), {1000, 900}));
        QVERIFY(!all.contains(QLatin1String("closed by the client"))); // who answers a FIN closes nothing
        for (const char* word : {"closed by the broker", "FIN in answer to the other end's", "reset"})
            QVERIFY2(all.contains(QLatin1String(word)), qPrintable(all.join(QLatin1Char('|'))));
    }

    void aNarrowLegendTakesMoreLines()
    {
        const theme::Look look;
        std::vector<theme::LegendEntry> entries;
        for (int i = 0; i < 6; ++i)
            entries.push_back({QStringLiteral("what it means"), 20, [](QPainter&, QPointF) {}});
        const theme::Legend legend(entries);
        QCOMPARE(legend.lines(look, 5000), 1);
        QCOMPARE(legend.lines(look, 1), 6);
        QVERIFY(legend.lines(look, 300) > 1);
        QCOMPARE(theme::Legend().lines(look, 300), 0);
    }

    void lanesWithoutRoomAreCounted()
    {
        FigureWorld world("22-rolling-restart.yaml");
        FigureOptions options = of(FigureView::Timeline, seconds(1), {900, 280});
        const QStringList low = textsOf(world, options);
        const QStringList more = low.filter(QStringLiteral("more lane"));
        QCOMPARE(more.size(), qsizetype(1));
        const Figure figure(world.document, world.filter, world.look, options);
        QVERIFY(figure.warnings().join(QLatin1Char(' ')).contains(QStringLiteral("find no room")));
        // As many lanes as it says are missing, of one for each node of each client.
        std::set<std::pair<ClientId, NodeId>> all;
        for (const trace::ConnectionLife& life : world.document.lives())
            all.emplace(life.client, life.node);
        QVERIFY(all.size() > 8);
        const int missing = more.front().mid(1).section(QLatin1Char(' '), 0, 0).toInt();
        const auto lanes
            = low.filter(QStringLiteral(" · broker ")).size() + low.filter(QStringLiteral("bootstrap · ")).size();
        QCOMPARE(static_cast<std::size_t>(lanes + missing), all.size());

        options.mostHeight = 5000;
        QVERIFY(textsOf(world, options).filter(QStringLiteral("more lane")).isEmpty());
        QVERIFY(Figure(world.document, world.filter, world.look, options).warnings().isEmpty());
    }

    void lanesWithoutAnythingToSeeGoFirst()
    {
        FigureWorld world("22-rolling-restart.yaml");
        world.filter.setText(QStringLiteral("role = coordinator"));
        FigureOptions options = of(FigureView::Timeline, seconds(1), {900, 280});
        const QStringList texts = textsOf(world, options);
        QCOMPARE(texts.filter(QStringLiteral("coordinator · ")).size(), qsizetype(3));
    }

    void aFreeHeightIsWhatIsNeededAndNoMore()
    {
        FigureWorld world;
        for (const FigureView view : {FigureView::Topology, FigureView::Timeline, FigureView::Sequence}) {
            FigureOptions options = of(view, seconds(2));
            options.mostHeight = 16'000;
            options.title = QStringLiteral("A title");
            options.caption = QStringLiteral("A caption below it.");
            const Figure figure(world.document, world.filter, world.look, options);
            QCOMPARE(figure.pages(), std::size_t(1));
            QVERIFY2(figure.warnings().isEmpty(), qPrintable(figure.warnings().join(QLatin1Char(' '))));
            const double height = figure.options().size.height();
            QVERIFY(height >= 240 && height < 8'000);
            options.mostHeight = 300; // a limit holds
            QCOMPARE(Figure(world.document, world.filter, world.look, options).options().size.height(), 300.0);
        }
    }
};

QTEST_MAIN(TestFigureLegend)
#include "tst_figurelegend.moc"
