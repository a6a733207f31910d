// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/accessible.h"

#include "topology/topologywidget.h"
#include "topology/words.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <map>

namespace connscope::topology {

namespace {

/// A node or a link. It knows its target, not its number: links come and go while time passes.
class TargetInterface : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    TargetInterface(TopologyWidget* widget, TopologyWidget::Target target)
        : m_widget(widget)
        , m_target(target)
    {
    }

    bool isValid() const override
    {
        if (!m_widget)
            return false;
        const auto& all = m_widget->targets();
        return std::find(all.begin(), all.end(), m_target) != all.end();
    }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text text) const override
    {
        return text == QAccessible::Name && isValid() ? m_widget->targetText(m_target) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect inWidget = m_widget->targetRect(m_target).toAlignedRect();
        return {m_widget->mapToGlobal(inWidget.topLeft()), inWidget.size()};
    }
    QAccessible::Role role() const override
    {
        return m_target.node != Cast::kNone ? QAccessible::Grouping : QAccessible::Link;
    }
    QAccessible::State state() const override
    {
        QAccessible::State out;
        if (!isValid()) {
            out.invalid = true;
            return out;
        }
        out.focusable = true;
        out.selectable = true;
        out.selected = m_widget->isTargetSelected(m_target);
        if (m_widget->isGroupTarget(m_target)) {
            out.expandable = true;
            out.expanded = m_widget->isTargetExpanded(m_target);
            out.collapsed = !out.expanded;
        }
        out.focused = m_widget->hasFocus() && m_widget->focusedTarget() == m_target;
        return out;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override
    {
        if (name == pressAction() && isValid())
            m_widget->activate(m_target);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<TopologyWidget> m_widget;
    TopologyWidget::Target m_target;
};

class TopologyInterface : public QAccessibleWidget {
public:
    explicit TopologyInterface(TopologyWidget* widget)
        : QAccessibleWidget(widget, QAccessible::Canvas, Words::tr("Topology"))
    {
    }
    ~TopologyInterface() override
    {
        for (const auto& [key, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

    TopologyWidget* topology() const { return static_cast<TopologyWidget*>(widget()); }
    int childCount() const override { return static_cast<int>(topology()->targets().size()); }
    QAccessibleInterface* child(int index) const override
    {
        const auto& all = topology()->targets();
        if (index < 0 || index >= static_cast<int>(all.size()))
            return nullptr;
        const TopologyWidget::Target target = all[static_cast<std::size_t>(index)];
        const auto [place, added] = m_children.try_emplace({target.node, target.link}, 0U);
        if (added)
            place->second = QAccessible::registerAccessibleInterface(new TargetInterface(topology(), target));
        return QAccessible::accessibleInterface(place->second);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (this->child(i) == child)
                return i;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPointF at = topology()->mapFromGlobal(QPoint(x, y));
        const auto& all = topology()->targets();
        for (std::size_t i = all.size(); i-- > 0;) {
            if (topology()->targetRect(all[i]).contains(at))
                return child(static_cast<int>(i));
        }
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const auto& all = topology()->targets();
        const auto focused = topology()->focusedTarget();
        const auto found
            = focused && topology()->hasFocus() ? std::find(all.begin(), all.end(), *focused) : all.end();
        return found == all.end() ? QAccessibleWidget::focusChild() : child(static_cast<int>(found - all.begin()));
    }
    QString text(QAccessible::Text text) const override
    {
        return text == QAccessible::Description ? topology()->description() : QAccessibleWidget::text(text);
    }

private:
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, QAccessible::Id> m_children;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* widget = qobject_cast<TopologyWidget*>(object);
    return widget ? new TopologyInterface(widget) : nullptr;
}

} // namespace

void installAccessible()
{
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(once);
}

void announceFocus(TopologyWidget* widget, int child)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent event(widget, QAccessible::Focus);
    event.setChild(child);
    QAccessible::updateAccessibility(&event);
}

} // namespace connscope::topology
