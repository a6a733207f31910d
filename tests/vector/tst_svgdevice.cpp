// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/svgdevice.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QTest>
#include <QXmlStreamReader>

#include <functional>

using namespace connscope::vector;

namespace {

QByteArrayList painted(const std::function<void(QPainter&)>& paint)
{
    SvgDevice device(QSizeF(100, 50));
    QPainter painter(&device);
    paint(painter);
    painter.end();
    return device.elements();
}

QByteArray fileOf(const std::function<void(QPainter&)>& paint, const SvgSheet& sheet)
{
    SvgDevice device(sheet.size);
    QPainter painter(&device);
    paint(painter);
    painter.end();
    return svgFile(sheet, device);
}

} // namespace

class TestSvgDevice : public QObject {
    Q_OBJECT

private slots:
    void shapesAreElementsInTheirOrder()
    {
        const QByteArrayList all = painted([](QPainter& p) {
            p.fillRect(QRectF(1, 2, 3, 4), Qt::red);
            p.setPen(QPen(QColor(0, 0, 255), 2, Qt::DashLine));
            p.drawLine(QPointF(0, 0), QPointF(10, 5));
            p.setBrush(QColor(0, 128, 0, 128));
            p.setPen(Qt::NoPen);
            p.drawEllipse(QPointF(20, 20), 5, 5);
        });
        QCOMPARE(all.size(), 3);
        QCOMPARE(all[0], QByteArray("<path d=\"M1 2h3v4h-3z\" fill=\"#ff0000\"/>\n"));
        QVERIFY2(all[1].contains("stroke=\"#0000ff\"") && all[1].contains("stroke-dasharray=\"8 4\"")
                && all[1].contains("fill=\"none\"") && all[1].contains("M0 0l10 5"),
            all[1].constData());
        QVERIFY2(all[2].startsWith("<circle") && all[2].contains("fill-opacity=\".5\""), all[2].constData());
    }

    void transformsAreInTheNumbers()
    {
        const QByteArrayList all = painted([](QPainter& p) {
            p.translate(10, 10);
            p.scale(2, 2);
            p.setPen(QPen(Qt::black, 3));
            p.drawLine(QPointF(0, 0), QPointF(5, 0));
        });
        QVERIFY2(all[0].contains("M10 10h10") && all[0].contains("stroke-width=\"6\""), all[0].constData());
        QVERIFY(!all[0].contains("transform"));
    }

    void oneCallForManyRectanglesIsOneElement()
    {
        QVector<QRect> rects;
        for (int i = 0; i < 1000; ++i)
            rects << QRect(i * 2, 0, 1, 5);
        const QByteArrayList all = painted([&](QPainter& p) {
            p.setPen(Qt::NoPen);
            p.setBrush(Qt::black);
            p.scale(0.05, 1);
            p.drawRects(rects);
        });
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].count('z'), 1000);
    }

    void textIsText()
    {
        const QByteArrayList all = painted([](QPainter& p) {
            p.setFont(QFont(QStringLiteral("Inter"), 12, QFont::DemiBold));
            p.setPen(QColor(QStringLiteral("#123456")));
            p.drawText(QRectF(10, 10, 80, 30), Qt::AlignCenter, QStringLiteral("a < b & \"c\""));
        });
        QCOMPARE(all.size(), 1);
        QVERIFY2(all[0].startsWith("<text ") && all[0].contains(">a &lt; b &amp; &quot;c&quot;</text>")
                && all[0].contains("fill=\"#123456\"") && all[0].contains("class=\"f0\""),
            all[0].constData());
    }

    void turnedTextKeepsItsWords()
    {
        const QByteArrayList all = painted([](QPainter& p) {
            p.translate(50, 25);
            p.rotate(-90);
            p.drawText(QPointF(0, 0), QStringLiteral("upwards"));
        });
        QVERIFY2(all[0].contains("translate(50 25) rotate(-90)") && all[0].contains(">upwards</text>"),
            all[0].constData());
    }

    void clipsAreWrittenOnlyWhereTheyCut()
    {
        SvgDevice device(QSizeF(100, 50));
        QPainter p(&device);
        p.setPen(Qt::NoPen);
        p.setBrush(Qt::black);
        p.setClipRect(QRectF(0, 0, 50, 50));
        p.drawRect(QRectF(10, 10, 10, 10));
        p.drawRect(QRectF(40, 10, 20, 10));
        p.drawRect(QRectF(60, 10, 10, 10));
        p.save();
        QPainterPath round;
        round.addEllipse(QPointF(25, 25), 10, 10);
        p.setClipPath(round, Qt::IntersectClip);
        p.drawRect(QRectF(0, 0, 50, 50));
        p.restore();
        p.drawRect(QRectF(1, 1, 5, 5));
        p.end();
        const QByteArrayList all = device.elements();
        QCOMPARE(all.size(), 4); // what lies outside is not there at all
        QVERIFY(!all[0].contains("clip"));
        QVERIFY(all[1].contains("clip-path=\"url(#c0)\""));
        QVERIFY(all[2].contains("clip-path=\"url(#c1)\""));
        QVERIFY2(!all[3].contains("clip"), all[3].constData());
    }

    void hatchesArePatternsAndEachIsThereOnce()
    {
        SvgDevice device(QSizeF(100, 50));
        QPainter p(&device);
        for (int i = 0; i < 3; ++i)
            p.fillRect(QRectF(i * 20, 0, 10, 10), QBrush(Qt::red, Qt::BDiagPattern));
        p.end();
        const QByteArray file = svgFile({QSizeF(100, 50), {}, {}, {}, {}, {}}, device);
        QCOMPARE(file.count("<pattern "), 1);
        QCOMPARE(file.count("url(#p0)"), 3);
    }

    void imagesAreRefusedAndNeverHidden()
    {
        SvgDevice device(QSizeF(100, 50));
        QPainter p(&device);
        QImage image(4, 4, QImage::Format_RGB32);
        image.fill(Qt::red);
        p.drawImage(QPointF(1, 1), image);
        p.end();
        QVERIFY(device.elements().isEmpty());
        QCOMPARE(device.refused(), 1);
    }

    void theFileIsWellFormedWhateverIsWritten()
    {
        const QString bad = QStringLiteral("]]> <&\"' ") + QChar(0xd800) + QChar(1) + QChar(0xffff)
            + QStringLiteral("消费者 −1 \U0001F600");
        SvgSheet sheet;
        sheet.size = {300, 100};
        sheet.printed = {80, 26.7};
        sheet.title = bad;
        sheet.description = bad;
        sheet.language = QStringLiteral("zh-CN");
        const QByteArray file = fileOf([&](QPainter& p) { p.drawText(QPointF(10, 50), bad); }, sheet);
        QXmlStreamReader xml(file);
        QString text;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::Characters)
                text += xml.text();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains(QStringLiteral("消费者")));
        QVERIFY(file.contains("width=\"80mm\" height=\"26.7mm\" viewBox=\"0 0 300 100\""));
    }

    void thePaintingAloneDecidesTheBytes()
    {
        const auto paint = [](QPainter& p) {
            p.drawText(QPointF(10, 20), QStringLiteral("twice"));
            p.setClipRect(QRectF(0, 0, 5, 5));
            p.fillRect(QRectF(0, 0, 50, 50), QBrush(Qt::blue, Qt::DiagCrossPattern));
        };
        SvgSheet sheet;
        sheet.size = {100, 50};
        QCOMPARE(fileOf(paint, sheet), fileOf(paint, sheet));
    }

    void aFontOfTheFileIsAsLargeAsThePainterMeasured()
    {
        const QByteArrayList fonts = [] {
            SvgDevice device(QSizeF(100, 50));
            QPainter p(&device);
            QFont font;
            font.setPixelSize(20);
            p.setFont(font);
            p.scale(1.5, 1.5);
            p.drawText(QPointF(0, 20), QStringLiteral("x"));
            p.end();
            return QByteArrayList {svgFile({QSizeF(100, 50), {}, {}, {}, {}, {}}, device)};
        }();
        QVERIFY2(fonts[0].contains("font-size:30px"), fonts[0].constData());
    }
};

QTEST_MAIN(TestSvgDevice)
#include "tst_svgdevice.moc"
