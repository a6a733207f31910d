// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters: the same seed draws the same, another one another, and what is drawn stays within what the file says.
#include "lesson/lessontext.h"
#include "lesson/parameters.h"

#include <QTest>

#include <set>

using namespace connscope;

namespace {

std::string file(const std::string& parameters, const std::string& rest = {})
{
    return "parameters:\n" + parameters + rest;
}

std::string drawn(const std::string& parameters, std::uint64_t seed, const std::string& name)
{
    const lesson::Drawn result = lesson::drawParameters(file(parameters), "lesson.yaml", seed);
    if (!result.errors.empty())
        return result.errors.front().toString();
    for (const lesson::Parameter& parameter : result.parameters) {
        if (parameter.name == name)
            return parameter.text;
    }
    return "nothing";
}

} // namespace

class tst_Parameters : public QObject {
    Q_OBJECT
private slots:
    void aSeedDrawsAlwaysTheSame()
    {
        const std::string parameters = "  a: 1..1000000\n  b: 1..1000000\n";
        QCOMPARE(drawn(parameters, 7, "a"), drawn(parameters, 7, "a"));
        QVERIFY(drawn(parameters, 7, "a") != drawn(parameters, 8, "a"));
        QVERIFY(drawn(parameters, 7, "a") != drawn(parameters, 7, "b"));
        QCOMPARE(drawn("  a: 1..1000000\n", 42, "a"), std::string("278029"));
    }

    void anotherParameterDoesNotDisturb()
    {
        QCOMPARE(drawn("  x: 1..9\n  a: 1..1000000\n", 7, "a"), drawn("  a: 1..1000000\n", 7, "a"));
    }

    void everyValueOfARangeIsDrawnAndNoOther()
    {
        std::set<std::string> range;
        std::set<std::string> words;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            range.insert(drawn("  a: 3..6\n", seed, "a"));
            words.insert(drawn("  a: [java-2.3, java-3.9]\n", seed, "a"));
        }
        QCOMPARE(range, (std::set<std::string> {"3", "4", "5", "6"}));
        QCOMPARE(words, (std::set<std::string> {"java-2.3", "java-3.9"}));
    }

    void oneDrawMayDependOnAnother()
    {
        std::set<std::string> others;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            others.insert(
                drawn("  n: {is: 1 + 2}\n  mid: {is: n - 2}\n  a: {from: 0, to: n - 1, not: mid}\n", seed, "a"));
            const std::string list = drawn("  n: 4\n  a: {list: n, from: 7, to: 8}\n", seed, "a");
            QCOMPARE(list.size(), std::string("[7, 8, 7, 8]").size());
            QVERIFY(list.find_first_not_of("[]78, ") == std::string::npos);
        }
        QCOMPARE(others, (std::set<std::string> {"0", "2"}));
    }

    void whatWasDrawnStandsInTheWholeFile()
    {
        const auto result = lesson::drawParameters(
            file("  n: 4\n  who: [me]\n", "a: $(n)\nb: {c: $(who)}\nd: \"$(n)$(n)\"\n"), "lesson.yaml", 1);
        QCOMPARE(result.text, file("  n: 4\n  who: [me]\n", "a: 4\nb: {c: me}\nd: \"44\"\n"));
    }

    void mistakesAreSaidWithTheirPlace()
    {
        QCOMPARE(drawn("  a: 6..3\n", 1, "a"),
            std::string("lesson.yaml:2:6: a parameter: the range '6..3' is empty; write the smaller number first"));
        QCOMPARE(drawn("  a: {from: 3, to: 2}\n", 1, "a"),
            std::string("lesson.yaml:2:6: nothing can be drawn from 3 to 2"));
        QCOMPARE(drawn("  a: {from: 2, to: 2, not: 2}\n", 1, "a"),
            std::string("lesson.yaml:2:6: nothing can be drawn from 2 to 2 without 2"));
        QCOMPARE(drawn("  a: {from: 0, to: b}\n", 1, "a"),
            std::string("lesson.yaml:2:20: 'b' is not known here; let: gives names to numbers of the trace"));
        QCOMPARE(drawn("  a-b: 3\n", 1, "a"),
            std::string("lesson.yaml:2:3: parameters: 'a-b' is no name; a name has letters, digits and _"));
        QCOMPARE(drawn("  a: {list: 0, from: 1, to: 2}\n", 1, "a"),
            std::string("lesson.yaml:2:6: list: expected a length from 1 to 1000"));
        const auto unknown = lesson::drawParameters("a: 1\nb: $(nobody)\n", "lesson.yaml", 1);
        QCOMPARE(
            unknown.errors.front().toString(), std::string("lesson.yaml:2:4: the lesson has no parameter 'nobody'"));
    }
};

QTEST_APPLESS_MAIN(tst_Parameters)
#include "tst_parameters.moc"
