// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/animation.h"
#include "figures/framestream.h"
#include "figures/palette.h"

#include <gif_lib.h>

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

constexpr std::uint8_t kClear = 255; // what stays as it was; 255 colours are left

/// A frame by colours.
struct Indexed {
    std::vector<QRgb> colours;
    QByteArray pixels;
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

Indexed indexed(const Change& change, QRgb ground)
{
    const QImage image = change.image.hasAlphaChannel() ? withoutHalves(change.image, ground) : change.image;
    const int width = image.width();
    ColourCounts counts;
    const auto isKept = [&](int x, const QRgb* now, const QRgb* before) { return before && now[x] == before[x]; };
    const auto lineOf = [](const QImage& from, int y) {
        return from.isNull() ? nullptr : reinterpret_cast<const QRgb*>(from.constScanLine(y));
    };
    const auto isClear = [](QRgb pixel) { return qAlpha(pixel) < 128; };
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* now = lineOf(image, y);
        const QRgb* before = lineOf(change.before, y);
        for (int x = 0; x < width; ++x) {
            if (!isKept(x, now, before) && !isClear(now[x]))
                ++counts[now[x] | 0xff000000U];
        }
    }
    const Palette palette = makePalette(counts, 255);
    Indexed out;
    out.colours = palette.colours;
    out.pixels.resize(static_cast<qsizetype>(width) * image.height());
    char* to = out.pixels.data();
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* now = lineOf(image, y);
        const QRgb* before = lineOf(change.before, y);
        for (int x = 0; x < width; ++x) {
            const bool clear = isKept(x, now, before) || isClear(now[x]);
            *to++ = static_cast<char>(clear ? kClear : palette.indexOf.at(now[x] | 0xff000000U));
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

    /// \a isCleared: nothing of it is left when the next comes.
    void add(const QRect& rect, int hundredths, Indexed&& frame, bool isCleared)
    {
        if (!m_isGood)
            return;
        GraphicsControlBlock control {};
        control.DisposalMode = isCleared ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT;
        control.DelayTime = hundredths;
        control.TransparentColor = kClear;
        GifByteType packed[4];
        EGifGCBToExtension(&control, packed);
        std::vector<GifColorType> colours(256);
        for (std::size_t i = 0; i < frame.colours.size(); ++i)
            colours[i] = {static_cast<GifByteType>(qRed(frame.colours[i])),
                static_cast<GifByteType>(qGreen(frame.colours[i])),
                static_cast<GifByteType>(qBlue(frame.colours[i]))};
        ColorMapObject* map = GifMakeMapObject(256, colours.data());
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
    // Delays are rounded where they end, not each by itself: the whole keeps its length.
    std::size_t seen = 0;
    long told = 0;
    // Pixels can be laid over others and not be taken away: on a clear ground each frame is drawn anew.
    const bool isClear = figure.options().transparent;
    const bool isWhole = streamFrames<Indexed>(
        figure, frames, [ground = figure.ground().rgb()](const Change& change) { return indexed(change, ground); },
        [&](const Change& change, Indexed&& frame) {
            seen += change.frames;
            const long end = std::lround(static_cast<double>(seen) * 100 / animation.framesPerSecond);
            writer.add(change.rect, static_cast<int>(std::clamp(end - told, 2L, 65'535L)), std::move(frame), isClear);
            told = end;
        },
        animation.progress, 1, isClear);
    return isWhole ? writer.take() : QByteArray();
}

} // namespace connscope::figures
