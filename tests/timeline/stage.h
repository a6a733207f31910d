// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "timeline/picture.h"
#include "timeline/timelinedata.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QImage>

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What the tests of the timeline stand on: a document from a shipped scenario or from events written down.

namespace connscope::test {

/// The scenarios that ship, by file name, sorted: "01-producer-start.yaml".
std::vector<std::string> shippedScenarios();
/// Runs one; \a number is how its name begins ("13"). A failure is reported by Qt Test and gives an empty document.
std::unique_ptr<view::Content> runScenario(
    std::string_view number, std::optional<Duration> until = {}, std::vector<std::string> settings = {});

/// A document with what views are given.
struct Stage {
    explicit Stage(std::unique_ptr<view::Content> content);

    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    theme::Look look;
    timeline::TimelineData data {document};

    /// All of the trace in view, as the widget begins.
    timeline::Frame frame(timeline::AxisKind kind, QSizeF size, double ratio = 1);
    std::optional<timeline::TimeAxis> axis; // of the last frame
    std::vector<bool> none;
};

QImage render(const timeline::Frame& frame, const timeline::Hover* hover = nullptr);

} // namespace connscope::test
