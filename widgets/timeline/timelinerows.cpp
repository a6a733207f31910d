// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows a timeline has, and that it says what it leaves out.
#include "timeline/chip.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "view/filter.h"

#include <QAction>

#include <algorithm>

namespace connscope::timeline {

void TimelineWidget::makeRows()
{
    std::vector<bool> shows;
    if (m_hidesFiltered && m_context.filter.isActive()) {
        shows.resize(m_data.lanes().size());
        for (LaneId id = 0; id < m_data.lanes().size(); ++id) {
            const Lane& lane = m_data.lanes()[id];
            shows[id] = std::any_of(lane.connections.begin(), lane.connections.end(),
                [this](ConnectionId c) { return m_context.filter.matchesEver(c); });
        }
    }
    m_frame.rows = arrange(m_data.lanes(), m_arrangement, shows);
    m_frame.data = &m_data;
    m_frame.look = &m_context.look;
    m_frame.groupBy = m_arrangement.groupBy;
    m_frame.names = measureNames(m_frame);
    takeAnnotations();
    tellHidden(countHidden(m_data.lanes(), m_arrangement, shows));
}

void TimelineWidget::tellHidden(std::size_t lanes)
{
    m_hiddenLanes = lanes;
    m_hidden->setText(lanes == 1
            ? tr("1 lane hidden")
            : tr("%1 lanes hidden").arg(m_context.look.format().number(static_cast<qint64>(lanes))));
    m_hidden->setToolTip(m_actions->showHidden->toolTip());
    m_hidden->setVisible(lanes > 0);
    m_actions->update();
}

void TimelineWidget::showHiddenLanes()
{
    Arrangement all = m_arrangement;
    all.hidden.clear();
    setArrangement(all);
    setHidesFiltered(false);
}

} // namespace connscope::timeline
