// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/bank.h"

#include "base/rng.h"
#include "lesson/reader.h"

#include <algorithm>

namespace connscope::lesson {

Result<void> Bank::add(Source source)
{
    ReadResult read = tryLesson(source.text, source.file, 1);
    if (!read.lesson)
        return fail(read.errors.front());
    const std::size_t before = m_places.size();
    for (std::size_t step = 0; step < read.lesson->steps.size(); ++step) {
        if (read.lesson->steps[step].question)
            m_places.push_back({m_sources.size(), step});
    }
    if (m_places.size() == before) {
        Error error;
        error.file = source.file;
        error.message = "this lesson asks nothing";
        return fail(error);
    }
    m_sources.push_back({std::move(source), read.lesson->topic, read.lesson->hasParameters()});
    return {};
}

Result<std::shared_ptr<const Exercise>> Bank::draw(std::size_t i, std::uint64_t seed) const
{
    ReadResult read = tryLesson(m_sources[i].source.text, m_sources[i].source.file, seed);
    if (!read.lesson)
        return fail(read.errors.front());
    PrepareOptions options;
    options.seed = seed;
    PrepareResult result = prepare(*read.lesson, m_load, options);
    if (!result.lesson)
        return fail(result.errors.front());
    auto exercise = std::make_shared<Exercise>();
    exercise->lesson = std::move(*read.lesson);
    exercise->prepared = std::move(result.lesson);
    exercise->seed = seed;
    return exercise;
}

Result<std::vector<SheetQuestion>> Bank::sheet(std::uint64_t seed, std::size_t count) const
{
    std::vector<Place> places = m_places;
    Rng rng = Rng(seed).fork("sheet");
    const bool isDrawn
        = std::any_of(m_sources.begin(), m_sources.end(), [](const Known& known) { return known.hasParameters; });
    if (isDrawn)
        rng.shuffle(places);
    places.resize(std::min(count, places.size()));
    std::vector<SheetQuestion> sheet;
    std::vector<std::shared_ptr<const Exercise>> lessons(m_sources.size()); // without parameters: run once
    for (const Place& place : places) {
        const std::uint64_t draw = rng.next();
        std::shared_ptr<const Exercise> exercise = lessons[place.source];
        if (!exercise) {
            auto drawn = this->draw(place.source, draw);
            if (!drawn)
                return fail(drawn.error());
            exercise = std::move(*drawn);
            if (!m_sources[place.source].hasParameters)
                lessons[place.source] = exercise;
        }
        sheet.push_back({std::move(exercise), place.step});
    }
    return sheet;
}

} // namespace connscope::lesson
