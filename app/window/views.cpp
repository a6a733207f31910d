// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views.h"

#include "app/window/beside.h"
#include "app/window/comparison.h"

#include "editor/editorpanel.h"
#include "events/eventlist.h"
#include "events/logview.h"
#include "frame/clusterpanel.h"
#include "inspector/inspectorpanel.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "whatif/avoidpanel.h"
#include "whatif/findingspanel.h"

#include <QCoreApplication>

namespace connscope::app {

QList<ViewSpec> makeViews(const view::Context& context, QWidget* parent)
{
    auto* timeline = new timeline::TimelineWidget(context, parent);
    QList<ViewSpec> views;
    const auto add = [&views](const char* id, const char* title, QWidget* widget, Home home, bool inTeach,
                         bool inPresent, const QList<QAction*>& actions = {}) {
        views << ViewSpec {QLatin1String(id), title, widget, home, inTeach, inPresent, false, actions};
    };
    add("topology", QT_TRANSLATE_NOOP("Views", "Topology"), new topology::TopologyWidget(context, parent),
        Home::Centre, true, true);
    // The window has bookmarks of its own menu and keys.
    const timeline::TimelineActions& own = timeline->actions();
    QList<QAction*> actions = own.all();
    for (QAction* bookmark : {own.addBookmark, own.nextBookmark, own.lastBookmark})
        actions.removeOne(bookmark);
    add("timeline", QT_TRANSLATE_NOOP("Views", "Timeline"), timeline, Home::Bottom, true, true, actions);
    add("inspector", QT_TRANSLATE_NOOP("Views", "Inspector"), new inspector::InspectorPanel(context, parent),
        Home::Right, true, false);
    add("findings", QT_TRANSLATE_NOOP("Views", "Findings"), new whatif::FindingsPanel(context, parent), Home::Right,
        false, false);
    add("events", QT_TRANSLATE_NOOP("Views", "Events"), new events::EventList(context, parent), Home::RightOrBeside,
        true, false);
    add("log", QT_TRANSLATE_NOOP("Views", "Log"), new events::LogView(context, parent), Home::RightOrBeside, true,
        false);
    add("outline", QT_TRANSLATE_NOOP("Views", "Scenario"), new editor::EditorPanel(context, parent), Home::Right, true,
        false);
    add("describe", QT_TRANSLATE_NOOP("Views", "In Words"), new inspector::DescribePanel(context, parent),
        Home::Right, false, false);
    add("cluster", QT_TRANSLATE_NOOP("Views", "Cluster"), new frame::ClusterPanel(context, parent), Home::Right,
        false, false);
    views.last().onDemand = true;
    add("avoid", QT_TRANSLATE_NOOP("Views", "Avoiding"), new whatif::AvoidPanel(context, parent), Home::Right,
        false, false);
    views.last().onDemand = true;
    add("comparison", QT_TRANSLATE_NOOP("Views", "Comparison"), new ComparisonPanel(context, parent), Home::Right,
        false, false);
    views.last().onDemand = true;
    auto* beside = new Beside(context, parent);
    beside->follow(*timeline);
    add("beside", QT_TRANSLATE_NOOP("Views", "Beside"), beside, Home::Right, false, false);
    views.last().onDemand = true;
    return views;
}

} // namespace connscope::app
