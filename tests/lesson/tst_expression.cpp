// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of lessons, and the texts in which its results stand.
#include "lesson/expression.h"
#include "lesson/words.h"
#include "support/rcqt.h"

#include <QTest>

#include <map>

using namespace connscope;
using lesson::Expression;
using lesson::Pattern;

namespace {

Result<std::int64_t> valueOf(const std::string& name)
{
    static const std::map<std::string, std::int64_t> kValues {
        {"leaders", 4}, {"one", 1}, {"coordinator", 2}, {"none", 0}};
    const auto it = kValues.find(name);
    if (it == kValues.end())
        return fail("'" + name + "' is not known");
    return it->second;
}

std::string result(std::string_view text)
{
    const auto expression = Expression::parse(text);
    if (!expression)
        return std::to_string(expression.error().offset) + ": " + expression.error().message;
    const auto value = expression->evaluate(valueOf);
    return value ? std::to_string(*value) : value.error().message;
}

std::string filled(std::string_view text)
{
    const auto pattern = Pattern::parse(text);
    if (!pattern)
        return std::to_string(pattern.error().offset) + ": " + pattern.error().message;
    const auto out = pattern->fill(
        valueOf, [](const std::string& name) { return name == "profile" ? std::string("java-2.8") : std::string(); });
    return out ? *out : out.error().message;
}

} // namespace

class tst_Expression : public QObject {
    Q_OBJECT
private slots:
    void computes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* text, const char* expected) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(expected);
        };
        row("2147483647 - coordinator", "2147483645");
        row("leaders + 2 * 3", "10");
        row("(leaders + 2) * 3", "18");
        row("10 - 3 - 2", "5");
        row("7 / 2 * 2 + 7 % 2", "7");
        row("-leaders", "-4");
        row("- - 3", "3");
        row("leaders = 4 and coordinator != 4", "1");
        row("leaders < 4 or leaders >= 5", "0");
        row("not leaders = 4", "0");
        row("not none", "1");
        row("min(leaders, 3) + max(one, coordinator)", "5");
        row("none != 0 and 10 / none > 2", "0");
        row("one = 1 or 10 / none > 2", "1");
        row("1 < 2 and 2 <= 2 and 3 > 2", "1");
    }
    void computes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(result(text.toStdString())), expected);
    }

    void mistakesAreSaidWithTheirPlace()
    {
        QCOMPARE(result(""), std::string("0: expected a number or a name, found the end"));
        QCOMPARE(result("1 +"), std::string("3: expected a number or a name, found the end"));
        QCOMPARE(result("(1"), std::string("2: expected ')'"));
        QCOMPARE(result("1 2"), std::string("2: expected an operator or the end, found '2'"));
        QCOMPARE(result("a && b"), std::string("2: expected an operator or the end, found '&& b'"));
        QCOMPARE(result("99999999999999999999"),
            std::string("0: this number is too large; 9223372036854775807 is the largest"));
        QCOMPARE(result("min(1)"), std::string("5: expected ','"));
        QCOMPARE(result("brokers + 1"), std::string("'brokers' is not known"));
        QCOMPARE(result("4 / none"), std::string("division by zero"));
        QCOMPARE(result("9223372036854775807 + 1"), std::string("the result is too large"));
        QCOMPARE(result("(0 - 9223372036854775807 - 1) / (0 - 1)"), std::string("the result is too large"));
        QCOMPARE(result("(0 - 9223372036854775807 - 1) % (0 - 1)"), std::string("0"));
    }

    void nestingHasAnEnd()
    {
        QVERIFY(QByteArray::fromStdString(result(std::string(400, '(') + "1" + std::string(400, ')')))
                    .contains("too many"));
        QVERIFY(QByteArray::fromStdString(result(std::string(900, '-') + "1")).contains("too many"));
        QVERIFY(QByteArray::fromStdString(result(std::string(5000, '1'))).contains("at most 1000 bytes"));
    }

    void sumsAreThoseOfTheMachine()
    {
        RC_QVERIFY("a - b * c as the machine has it", [](std::int32_t a, std::int16_t b, std::int16_t c) {
            const auto text
                = "(" + std::to_string(a) + ") - (" + std::to_string(b) + ") * (" + std::to_string(c) + ")";
            RC_ASSERT(result(text) == std::to_string(std::int64_t {a} - std::int64_t {b} * std::int64_t {c}));
        });
    }

    void anyTextIsReadOrRefused()
    {
        RC_QVERIFY("no text harms", [](const std::string& text) {
            (void)result(text);
            (void)filled(text);
        });
    }

    void numbersStandInTexts()
    {
        QCOMPARE(filled("There are {leaders} of them."), std::string("There are 4 of them."));
        QCOMPARE(filled("{leaders} {leaders|connection|connections}, {one} {one|broker|brokers}"),
            std::string("4 connections, 1 broker"));
        QCOMPARE(filled("2147483647 − {coordinator} = {2147483647 - coordinator}"),
            std::string("2147483647 − 2 = 2147483645"));
        QCOMPARE(filled("a {{set}} of {profile}"), std::string("a {set} of java-2.8"));
        QCOMPARE(filled("{leaders}个连接"), std::string("4个连接"));
    }

    void bracesThatDoNotMatchAreRefused()
    {
        QCOMPARE(filled("a {leaders"), std::string("2: a '{' without its '}'; write '{{' for a brace"));
        QCOMPARE(filled("a leaders}"), std::string("9: a '}' without its '{'; write '}}' for a brace"));
        QCOMPARE(filled("{leaders +}"), std::string("10: expected a number or a name, found the end"));
        QCOMPARE(filled("{leaders|one}"),
            std::string("0: expected two texts, for one and for many: {n|connection|connections}"));
    }
};

QTEST_APPLESS_MAIN(tst_Expression)
#include "tst_expression.moc"
