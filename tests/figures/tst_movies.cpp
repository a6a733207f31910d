// SPDX-License-Identifier: GPL-3.0-or-later
// WebP and MP4: what libraries and programs make that may not be there.
#include "figures/animation.h"
#include "figureworld.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;
using namespace connscope::figures;

namespace {

struct Moving {
    Moving()
    {
        options.size = {480, 270};
        options.clock = true;
        options.tempo = {1, true};
        animation.from = kStart;
        animation.to = kStart + std::chrono::seconds(1);
        animation.framesPerSecond = 10;
    }
    std::vector<FrameTime> frames() const { return framesOf(world.document.trace(), animation); }

    FigureWorld world;
    FigureOptions options;
    AnimationOptions animation;
};

/// PATH while it lives.
class Path {
public:
    explicit Path(const QByteArray& path)
        : m_before(qgetenv("PATH"))
    {
        qputenv("PATH", path);
    }
    ~Path() { qputenv("PATH", m_before); }
    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;

private:
    QByteArray m_before;
};

/// A program in the place of ffmpeg, a script for sh.
bool writeProgram(const QTemporaryDir& dir, const char* script)
{
    QFile file(dir.filePath(QStringLiteral("ffmpeg")));
    return file.open(QIODevice::WriteOnly) && file.write(QByteArray("#!/bin/sh\n") + script) > 0
        && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

constexpr char kReader[] = R"(
import sys
from PIL import Image
image = Image.open(sys.argv[1])
total = 0
for i in range(getattr(image, 'n_frames', 1)):
    image.seek(i)
    image.load()
    total += image.info.get('duration', 0)
image.convert('RGB').save(sys.argv[2])
print(getattr(image, 'n_frames', 1), total, 'moves' if getattr(image, 'is_animated', False) else 'still')
)";

/// "" where no reader of WebP is here.
QString python()
{
    for (const QString& program : {QStringLiteral("python3"), QStringLiteral("/usr/bin/python3")}) {
        QProcess process;
        process.start(program,
            {QStringLiteral("-c"),
                QStringLiteral("from PIL import features; import sys; sys.exit(not features.check('webp_anim'))")});
        if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0)
            return program;
    }
    return {};
}

/// What the reader says, and the last frame.
QStringList readByOthers(const QByteArray& bytes, QImage* last)
{
    const QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("a.webp")));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    file.close();
    QProcess process;
    const QString png = dir.filePath(QStringLiteral("last.png"));
    process.start(python(), {QStringLiteral("-c"), QString::fromLatin1(kReader), file.fileName(), png});
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        qWarning("%s", process.readAllStandardError().constData());
        return {};
    }
    *last = QImage(png).convertToFormat(QImage::Format_RGB32);
    return QString::fromLatin1(process.readAllStandardOutput()).trimmed().split(QLatin1Char(' '));
}

QImage lastFrame(Figure& figure, const std::vector<FrameTime>& frames)
{
    figure.setFrame(frames.back().at, frames.back().folded);
    return figure.image().convertToFormat(QImage::Format_RGB32);
}

} // namespace

class TestMovies : public QObject {
    Q_OBJECT

private slots:
    void whereThereIsNoWebpItIsSaid()
    {
        if (hasWebp())
            QSKIP("this program was built with libwebp");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const Made made = webpFile(figure, m.frames(), m.animation, {});
        QVERIFY(made.bytes.isEmpty());
        QVERIFY(made.problem.contains(QStringLiteral("libwebp-dev")));
    }

    void aMovingWebpIsReadByOthersAndLosesNothing()
    {
        if (!hasWebp())
            QSKIP("this program was built without libwebp (Debian's package libwebp-dev)");
        if (python().isEmpty())
            QSKIP("there is no imaging library with WebP for Python here (Debian's package python3-pil)");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        FileOptions file;
        file.description = QStringLiteral("five ways — 五条");
        const Made made = webpFile(figure, m.frames(), m.animation, file);
        QCOMPARE(made.problem, QString());
        QVERIFY(made.bytes.contains("five ways — 五条"));
        QImage last;
        const QStringList said = readByOthers(made.bytes, &last);
        QCOMPARE(said.value(2), QStringLiteral("moves"));
        QVERIFY(said.value(0).toInt() > 3);
        QCOMPARE(said.value(1).toInt(), static_cast<int>(m.frames().size()) * 100);
        QVERIFY(last == lastFrame(figure, m.frames()));
        QVERIFY(webpFile(figure, m.frames(), m.animation, file).bytes == made.bytes);
    }

    void aWebpThatStandsStillIsThePicture()
    {
        if (!hasWebp())
            QSKIP("this program was built without libwebp (Debian's package libwebp-dev)");
        if (python().isEmpty())
            QSKIP("there is no imaging library with WebP for Python here (Debian's package python3-pil)");
        Moving m;
        m.options.tempo = {};
        const Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        QString problem;
        QImage picture;
        const QStringList said = readByOthers(webpFile(figure, {}, problem), &picture);
        QCOMPARE(problem, QString());
        QCOMPARE(said.value(2), QStringLiteral("still"));
        QVERIFY(picture == figure.image().convertToFormat(QImage::Format_RGB32));
    }

    void withoutFfmpegItIsSaidWhatToInstall()
    {
        const QTemporaryDir empty;
        const Path path(empty.path().toLocal8Bit());
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const Made made = mp4File(figure, m.frames(), m.animation, {});
        QVERIFY(made.bytes.isEmpty());
        QVERIFY2(made.problem.contains(QStringLiteral("apt-get install ffmpeg")), qPrintable(made.problem));
    }

    void whatFfmpegComplainsOfIsSaid()
    {
        const QTemporaryDir dir;
        QVERIFY(writeProgram(dir, "echo 'Unknown encoder libx264' >&2; exit 1\n"));
        const Path path(dir.path().toLocal8Bit() + ":/usr/bin:/bin");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const Made made = mp4File(figure, m.frames(), m.animation, {});
        QVERIFY(made.bytes.isEmpty());
        QVERIFY2(made.problem.contains(QStringLiteral("Unknown encoder libx264")), qPrintable(made.problem));
    }

    void everyFrameGoesToFfmpegWhole()
    {
        const QTemporaryDir dir;
        QVERIFY(writeProgram(dir, "for last; do :; done\nwc -c > \"$last\"\necho \"$@\" >> \"$last\"\n"));
        const Path path(dir.path().toLocal8Bit() + ":/usr/bin:/bin");
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        FileOptions file;
        file.title = QStringLiteral("three kinds");
        const Made made = mp4File(figure, m.frames(), m.animation, file);
        QCOMPARE(made.problem, QString());
        QCOMPARE(made.bytes.split('\n').value(0).trimmed().toLongLong(),
            static_cast<qlonglong>(m.frames().size()) * 480 * 270 * 4);
        QVERIFY(made.bytes.contains("-video_size 480x270 -framerate 10"));
        QVERIFY(made.bytes.contains("title=three kinds"));
    }

    void anMp4HasItsFramesAndTheSameBytesTwice()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("ffmpeg")).isEmpty()
            || QStandardPaths::findExecutable(QStringLiteral("ffprobe")).isEmpty())
            QSKIP("ffmpeg is not installed here (Debian's package ffmpeg)");
        Moving m;
        m.options.size = {481, 271}; // one more of each is added: H.264 has pairs of pixels
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        const Made made = mp4File(figure, m.frames(), m.animation, {});
        QCOMPARE(made.problem, QString());
        QVERIFY(mp4File(figure, m.frames(), m.animation, {}).bytes == made.bytes);
        const QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("a.mp4")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(made.bytes);
        file.close();
        QProcess probe;
        probe.start(QStringLiteral("ffprobe"),
            {QStringLiteral("-v"), QStringLiteral("error"), QStringLiteral("-count_frames"),
                QStringLiteral("-show_entries"), QStringLiteral("stream=width,height,nb_read_frames,codec_name"),
                QStringLiteral("-of"), QStringLiteral("csv=p=0"), file.fileName()});
        QVERIFY(probe.waitForFinished(60'000));
        QCOMPARE(QString::fromLatin1(probe.readAllStandardOutput()).trimmed(),
            QStringLiteral("h264,482,272,%1").arg(m.frames().size()));
    }

    void whoStopsWaitingGetsNothing()
    {
        Moving m;
        Figure figure(m.world.document, m.world.filter, m.world.look, m.options);
        double last = -1;
        m.animation.progress = [&last](double share) {
            last = share;
            return share < 0.5;
        };
        QVERIFY(gifFile(figure, m.frames(), m.animation).isEmpty());
        QVERIFY(last >= 0.5 && last < 0.7);
        QVERIFY(apngFile(figure, m.frames(), m.animation, {}).isEmpty());
        QVERIFY(animatedSvgFile(figure, m.world.look, m.frames(), m.animation, {}).isEmpty());
        const Made made = webpFile(figure, m.frames(), m.animation, {});
        QVERIFY(made.bytes.isEmpty());
    }
};

QTEST_MAIN(TestMovies)
#include "tst_movies.moc"
