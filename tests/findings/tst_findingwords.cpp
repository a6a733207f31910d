// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of the findings: every row where its kind is, both languages with the same slots, and each in its own script.
#include "findings/words.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace connscope;
using analysis::Language;
using findings::Kind;

namespace {

QString toText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

std::set<QString> slotsOf(const QString& text)
{
    static const QRegularExpression kSlot(QStringLiteral("\\{[a-z]+\\}"));
    std::set<QString> out;
    for (auto it = kSlot.globalMatch(text); it.hasNext();)
        out.insert(it.next().captured());
    return out;
}

const QRegularExpression kHan(QStringLiteral("\\p{Han}"));

} // namespace

class TestFindingWords : public QObject {
    Q_OBJECT

private slots:
    void rowsAreInTheOrderOfTheirKinds()
    {
        std::set<std::string_view> names;
        for (int i = 0; i < findings::kKindCount; ++i) {
            const auto kind = static_cast<Kind>(i);
            QCOMPARE(findings::patterns(kind).kind, kind);
            QVERIFY(names.insert(findings::kindName(kind)).second);
            QCOMPARE(findings::kindFromName(findings::kindName(kind)), std::optional(kind));
        }
        QVERIFY(!findings::kindFromName("no-such-finding"));
        QCOMPARE(findings::kindName(Kind::ZombieConnection), std::string_view("zombie-connection"));
        QCOMPARE(findings::weightFromName("warning"), std::optional(findings::Weight::Warning));
    }
    void bothLanguagesHaveTheSameSlots()
    {
        for (int i = 0; i < findings::kKindCount; ++i) {
            const findings::Patterns& row = findings::patterns(static_cast<Kind>(i));
            for (const auto* words : {&row.title, &row.text, &row.remedy, &row.doubt}) {
                const QString english = toText((*words)[0]);
                const QString chinese = toText((*words)[1]);
                QCOMPARE(english.isEmpty(), chinese.isEmpty());
                QVERIFY2(slotsOf(english) == slotsOf(chinese), qPrintable(english));
                for (const QString& part : english.split(u'|'))
                    QVERIFY2(slotsOf(part) == slotsOf(english), qPrintable(english));
            }
            QVERIFY(!row.title[0].empty() && !row.text[0].empty() && !row.remedy[0].empty());
        }
    }
    void sentencesAreInTheirOwnScript()
    {
        for (int i = 0; i < findings::kKindCount; ++i) {
            const findings::Patterns& row = findings::patterns(static_cast<Kind>(i));
            for (const auto* words : {&row.title, &row.text, &row.remedy, &row.doubt}) {
                QVERIFY(!toText((*words)[0]).contains(kHan));
                if (!(*words)[1].empty())
                    QVERIFY2(toText((*words)[1]).contains(kHan), (*words)[1].data());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestFindingWords)
#include "tst_findingwords.moc"
