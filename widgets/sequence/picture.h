// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "sequence/layout.h"

#include <optional>

class QPainter;

/// \file
/// Replays a layout on any painter. No decisions are made here.

namespace connscope::sequence {

/// The heads of the columns at the top, the \a page of the chart below them, and across it the playhead, where \a at is given.
/// Paints over what is there; the caller clips.
void paintSequence(QPainter& painter, const Chart& chart, const Layout& layout, const Page& page,
    const view::Document& document, const theme::Look& look, std::optional<Instant> at = {});

} // namespace connscope::sequence
