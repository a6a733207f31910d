// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/animation.h"
#include "figures/clearstream.h"
#include "figures/framestream.h"
#include "figures/palette.h"

#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::figures {

namespace {

/// A frame by colours. Behind the last colour comes the index of what stays as it was.
struct Indexed {
    std::vector<QRgb> colours;
    QByteArray pixels;
    int clear() const { return static_cast<int>(colours.size()); }
    /// Of the table, whose size is a power of two.
    int tableSize() const
    {
        int size = 2;
        while (size <= clear())
            size *= 2;
        return size;
    }
};

/// GIF knows no half-transparent pixels, of which the edges of letters are: they are laid over \a ground, so that they stay
/// smooth on a page of about that colour. What is hardly there is clear.
QImage withoutHalves(const QImage& image, QRgb ground)
{
    constexpr int kHardly = 32; // of 255
    QImage out = image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < out.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            const int rest = 255 - qAlpha(line[x]);
            const auto over
                = [rest](int colour, int under) { return std::min(255, colour + (under * rest + 127) / 255); };
            line[x] = qAlpha(line[x]) < kHardly
                ? 0
                : qRgb(over(qRed(line[x]), qRed(ground)), over(qGreen(line[x]), qGreen(ground)),
                    over(qBlue(line[x]), qBlue(ground)));
        }
    }
    return out;
}

/// \a beforehand: what was there, if it stays where it is the same; null = nothing was.
Indexed indexed(const QImage& image, const QImage& beforehand)
{
    const int width = image.width();
    ColourCounts counts;
    const auto isKept = [&](int x, const QRgb* now, const QRgb* before) { return before && now[x] == before[x]; };
    const auto lineOf = [](const QImage& from, int y) {
        return from.isNull() ? nullptr : reinterpret_cast<const QRgb*>(from.constScanLine(y));
    };
    const auto isClear = [](QRgb pixel) { return qAlpha(pixel) < 128; };
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* now = lineOf(image, y);
        const QRgb* before = lineOf(beforehand, y);
        for (int x = 0; x < width; ++x) {
            if (!isKept(x, now, before) && !isClear(now[x]))
                ++counts[now[x] | 0xff000000U];
        }
    }
    const Palette palette = makePalette(counts, 255);
    Indexed out;
    out.colours = palette.colours;
    const auto clearIndex = static_cast<char>(out.clear());
    out.pixels.resize(static_cast<qsizetype>(width) * image.height());
    char* to = out.pixels.data();
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* now = lineOf(image, y);
        const QRgb* before = lineOf(beforehand, y);
        for (int x = 0; x < width; ++x) {
            const bool clear = isKept(x, now, before) || isClear(now[x]);
            *to++ = clear ? clearIndex : static_cast<char>(palette.indexOf.at(now[x] | 0xff000000U));
        }
    }
    return out;
}

int writeBytes(GifFileType* gif, const GifByteType* bytes, int size)
{
    static_cast<QByteArray*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), size);
    return size;
}

class GifWriter {
public:
    explicit GifWriter(QSize size, bool loops)
    {
        int error = 0;
        m_gif = EGifOpen(&m_bytes, writeBytes, &error);
        if (!m_gif)
            return;
        EGifSetGifVersion(m_gif, true);
        m_isGood = EGifPutScreenDesc(m_gif, size.width(), size.height(), 8, 0, nullptr) != GIF_ERROR;
        if (loops) { // Netscape's extension: 0 = again and again
            const GifByteType loop[] {1, 0, 0};
            m_isGood = m_isGood && EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR
                && EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0") != GIF_ERROR
                && EGifPutExtensionBlock(m_gif, 3, loop) != GIF_ERROR && EGifPutExtensionTrailer(m_gif) != GIF_ERROR;
        }
    }
    ~GifWriter()
    {
        if (m_gif)
            EGifCloseFile(m_gif, nullptr);
    }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    void comment(const QByteArray& text)
    {
        m_isGood = m_isGood && EGifPutComment(m_gif, text.constData()) != GIF_ERROR;
    }

    void add(const QRect& rect, int hundredths, Indexed&& frame, ClearLayer::After after = ClearLayer::After::Stays)
    {
        if (!m_isGood)
            return;
        GraphicsControlBlock control {};
        control.DisposalMode = after == ClearLayer::After::Stays ? DISPOSE_DO_NOT
            : after == ClearLayer::After::Goes                   ? DISPOSE_PREVIOUS
                                                                 : DISPOSE_BACKGROUND;
        control.DelayTime = hundredths;
        control.TransparentColor = frame.clear();
        GifByteType packed[4];
        EGifGCBToExtension(&control, packed);
        const int tableSize = frame.tableSize();
        std::vector<GifColorType> colours(static_cast<std::size_t>(tableSize));
        for (std::size_t i = 0; i < frame.colours.size(); ++i)
            colours[i] = {static_cast<GifByteType>(qRed(frame.colours[i])),
                static_cast<GifByteType>(qGreen(frame.colours[i])),
                static_cast<GifByteType>(qBlue(frame.colours[i]))};
        ColorMapObject* map = GifMakeMapObject(tableSize, colours.data());
        m_isGood = map && EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, 4, packed) != GIF_ERROR
            && EGifPutImageDesc(m_gif, rect.x(), rect.y(), rect.width(), rect.height(), false, map) != GIF_ERROR;
        auto* pixels = reinterpret_cast<GifPixelType*>(frame.pixels.data());
        for (int y = 0; m_isGood && y < rect.height(); ++y)
            m_isGood = EGifPutLine(m_gif, pixels + static_cast<std::ptrdiff_t>(y) * rect.width(), rect.width())
                != GIF_ERROR;
        GifFreeMapObject(map);
    }

    QByteArray take()
    {
        if (m_gif && EGifCloseFile(m_gif, nullptr) == GIF_ERROR)
            m_isGood = false;
        m_gif = nullptr;
        return m_isGood ? m_bytes : QByteArray();
    }

private:
    QByteArray m_bytes;
    GifFileType* m_gif = nullptr;
    bool m_isGood = false;
};

/// In hundredths of a second. They are rounded where they end, not each by itself: the whole keeps its length.
class Delays {
public:
    explicit Delays(double framesPerSecond)
        : m_framesPerSecond(framesPerSecond)
    {
    }
    int of(std::size_t frames)
    {
        m_seen += frames;
        const long end = std::lround(static_cast<double>(m_seen) * 100 / m_framesPerSecond);
        const auto delay = static_cast<int>(std::clamp(end - m_told, static_cast<long>(kMoment), 65'535L));
        m_told = end;
        return delay;
    }
    static constexpr int kMoment = kMomentMs / 10;

private:
    double m_framesPerSecond;
    std::size_t m_seen = 0;
    long m_told = 0;
};

/// On a clear ground. False where animation.progress said so.
bool writeClear(GifWriter& writer, Delays& delays, Figure& figure, const std::vector<FrameTime>& frames,
    const AnimationOptions& animation)
{
    const QRgb ground = figure.ground().rgb();
    return streamClear<Indexed>(
        figure, frames, animation, [ground](const QImage& image) { return withoutHalves(image, ground); },
        [](const QImage& image) { return indexed(image, QImage()); },
        [&](const ClearLayer& layer, Indexed&& frame) {
            const int delay = layer.frames > 0 ? delays.of(layer.frames) : Delays::kMoment;
            writer.add(
                layer.rect, layer.sharesItsTime ? delay - Delays::kMoment : delay, std::move(frame), layer.after);
        });
}

} // namespace

QByteArray gifFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options)
{
    const QSizeF pixels = figure.options().size * figure.options().scale;
    GifWriter writer(
        QSize(static_cast<int>(std::lround(pixels.width())), static_cast<int>(std::lround(pixels.height()))),
        animation.loops);
    if (!options.description.isEmpty())
        writer.comment(options.description.toUtf8());
    Delays delays(animation.framesPerSecond);
    const bool isWhole = figure.options().transparent
        ? writeClear(writer, delays, figure, frames, animation)
        : streamFrames<Indexed>(
            figure, frames, [](const Change& change) { return indexed(change.image, change.before); },
            [&](const Change& change, Indexed&& frame) {
                writer.add(change.rect, delays.of(change.frames), std::move(frame));
            },
            animation.progress);
    return isWhole ? writer.take() : QByteArray();
}

} // namespace connscope::figures
