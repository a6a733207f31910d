// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"
#include "view/group.h"

class QPainter;

/// \file
/// Replays a scene on any painter: the screen's layers, an image, a figure. No decisions are made here.

namespace connscope::topology {

class Sprites;
struct Stroke;

/// What a person points at; drawn above everything else.
struct Highlight {
    view::Item selected;
    view::Item hovered;
    view::Item focused; ///< by the keyboard
    const view::Group* group = nullptr; ///< where several things are selected
};

/// From so many links on lines are thin, and Layers draws them with its own rasterizer.
inline constexpr std::size_t kManyLinks = 120;

/// Cards, racks, cells, and their texts.
void paintNodes(QPainter& painter, const Stage& stage, const Scene& scene);
/// Links, ports, badges, and their texts.
void paintLinks(QPainter& painter, const Stage& stage, const Scene& scene);
/// The lines alone, with a QPainter, and all that belongs to links but the lines.
void paintLines(QPainter& painter, const Stage& stage, const Scene& scene);
void paintLinkMarks(QPainter& painter, const Stage& stage, const Scene& scene);
/// The same without badges and texts.
void paintLinkEnds(QPainter& painter, const Stage& stage, const Scene& scene);
/// Pieces of a curve, with a QPainter.
void paintStrokes(QPainter& painter, const Curve& curve, const std::vector<Stroke>& strokes);
/// What is selected, hovered, focused.
void paintHighlight(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight);
/// Dots, streams, countdowns, and their texts.
/// \a sprites: kept from picture to picture where there are many.
void paintMoving(QPainter& painter, const Stage& stage, const Scene& scene, Sprites* sprites = nullptr);
/// All of it, over the card's colour, or (without \a ground) over what is there.
void paintScene(
    QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight = {}, bool ground = true);

/// Colours and dashes of the roles that occur, and what a dot is; along the bottom of \a room.
void paintLegend(QPainter& painter, const Stage& stage, const QRectF& room);

/// \a kept: laid out once where a text goes along for a while.
void paintLabel(QPainter& painter, const Label& label, const theme::Look& look, Sprites* kept = nullptr);

} // namespace connscope::topology
