// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/sheetlayout.h"
#include "inspector/sheetpaint.h"

#include <QAbstractScrollArea>

namespace connscope::inspector {

/// Shows a sheet, scrolls it, and tells where a person wants to go. Setting a sheet that differs in a few blocks paints
/// these again and nothing else.
class SheetView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit SheetView(const theme::Look& look, QWidget* parent = nullptr);

    const Sheet& sheet() const { return m_sheet; }
    const SheetLayout& layout() const { return m_layout; }
    void setSheet(Sheet sheet);
    void scrollToTop();

    /// The block that the keyboard is on; -1 = none.
    int focusedBlock() const { return m_focus.focused; }
    void setFocusedBlock(int block);
    QRect blockRect(int block) const; ///< in the viewport
    int blockAt(const QPoint& inViewport) const;
    /// What Ctrl+C takes: the focused block, else everything.
    QString copyText() const;

    /// Blocks of the last setSheet that were painted again; for tests.
    int repainted() const { return m_repainted; }

public slots:
    void copy() const;
    void copyAll() const;

signals:
    void activated(connscope::view::Item item);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void relayout();
    void refresh();
    void setHovered(int block);
    void updateBlock(int block);

    const theme::Look& m_look;
    Sheet m_sheet;
    SheetLayout m_layout;
    SheetFocus m_focus;
    int m_repainted = 0;
};

} // namespace connscope::inspector
