// SPDX-License-Identifier: GPL-3.0-or-later
// Worksheets as Markdown, read by somebody else's reader: what is seen is what was written.
#include "lesson/lessontext.h"
#include "lesson/worksheet.h"
#include "support/paths.h"

#include <QDir>
#include <QGuiApplication>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextList>

#include <algorithm>

using namespace connscope;
using lesson::SheetBlock;
using Kind = SheetBlock::Kind;

namespace {

/// The lines that a reader shows, without those that are only lines to write on.
QStringList linesOf(const QTextDocument& document)
{
    QStringList out;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!block.text().trimmed().isEmpty())
            out << block.text();
    }
    return out;
}

bool hasNumberedList(const QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (const QTextList* list = block.textList(); list && list->format().style() <= QTextListFormat::ListDecimal)
            return true;
    }
    return false;
}

QTextDocument* read(const std::vector<SheetBlock>& blocks, QObject* parent)
{
    auto* document = new QTextDocument(parent);
    document->setMarkdown(QString::fromStdString(lesson::markdown(blocks)));
    return document;
}

} // namespace

class tst_SheetMarkdown : public QObject {
    Q_OBJECT
private slots:
    void aTextStaysWhatItIs_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"3. brokers and 4 partitions", "12) is a number", "- one of them", "+ and another",
                 "# no heading", "> no quotation", "*.connections.max.idle.ms = -1", "2 * 3 * 4 = 24",
                 "_all_ of t4_0_1", "<b>client.id</b>", "[a](b)", "`code`", "a\\b", "~~gone~~", "-1 and -2",
                 "API_VERSIONS", "3。两台 Broker", "METADATA, then API_VERSIONS"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void aTextStaysWhatItIs()
    {
        QFETCH(QString, text);
        const std::string said = text.toStdString();
        for (const Kind kind : {Kind::Title, Kind::Explain, Kind::Question, Kind::Copy}) {
            const QTextDocument* document = read({{kind, {}, said}}, this);
            QCOMPARE(linesOf(*document), QStringList {text});
            QVERIFY(!hasNumberedList(*document));
        }
        QCOMPARE(linesOf(*read({{Kind::Choice, "A", said}}, this)), QStringList {QStringLiteral("A) ") + text});
        QCOMPARE(linesOf(*read({{Kind::Cause, {}, said}}, this)), QStringList {text});
        QCOMPARE(linesOf(*read({{Kind::Answer, {}, said}}, this)), QStringList {QStringLiteral("→ ") + text});
        const QTextDocument* numbered = read({{Kind::Number, "7.", said}}, this);
        QCOMPARE(linesOf(*numbered), QStringList {QStringLiteral("7. ") + text});
        QVERIFY(!hasNumberedList(*numbered)); // whose reader would number it anew
    }

    /// All questions of the bank: each line of the sheet is a line of what is shown.
    void aWholeSheetReadsAsItIsSet()
    {
        lesson::Bank bank(test::shippedScenarios());
        const QDir folder(QString::fromStdString(test::sourcePath("resources/questions")));
        for (const QString& name : folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
            QVERIFY(bank.add({name.toStdString(), test::readFile(folder.filePath(name).toStdString())}));
        const auto sheet = bank.sheet(5, bank.questionCount());
        QVERIFY(sheet);
        const lesson::SheetHead head {"Worksheet", 1, 1, 5};
        for (const auto language : {analysis::Language::English, analysis::Language::Chinese}) {
            for (const auto& blocks :
                {lesson::worksheet(head, *sheet, language), lesson::answerSheet(head, *sheet, language)}) {
                const QTextDocument* document = read(blocks, this);
                QVERIFY(!hasNumberedList(*document));
                const QStringList lines = linesOf(*document);
                for (const SheetBlock& block : blocks) {
                    const QString text = QString::fromStdString(block.text);
                    QVERIFY2(std::any_of(lines.begin(), lines.end(),
                                 [&](const QString& line) { return line.contains(text); }),
                        block.text.c_str());
                }
            }
        }
    }
};

QTEST_MAIN(tst_SheetMarkdown)
#include "tst_sheetmarkdown.moc"
