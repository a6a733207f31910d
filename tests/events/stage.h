// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "view/context.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <optional>
#include <string_view>

namespace connscope::test {

/// Everything that a view is given, and a trace to look at.
struct Stage {
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    theme::Look look;
    view::Context context {document, playback, selection, filter, look};

    /// Runs a shipped scenario: "13-three-kinds".
    void play(std::string_view scenario, std::optional<Duration> until = {});
    /// Runs a scenario that is written in the test.
    void playText(std::string_view yaml);
    void show(trace::Trace trace);

    const trace::Trace& trace() const { return document.trace(); }
    /// The first event of a kind, from \a from on; invalid if there is none.
    EventId find(trace::EventKind kind, std::size_t from = 0) const;
    /// The first connection of a role.
    ConnectionId connection(Role role) const;
};

/// A trace of \a events events: a client that sends FETCH after FETCH to three brokers.
trace::Trace longTrace(std::size_t events);

} // namespace connscope::test
