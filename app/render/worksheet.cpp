// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/worksheet.h"

#include "app/commandline.h"
#include "app/lessonfiles.h"
#include "app/options.h"
#include "app/output.h"
#include "app/scenariofiles.h"
#include "app/worksheets.h"
#include "base/text.h"
#include "classroom/sheetpages.h"
#include "theme/look.h"
#include "vector/pdffile.h"

#include <charconv>
#include <filesystem>

namespace connscope::app {

namespace {

/// Leaves \a number alone where the option is not set.
std::optional<std::string> readNumber(const Options& options, const char* name, std::size_t most, std::size_t& number)
{
    if (!options.isSet(name))
        return std::nullopt;
    const std::string text = options.value(name);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        return std::string("--") + name + ": '" + printable(text) + "' is no number from 1 to "
            + std::to_string(most);
    number = value;
    return std::nullopt;
}

/// Each on lines of its own, pages apart.
std::string asText(const std::vector<std::vector<lesson::SheetBlock>>& sheets)
{
    std::string out;
    for (const auto& sheet : sheets)
        out += (out.empty() ? "" : "\n---\n\n") + lesson::markdown(sheet);
    return out;
}

std::string listing()
{
    std::string out = "What questions are taken from: topics of the bank, or lessons by name or file.\n\nTopics: ";
    const std::vector<std::string> topics = bankTopics();
    for (std::size_t i = 0; i < topics.size(); ++i)
        out += (i ? ", " : "") + topics[i];
    out += "\nLessons:\n";
    for (const std::string& file : lessonFiles(shippedLessonFolder()))
        out += "  " + std::filesystem::path(file).stem().string() + '\n';
    return out;
}

bool write(
    const std::string& file, const Worksheets& made, const std::vector<std::vector<lesson::SheetBlock>>& sheets)
{
    std::string bytes;
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".pdf") {
        const theme::Look look;
        bytes = classroom::sheetsPdf(sheets, look, QString::fromStdString(made.title), vector::sourceDateEpoch())
                    .toStdString();
    } else {
        bytes = ending == ".csv" ? made.csv : asText(sheets);
    }
    Output output(file);
    auto done = output.open();
    if (done) {
        output.write(bytes);
        done = output.commit();
    }
    if (!done)
        say(done.error());
    return done.has_value();
}

bool isSameFile(const std::string& a, const std::string& b)
{
    namespace fs = std::filesystem;
    std::error_code problem;
    if (a == b || (fs::exists(a, problem) && fs::exists(b, problem) && fs::equivalent(a, b, problem)))
        return true;
    const auto whole = [&problem](const std::string& name) {
        const fs::path absolute = fs::absolute(name, problem);
        return problem ? fs::path(name) : fs::weakly_canonical(absolute, problem);
    };
    return whole(a) == whole(b);
}

} // namespace

int writeWorksheets(const QStringList& arguments)
{
    Options options(
        "Questions on paper: for each copy other numbers, whose answers come from runs. Without a source, from the\n"
        "whole question bank.");
    options.addPositional("SOURCE…", "topics of the bank (consumer, producer, closing, failure), lessons, files");
    options.add("output", "FILE", "worksheets, by ending: .pdf, .md; .csv writes the answers as a table", 'o');
    options.add("answers", "FILE", "the answers with their causes: .pdf, .md or .csv");
    options.add("copies", "N", "how many different ones, 1 to 500; default: 1");
    options.add("questions", "N", "on each, 1 to 50; default: 6");
    options.add("seed", "N", "of the first copy; each other one says its own; default: 1");
    options.add("lang", "L", "en (default) or zh");
    options.add("title", "TEXT", "at the top of each sheet");
    options.add("list", nullptr, "lists what there is to take questions from");
    if (const auto status = options.parse(arguments))
        return *status;
    if (options.isSet("list"))
        return writeAll(1, listing()) ? kDone : kFailed;
    WorksheetRequest request;
    request.sources = options.positional();
    request.title = options.value("title");
    constexpr std::string_view kLanguages[] = {"en", "zh"};
    std::size_t language = 0;
    std::optional<std::uint64_t> seed;
    for (const auto& mistake :
        {readNumber(options, "copies", 500, request.copies), readNumber(options, "questions", 50, request.questions),
            readSeed(options, "seed", seed), readWord(options, "lang", kLanguages, language)}) {
        if (mistake)
            return usageError(*mistake);
    }
    request.seed = seed.value_or(1);
    request.language = static_cast<analysis::Language>(language);
    const std::string file = options.value("output");
    const std::string answers = options.value("answers");
    if (file.empty() && answers.empty())
        return usageError(
            "where to? -o FILE.pdf, FILE.md or FILE.csv, and --answers FILE; --list shows what there is");
    for (const std::string& one : {file, answers}) {
        const std::string ending = std::filesystem::path(one).extension().string();
        if (!one.empty() && one != "-" && ending != ".pdf" && ending != ".md" && ending != ".csv")
            return usageError("'" + printable(one) + "': expected a file that ends in .pdf, .md or .csv");
    }
    if (!file.empty() && !answers.empty() && isSameFile(file, answers))
        return usageError("-o and --answers name the same file, '" + printable(file) + "': one would be lost");
    const auto made = makeWorksheets(request);
    if (!made) {
        say(made.error());
        return kFailed;
    }
    const bool isWritten = (file.empty() || write(file, *made, made->sheets))
        && (answers.empty() || write(answers, *made, made->answers));
    return isWritten ? kDone : kFailed;
}

} // namespace connscope::app
