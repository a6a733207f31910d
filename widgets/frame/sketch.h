// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/linkstate.h"
#include "trace/trace.h"

#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace connscope::theme {
class Look;
}

/// \file
/// The small picture of a scenario: its connections at the instant that tells most of it.

namespace connscope::frame {

struct Sketch {
    struct Link {
        int client = 0;
        int broker = 0; ///< place among `brokers`
        Role role = Role::Unknown;
        theme::LinkState state = theme::LinkState::Ready;
        trace::Side closer = trace::Side::None;
        bool operator==(const Link&) const = default;
    };
    struct Broker {
        bool down = false;
        bool operator==(const Broker&) const = default;
    };
    Instant at {};
    int clients = 0;
    std::vector<Broker> brokers;
    std::vector<Link> links;
    bool operator==(const Sketch&) const = default;
};

/// At \a wanted, else at the first instant with most to see: connections, more so those that end or fail, and how many kinds
/// of both there are. O(events · connections that are not gone).
Sketch sketchOf(const trace::Trace& trace, std::optional<Instant> wanted = {});
/// Many clients or brokers are drawn as a few.
void paintSketch(QPainter& painter, const QRectF& rect, const Sketch& sketch, const theme::Look& look);

} // namespace connscope::frame
