// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timelineactions.h"

#include "timeline/timelinewidget.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSignalBlocker>

namespace connscope::timeline {

TimelineActions::TimelineActions(TimelineWidget& timeline)
    : QObject(&timeline)
    , m_timeline(timeline)
{
    TimelineWidget& t = timeline;
    auto* kinds = new QActionGroup(this);
    auto* groups = new QActionGroup(this);
    auto* sorts = new QActionGroup(this);
    const auto arranged = [&t](auto change) {
        return [&t, change] {
            Arrangement a = t.arrangement();
            change(a);
            t.setArrangement(a);
        };
    };
    linear = add(
        "", [&t] { t.setAxisKind(AxisKind::Linear); }, kinds);
    byEvent = add(
        "", [&t] { t.setAxisKind(AxisKind::ByEvent); }, kinds);
    folded = add(
        "", [&t] { t.setAxisKind(AxisKind::Folded); }, kinds);
    zoomIn = add("W", [&t] { t.zoom(1.5); });
    zoomOut = add("S", [&t] { t.zoom(1 / 1.5); });
    panLeft = add("A", [&t] { t.pan(t.layoutNow().lanes.width() / 8); });
    panRight = add("D", [&t] { t.pan(-t.layoutNow().lanes.width() / 8); });
    focus = add("", [&t] { t.focusSelection(); });
    for (QAction* action : {zoomIn, zoomOut, panLeft, panRight}) // wherever the keyboard is: no other view has these
        action->setShortcutContext(Qt::WindowShortcut);
    fit = add("Shift+F", [&t] { t.fit(); });
    const auto grouped = [&](GroupBy by) {
        return arranged([by](Arrangement& a) {
            if (a.groupBy != by)
                a.collapsed.clear();
            a.groupBy = by;
        });
    };
    groupByClient = add("", grouped(GroupBy::Client), groups);
    groupByBroker = add("", grouped(GroupBy::Broker), groups);
    groupByRole = add("", grouped(GroupBy::Role), groups);
    const auto sorted = [&](SortBy by) { return arranged([by](Arrangement& a) { a.sortBy = by; }); };
    sortByOpening = add("", sorted(SortBy::Opening), sorts);
    sortByNode = add("", sorted(SortBy::Node), sorts);
    sortByConnections = add("", sorted(SortBy::Connections), sorts);
    collapseAll = add("", arranged([&t](Arrangement& a) {
        for (const Lane& lane : t.data().lanes().all())
            a.collapsed.insert(groupOf(lane, a.groupBy));
    }));
    expandAll = add("", arranged([](Arrangement& a) { a.collapsed.clear(); }));
    showHidden = add("", [&t] { t.showHiddenLanes(); });
    brokers = add("", [this, &t] { t.setShowsBrokers(brokers->isChecked()); });
    brokers->setCheckable(true);
    hideFiltered = add("", [this, &t] { t.setHidesFiltered(hideFiltered->isChecked()); });
    hideFiltered->setCheckable(true);
    addBookmark = add("B", [&t] { t.addBookmark(); });
    nextBookmark = add("N", [&t] { t.goToBookmark(1); });
    lastBookmark = add("Shift+N", [&t] { t.goToBookmark(-1); });
    clearRange = add("Esc", [&t] { t.clearRange(); });
    for (QAction* last : {folded, panRight, fit, groupByRole, sortByConnections, showHidden, hideFiltered})
        last->setProperty(kEndsPart, true);
    retranslate();
}

QAction* TimelineActions::add(const char* shortcut, std::function<void()> does, QActionGroup* group)
{
    auto* action = new QAction(this);
    if (*shortcut != '\0')
        action->setShortcut(QKeySequence(QString::fromLatin1(shortcut)));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (group) {
        action->setCheckable(true);
        action->setActionGroup(group);
    }
    connect(action, &QAction::triggered, this, std::move(does));
    m_timeline.addAction(action);
    m_all.append(action);
    return action;
}

void TimelineActions::update()
{
    const Arrangement& a = m_timeline.arrangement();
    const auto check = [](QAction* action, bool on) {
        const QSignalBlocker quiet(action);
        action->setChecked(on);
    };
    check(linear, m_timeline.axisKind() == AxisKind::Linear);
    check(byEvent, m_timeline.axisKind() == AxisKind::ByEvent);
    check(folded, m_timeline.axisKind() == AxisKind::Folded);
    check(groupByClient, a.groupBy == GroupBy::Client);
    check(groupByBroker, a.groupBy == GroupBy::Broker);
    check(groupByRole, a.groupBy == GroupBy::Role);
    check(sortByOpening, a.sortBy == SortBy::Opening);
    check(sortByNode, a.sortBy == SortBy::Node);
    check(sortByConnections, a.sortBy == SortBy::Connections);
    check(brokers, m_timeline.showsBrokers());
    check(hideFiltered, m_timeline.hidesFiltered());
    showHidden->setEnabled(m_timeline.hiddenLanes() > 0);
    expandAll->setEnabled(!a.collapsed.empty());
}

void TimelineActions::retranslate()
{
    const auto say = [](QAction* action, const QString& text, const QString& tip) {
        action->setText(text);
        action->setStatusTip(tip);
        QString plain = text;
        action->setToolTip(plain.remove(u'&'));
    };
    say(linear, tr("&Linear time"), tr("Equal times take equal room"));
    say(byEvent, tr("Time by &event"), tr("Each event takes the same room"));
    say(folded, tr("&Folded time"), tr("Long stretches in which nothing new happens shrink to a marked break"));
    say(zoomIn, tr("Zoom &in"), tr("Look closer at the pointer's place"));
    say(zoomOut, tr("Zoom &out"), tr("Look from further away"));
    say(panLeft, tr("&Earlier"), tr("Move the view to earlier times"));
    say(panRight, tr("&Later"), tr("Move the view to later times"));
    say(focus, tr("Focus on the &selection"), tr("Bring what is selected into view; once more: all of the trace"));
    say(fit, tr("Show &all"), tr("All of the trace in view"));
    say(groupByClient, tr("Group by &client"), tr("Lanes of one client stand together"));
    say(groupByBroker, tr("Group by &broker"), tr("Lanes that lead to one broker stand together"));
    say(groupByRole, tr("Group by &role"), tr("Lanes of one role stand together"));
    say(sortByOpening, tr("Sort by &opening"), tr("In the order of their first connections"));
    say(sortByNode, tr("Sort by &node id"), tr("Bootstrap addresses, then brokers, then coordinators"));
    say(sortByConnections, tr("Sort by number of c&onnections"), tr("Lanes with most reconnects first"));
    say(collapseAll, tr("Colla&pse all groups"), tr("Show each group as one strip"));
    say(expandAll, tr("E&xpand all groups"), tr("Show the lanes of all groups"));
    say(showHidden, tr("Show &hidden lanes"), tr("Bring hidden lanes back"));
    say(brokers, tr("Open connections of each bro&ker"), tr("A strip for each broker below that of all"));
    say(hideFiltered, tr("Hide what the filter leaves o&ut"), tr("Leave lanes out instead of fading them"));
    say(addBookmark, tr("Add a book&mark"), tr("Mark the playhead's place and write a note"));
    say(nextBookmark, tr("Ne&xt bookmark"), tr("Go to the next bookmark"));
    say(lastBookmark, tr("Pre&vious bookmark"), tr("Go to the bookmark before"));
    say(clearRange, tr("&Drop the range"), tr("No range is selected any more"));
}

void TimelineActions::addViewTo(QMenu& menu) const
{
    QMenu* time = menu.addMenu(tr("&Time"));
    for (QAction* action : {linear, byEvent, folded})
        time->addAction(action);
    QMenu* lanes = menu.addMenu(tr("Lan&es"));
    for (QAction* action : {groupByClient, groupByBroker, groupByRole})
        lanes->addAction(action);
    lanes->addSeparator();
    for (QAction* action : {sortByOpening, sortByNode, sortByConnections})
        lanes->addAction(action);
    lanes->addSeparator();
    for (QAction* action : {collapseAll, expandAll, showHidden})
        lanes->addAction(action);
    lanes->addSeparator();
    for (QAction* action : {hideFiltered, brokers})
        lanes->addAction(action);
}

} // namespace connscope::timeline
