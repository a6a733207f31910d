// SPDX-License-Identifier: GPL-3.0-or-later
// What only the runs can tell: a lesson that cannot be taught says so, with the line.
#include "lesson/lessontext.h"

#include <QTest>

using namespace connscope;
using test::goodStep;
using test::lessonAround;
using test::mistakes;

namespace {

std::string step(const std::string& rest) { return lessonAround("text: {en: A, zh: 一}\n    " + rest); }

std::string question(const std::string& rest)
{
    return lessonAround(
        "text: {en: A, zh: 一}\n    pause: 5s\n    let: {data: {count: connections, where: role = data}, "
        "open: {count: connections, where: open}}\n    question:\n      text: {en: Q, zh: 问}\n      why: {opened: "
        "role = data}\n      "
        + rest);
}

} // namespace

class tst_LessonCheck : public QObject {
    Q_OBJECT
private slots:
    void aPauseThatNeverComesIsAnError()
    {
        QCOMPARE(mistakes(step("pause: {when: kind = \"client killed\"}")),
            std::string("6:19: pause: this never happens in the run\n"));
        QCOMPARE(mistakes(step("pause: {when: role = coordinator and idle > 1h}")),
            std::string("6:19: pause: this never happens in the run\n"));
        QCOMPARE(mistakes(step("pause: {when: kind = ready, nth: 6}")),
            std::string("6:19: pause: this does not happen 6 times in the run\n"));
        QCOMPARE(mistakes(step("pause: 11s")),
            std::string("6:12: pause: the run is over before 11s: it ends at 10s; until: makes it longer\n"));
        QCOMPARE(mistakes(step("pause: {when: kind = ready, nth: 5}")), std::string());
        QCOMPARE(mistakes(step("pause: {when: role = coordinator and idle > 2s}")), std::string());
    }

    void aHighlightThatIsNotThereIsAnError()
    {
        const std::string where = "highlight: there is no such thing in the picture at 0s, where this step stops\n";
        QCOMPARE(mistakes(step("pause: start\n    highlight: [{node: 0 - 1}]")), "7:17: " + where);
        QCOMPARE(mistakes(step("pause: start\n    highlight: [{client: nobody}]")), "7:17: " + where);
        QVERIFY(mistakes(step("pause: 5s\n    highlight: {broker: 7}"))
                    .starts_with("7:16: highlight: there is no such thing"));
        QVERIFY(mistakes(step("pause: 5s\n    highlight: {connection: role = transaction}"))
                    .starts_with("7:16: highlight"));
        QCOMPARE(mistakes(step("pause: 5s\n    highlight: [{node: 0 - 1}, {client: consumer-1}, {broker: 2}, "
                               "{connection: role = coordinator}]")),
            std::string());
    }

    void aWrongAnswerThatIsRightIsAnError()
    {
        QCOMPARE(mistakes(question("kind: count\n      answer: data\n      wrong:\n"
                                   "        - {is: data, because: {en: A, zh: 一}}\n        - {is: data + 1, "
                                   "because: {en: A, zh: 一}}")),
            std::string("14:11: this wrong answer is the right one: 3\n"));
    }

    void choicesThatCoincideAreAnError()
    {
        QCOMPARE(mistakes(question("kind: count\n      answer: data\n      wrong:\n"
                                   "        - {is: open, because: {en: A, zh: 一}}\n        - {is: data + 2, "
                                   "because: {en: A, zh: 一}}")),
            std::string("15:11: two choices are equal: 5\n"));
        QVERIFY(mistakes(question("kind: choice\n      options:\n        - {en: A, zh: 一, when: data > 1}\n        "
                                  "- {en: A, zh: 二, when: data = 1}"))
                    .find("two choices read the same: A")
            != std::string::npos);
        QVERIFY(mistakes(question("kind: choice\n      options:\n        - {en: A, zh: 一, when: data > 1}\n        "
                                  "- {en: B, zh: 一, when: data = 1}"))
                    .find("two choices read the same: 一")
            != std::string::npos);
    }

    void exactlyOneOptionIsTrue()
    {
        QVERIFY(mistakes(question("kind: choice\n      options:\n        - {en: A, zh: 一, when: data = 3}\n        "
                                  "- {en: B, zh: 二, when: data > 1}"))
                    .starts_with("14:11: a second one of the options is true"));
        QVERIFY(mistakes(question("kind: choice\n      options:\n        - {en: A, zh: 一, when: data = 4}\n        "
                                  "- {en: B, zh: 二, when: data > 4}"))
                    .find("none of the options is true")
            != std::string::npos);
    }

    void anAnswerThatIsNotUniqueIsAnError()
    {
        QVERIFY(mistakes(question("kind: pick\n      pick: {connection: role = data}"))
                    .find("pick: 3 things are right; make the query narrower, or say any: true")
            != std::string::npos);
        QCOMPARE(
            mistakes(question("kind: pick\n      pick: {connection: role = data}\n      any: true")), std::string());
        QVERIFY(mistakes(question("kind: pick\n      pick: {broker: 9}"))
                    .find("pick: there is no such thing in the picture")
            != std::string::npos);
        const std::string several = mistakes(lessonAround(
            "text: {en: A, zh: 一}\n    let: {node: {value: node, where: role = data}}\n    question:\n"
            "      kind: number\n      text: {en: Q, zh: 问}\n      answer: node\n      why: {opened: role = data}\n "
            "     wrong: [{is: node + 1, because: {en: A, zh: 一}}, {is: node + 2, because: {en: A, zh: 一}}]"));
        QVERIFY2(several.starts_with("6:17: node: 3 match at 10s and do not agree (2, 0); say which by nth:"),
            several.c_str());
    }

    void happeningsHaveAnOrder()
    {
        const std::string twice
            = mistakes(question("kind: order\n      items:\n        - {en: A, zh: 一, when: kind = ready}\n"
                                "        - {en: B, zh: 二, when: kind = ready and node = -1}\n        - {en: C, zh: "
                                "三, when: kind = \"client closed\"}"));
        QVERIFY2(twice.find("14:11: this is the same event as one of the items above") != std::string::npos,
            twice.c_str());
        QVERIFY2(twice.find("15:11: this never happens before the answer shows") != std::string::npos, twice.c_str());
    }

    void aCloserNeedsOneConnection()
    {
        QVERIFY(mistakes(question("kind: closer\n      connection: node = 77"))
                    .find("connection: nothing matches 'node = 77' at 10s")
            != std::string::npos);
        QCOMPARE(mistakes(question("kind: closer\n      connection: node = 0")), std::string());
    }

    void feedbackNeedsItsEvent()
    {
        std::string text = lessonAround(goodStep());
        text.replace(text.find("why: {opened: role = data}"), 26, "why: {closed: role = data}");
        QCOMPARE(
            mistakes(text), std::string("16:12: why: no connection that matches was closed when the answer shows\n"));
    }

    void theAnswerDoesNotShowBeforeThePause()
    {
        std::string text = lessonAround(goodStep());
        text.replace(text.find("pause: start"), 12, "pause: 5s");
        text.replace(text.find("      answer: data"), 18, "      reveal: 2s\n      answer: data");
        QVERIFY2(mistakes(text).starts_with("12:15: reveal: the answer shows at 2s, before the pause at 5s"),
            mistakes(text).c_str());
    }

    void whatWasShownIsNotAskedFor()
    {
        const auto step = [](const std::string& pause, const std::string& reveal) {
            std::string text = goodStep();
            text.replace(text.find("pause: start"), 12, "pause: " + pause);
            text.replace(text.find("      answer: data"), 18, "      reveal: " + reveal + "\n      answer: data");
            return text;
        };
        // The step before has shown the run up to its reveal …
        const std::string shown = mistakes(lessonAround(step("start", "5s") + "\n  - " + step("start", "2s")));
        QVERIFY2(shown.find("step 2 asks for what was seen: its answer shows at 2s, and step 1 has shown this run up "
                            "to 5s; let that one reveal less, or ask this first")
                != std::string::npos,
            shown.c_str());
        QCOMPARE(std::count(shown.begin(), shown.end(), '\n'), std::ptrdiff_t {1});
        QVERIFY(!mistakes(lessonAround(step("start", "5s") + "\n  - " + step("start", "5s"))).empty());
        QCOMPARE(mistakes(lessonAround(step("start", "2s") + "\n  - " + step("start", "5s"))), std::string());
        // … or, where it asks nothing, up to where it stops.
        QVERIFY(!mistakes(lessonAround("text: {en: A, zh: 一}\n    pause: 6s\n  - " + step("start", "5s"))).empty());
        // About the picture as it stands one may ask always, and another run is another one.
        QCOMPARE(mistakes(lessonAround(step("start", "5s") + "\n  - " + step("5s", "5s"))), std::string());
        const std::string runs = "runs: {again: {profile: java-2.8}}\n";
        QCOMPARE(mistakes(lessonAround(step("start", "5s") + "\n  - run: again\n    " + step("start", "2s"), runs)),
            std::string());
    }

    void anAnswerThatCannotShowIsSaidOnce()
    {
        std::string text = lessonAround(goodStep());
        text.replace(text.find("      answer: data"), 18, "      reveal: 2h\n      answer: data");
        const std::string said = mistakes(text);
        QVERIFY2(said.starts_with("12:15: reveal: "), said.c_str());
        QCOMPARE(std::count(said.begin(), said.end(), '\n'), std::ptrdiff_t {1});
    }

    void aCloserIsNotFoundByItsAnswer()
    {
        for (const char* query :
            {"node = 0 and closer = client", "closed.rule = \"broker idle expiry\" or node = 0"}) {
            const std::string said = mistakes(question(std::string("kind: closer\n      connection: ") + query));
            QVERIFY2(said.find("has the answer in the question") != std::string::npos, said.c_str());
        }
    }

    void aScenarioThatIsNotThereOrNotGoodIsAnError()
    {
        std::string text = lessonAround(goodStep());
        text.replace(text.find("13-three-kinds"), 14, "nowhere");
        QVERIFY(mistakes(text).starts_with("3:11: the scenario 'nowhere': "));
        const std::string inside = "connscope-lesson: 1\ntitle: {en: A, zh: 一}\nscenario: |\n  connscope: 1\n  "
                                   "clients:\n    - kind: consmer\nsteps:\n  - text: {en: A, zh: 一}\n";
        QVERIFY2(mistakes(inside).starts_with("6:0: in the scenario: kind:"), mistakes(inside).c_str());
    }

    void aSettingThatDoesNotFitIsAnError()
    {
        QVERIFY(mistakes(lessonAround(goodStep(), "set: consumer-1.connections.max.idle=5\n"))
                    .find("set: 'consumer-1.connections.max.idle=5'")
            != std::string::npos);
        QCOMPARE(
            mistakes(lessonAround(goodStep(), "set: [consumer-1.connections.max.idle.ms=5000]\n")), std::string());
    }

    void aMeasureThatFailsIsSaidOnce()
    {
        const auto errors = test::errorsOf(lessonAround("text: {en: \"{gone} and {gone}\", zh: \"{gone}\"}\n    let: "
                                                        "{gone: {value: node, where: role = transaction}}"));
        QCOMPARE(errors.size(), std::size_t {1});
        QVERIFY(QByteArray::fromStdString(errors.front())
                    .startsWith("6:17: gone: nothing with that value matches 'role = transaction'"));
    }
};

QTEST_APPLESS_MAIN(tst_LessonCheck)
#include "tst_lessoncheck.moc"
