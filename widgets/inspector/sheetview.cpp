// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/sheetview.h"

#include "inspector/sheetaccessible.h"
#include "theme/look.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

namespace connscope::inspector {

SheetView::SheetView(const theme::Look& look, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_look(look)
{
    installSheetAccessibility();
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&look, &theme::Look::changed, this, &SheetView::refresh);
}

void SheetView::setSheet(Sheet sheet)
{
    m_repainted = 0;
    if (sheet == m_sheet)
        return;
    const Sheet old = std::move(m_sheet);
    const SheetLayout before = std::move(m_layout);
    m_sheet = std::move(sheet);
    relayout();
    bool sameShape = before.blocks.size() == m_layout.blocks.size();
    for (std::size_t i = 0; sameShape && i < before.blocks.size(); ++i)
        sameShape = before.blocks[i].rect == m_layout.blocks[i].rect;
    if (!sameShape) {
        m_focus.hovered = -1;
        m_repainted = static_cast<int>(m_sheet.blocks.size());
        viewport()->update();
        return;
    }
    for (std::size_t i = 0; i < m_sheet.blocks.size(); ++i) {
        if (old.blocks[i] == m_sheet.blocks[i])
            continue;
        ++m_repainted;
        updateBlock(static_cast<int>(i));
    }
}

void SheetView::relayout()
{
    m_layout = layoutSheet(m_sheet, viewport()->width(), m_look);
    const int height = static_cast<int>(m_layout.height);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(QFontMetrics(m_look.text()).height());
    if (m_focus.focused >= static_cast<int>(m_sheet.blocks.size()))
        m_focus.focused = -1;
}

void SheetView::refresh()
{
    relayout();
    viewport()->update();
}

void SheetView::scrollToTop()
{
    m_focus = {};
    verticalScrollBar()->setValue(0);
}

QRect SheetView::blockRect(int block) const
{
    if (block < 0 || block >= static_cast<int>(m_layout.blocks.size()))
        return {};
    return m_layout.blocks[static_cast<std::size_t>(block)]
        .rect.translated(0, -verticalScrollBar()->value())
        .toAlignedRect();
}

int SheetView::blockAt(const QPoint& inViewport) const
{
    return inspector::blockAt(m_layout, inViewport.y() + verticalScrollBar()->value());
}

void SheetView::updateBlock(int block) { viewport()->update(blockRect(block).adjusted(0, -1, 0, 1)); }

void SheetView::setFocusedBlock(int block)
{
    if (block < -1 || block >= static_cast<int>(m_sheet.blocks.size()) || block == m_focus.focused)
        return;
    updateBlock(m_focus.focused);
    m_focus.focused = block;
    const QRect rect = blockRect(block);
    if (block >= 0 && (rect.top() < 0 || rect.bottom() > viewport()->height()))
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() + (rect.top() < 0 ? rect.top() : rect.bottom() - viewport()->height()));
    updateBlock(block);
    notifyFocusedBlock(*this);
}

void SheetView::setHovered(int block)
{
    if (block >= 0 && !m_sheet.blocks[static_cast<std::size_t>(block)].item)
        block = -1;
    if (block == m_focus.hovered)
        return;
    updateBlock(m_focus.hovered);
    m_focus.hovered = block;
    updateBlock(block);
    viewport()->setCursor(block >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QString SheetView::copyText() const
{
    return m_focus.focused >= 0 ? m_sheet.blocks[static_cast<std::size_t>(m_focus.focused)].plain() : m_sheet.plain();
}

void SheetView::copy() const { QGuiApplication::clipboard()->setText(copyText()); }
void SheetView::copyAll() const { QGuiApplication::clipboard()->setText(m_sheet.plain()); }

void SheetView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.setClipRegion(event->region());
    painter.fillRect(event->rect(), m_look.theme().card);
    const int scrolled = verticalScrollBar()->value();
    painter.translate(0, -scrolled);
    SheetFocus focus = m_focus;
    if (!hasFocus())
        focus.focused = -1;
    paintSheet(painter, m_sheet, m_layout, QRectF(event->rect()).translated(0, scrolled), m_look, focus);
}

void SheetView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void SheetView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    const int last = static_cast<int>(m_sheet.blocks.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up:
        return setFocusedBlock(std::max(0, m_focus.focused - 1));
    case Qt::Key_Down:
        return setFocusedBlock(std::min(last, m_focus.focused + 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_focus.focused >= 0 && m_sheet.blocks[static_cast<std::size_t>(m_focus.focused)].item)
            emit activated(m_sheet.blocks[static_cast<std::size_t>(m_focus.focused)].item);
        return;
    case Qt::Key_PageUp:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    case Qt::Key_PageDown:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void SheetView::mousePressEvent(QMouseEvent* event)
{
    const int block = blockAt(event->position().toPoint());
    setFocusedBlock(block);
    if (event->button() == Qt::LeftButton && block >= 0 && m_sheet.blocks[static_cast<std::size_t>(block)].item)
        emit activated(m_sheet.blocks[static_cast<std::size_t>(block)].item);
}

void SheetView::mouseMoveEvent(QMouseEvent* event) { setHovered(blockAt(event->position().toPoint())); }

void SheetView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("&Copy"), this, &SheetView::copy)->setShortcut(QKeySequence::Copy);
    menu.addAction(tr("Copy &All"), this, &SheetView::copyAll);
    menu.exec(event->globalPos());
}

bool SheetView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHovered(-1);
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace connscope::inspector
