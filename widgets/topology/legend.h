// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/legend.h"
#include "topology/scene.h"

#include <array>

namespace connscope::topology {

/// Which signs occur in a picture, or in any of several.
struct Occurring {
    std::array<bool, kRoleCount> roles {};
    std::array<bool, 4> closers {}; ///< by trace::Side
    std::array<bool, 4> countdowns {}; ///< likewise: whose idle check
    std::array<bool, trace::kTcpStateCount> shortened {}; ///< states that are told in their short form
    bool request = false;
    bool response = false;
    bool waiting = false; ///< a request that is not answered yet, or not sent
    bool lost = false; ///< a message that vanished on its way
    bool forgotten = false; ///< a link that a middlebox has forgotten
    bool inferred = false; ///< a badge whose node id is inferred

    void add(const Stage& stage, const Scene& scene);
};

/// What they mean. \a look must outlive it.
theme::Legend legendOf(const Occurring& occurring, const theme::Look& look);

} // namespace connscope::topology
