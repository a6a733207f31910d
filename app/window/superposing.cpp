// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/superposing.h"

#include "timeline/timelinedata.h"
#include "topology/exchanges.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>
#include <vector>

namespace connscope::app {

namespace {

constexpr std::size_t kSentences = 3; // of a summary, in a caption

/// What a run is, in an order in which it is said: each part in English and in Chinese.
struct Said {
    std::string english;
    std::string chinese;
    bool operator==(const Said&) const = default;
};

Said same(std::string text) { return {text, std::move(text)}; }

Said worldOf(const view::Source& source)
{
    if (source.simulated)
        return {"simulated", "模拟"};
    return source.world == view::World::Evidence ? Said {"recorded", "记录"} : Said {"real", "真实"};
}

std::vector<std::string> without(const std::vector<std::string>& all, const std::vector<std::string>& shared)
{
    std::vector<std::string> out;
    for (const std::string& one : all) {
        if (std::find(shared.begin(), shared.end(), one) == shared.end())
            out.push_back(one);
    }
    return out;
}

std::string joined(const std::vector<Said>& parts, bool chinese)
{
    std::string out;
    for (const Said& part : parts)
        out += (out.empty() ? "" : " · ") + (chinese ? part.chinese : part.english);
    return out;
}

std::string firstSentences(const RunPair& pair, analysis::Language language)
{
    std::string out;
    const std::vector<compare::Sentence>& all = pair.sentences(language);
    for (std::size_t i = 0; i < std::min(all.size(), kSentences); ++i)
        out += (out.empty() || language == analysis::Language::Chinese ? "" : " ") + all[i].text;
    return out;
}

} // namespace

RunFacts RunFacts::of(const view::Source& source, const trace::Trace& trace, const scenario::Scenario* scenario)
{
    RunFacts out;
    out.source = source;
    out.profile = !source.profile.empty() ? source.profile
        : !trace.header().profile.empty() ? trace.header().profile
        : scenario                        ? scenario->profileName
                                          : std::string();
    out.title = trace.header().title;
    return out;
}

std::array<std::array<std::string, 2>, 2> runNames(const RunFacts& a, const RunFacts& b)
{
    const view::Source& first = a.source;
    const view::Source& second = b.source;
    const std::array facts {&a, &b};
    std::array<std::vector<Said>, 2> parts;
    const auto add = [&parts](const Said& one, const Said& other) {
        if (one == other)
            return;
        parts[0].push_back(one);
        parts[1].push_back(other);
    };
    add(same(QFileInfo(first.fileName).completeBaseName().toStdString()),
        same(QFileInfo(second.fileName).completeBaseName().toStdString()));
    add(worldOf(first), worldOf(second));
    add(same(a.profile), same(b.profile));
    if (first.simulated && second.simulated)
        add(same("seed " + std::to_string(first.seed)), same("seed " + std::to_string(second.seed)));
    // A seed's word is Chinese as well.
    for (std::vector<Said>& own : parts) {
        for (Said& part : own) {
            if (part.english.starts_with("seed "))
                part.chinese = "种子 " + part.english.substr(5);
        }
    }
    for (const std::size_t run : {0U, 1U}) {
        for (std::string& setting : without(facts[run]->source.settings, facts[1 - run]->source.settings))
            parts[run].push_back(same(std::move(setting)));
        std::erase_if(parts[run], [](const Said& part) { return part.english.empty(); });
    }
    std::array<std::array<std::string, 2>, 2> out;
    const std::array isTold {!parts[1].empty(), !parts[0].empty()}; // by what the other has and this one has not
    for (const std::size_t run : {0U, 1U}) {
        if (parts[run].empty()) {
            std::string name = QFileInfo(facts[run]->source.fileName).completeBaseName().toStdString();
            if (name.empty())
                name = facts[run]->title;
            parts[run].push_back(isTold[run] ? Said {"as written", "原样"} : same(std::move(name)));
        }
        out[0][run] = joined(parts[run], false);
        out[1][run] = joined(parts[run], true);
    }
    return out;
}

std::unique_ptr<view::Content> superposed(const RunPair& pair, const SuperposeRequest& request)
{
    compare::Superposed both = compare::superpose(pair.comparison(), pair.times(), request.clock);
    both.twofold.names = runNames(request.first, request.second);
    both.twofold.summary
        = {firstSentences(pair, analysis::Language::English), firstSentences(pair, analysis::Language::Chinese)};
    auto content
        = std::make_unique<view::Content>(request.first.source, std::move(both.trace), request.scenario, both.until);
    content->setTwofold(std::make_shared<const trace::Twofold>(std::move(both.twofold)));
    topology::prepare(*content);
    timeline::prepare(*content);
    return content;
}

std::unique_ptr<view::Content> superposed(
    std::unique_ptr<view::Content> first, std::unique_ptr<view::Content> second, compare::Clock clock)
{
    SuperposeRequest request {RunFacts::of(*first), first->scenario, RunFacts::of(*second), clock};
    const Instant firstEnd = std::max(first->until, first->trace.end());
    const Instant secondEnd = std::max(second->until, second->trace.end());
    // What was computed of each alone is of no use, and refers to the traces.
    trace::Trace traces[2] {std::move(first->trace), std::move(second->trace)};
    first.reset();
    second.reset();
    const RunPair pair(std::move(traces[0]), firstEnd, std::move(traces[1]), secondEnd);
    return superposed(pair, request);
}

Superposing::Superposing(QObject* parent)
    : QObject(parent)
{
}

void Superposing::start(std::shared_ptr<const RunPair> pair, SuperposeRequest request)
{
    m_job.start([this, pair = std::move(pair), request = std::move(request)]() -> NewestJob::Finish {
        const auto content = std::make_shared<std::unique_ptr<view::Content>>(superposed(*pair, request));
        return [this, content] {
            m_made = std::move(*content);
            emit made();
        };
    });
}

void Superposing::drop()
{
    m_job.drop();
    m_made.reset();
}

} // namespace connscope::app
