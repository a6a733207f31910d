// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/layers.h"

#include "topology/rasterlines.h"

#include <QPainter>

namespace connscope::topology {

void Layers::paint(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight, QSize size,
    qreal ratio, const QTransform& view)
{
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    const QTransform toPixels = view * QTransform::fromScale(ratio, ratio);
    if (!m_valid || m_nodes.size() != pixels || m_view != toPixels || m_nodesKey != scene.nodesKey) {
        if (m_nodes.size() != pixels)
            m_nodes = QImage(pixels, QImage::Format_RGB32);
        m_view = toPixels;
        m_nodesKey = scene.nodesKey;
        paintNodesLayer(stage, scene);
        m_links = QImage();
    }
    if (m_links.isNull() || m_linksKey != scene.linksKey) {
        m_linksKey = scene.linksKey;
        paintLinksLayer(stage, scene);
    }
    m_valid = true;

    const QTransform before = painter.transform();
    m_links.setDevicePixelRatio(ratio);
    painter.drawImage(QPoint(), m_links);
    m_links.setDevicePixelRatio(1);
    painter.setTransform(view, true);
    paintHighlight(painter, stage, scene, highlight);
    paintMoving(painter, stage, scene);
    painter.setTransform(before);
}

void Layers::paintNodesLayer(const Stage& stage, const Scene& scene)
{
    ++m_nodesPainted;
    m_nodes.fill(stage.look.theme().card);
    QPainter painter(&m_nodes);
    painter.setTransform(m_view);
    paintNodes(painter, stage, scene);
}

void Layers::paintLinksLayer(const Stage& stage, const Scene& scene)
{
    ++m_linksPainted;
    if (m_links.size() == m_nodes.size())
        std::copy_n(m_nodes.constBits(), m_nodes.sizeInBytes(), m_links.bits());
    else
        m_links = m_nodes.copy();
    const bool many = stage.placement.links.size() >= kManyLinks;
    if (many) {
        for (std::size_t i = 0; i < scene.links.size(); ++i) {
            const PlacedLink& link = stage.placement.links[i];
            if (scene.links[i].isVisible())
                rasterLines(m_links, m_view, link.curve,
                    strokesOf(scene.links[i], link.isBundle(), stage.look.theme(), true));
        }
    }
    QPainter painter(&m_links);
    painter.setTransform(m_view);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!many)
        paintLines(painter, stage, scene);
    paintLinkMarks(painter, stage, scene);
}

} // namespace connscope::topology
