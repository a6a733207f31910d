// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include "support/rcqt.h"

#include <QStringDecoder>
#include <QTest>

#include <array>

using namespace connscope;

namespace {

constexpr std::array<std::string_view, 6> kKeys {"acks", "bootstrap.servers", "connections.max.idle.ms", "linger.ms",
    "metadata.max.age.ms", "max.poll.interval.ms"};

std::string near(std::string_view word) { return nearestWord(word, kKeys).value_or("(none)"); }

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void aSlipFindsItsWord_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("the word itself") << QByteArray("acks") << QByteArray("acks");
        QTest::newRow("a letter missing") << QByteArray("ack") << QByteArray("acks");
        QTest::newRow("two letters swapped count once") << QByteArray("akcs") << QByteArray("acks");
        QTest::newRow("one wrong letter") << QByteArray("linger.mz") << QByteArray("linger.ms");
        QTest::newRow("underscores for dots")
            << QByteArray("connections_max_idle_ms") << QByteArray("connections.max.idle.ms");
        QTest::newRow("a word missing") << QByteArray("max.poll.interval") << QByteArray("max.poll.interval.ms");
        QTest::newRow("nothing alike") << QByteArray("zookeeper.connect") << QByteArray("(none)");
        QTest::newRow("too short to say") << QByteArray("x") << QByteArray("(none)");
        QTest::newRow("no word") << QByteArray("") << QByteArray("(none)");
    }
    void aSlipFindsItsWord()
    {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, expected);
        QCOMPARE(near(word.toStdString()), expected.toStdString());
    }

    void ofTwoEquallyNearTheEarlierWins()
    {
        const std::array<std::string_view, 3> words {"cart", "card", "care"};
        QCOMPARE(nearestWord("carx", words).value_or(""), std::string("cart"));
        const std::array<std::string_view, 2> exactLast {"cart", "card"};
        QCOMPARE(nearestWord("card", exactLast).value_or(""), std::string("card"));
    }

    void aHugeWordIsNoSlip()
    {
        const std::string huge(1'000'000, 'a');
        QVERIFY(!nearestWord(huge, kKeys));
        const std::array<std::string_view, 1> words {huge};
        QVERIFY(!nearestWord("aaa", words));
    }

    void oneChangeIsAlwaysForgiven()
    {
        RC_QVERIFY("a word with one letter replaced, removed or doubled still finds itself", [] {
            const std::string_view word = kKeys[*rc::gen::inRange<std::size_t>(0, kKeys.size())];
            const auto at = *rc::gen::inRange<std::size_t>(0, word.size());
            std::string slip {word};
            switch (*rc::gen::inRange(0, 3)) {
            case 0:
                slip[at] = '#';
                break;
            case 1:
                slip.erase(at, 1);
                break;
            default:
                slip.insert(at, 1, slip[at]);
            }
            RC_ASSERT(near(slip) == word);
        });
    }

    void theSuggestionIsAPhraseOrNothing()
    {
        QCOMPARE(didYouMean("linger.m", kKeys), std::string("; did you mean 'linger.ms'?"));
        QCOMPARE(didYouMean("zookeeper.connect", kKeys), std::string());
    }

    void listsReadAsASentenceDoes()
    {
        using Words = std::vector<std::string_view>;
        QCOMPARE(joinOr(Words {}), std::string());
        QCOMPARE(joinOr(Words {"a"}), std::string("a"));
        QCOMPARE(joinOr(Words {"a", "b"}), std::string("a or b"));
        QCOMPARE(joinOr(Words {"a", "b", "c"}), std::string("a, b or c"));
    }

    void whatCannotBePrintedIsShown()
    {
        QCOMPARE(printable("t4"), std::string("t4"));
        QCOMPARE(printable("a\nb\x7f"), std::string("a\\x0ab\\x7f"));
        QCOMPARE(printable("主题 é"), std::string("主题 é"));
        QCOMPARE(printable("\xff\xe4\xb8"), std::string("\\xff\\xe4\\xb8"));
        QCOMPARE(printable("\xc0\xaf"), std::string("\\xc0\\xaf")); // "/" in an overlong form
        QCOMPARE(printable("\xed\xa0\x80"), std::string("\\xed\\xa0\\x80")); // half of a surrogate pair
        QCOMPARE(printable("\xf4\x90\x80\x80"), std::string("\\xf4\\x90\\x80\\x80")); // above U+10FFFF
        QCOMPARE(printable("\xc2\x9b"), std::string("\\xc2\\x9b")); // a terminal would obey it
        QCOMPARE(printable("\xc2\xa0\xf4\x8f\xbf\xbf"), std::string("\xc2\xa0\xf4\x8f\xbf\xbf"));
        QCOMPARE(printable("abcdef", 3), std::string("abc…"));
        QCOMPARE(printable("abc", 3), std::string("abc"));
    }

    void anyBytesBecomeText()
    {
        RC_QVERIFY("printable() gives valid UTF-8 without control bytes, at most a little over its limit",
            [](const std::string& bytes) {
                const std::string shown = printable(bytes, 40);
                QStringDecoder decoder(QStringDecoder::Utf8);
                const QString text = decoder(QByteArrayView(shown.data(), qsizetype(shown.size())));
                RC_ASSERT(!decoder.hasError());
                for (const QChar c : text)
                    RC_ASSERT(c.category() != QChar::Other_Control);
                RC_ASSERT(shown.size() <= 40 + 4 + std::string_view("…").size());
            });
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
