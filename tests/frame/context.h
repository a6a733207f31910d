// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "view/context.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

namespace connscope::test {

/// All that a view is given, on an empty trace.
struct World {
    theme::Look look;
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    view::Context context {document, playback, selection, filter, look};

    void show(trace::Trace trace, Duration until = {})
    {
        document.replace(
            std::make_unique<view::Content>(view::Source {}, std::move(trace), std::nullopt, kStart + until));
    }
};

} // namespace connscope::test
