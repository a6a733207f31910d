// SPDX-License-Identifier: GPL-3.0-or-later
#undef QT_NO_CAST_FROM_ASCII // a test is full of short texts
#include "classroom/sheetpages.h"
#include "lesson/lessontext.h"
#include "support/paths.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;

namespace {

std::vector<lesson::SheetBlock> sheet(analysis::Language language, std::size_t questions, bool isAnswers)
{
    lesson::Bank bank(test::shippedScenarios());
    const std::string file = test::sourcePath("resources/questions/consumer-connections.yaml");
    if (!bank.add({file, test::readFile(file)}))
        throw std::runtime_error("the bank cannot be read");
    const auto drawn = bank.sheet(3, questions);
    const lesson::SheetHead head {"TCP", 1, 1, 3};
    return isAnswers ? lesson::answerSheet(head, *drawn, language) : lesson::worksheet(head, *drawn, language);
}

} // namespace

class tst_SheetPages : public QObject {
    Q_OBJECT
private slots:
    void theSameSheetsAreTheSameBytes()
    {
        const theme::Look look;
        const auto one = sheet(analysis::Language::English, 3, false);
        const QByteArray pdf = classroom::sheetsPdf({one, one}, look, "T", 86'400);
        QVERIFY(pdf.startsWith("%PDF-"));
        QCOMPARE(pdf, classroom::sheetsPdf({one, one}, look, "T", 86'400));
        QVERIFY(pdf != classroom::sheetsPdf({one}, look, "T", 86'400));
    }

    void aSheetTakesAsManyPagesAsItNeeds()
    {
        const theme::Look look;
        QCOMPARE(classroom::pageCount(sheet(analysis::Language::English, 2, false), look), 1);
        std::vector<lesson::SheetBlock> longOne = sheet(analysis::Language::English, 5, false);
        const auto once = longOne;
        for (int i = 0; i < 3; ++i)
            longOne.insert(longOne.end(), once.begin() + 3, once.end());
        QVERIFY(classroom::pageCount(longOne, look) > 1);
    }

    void wordsCanBeFoundInThePdf()
    {
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("pdftotext (poppler-utils) is not there");
        const theme::Look look;
        QTemporaryDir folder;
        for (const auto language : {analysis::Language::English, analysis::Language::Chinese}) {
            QFile file(folder.filePath("s.pdf"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(classroom::sheetsPdf({sheet(language, 5, false), sheet(language, 5, true)}, look, "T", 0));
            file.close();
            QProcess reader;
            reader.start("pdftotext", {"-layout", file.fileName(), "-"});
            QVERIFY(reader.waitForFinished(-1));
            const QString text = QString::fromUtf8(reader.readAllStandardOutput());
            QVERIFY(text.contains(language == analysis::Language::Chinese ? QString("姓名") : QString("Name")));
            QVERIFY2(text.contains(language == analysis::Language::Chinese ? QString("答案") : QString("answers")),
                qPrintable(text));
            QVERIFY(text.contains("FIND_COORDINATOR"));
            QCOMPARE(text.count(QChar('\f')), 2); // pages
        }
    }
};

QTEST_MAIN(tst_SheetPages)
#include "tst_sheetpages.moc"
