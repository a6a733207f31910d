// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/layout.h"
#include "sequence/picture.h"
#include "support/playing.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace connscope;
using namespace connscope::sequence;

namespace {

struct World {
    explicit World(const char* scenario)
    {
        auto read = test::shippedScenario(scenario);
        auto trace = test::play(read);
        document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace), std::move(read)));
        chart = makeChart(document, {});
    }
    Layout narrow() const { return makeLayout(chart, document, look, leastWidth(chart, document, look)); }
    Layout layout(double extra = 0) const
    {
        return makeLayout(chart, document, look, naturalWidth(chart, document, look) + extra);
    }

    view::Document document;
    theme::Look look;
    Chart chart;
};

const char* const kScenarios[] {"13-three-kinds.yaml", "10-broker-closes-first.yaml", "22-rolling-restart.yaml",
    "20-multiplexing.yaml", "24-nat-forgets.yaml"};

} // namespace

class TestSequenceLayout : public QObject {
    Q_OBJECT

private slots:
    /// As in a column of a page: nothing that has to be read is cut, and nothing leaves the sheet.
    void aNarrowChartKeepsItsWords()
    {
        for (const char* name : kScenarios) {
            World world(name);
            for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
                world.look.setLanguage(language);
                const Layout wide = world.layout();
                const Layout narrow = world.narrow();
                QVERIFY2(narrow.width < wide.width * 0.8, name);
                QCOMPARE(narrow.arrows.size(), wide.arrows.size());
                const QRectF rows(narrow.gutter, 0, narrow.width - narrow.gutter, narrow.height);
                std::vector<QRectF> rects;
                const auto look = [&](const ArrowLabel& label, const ArrowLabel& same) {
                    QCOMPARE(label.title, same.title);
                    QCOMPARE(label.node, same.node);
                    if (label.rect.isNull())
                        return;
                    QVERIFY2(rows.contains(label.rect), qPrintable(QLatin1String(name) + u' ' + label.title));
                    rects.push_back(label.rect);
                };
                for (std::size_t i = 0; i < narrow.arrows.size(); ++i)
                    look(narrow.arrows[i].label, wide.arrows[i].label);
                for (std::size_t i = 0; i < narrow.routines.size(); ++i)
                    look(narrow.routines[i].label, wide.routines[i].label);
                for (std::size_t i = 0; i < narrow.reads.size(); ++i)
                    look(narrow.reads[i].label, wide.reads[i].label);
                for (std::size_t i = 0; i < rects.size(); ++i) {
                    for (std::size_t j = i + 1; j < rects.size(); ++j) {
                        const QRectF both = rects[i].intersected(rects[j]);
                        QVERIFY2(both.width() < 1 || both.height() < 1, name);
                    }
                }
                for (const SilenceBand& band : narrow.silences) {
                    QVERIFY(band.rect.contains(band.words));
                    QVERIFY(band.words.left() >= 0 && band.words.right() <= narrow.width);
                }
                const QFontMetricsF metrics(world.look.mono(theme::Type::Small));
                for (const TimeLabel& time : narrow.times)
                    QVERIFY2(
                        metrics.horizontalAdvance(time.text) <= narrow.gutter - narrow.edge, qPrintable(time.text));
                for (std::size_t i = 0; i < narrow.columns.size(); ++i) {
                    QString whole = wide.columns[i].name;
                    QString here = narrow.columns[i].name;
                    QCOMPARE(here.remove(u'\n').remove(u' '), whole.remove(u' ')); // in two lines, but all of it
                    QVERIFY(i == 0 || narrow.columns[i - 1].head.right() < narrow.columns[i].head.left());
                    QVERIFY(narrow.columns[i].head.right() <= narrow.width);
                }
            }
        }
    }

    void instantsHaveTheUnitsOfTheirLanguage()
    {
        World world("13-three-kinds.yaml");
        QVERIFY(world.layout().times.front().text.endsWith(QStringLiteral(" ms")));
        world.look.setLanguage(theme::Language::Chinese);
        const Layout layout = world.layout();
        QVERIFY(layout.times.front().text.endsWith(QStringLiteral(" 毫秒")));
        QVERIFY(layout.times.back().text.endsWith(QStringLiteral(" 秒")));
    }

    void labelsDoNotLieOnEachOther()
    {
        for (const char* name : kScenarios) {
            const World world(name);
            const Layout layout = world.layout();
            std::vector<QRectF> rects;
            for (const Arrow& arrow : layout.arrows) {
                if (!arrow.label.rect.isNull())
                    rects.push_back(arrow.label.rect);
            }
            for (const RoutineBand& band : layout.routines)
                rects.push_back(band.label.rect);
            for (const ReadMark& mark : layout.reads)
                rects.push_back(mark.label.rect);
            for (std::size_t i = 0; i < rects.size(); ++i) {
                for (std::size_t j = i + 1; j < rects.size(); ++j) {
                    const QRectF both = rects[i].intersected(rects[j]);
                    QVERIFY2(both.height() < 1.5 || both.width() < 1,
                        qPrintable(QString::fromLatin1("%1: %2 and %3").arg(QLatin1String(name)).arg(i).arg(j)));
                }
            }
        }
    }

    void everythingLiesWithinTheSheet()
    {
        for (const char* name : kScenarios) {
            const World world(name);
            const Layout layout = world.layout(40);
            const QRectF sheet(0, 0, layout.width, layout.height);
            for (const Column& column : layout.columns)
                QVERIFY(sheet.contains(column.head));
            for (const Arrow& arrow : layout.arrows) {
                QVERIFY2(sheet.contains(arrow.line.p1()) && sheet.contains(arrow.line.p2()), name);
                QVERIFY2(arrow.label.rect.isNull() || sheet.contains(arrow.label.rect), name);
                QVERIFY(arrow.line.y2() >= arrow.line.y1());
            }
        }
    }

    void nodeIdsAndRequestsAreNeverCut()
    {
        const World world("13-three-kinds.yaml");
        const Layout layout = world.layout();
        bool seen = false;
        for (const Arrow& arrow : layout.arrows) {
            const Message& m = world.chart.messages[arrow.message];
            if (m.kind != Message::Kind::Request)
                continue;
            QVERIFY(!arrow.label.node.contains(QChar(0x2026)) && !arrow.label.title.contains(QChar(0x2026)));
            seen = seen || arrow.label.node == QStringLiteral("2147483645");
            QVERIFY(arrow.label.rect.width() < std::abs(arrow.line.dx()));
        }
        QVERIFY(seen);
    }

    void pagesHoldEverythingOnce()
    {
        const World world("22-rolling-restart.yaml");
        const Layout layout = world.layout();
        const std::vector<Page> pages = pagesOf(layout, 400);
        QVERIFY(pages.size() > 2);
        QCOMPARE(pages.front().from, layout.headHeight);
        QCOMPARE(pages.back().to, layout.height);
        for (std::size_t i = 0; i < pages.size(); ++i) {
            QVERIFY(pages[i].to > pages[i].from);
            QVERIFY(pages[i].to - pages[i].from <= 400.5);
            if (i > 0)
                QCOMPARE(pages[i].from, pages[i - 1].to);
        }
        QCOMPARE(pagesOf(layout, 1e6).size(), std::size_t(1));
    }

    /// What lies unread has arrived where it left, and is read far below, behind the FINs that came after it.
    void whatIsReadLateIsADotOfItsOwn()
    {
        const World world("10-broker-closes-first.yaml");
        const Layout layout = world.layout();
        QCOMPARE(layout.reads.size(), std::size_t(3));
        for (const ReadMark& mark : layout.reads) {
            const auto arrow = std::find_if(layout.arrows.begin(), layout.arrows.end(),
                [&mark](const Arrow& a) { return a.message == mark.message; });
            QVERIFY(arrow != layout.arrows.end());
            QVERIFY(arrow->line.dy() > 0 && arrow->line.dy() < 3 * layout.line);
            QCOMPARE(mark.at.x(), arrow->line.x2());
            const auto between = [&](const Arrow& a) {
                return world.chart.messages[a.message].closes() && a.line.y1() > arrow->line.y2()
                    && a.line.y2() < mark.at.y();
            };
            QVERIFY(std::count_if(layout.arrows.begin(), layout.arrows.end(), between) > 5);
        }
    }

    void everyPageBeginsWithAnInstant()
    {
        const World world("10-broker-closes-first.yaml");
        const Layout layout = world.layout();
        QCOMPARE(layout.breakTimes.size(), layout.breaks.size());
        const std::vector<Page> pages = pagesOf(layout, 300);
        QVERIFY(pages.size() > 3);
        for (const Page& page : pages) {
            const auto begins = std::find(layout.breaks.begin(), layout.breaks.end(), page.from);
            QVERIFY(begins != layout.breaks.end());
            QVERIFY(!layout.breakTimes[static_cast<std::size_t>(begins - layout.breaks.begin())].isEmpty());
            // It is painted: ink in the column of instants, in the first lines, and none cut off at the foot.
            QImage image(static_cast<int>(layout.width), 400, QImage::Format_RGB32);
            image.fill(world.look.theme().card);
            QPainter painter(&image);
            paintSequence(painter, world.chart, layout, page, world.document, world.look);
            painter.end();
            bool isThere = false;
            const int top = static_cast<int>(layout.headHeight);
            for (int y = top; y < top + static_cast<int>(3.5 * layout.line); ++y) {
                for (int x = 0; x < static_cast<int>(layout.gutter) - 14; ++x)
                    isThere = isThere || image.pixelColor(x, y) != world.look.theme().card;
            }
            QVERIFY(isThere);
        }
    }

    void thePlayheadStandsBetweenWhatWasAndWhatComes()
    {
        const World world("10-broker-closes-first.yaml");
        const Layout layout = world.layout();
        const trace::Trace& trace = world.document.trace();
        QCOMPARE(layout.playheadAt(world.document.end()), -1.0); // nothing comes after it
        double last = 0;
        for (const int second : {1, 30, 31, 60}) {
            const Instant at = kStart + std::chrono::seconds(second);
            const double playhead = layout.playheadAt(at);
            QVERIFY(playhead >= last && playhead > 0);
            last = playhead;
            for (const Arrow& arrow : layout.arrows)
                QCOMPARE(arrow.line.y1() <= playhead, trace[world.chart.messages[arrow.message].first()].at <= at);
        }
    }

    void closesSayTheirRule()
    {
        const World world("10-broker-closes-first.yaml");
        bool seen = false;
        for (const Arrow& arrow : world.layout(600).arrows)
            seen = seen
                || (arrow.label.title == QStringLiteral("FIN")
                    && arrow.label.detail == QStringLiteral("broker idle expiry"));
        QVERIFY(seen);
    }

    void theSameChartGivesTheSamePixels()
    {
        const auto image = [] {
            const World world("13-three-kinds.yaml");
            const Layout layout = world.layout();
            QImage out(static_cast<int>(layout.width), static_cast<int>(layout.height), QImage::Format_RGB32);
            out.fill(world.look.theme().card);
            QPainter painter(&out);
            paintSequence(
                painter, world.chart, layout, pagesOf(layout, layout.height).front(), world.document, world.look);
            painter.end();
            return out;
        };
        QCOMPARE(image(), image());
    }
};

QTEST_MAIN(TestSequenceLayout)
#include "tst_sequencelayout.moc"
