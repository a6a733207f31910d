// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/paint.h"
#include "topology/sprites.h"
#include "topology/stamps.h"
#include "topology/strokes.h"

#include <QImage>
#include <QTransform>

/// \file
/// The picture in layers, so that a frame costs what changes in it: nodes and their texts; over a copy of these the links;
/// and on the painter itself what moves. Of many links only what changed is drawn anew (rasterlines.h). A layer is painted anew when the key of what it holds, the view or the look is
/// another.

namespace connscope::topology {

class Layers {
public:
    /// \a size in pixels of the device-independent kind, \a ratio of the device, \a view from the scene to the widget.
    void paint(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight, QSize size,
        qreal ratio, const QTransform& view);
    /// Everything is painted anew the next time: another look, another placement.
    void invalidate()
    {
        m_valid = false;
        m_sprites.clear();
    }

    /// How often a layer was painted; for tests of what a frame costs.
    int nodesPainted() const { return m_nodesPainted; }
    int linksPainted() const { return m_linksPainted; }

private:
    void paintNodesLayer(const Stage& stage, const Scene& scene);
    void paintLinksLayer(const Stage& stage, const Scene& scene);
    void paintLines(const Stage& stage, const Scene& scene);

    Sprites m_sprites;
    Stamps m_stamps;
    QImage m_nodes;
    struct Drawn {
        std::uint64_t key = 0;
        std::vector<Stroke> strokes;
    };
    QImage m_lines; // over the nodes
    std::vector<Drawn> m_drawn; // what m_lines shows, by link
    bool m_turned = false; // some were drawn by a QPainter
    QImage m_links; // lines, and all that belongs to links
    bool m_linksValid = false;
    std::size_t m_nodesKey = 0;
    std::size_t m_linksKey = 0;
    QTransform m_view; // to device pixels
    bool m_valid = false;
    int m_nodesPainted = 0;
    int m_linksPainted = 0;
};

} // namespace connscope::topology
