// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/pattern.h"

#include "support/rcqt.h"

#include <QTest>

#include <regex>

using namespace connscope;
using namespace connscope::trace;

class TestPattern : public QObject {
    Q_OBJECT

private slots:
    void patterns_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* name, const char* pattern, const char* text, bool matches) {
            QTest::newRow(name) << QByteArray(pattern) << QByteArray(text) << matches;
        };
        row("a literal anywhere", "sum", "consumer-1", true);
        row("a literal that is not there", "sum", "producer-1", false);
        row("case matters", "Consumer", "consumer-1", false);
        row("the empty pattern is everywhere", "", "", true);
        row("from the start", "^consumer-", "consumer-1", true);
        row("not from the start", "^consumer-", "a consumer-1", false);
        row("to the end", "-1$", "consumer-1", true);
        row("not to the end", "-1$", "consumer-12", false);
        row("whole", "^consumer-[0-9]+$", "consumer-12", true);
        row("whole, with more behind", "^consumer-[0-9]+$", "consumer-12x", false);
        row("any number of anything", "consumer-.*", "consumer-", true);
        row("at least one", "consumer-.+", "consumer-", false);
        row("one or none", "^https?$", "http", true);
        row("two are not one", "^https?$", "httpss", false);
        row("alternatives", "^(data|coordinator)$", "coordinator", true);
        row("alternatives bind last", "^a|b$", "ax", true);
        row("an empty alternative", "^(a|)$", "", true);
        row("an empty group", "^()$", "", true);
        row("groups repeat", "^(ab)*$", "ababab", true);
        row("groups repeat whole", "^(ab)*$", "ababa", false);
        row("a class", "^[a-c_]+$", "abc_", true);
        row("a class without it", "^[a-c_]+$", "abd", false);
        row("a negated class", "^[^/]+$", "localhost", true);
        row("a negated class with it", "^[^/]+$", "localhost/127.0.0.1", false);
        row("] first in a class is itself", "^[]]$", "]", true);
        row("- last in a class is itself", "^[a-]+$", "a-a", true);
        row("digits", "^\\d+\\.\\d+$", "127.0", true);
        row("digits, another character", "^\\d+\\.\\d+$", "127x0", false);
        row("words", "^\\w+$", "a_9", true);
        row("no words", "^\\W$", "-", true);
        row("blanks", "a\\sb", "a b", true);
        row("shorthand in a class", "^[\\d.]+$", "127.0.0.1", true);
        row("an escaped special character", "\\[x\\]", "[x]", true);
        row("an escaped backslash", "^\\\\$", "\\", true);
        row("one character is one code point", "^.$", "é", true);
        row("a range of code points", "^[α-ω]+$", "λογος", true);
        row("another script", "^主.$", "主题", true);
        row("a byte that is no UTF-8 is a character", "^a.b$",
            "a\xff"
            "b",
            true);
        row("nested stars end", "^(a*)*$", "aaab", false);
        row("stars of nothing end", "^(()*)*x$", "x", true);
        row("anchors inside", "(^a|b)c", "xbc", true);
        row("anchors inside, not at the start", "(^a)c", "xac", false);
        row("an anchor in the middle never holds", "a^b", "ab", false);
    }
    void patterns()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(bool, matches);
        const Result<Pattern> compiled = Pattern::compile(pattern.toStdString());
        QVERIFY2(compiled.has_value(), compiled ? "" : compiled.error().message.c_str());
        QCOMPARE(compiled->matches(text.toStdString()), matches);
    }

    void badPatterns_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* pattern, int column, const char* message) {
            QTest::newRow(name) << QByteArray(pattern) << column << QByteArray(message);
        };
        row("nothing to repeat", "*a", 1, "there is nothing before '*' to repeat; write \\* for the character");
        row("nothing to repeat in a group", "é(+)", 3,
            "there is nothing before '+' to repeat; write \\+ for the character");
        row("an open group", "ab(c", 3, "this '(' is not closed; write \\( for the character");
        row("a group that is closed twice", "a)b", 2, "this ')' closes nothing; write \\) for the character");
        row("an open class", "a[bc", 2, "this '[' is not closed; write \\[ for the character");
        row("a class that closes nothing", "a]", 2, "this ']' closes nothing; write \\] for the character");
        row("a range backwards", "[z-a]", 2, "this range ends before it begins");
        row("a counted repetition", "a{3}", 2, "counted repetition is not known here; write \\{ for the character");
        row("a lonely backslash", "a\\", 2, "a '\\' at the end escapes nothing; write \\\\ for the character");
        row("an unknown escape", "a\\q", 2,
            "there is no such escape; known are \\d \\w \\s \\D \\W \\S \\t \\n and \\ before a special character");
    }
    void badPatterns()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(int, column);
        QFETCH(QByteArray, message);
        const Result<Pattern> compiled = Pattern::compile(pattern.toStdString());
        QVERIFY(!compiled.has_value());
        QCOMPARE(QByteArray::fromStdString(compiled.error().message), message);
        QCOMPARE(compiled.error().column, column);
    }

    void limits()
    {
        QVERIFY(!Pattern::compile(std::string(1001, 'a')).has_value());
        QVERIFY(Pattern::compile(std::string(1000, 'a')).has_value());
        QVERIFY(!Pattern::compile(std::string(51, '(') + std::string(51, ')')).has_value());
        QVERIFY(Pattern::compile(std::string(50, '(') + std::string(50, ')')).has_value());
    }

    void theWorstPatternIsNoTrap()
    {
        // Backtracking matchers need 2^n steps for these.
        std::string pattern, text;
        for (int i = 0; i < 30; ++i)
            pattern += "a?";
        pattern += std::string(30, 'a');
        text = std::string(30, 'a');
        QVERIFY(Pattern::compile(pattern)->matches(text));
        QVERIFY(!Pattern::compile("^(a*)*b$")->matches(std::string(5000, 'a')));
        QVERIFY(!Pattern::compile("^(a|aa)+$")->matches(std::string(5000, 'a') + "b"));
    }

    void agreesWithTheStandardLibrary()
    {
        const auto piece = rc::gen::element<std::string>("a", "b", ".", "[ab]", "[^a]", "(a|b)", "(ab)", "(a|)", "a*",
            "b+", "a?", "(ab)*", "(a|b)+", "^", "$", "|");
        RC_QVERIFY("a random pattern on a random text", [&] {
            const auto pieces = *rc::gen::resize(6, rc::gen::container<std::vector<std::string>>(piece));
            const auto text = *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c')));
            std::string pattern;
            for (const std::string& p : pieces)
                pattern += p;
            const Result<Pattern> ours = Pattern::compile(pattern);
            RC_ASSERT(ours.has_value());
            RC_ASSERT(ours->matches(text) == std::regex_search(text, std::regex(pattern)));
        });
    }

    void anythingIsAPatternOrAnError()
    {
        RC_QVERIFY("random bytes", [](const std::string& pattern, const std::string& text) {
            if (const Result<Pattern> compiled = Pattern::compile(pattern))
                static_cast<void>(compiled->matches(text));
            else
                RC_ASSERT(compiled.error().column >= 1 && !compiled.error().message.empty());
        });
    }
};

QTEST_GUILESS_MAIN(TestPattern)
#include "tst_pattern.moc"
