// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"

/// \file
/// Where the texts of a scene go. None may lie on another or leave its card; what finds no room is left out (the pointer
/// still tells it), never cut in the middle of a node id.

namespace connscope::topology {

/// Titles, lines and chips of the nodes.
/// Where a compact card has its texts; null where there is no room. A function of its height, so that nothing moves when
/// something comes to be known.
struct CompactRows {
    QRectF sign; ///< of its mood, if it has one
    QRectF title;
    QRectF line;
    QRectF chips;
};
CompactRows compactRows(const PlacedNode& node, const Placement& placement, const Metrics& metrics, bool sign);
/// Whether a card in that mood has a sign beside its name.
bool signOf(Mood mood);

void addNodeLabels(Scene& scene, const Stage& stage);
/// Badges, ids in cards, TCP states, what is unused.
void addLinkLabels(Scene& scene, const Stage& stage);
/// Countdowns, names of what travels, rates.
void addMovingLabels(Scene& scene, const Stage& stage, view::Item selected, view::Item hovered);

/// The mark of who ended a connection, on its line.
struct Cap {
    QPointF at; ///< as theme::paintCap takes it
    qreal size = 0;
    trace::Side side = trace::Side::None;
    /// All that it covers.
    QRectF rect() const { return {at.x() - size * 0.5, at.y() - size / 2, size * 1.2, size}; }
};
std::optional<Cap> capOf(const PlacedLink& link, const LinkPicture& picture, const Metrics& metrics);
/// Height of what is told at one end of a link: where ports are close together it is low.
qreal chipHeight(const PlacedLink& link, bool client, const Metrics& metrics);
/// What the state at the broker's end of a link takes, left of its port; 0 = none is told there.
qreal endChipWidth(const LinkPicture& picture, const PlacedLink& link, const Stage& stage);
/// "TIME-WAIT", in short "TW".
QString tcpText(trace::TcpState state, bool shortly);
/// What is told of a connect that came to nothing.
QString refusedWords(trace::Side closer);
/// "closed by broker", whole: a Latin word wants blanks around it where the sentence is Chinese.
QString closedWords(trace::Side closer);

} // namespace connscope::topology
