// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writer.h"

#include "scenario/scenariotext.h"
#include "scenario/yamldocument.h"
#include "scenario/yamltext.h"
#include "support/paths.h"
#include "support/rcqt.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::dump;
using connscope::test::readGood;

namespace {

/// What a reader makes of `key: <scalar>` and `[<scalar>]` and `{<scalar>: x}`; "" and a failed test where it is no YAML.
std::vector<std::string> readBack(const std::string& scalar)
{
    std::vector<std::string> out;
    const auto document = YamlDocument::parse(
        "a: " + scalar + "\nb: [" + scalar + "]\nc: {" + scalar + ": x, y: " + scalar + "}\n", "f");
    if (!document)
        throw std::runtime_error(document.error().toString());
    const auto text = [](const YamlNode& node) { return node.isScalar() ? node.text : std::string("(no scalar)"); };
    const YamlNode& root = document->root();
    out.push_back(text(root.entries[0].value));
    out.push_back(text(root.entries[1].value.items[0]));
    out.push_back(text(root.entries[2].value.entries[0].key));
    out.push_back(text(root.entries[2].value.entries[1].value));
    return out;
}

} // namespace

class tst_Writer : public QObject {
    Q_OBJECT
private slots:
    void everyFieldComesBack()
    {
        const Scenario first
            = readGood(test::readFile(test::sourcePath("tests/fuzz/corpus/fuzz_scenario/every-key.yaml")));
        const std::string text = writeScenario(first);
        const Scenario second = readGood(text);
        QCOMPARE(dump(second), dump(first));
        QCOMPARE(writeScenario(second), text);
    }

    void shippedScenariosComeBack_data()
    {
        QTest::addColumn<QString>("path");
        for (const std::string& path : test::shippedScenarios())
            QTest::newRow(test::baseName(path).c_str()) << QString::fromStdString(path);
    }
    void shippedScenariosComeBack()
    {
        QFETCH(QString, path);
        const auto first = readScenarioFile(path.toStdString());
        QVERIFY2(first.has_value(), first ? "" : first.error().toString().c_str());
        const std::string text = writeScenario(*first);
        const Scenario second = readGood(text);
        QCOMPARE(dump(second), dump(*first));
        QCOMPARE(writeScenario(second), text);
    }

    void anEmptyListOfTopicsIsNotTheDefault()
    {
        const Scenario s = readGood("connscope: 1\ncluster: {topics: {}}\nclients: [{kind: admin}]\n");
        QVERIFY(s.cluster.topics.empty());
        QVERIFY(readGood(writeScenario(s)).cluster.topics.empty());
    }

    void textsThatLookLikeSomethingElse_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", "~", "null", "true", "-", "- a", "-1", "?", "a?", "a: b", "a:", ":a", "#",
                 "a #b", "a#b", "[", "]", "{", "}", ",", "&a", "*a", "!a", "|", ">", "'", "\"", "%", "@", "`", "a\nb",
                 "a\tb", "\\", "\\n", " a", "a ", "---", "...", "<<", "=", "localhost:9092", "a,b", "三类", "é",
                 "0x10", "1e3", "a\x7f", "kind = \"ready\" and text ~ '^a'"})
            QTest::newRow(text) << QByteArray(text);
    }
    void textsThatLookLikeSomethingElse()
    {
        QFETCH(QByteArray, text);
        for (const std::string& back : readBack(yamlScalar(text.toStdString())))
            QCOMPARE(QByteArray::fromStdString(back), text);
    }

    void anyTextComesBackAsAScalar()
    {
        RC_QVERIFY("a text survives as a scalar, in a list and in a map", [] {
            // Printable characters, the ones that mean something to YAML above all.
            const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(
                rc::gen::elementOf(std::string(" :#-?,[]{}&*!|>'\"%@`\\\n\t~")), rc::gen::inRange<char>('0', 'z')));
            for (const std::string& back : readBack(yamlScalar(text)))
                RC_ASSERT(back == text);
        });
    }

    void blocksOfTextComeBack()
    {
        RC_QVERIFY("a text of several lines survives as a value", [] {
            const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \n\t#:-")));
            std::string out;
            YamlValue::map().add("k", text).write(out, 0);
            const auto document = YamlDocument::parse(out, "f");
            RC_ASSERT(document.has_value());
            const YamlNode& value = document->root().entries[0].value;
            RC_ASSERT((value.isScalar() ? value.text : std::string()) == text);
        });
    }
};

QTEST_GUILESS_MAIN(tst_Writer)
#include "tst_writer.moc"
