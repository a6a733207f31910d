// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over what in a moving picture on a clear ground: laid together as a reader does it, every frame is what it was.
#include "figures/clearlayers.h"

#include <QPainter>
#include <QTest>

#include <random>
#include <vector>

using namespace connscope::figures;

namespace {

constexpr int kWidth = 60;
constexpr int kHeight = 40;

QRgb rawPixel(const QImage& image, int x, int y) { return reinterpret_cast<const QRgb*>(image.constScanLine(y))[x]; }

QImage empty()
{
    QImage image(kWidth, kHeight, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

void fill(QImage& image, const QRect& rect, QRgb colour)
{
    for (int y = std::max(rect.top(), 0); y <= std::min(rect.bottom(), kHeight - 1); ++y) {
        for (int x = std::max(rect.left(), 0); x <= std::min(rect.right(), kWidth - 1); ++x)
            reinterpret_cast<QRgb*>(image.scanLine(y))[x] = colour;
    }
}

std::vector<ClearLayer> layersOf(const std::vector<QImage>& frames, std::size_t ahead, bool mayPause)
{
    std::vector<ClearLayer> out;
    ClearLayering layering(ahead, mayPause, [&out](ClearLayer&& layer) { out.push_back(std::move(layer)); });
    for (const QImage& frame : frames)
        layering.add(frame);
    layering.finish();
    return out;
}

struct Shown {
    QImage image;
    std::size_t frames = 0; // 0: for a moment
};

/// As the GIF's specification has it.
std::vector<Shown> shown(const std::vector<ClearLayer>& layers, int& mixed)
{
    std::vector<Shown> out;
    QImage canvas = empty();
    for (const ClearLayer& layer : layers) {
        const QImage before = canvas;
        for (int y = 0; y < layer.rect.height(); ++y) {
            for (int x = 0; x < layer.rect.width(); ++x) {
                const QRgb pixel = rawPixel(layer.image, x, y);
                const QPoint at(layer.rect.left() + x, layer.rect.top() + y);
                if (qAlpha(pixel) == 0)
                    continue;
                // What is half transparent is laid on nothing, or it would be mixed.
                if (qAlpha(pixel) < 255 && rawPixel(canvas, at.x(), at.y()) != 0)
                    ++mixed;
                reinterpret_cast<QRgb*>(canvas.scanLine(at.y()))[at.x()] = pixel;
            }
        }
        out.push_back({canvas, layer.frames});
        if (layer.after == ClearLayer::After::Goes)
            canvas = before;
        else if (layer.after == ClearLayer::After::Clears)
            fill(canvas, layer.rect, 0);
    }
    return out;
}

/// Things that stand, come and go, and things that run across them.
std::vector<QImage> restless(unsigned seed)
{
    std::mt19937 random(seed);
    const auto upTo = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    struct Thing {
        QRect rect;
        QRgb colour;
    };
    std::vector<Thing> standing;
    std::vector<QImage> frames;
    for (int i = 0; i < 80; ++i) {
        if (upTo(8) == 0 && standing.size() < 12)
            standing.push_back({QRect(upTo(kWidth), upTo(kHeight), 3 + upTo(20), 3 + upTo(12)),
                upTo(3) == 0 ? qRgba(20, 30, 40, 90) : qRgb(upTo(256), upTo(256), upTo(256))});
        if (upTo(11) == 0 && !standing.empty())
            standing.erase(standing.begin() + upTo(static_cast<int>(standing.size())));
        QImage image = empty();
        for (const Thing& thing : standing)
            fill(image, thing.rect, thing.colour);
        if (i % 20 < 13) // now and then nothing moves
            fill(image, QRect(i * 3 % kWidth, 17, 4, 4), qRgb(200, 0, 0));
        frames.push_back(image);
    }
    return frames;
}

} // namespace

class TestClearLayers : public QObject {
    Q_OBJECT

private slots:
    void everyFrameIsWhatItWas()
    {
        for (unsigned seed = 0; seed < 60; ++seed) {
            const std::vector<QImage> frames = restless(seed);
            for (const std::size_t ahead : {std::size_t {1}, std::size_t {5}, std::size_t {200}}) {
                for (const bool mayPause : {false, true}) {
                    const QByteArray where = QStringLiteral("seed %1, %2 ahead, %3")
                                                 .arg(seed)
                                                 .arg(ahead)
                                                 .arg(mayPause ? QStringLiteral("pauses") : QStringLiteral("none"))
                                                 .toLatin1();
                    const std::vector<ClearLayer> layers = layersOf(frames, ahead, mayPause);
                    std::size_t frame = 0;
                    int mixed = 0;
                    const std::vector<Shown> seen = shown(layers, mixed);
                    QCOMPARE(mixed, 0);
                    for (std::size_t i = 0; i < seen.size(); ++i) {
                        const bool isMoment = seen[i].frames == 0;
                        QVERIFY2(mayPause || !isMoment, where);
                        QVERIFY2(!isMoment || (i > 0 && layers[i - 1].sharesItsTime), where);
                        for (std::size_t k = 0; k < seen[i].frames; ++k, ++frame)
                            QVERIFY2(frame < frames.size() && seen[i].image == frames[frame], where);
                        // What is seen for a moment is part of the frame: nothing that is not there.
                        for (int y = 0; isMoment && y < kHeight; ++y) {
                            for (int x = 0; x < kWidth; ++x) {
                                const QRgb pixel = rawPixel(seen[i].image, x, y);
                                const QRgb whole = rawPixel(frames[frame - 1], x, y);
                                QVERIFY2(pixel == 0 || pixel == whole || qAlpha(whole) == 255, where);
                            }
                        }
                    }
                    QCOMPARE(frame, frames.size());
                }
            }
        }
    }

    /// A picture with something that runs over it is drawn once, and afterwards what runs.
    void whatStandsIsDrawnOnce()
    {
        std::vector<QImage> frames;
        constexpr int kLarge = 300;
        for (int i = 0; i < 60; ++i) {
            QImage image(kLarge, kLarge, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            painter.fillRect(QRect(0, 0, 200, 200), QColor(10, 20, 30));
            painter.fillRect(QRect(4 * i, 250, 9, 9), QColor(200, 0, 0));
            painter.end();
            frames.push_back(image);
        }
        std::size_t drawn = 0;
        std::size_t moments = 0;
        for (const ClearLayer& layer : layersOf(frames, 5, true)) {
            moments += layer.frames == 0 ? 1U : 0U;
            for (int y = 0; y < layer.rect.height(); ++y) {
                for (int x = 0; x < layer.rect.width(); ++x)
                    drawn += qAlpha(layer.image.pixel(x, y)) != 0 ? 1U : 0U;
            }
        }
        QCOMPARE(moments, std::size_t {1});
        QCOMPARE(drawn, std::size_t {2 * 200 * 200 + 60 * 81});
    }

    void whatDoesNotChangeIsOneImage()
    {
        QImage image = empty();
        fill(image, QRect(3, 3, 9, 9), qRgb(1, 2, 3));
        const std::vector<ClearLayer> layers = layersOf(std::vector<QImage>(30, image), 5, true);
        QCOMPARE(layers.size(), std::size_t {1});
        QCOMPARE(layers.front().frames, std::size_t {30});
        QVERIFY(layers.front().after == ClearLayer::After::Stays);
    }

    /// A dot that goes along a line: when the line is laid down, and in every frame, the line is whole.
    void aLineUnderWhatMovesHasNoGap()
    {
        const QRgb line = qRgb(0, 0, 200);
        const QRgb dot = qRgb(200, 0, 0);
        std::vector<QImage> frames;
        for (int i = 0; i < 50; ++i) {
            QImage frame = empty();
            // Much that is new at once, so that it is worth an image of its own, and a dot larger than its line.
            if (i >= 10)
                fill(frame, QRect(0, 25, kWidth, 15), qRgb(90, 90, 90));
            fill(frame, QRect(0, 10, kWidth, 2), line);
            fill(frame, QRect(i, 8, 4, 6), dot);
            frames.push_back(std::move(frame));
        }
        int mixed = 0;
        int moments = 0;
        for (const Shown& one : shown(layersOf(frames, 20, true), mixed)) {
            moments += one.frames == 0 ? 1 : 0;
            for (int x = 0; x < kWidth; ++x)
                QVERIFY2(qAlpha(rawPixel(one.image, x, 10)) == 255, qPrintable(QString::number(x)));
        }
        QVERIFY(moments > 0);
    }
};

QTEST_MAIN(TestClearLayers)
#include "tst_clearlayers.moc"
