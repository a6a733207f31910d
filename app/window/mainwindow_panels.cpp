// SPDX-License-Identifier: GPL-3.0-or-later
// What is connected only when somebody wants to see a panel for the first time.
#include "app/window/mainwindow.h"

#include "app/window/lessondesk.h"
#include "app/window/sessiondesk.h"
#include "app/window/whatsthis.h"
#include "classroom/curtain.h"
#include "classroom/lessonpanel.h"
#include "events/rowsview.h"
#include "frame/clusterpanel.h"
#include "topology/topologywidget.h"
#include "whatif/avoidpanel.h"
#include "whatif/findingspanel.h"

namespace connscope::app {

/// A panel that somebody wants to see for the first time.
void MainWindow::wirePanel(const QString& id, QWidget* content)
{
    frame::Actions& a = *m_actions;
    if (id == QLatin1String("findings")) {
        connect(&findings(), &whatif::FindingsPanel::avoidWanted, this, [this](findings::Kind kind) {
            raiseWide(QStringLiteral("avoid"));
            avoid().look({{sweep::Goal::Kind::Finding, {}, kind}});
        });
    } else if (id == QLatin1String("avoid")) {
        connect(&avoid(), &whatif::AvoidPanel::tryWanted, this, [this](const QString& setting) {
            const QString profile = QStringLiteral("profile=");
            if (setting.startsWith(profile))
                runChanged({}, setting.mid(profile.size()), {});
            else
                runChanged({setting}, {}, {});
        });
    } else if (id == QLatin1String("lesson")) {
        m_lessons->panel().setPresenting(m_workspace == Workspace::Present);
        connect(&m_lessons->panel().list(), &classroom::LessonList::chosen, this, &MainWindow::open);
    } else if (id == QLatin1String("cluster")) {
        connect(&cluster(), &frame::ClusterPanel::startWanted, this,
            [this](int brokers, int port) { afterSession([=, this] { m_desk->startCluster(brokers, port); }); });
        connect(&cluster(), &frame::ClusterPanel::stopWanted, a["session.stop"], &QAction::trigger);
        connect(&cluster(), &frame::ClusterPanel::actionWanted, this,
            [this](scenario::Action::Kind kind, BrokerId broker) {
                topology::TopologyAction action;
                action.kind = kind;
                action.broker = broker;
                act(action);
            });
        showCluster();
    }
    // Where something is pointed at, the menu has it too.
    for (events::RowsView* rows : content->findChildren<events::RowsView*>())
        rows->addAction(a["tools.avoid"]);
    content->setWhatsThis(whatsThisOf(id));
    if (givesAway(id))
        m_curtains << new classroom::Curtain(m_look, content);
    lessonsChanged(); // what is locked, and what hides what is to come
}

} // namespace connscope::app
