// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations in the window's topology: what is drawn, and what a new one is about.
#include "annotation/anchors.h"
#include "topology/topologywidget.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QMenu>
#include <QPainter>

namespace connscope::topology {

void TopologyWidget::setAnnotations(annotation::Annotations& annotations)
{
    m_hands = new annotation::Hands(annotations, m_context.look, scenario::Annotation::View::Topology, *this);
    m_hands->setWhere([this](const std::vector<scenario::Annotation>& all, std::size_t index) {
        Annotated laidOut;
        laidOut.layOut(stage(), all, m_metrics->small * 2);
        for (const annotation::Mark& mark : laidOut.all()) {
            if (mark.index == index)
                return m_viewport.toWidget().mapRect(mark.label.isNull() ? mark.box : mark.label);
        }
        return QRectF();
    });
    connect(&annotations, &annotation::Annotations::changed, this, [this] {
        m_annotated.reset();
        update();
    });
    connect(&annotations, &annotation::Annotations::pickedChanged, this, qOverload<>(&QWidget::update));
    m_annotated.reset();
    update();
}

const Annotated& TopologyWidget::annotated() const
{
    if (!m_annotated) {
        m_annotated.emplace();
        if (m_hands && !m_hands->annotations().all().empty())
            m_annotated->layOut(stage(), m_hands->annotations().all(), m_metrics->small * 2);
    }
    return *m_annotated;
}

std::vector<annotation::Mark> TopologyWidget::marks() const
{
    return annotated().isEmpty() ? std::vector<annotation::Mark>() : annotated().seen(stage(), scene());
}

const annotation::Mark* TopologyWidget::markIn(const std::vector<annotation::Mark>& marks, QPointF widget) const
{
    return marks.empty() ? nullptr : annotation::markAt(marks, m_viewport.toScene(widget), 6 / m_viewport.zoom());
}

void TopologyWidget::paintAnnotations(QPainter& painter) const
{
    const auto seen = marks();
    if (seen.empty())
        return;
    painter.save();
    painter.setTransform(m_viewport.toWidget(), true);
    annotation::paintMarks(painter, seen, m_context.look, m_hands->picked());
    painter.restore();
}

/// Of an item, or of a card at which an address has no item.
std::string TopologyWidget::anchorOf(view::Item item, std::uint32_t node) const
{
    std::string anchor = annotation::Anchors(m_context.document).of(item);
    if (anchor.empty() && node < m_placement.nodes.size() && m_placement.nodes[node].kind == NodeKind::Address)
        anchor = m_placement.nodes[node].key;
    return anchor;
}

void TopologyWidget::addAnnotationEntries(QMenu& menu, view::Item item, std::uint32_t node)
{
    if (!m_hands)
        return;
    const std::string anchor = anchorOf(item, node);
    if (anchor.empty())
        return;
    scenario::Annotation about;
    about.anchors = {anchor};
    m_hands->fillAddMenu(menu, about);
}

bool TopologyWidget::annotate(scenario::Annotation::Kind kind)
{
    const std::string anchor = m_hands ? anchorOf(m_context.selection.current(), Cast::kNone) : std::string();
    if (anchor.empty())
        return false;
    scenario::Annotation about;
    about.anchors = {anchor};
    m_hands->add(std::move(about), kind);
    return true;
}

} // namespace connscope::topology
