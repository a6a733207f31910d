// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/sheetaccessible.h"

#include "inspector/sheetview.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <map>
#include <memory>

namespace connscope::inspector {

namespace {

/// A block of the sheet, by its place.
class BlockInterface : public QAccessibleInterface {
public:
    BlockInterface(SheetView& view, int place)
        : m_view(view)
        , m_place(place)
    {
    }
    bool isValid() const override { return m_place < static_cast<int>(m_view.sheet().blocks.size()); }
    const Block& block() const { return m_view.sheet().blocks[static_cast<std::size_t>(m_place)]; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view.window()->windowHandle(); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text t) const override
    {
        return t == QAccessible::Name && isValid() ? block().plain() : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override
    {
        const QRect inside = m_view.blockRect(m_place);
        return {m_view.viewport()->mapToGlobal(inside.topLeft()), inside.size()};
    }
    QAccessible::Role role() const override
    {
        if (!isValid())
            return QAccessible::NoRole;
        const bool isHeading = block().kind == BlockKind::Section || block().kind == BlockKind::Title
            || block().kind == BlockKind::Hero;
        return isHeading ? QAccessible::Heading : block().item ? QAccessible::Link : QAccessible::StaticText;
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.focused = m_place == m_view.focusedBlock() && m_view.hasFocus();
        return state;
    }

private:
    SheetView& m_view;
    int m_place;
};

class ListInterface : public QAccessibleWidget {
public:
    explicit ListInterface(SheetView* view)
        : QAccessibleWidget(view, QAccessible::List)
        , m_view(*view)
    {
    }
    ~ListInterface() override
    {
        for (const auto& [place, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }
    int childCount() const override { return static_cast<int>(m_view.sheet().blocks.size()); }
    QAccessibleInterface* child(int place) const override
    {
        if (place < 0 || place >= childCount())
            return nullptr;
        const auto known = m_children.find(place);
        if (known != m_children.end())
            return QAccessible::accessibleInterface(known->second);
        auto* block = new BlockInterface(m_view, place); // owned by Qt's cache until deleteAccessibleInterface
        m_children[place] = QAccessible::registerAccessibleInterface(block);
        return block;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        return child(m_view.blockAt(m_view.viewport()->mapFromGlobal(QPoint(x, y))));
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
        return m_view.hasFocus() ? child(m_view.focusedBlock()) : nullptr;
    }

private:
    SheetView& m_view;
    mutable std::map<int, QAccessible::Id> m_children;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* view = qobject_cast<SheetView*>(object);
    return view ? new ListInterface(view) : nullptr;
}

} // namespace

void installSheetAccessibility()
{
    static const bool done = (QAccessible::installFactory(make), true);
    static_cast<void>(done);
}

void notifyFocusedBlock(SheetView& view)
{
    if (!QAccessible::isActive() || view.focusedBlock() < 0)
        return;
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(view.focusedBlock());
    QAccessible::updateAccessibility(&event);
}

} // namespace connscope::inspector
