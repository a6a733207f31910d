// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"

#include <QTest>

#include <string>

using namespace connscope::analysis;

namespace {

template <typename Report>
std::string written(Report report)
{
    std::string out;
    TextSink sink([&out](std::string_view piece) {
        out += piece;
        return true;
    });
    report(sink);
    sink.flush();
    return out;
}

} // namespace

class TestColumns : public QObject {
    Q_OBJECT

private slots:
    void widthCountsCellsOfATerminal_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("cells");
        QTest::newRow("nothing") << QByteArray() << 0;
        QTest::newRow("ascii") << QByteArray("t4-0") << 4;
        QTest::newRow("minus sign") << QByteArray("−1") << 2;
        QTest::newRow("umlaut") << QByteArray("ü") << 1;
        QTest::newRow("chinese") << QByteArray("订单") << 4;
        QTest::newRow("fullwidth") << QByteArray("ＡＢ") << 4;
        QTest::newRow("accent of its own") << QByteArray("e\xcc\x81") << 1;
        QTest::newRow("emoji") << QByteArray("🚀") << 2;
        QTest::newRow("a broken byte") << QByteArray("\xff") << 1;
        QTest::newRow("cut in a character") << QByteArray("\xe8\xae") << 2;
        QTest::newRow("control characters") << QByteArray("\x1b\t") << 0;
    }
    void widthCountsCellsOfATerminal()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, cells);
        QCOMPARE(displayWidth(text.toStdString()), static_cast<std::size_t>(cells));
    }

    void columnsLineUpAndLinesEndInText()
    {
        Columns columns(
            {{"name", Columns::Align::Left}, {"n", Columns::Align::Right}, {"note", Columns::Align::Left}});
        const std::vector<std::vector<std::string>> rows {
            {"订单", "7", "x"}, {"a", "1234", ""}, {"", "", "only a note"}, {}};
        for (const auto& row : rows)
            columns.measure(row);
        const std::string text = written([&](TextSink& sink) {
            columns.writeHeading(sink);
            for (const auto& row : rows)
                columns.write(sink, row);
        });
        QCOMPARE(text,
            std::string("name     n  note\n"
                        "订单     7  x\n"
                        "a     1234\n"
                        "            only a note\n"
                        "\n"));
        QCOMPARE(columns.offset(2), std::size_t {12});
    }

    void longTextIsWrappedAtSpaces()
    {
        const std::string text
            = written([](TextSink& sink) { writeWrapped(sink, "one two  three extraordinarily four", 2, 11); });
        QCOMPARE(text, std::string("  one two\n  three\n  extraordinarily\n  four\n"));
    }
    void wrappingGoesOnBehindWhatTheLineHas()
    {
        const std::string text = written([](TextSink& sink) {
            sink << "label: ";
            writeWrapped(sink, "aa bb cc", 7, 12, 7);
        });
        QCOMPARE(text, std::string("label: aa bb\n       cc\n"));
    }
    void nothingToWrapIsAnEmptyLine()
    {
        QCOMPARE(written([](TextSink& sink) { writeWrapped(sink, "", 0, 80); }), std::string("\n"));
    }
};

QTEST_GUILESS_MAIN(TestColumns)
#include "tst_columns.moc"
