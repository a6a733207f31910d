// SPDX-License-Identifier: GPL-3.0-or-later
// Every row of the table "Course and code" is held against the runs: its verdicts against their numbers, its place against their
// traces; and the documents against the table.
//
//     CONNSCOPE_APPROVE=1 tests/bin/tst_claims      writes table and remarks into docs/course-and-code*.md
#include "claimplace.h"
#include "client/profile.h"
#include "support/paths.h"
#include "whatif/claims.h"
#include "whatif/claimsdialog.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QTextBrowser>

#include <algorithm>
#include <set>

using namespace connscope;
using whatif::Claim;
using whatif::ClaimBook;
using whatif::ClaimsDialog;
using whatif::Verdict;

namespace {

std::string scenarioFile(const QString& name)
{
    return test::sourcePath("resources/scenarios/" + name.toStdString() + ".yaml");
}

std::optional<std::string> found(const QString& name) { return scenarioFile(name); }

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray shippedJson() { return bytesOf(QString::fromStdString(test::sourcePath("resources/course/claims.json"))); }

} // namespace

class TestClaims : public QObject {
    Q_OBJECT

private slots:
    void everyClaimIsWholeAndItsScenariosComeWithTheProgram()
    {
        QString error;
        const ClaimBook book = whatif::readClaims(shippedJson(), &error);
        QCOMPARE(error, QString());
        QCOMPARE(book.claims.size(), qsizetype {17}); // a to q
        QVERIFY(book.remarks.size() >= 4);
        std::set<QString> ids;
        for (const Claim& claim : book.claims) {
            QVERIFY(ids.insert(claim.id).second);
            for (const QString& scenario : claim.scenarios)
                QVERIFY2(QFile::exists(QString::fromStdString(scenarioFile(scenario))), qPrintable(scenario));
            for (const whatif::Evidence& one : claim.evidence)
                QVERIFY2(!one.file.isEmpty() || one.text.startsWith(QLatin1String("RFC")), qPrintable(one.text));
        }
        for (const whatif::Remark& remark : book.remarks)
            for (const QString& scenario : remark.scenarios)
                QVERIFY2(QFile::exists(QString::fromStdString(scenarioFile(scenario))), qPrintable(scenario));
    }

    /// A release that does what the course says has the course's number; one that does not has another.
    void verdictsFollowFromTheRuns_data()
    {
        QTest::addColumn<int>("place");
        const ClaimBook book = whatif::claimBook();
        for (int i = 0; i < book.claims.size(); ++i) {
            if (!book.claims[i].counted.isEmpty())
                QTest::newRow(qPrintable(book.claims[i].id + u' ' + book.claims[i].claim[0])) << i;
        }
    }
    void verdictsFollowFromTheRuns()
    {
        QFETCH(int, place);
        const Claim claim = whatif::claimBook().claims.at(place);
        const std::string file = scenarioFile(claim.scenarios.front());
        const auto course = whatif::countUnder(file, QStringLiteral("course"), claim.counted, claim.settings);
        QVERIFY(course.has_value());
        for (const QString& profile : whatif::claimProfiles().mid(1)) {
            const auto number = whatif::countUnder(file, profile, claim.counted, claim.settings);
            QVERIFY(number.has_value());
            const QByteArray where = profile.toUtf8() + ": " + QByteArray::number(qulonglong(*number)) + " beside "
                + QByteArray::number(qulonglong(*course));
            const Verdict verdict = claim.of(profile)->verdict;
            if (verdict == Verdict::Yes)
                QVERIFY2(*number == *course, where.constData());
            else
                QVERIFY2(*number != *course, where.constData());
        }
    }

    /// The instant to which a row leads shows what the row says, under the course as under each release.
    void eachRowLeadsToWhatItSpeaksOf_data()
    {
        QTest::addColumn<int>("place");
        QTest::addColumn<QString>("profile");
        const ClaimBook book = whatif::claimBook();
        for (int i = 0; i < book.claims.size(); ++i) {
            for (const QString& profile : whatif::claimProfiles())
                QTest::newRow(qPrintable(book.claims[i].id + u' ' + profile)) << i << profile;
        }
    }
    void eachRowLeadsToWhatItSpeaksOf()
    {
        QFETCH(int, place);
        QFETCH(QString, profile);
        const Claim claim = whatif::claimBook().claims.at(place);
        const test::ClaimPlace there(claim, profile);
        QVERIFY2(there.isSeen(), qPrintable(there.words()));
    }

    /// What is compared begins where the course's run has it; the release has it at the same time, or has not got it at all.
    void closeWaitStandsInBothRuns()
    {
        const ClaimBook book = whatif::claimBook();
        const auto g = std::find_if(book.claims.begin(), book.claims.end(),
            [](const Claim& claim) { return claim.id == QLatin1String("g"); });
        QVERIFY(g != book.claims.end());
        const test::ClaimPlace course(*g, QStringLiteral("course"));
        for (const QString& profile : whatif::claimProfiles()) {
            const test::ClaimPlace release(*g, profile);
            QVERIFY(course.isSeen() && release.isSeen());
            const Duration apart = release.instant() - course.instant();
            QVERIFY2(apart > -ms(1000) && apart < ms(1000), qPrintable(profile));
        }
    }

    void theDocumentsHaveTheTable_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("language");
        QTest::newRow("English") << QStringLiteral("docs/course-and-code.md") << 0;
        QTest::newRow("Chinese") << QStringLiteral("docs/course-and-code.zh.md") << 1;
    }
    void theDocumentsHaveTheTable()
    {
        QFETCH(QString, name);
        QFETCH(int, language);
        const QString path = QString::fromStdString(test::sourcePath(name.toStdString()));
        QStringList lines = QString::fromUtf8(bytesOf(path)).split(u'\n');
        const auto block = [&lines](const QString& begin) { // from the first line that begins so to the last in a row
            qsizetype first = 0;
            while (first < lines.size() && !lines[first].startsWith(begin))
                ++first;
            qsizetype last = first;
            while (last < lines.size() && lines[last].startsWith(begin))
                ++last;
            return std::pair(first, last - first);
        };
        const ClaimBook book = whatif::claimBook();
        const auto l = static_cast<theme::Language>(language);
        const bool approves = qEnvironmentVariableIsSet("CONNSCOPE_APPROVE");
        for (const auto& [begin, made] : {std::pair(QStringLiteral("| "), whatif::markdownTable(book, l)),
                 std::pair(QStringLiteral("- "), whatif::markdownRemarks(book, l))}) {
            const auto [first, count] = block(begin);
            QVERIFY2(count > 0, qPrintable(begin));
            const QString there = lines.mid(first, count).join(u'\n') + u'\n';
            if (approves) {
                lines.remove(first, count);
                lines.insert(first, made.chopped(1));
            } else {
                QCOMPARE(there, made);
            }
        }
        if (!approves)
            return;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(lines.join(u'\n').toUtf8());
    }

    void whatIsNoTableSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << QByteArray("{") << "offset 1";
        QTest::newRow("another file") << QByteArray("{\"connscope-questions\": 1}")
                                      << "expected \"connscope-claims\": 1";
        QTest::newRow("no verdict") << shippedJson().replace("\"verdict\": \"partly\"", "\"verdict\": \"perhaps\"")
                                    << "a verdict is yes, partly or no";
        QTest::newRow("a release is missing")
            << shippedJson().replace("\"java-2.3\", \"java-2.8\"", "\"java-2.3\"") << "expected each of java-2.1";
        QTest::newRow("a language is missing")
            << shippedJson().replace("生产者一构造就连接", "") << "claim 1 (a): its id, or a text";
    }
    void whatIsNoTableSaysWhy()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        QString error;
        QVERIFY(whatif::readClaims(json, &error).claims.isEmpty());
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void theTableHasACellForEachReleaseWithItsNumber()
    {
        theme::Look look;
        ClaimsDialog dialog(look, found);
        QSignalSpy counted(&dialog, &ClaimsDialog::counted);
        QVERIFY(dialog.isCounted() || counted.wait(60'000));
        QTableWidget& table = *dialog.table();
        QCOMPARE(table.rowCount(), 17);
        QCOMPARE(table.columnCount(), 1 + static_cast<int>(client::profiles().size()));
        QCOMPARE(table.horizontalHeaderItem(4)->text(), QStringLiteral("2.3"));
        QCOMPARE(table.item(0, 1)->text(), QStringLiteral("5")); // the course: two addresses, three brokers
        QCOMPARE(table.item(0, 4)->text(), QStringLiteral("✗ 1"));
        QCOMPARE(table.item(3, 4)->text(), QStringLiteral("✓ 3"));
    }

    void whatIsTypedLeavesTheRowsThatHaveIt()
    {
        theme::Look look;
        ClaimsDialog dialog(look, found);
        dialog.field()->setText(QStringLiteral("close-wait"));
        QCOMPARE(dialog.table()->rowCount(), 1);
        QCOMPARE(dialog.current()->id, QStringLiteral("g"));
        dialog.field()->setText(QStringLiteral("LeastLoadedNode random")); // any order, any case, in any part
        QVERIFY(dialog.current());
        QCOMPARE(dialog.current()->id, QStringLiteral("k"));
        dialog.field()->setText(QStringLiteral("no such word"));
        QVERIFY(!dialog.current());
        QVERIFY(!dialog.openButton()->isEnabled());
        look.setLanguage(theme::Language::Chinese);
        dialog.field()->setText(QStringLiteral("僵尸"));
        QCOMPARE(dialog.table()->rowCount(), 1);
    }

    void aCellOpensTheScenarioUnderItsProfile()
    {
        theme::Look look;
        ClaimsDialog dialog(look, found);
        QSignalSpy opened(&dialog, &ClaimsDialog::openWanted);
        dialog.table()->setCurrentCell(0, 0);
        QCOMPARE(dialog.profile(), QStringLiteral("course"));
        QVERIFY(!dialog.compareButton()->isEnabled());
        QTest::keyClick(dialog.table(), Qt::Key_Return);
        QCOMPARE(opened.size(), qsizetype {1});
        QCOMPARE(opened[0][0].toString(), QStringLiteral("01-producer-start"));
        QCOMPARE(opened[0][1].toString(), QStringLiteral("course"));
        dialog.table()->setCurrentCell(1, 3);
        dialog.openButton()->click();
        QCOMPARE(opened[1][0].toString(), QStringLiteral("03-first-metadata"));
        QCOMPARE(opened[1][1].toString(), QStringLiteral("java-2.2"));
        QSignalSpy compared(&dialog, &ClaimsDialog::compareWanted);
        QVERIFY(dialog.compareButton()->isEnabled());
        dialog.compareButton()->click();
        QCOMPARE(compared[0][1].toString(), QStringLiteral("java-2.2"));
        QMetaObject::invokeMethod(dialog.page(), "anchorClicked", Q_ARG(QUrl, QUrl(QStringLiteral("run:java-3.9"))));
        QCOMPARE(opened[2][1].toString(), QStringLiteral("java-3.9"));
    }

    void aClaimAndTheWholeTableCanBeCopied()
    {
        theme::Look look;
        ClaimsDialog dialog(look, found);
        dialog.table()->setCurrentCell(11, 0);
        QTest::keyClick(dialog.table(), Qt::Key_C, Qt::ControlModifier);
        const QString one = QGuiApplication::clipboard()->text();
        QVERIFY(one.startsWith(QLatin1String("The coordinator's connection")));
        QVERIFY(one.contains(QLatin1String(
            "clients/src/main/java/org/apache/kafka/clients/consumer/internals/AbstractCoordinator.java")));
        dialog.copyButton()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
            whatif::markdownTable(whatif::claimBook(), theme::Language::English));
    }

    void downLeadsFromTheFieldToTheTable()
    {
        theme::Look look;
        ClaimsDialog dialog(look, found);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        dialog.activateWindow();
        dialog.field()->setFocus();
        QTest::keyClick(dialog.field(), Qt::Key_Down);
        QCOMPARE(dialog.focusWidget(), dialog.table());
    }
};

QTEST_MAIN(TestClaims)
#include "tst_claims.moc"
