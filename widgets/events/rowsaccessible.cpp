// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/rowsaccessible.h"

#include "events/rowsview.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <map>
#include <memory>

namespace connscope::events {

namespace {

/// A row in sight, by its place in the window. It is made again for another row, so nothing is kept for rows.
class RowInterface : public QAccessibleInterface {
public:
    RowInterface(RowsView& view, int place)
        : m_view(view)
        , m_place(place)
    {
    }
    int row() const { return m_view.topRow() + m_place; }
    bool isValid() const override { return row() < m_view.rows(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view.window()->windowHandle(); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text t) const override
    {
        return t == QAccessible::Name && isValid() ? m_view.rowText(row()).replace(u'\t', QStringLiteral(", "))
                                                   : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        const QRect inside = m_view.rowRect(row());
        return {m_view.viewport()->mapToGlobal(inside.topLeft()), inside.size()};
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = row() == m_view.currentRow();
        state.focused = state.selected && m_view.hasFocus();
        return state;
    }

private:
    RowsView& m_view;
    int m_place;
};

class ListInterface : public QAccessibleWidget {
public:
    explicit ListInterface(RowsView* view)
        : QAccessibleWidget(view, QAccessible::List)
        , m_view(*view)
    {
    }
    ~ListInterface() override
    {
        for (const auto& [place, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }
    int childCount() const override { return std::min(m_view.rows() - m_view.topRow(), m_view.visibleRows()); }
    QAccessibleInterface* child(int place) const override
    {
        if (place < 0 || place >= childCount())
            return nullptr;
        const auto known = m_children.find(place);
        if (known != m_children.end())
            return QAccessible::accessibleInterface(known->second);
        auto* row = new RowInterface(m_view, place); // owned by Qt's cache until deleteAccessibleInterface
        m_children[place] = QAccessible::registerAccessibleInterface(row);
        return row;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const int row = m_view.rowAt(m_view.viewport()->mapFromGlobal(QPoint(x, y)).y());
        return row < 0 ? nullptr : child(row - m_view.topRow());
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [place, id] : m_children) {
            if (QAccessible::accessibleInterface(id) == child)
                return place;
        }
        return -1;
    }
    QAccessibleInterface* focusChild() const override
    {
        return m_view.hasFocus() ? child(m_view.currentRow() - m_view.topRow()) : nullptr;
    }

private:
    RowsView& m_view;
    mutable std::map<int, QAccessible::Id> m_children;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* view = qobject_cast<RowsView*>(object);
    return view ? new ListInterface(view) : nullptr;
}

} // namespace

void installRowsAccessibility()
{
    static const bool done = (QAccessible::installFactory(make), true);
    static_cast<void>(done);
}

void notifyCurrentRow(RowsView& view)
{
    const int place = view.currentRow() - view.topRow();
    if (!QAccessible::isActive() || place < 0 || place >= view.visibleRows())
        return;
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(place);
    QAccessible::updateAccessibility(&event);
}

} // namespace connscope::events
