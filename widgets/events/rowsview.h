// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QPersistentModelIndex>

#include <optional>

class QHeaderView;

namespace connscope::theme {
class Look;
}

namespace connscope::events {

/// How a row stands among the others.
struct RowState {
    bool isCurrent = false; ///< what is selected
    bool isMarked = false; ///< part of a stretch that is marked for copying
    bool isHovered = false;
    bool isFuture = false; ///< after the playhead
    bool isPlayhead = false; ///< the last one before the playhead
};

/// Rows of equal height that are painted where they are seen and nowhere else: what a frame costs depends on the height of
/// the window alone. The scroll bar counts rows. Subclasses say what a row is and paint it.
class RowsView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit RowsView(const theme::Look& look, QWidget* parent = nullptr);

    virtual int rows() const = 0;
    /// The row in plain text, for copying and reading aloud.
    virtual QString rowText(int row) const = 0;
    virtual void paintRow(QPainter& painter, int row, const QRect& rect, const RowState& state) const = 0;
    /// Pixels that the widest row takes; what is wider than the window scrolls.
    virtual int contentWidth() const { return 0; }

    /// Lines of text in a row: more than one where a dock is too narrow for all of it beside each other.
    virtual int rowLines() const { return 1; }
    int rowHeight() const;
    int topRow() const;
    int visibleRows() const;
    QRect rowRect(int row) const; ///< in the viewport
    int rowAt(int y) const; ///< -1 below the last

    int currentRow() const { return m_current; }
    /// -1 = none. Scrolls there; says nothing.
    void setCurrentRow(int row);
    /// The last row that has happened; what follows is the future. Scrolls there.
    void setPlayheadRow(int row);
    int playheadRow() const { return m_playhead; }
    /// Puts \a row in sight, with a few rows around it where it was out of sight.
    void ensureVisible(int row);

    /// First and last row of what is marked; the current row alone where nothing is.
    std::optional<std::pair<int, int>> marked() const;
    void mark(int from, int to);
    /// Marked rows, one a line; at most kMaxCopied.
    QString copyText() const;
    static constexpr int kMaxCopied = 200'000;

    /// Rows came or went.
    void rowsChanged();
    /// Fonts or words changed.
    void refresh();

public slots:
    void copy() const;

signals:
    /// A person chose a row with the pointer or the keyboard.
    void chosen(int row);

protected:
    void setHeader(QHeaderView* header);
    int headerHeight() const;
    const theme::Look& look() const { return m_look; }

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    /// Entries above "Copy".
    virtual void extendMenu(QMenu&) { }

private:
    void updateBars();
    void layoutHeader();
    void choose(int row, bool extend);

    const theme::Look& m_look;
    QHeaderView* m_header = nullptr;
    int m_current = -1;
    int m_anchor = -1; // where marking began
    int m_markedTo = -1;
    int m_playhead = -1;
    int m_hovered = -1;
    int m_wheel = 0; // eighths of a degree not yet scrolled
};

} // namespace connscope::events
