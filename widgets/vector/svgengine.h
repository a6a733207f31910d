// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "vector/svgdevice.h"

#include <QPaintEngine>
#include <QPainterPath>

#include <optional>

namespace connscope::vector {

/// Between a painter and the elements of an SvgDevice. Points are mapped here, so no element has a transform but turned text.
class SvgEngine : public QPaintEngine {
public:
    explicit SvgEngine(SvgDevice& device);

    bool begin(QPaintDevice* device) override;
    bool end() override;
    void updateState(const QPaintEngineState& state) override;

    void drawPath(const QPainterPath& path) override;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override;
    void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override;
    void drawRects(const QRect* rects, int count) override;
    void drawRects(const QRectF* rects, int count) override;
    void drawEllipse(const QRectF& rect) override;
    void drawTextItem(const QPointF& at, const QTextItem& item) override;
    void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override;
    void drawImage(
        const QRectF& rect, const QImage& image, const QRectF& source, Qt::ImageConversionFlags flags) override;
    Type type() const override { return QPaintEngine::SVG; }

private:
    /// In device pixels: a rectangle as long as it can be, else a path. Nothing = no clip.
    struct Clip {
        QRectF rect;
        QPainterPath path; // empty = the rectangle
    };
    void setClip(const QPainterPath& path, Qt::ClipOperation operation);
    void changeClip(const QPaintEngineState& state, DirtyFlags flags);
    void write(const QByteArray& name, const QByteArray& attributes, const QByteArray& content, const QRectF& bounds,
        bool turned = false);
    template <typename Rect>
    void writeRects(const Rect* rects, int count);
    bool paintsNothing() const;
    QByteArray fill();
    QByteArray stroke() const;
    qreal scale() const;

    SvgDevice& m_device;
    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    qreal m_opacity = 1;
    std::optional<Clip> m_clip;
    bool m_clips = false;
};

} // namespace connscope::vector
