// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/newestjob.h"
#include "app/window/runpair.h"
#include "compare/superpose.h"
#include "view/document.h"

#include <QObject>

#include <array>
#include <memory>
#include <optional>
#include <string>

/// \file
/// Two runs as one picture, for the window and for figures.

namespace connscope::app {

/// What a run is called by.
struct RunFacts {
    view::Source source;
    std::string
        profile; ///< by which its clients decide, whether a person or the scenario says so; "" = not one for all
    std::string title;

    static RunFacts of(const view::Content& content)
    {
        return of(content.source, content.trace, content.scenario ? &*content.scenario : nullptr);
    }
    static RunFacts of(const view::Document& document)
    {
        return of(document.source(), document.trace(), document.scenario());
    }

private:
    static RunFacts of(const view::Source& source, const trace::Trace& trace, const scenario::Scenario* scenario);
};

/// What a legend calls two runs, by language (English, Chinese) and run: what tells them apart (scenario, simulated or real,
/// profile, seed, settings), and no more.
std::array<std::array<std::string, 2>, 2> runNames(const RunFacts& first, const RunFacts& second);

/// What a picture of two runs is made of.
struct SuperposeRequest {
    RunFacts first; ///< the picture is its, with the second laid over it
    std::optional<scenario::Scenario> scenario; ///< of the first
    RunFacts second;
    compare::Clock clock = compare::Clock::ByCause;
};

/// One picture, with all that views compute of a trace. O(n log n) in the events.
std::unique_ptr<view::Content> superposed(const RunPair& pair, const SuperposeRequest& request);

/// The same of two that were loaded, for a figure.
std::unique_ptr<view::Content> superposed(
    std::unique_ptr<view::Content> first, std::unique_ptr<view::Content> second, compare::Clock clock);

/// Makes it in a thread; a newer one takes the place of one that is being made.
class Superposing : public QObject {
    Q_OBJECT

public:
    explicit Superposing(QObject* parent = nullptr);

    /// `made` follows, unless it is started again or dropped before.
    void start(std::shared_ptr<const RunPair> pair, SuperposeRequest request);
    void drop();

    /// What was made, once: it is taken.
    std::unique_ptr<view::Content> take() { return std::move(m_made); }

signals:
    void made();

private:
    std::unique_ptr<view::Content> m_made;
    NewestJob m_job {this};
};

} // namespace connscope::app
