// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/rasterlines.h"

#include "topology/paint.h"

#include <QPainter>
#include <QTest>

#include <array>
#include <cmath>

using namespace connscope;
using namespace connscope::topology;

class TestRasterLines : public QObject {
    Q_OBJECT

private slots:
    void looksAsAPainterWouldDrawIt_data();
    void looksAsAPainterWouldDrawIt();
    void staysInsideTheImage();
    void whatChangedIsAsIfAllWasDrawn();
};

void TestRasterLines::looksAsAPainterWouldDrawIt_data()
{
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("rise");
    QTest::addColumn<double>("scale");
    QTest::newRow("level") << 1.5 << 0.0 << 1.0;
    QTest::newRow("gentle") << 1.5 << 80.0 << 1.0;
    QTest::newRow("steep") << 1.5 << 400.0 << 1.0;
    QTest::newRow("thick") << 4.0 << 200.0 << 1.0;
    QTest::newRow("fine screen") << 1.5 << 100.0 << 2.0;
}

void TestRasterLines::looksAsAPainterWouldDrawIt()
{
    QFETCH(double, width);
    QFETCH(double, rise);
    QFETCH(double, scale);
    const Curve curve {{20, 30}, {580, 30 + rise}, 120, 480};
    const Stroke stroke {0, 1, width, 0, QColor(Qt::black), {}};
    QImage own(static_cast<int>(600 * scale), static_cast<int>(480 * scale), QImage::Format_RGB32);
    own.fill(Qt::white);
    QImage theirs = own.copy();
    const QTransform view = QTransform::fromScale(scale, scale);
    rasterLines(own, view, curve, {stroke});
    {
        QPainter painter(&theirs);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setTransform(view);
        painter.setPen(QPen(stroke.colour, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(curve.path());
    }
    double difference = 0;
    double ink = 0;
    for (int y = 0; y < own.height(); ++y) {
        for (int x = 0; x < own.width(); ++x) {
            difference += std::abs(qGreen(own.pixel(x, y)) - qGreen(theirs.pixel(x, y)));
            ink += 255 - qGreen(theirs.pixel(x, y));
        }
    }
    QVERIFY2(difference < 0.2 * ink, qPrintable(QStringLiteral("%1 of %2").arg(difference).arg(ink)));
}

void TestRasterLines::staysInsideTheImage()
{
    QImage image(50, 50, QImage::Format_RGB32);
    image.fill(Qt::white);
    for (const qreal y : {-100.0, 20.0, 200.0}) {
        rasterLines(image, QTransform::fromScale(3, 3), {{-400, y}, {400, 90 - y}, -300, 300},
            {{0, 1, 6, 0, QColor(Qt::black), {4, 3}}, {0.2, 0.4, 1, 3, QColor(Qt::red), {}}});
    }
    // A link that was turned round is left to a QPainter.
    const QImage before = image.copy();
    QVERIFY(!rasterLines(image, {}, {{40, 10}, {10, 40}, 45, 5}, {{0, 1, 2, 0, QColor(Qt::red), {}}}));
    QCOMPARE(image, before);
}

/// A few of many lines get other strokes; what is put back and drawn anew there is what drawing everything gives.
void TestRasterLines::whatChangedIsAsIfAllWasDrawn()
{
    constexpr std::size_t kLines = 120;
    const QTransform view = QTransform::fromScale(1.25, 1.25);
    std::vector<Curve> curves;
    std::vector<std::vector<Stroke>> strokes;
    const std::array<QColor, 3> colours {QColor(30, 90, 160), QColor(200, 80, 0), QColor(0, 140, 90)};
    for (std::size_t i = 0; i < kLines; ++i) {
        const auto n = static_cast<double>(i);
        curves.push_back({{-20 + n / 7, 10 + n * 2}, {640, 330 - n * 2.6 + std::fmod(n * 37, 50)}, 90 + n, 400 + n});
        strokes.push_back({{0, 1, 0.9, 0, colours[i % 3], i % 4 == 0 ? QVector<qreal> {4, 3} : QVector<qreal> {}}});
    }
    QImage ground(800, 420, QImage::Format_RGB32);
    for (int y = 0; y < ground.height(); ++y) {
        for (int x = 0; x < ground.width(); ++x)
            ground.setPixel(x, y, qRgb(255 - x % 16, 255 - y % 16, 250));
    }
    const auto drawAll = [&](QImage& image, const DirtyPixels* only) {
        for (std::size_t i = 0; i < kLines; ++i)
            QVERIFY(rasterLines(image, view, curves[i], strokes[i], only));
    };
    QImage image = ground.copy();
    drawAll(image, nullptr);
    for (std::size_t turn = 0; turn < 20; ++turn) {
        DirtyPixels dirty(image.size());
        for (std::size_t k = 0; k < 1 + turn; ++k) {
            const std::size_t i = (turn * 31 + k * 17) % kLines;
            std::vector<Stroke> other = strokes[i];
            if (other.empty())
                other = {{0, 0.46, 2, 0, colours[k % 3], {}}, {0.54, 1, 2, 1.5, colours[k % 3], {2, 2}}};
            else if (k % 3 == 0)
                other.clear();
            else
                other[0].colour = colours[(i + 1 + turn) % 3];
            QVERIFY(markLines(dirty, image.size(), view, curves[i], strokes[i]));
            QVERIFY(markLines(dirty, image.size(), view, curves[i], other));
            strokes[i] = other;
        }
        dirty.restore(image, ground);
        drawAll(image, &dirty);
        QImage whole = ground.copy();
        drawAll(whole, nullptr);
        QCOMPARE(image, whole);
    }
}

QTEST_MAIN(TestRasterLines)
#include "tst_rasterlines.moc"
