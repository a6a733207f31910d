// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"

/// \file
/// Where the texts of a scene go. None may lie on another or leave its card; what finds no room is left out (the pointer
/// still tells it), never cut in the middle of a node id.

namespace connscope::topology {

/// Titles, lines and chips of the nodes.
void addNodeLabels(Scene& scene, const Stage& stage);
/// Badges, ids in cards, TCP states, what is unused.
void addLinkLabels(Scene& scene, const Stage& stage);
/// Countdowns, names of what travels, rates.
void addMovingLabels(Scene& scene, const Stage& stage, view::Item selected, view::Item hovered);

/// What the state at the broker's end of a link takes, left of its port; 0 = none is told there.
qreal endChipWidth(const LinkPicture& picture, const PlacedLink& link, const Stage& stage);
/// "closed by broker", whole: a Latin word wants blanks around it where the sentence is Chinese.
QString closedWords(trace::Side closer);

} // namespace connscope::topology
