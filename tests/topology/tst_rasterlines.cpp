// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/rasterlines.h"

#include "topology/paint.h"

#include <QPainter>
#include <QTest>

using namespace connscope;
using namespace connscope::topology;

class TestRasterLines : public QObject {
    Q_OBJECT

private slots:
    void looksAsAPainterWouldDrawIt_data();
    void looksAsAPainterWouldDrawIt();
    void staysInsideTheImage();
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
    rasterLines(image, {}, {{40, 10}, {10, 40}, 45, 5}, {{0, 1, 2, 0, QColor(Qt::red), {}}});
    QCOMPARE(image, before);
}

QTEST_MAIN(TestRasterLines)
#include "tst_rasterlines.moc"
