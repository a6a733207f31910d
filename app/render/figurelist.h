// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/figurerequest.h"
#include "base/result.h"

#include <string>
#include <vector>

/// \file
/// A list of figures for a documentation build, in YAML:
///
///   defaults: {theme: light, size: 160x100mm}
///   figures:
///     - file: three-kinds.svg          # beside the list
///       scenario: 13-three-kinds       # a file beside the list, or one that comes with the program
///       view: [topology, timeline]
///       at: 2s
///
/// The keys are the options of `connscope render`; `trace` may stand for `scenario`. A figure's own value wins over a default.

namespace connscope::app {

struct ListedFigure {
    std::string name; ///< the file as the list names it
    FigureRequest request;
    Error place; ///< file, line and column of its entry
};

/// The figures of a list, in its order; or everything that is wrong with it, each with line and column.
tl::expected<std::vector<ListedFigure>, std::vector<Error>> readFigureList(std::string text, const std::string& file);

/// `connscope render --all LIST [--check]`: writes every figure, or with \a check compares them with the files on disk and
/// names those that differ. Uses all cores. Returns the exit status.
int renderAll(const std::string& file, bool check);

} // namespace connscope::app
