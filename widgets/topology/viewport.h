// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QTransform>

namespace connscope::topology {

/// Which part of the scene the widget shows, and how large. As long as nobody zoomed or panned it is *fitted*: it shows what
/// suits the widget, which is all where that can be read.
class Viewport {
public:
    static constexpr double kMost = 6;

    bool isFitted() const { return m_fitted; }
    double zoom() const { return m_zoom; }
    QTransform toWidget() const { return {m_zoom, 0, 0, m_zoom, -m_origin.x() * m_zoom, -m_origin.y() * m_zoom}; }
    QPointF toScene(QPointF widget) const { return widget / m_zoom + m_origin; }
    /// What is seen of the scene.
    QRectF seen(QSizeF widget) const { return {m_origin, widget / m_zoom}; }

    /// All of \a bounds, in the middle; never larger than \a most, nor smaller than \a least: then its beginning is seen, and
    /// its middle across.
    void fit(const QRectF& bounds, QSizeF widget, double most, double least = 0);
    /// The point under \a at (in the widget) stays there.
    void zoomAt(QPointF at, double factor, const QRectF& bounds, QSizeF widget);
    void pan(QPointF byWidget, const QRectF& bounds, QSizeF widget);
    /// \a rect in the middle, as large as fits up to \a most.
    void show(const QRectF& rect, const QRectF& bounds, QSizeF widget, double most);
    /// \a origin of the scene at the widget's top left. Whether that goes on to be what suits the widget is the caller's affair.
    void lookFrom(QPointF origin, double zoom, bool fitted);
    void centreOn(QPointF scene, const QRectF& bounds, QSizeF widget);

private:
    void keepInside(const QRectF& bounds, QSizeF widget);
    static double fitting(const QRectF& bounds, QSizeF widget);

    double m_zoom = 1;
    QPointF m_origin; // of the scene at the widget's top left
    bool m_fitted = true;
};

} // namespace connscope::topology
