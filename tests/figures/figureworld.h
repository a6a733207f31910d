// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "support/playing.h"

/// The three kinds of connection of a consumer, to be drawn.
struct FigureWorld {
    explicit FigureWorld(const char* scenario = "13-three-kinds.yaml")
    {
        using namespace connscope;
        auto read = test::shippedScenario(scenario);
        auto trace = test::play(read);
        document.replace(std::make_unique<view::Content>(
            view::Source {}, std::move(trace), std::move(read), kStart + std::chrono::seconds(10)));
    }

    connscope::view::Document document;
    connscope::view::Filter filter {document};
    connscope::theme::Look look;
};
