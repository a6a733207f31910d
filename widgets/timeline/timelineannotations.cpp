// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations in the window's timeline: what is drawn, and what a new one is about.
#include "annotation/anchors.h"
#include "timeline/plot.h"
#include "timeline/timelinewidget.h"
#include "view/playback.h"

#include <QMenu>

#include <algorithm>

namespace connscope::timeline {

void TimelineWidget::setAnnotations(annotation::Annotations& annotations)
{
    m_hands = new annotation::Hands(annotations, m_context.look, scenario::Annotation::View::Timeline, *this);
    m_hands->setWhere([this](const std::vector<scenario::Annotation>& all, std::size_t index) {
        const Annotated annotated(m_data, all);
        Frame seen = frame();
        seen.annotated = &annotated;
        for (const annotation::Mark& mark : marksOf(seen, layoutNow())) {
            if (mark.index == index)
                return (mark.label.isNull() ? mark.box : mark.label).translated(m_plot->mapTo(this, QPoint()));
        }
        return QRectF();
    });
    const auto changed = [this] {
        takeAnnotations();
        due(Overlay);
    };
    connect(&annotations, &annotation::Annotations::changed, this, changed);
    connect(&annotations, &annotation::Annotations::pickedChanged, this, [this] { due(Overlay); });
    changed();
}

void TimelineWidget::takeAnnotations()
{
    m_annotated = m_hands ? Annotated(m_data, m_hands->annotations().all()) : Annotated();
}

std::vector<annotation::Mark> TimelineWidget::marks() { return marksOf(frame(), layoutNow()); }

/// What is at a place: the lane's connection and its instant, or the instant alone. A selected range gives a frame its length.
scenario::Annotation TimelineWidget::aboutAt(QPointF at)
{
    scenario::Annotation about;
    const Layout& l = layoutNow();
    if (const view::Item item = itemAt(at); item)
        if (std::string anchor = annotation::Anchors(m_context.document).of(item); !anchor.empty())
            about.anchors = {std::move(anchor)};
    if (at.x() < l.lanes.left() && !about.anchors.empty())
        return about; // of its name: the whole lane
    about.from = positionAt(std::clamp(at.x(), l.lanes.left(), l.lanes.right())).at;
    if (const auto range = m_context.selection.range();
        range && range->from <= *about.from && *about.from <= range->to && range->from < range->to) {
        about.from = range->from;
        about.to = range->to;
    }
    return about;
}

bool TimelineWidget::markMenu(QMenu& menu, QPointF at)
{
    if (!m_hands)
        return false;
    const auto now = marks();
    const annotation::Mark* mark = annotation::markAt(now, at, 5);
    if (!mark)
        return false;
    m_hands->annotations().pick(mark->index);
    m_hands->fillMenu(menu, mark->index, m_context.playback.instant());
    return true;
}

void TimelineWidget::addAnnotate(QMenu& menu, QPointF at)
{
    if (!m_hands)
        return;
    const scenario::Annotation about = aboutAt(at);
    if (!about.anchors.empty() || at.x() >= layoutNow().lanes.left())
        m_hands->fillAddMenu(menu, about);
}

} // namespace connscope::timeline
