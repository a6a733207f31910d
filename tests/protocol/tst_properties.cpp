// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/properties.h"

#include <QTest>

using namespace connscope;
using namespace connscope::protocol;

namespace {

/// "key=value@line|…", or the error.
std::string read(std::string_view text)
{
    const auto properties = parseProperties(text, "client.properties");
    if (!properties)
        return "error: " + properties.error().toString();
    std::string out;
    for (const Property& p : *properties)
        out += (out.empty() ? "" : "|") + p.key + "=" + p.value + "@" + std::to_string(p.line);
    return out;
}

} // namespace

class TestProperties : public QObject {
    Q_OBJECT

private slots:
    void theSyntaxOfJava_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row
            = [](const char* name, QByteArray text, QByteArray expected) { QTest::newRow(name) << text << expected; };
        row("nothing", "", "");
        row("comments and blank lines", "# one\n\n  ! two\n\t\n", "");
        row("equals", "acks=all\n", "acks=all@1");
        row("blanks around equals", "  acks =  all\n", "acks=all@1");
        row("colon", "acks: all\n", "acks=all@1");
        row("only a blank between", "acks all\n", "acks=all@1");
        row("no line feed at the end", "acks=all", "acks=all@1");
        row("carriage returns", "a=1\r\nb=2\rc=3", "a=1@1|b=2@2|c=3@3");
        row("an empty value", "client.rack=\n", "client.rack=@1");
        row("a value with equals and colons", "bootstrap.servers=a:9092,b:9092\nx=a=b",
            "bootstrap.servers=a:9092,b:9092@1|x=a=b@2");
        row("blanks at the end belong to the value", "a=b  \n", "a=b  @1");
        row("a line goes on", "a=1,\\\n   2,\\\n   3\nb=4\n", "a=1,2,3@1|b=4@4");
        row("a comment does not go on", "# no \\\na=1\n", "a=1@2");
        row("escapes", "a\\=b=c\\:\\t\\\\\n", "a=b=c:\t\\@1");
        row("unicode", "a=\\u00e9\\u4E2D\n", "a=\xc3\xa9\xe4\xb8\xad@1");
        row("a pair of surrogates", "a=\\uD83D\\uDE00", "a=\xf0\x9f\x98\x80@1");
        row("UTF-8 as it is", "a=\xe4\xb8\xad\n", "a=\xe4\xb8\xad@1");
        row("a byte order mark",
            "\xef\xbb\xbf"
            "a=1",
            "a=1@1");
        row("a backslash at the very end", "a=1\\", "a=1@1");
        row("the same key twice", "a=1\na=2", "a=1@1|a=2@2");
    }
    void theSyntaxOfJava()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(read(text.toStdString()), expected.toStdString());
    }

    void badLinesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("no value") << QByteArray("a=1\nacks\n")
                                  << QByteArray("error: client.properties:2:5: 'acks' has no value");
        QTest::newRow("no key") << QByteArray("\n\n =x")
                                << QByteArray("error: client.properties:3:2: a value without a key");
        QTest::newRow("broken escape") << QByteArray("a=\\u12g4")
                                       << QByteArray("error: client.properties:1:4: a broken \\u");
        QTest::newRow("half a pair") << QByteArray("a=\\uD83Dx")
                                     << QByteArray("error: client.properties:1:9: a \\u escape that is no");
        QTest::newRow("wrong second half")
            << QByteArray("a=\\uD83D\\u0041") << QByteArray("error: client.properties:1:10: half a pair");
        QTest::newRow("a NUL") << QByteArray("a=b\0c", 5)
                               << QByteArray("error: client.properties:1:4: a control byte");
        QTest::newRow("after a continued line")
            << QByteArray("a=1\\\n 2\nb") << QByteArray("error: client.properties:3:2: this line has");
    }
    void badLinesAreNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, begins);
        const std::string got = read(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QVERIFY2(got.rfind(begins.toStdString(), 0) == 0, got.c_str());
    }

    void aHugeFileIsRefused()
    {
        QVERIFY(!parseProperties(std::string((1 << 20) + 1, '#')));
        QVERIFY(parseProperties(std::string(1 << 20, '#')));
    }
};

QTEST_GUILESS_MAIN(TestProperties)
#include "tst_properties.moc"
