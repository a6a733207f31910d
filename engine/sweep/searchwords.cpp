// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/searchwords.h"

#include "analysis/columns.h"
#include "analysis/jsonwriter.h"
#include "analysis/spokentime.h"

#include <algorithm>
#include <cmath>

namespace connscope::sweep {

using analysis::Language;

namespace {

constexpr std::size_t kWidth = 110;

std::string pick(Language language, std::string_view english, std::string_view chinese)
{
    return std::string(language == Language::Chinese ? chinese : english);
}

std::string joined(const std::vector<std::string>& words, Language language)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : pick(language, ", ", "，")) + word;
    return out;
}

/// What the numbers of two runs do not have in common.
std::string numbersText(const Measures& before, const Measures& after, Language language)
{
    std::vector<std::string> parts;
    for (const Column& column : columns()) {
        const auto a = std::llround(column.number(before));
        const auto b = std::llround(column.number(after));
        if (a == b)
            continue;
        const std::string title
            = column.isTime ? std::string(column.phrase) : pick(language, column.title, column.chinese);
        const auto told = [&](long long n) {
            return column.isTime ? analysis::spokenTime(std::chrono::milliseconds(n), language) : std::to_string(n);
        };
        if (told(a) == told(b))
            continue; // a difference that is not told is none
        parts.push_back(title + ' ' + told(b) + pick(language, " instead of ", "，原为 ") + told(a));
    }
    if (parts.empty())
        return {};
    std::string out;
    for (const std::string& part : parts)
        out += (out.empty() ? "" : pick(language, ", ", "；")) + part;
    return out + pick(language, ".", "。");
}

std::size_t count(const Search& search, Trial::Outcome outcome)
{
    return static_cast<std::size_t>(std::count_if(search.trials.begin(), search.trials.end(),
        [outcome](const Trial& trial) { return trial.isDone && trial.outcome == outcome; }));
}

/// "suffers.", "*.", "cluster.".
std::string_view ownerOf(const Trial& trial)
{
    return std::string_view(trial.setting).substr(0, trial.setting.size() - trial.value.size());
}

std::string_view outcomeName(const Trial& trial)
{
    if (!trial.isDone)
        return "not-tried";
    switch (trial.outcome) {
    case Trial::Outcome::Avoids:
        return "avoids";
    case Trial::Outcome::Remains:
        return "remains";
    case Trial::Outcome::NoEffect:
        return "no-effect";
    case Trial::Outcome::NotTaken:
        return "not-taken";
    case Trial::Outcome::NotWhole:
        break;
    }
    return "not-whole";
}

} // namespace

std::vector<Answer> answers(const Search& search, Language language)
{
    std::vector<Answer> out;
    for (const std::size_t place : search.best()) {
        const Trial& trial = search.trials[place];
        const Candidate& candidate = candidates()[trial.candidate];
        Answer answer;
        answer.trial = place;
        answer.setting = trial.setting;
        answer.why = (trial.isBelow ? candidate.down : candidate.up).in(language == Language::Chinese);
        if (trial.isUnseen)
            answer.why += pick(
                language, " This run is over before that is seen.", "这次运行在此之前就结束了，看不到它的效果。");
        if (trial.isLucky)
            answer.why += pick(language, " By chance only: with another seed it does not avoid it.",
                "但这只是碰巧：换一个种子就避免不了。");
        std::vector<std::string> others;
        for (const Trial& other : search.trials) {
            if (other.candidate == trial.candidate && other.outcome == Trial::Outcome::Avoids && &other != &trial
                && other.isLucky == trial.isLucky && ownerOf(other) == ownerOf(trial))
                others.push_back(other.value);
        }
        if (!others.empty())
            answer.others
                = pick(language, "So do: ", "同样有效的值：") + joined(others, language) + pick(language, ".", "。");
        answer.numbers = numbersText(search.before, trial.measures, language);
        answer.costs = trial.costs[static_cast<std::size_t>(language)];
        out.push_back(std::move(answer));
    }
    return out;
}

std::string tally(const Search& search, Language language)
{
    const std::size_t avoids = count(search, Trial::Outcome::Avoids);
    const std::size_t tried
        = avoids + count(search, Trial::Outcome::Remains) + count(search, Trial::Outcome::NoEffect);
    const std::size_t notWhole = count(search, Trial::Outcome::NotWhole);
    std::string out = language == Language::Chinese
        ? "试了 " + std::to_string(tried) + " 个改动，每次只改一处：" + std::to_string(avoids) + " 个能避免它。"
        : std::to_string(tried) + " changes were tried, one setting each: " + std::to_string(avoids)
            + (avoids == 1 ? " avoids it." : " avoid it.");
    if (notWhole > 0)
        out += language == Language::Chinese ? std::to_string(notWhole) + " 次运行没有完成，因此不作判断。"
            : notWhole == 1
            ? std::string(" One run did not come to its end, so it says nothing.")
            : " " + std::to_string(notWhole) + " runs did not come to their end, so they say nothing.";
    if (!search.isWhole())
        out += pick(language, " The search was cancelled before all were tried.", "搜索在全部试完之前被取消。");
    return out;
}

std::vector<std::string> withoutSuccess(const Search& search)
{
    std::vector<std::string> out;
    for (std::size_t c = 0; c < candidates().size(); ++c) {
        std::vector<std::string> values;
        bool isAny = false;
        for (const Trial& trial : search.trials) {
            if (trial.candidate != c || !trial.isDone)
                continue;
            isAny = isAny || trial.outcome == Trial::Outcome::Avoids;
            // Of one client and of all of them: told once.
            if ((trial.outcome == Trial::Outcome::Remains || trial.outcome == Trial::Outcome::NoEffect)
                && std::find(values.begin(), values.end(), trial.value) == values.end())
                values.push_back(trial.value);
        }
        if (isAny || values.empty())
            continue;
        const Candidate& candidate = candidates()[c];
        out.push_back((candidate.scope == Scope::Cluster ? "cluster." : "") + std::string(candidate.key) + " ("
            + joined(values, Language::English) + ')');
    }
    return out;
}

bool writeSearch(const Search& search, analysis::TextSink& sink, Language language)
{
    analysis::writeWrapped(sink,
        pick(language, "To be avoided: ", "要避免的：") + search.what[static_cast<std::size_t>(language)], 0, kWidth);
    analysis::writeWrapped(sink, tally(search, language), 0, kWidth);
    for (const Answer& answer : answers(search, language)) {
        sink << '\n' << answer.setting << '\n';
        analysis::writeWrapped(sink, answer.why, 4, kWidth);
        if (!answer.others.empty())
            analysis::writeWrapped(sink, answer.others, 4, kWidth);
        if (!answer.numbers.empty())
            analysis::writeWrapped(
                sink, pick(language, "What it costs or saves: ", "得失：") + answer.numbers, 4, kWidth);
        for (const std::string& cost : answer.costs)
            analysis::writeWrapped(sink, "- " + cost, 4, kWidth);
    }
    if (const std::vector<std::string> rest = withoutSuccess(search); !rest.empty()) {
        sink << '\n';
        analysis::writeWrapped(sink,
            pick(language, "Tried without success: ", "试过但无效：") + joined(rest, language)
                + pick(language, ".", "。"),
            0, kWidth);
    }
    return sink.flush();
}

bool writeSearchJson(const Search& search, analysis::TextSink& sink, Language language)
{
    analysis::JsonWriter json(sink);
    json.open('{');
    json.line(2);
    json.member("connscope-avoid", 1);
    json.line(2);
    json.member("what", search.what[static_cast<std::size_t>(language)]);
    json.line(2);
    json.member("tally", tally(search, language));
    json.line(2);
    json.key("whole");
    json.boolean(search.isWhole());
    const auto numbers = [&](const Measures& measures) {
        json.open('{');
        for (const Column& column : columns())
            json.member(column.name, std::llround(column.number(measures)));
        json.close('}');
    };
    json.line(2);
    json.key("before");
    numbers(search.before);
    json.line(2);
    json.key("answers");
    json.open('[');
    const std::vector<Answer> found = answers(search, language);
    for (const Answer& answer : found) {
        json.line(4);
        json.item();
        json.open('{');
        json.member("setting", answer.setting);
        json.member("why", answer.why);
        json.line(6);
        json.key("numbers");
        numbers(search.trials[answer.trial].measures);
        json.line(6);
        json.key("costs");
        json.open('[');
        for (const std::string& cost : answer.costs) {
            json.item();
            json.text(cost);
        }
        json.close(']');
        json.close('}');
    }
    if (!found.empty())
        json.lineNow(2);
    json.close(']');
    json.line(2);
    json.key("trials");
    json.open('[');
    for (const Trial& trial : search.trials) {
        json.line(4);
        json.item();
        json.open('{');
        json.member("setting", trial.setting);
        json.member("outcome", outcomeName(trial));
        if (trial.outcome == Trial::Outcome::Avoids) {
            json.key("lucky");
            json.boolean(trial.isLucky);
        }
        json.close('}');
    }
    json.lineNow(2);
    json.close(']');
    json.lineNow(0);
    json.close('}');
    sink << '\n';
    return sink.flush();
}

} // namespace connscope::sweep
