// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/rowsview.h"

#include "events/rowsaccessible.h"
#include "theme/look.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace connscope::events {

namespace {

constexpr int kPadding = 4; // above and below the text of a row
constexpr int kContext = 3; // rows kept around a row that is scrolled to

} // namespace

RowsView::RowsView(const theme::Look& look, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_look(look)
{
    installRowsAccessibility();
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    verticalScrollBar()->setSingleStep(1);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        layoutHeader();
        viewport()->update();
    });
}

int RowsView::rowHeight() const
{
    const int text = std::max(QFontMetrics(m_look.text()).height(), QFontMetrics(m_look.mono()).height());
    return text * rowLines() + 2 * kPadding;
}
int RowsView::topRow() const { return verticalScrollBar()->value(); }
int RowsView::visibleRows() const { return std::max(1, viewport()->height() / rowHeight()); }

QRect RowsView::rowRect(int row) const
{
    const int width = std::max(viewport()->width(), contentWidth());
    return {-horizontalScrollBar()->value(), (row - topRow()) * rowHeight(), width, rowHeight()};
}

int RowsView::rowAt(int y) const
{
    const int row = topRow() + y / rowHeight();
    return y >= 0 && row < rows() ? row : -1;
}

void RowsView::setCurrentRow(int row)
{
    if (row == m_current)
        return;
    m_current = m_anchor = m_markedTo = row;
    ensureVisible(row);
    viewport()->update();
    notifyCurrentRow(*this);
}

void RowsView::setPlayheadRow(int row)
{
    if (row == m_playhead)
        return;
    m_playhead = row;
    ensureVisible(std::max(row, 0));
    viewport()->update();
}

void RowsView::ensureVisible(int row)
{
    if (row < 0 || row >= rows())
        return;
    const int seen = visibleRows();
    const int context = std::min(kContext, (seen - 1) / 2);
    if (row < topRow())
        verticalScrollBar()->setValue(row - context);
    else if (row >= topRow() + seen)
        verticalScrollBar()->setValue(row - seen + 1 + context);
}

std::optional<std::pair<int, int>> RowsView::marked() const
{
    if (m_anchor < 0 || m_markedTo < 0 || rows() == 0)
        return std::nullopt;
    const int last = rows() - 1;
    return std::pair {std::min({m_anchor, m_markedTo, last}), std::min(std::max(m_anchor, m_markedTo), last)};
}

void RowsView::mark(int from, int to)
{
    m_anchor = from;
    m_markedTo = to;
    viewport()->update();
}

QString RowsView::copyText() const
{
    const auto range = marked();
    QString text;
    if (!range)
        return text;
    const int last = std::min(range->second, range->first + kMaxCopied - 1);
    for (int row = range->first; row <= last; ++row)
        text += rowText(row) + (row == last ? QString() : QStringLiteral("\n"));
    return text;
}

void RowsView::copy() const
{
    if (const QString text = copyText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void RowsView::rowsChanged()
{
    m_hovered = -1;
    updateBars();
    viewport()->update();
}

void RowsView::refresh()
{
    if (m_header)
        m_header->setFont(m_look.text(theme::Type::Small));
    layoutHeader();
    rowsChanged();
}

void RowsView::setHeader(QHeaderView* header)
{
    m_header = header;
    header->setParent(this);
    connect(header, &QHeaderView::sectionResized, this, [this] { rowsChanged(); });
    connect(header, &QHeaderView::sectionMoved, viewport(), qOverload<>(&QWidget::update));
    layoutHeader();
}

/// Columns have heads; rows of several lines have none.
int RowsView::headerHeight() const { return m_header && rowLines() == 1 ? m_header->sizeHint().height() : 0; }

void RowsView::layoutHeader()
{
    if (!m_header)
        return;
    setViewportMargins(0, headerHeight(), 0, 0);
    // It is as wide as the rows and moves with them.
    m_header->setGeometry(
        -horizontalScrollBar()->value(), 0, std::max(viewport()->width(), contentWidth()), headerHeight());
    m_header->setVisible(rowLines() == 1);
}

void RowsView::updateBars()
{
    const int seen = visibleRows();
    verticalScrollBar()->setRange(0, std::max(0, rows() - seen));
    verticalScrollBar()->setPageStep(seen);
    horizontalScrollBar()->setRange(0, std::max(0, contentWidth() - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(QFontMetrics(m_look.text()).averageCharWidth() * 4);
}

void RowsView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_look.theme().card);
    const auto range = marked();
    const int last = std::min(rows(), topRow() + viewport()->height() / rowHeight() + 1);
    for (int row = topRow(); row < last; ++row) {
        RowState state;
        state.isCurrent = row == m_current;
        state.isMarked = range && range->first != range->second && row >= range->first && row <= range->second;
        state.isHovered = row == m_hovered;
        state.isFuture = row > m_playhead;
        state.isPlayhead = row == m_playhead;
        paintRow(painter, row, rowRect(row), state);
    }
}

void RowsView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layoutHeader();
    updateBars();
}

void RowsView::choose(int row, bool extend)
{
    if (rows() == 0)
        return;
    row = std::clamp(row, 0, rows() - 1);
    if (extend) {
        m_markedTo = row;
        ensureVisible(row);
        viewport()->update();
        return;
    }
    m_anchor = m_markedTo = row;
    m_current = row;
    ensureVisible(row);
    viewport()->update();
    notifyCurrentRow(*this);
    emit chosen(row);
}

void RowsView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return mark(0, rows() - 1);
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    const int at = extend ? m_markedTo : std::max(m_current, -1);
    switch (event->key()) {
    case Qt::Key_Up:
        return choose(at - 1, extend);
    case Qt::Key_Down:
        return choose(at + 1, extend);
    case Qt::Key_PageUp:
        return choose(at - visibleRows(), extend);
    case Qt::Key_PageDown:
        return choose(at + visibleRows(), extend);
    case Qt::Key_Home:
        return choose(0, extend);
    case Qt::Key_End:
        return choose(rows() - 1, extend);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void RowsView::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().toPoint().y());
    if (event->button() == Qt::LeftButton && row >= 0)
        choose(row, event->modifiers().testFlag(Qt::ShiftModifier));
}

void RowsView::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().toPoint().y());
    if (event->buttons().testFlag(Qt::LeftButton) && row >= 0)
        return choose(row, true);
    if (std::exchange(m_hovered, row) != row)
        viewport()->update();
}

void RowsView::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().x() != 0)
        return QAbstractScrollArea::wheelEvent(event);
    m_wheel += event->angleDelta().y();
    const int lines = m_wheel / 40; // three rows a notch
    m_wheel -= lines * 40;
    verticalScrollBar()->setValue(verticalScrollBar()->value() - lines);
    event->accept();
}

void RowsView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    extendMenu(menu);
    menu.addActions(actions()); // the window's, about what is selected
    QAction* copyAction = menu.addAction(tr("&Copy"), this, &RowsView::copy);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setEnabled(marked().has_value());
    menu.exec(event->globalPos());
}

bool RowsView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave && std::exchange(m_hovered, -1) >= 0)
        viewport()->update();
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace connscope::events
