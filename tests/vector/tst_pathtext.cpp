// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/pathtext.h"

#include <QPainterPath>
#include <QTest>
#include <QTransform>

#include <limits>

using namespace connscope::vector;

namespace {

QByteArray numberText(qreal value)
{
    QByteArray out;
    appendNumber(out, value);
    return out;
}

} // namespace

class TestPathText : public QObject {
    Q_OBJECT

private slots:
    void numbersHaveAsManyDigitsAsTheyNeed()
    {
        QCOMPARE(numberText(12), QByteArray("12"));
        QCOMPARE(numberText(-0.5), QByteArray("-.5"));
        QCOMPARE(numberText(3.25), QByteArray("3.25"));
        QCOMPARE(numberText(3.204), QByteArray("3.2"));
        QCOMPARE(numberText(0.001), QByteArray("0"));
        QCOMPARE(numberText(-0.001), QByteArray("0"));
        QCOMPARE(numberText(100.05), QByteArray("100.05"));
    }

    void whatIsNoNumberIsNone()
    {
        QCOMPARE(numberText(std::numeric_limits<qreal>::quiet_NaN()), QByteArray("0"));
        QCOMPARE(numberText(std::numeric_limits<qreal>::infinity()), QByteArray("10000000"));
        QCOMPARE(numberText(-std::numeric_limits<qreal>::infinity()), QByteArray("-10000000"));
    }

    void aRectangleIsRelativeAndClosed()
    {
        QPainterPath path;
        path.addRect(10, 20, 5, 8);
        QCOMPARE(pathText(path, {}), QByteArray("M10 20h5v8h-5v-8z"));
        const QRect rect(10, 20, 5, 8);
        QCOMPARE(rectsText(&rect, 1, {}), QByteArray("M10 20h5v8h-5z"));
    }

    void manyRectanglesStandWhereTheyWereHoweverFar()
    {
        // Steps of a third of a pixel: rounding each by itself would drift away from the sum.
        QVector<QRectF> rects;
        for (int i = 0; i < 3000; ++i)
            rects << QRectF(i / 3.0, 7, 1 / 3.0, 2);
        const QByteArray d = rectsText(rects.constData(), static_cast<int>(rects.size()), {});
        double x = 0;
        for (const QByteArray& piece : d.split('z')) {
            if (piece.isEmpty())
                continue;
            const qsizetype end = piece.indexOf('h');
            const QByteArray from = piece.mid(1, end - 1);
            const qsizetype blank = from.indexOf(' ');
            x += from.left(blank > 0 ? blank : from.size()).toDouble();
        }
        QVERIFY2(std::abs(x - 2999 / 3.0) < 0.011, qPrintable(QString::number(x)));
    }

    void rectanglesWithoutAnAreaAreLeftOut()
    {
        const QRectF rects[] {{0, 0, 0.001, 5}, {1, 1, 2, 2}};
        QCOMPARE(rectsText(rects, 2, {}), QByteArray("M1 1h2v2h-2z"));
        QCOMPARE(rectsText(rects, 1, {}), QByteArray());
    }

    void curvesAndLinesFollowTheTransform()
    {
        QPainterPath path(QPointF(0, 0));
        path.cubicTo(1, 0, 2, 1, 2, 2);
        path.lineTo(4, 3);
        QCOMPARE(pathText(path, QTransform::fromScale(10, 10)), QByteArray("M0 0c10 0 20 10 20 20l20 10"));
    }

    void aLineBehindTheFirstPointIsRelativeToo()
    {
        QPainterPath path(QPointF(5, 5)); // "M5 5 2 3" would be a line to (2, 3)
        path.lineTo(7, 8);
        path.lineTo(8, 10);
        QCOMPARE(pathText(path, {}), QByteArray("M5 5l2 3 1 2"));
    }
};

QTEST_GUILESS_MAIN(TestPathText)
#include "tst_pathtext.moc"
