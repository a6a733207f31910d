// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/prepare.h"

#include "base/text.h"
#include "lesson/preparing.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <algorithm>
#include <map>

namespace connscope::lesson {

namespace {

constexpr std::size_t kMostErrors = 50;

Error errorAt(const Lesson& lesson, const Place& place, std::string message)
{
    Error error;
    error.file = lesson.file;
    error.line = place.line;
    error.column = place.column;
    error.message = std::move(message);
    return error;
}

Result<scenario::Scenario> loadScenario(const Lesson& lesson, const Run& run, const ScenarioLoader& load)
{
    if (run.scenarioText.empty()) {
        auto loaded = load(run.scenario, lesson.file);
        if (!loaded)
            return fail(errorAt(
                lesson, run.place, "the scenario '" + printable(run.scenario) + "': " + loaded.error().toString()));
        return loaded;
    }
    auto scenario = scenario::readScenario(run.scenarioText, lesson.file);
    if (scenario)
        return scenario;
    Error error = scenario.error();
    if (error.line > 0) // of the text inside; how far it is indented is not known
        error.line += run.textLine;
    error.column = 0;
    error.message.insert(0, "in the scenario: ");
    return fail(error);
}

Result<std::unique_ptr<const Played>> play(
    const Lesson& lesson, const Run& run, const ScenarioLoader& load, const PrepareOptions& options)
{
    auto loaded = loadScenario(lesson, run, load);
    if (!loaded)
        return fail(loaded.error());
    sim::Options how;
    how.profile = run.name.empty() && !options.profile.empty() ? options.profile : run.profile;
    how.seed = run.seed;
    if (run.until)
        loaded->until = *run.until;
    how.cancel = options.cancel;
    for (const std::string& setting : run.settings) {
        if (const auto applied = scenario::applySetting(*loaded, setting, how.profile); !applied)
            return fail(errorAt(lesson, run.place, "set: '" + printable(setting) + "': " + applied.error().message));
    }
    sim::Statistics statistics;
    auto trace = sim::run(*loaded, how, &statistics);
    if (!trace)
        return fail(errorAt(lesson, run.place, trace.error().message));
    if (statistics.stoppedEarly)
        return fail(errorAt(lesson, run.place,
            "the run stopped early: " + std::string(trace->text((*trace)[trace->size() - 1].text))));
    const std::uint64_t seed = how.seed.value_or(loaded->seed);
    return std::make_unique<const Played>(std::move(*loaded), how.profile, seed, std::move(*trace), statistics.end);
}

class LessonPreparing {
public:
    LessonPreparing(const Lesson& lesson, const PrepareOptions& options)
        : m_lesson(lesson)
        , m_options(options)
        , m_prepared(std::make_unique<PreparedLesson>())
    {
        m_prepared->profile = options.profile;
    }

    PrepareResult run(const ScenarioLoader& load)
    {
        for (const Run& one : m_lesson.runs) {
            auto played = play(m_lesson, one, load, m_options);
            if (!played) {
                m_errors.push_back(played.error());
                return {nullptr, std::move(m_errors)};
            }
            m_prepared->runs.emplace_back(one.name, std::move(*played));
        }
        for (std::size_t i = 0; i < m_lesson.steps.size() && m_errors.size() < kMostErrors; ++i)
            prepareStep(m_lesson.steps[i], i);
        if (!m_errors.empty())
            return {nullptr, std::move(m_errors)};
        return {std::move(m_prepared), {}};
    }

private:
    void prepareStep(const Step& step, std::size_t number)
    {
        const Played& played = m_prepared->run(step.run);
        PreparedStep out;
        out.run = step.run;
        out.view = step.view;
        out.controls = step.controls;
        out.pause = number > 0 && m_prepared->steps.back().run == step.run ? m_last : Moment {};
        if (step.pause) {
            const auto pause = findMoment(played, *step.pause);
            if (!pause) {
                // What the step points at and asks would only be missing elsewhere.
                m_errors.push_back(errorAt(m_lesson, step.pause->place, "pause: " + pause.error().message));
                m_prepared->steps.push_back(std::move(out));
                return;
            }
            out.pause = *pause;
        }
        Moment reveal = out.pause;
        bool isAnswerable = true;
        if (step.question) {
            const std::size_t before = m_errors.size();
            const auto moment = findMoment(played, step.question->reveal);
            if (!moment)
                m_errors.push_back(
                    errorAt(m_lesson, step.question->reveal.place, "reveal: " + moment.error().message));
            else if (moment->applied < out.pause.applied)
                m_errors.push_back(errorAt(m_lesson, step.question->reveal.place,
                    "reveal: the answer shows at " + formatDuration(moment->at.time_since_epoch())
                        + ", before the pause at " + formatDuration(out.pause.at.time_since_epoch())));
            else
                reveal = *moment;
            if (m_errors.size() == before)
                refuseSeen(step, number, out.pause, reveal);
            isAnswerable = m_errors.size() == before; // else what it asks would only seem to be missing, or wrong
        }
        m_last = reveal;
        const RunByName runs = [this](const std::string& name) -> const Played& { return m_prepared->run(name); };
        Preparing preparing(m_lesson, step, played, runs, out.pause, reveal, m_options.seed + number, m_errors);
        if (number == 0) {
            m_prepared->title = preparing.words(m_lesson.title);
            m_prepared->summary = preparing.words(m_lesson.summary);
        }
        out.title = preparing.words(step.title);
        out.text = preparing.words(step.text);
        out.highlights = preparing.highlights();
        if (step.question && isAnswerable)
            out.question = preparing.question(*step.question);
        m_seen[step.run] = std::max(m_seen[step.run], Seen {std::max(out.pause, reveal, isEarlier), number},
            [](const Seen& a, const Seen& b) { return isEarlier(a.moment, b.moment); });
        m_prepared->steps.push_back(std::move(out));
    }

    static bool isEarlier(const Moment& a, const Moment& b)
    {
        return a.applied != b.applied ? a.applied < b.applied : a.at < b.at;
    }

    /// Whoever was shown a run up to an instant cannot predict what happens before it. What is asked about the picture as it
    /// stands is no prediction, and on paper nothing is shown.
    void refuseSeen(const Step& step, std::size_t number, const Moment& pause, const Moment& reveal)
    {
        const auto seen = m_seen.find(step.run);
        if (m_lesson.hasParameters() || seen == m_seen.end() || reveal == pause
            || isEarlier(seen->second.moment, reveal))
            return;
        m_errors.push_back(errorAt(m_lesson, step.question->place,
            "step " + std::to_string(number + 1) + " asks for what was seen: its answer shows at "
                + formatDuration(reveal.at.time_since_epoch()) + ", and step " + std::to_string(seen->second.step + 1)
                + " has shown this run up to " + formatDuration(seen->second.moment.at.time_since_epoch())
                + "; let that one reveal less, or ask this first"));
    }

    const Lesson& m_lesson;
    const PrepareOptions& m_options;
    std::unique_ptr<PreparedLesson> m_prepared;
    struct Seen {
        Moment moment; ///< up to which a run was shown
        std::size_t step = 0; ///< by which
    };
    std::map<std::string, Seen> m_seen; ///< by run
    std::vector<Error> m_errors;
    Moment m_last;
};

} // namespace

std::optional<std::size_t> PreparedQuestion::rightChoice() const
{
    if (kind == Question::Kind::Order)
        return std::nullopt;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].isRight)
            return i;
    }
    return std::nullopt;
}

const Played& PreparedLesson::run(std::string_view name) const
{
    for (const auto& [known, played] : runs) {
        if (known == name)
            return *played;
    }
    return *runs.front().second;
}

std::size_t PreparedLesson::questionCount() const
{
    return static_cast<std::size_t>(std::count_if(
        steps.begin(), steps.end(), [](const PreparedStep& step) { return step.question.has_value(); }));
}

PrepareResult prepare(const Lesson& lesson, const ScenarioLoader& load, const PrepareOptions& options)
{
    return LessonPreparing(lesson, options).run(load);
}

// ---- one step ----

Preparing::Preparing(const Lesson& lesson, const Step& step, const Played& played, RunByName runs,
    const Moment& pause, const Moment& reveal, std::uint64_t seed, std::vector<Error>& errors)
    : m_lesson(lesson)
    , m_step(step)
    , m_played(played)
    , m_pause(pause)
    , m_reveal(reveal)
    , m_measuring(lesson, step, std::move(runs), reveal)
    , m_rng(seed)
    , m_errors(errors)
{
}

void Preparing::error(const Place& place, std::string message)
{
    if (m_errors.size() < kMostErrors)
        m_errors.push_back(errorAt(m_lesson, place, std::move(message)));
}

void Preparing::error(const Place& place, const Error& error)
{
    if (error.file.empty())
        this->error(place, error.message);
    // A measure that fails is said once, not for every text and question that asks for it.
    else if (m_errors.size() < kMostErrors
        && std::none_of(m_errors.begin(), m_errors.end(),
            [&error](const Error& known) { return known.line == error.line && known.message == error.message; }))
        m_errors.push_back(error);
}

std::int64_t Preparing::value(const Expression& expression, const Place& place)
{
    const auto result = expression.evaluate(m_measuring.valueOf());
    if (result)
        return *result;
    error(place, result.error());
    return 0;
}

scenario::Text Preparing::words(const Words& words)
{
    scenario::Text text;
    auto en = m_measuring.fill(words.en);
    auto zh = m_measuring.fill(words.zh);
    if (!en)
        error(words.place, en.error());
    else if (!zh)
        error(words.placeZh, zh.error());
    else
        text = {std::move(*en), std::move(*zh)};
    return text;
}

std::vector<Thing> Preparing::things(const Target& target, const trace::WorldState& world)
{
    std::vector<Thing> found;
    const trace::WorldState now = m_played.world(m_pause);
    const auto addConnections = [&](const trace::Query& query) {
        for (const ConnectionId id : trace::findConnections(world, query)) {
            const trace::ConnectionState c = now.connection(id);
            if (c.exists() && !now.isGone(c))
                found.push_back({Thing::Kind::Connection, id.value});
        }
    };
    switch (target.kind) {
    case Target::Kind::Connection:
        addConnections(target.where);
        break;
    case Target::Kind::Node: {
        const auto query = trace::Query::parse("node = " + std::to_string(value(target.number, target.place)));
        if (query)
            addConnections(*query);
        break;
    }
    case Target::Kind::Broker: {
        const std::int64_t id = value(target.number, target.place);
        if (id >= 0 && id <= std::numeric_limits<std::int32_t>::max()
            && world.broker(BrokerId {static_cast<std::int32_t>(id)}))
            found.push_back({Thing::Kind::Broker, id});
        break;
    }
    case Target::Kind::Client:
        for (const ClientId id : m_played.clients(target.client)) {
            if (now.client(id).exists())
                found.push_back({Thing::Kind::Client, id.value});
        }
        break;
    }
    return found;
}

std::vector<Thing> Preparing::highlights()
{
    std::vector<Thing> all;
    const trace::WorldState now = m_played.world(m_pause);
    for (const Target& target : m_step.highlights) {
        const std::vector<Thing> found = things(target, now);
        if (found.empty())
            error(target.place,
                "highlight: there is no such thing in the picture at " + formatDuration(m_pause.at.time_since_epoch())
                    + ", where this step stops");
        for (const Thing& thing : found) {
            if (std::find(all.begin(), all.end(), thing) == all.end())
                all.push_back(thing);
        }
    }
    return all;
}

} // namespace connscope::lesson
