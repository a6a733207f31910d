// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "analysis/names.h"
#include "analysis/spokentime.h"
#include "base/time.h"
#include "trace/index.h"

#include <cstdint>
#include <functional>
#include <string>

/// \file
/// What stands under a figure, and what is read out in its place: both are made from the trace, so that they cannot say
/// something else than the picture. A caption is what a technical writer puts under the figure, one to four sentences; an
/// alternative text goes through the picture connection by connection. Whole sentences with their full stops, on one
/// line, without markup. The same trace, instant and language give the same text.

namespace connscope::analysis {

/// What a figure shows.
enum class FigureKind : std::uint8_t {
    Topology, ///< the world at one instant
    Timeline, ///< lanes over a range
    Sequence, ///< who sent what to whom in a range
};

struct FigureSubject {
    FigureKind kind = FigureKind::Topology;
    Instant from {}; ///< of a range; a topology has none
    Instant to {}; ///< the end of the range, or the topology's instant
    /// Connections of which a sequence tells; empty = all. The other kinds dim the rest and leave nothing out.
    std::function<bool(ConnectionId)> takes {};

    /// Of a timeline: it is a moving topology that tells of the range, alone or with a timeline below it.
    enum class Moving : std::uint8_t { No, Topology, TopologyAndTimeline };
    Moving moving = Moving::No;

    static FigureSubject topology(Instant at) { return of(FigureKind::Topology, at, at); }
    static FigureSubject timeline(Instant from, Instant to) { return of(FigureKind::Timeline, from, to); }
    static FigureSubject sequence(Instant from, Instant to) { return of(FigureKind::Sequence, from, to); }
    static FigureSubject movingTopology(Instant from, Instant to, bool withTimeline)
    {
        FigureSubject out = of(FigureKind::Timeline, from, to);
        out.moving = withTimeline ? Moving::TopologyAndTimeline : Moving::Topology;
        return out;
    }

private:
    static FigureSubject of(FigureKind kind, Instant from, Instant to)
    {
        FigureSubject out;
        out.kind = kind;
        out.from = from;
        out.to = to;
        return out;
    }
};

/// "Consumer consumer-1 holds five connections 3 s after the start: one to a bootstrap address (node -1), …"
/// \a index and \a names are of the same trace and know all of it.
std::string caption(const trace::Index& index, const Names& names, const FigureSubject& subject,
    Language language = Language::English);

/// "Diagram of one client and three brokers 3 s after the start. consumer-1 to node -1 (localhost:9092), bootstrap: …"
/// At most kMostDescribed connections are described one by one; how many more there are is said.
std::string alternativeText(const trace::Index& index, const Names& names, const FigureSubject& subject,
    Language language = Language::English);

inline constexpr std::size_t kMostDescribed = 12;

} // namespace connscope::analysis
