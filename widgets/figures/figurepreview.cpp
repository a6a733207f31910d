// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figurepreview.h"

#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>

namespace connscope::figures {

FigurePreview::FigurePreview(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Preview of the figure"));
    setToolTip(tr("Drag it into another program"));
    setMinimumSize(320, 240);
}

void FigurePreview::setImage(const QImage& image)
{
    m_image = image;
    m_image.setDevicePixelRatio(1);
    setCursor(image.isNull() ? Qt::ArrowCursor : Qt::OpenHandCursor);
    update();
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_image.isNull())
        return;
    QRect place(QPoint(), m_image.size().scaled(size() - QSize(2, 2), Qt::KeepAspectRatio));
    place.moveCenter(rect().center());
    if (m_image.hasAlphaChannel())
        painter.fillRect(place, QBrush(palette().color(QPalette::Mid), Qt::Dense6Pattern));
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, m_image);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
}

void FigurePreview::mousePressEvent(QMouseEvent* event) { m_pressed = event->pos(); }

void FigurePreview::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_image.isNull() || !m_source
        || (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    auto* drag = new QDrag(this); // Qt deletes it
    drag->setMimeData(m_source());
    drag->setPixmap(QPixmap::fromImage(m_image.scaled(160, 120, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    drag->exec(Qt::CopyAction);
}

} // namespace connscope::figures
