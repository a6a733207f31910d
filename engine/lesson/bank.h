// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/prepare.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The question bank: lessons with parameters, of which every seed makes another one. A sheet takes questions from several
/// of them, each with a set-up of its own; another seed gives a sheet of the same kind with other numbers.

namespace connscope::lesson {

/// One set-up that was drawn, run and prepared, with all its questions.
struct Exercise {
    Lesson lesson;
    std::unique_ptr<PreparedLesson> prepared;
    std::uint64_t seed = 0;
};

/// A question of an exercise.
struct SheetQuestion {
    std::shared_ptr<const Exercise> exercise;
    std::size_t step = 0;

    const PreparedStep& preparedStep() const { return exercise->prepared->steps[step]; }
    const PreparedQuestion& question() const { return *preparedStep().question; }
    const Played& played() const { return exercise->prepared->run(preparedStep().run); }
};

class Bank {
public:
    /// A file of the bank, or a lesson that is to be asked on paper.
    struct Source {
        std::string file;
        std::string text;
    };

    explicit Bank(ScenarioLoader load)
        : m_load(std::move(load))
    {
    }

    /// Reads a file once, to know its topic and questions. Errors with their place; one without questions is an error.
    Result<void> add(Source source);

    std::size_t size() const { return m_sources.size(); }
    std::size_t questionCount() const { return m_places.size(); }
    const Source& source(std::size_t i) const { return m_sources[i].source; }
    const std::string& topic(std::size_t i) const { return m_sources[i].topic; }

    /// The set-up of one file for one seed. Errors are mistakes of the file.
    Result<std::shared_ptr<const Exercise>> draw(std::size_t i, std::uint64_t seed) const;

    /// \a count questions (at most questionCount()), none of them twice, in an order of the seed; a lesson without
    /// parameters keeps its own order and comes with what changes by seed: the order of its choices.
    Result<std::vector<SheetQuestion>> sheet(std::uint64_t seed, std::size_t count) const;

private:
    struct Known {
        Source source;
        std::string topic;
        bool hasParameters = false;
    };
    struct Place {
        std::size_t source = 0;
        std::size_t step = 0;
    };
    ScenarioLoader m_load;
    std::vector<Known> m_sources;
    std::vector<Place> m_places; // of every question
};

} // namespace connscope::lesson
