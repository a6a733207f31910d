// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/viewport.h"

#include <algorithm>

namespace connscope::topology {

double Viewport::fitting(const QRectF& bounds, QSizeF widget)
{
    if (bounds.isEmpty() || widget.isEmpty())
        return 1;
    return std::min(widget.width() / bounds.width(), widget.height() / bounds.height());
}

void Viewport::fit(const QRectF& bounds, QSizeF widget, double most, double least)
{
    m_zoom = std::max(std::min(fitting(bounds, widget), most), least);
    m_origin = bounds.center() - QPointF(widget.width(), widget.height()) / (2 * m_zoom);
    if (bounds.height() * m_zoom > widget.height())
        m_origin.setY(bounds.top());
    m_fitted = true;
}

void Viewport::zoomAt(QPointF at, double factor, const QRectF& bounds, QSizeF widget)
{
    const QPointF fixed = toScene(at);
    const double least = std::min(1.0, fitting(bounds, widget)) * 0.8;
    m_zoom = std::clamp(m_zoom * factor, least, kMost);
    m_origin = fixed - at / m_zoom;
    m_fitted = false;
    keepInside(bounds, widget);
}

void Viewport::pan(QPointF byWidget, const QRectF& bounds, QSizeF widget)
{
    m_origin -= byWidget / m_zoom;
    m_fitted = false;
    keepInside(bounds, widget);
}

void Viewport::show(const QRectF& rect, const QRectF& bounds, QSizeF widget, double most)
{
    m_zoom = std::clamp(fitting(rect.adjusted(-60, -60, 60, 60), widget), 0.05, most);
    centreOn(rect.center(), bounds, widget);
}

void Viewport::lookFrom(QPointF origin, double zoom, bool fitted)
{
    m_zoom = zoom;
    m_origin = origin;
    m_fitted = fitted;
}

void Viewport::centreOn(QPointF scene, const QRectF& bounds, QSizeF widget)
{
    m_origin = scene - QPointF(widget.width(), widget.height()) / (2 * m_zoom);
    m_fitted = false;
    keepInside(bounds, widget);
}

void Viewport::keepInside(const QRectF& bounds, QSizeF widget)
{
    // At least a third of the widget shows something.
    const QSizeF size = widget / m_zoom;
    const QPointF slack(size.width() * 2 / 3, size.height() * 2 / 3);
    m_origin.setX(std::clamp(
        m_origin.x(), bounds.left() - slack.x(), std::max(bounds.left(), bounds.right() - size.width() + slack.x())));
    m_origin.setY(std::clamp(
        m_origin.y(), bounds.top() - slack.y(), std::max(bounds.top(), bounds.bottom() - size.height() + slack.y())));
}

} // namespace connscope::topology
