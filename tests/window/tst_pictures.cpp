// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window beside pictures that a person has looked at and approved: ten scenarios, light and dark, English and
// Chinese. What differs is written as three pictures (seen, approved, difference) into tests/pictures of the build folder.
//
//     CONNSCOPE_APPROVE=1 tests/bin/tst_pictures      approves what is drawn now (look at it first)
//
// Pictures depend on the fonts and on the version of Qt, so those are kept beside them, and another set of them skips.
#include "frame/style.h"
#include "inspector/inspectorpanel.h"
#include "timeline/timelinewidget.h"
#include "windowstage.h"

#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QRawFont>
#include <QSaveFile>
#include <QTest>

using namespace connscope;
using test::WindowStage;

namespace {

constexpr QSize kSize {1280, 800};
constexpr int kMostDifference
    = 24; // of 255, of one channel of a pixel: antialiasing differs a little between processors
constexpr double kMostPixels = 0.0005; // share of pixels that may differ by more

struct Case {
    const char* scenario;
    Duration at;
    int connection; ///< selected; -1 = none
};
const Case kCases[] = {
    {"01-producer-start", std::chrono::milliseconds(2), -1},
    {"03-first-metadata", std::chrono::seconds(1), 1},
    {"07-thousand-brokers", std::chrono::seconds(30), -1},
    {"10-broker-closes-first", std::chrono::seconds(370), 6},
    {"13-three-kinds", std::chrono::milliseconds(2'100), 1},
    {"14-five-partitions-four-brokers", std::chrono::seconds(7), 0},
    {"20-multiplexing", std::chrono::milliseconds(730), -1},
    {"22-rolling-restart", std::chrono::seconds(30), -1},
    {"27-fetch-from-follower", std::chrono::seconds(10), -1},
    {"29-two-hundred-consumers", std::chrono::seconds(60), -1},
};

/// What the pictures depend on beside the program: Qt, and what the faces that are used measure and draw.
QString ground()
{
    QStringList lines {QStringLiteral("Qt %1").arg(QLatin1String(qVersion()))};
    const theme::Look look;
    const QString sample = QString::fromUtf8("2147483645 consumer-1 协调者 空闲 ★");
    for (const QFont& font : {look.text(), look.mono(), look.text(theme::Type::Hero)}) {
        const QRawFont raw = QRawFont::fromFont(font);
        lines << QStringLiteral("%1 %2 %3 %4")
                     .arg(raw.familyName())
                     .arg(raw.pixelSize())
                     .arg(QFontMetricsF(font).horizontalAdvance(sample))
                     .arg(qChecksum(raw.fontTable("head")));
    }
    const QRawFont han = QRawFont::fromFont(look.text(), QFontDatabase::SimplifiedChinese);
    lines << QStringLiteral("%1 %2").arg(han.familyName()).arg(qChecksum(han.fontTable("head")));
    return lines.join(u'\n') + u'\n';
}

QString folder(const char* of)
{
    return QString::fromStdString(test::sourcePath("tests/data/pictures/")) + QLatin1String(of);
}

QImage picture(WindowStage& stage)
{
    app::MainWindow& window = *stage.window;
    for (auto* panel : window.findChildren<inspector::SheetPanel*>())
        panel->refreshNow();
    window.findChild<timeline::TimelineWidget*>()->drawNow();
    QCoreApplication::processEvents(); // what else was put off to the next turn
    return window.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// Share of pixels that differ by more than a little; \a marked shows them in red on a pale ground.
double difference(const QImage& seen, const QImage& approved, QImage& marked)
{
    marked = seen.convertToFormat(QImage::Format_RGB32);
    qint64 count = 0;
    for (int y = 0; y < seen.height(); ++y) {
        const auto* a = reinterpret_cast<const QRgb*>(seen.constScanLine(y));
        const auto* b = reinterpret_cast<const QRgb*>(approved.constScanLine(y));
        auto* out = reinterpret_cast<QRgb*>(marked.scanLine(y));
        for (int x = 0; x < seen.width(); ++x) {
            const int most = std::max({std::abs(qRed(a[x]) - qRed(b[x])), std::abs(qGreen(a[x]) - qGreen(b[x])),
                std::abs(qBlue(a[x]) - qBlue(b[x]))});
            const int pale = 200 + qGray(b[x]) / 5;
            out[x] = most > kMostDifference ? qRgb(220, 0, 0) : qRgb(pale, pale, pale);
            count += most > kMostDifference;
        }
    }
    return static_cast<double>(count) / (static_cast<double>(seen.width()) * seen.height());
}

bool save(const QImage& image, const QString& path)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && image.save(&file, "PNG", 0) && file.commit();
}

} // namespace

class TestPictures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theWindowLooksAsApproved_data();
    void theWindowLooksAsApproved();
    void aDifferenceIsSeen();

private:
    bool m_approves = qEnvironmentVariableIsSet("CONNSCOPE_APPROVE");
};

void TestPictures::initTestCase()
{
    QApplication::setStyle(new frame::Style);
    QApplication::setCursorFlashTime(0);
    const QString path = folder("ground.txt");
    if (m_approves) {
        QVERIFY(QDir().mkpath(folder("")));
        QSaveFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(ground().toUtf8());
        QVERIFY(file.commit());
        return;
    }
    QFile file(path);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    const QString approved = QString::fromUtf8(file.readAll());
    if (approved != ground())
        QSKIP(qPrintable(QStringLiteral("the pictures were approved with other fonts or another Qt:\n%1here:\n%2")
                             .arg(approved, ground())));
}

void TestPictures::theWindowLooksAsApproved_data()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i)
        QTest::newRow(kCases[i].scenario) << i;
}

void TestPictures::theWindowLooksAsApproved()
{
    QFETCH(int, number);
    const Case& c = kCases[number];
    WindowStage stage;
    stage.window->setLanguage(theme::Language::English);
    stage.window->resize(kSize);
    stage.window->show();
    QVERIFY(stage.opens(test::shipped(c.scenario)));
    QVERIFY(kStart + c.at <= stage.context().document.end());
    stage.context().playback.setInstant(kStart + c.at);
    if (c.connection >= 0)
        stage.context().selection.setCurrent(view::Item::of(ConnectionId {static_cast<std::uint32_t>(c.connection)}));
    if (QWidget* focused = QApplication::focusWidget())
        focused->clearFocus();
    const QString out = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../pictures"));
    QStringList wrong;
    for (const bool dark : {false, true}) {
        stage.context().look.setMode(dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
        for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
            stage.window->setLanguage(language);
            const QString name = QLatin1String(c.scenario)
                + (dark ? QStringLiteral("-dark") : QStringLiteral("-light"))
                + (language == theme::Language::Chinese ? QStringLiteral("-zh.png") : QStringLiteral("-en.png"));
            picture(stage); // a first time, to lay out what the new words and colours need
            const QImage seen = picture(stage);
            QCOMPARE(seen.size(), kSize);
            const QString path = folder("") + name;
            if (m_approves) {
                QVERIFY2(save(seen, path), qPrintable(path));
                continue;
            }
            const QImage approved = QImage(path).convertToFormat(QImage::Format_RGB32);
            QVERIFY2(approved.size() == kSize, qPrintable(path));
            QImage marked;
            const double share = difference(seen, approved, marked);
            if (share <= kMostPixels)
                continue;
            QVERIFY(QDir().mkpath(out));
            const QString base = QDir(out).filePath(QString(name).chopped(4));
            QVERIFY(save(seen, base + QStringLiteral("-seen.png")));
            QVERIFY(save(approved, base + QStringLiteral("-approved.png")));
            QVERIFY(save(marked, base + QStringLiteral("-difference.png")));
            wrong << QStringLiteral("%1: %2 % of the pixels differ, see %3-difference.png")
                         .arg(name)
                         .arg(share * 100, 0, 'f', 2)
                         .arg(QDir::cleanPath(base));
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestPictures::aDifferenceIsSeen()
{
    QImage a(kSize, QImage::Format_RGB32);
    a.fill(Qt::white);
    QImage b = a;
    QImage marked;
    QCOMPARE(difference(a, b, marked), 0.0);
    for (int i = 0; i < 1000; ++i) // a badge's worth of pixels
        b.setPixelColor(i % 40, i / 40, QColor(0, 114, 178));
    QVERIFY(difference(a, b, marked) > kMostPixels);
    QCOMPARE(marked.pixelColor(0, 0), QColor(220, 0, 0));
}

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
