// SPDX-License-Identifier: GPL-3.0-or-later
// Qt writes each frame as a PNG of its own; their image data go into one file (PNG specification, third edition, section
// 11.3.6: acTL, fcTL, fdAT).
#include "figures/animation.h"
#include "figures/clearstream.h"
#include "figures/framestream.h"

#include <QBuffer>
#include <QImageWriter>
#include <QtEndian>

#include <zlib.h>

#include <cmath>

namespace connscope::figures {

namespace {

QByteArray number(quint32 value)
{
    QByteArray out(4, 0);
    qToBigEndian(value, out.data());
    return out;
}

QByteArray number16(quint16 value)
{
    QByteArray out(2, 0);
    qToBigEndian(value, out.data());
    return out;
}

void append(QByteArray& file, const char* type, const QByteArray& data)
{
    const QByteArray body = QByteArray(type, 4) + data;
    file += number(static_cast<quint32>(data.size()));
    file += body;
    file += number(static_cast<quint32>(
        crc32(0, reinterpret_cast<const Bytef*>(body.constData()), static_cast<uInt>(body.size()))));
}

/// The parts of a PNG that an animation takes over.
struct Png {
    QByteArray header; ///< IHDR
    QByteArray data; ///< all IDAT
};

Png encoded(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setQuality(60); // zlib's level 4
    writer.write(image);
    Png out;
    for (qsizetype at = 8; at + 12 <= bytes.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(bytes.constData() + at));
        const QByteArray type = bytes.mid(at + 4, 4);
        if (type == "IHDR")
            out.header = bytes.mid(at + 8, size);
        else if (type == "IDAT")
            out.data += bytes.mid(at + 8, size);
        at += 12 + size;
    }
    return out;
}

/// What becomes of it when the next comes.
char disposalOf(ClearLayer::After after)
{
    return after == ClearLayer::After::Stays ? char(0) : after == ClearLayer::After::Clears ? char(1) : char(2);
}

} // namespace

QByteArray apngFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options)
{
    struct Frame {
        QRect rect;
        std::size_t tenths = 10; // of a frame's length
        ClearLayer::After after = ClearLayer::After::Stays;
        QByteArray data;
    };
    constexpr std::size_t kMoment = 5; // at 25 frames a second a fiftieth
    std::vector<Frame> all;
    QByteArray header;
    const auto take = [&](const QRect& rect, std::size_t tenths, ClearLayer::After after, Png&& png) {
        if (header.isEmpty())
            header = png.header;
        all.push_back({rect, tenths, after, std::move(png.data)});
    };
    const bool isWhole = figure.options().transparent
        ? streamClear<Png>(
            figure, frames, animation,
            [](const QImage& image) { return image.convertToFormat(QImage::Format_ARGB32_Premultiplied); },
            [](const QImage& image) { return encoded(image.convertToFormat(QImage::Format_ARGB32)); },
            [&](const ClearLayer& layer, Png&& png) {
                const std::size_t tenths = layer.frames > 0 ? layer.frames * 10 : kMoment;
                take(layer.rect, layer.sharesItsTime ? tenths - kMoment : tenths, layer.after, std::move(png));
            })
        : streamFrames<Png>(
            figure, frames, [](const Change& change) { return encoded(overlay(change)); },
            [&](const Change& change, Png&& png) {
                take(change.rect, change.frames * 10, ClearLayer::After::Stays, std::move(png));
            },
            animation.progress);
    if (!isWhole)
        return {};

    QByteArray file("\x89PNG\r\n\x1a\n", 8);
    append(file, "IHDR", header);
    append(file, "acTL", number(static_cast<quint32>(all.size())) + number(animation.loops ? 0 : 1));
    for (const auto& [key, text] : {std::pair("Title", options.title), {"Description", options.description}}) {
        if (!text.isEmpty()) // iTXt: keyword, not compressed, no language
            append(file, "iTXt", QByteArray(key) + QByteArray(5, 0) + text.toUtf8());
    }
    quint32 sequence = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Frame& frame = all[i];
        // A length as a fraction: exact where the frame rate is whole.
        const auto denominator = static_cast<quint16>(std::lround(animation.framesPerSecond * 10));
        const auto numerator = static_cast<quint16>(std::min<std::size_t>(frame.tenths, 65'535));
        append(file, "fcTL",
            number(sequence++) + number(static_cast<quint32>(frame.rect.width()))
                + number(static_cast<quint32>(frame.rect.height())) + number(static_cast<quint32>(frame.rect.x()))
                + number(static_cast<quint32>(frame.rect.y())) + number16(numerator) + number16(denominator)
                + disposalOf(frame.after) + char(i > 0 ? 1 : 0)); // 1 = laid over
        if (i == 0)
            append(file, "IDAT", frame.data);
        else
            append(file, "fdAT", number(sequence++) + frame.data);
    }
    append(file, "IEND", {});
    return file;
}

} // namespace connscope::figures
