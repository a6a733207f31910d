// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation/marks.h"
#include "timeline/timelinedata.h"

#include <span>
#include <vector>

namespace connscope::timeline {

struct Frame;
struct Layout;

/// The annotations of a timeline and the lanes that they are about; where these stand changes with every zoom.
class Annotated {
public:
    Annotated() = default;
    /// O(annotations × connections). Those of other views are passed over.
    Annotated(const TimelineData& data, std::span<const scenario::Annotation> annotations);

    /// One lane that an annotation is about, and the connections on it that are meant.
    struct Target {
        LaneId lane = Lanes::kNoLane;
        ConnectionId first;
        ConnectionId last;
    };
    const std::vector<scenario::Annotation>& annotations() const { return m_annotations; }
    const std::vector<Target>& targetsOf(std::size_t annotation) const { return m_targets[annotation]; }

private:
    std::vector<scenario::Annotation> m_annotations;
    std::vector<std::vector<Target>> m_targets; // by annotation
};

/// Of frame.annotated, in the layout's coordinates; what is not in view is left out.
std::vector<annotation::Mark> marksOf(const Frame& frame, const Layout& layout);

} // namespace connscope::timeline
