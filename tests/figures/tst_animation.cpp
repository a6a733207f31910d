// SPDX-License-Identifier: GPL-3.0-or-later
// Animations, read by somebody else: Python's imaging library says how many frames there are, how long each is seen and
// what it looks like.
#include "figures/animation.h"
#include "figures/files.h"
#include "figures/framestream.h"
#include "figureworld.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>

#include <utility>

using namespace connscope;
using namespace connscope::figures;

namespace {

constexpr char kReader[] = R"(
import sys
from PIL import Image, ImageSequence
im = Image.open(sys.argv[1])
total = 0
for i, frame in enumerate(ImageSequence.Iterator(im)):
    total += frame.info.get("duration", 0)
    last = frame.convert("RGB")
print(im.n_frames, int(round(total)), last.size[0], last.size[1])
last.save(sys.argv[2])
)";

struct Moving {
    Moving()
    {
        options.size = {640, 360};
        options.clock = true;
        options.tempo = {1, true};
        animation.from = kStart;
        animation.to = kStart + std::chrono::seconds(2);
        animation.framesPerSecond = 10;
    }
    std::vector<FrameTime> frames() const { return framesOf(world.document.trace(), animation); }

    FigureWorld world;
    FigureOptions options;
    AnimationOptions animation;
};

struct Reading {
    int frames = 0;
    int milliseconds = 0;
    QImage last;
};

/// One that has the imaging library; Debian's own where another one comes first on the path. "" = none.
QString python()
{
    for (const QString& program : {QStringLiteral("python3"), QStringLiteral("/usr/bin/python3")}) {
        QProcess process;
        process.start(program, {QStringLiteral("-c"), QStringLiteral("import PIL")});
        if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0)
            return program;
    }
    return {};
}

std::optional<Reading> readByOthers(const QByteArray& bytes, const char* name)
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QLatin1String(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return std::nullopt;
    file.write(bytes);
    file.close();
    QProcess process;
    const QString last = dir.filePath(QStringLiteral("last.png"));
    process.start(python(), {QStringLiteral("-c"), QString::fromLatin1(kReader), path, last});
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        qWarning("%s", process.readAllStandardError().constData());
        return std::nullopt;
    }
    const QStringList words = QString::fromLatin1(process.readAllStandardOutput()).split(QLatin1Char(' '));
    return Reading {
        words.value(0).toInt(), words.value(1).toInt(), QImage(last).convertToFormat(QImage::Format_RGB32)};
}

struct Shown {
    int milliseconds = 0;
    QImage image; ///< ARGB32
};

constexpr char kFrames[] = R"(
import sys
from PIL import Image
im = Image.open(sys.argv[1])
with open(sys.argv[2], "wb") as out:
    for i in range(im.n_frames):
        im.seek(i)
        frame = im.convert("RGBA")
        out.write(int(round(im.info.get("duration", 0))).to_bytes(4, "little"))
        out.write(frame.tobytes("raw", "BGRA"))
)";

/// Every image that the imaging library would show, in its order.
std::vector<Shown> showByOthers(const QByteArray& bytes, QSize size)
{
    const QTemporaryDir dir;
    QFile file(dir.filePath(bytes.startsWith("GIF") ? QStringLiteral("a.gif") : QStringLiteral("a.png")));
    QFile frames(dir.filePath(QStringLiteral("frames")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(bytes);
    file.close();
    QProcess process;
    process.start(python(), {QStringLiteral("-c"), QString::fromLatin1(kFrames), file.fileName(), frames.fileName()});
    if (!process.waitForFinished(120'000) || process.exitCode() != 0 || !frames.open(QIODevice::ReadOnly)) {
        qWarning("%s", process.readAllStandardError().constData());
        return {};
    }
    std::vector<Shown> out;
    while (!frames.atEnd()) {
        quint32 duration = 0;
        frames.read(reinterpret_cast<char*>(&duration), 4);
        Shown one {static_cast<int>(duration), QImage(size, QImage::Format_ARGB32)};
        frames.read(reinterpret_cast<char*>(one.image.bits()), one.image.sizeInBytes());
        out.push_back(std::move(one));
    }
    return out;
}

/// The same of an APNG by ffmpeg: the imaging library mixes half-transparent pixels with what is clear. Empty where it is not
/// installed; delays are those of the file.
std::vector<Shown> showByFfmpeg(const QByteArray& bytes, QSize size)
{
    const QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("a.apng")));
    QFile frames(dir.filePath(QStringLiteral("frames")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(bytes);
    file.close();
    QProcess process;
    process.start(QStringLiteral("ffmpeg"),
        {QStringLiteral("-v"), QStringLiteral("error"), QStringLiteral("-i"), file.fileName(),
            QStringLiteral("-vsync"), QStringLiteral("passthrough"), QStringLiteral("-f"), QStringLiteral("rawvideo"),
            QStringLiteral("-pix_fmt"), QStringLiteral("bgra"), frames.fileName()});
    if (!process.waitForFinished(120'000) || process.exitCode() != 0 || !frames.open(QIODevice::ReadOnly))
        return {};
    std::vector<Shown> out;
    for (qsizetype at = bytes.indexOf("fcTL"); at >= 0; at = bytes.indexOf("fcTL", at + 4)) {
        const auto number = [&](qsizetype i) { return qFromBigEndian<quint16>(bytes.constData() + at + 4 + i); };
        Shown one {number(20) * 1000 / number(22), QImage(size, QImage::Format_ARGB32)};
        if (frames.read(reinterpret_cast<char*>(one.image.bits()), one.image.sizeInBytes())
            != one.image.sizeInBytes())
            return {};
        out.push_back(std::move(one));
    }
    return out;
}

/// Frames that differ from the one before, painted by us.
int distinctFrames(Figure& figure, const std::vector<FrameTime>& frames)
{
    QImage last;
    int count = 0;
    for (const FrameTime& frame : frames) {
        figure.setFrame(frame.at, frame.folded);
        const QImage image = figure.image();
        count += image != last ? 1 : 0;
        last = image;
    }
    return count;
}

double meanDifference(const QImage& a, const QImage& b)
{
    double sum = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            sum += std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) + std::abs(qBlue(p) - qBlue(q));
        }
    }
    return sum / (3.0 * a.width() * a.height());
}

} // namespace

class TestAnimation : public QObject {
    Q_OBJECT

private slots:
    void anApngIsReadByOthers()
    {
        if (python().isEmpty())
            QSKIP("there is no imaging library for Python here (Debian's package python3-pil)");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const std::vector<FrameTime> frames = m.frames();
        const auto reading = readByOthers(apngFile(figure, frames, m.animation, {}), "a.png");
        QVERIFY(reading);
        QCOMPARE(reading->frames, distinctFrames(figure, frames));
        QCOMPARE(reading->milliseconds, static_cast<int>(frames.size()) * 100);
        figure.setFrame(frames.back().at);
        QCOMPARE(meanDifference(reading->last, figure.image()), 0.0);
    }

    void aGifIsReadByOthers()
    {
        if (python().isEmpty())
            QSKIP("there is no imaging library for Python here (Debian's package python3-pil)");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const std::vector<FrameTime> frames = m.frames();
        const auto reading = readByOthers(gifFile(figure, frames, m.animation), "a.gif");
        QVERIFY(reading);
        QCOMPARE(reading->frames, distinctFrames(figure, frames));
        QCOMPARE(reading->milliseconds, static_cast<int>(frames.size()) * 100);
        figure.setFrame(frames.back().at);
        const double difference = meanDifference(reading->last, figure.image());
        QVERIFY2(difference < 0.5, qPrintable(QString::number(difference)));
    }

    void anAnimatedSvgIsWellFormedAndEveryFrameIsTold()
    {
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const QByteArray file = animatedSvgFile(figure, m.world.look, m.frames(), m.animation, {});
        QXmlStreamReader xml(file);
        QStringList classes;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("g"))
                classes << xml.attributes().value(QLatin1String("class")).toString();
            QVERIFY(xml.name() != QLatin1String("image") && xml.name() != QLatin1String("script"));
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(classes.size() > 10);
        for (const QString& name : classes) {
            const QByteArray rule = "@keyframes " + name.section(QLatin1Char(' '), 1).toLatin1() + '{';
            QVERIFY2(file.contains(rule), qPrintable(name));
        }
        QVERIFY(file.contains("animation-duration:2.1s"));
        QVERIFY(file.contains("prefers-reduced-motion"));
    }

    /// Of a sequence that is what moves: the line between what was and what comes.
    void thePlayheadOfAMovingSequenceMoves()
    {
        Moving m;
        m.options.views = {FigureView::Sequence};
        m.options.clock = false;
        m.options.size = {900, 500};
        m.options.mostHeight = 20'000;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const QRgb accent = m.world.look.theme().accent.rgb();
        double last = -1;
        int moves = 0;
        const auto frames = m.frames();
        for (const FrameTime& frame : frames) {
            figure.setFrame(frame.at);
            const QImage image = figure.image();
            // The row that has most of its colour.
            int at = -1;
            int most = 100;
            for (int y = 0; y < image.height(); ++y) {
                int count = 0;
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == accent ? 1 : 0;
                if (count > most) {
                    most = count;
                    at = y;
                }
            }
            QVERIFY2(at >= last && at > 0, qPrintable(QString::number(at)));
            moves += at > last ? 1 : 0;
            last = at;
        }
        QVERIFY2(moves >= 3, qPrintable(QString::number(moves)));
        QCOMPARE(distinctFrames(figure, frames), moves);
        // And in the forms that are written.
        const QByteArray svg = animatedSvgFile(figure, m.world.look, frames, m.animation, {});
        QVERIFY(svg.contains("@keyframes"));
    }

    void theSheetsOfALongSequenceTurnWithThePlayhead()
    {
        Moving m;
        m.options.views = {FigureView::Sequence};
        m.options.clock = true;
        m.options.size = {900, 500};
        Figure moving(m.world.document, m.world.filter, m.world.look, m.options);
        QVERIFY2(moving.pages() > 1, "or there is nothing to turn");
        QVERIFY(moving.refusal().isEmpty());
        const auto at = [&](Instant t) {
            moving.setFrame(t);
            return moving.image();
        };
        const QImage first = at(kStart + Duration {1});
        const QImage last = at(m.world.document.end());
        QVERIFY(first != last);
        // Each sheet comes, in its order, and stays until the next.
        int turns = 0;
        QImage before = first;
        for (int i = 0; i <= 100; ++i) {
            const QImage now = at(kStart + (m.world.document.end() - kStart) * i / 100);
            turns += now != before ? 1 : 0;
            before = now;
        }
        QVERIFY(turns >= static_cast<int>(moving.pages()) - 1);
        // Who asks for one sheet gets that one.
        m.options.page = 1;
        Figure one(m.world.document, m.world.filter, m.world.look, m.options);
        one.setFrame(m.world.document.end());
        QVERIFY(one.image() != last);
    }

    /// What knows neither style sheets nor animations draws what no attribute hides: that is the first frame, whole.
    void aProgramWithoutAnimationsShowsTheFirstFrame()
    {
        Moving m;
        m.animation.from = kStart + std::chrono::seconds(1);
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const QByteArray moving = animatedSvgFile(figure, m.world.look, m.frames(), m.animation, {});
        figure.setFrame(m.animation.from);
        const QByteArray still = svgFile(figure, m.world.look, {});
        const auto textsOf = [](const QByteArray& file) {
            QStringList out;
            QXmlStreamReader xml(file);
            std::vector<bool> hidden {false};
            while (!xml.atEnd()) {
                xml.readNext();
                if (xml.isStartElement())
                    hidden.push_back(hidden.back()
                        || xml.attributes().value(QLatin1String("visibility")) == QLatin1String("hidden"));
                else if (xml.isEndElement())
                    hidden.pop_back();
                else if (xml.isCharacters() && !hidden.back() && !xml.isWhitespace())
                    out << xml.text().toString();
            }
            return out.filter(QRegularExpression(QStringLiteral("^[^{]*$"))); // without the style sheets
        };
        QVERIFY(textsOf(still).size() > 15);
        QCOMPARE(textsOf(moving), textsOf(still));
    }

    /// As somebody else reads it, every frame is the figure of its instant, and clear where that is clear.
    void everyFrameOfAClearGifIsTheWholeOne()
    {
        if (python().isEmpty())
            QSKIP("there is no imaging library for Python here (Debian's package python3-pil)");
        Moving m;
        m.options.transparent = true;
        m.animation.to = kStart + std::chrono::seconds(2);
        m.animation.framesPerSecond = 25;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const std::vector<FrameTime> frames = m.frames();
        const QByteArray file = gifFile(figure, frames, m.animation);
        const std::vector<Shown> shown = showByOthers(file, {640, 360});
        QVERIFY(!shown.empty());
        std::size_t moments = 0;
        int told = 0;
        for (const Shown& one : shown) {
            const int from = std::exchange(told, told + one.milliseconds);
            if (from % 40 != 0) { // what lies below is laid down while nothing that moves is seen
                QCOMPARE(one.milliseconds, 20);
                ++moments;
                continue;
            }
            const FrameTime& frame = frames.at(static_cast<std::size_t>(from / 40));
            figure.setFrame(frame.at, frame.folded);
            const QImage expected = figure.image();
            double difference = 0;
            int wrong = 0;
            for (int y = 0; y < expected.height(); ++y) {
                for (int x = 0; x < expected.width(); ++x) {
                    const QRgb wanted = expected.pixel(x, y);
                    const QRgb pixel = one.image.pixel(x, y);
                    const bool isThere = qAlpha(wanted) >= 32;
                    wrong += (qAlpha(pixel) == 255) != isThere ? 1 : 0;
                    if (isThere && qAlpha(wanted) == 255)
                        difference += std::abs(qRed(wanted) - qRed(pixel)) + std::abs(qGreen(wanted) - qGreen(pixel))
                            + std::abs(qBlue(wanted) - qBlue(pixel));
                }
            }
            const QString where = QStringLiteral("frame at %1 ms: %2").arg(from);
            QVERIFY2(wrong == 0, qPrintable(where.arg(wrong)));
            difference /= 3.0 * expected.width() * expected.height();
            QVERIFY2(difference < 0.5, qPrintable(where.arg(difference)));
        }
        QCOMPARE(told, static_cast<int>(frames.size()) * 40);
        QVERIFY2(moments < frames.size() / 3, qPrintable(QString::number(moments)));
        // Not much larger than on a ground of its own.
        m.options.transparent = false;
        Figure opaque(m.world.document, m.world.filter, m.world.look, m.options);
        const qsizetype other = gifFile(opaque, frames, m.animation).size();
        QVERIFY2(file.size() < other * 3 / 2, qPrintable(QStringLiteral("%1 %2").arg(file.size()).arg(other)));
    }

    /// The same of an APNG, which has half-transparent pixels too: not one is otherwise.
    void everyFrameOfAClearApngIsTheWholeOne()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("ffmpeg")).isEmpty())
            QSKIP("ffmpeg is not installed here (Debian's package ffmpeg)");
        Moving m;
        m.options.transparent = true;
        m.animation.framesPerSecond = 25;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const std::vector<FrameTime> frames = m.frames();
        int told = 0;
        std::size_t whole = 0;
        for (const Shown& one : showByFfmpeg(apngFile(figure, frames, m.animation, {}), {640, 360})) {
            const int from = std::exchange(told, told + one.milliseconds);
            if (from % 40 != 0)
                continue; // a moment
            const FrameTime& frame = frames.at(static_cast<std::size_t>(from / 40));
            figure.setFrame(frame.at, frame.folded);
            const QImage expected = figure.image().convertToFormat(QImage::Format_ARGB32);
            int wrong = 0;
            for (int y = 0; y < expected.height(); ++y) {
                for (int x = 0; x < expected.width(); ++x) {
                    const QRgb wanted = expected.pixel(x, y);
                    const QRgb pixel = one.image.pixel(x, y);
                    wrong += wanted != pixel && (qAlpha(wanted) != 0 || qAlpha(pixel) != 0) ? 1 : 0;
                }
            }
            QVERIFY2(wrong == 0, qPrintable(QStringLiteral("frame at %1 ms: %2").arg(from).arg(wrong)));
            ++whole;
        }
        QCOMPARE(told, static_cast<int>(frames.size()) * 40);
        QVERIFY(whole > 30);
    }

    /// Where frames are too short for two images each, they are whole.
    void aQuickClearGifLeavesNoTrails()
    {
        if (python().isEmpty())
            QSKIP("there is no imaging library for Python here (Debian's package python3-pil)");
        Moving m;
        m.options.transparent = true;
        m.animation.to = kStart + ms(400);
        m.animation.framesPerSecond = 50;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const std::vector<FrameTime> frames = m.frames();
        int told = 0;
        for (const Shown& one : showByOthers(gifFile(figure, frames, m.animation), {640, 360})) {
            const FrameTime& frame = frames.at(static_cast<std::size_t>(told / 20));
            told += one.milliseconds;
            figure.setFrame(frame.at, frame.folded);
            const QImage expected = figure.image();
            for (int y = 0; y < expected.height(); ++y) {
                for (int x = 0; x < expected.width(); ++x)
                    QVERIFY((qAlpha(one.image.pixel(x, y)) == 255) == (qAlpha(expected.pixel(x, y)) >= 32));
            }
        }
        QCOMPARE(told, static_cast<int>(frames.size()) * 20);
    }

    void theSameAnimationIsTheSameBytes()
    {
        const auto make = [] {
            Moving m;
            Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
            return QByteArrayList {apngFile(figure, m.frames(), m.animation, {}),
                gifFile(figure, m.frames(), m.animation),
                animatedSvgFile(figure, m.world.look, m.frames(), m.animation, {})};
        };
        QVERIFY(make() == make());
    }

    void aDifferenceIsAsSmallAsItCanBe()
    {
        QImage a(40, 30, QImage::Format_RGB32);
        a.fill(Qt::white);
        QCOMPARE(differenceOf(a, a), QRect());
        QImage b = a;
        b.setPixel(7, 3, 0);
        b.setPixel(20, 9, 0);
        QCOMPARE(differenceOf(a, b), QRect(QPoint(7, 3), QPoint(20, 9)));
        QCOMPARE(differenceOf(QImage(), b), b.rect());
    }
};

QTEST_MAIN(TestAnimation)
#include "tst_animation.moc"
