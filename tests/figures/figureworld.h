// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

/// The three kinds of connection of a consumer, to be drawn.
struct FigureWorld {
    explicit FigureWorld(const char* scenario = "13-three-kinds.yaml")
    {
        using namespace connscope;
        auto read = scenario::readScenarioFile(test::sourcePath("resources/scenarios/") + scenario);
        auto trace = sim::run(*read);
        document.replace(std::make_unique<view::Content>(
            view::Source {}, std::move(*trace), std::move(*read), kStart + std::chrono::seconds(10)));
    }

    connscope::view::Document document;
    connscope::view::Filter filter {document};
    connscope::theme::Look look;
};
