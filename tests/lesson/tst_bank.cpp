// SPDX-License-Identifier: GPL-3.0-or-later
// The question bank against a second solver, ten thousand times.
#include "lesson/bank.h"
#include "lesson/feedback.h"
#include "lesson/lessontext.h"
#include "lesson/solvers.h"
#include "lesson/worksheet.h"
#include "support/paths.h"

#include <QDir>
#include <QTest>

#include <cstdio>
#include <set>

using namespace connscope;
using analysis::Language;

namespace {

constexpr std::size_t kQuestions = 10'000;

std::string nameOf(const std::string& file) { return file.substr(0, file.size() - std::string(".yaml").size()); }

std::vector<lesson::Bank::Source> sources()
{
    std::vector<lesson::Bank::Source> out;
    const QDir folder(QString::fromStdString(test::sourcePath("resources/questions")));
    for (const QString& name : folder.entryList({"*.yaml"}, QDir::Files, QDir::Name))
        out.push_back({name.toStdString(), test::readFile(folder.filePath(name).toStdString())});
    return out;
}

lesson::Bank shippedBank()
{
    lesson::Bank bank(test::shippedScenarios());
    for (const lesson::Bank::Source& source : sources()) {
        if (const auto added = bank.add(source); !added)
            throw std::runtime_error(added.error().toString());
    }
    return bank;
}

/// The answer as a Solution has it.
std::string answerOf(const lesson::PreparedQuestion& question)
{
    if (question.kind == lesson::Question::Kind::Count || question.kind == lesson::Question::Kind::Number)
        return std::to_string(question.answer);
    if (question.kind == lesson::Question::Kind::Order) {
        std::string out;
        for (const std::size_t place : question.order)
            out += (out.empty() ? "" : " < ") + question.choices[place].text.en;
        return out;
    }
    return question.choices[question.rightChoice().value()].text.en;
}

/// What is wrong with how a question reads; "" for nothing.
std::string flawOf(const lesson::PreparedStep& step)
{
    const lesson::PreparedQuestion& question = *step.question;
    std::set<std::string> english;
    std::set<std::string> chinese;
    int right = 0;
    for (const lesson::Choice& choice : question.choices) {
        if (!english.insert(choice.text.en).second || !chinese.insert(choice.text.zh).second)
            return "two choices are equal: " + choice.text.en;
        if (choice.text.en.empty() || choice.text.zh.empty())
            return "a choice has no text";
        right += choice.isRight ? 1 : 0;
    }
    if (question.kind != lesson::Question::Kind::Order && right != 1)
        return std::to_string(right) + " right choices";
    if (question.choices.size() < 2 || question.choices.size() > 9)
        return std::to_string(question.choices.size()) + " choices";
    for (const scenario::Text* text : {&step.text, &question.text}) {
        if (text->en.empty() || text->zh.empty() || text->en == text->zh)
            return "not in both languages: " + text->en;
        for (const std::string& one : {text->en, text->zh}) {
            if (one.find_first_of("{}$") != std::string::npos)
                return "something was left unfilled: " + one;
        }
    }
    return {};
}

} // namespace

class tst_Bank : public QObject {
    Q_OBJECT
private slots:
    void everyFileHasASolverForEachOfItsQuestions()
    {
        for (const lesson::Bank::Source& source : sources()) {
            lesson::Bank bank(test::shippedScenarios());
            QVERIFY(bank.add(source));
            QCOMPARE(test::bankSolvers(nameOf(source.file)).size(), bank.questionCount());
        }
    }

    void aSecondSolverAgreesOnTenThousandQuestions()
    {
        const lesson::Bank bank = shippedBank();
        std::size_t asked = 0;
        std::size_t runs = 0;
        std::map<std::string, std::set<std::string>> answers;
        std::map<std::string, bool> ofStatements;
        std::map<std::string, std::string> byText; // what a student reads, and the answer that is right
        std::size_t again = 0;
        for (std::uint64_t seed = 1; asked < kQuestions; ++seed) {
            for (std::size_t i = 0; i < bank.size(); ++i) {
                const std::string file = bank.source(i).file;
                const std::string label = file + ", seed " + std::to_string(seed);
                const auto exercise = bank.draw(i, seed);
                QVERIFY2(exercise, exercise ? "" : (label + ": " + exercise.error().toString()).c_str());
                ++runs;
                const lesson::PreparedLesson& prepared = *(*exercise)->prepared;
                const test::TraceBook book(test::jsonLines(prepared.run("").trace));
                test::Drawn drawn;
                for (const lesson::Parameter& parameter : (*exercise)->lesson.parameters)
                    drawn[parameter.name] = parameter.text;
                const auto solvers = test::bankSolvers(nameOf(file));
                for (std::size_t step = 0; step < prepared.steps.size(); ++step) {
                    const std::string flaw = flawOf(prepared.steps[step]);
                    QVERIFY2(flaw.empty(), (label + ", question " + std::to_string(step + 1) + ": " + flaw).c_str());
                    const std::string answer = answerOf(*prepared.steps[step].question);
                    std::string solved;
                    try {
                        solved = solvers[step](book, drawn).text;
                    } catch (const std::exception& failure) {
                        solved = failure.what();
                    }
                    QVERIFY2(answer == solved,
                        (label + ", question " + std::to_string(step + 1) + ": the bank says " + answer
                            + ", the solver " + solved)
                            .c_str());
                    const std::string kind = file + ", question " + std::to_string(step + 1);
                    answers[kind].insert(answer);
                    using Kind = lesson::Question::Kind;
                    const Kind form = prepared.steps[step].question->kind;
                    ofStatements[kind] = form == Kind::Choice || form == Kind::Closer;
                    // What two students read alike has one answer, whatever chance does in their runs.
                    const lesson::PreparedStep& read = prepared.steps[step];
                    std::string text = file + '\n' + read.text.en + '\n' + read.question->text.en;
                    if (read.question->kind
                        == lesson::Question::Kind::Order) { // what is to be put in order is read, too
                        std::set<std::string> items;
                        for (const lesson::Choice& choice : read.question->choices)
                            items.insert(choice.text.en);
                        for (const std::string& item : items)
                            text += '\n' + item;
                    }
                    const auto [known, isNew] = byText.emplace(text, answer);
                    again += isNew ? 0U : 1U;
                    QVERIFY2(known->second == answer,
                        (label + ": one text, two right answers, " + known->second + " and " + answer + ":\n"
                            + known->first)
                            .c_str());
                    ++asked;
                }
            }
        }
        QVERIFY2(again > 2'000, "texts come again, else nothing was compared");
        std::size_t varied = 0;
        for (const auto& [question, different] : answers)
            varied += different.size() > 1 ? 1U : 0U;
        std::printf("%zu questions of %zu runs; %zu of %zu kinds have more than one answer\n", asked, runs, varied,
            answers.size());
        // What can always be answered alike teaches nothing. Of statements a few are there to be refused, whatever is drawn.
        for (const auto& [question, different] : answers) {
            const bool isOfStatements = ofStatements[question] && !question.starts_with("close-wait")
                && !question.starts_with("who-closes");
            QVERIFY2(different.size() >= (isOfStatements ? 2 : 3),
                (question + ": " + std::to_string(different.size()) + " different answers").c_str());
        }
    }

    void oneSeedOneSheet()
    {
        const lesson::Bank bank = shippedBank();
        const auto once = bank.sheet(7, 6);
        const auto again = bank.sheet(7, 6);
        const auto other = bank.sheet(8, 6);
        QVERIFY(once && again && other);
        QCOMPARE(once->size(), std::size_t {6});
        const lesson::SheetHead head {"Worksheet", 1, 1, 7};
        for (const Language language : {Language::English, Language::Chinese}) {
            const std::string text = lesson::markdown(lesson::worksheet(head, *once, language));
            QCOMPARE(text, lesson::markdown(lesson::worksheet(head, *again, language)));
            QVERIFY(text != lesson::markdown(lesson::worksheet(head, *other, language)));
        }
        std::set<std::pair<std::string, std::size_t>> asked;
        for (const lesson::SheetQuestion& question : *once)
            QVERIFY(asked.insert({question.exercise->lesson.file, question.step}).second);
    }

    void aSheetDoesNotGiveItsAnswersAway()
    {
        const lesson::Bank bank = shippedBank();
        const auto sheet = bank.sheet(3, bank.questionCount());
        QVERIFY(sheet);
        const lesson::SheetHead head {"Worksheet", 2, 30, 3};
        const auto blocks = lesson::worksheet(head, *sheet, Language::English);
        for (const lesson::SheetBlock& block : blocks)
            QVERIFY(block.kind != lesson::SheetBlock::Kind::Answer && block.kind != lesson::SheetBlock::Kind::Cause);
        const auto answers = lesson::answerSheet(head, *sheet, Language::English);
        const auto count = [](const auto& list, lesson::SheetBlock::Kind kind) {
            return std::count_if(
                list.begin(), list.end(), [kind](const lesson::SheetBlock& block) { return block.kind == kind; });
        };
        QCOMPARE(count(answers, lesson::SheetBlock::Kind::Answer), std::ptrdiff_t(sheet->size()));
        QCOMPARE(count(blocks, lesson::SheetBlock::Kind::Number), std::ptrdiff_t(sheet->size()));
        QVERIFY(lesson::markdown(blocks).starts_with("# Worksheet\n\n*Copy 2 of 30 · seed 3*\n\nName: "));
        const std::string csv = lesson::answersCsv(head, *sheet, Language::English);
        QCOMPARE(std::count(csv.begin(), csv.end(), '\r'), std::ptrdiff_t(sheet->size()));
    }

    void copiesHaveSeedsOfTheirOwn()
    {
        QCOMPARE(lesson::copySeed(42, 1), std::uint64_t {42});
        std::set<std::uint64_t> seeds;
        for (std::size_t copy = 1; copy <= 200; ++copy)
            seeds.insert(lesson::copySeed(42, copy));
        QCOMPARE(seeds.size(), std::size_t {200});
        QCOMPARE(lesson::copySeed(42, 2), lesson::copySeed(42, 2));
    }

    void fieldsWithCommasAreQuoted()
    {
        QCOMPARE(lesson::csvField("a"), std::string("a"));
        QCOMPARE(lesson::csvField("a, \"b\""), std::string("\"a, \"\"b\"\"\""));
    }
};

QTEST_APPLESS_MAIN(tst_Bank)
#include "tst_bank.moc"
