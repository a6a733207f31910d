// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as files, read by others: an XML reader, pdftotext, Qt's own decoders.
#include "figures/files.h"
#include "figureworld.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace connscope;
using namespace connscope::figures;

namespace {

FigureOptions everyView()
{
    FigureOptions options;
    options.views = {FigureView::Topology, FigureView::Timeline, FigureView::Sequence};
    options.size = {1280, 2400};
    options.at = kStart + std::chrono::seconds(2);
    options.title = QStringLiteral("Three kinds");
    options.caption = QStringLiteral("A consumer & its <connections>.");
    options.notes = true;
    return options;
}

struct Xml {
    QStringList texts;
    QStringList elements;
    QString error;
};

Xml read(const QByteArray& file)
{
    Xml out;
    QXmlStreamReader xml(file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement)
            out.elements << xml.name().toString();
        else if (xml.isCharacters() && !xml.isWhitespace())
            out.texts << xml.text().toString();
    }
    out.error = xml.errorString();
    return out;
}

} // namespace

class TestFigureFiles : public QObject {
    Q_OBJECT

private slots:
    void anSvgHasTextAndPathsAndNoImage()
    {
        FigureWorld world;
        const Figure figure(world.document, world.filter, world.look, everyView());
        FileOptions options;
        options.title = QStringLiteral("Three kinds");
        options.description = QStringLiteral("Five connections");
        const QByteArray file = svgFile(figure, world.look, options);
        const Xml xml = read(file);
        QCOMPARE(xml.error, QString());
        QVERIFY(!xml.elements.contains(QStringLiteral("image")));
        QVERIFY(!file.contains("base64") && !file.contains("<script"));
        QVERIFY(xml.elements.contains(QStringLiteral("text")));
        for (const char* text : {"2147483645", "consumer-1", "FIND_COORDINATOR", "Five connections", "Three kinds"})
            QVERIFY2(xml.texts.join(QLatin1Char('\n')).contains(QLatin1String(text)), text);
        QVERIFY(xml.texts.contains(QString::fromUtf8("−1")));
        QVERIFY2(file.size() < 400'000, qPrintable(QString::number(file.size())));
    }

    void filesOfTheSameFigureAreEqual()
    {
        const auto make = [] {
            FigureWorld world;
            const Figure figure(world.document, world.filter, world.look, everyView());
            return QByteArrayList {svgFile(figure, world.look, {}), pdfFile(figure, {}), pngFile(figure, {})};
        };
        const QByteArrayList first = make();
        for (const QByteArray& file : first)
            QVERIFY(file.size() > 10'000);
        QVERIFY(make() == first);
    }

    void theTextOfAPdfCanBeRead()
    {
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (tool.isEmpty())
            QSKIP("there is no pdftotext here (Debian's package poppler-utils)");
        FigureWorld world;
        FigureOptions every = everyView();
        every.plainGlyphs = true;
        every.title = QStringLiteral("Node −1, node -1 (TIME-WAIT at 3:45)");
        const Figure figure(world.document, world.filter, world.look, every);
        const QTemporaryDir dir;
        const QString name = dir.filePath(QStringLiteral("a.pdf"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        FileOptions options;
        options.printed = {160, 300};
        file.write(pdfFile(figure, options));
        file.close();
        QProcess process;
        process.start(tool, {name, QStringLiteral("-")});
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.readAllStandardError().isEmpty(), "pdftotext complains");
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        for (const char* word :
            {"2147483645", "consumer-1", "FIND_COORDINATOR", "A consumer & its <connections>.",
                "Node −1, node -1 (TIME-WAIT at 3:45)"}) // signs for which a font has others beside digits and capitals
            QVERIFY2(text.contains(QString::fromUtf8(word)), word);
    }

    void aLongSequenceIsAPdfOfPages()
    {
        FigureWorld world;
        FigureOptions options;
        options.views = {FigureView::Sequence};
        options.size = {1000, 500};
        options.smallestText = 8;
        const Figure figure(world.document, world.filter, world.look, options);
        QVERIFY(figure.pages() > 1);
        const QByteArray count = "/Count " + QByteArray::number(static_cast<int>(figure.pages()));
        QVERIFY(pdfFile(figure, {}).contains(count));
    }

    void aPngIsAsLargeInPrintAsWasAskedFor()
    {
        FigureWorld world;
        FigureOptions options;
        options.size = {pxOfMm(160), pxOfMm(100)};
        options.scale = 300 / 96.0;
        FileOptions file;
        file.printed = {160, 100};
        file.description = QStringLiteral("what is seen");
        const QImage image
            = QImage::fromData(pngFile(Figure(world.document, world.filter, world.look, options), file));
        QCOMPARE(image.size(), QSize(1890, 1181));
        QVERIFY(std::abs(image.dotsPerMeterX() - 300 / 0.0254) < 12);
        QCOMPARE(image.text(QStringLiteral("Description")), QStringLiteral("what is seen"));
    }
};

QTEST_MAIN(TestFigureFiles)
#include "tst_figurefiles.moc"
