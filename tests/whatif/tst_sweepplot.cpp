// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep as a plot: what is drawn, what is clicked, what is written.
#include "whatif/sweepplot.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>

using namespace connscope;
using whatif::SweepPlot;

namespace {

sweep::Table tableOf(const std::vector<std::string>& first, const std::vector<std::string>& second = {})
{
    sweep::Table table;
    table.axes.push_back({"cluster.brokers", first});
    if (!second.empty())
        table.axes.push_back({"profile", second});
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (std::size_t j = 0; j < std::max<std::size_t>(second.size(), 1); ++j) {
            sweep::Row row;
            row.values.push_back(first[i]);
            if (!second.empty())
                row.values.push_back(second[j]);
            row.isDone = true;
            row.measures.opened = 10 * (i + 1) + j;
            row.measures.peak = 5 * (i + 1) + j;
            row.measures.open = 3;
            row.measures.closedByBroker = i;
            table.rows.push_back(row);
        }
    }
    return table;
}

} // namespace

class TestSweepPlot : public QObject {
    Q_OBJECT

private slots:
    void oneSettingGivesALineForEachNumberThatIsNotAlwaysZero()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        plot.setTable(tableOf({"1", "2", "3"}), std::nullopt, false);
        QCOMPARE(plot.lineCount(), std::size_t {4}); // opened, peak, open, closed by broker
        plot.setTable(tableOf({"1", "2", "3"}), std::size_t {0}, false);
        QCOMPARE(plot.lineCount(), std::size_t {1});
        plot.setTable(tableOf({"1", "2", "3"}, {"java-2.1", "java-3.9"}), std::nullopt, false);
        QCOMPARE(plot.lineCount(), std::size_t {2});
        plot.clearTable();
        QCOMPARE(plot.lineCount(), std::size_t {0});
    }
    void aPointLeadsToItsRow()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        plot.show();
        plot.setTable(tableOf({"1", "10", "100"}, {"a", "b"}), std::nullopt, true);
        for (std::size_t row = 0; row < 6; ++row) {
            const auto place = plot.placeOf(row);
            QVERIFY(place);
            QVERIFY(QRectF(plot.rect()).contains(*place));
            QSignalSpy clicked(&plot, &SweepPlot::rowClicked);
            QTest::mouseClick(&plot, Qt::LeftButton, {}, place->toPoint());
            QCOMPARE(clicked.size(), 1);
            QCOMPARE(clicked[0][0].value<std::size_t>(), row);
        }
        QVERIFY(!plot.rowAt({2, 2}));
        // Equal ratios are equal distances.
        const double step = plot.placeOf(2)->x() - plot.placeOf(0)->x();
        QVERIFY(std::abs(plot.placeOf(4)->x() - plot.placeOf(2)->x() - step) < 2);
    }
    void valuesThatAreNoNumbersStandInTheirOrder()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        plot.setTable(tableOf({"java-2.1", "course", "java-3.9"}), std::nullopt, true);
        QVERIFY(plot.placeOf(0)->x() < plot.placeOf(1)->x());
        QVERIFY(plot.placeOf(1)->x() < plot.placeOf(2)->x());
    }
    void aLabelSaysWhereItsTickIs()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        for (const QSize size : {QSize(600, 300), QSize(900, 420), QSize(400, 200)}) {
            plot.resize(size);
            plot.setTable(tableOf({"1", "2", "3", "4", "5", "6", "7", "8", "9"}), std::nullopt, false);
            for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
                const QVector<double> ticks = axis->ticker() ? axis->tickVector() : QVector<double>();
                const QVector<QString> labels = axis->tickVectorLabels();
                QVERIFY(ticks.size() >= 2);
                QCOMPARE(labels.size(), ticks.size());
                for (int i = 0; i < ticks.size(); ++i) {
                    QCOMPARE(labels[i].toDouble(), ticks[i]);
                    QCOMPARE(ticks[i], std::round(ticks[i])); // counts
                }
            }
        }
    }
    void rowsWithoutNumbersAreLeftOut()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        sweep::Table table = tableOf({"1", "2", "3"});
        table.rows[1].error = "no";
        table.rows[2].isDone = false;
        plot.setTable(table, std::nullopt, false);
        QVERIFY(plot.placeOf(0));
        QVERIFY(!plot.placeOf(1));
        QVERIFY(!plot.placeOf(2));
    }
    void itsFilesAreWhole()
    {
        theme::Look look;
        SweepPlot plot(look);
        plot.resize(600, 300);
        plot.setTable(tableOf({"1", "2", "3"}), std::nullopt, false);
        const QByteArray svg = plot.svg(QStringLiteral("A sweep"));
        QXmlStreamReader xml(svg);
        QString text;
        int paths = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("image"))
                QFAIL("pixels in a vector file");
            if (xml.isStartElement() && xml.name() == QLatin1String("path"))
                ++paths;
            if (xml.isCharacters())
                text += xml.text();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(paths > 4);
        QVERIFY(text.contains(QLatin1String("cluster.brokers")));
        QVERIFY(text.contains(QLatin1String("closed by broker")));
        QCOMPARE(plot.svg(QStringLiteral("A sweep")), svg);
        QCOMPARE(QImage::fromData(plot.png()).size(), QSize(1200, 600));
    }
};

QTEST_MAIN(TestSweepPlot)
#include "tst_sweepplot.moc"
