// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/picture.h"

#include <qcustomplot.h>

#include <QImage>

#include <functional>
#include <optional>

/// \file
/// The plot that holds the picture: QCustomPlot gives the axis and export; what is drawn is picture.h, in three coats. On
/// the screen each is kept by itself, so that scrubbing moves a line and repaints no strip, and the first is opaque: of
/// QCustomPlot's buffers each would have to be emptied and laid over the others in every frame.

namespace connscope::timeline {

/// One coat of the picture on a layer of its own.
class Coat : public QCPAbstractPlottable {
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter&)>;
    Coat(QCPAxis* key, QCPAxis* value, Paint paint);

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain domain, const QCPRange& inKeyRange) const override;

protected:
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    Paint m_paint;
};

class TimelinePlot : public QCustomPlot {
    Q_OBJECT

public:
    /// \a frame: asked each time a layer is drawn; what it gives must live until the next question.
    TimelinePlot(std::function<const Frame&()> frame, QWidget* parent);

    /// The range lives in the plot's x axis.
    AxisRange range() const;
    /// Does not draw.
    void setRange(const AxisRange& range);

    /// As computed for the frame at hand.
    const Layout& layoutNow();
    /// Where things stand has changed: the next drawing computes it anew.
    void invalidate() { m_layout.reset(); }
    /// What is under the pointer, for the overlay.
    std::optional<Hover> hover;

    void drawAll();
    /// After pan, zoom and scroll without names, where rows did not move.
    void drawContent();
    void drawOverlay();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawBuffers();

    std::function<const Frame&()> m_frame;
    std::optional<Layout> m_layout;
    QImage m_names; // the strip left of the lanes, transparent
    QImage m_content; // with the names
    bool m_namesDue = true;
    bool m_contentDue = true;
};

} // namespace connscope::timeline
