// SPDX-License-Identifier: GPL-3.0-or-later
// Frames go to ffmpeg as they are painted, through a pipe; it writes a file, because an MP4's index comes first. That file has
// no name in any folder: whoever ends us, nothing is left behind.
#include "figures/animation.h"
#include "figures/words.h"

#include <QFile>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cmath>
#include <memory>
#ifdef Q_OS_LINUX
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace connscope::figures {

namespace {

constexpr qint64 kMostWaiting = 64 << 20; // bytes between us and ffmpeg
constexpr int kPatienceMs = 120'000; // for it to take any of them

/// The same bytes in every run: a number of threads of its own, no date, no name of the encoder.
QStringList arguments(QSize size, const AnimationOptions& animation, const FileOptions& options, const QString& file)
{
    QStringList out {QStringLiteral("-y"), QStringLiteral("-loglevel"), QStringLiteral("error"), QStringLiteral("-f"),
        QStringLiteral("rawvideo"), QStringLiteral("-pixel_format"), QStringLiteral("bgr0"),
        QStringLiteral("-video_size"), QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
        QStringLiteral("-framerate"), QString::number(animation.framesPerSecond, 'g', 10), QStringLiteral("-i"),
        QStringLiteral("pipe:0"), QStringLiteral("-an"), QStringLiteral("-vf"),
        QStringLiteral("pad=ceil(iw/2)*2:ceil(ih/2)*2"), QStringLiteral("-c:v"), QStringLiteral("libx264"),
        QStringLiteral("-crf"), QStringLiteral("18"), QStringLiteral("-pix_fmt"), QStringLiteral("yuv420p"),
        QStringLiteral("-threads"), QStringLiteral("4"), QStringLiteral("-map_metadata"), QStringLiteral("-1"),
        QStringLiteral("-fflags"), QStringLiteral("+bitexact"), QStringLiteral("-flags:v"),
        QStringLiteral("+bitexact"), QStringLiteral("-movflags"), QStringLiteral("+faststart")};
    if (!options.title.isEmpty())
        out << QStringLiteral("-metadata") << QStringLiteral("title=") + options.title;
    if (!options.description.isEmpty())
        out << QStringLiteral("-metadata") << QStringLiteral("comment=") + options.description;
    return out << QStringLiteral("-f") << QStringLiteral("mp4") << file;
}

/// What ffmpeg writes. In memory, where there is such a thing; else in a folder of its own.
class Target {
public:
    Target()
    {
#ifdef Q_OS_LINUX
        m_memory = memfd_create("figure.mp4", MFD_CLOEXEC);
        if (m_memory < 0)
#endif
            m_folder = std::make_unique<QTemporaryDir>();
    }
    ~Target()
    {
#ifdef Q_OS_LINUX
        if (m_memory >= 0)
            ::close(m_memory);
#endif
    }
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;

    /// As \a program, which is to be started, can open it.
    QString nameFor(QProcess& program) const
    {
        if (m_folder)
            return m_folder->filePath(QStringLiteral("figure.mp4"));
#ifdef Q_OS_LINUX
        program.setChildProcessModifier([memory = m_memory] { ::fcntl(memory, F_SETFD, 0); });
#endif
        return QStringLiteral("/proc/self/fd/%1").arg(m_memory);
    }
    QByteArray bytes() const
    {
        QFile file;
        if (m_folder)
            file.setFileName(m_folder->filePath(QStringLiteral("figure.mp4")));
        const bool isOpen = m_folder ? file.open(QIODevice::ReadOnly) : file.open(m_memory, QIODevice::ReadOnly);
        return isOpen && file.seek(0) ? file.readAll() : QByteArray();
    }

private:
    int m_memory = -1;
    std::unique_ptr<QTemporaryDir> m_folder;
};

/// A video has no transparency: a figure without a ground gets its theme's.
QImage opaque(const Figure& figure)
{
    const QImage image = figure.image();
    if (image.isNull() || !image.hasAlphaChannel())
        return image.convertToFormat(QImage::Format_RGB32);
    QImage out(image.size(), QImage::Format_RGB32);
    out.fill(figure.ground());
    QPainter painter(&out);
    painter.drawImage(QRect(QPoint(), out.size()), image);
    return out;
}

} // namespace

Made mp4File(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (program.isEmpty()) {
        return {{},
            Words::tr(
                "an MP4 is made by ffmpeg, which is not installed here: install it (Debian: apt-get install ffmpeg), "
                "or choose .webp, .apng, .gif or .svg")};
    }
    const Target target;
    const QSizeF pixels = figure.options().size * figure.options().scale;
    QProcess ffmpeg;
    const QString file = target.nameFor(ffmpeg);
    ffmpeg.setStandardOutputFile(QProcess::nullDevice());
    ffmpeg.start(program,
        arguments({static_cast<int>(std::lround(pixels.width())), static_cast<int>(std::lround(pixels.height()))},
            animation, options, file));
    bool goes = ffmpeg.waitForStarted();
    std::size_t painted = 0;
    for (const FrameTime& frame : frames) {
        if (!goes)
            break;
        if (animation.progress
            && !animation.progress(static_cast<double>(painted++) / static_cast<double>(frames.size()))) {
            ffmpeg.kill();
            ffmpeg.waitForFinished();
            return {};
        }
        figure.setFrame(frame.at, frame.folded, frame.rate);
        const QImage image = opaque(figure);
        goes = !image.isNull()
            && ffmpeg.write(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()) >= 0;
        while (goes && ffmpeg.bytesToWrite() > kMostWaiting)
            goes = ffmpeg.waitForBytesWritten(kPatienceMs);
    }
    ffmpeg.closeWriteChannel();
    if (ffmpeg.state() != QProcess::NotRunning)
        ffmpeg.waitForFinished(-1);
    if (ffmpeg.exitStatus() == QProcess::NormalExit && ffmpeg.exitCode() == 0) {
        if (QByteArray bytes = target.bytes(); !bytes.isEmpty())
            return {std::move(bytes), {}};
    }
    const QString said = QString::fromLocal8Bit(ffmpeg.readAllStandardError()).trimmed();
    return {{}, Words::tr("ffmpeg could not make the MP4: %1").arg(said.isEmpty() ? ffmpeg.errorString() : said)};
}

} // namespace connscope::figures
