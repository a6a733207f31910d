// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "topology/paint.h"
#include "view/document.h"
#include "view/filter.h"

#include <QImage>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// A shipped scenario, run and laid out, for tests of the topology.

namespace connscope::test {

constexpr Duration us(std::int64_t n) { return std::chrono::microseconds(n); }

/// Names of the files in resources/scenarios, ascending.
std::vector<std::string> shippedScenarios();
/// The one whose name begins with \a number ("13").
std::string scenarioNamed(const std::string& number);
/// Runs it; a scenario that does not run is a failed test (std::runtime_error).
/// \a until: no longer than that, for tests that need only the beginning of a long one.
std::unique_ptr<view::Content> runScenario(
    const std::string& fileName, std::optional<Duration> until = {}, const std::string& profile = {});
std::unique_ptr<view::Content> runScenarioText(const std::string& yaml);

struct Theatre {
    explicit Theatre(std::unique_ptr<view::Content> content);

    /// Lays out for another size of the picture.
    void resize(QSizeF size);
    topology::Stage stage() const { return {cast, exchanges, *placement, *metrics, document, filter, look}; }
    topology::Scene scene(Instant t, const topology::Tempo& tempo = {}) const
    {
        return topology::makeScene(stage(), document.at(t), tempo);
    }
    QImage image(Instant t, const topology::Tempo& tempo = {}, qreal scale = 1,
        const topology::Highlight& highlight = {}) const;

    view::Document document;
    view::Filter filter {document};
    theme::Look look;
    topology::Cast cast;
    topology::Exchanges exchanges;
    topology::Arrangement arrangement;
    std::unique_ptr<topology::Metrics> metrics;
    std::unique_ptr<topology::Placement> placement;
    QSizeF widget;
    qreal enlargement = 1;
};

} // namespace connscope::test
