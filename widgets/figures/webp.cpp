// SPDX-License-Identifier: GPL-3.0-or-later
// WebP by Google's libraries: a frame is encoded like a picture, in threads, and put behind the others by their muxer.
#include "figures/animation.h"
#include "figures/framestream.h"
#include "figures/words.h"

#include <algorithm>
#include <cmath>

#ifdef CONNSCOPE_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

namespace connscope::figures {

#ifdef CONNSCOPE_WEBP

namespace {

constexpr int kEffort = 2; // of 9: half a second more for each hundredth less is no bargain

/// A picture in a file of its own; empty where there is not enough memory.
QByteArray encoded(const QImage& image)
{
    const QImage pixels = image.convertToFormat(QImage::Format_ARGB32);
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, kEffort) || !WebPPictureInit(&picture))
        return {};
    config.thread_level = 0; // frames are spread over the cores already
    picture.use_argb = 1;
    picture.width = pixels.width();
    picture.height = pixels.height();
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    QByteArray out;
#if Q_BYTE_ORDER == Q_LITTLE_ENDIAN
    const bool imported
        = WebPPictureImportBGRA(&picture, pixels.constBits(), static_cast<int>(pixels.bytesPerLine())) != 0;
#else
    const QImage bytes = pixels.convertToFormat(QImage::Format_RGBA8888);
    const bool imported
        = WebPPictureImportRGBA(&picture, bytes.constBits(), static_cast<int>(bytes.bytesPerLine())) != 0;
#endif
    if (imported && WebPEncode(&config, &picture))
        out = QByteArray(reinterpret_cast<const char*>(writer.mem), static_cast<qsizetype>(writer.size));
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&writer);
    return out;
}

WebPData dataOf(const QByteArray& bytes)
{
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

/// Title and description as readers of pictures look for them.
QByteArray metadata(const FileOptions& options)
{
    const auto entry = [](const char* name, const QString& text) {
        return text.isEmpty()
            ? QString()
            : QStringLiteral("<dc:%1><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:%1>")
                  .arg(QLatin1String(name), text.toHtmlEscaped());
    };
    const QString entries = entry("title", options.title) + entry("description", options.description);
    if (entries.isEmpty())
        return {};
    return QStringLiteral("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
                          "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
                          "xmlns:dc=\"http://purl.org/dc/elements/1.1/\">%1</rdf:Description></rdf:RDF></x:xmpmeta>")
        .arg(entries)
        .toUtf8();
}

class Muxer {
public:
    Muxer()
        : m_mux(WebPMuxNew())
        , m_isGood(m_mux != nullptr)
    {
    }
    ~Muxer() { WebPMuxDelete(m_mux); }
    Muxer(const Muxer&) = delete;
    Muxer& operator=(const Muxer&) = delete;

    void setImage(const QByteArray& picture)
    {
        const WebPData data = dataOf(picture);
        keep(!picture.isEmpty() && m_isGood && WebPMuxSetImage(m_mux, &data, 1) == WEBP_MUX_OK);
    }
    void add(const QByteArray& picture, QPoint at, int milliseconds, bool over)
    {
        WebPMuxFrameInfo frame {};
        frame.bitstream = dataOf(picture);
        frame.x_offset = at.x();
        frame.y_offset = at.y();
        frame.duration = milliseconds;
        frame.id = WEBP_CHUNK_ANMF;
        frame.dispose_method = WEBP_MUX_DISPOSE_NONE;
        frame.blend_method = over ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND;
        keep(!picture.isEmpty() && m_isGood && WebPMuxPushFrame(m_mux, &frame, 1) == WEBP_MUX_OK);
    }
    void setAnimation(QSize canvas, bool loops)
    {
        const WebPMuxAnimParams parameters {0, loops ? 0 : 1};
        keep(m_isGood && WebPMuxSetAnimationParams(m_mux, &parameters) == WEBP_MUX_OK
            && WebPMuxSetCanvasSize(m_mux, canvas.width(), canvas.height()) == WEBP_MUX_OK);
    }
    QByteArray take(const FileOptions& options)
    {
        if (const QByteArray words = metadata(options); m_isGood && !words.isEmpty()) {
            const WebPData data = dataOf(words);
            keep(WebPMuxSetChunk(m_mux, "XMP ", &data, 1) == WEBP_MUX_OK);
        }
        WebPData whole {};
        if (!m_isGood || WebPMuxAssemble(m_mux, &whole) != WEBP_MUX_OK)
            return {};
        const QByteArray out(reinterpret_cast<const char*>(whole.bytes), static_cast<qsizetype>(whole.size));
        WebPDataClear(&whole);
        return out;
    }

private:
    void keep(bool good) { m_isGood = m_isGood && good; }

    WebPMux* m_mux;
    bool m_isGood;
};

} // namespace

bool hasWebp() { return true; }

QByteArray webpFile(const Figure& figure, const FileOptions& options, QString& problem)
{
    const QImage image = figure.image();
    Muxer muxer;
    if (!image.isNull())
        muxer.setImage(encoded(image));
    const QByteArray bytes = image.isNull() ? QByteArray() : muxer.take(options);
    problem = bytes.isEmpty() ? Words::tr("there is not enough memory for a picture of this size") : QString();
    return bytes;
}

Made webpFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options)
{
    const QSizeF pixels = figure.options().size * figure.options().scale;
    Muxer muxer;
    // Lengths are rounded where they end, not each by itself: the whole keeps its length.
    std::size_t seen = 0;
    long told = 0;
    const bool over = !figure.options().transparent;
    const bool isWhole = streamFrames<QByteArray>(
        figure, frames, [](const Change& change) { return encoded(overlay(change)); },
        [&](const Change& change, QByteArray&& picture) {
            seen += change.frames;
            const long end = std::lround(static_cast<double>(seen) * 1000 / animation.framesPerSecond);
            muxer.add(picture, change.rect.topLeft(), static_cast<int>(std::clamp(end - told, 1L, 0xffffffL)), over);
            told = end;
        },
        animation.progress, 2); // the format counts places in pairs of pixels
    if (!isWhole)
        return {};
    muxer.setAnimation(
        {static_cast<int>(std::lround(pixels.width())), static_cast<int>(std::lround(pixels.height()))},
        animation.loops);
    Made made {muxer.take(options), {}};
    if (made.bytes.isEmpty())
        made.problem = Words::tr("there is not enough memory for a picture of this size");
    return made;
}

#else

namespace {

QString missing()
{
    return Words::tr(
        "this program was built without WebP: install libwebp-dev and build it again, or choose .apng, .gif "
        "or .svg");
}

} // namespace

bool hasWebp() { return false; }

QByteArray webpFile(const Figure&, const FileOptions&, QString& problem)
{
    problem = missing();
    return {};
}

Made webpFile(Figure&, const std::vector<FrameTime>&, const AnimationOptions&, const FileOptions&)
{
    return {{}, missing()};
}

#endif

} // namespace connscope::figures
