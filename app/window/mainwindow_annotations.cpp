// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into the picture: both views show it, the scenario's file keeps it, and it can be undone between what was
// done to the world.
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "app/window/history.h"
#include "frame/messagebar.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"

#include <QAction>

namespace connscope::app {

void MainWindow::wireAnnotations()
{
    m_topology->setAnnotations(*m_annotations);
    m_timeline->setAnnotations(*m_annotations);
    connect((*m_actions)["edit.annotate"], &QAction::triggered, this, &MainWindow::annotate);
    connect(m_annotations, &annotation::Annotations::changed, this, [this] {
        if (m_showing)
            return;
        keepNotes();
        changed();
    });
    connect(m_annotations, &annotation::Annotations::edited, this,
        [this](const std::vector<scenario::Annotation>& before, bool goesOn) {
            using All = std::vector<scenario::Annotation>;
            m_history->change<All>([] { return tr("annotation"); }, before, m_annotations->all(),
                [this](const All& all) { m_annotations->setAll(all); }, goesOn);
        });
}

void MainWindow::annotate()
{
    if (!m_topology->annotate(scenario::Annotation::Kind::Text)) {
        m_messages->show(frame::MessageBar::Kind::Info,
            [] { return tr("Select what it is about first: a client, a broker or a connection."); });
    }
}

} // namespace connscope::app
