// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue: every row where its word is, both languages with the same slots, and each in its own script.
#include "compare/summarywords.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace connscope;
using analysis::Language;
using compare::Words;

namespace {

QString pattern(Words words, Language language)
{
    const std::string_view text = compare::words(words, language);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::set<QString> slotsOf(const QString& text)
{
    static const QRegularExpression kSlot(QStringLiteral("\\{[a-z]+\\}"));
    std::set<QString> out;
    for (auto it = kSlot.globalMatch(text); it.hasNext();)
        out.insert(it.next().captured());
    return out;
}

} // namespace

class TestCompareWords : public QObject {
    Q_OBJECT

private slots:
    void bothLanguagesHaveTheSameSlots()
    {
        for (int i = 0; i < compare::kWordsCount; ++i) {
            const auto words = static_cast<Words>(i);
            const QString english = pattern(words, Language::English);
            const QString chinese = pattern(words, Language::Chinese);
            QVERIFY2(!english.isEmpty() && !chinese.isEmpty(), qPrintable(QString::number(i)));
            QVERIFY2(slotsOf(english) == slotsOf(chinese), qPrintable(english));
        }
    }
    void sentencesAreInTheirOwnScript()
    {
        static const QRegularExpression kHan(QStringLiteral("\\p{Han}"));
        for (int i = 0; i < compare::kWordsCount; ++i) {
            const auto words = static_cast<Words>(i);
            QVERIFY(!pattern(words, Language::English).contains(kHan));
            QString chinese = pattern(words, Language::Chinese);
            for (const QString& slot : slotsOf(chinese))
                chinese.remove(slot);
            for (const char* proper : {"Broker", "CLOSE-WAIT"})
                chinese.remove(QLatin1String(proper));
            static const QRegularExpression kLatin(QStringLiteral("[A-Za-z]"));
            QVERIFY2(!chinese.contains(kLatin), qPrintable(chinese));
        }
    }
    void rowsAreInTheOrderOfTheirWords()
    {
        QVERIFY(pattern(Words::Same, Language::English).startsWith(QLatin1String("Nothing differs")));
        QVERIFY(pattern(Words::CloseWaitDiffers, Language::English).startsWith(QLatin1String("CLOSE-WAIT")));
        QCOMPARE(pattern(Words::None, Language::English), QStringLiteral("none"));
        QCOMPARE(pattern(Words::FewerOf, Language::English), QStringLiteral("{n} {api} fewer"));
    }
};

QTEST_GUILESS_MAIN(TestCompareWords)
#include "tst_comparewords.moc"
