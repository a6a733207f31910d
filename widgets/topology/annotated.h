// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation/marks.h"
#include "topology/scene.h"

#include <span>
#include <vector>

namespace connscope::topology {

/// The annotations of a topology, laid out once for a placement: nothing of them moves while time does, they only come and
/// go with what they are about.
class Annotated {
public:
    /// O(annotations × connections). Those of other views are passed over. \a reserved: px at the foot of the picture where
    /// no words go, because a legend stands there.
    void layOut(const Stage& stage, std::span<const scenario::Annotation> annotations, double reserved = 0);
    bool isEmpty() const { return m_marks.empty(); }
    /// All of them, seen or not.
    const std::vector<annotation::Mark>& all() const { return m_marks; }
    /// Those that are seen in \a scene, which is of the same placement: everything they are about is there, and it is their time.
    std::vector<annotation::Mark> seen(const Stage& stage, const Scene& scene) const;

private:
    /// What one anchor is in the picture.
    struct Thing {
        std::uint32_t client = Cast::kNone; ///< position in the cast
        std::vector<std::uint32_t> places; ///< of a connection: where any of them may be
        ConnectionId only; ///< the one that is meant; invalid = whichever is there
    };
    struct When {
        std::optional<Instant> from;
        std::optional<Instant> to;
        std::vector<Thing> things;
    };
    static bool isThere(const Thing& thing, const Stage& stage, const Scene& scene);

    std::vector<annotation::Mark> m_marks;
    std::vector<When> m_when; // by annotation
};

} // namespace connscope::topology
