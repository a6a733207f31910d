// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/pdffile.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTest>

using namespace connscope::vector;

namespace {

QByteArray written()
{
    const FixedHashOrder order;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    QPainter painter(&writer);
    painter.drawText(100, 100, QStringLiteral("bootstrap −1"));
    painter.setFont(QFont(QStringLiteral("monospace")));
    painter.drawText(100, 900, QStringLiteral("2147483645"));
    painter.end();
    return bytes;
}

/// Every object stands where the table says.
void checkOffsets(const QByteArray& pdf)
{
    const qsizetype start = pdf.lastIndexOf("startxref");
    const qsizetype table = pdf.mid(start + 10, pdf.indexOf('\n', start + 10) - start - 10).trimmed().toLongLong();
    QVERIFY(pdf.mid(table).startsWith("xref"));
    static const QRegularExpression entry(QStringLiteral("(\\d{10}) (\\d{5}) n"));
    auto it = entry.globalMatch(QString::fromLatin1(pdf.mid(table)));
    int count = 0;
    while (it.hasNext()) {
        const qsizetype offset = it.next().captured(1).toLongLong();
        const QByteArray there = pdf.mid(offset, 20);
        QVERIFY2(QRegularExpression(QStringLiteral("^\\d+ 0 obj")).match(QString::fromLatin1(there)).hasMatch(),
            there.constData());
        ++count;
    }
    QVERIFY(count > 5);
}

} // namespace

class TestPdfFile : public QObject {
    Q_OBJECT

private slots:
    void twoRunsInTwoTimeZonesGiveTheSameBytes()
    {
        qputenv("TZ", "UTC");
        tzset();
        const QByteArray utc = withFixedDate(written(), 1'700'000'000);
        qputenv("TZ", "Asia/Shanghai");
        tzset();
        const QByteArray shanghai = written();
        QVERIFY(shanghai.contains("+08'00'"));
        QVERIFY(withFixedDate(shanghai, 1'700'000'000) == utc);
        QVERIFY(utc.contains("(D:20231114221320Z)"));
        checkOffsets(utc);
        checkOffsets(withFixedDate(shanghai, 0));
        const QByteArray about = withFixedDate(shanghai, 0, QStringLiteral("é一"));
        QVERIFY(about.contains("/Subject <FEFF00E94E00>"));
        checkOffsets(about);
    }

    void onlyTheDateMayDiffer()
    {
        const QByteArray one = withFixedDate(written(), 0);
        const QByteArray other = withFixedDate(written(), 1'700'000'000);
        QVERIFY(one != other);
        QVERIFY(isSamePdf(one, other));
        QByteArray drifted = other;
        drifted[drifted.size() / 2] = static_cast<char>(drifted[drifted.size() / 2] ^ 1);
        QVERIFY(!isSamePdf(one, drifted));
        QVERIFY(!isSamePdf(one, other + '\n'));
        QVERIFY(isSamePdf("no pdf", "no pdf") && !isSamePdf("no pdf", "no PDF"));
    }

    void whatIsNoPdfStaysAsItIs()
    {
        QCOMPARE(withFixedDate("no pdf", 0), QByteArray("no pdf"));
        QCOMPARE(withFixedDate("/CreationDate (D:2", 0), QByteArray("/CreationDate (D:2"));
        const QByteArray cut = written().left(400);
        QVERIFY(withFixedDate(cut, 0).size() >= cut.size() - 10);
    }

    void theEpochIsThatOfTheEnvironment_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<qint64>("epoch");
        QTest::newRow("a number") << QByteArray("1700000000") << qint64(1'700'000'000);
        QTest::newRow("none") << QByteArray() << qint64(0);
        QTest::newRow("a word") << QByteArray("today") << qint64(0);
        QTest::newRow("before the epoch") << QByteArray("-1") << qint64(0);
        QTest::newRow("beyond every calendar") << QByteArray("999999999999999") << qint64(0);
    }
    void theEpochIsThatOfTheEnvironment()
    {
        QFETCH(QByteArray, value);
        QFETCH(qint64, epoch);
        qputenv("SOURCE_DATE_EPOCH", value);
        QCOMPARE(qint64(sourceDateEpoch()), epoch);
        qunsetenv("SOURCE_DATE_EPOCH");
    }
};

QTEST_MAIN(TestPdfFile)
#include "tst_pdffile.moc"
