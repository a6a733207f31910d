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

#include <utility>

namespace connscope::app {

namespace {

/// Not yet.
template <class View>
std::function<QWidget*(QWidget*)> later(const view::Context& context)
{
    return [context](QWidget* parent) -> QWidget* { return new View(context, parent); };
}

} // namespace

std::function<QWidget*(QWidget*)> kept(QWidget* widget)
{
    widget->hide();
    return [widget](QWidget*) { return widget; };
}

QList<ViewSpec> makeViews(const view::Context& context, editor::Draft& draft, QWidget* parent)
{
    auto* timeline = new timeline::TimelineWidget(context, parent);
    // The window has bookmarks of its own menu and keys.
    const timeline::TimelineActions& own = timeline->actions();
    QList<QAction*> actions = own.all();
    for (QAction* bookmark : {own.addBookmark, own.nextBookmark, own.lastBookmark})
        actions.removeOne(bookmark);
    auto* beside = new Beside(context, parent);
    beside->follow(*timeline);

    constexpr bool kYes = true;
    constexpr bool kNo = false;
    QList<ViewSpec> views;
    views << ViewSpec {QStringLiteral("topology"), QT_TRANSLATE_NOOP("Views", "Topology"),
        new topology::TopologyWidget(context, parent), Home::Centre, kYes, kYes, kNo};
    views << ViewSpec {QStringLiteral("timeline"), QT_TRANSLATE_NOOP("Views", "Timeline"), timeline, Home::Bottom,
        kYes, kYes, kNo, actions};
    views << ViewSpec {QStringLiteral("inspector"), QT_TRANSLATE_NOOP("Views", "Inspector"),
        new inspector::InspectorPanel(context, parent), Home::Right, kYes, kNo, kNo};
    const auto add = [&views](const char* id, const char* title, Home home, bool inTeach, bool onDemand,
                         std::function<QWidget*(QWidget*)> make) {
        views << ViewSpec {QLatin1String(id), title, nullptr, home, inTeach, false, onDemand, {}, std::move(make)};
    };
    add("findings", QT_TRANSLATE_NOOP("Views", "Findings"), Home::Right, kNo, kNo,
        later<whatif::FindingsPanel>(context));
    add("events", QT_TRANSLATE_NOOP("Views", "Events"), Home::RightOrBeside, kYes, kNo,
        later<events::EventList>(context));
    add("log", QT_TRANSLATE_NOOP("Views", "Log"), Home::RightOrBeside, kYes, kNo, later<events::LogView>(context));
    add("outline", QT_TRANSLATE_NOOP("Views", "Scenario"), Home::Right, kYes, kNo,
        [context, &draft](QWidget* owner) { return new editor::EditorPanel(context, owner, &draft); });
    add("describe", QT_TRANSLATE_NOOP("Views", "In Words"), Home::Right, kNo, kNo,
        later<inspector::DescribePanel>(context));
    add("cluster", QT_TRANSLATE_NOOP("Views", "Cluster"), Home::Right, kNo, kYes,
        later<frame::ClusterPanel>(context));
    add("avoid", QT_TRANSLATE_NOOP("Views", "Avoiding"), Home::Right, kNo, kYes, later<whatif::AvoidPanel>(context));
    add("comparison", QT_TRANSLATE_NOOP("Views", "Comparison"), Home::Right, kNo, kYes,
        kept(new ComparisonPanel(context, parent)));
    add("beside", QT_TRANSLATE_NOOP("Views", "Beside"), Home::Right, kNo, kYes, kept(beside));
    return views;
}

} // namespace connscope::app
