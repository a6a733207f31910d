// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that nobody writes by hand. Each must be refused, or read, without a crash and in bounded space; the limits on
// what they may cost are in the reader, so that no clock is needed here.
#include "scenario/scenariotext.h"
#include "scenario/yamldocument.h"
#include "support/rcqt.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::errorsOf;

namespace {

std::string repeated(const std::string& unit, std::size_t bytes)
{
    std::string text;
    while (text.size() + unit.size() <= bytes)
        text += unit;
    return text;
}

constexpr std::size_t kAlmostLimit = (std::size_t {1} << 20) - 1000;

} // namespace

class tst_Hostile : public QObject {
    Q_OBJECT
private slots:
    void hugeTexts_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<QByteArray>("part"); // of the message
        QTest::newRow("open lists") << QByteArray(
            "[") << QByteArray("more than 1000 brackets are open here; lists and maps may be 32 deep");
        QTest::newRow("open maps") << QByteArray(
            "{a: ") << QByteArray("more than 1000 brackets are open here; lists and maps may be 32 deep");
        QTest::newRow("a list in a list")
            << QByteArray("- ") << QByteArray("more than 32 lists and maps inside each other");
        QTest::newRow("a key in a key") << QByteArray("? ")
                                        << QByteArray("more than 32 lists and maps inside each other");
        QTest::newRow("many items") << QByteArray("- a\n") << QByteArray("more than 200000 values");
        QTest::newRow("many keys") << QByteArray("a: b\n") << QByteArray("more than 200000 values");
        QTest::newRow("anchors") << QByteArray("- &a a\n") << QByteArray("anchors and aliases");
        QTest::newRow("aliases") << QByteArray("- *a\n") << QByteArray("not defined"); // yaml-cpp looks first
        QTest::newRow("one text") << QByteArray("a ") << QByteArray("expected a scenario");
        QTest::newRow("comments") << QByteArray("# a\n") << QByteArray("expected a scenario");
        QTest::newRow("documents") << QByteArray("---\n") << QByteArray("expected a scenario");
        QTest::newRow("directives") << QByteArray("%TAG ! b\n") << QByteArray("not YAML");
        QTest::newRow("zeros") << QByteArray("\0", 1) << QByteArray("is not text");
        QTest::newRow("half characters") << QByteArray("\xe4\xb8") << QByteArray("is not text");
        QTest::newRow("blanks") << QByteArray(" ") << QByteArray("expected a scenario");
        QTest::newRow("quotes") << QByteArray("'") << QByteArray("");
        QTest::newRow("colons") << QByteArray(": ") << QByteArray("more than 32");
    }
    void hugeTexts()
    {
        QFETCH(QByteArray, unit);
        QFETCH(QByteArray, part);
        const auto errors = errorsOf(repeated(unit.toStdString(), kAlmostLimit));
        QVERIFY(!errors.empty());
        QVERIFY2(QByteArray::fromStdString(errors.front()).contains(part), errors.front().c_str());
    }

    void tooLarge()
    {
        const auto errors = errorsOf(repeated("# a\n", (std::size_t {1} << 20) + 100));
        QCOMPARE(errors.size(), std::size_t {1});
        QVERIFY(errors[0].find("a scenario may have at most 1048576") != std::string::npos);
    }

    void theBillionLaughs()
    {
        std::string yaml = "connscope: 1\na: &a [x, x, x, x, x, x, x, x, x]\n";
        for (char c = 'b'; c <= 'i'; ++c) {
            const std::string before(1, static_cast<char>(c - 1));
            yaml += std::string(1, c) + ": &" + c + " [";
            for (int i = 0; i < 9; ++i)
                yaml += (i ? ", *" : "*") + before;
            yaml += "]\n";
        }
        const auto errors = errorsOf(yaml);
        QCOMPARE(errors.size(), std::size_t {1});
        QVERIFY(errors[0].find("2:4: anchors and aliases") == 0);
    }

    void deepIndentation()
    {
        std::string yaml;
        for (int i = 0; i < 1000; ++i)
            yaml += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
        QVERIFY(errorsOf(yaml)[0].find("more than 32") != std::string::npos);
    }

    void shortWordsForLongListsAreCounted_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("bootstrap: all, by ten thousand clients")
            << QByteArray("connscope: 1\ncluster: {brokers: 10000}\nclients:\n")
            << QByteArray("  - {kind: admin, bootstrap: all}\n");
        QTest::newRow("consumers of a hundred thousand partitions")
            << QByteArray("connscope: 1\ncluster: {topics: {t: 100000}}\nclients:\n")
            << QByteArray("  - {kind: consumer}\n");
        QTest::newRow("assign, again and again")
            << QByteArray("connscope: 1\ncluster: {topics: {t: 100000}}\nclients:\n  - kind: consumer\n    script:\n")
            << QByteArray("      - assign: t\n");
    }
    void shortWordsForLongListsAreCounted()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, unit);
        const auto errors = errorsOf(head.toStdString() + repeated(unit.toStdString(), 300'000));
        QVERIFY(!errors.empty());
        QVERIFY2(
            errors[0].find("all such words together may stand for 2000000") != std::string::npos, errors[0].c_str());
    }

    void tenThousandNamesWithTenThousandSlips()
    {
        std::string yaml = "connscope: 1\nclients:\n";
        for (int i = 0; i < 9'000; ++i)
            yaml += "  - {kind: admin}\n";
        yaml += "actions:\n";
        for (int i = 0; i < 9'000; ++i)
            yaml += "  - {at: 1s, do: kill-client, client: admim-" + std::to_string(i) + "}\n";
        QCOMPARE(errorsOf(yaml).size(), std::size_t {50});
    }

    void gigabyteNumbers_data()
    {
        QTest::addColumn<QByteArray>("lines");
        for (const char* lines : {"cluster: {brokers: 9223372036854775807}",
                 "cluster: {brokers: 100000000000000000000000000000}", "cluster: {topics: {t: 2147483647}}",
                 "cluster: {topics: {t: {partitions: 100000, replication: 11}}, brokers: 10000}",
                 "until: 99999999999999999999h", "until: 9999999h", "max-events: 99999999999",
                 "seed: 18446744073709551616", "network: {latency: 999999h}",
                 "network: {bandwidth: 999999999999999999Gbit/s}", "network: {kernel: {syn-retries: 4294967296}}",
                 "expect: [{opened: 99999999999999999999}]",
                 "actions: [{at: 1s, every: 1s, times: 99999999999, do: mark, text: x}]",
                 "actions: [{at: 1s, do: create-topic, topic: t, partitions: 2000000000}]"})
            QTest::newRow(lines) << QByteArray(lines);
    }
    void gigabyteNumbers()
    {
        QFETCH(QByteArray, lines);
        const auto errors = errorsOf("connscope: 1\nclients: [{kind: admin}]\n" + lines.toStdString() + "\n");
        QVERIFY(!errors.empty());
        QVERIFY2(errors[0].substr(0, 2) == "3:", errors[0].c_str());
    }

    void placesAreRightWithinAnyText()
    {
        // The n-th line of a file with characters of one to four bytes before the mistake.
        RC_QVERIFY("line and column count characters", [] {
            const auto lines = *rc::gen::inRange(0, 20);
            const auto before = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4));
            static const std::array<const char*, 4> kCharacters {"a", "é", "中", "𝄞"};
            std::string yaml = "connscope: 1\n";
            for (int i = 0; i < lines; ++i)
                yaml += "# 注释 é\n";
            yaml += "title: x";
            for (const int c : before)
                yaml += kCharacters[static_cast<std::size_t>(c)];
            yaml += "\xfe";
            const std::string place = std::to_string(lines + 2) + ':' + std::to_string(9 + before.size()) + ": ";
            RC_ASSERT(errorsOf(yaml).front().substr(0, place.size()) == place);
        });
    }

    void anyBytesAreRefusedOrRead()
    {
        RC_QVERIFY("no text crashes the reader", [](const std::string& text) {
            const auto result = tryScenario("connscope: 1\nclients: [{kind: admin}]\n" + text, "f");
            RC_ASSERT(result.scenario.has_value() == result.errors.empty());
        });
    }
};

QTEST_GUILESS_MAIN(tst_Hostile)
#include "tst_hostile.moc"
