// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/layers.h"

#include "topology/rasterlines.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace connscope::topology {

namespace {

constexpr std::size_t kManyStamps = 60; // fewer badges and texts are drawn as they come

void copyInto(QImage& to, const QImage& from)
{
    if (to.size() == from.size())
        std::copy_n(from.constBits(), from.sizeInBytes(), to.bits());
    else
        to = from; // shared until somebody paints on it
}

} // namespace

void Layers::paint(QPainter& painter, const Stage& stage, const Scene& scene, const Highlight& highlight, QSize size,
    qreal ratio, const QTransform& view)
{
    // Up to the last pixel, of which half may be outside.
    const QSize pixels(
        static_cast<int>(std::ceil(size.width() * ratio)), static_cast<int>(std::ceil(size.height() * ratio)));
    const QTransform toPixels = view * QTransform::fromScale(ratio, ratio);
    if (!m_valid || m_nodes.size() != pixels || m_view != toPixels || m_nodesKey != scene.nodesKey) {
        if (m_nodes.size() != pixels)
            m_nodes = QImage(pixels, QImage::Format_RGB32);
        m_view = toPixels;
        m_nodesKey = scene.nodesKey;
        paintNodesLayer(stage, scene);
        m_lines = QImage();
        m_stamps.clear();
        m_linksValid = false;
    }
    if (!m_linksValid || m_linksKey != scene.linksKey) {
        m_linksKey = scene.linksKey;
        m_linksValid = true;
        paintLinksLayer(stage, scene);
    }
    m_valid = true;

    const QTransform before = painter.transform();
    m_links.setDevicePixelRatio(ratio);
    painter.drawImage(QPoint(), m_links);
    m_links.setDevicePixelRatio(1);
    painter.setTransform(view, true);
    paintHighlight(painter, stage, scene, highlight);
    paintMoving(painter, stage, scene, &m_sprites);
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

void Layers::paintLines(const Stage& stage, const Scene& scene)
{
    const std::size_t count = scene.links.size();
    bool all = m_lines.isNull() || m_drawn.size() != count;
    m_drawn.resize(count);
    struct Change {
        std::size_t link;
        std::vector<Stroke> before;
    };
    std::vector<Change> changed;
    for (std::size_t i = 0; i < count; ++i) {
        Drawn& drawn = m_drawn[i];
        const std::uint64_t key = lookKey(scene.links[i]);
        if (!all && drawn.key == key)
            continue;
        drawn.key = key;
        std::vector<Stroke> now = strokesOf(scene.links[i], stage.placement.links[i].isBundle(), stage.look.theme(),
            true, gapOf(stage.placement.links[i]));
        if (all || now != drawn.strokes)
            changed.push_back({i, std::exchange(drawn.strokes, std::move(now))});
    }
    if (!all && changed.empty())
        return;
    // Where a good part has changed, to ask at each pixel costs more than to draw it.
    all = all || m_turned || changed.size() > count / 3;
    std::optional<DirtyPixels> dirty;
    if (!all) {
        dirty.emplace(m_lines.size());
        for (const Change& change : changed) {
            const Curve& curve = stage.placement.links[change.link].curve;
            all = !markLines(*dirty, m_lines.size(), m_view, curve, change.before) || all;
            all = !markLines(*dirty, m_lines.size(), m_view, curve, m_drawn[change.link].strokes) || all;
        }
    }
    if (all)
        copyInto(m_lines, m_nodes);
    else
        dirty->restore(m_lines, m_nodes);
    m_turned = false;
    QPainter painter;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Stroke>& strokes = m_drawn[i].strokes;
        const Curve& curve = stage.placement.links[i].curve;
        if (strokes.empty() || rasterLines(m_lines, m_view, curve, strokes, all ? nullptr : &*dirty))
            continue;
        m_turned = true;
        if (!painter.isActive()) {
            painter.begin(&m_lines);
            painter.setTransform(m_view);
            painter.setRenderHint(QPainter::Antialiasing);
        }
        paintStrokes(painter, curve, strokes);
    }
}

void Layers::paintLinksLayer(const Stage& stage, const Scene& scene)
{
    ++m_linksPainted;
    const bool many = scene.links.size() >= kManyLinks;
    if (many)
        paintLines(stage, scene);
    copyInto(m_links, many ? m_lines : m_nodes);
    QPainter painter(&m_links);
    painter.setTransform(m_view);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!many) { // drawn sooner than another layer is copied
        for (std::size_t i = 0; i < scene.links.size(); ++i) {
            paintStrokes(painter, stage.placement.links[i].curve,
                strokesOf(scene.links[i], stage.placement.links[i].isBundle(), stage.look.theme(), false,
                    gapOf(stage.placement.links[i])));
        }
    }
    if (scene.badges.size() + scene.still.size() - scene.nodeLabels < kManyStamps) {
        paintLinkMarks(painter, stage, scene);
        return;
    }
    paintLinkEnds(painter, stage, scene);
    m_stamps.paint(painter, stage, scene, m_view);
}

} // namespace connscope::topology
