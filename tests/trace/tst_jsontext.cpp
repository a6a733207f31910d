// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/jsontext.h"

#include "support/rcqt.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringDecoder>
#include <QTest>

using namespace connscope;
using namespace connscope::trace;

class TestJsonText : public QObject {
    Q_OBJECT

private slots:
    void utf8IsWhatQtSaysItIs()
    {
        const auto agree = [](const std::string& bytes) {
            QStringDecoder decoder(
                QStringDecoder::Utf8, QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
            const QString text = decoder(QByteArray::fromStdString(bytes));
            static_cast<void>(text);
            return isUtf8(bytes) == !decoder.hasError();
        };
        RC_QVERIFY("random bytes", [&](const std::string& bytes) { RC_ASSERT(agree(bytes)); });
        RC_QVERIFY("bytes near the limits of UTF-8", [&] {
            const auto bytes = *rc::gen::container<std::string>(
                rc::gen::element<char>('a', '\x7f', '\x80', '\x8f', '\x90', '\x9f', '\xa0', '\xbf', '\xc0', '\xc1',
                    '\xc2', '\xdf', '\xe0', '\xed', '\xef', '\xf0', '\xf4', '\xf5', '\xff'));
            RC_ASSERT(agree(bytes));
        });
    }

    void aStringIsReadBackByAnotherParser()
    {
        RC_QVERIFY("QJsonDocument reads what we write", [](const std::vector<std::uint16_t>& units) {
            QString text;
            for (const std::uint16_t unit : units) {
                if (!QChar::isSurrogate(char32_t {unit}))
                    text += QChar(unit);
            }
            std::string json = "[";
            appendJsonString(json, text.toStdString());
            json += "]";
            const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
            RC_ASSERT(document.isArray());
            RC_ASSERT(document.array().at(0).toString() == text);
        });
    }

    void controlCharactersAreEscaped()
    {
        std::string out;
        appendJsonString(out, std::string_view("a\"b\\c\n\t\r\x01\x1f\x7f\0z", 13));
        QCOMPARE(out, std::string("\"a\\\"b\\\\c\\n\\t\\r\\u0001\\u001f\x7f\\u0000z\""));
    }

    void hexGoesBothWays()
    {
        RC_QVERIFY("hex", [](const std::string& bytes) {
            std::string hex;
            appendHex(hex, bytes);
            RC_ASSERT(hex.size() == 2 * bytes.size());
            RC_ASSERT(fromHex(hex) == bytes);
        });
        QVERIFY(fromHex("FFaa") == std::string("\xff\xaa"));
        QVERIFY(!fromHex("f"));
        QVERIFY(!fromHex("0g"));
    }
};

QTEST_GUILESS_MAIN(TestJsonText)
#include "tst_jsontext.moc"
